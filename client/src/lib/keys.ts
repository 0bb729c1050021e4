/** The keys of the seats this browser holds. There are no accounts: who has the key has the seat. */

import { names, read, shelf, write, type Shelf } from "./storage";

/** What this browser holds of one match. */
export interface Holding {
  id: string;
  /** The host's key, or "". */
  host: string;
  /** The keys of the seats played on this screen. */
  keys: string[];
  /** By seat, the keys of friends, to be sent to them as links. They are not used by this browser. */
  links: Record<string, string>;
  /** When it came here, in seconds since 1970. */
  since: number;
}

/** How the names begin under which the browser keeps matches. */
export const PREFIX = "hippodrome.match.";
/** The same for campaigns. */
export const CAMPAIGN = "hippodrome.campaign.";
const FORMAT = "hippodrome keys 1";

/** A shelf beside the one of matches, for the same functions of lib/keys. */
export function beside(at: Shelf): Shelf {
  const name = (asked: string): string => CAMPAIGN + asked.slice(PREFIX.length);
  return {
    getItem: (asked) => at.getItem(name(asked)),
    setItem: (asked, value) => at.setItem(name(asked), value),
    removeItem: (asked) => at.removeItem(name(asked)),
    key: (place) => {
      const found = at.key(place);
      return found?.startsWith(CAMPAIGN) ? PREFIX + found.slice(CAMPAIGN.length) : null;
    },
    get length() {
      return at.length;
    },
  };
}

/** What this browser holds of a match; nothing is an empty holding. */
export function holding(id: string, from: Shelf = shelf): Holding {
  return valid(id, read(PREFIX + id, from)) ?? { id, host: "", keys: [], links: {}, since: 0 };
}

/** The keys to show the server for a match, the host's among them. */
export function keysOf(id: string, from: Shelf = shelf): string[] {
  const { host, keys } = holding(id, from);
  return host ? [host, ...keys] : keys;
}

/** Every match this browser holds something of, the latest first. */
export function holdings(from: Shelf = shelf): Holding[] {
  const all = names(PREFIX, from).map((name) => holding(name.slice(PREFIX.length), from));
  return all.filter((one) => one.host || one.keys.length).sort((a, b) => b.since - a.since);
}

/** Every key of every match, for the lobby. */
export function allKeys(from: Shelf = shelf): string[] {
  return holdings(from).flatMap((one) => (one.host ? [one.host, ...one.keys] : one.keys));
}

/** Keep keys of a match, beside those already held. False: the browser will have forgotten them when it is closed. */
export function hold(id: string, found: Partial<Omit<Holding, "id">>, to: Shelf = shelf): boolean {
  const old = holding(id, to);
  const kept: Holding = {
    id,
    host: found.host || old.host,
    keys: [...new Set([...old.keys, ...(found.keys ?? [])])],
    links: { ...old.links, ...found.links },
    since: old.since || found.since || Math.floor(Date.now() / 1000),
  };
  return write(PREFIX + id, kept, to);
}

/** Forget a match; its seats can only be had again with their links. */
export function forget(id: string, from: Shelf = shelf): void {
  from.removeItem(PREFIX + id);
}

/** Keep a key that came with an address such as #seat=KEY; the address without it, or null if it brought none. */
export function takeKey(id: string, address: string, to: Shelf = shelf): string | null {
  const url = new URL(address, "http://localhost");
  const key = new URLSearchParams(url.hash.slice(1)).get("seat");
  if (!key) return null;
  hold(id, { keys: [key] }, to);
  return url.pathname + url.search;
}

/** The address that gives a seat to whoever opens it. */
export function seatLink(id: string, key: string, origin: string): string {
  return `${origin}/match/${encodeURIComponent(id)}#seat=${encodeURIComponent(key)}`;
}

/** All keys of matches and campaigns as a file, to be taken to another browser. */
export function exported(from: Shelf = shelf): string {
  const kept = { format: FORMAT, matches: holdings(from), campaigns: holdings(beside(from)) };
  return `${JSON.stringify(kept, null, 1)}\n`;
}

/** Take the keys of a file; the number of matches in it. An Error says in a sentence why it cannot be read. */
export function imported(text: string, to: Shelf = shelf): number {
  const { matches, campaigns } = entries(text);
  for (const one of matches) hold(one.id, one, to);
  for (const one of campaigns) hold(one.id, one, beside(to));
  return matches.length;
}

function entries(text: string): { matches: Holding[]; campaigns: Holding[] } {
  const wrong = new Error("This is not a file of seat keys: choose one that was saved in these settings.");
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    throw wrong;
  }
  if (!isTable(file) || file.format !== FORMAT) throw wrong;
  const all = (list: unknown): Holding[] => {
    if (!Array.isArray(list)) throw wrong;
    return list.map((one: unknown) => {
      const found = isTable(one) ? valid(String(one.id), one) : null;
      if (!found) throw wrong;
      return found;
    });
  };
  return { matches: all(file.matches), campaigns: all(file.campaigns ?? []) };
}

function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function valid(id: string, value: unknown): Holding | null {
  if (!isTable(value) || !/^[\w-]+$/.test(id)) return null;
  const { host, keys, links, since } = value;
  const texts = (list: unknown): list is string[] => Array.isArray(list) && list.every((one) => typeof one === "string");
  if (typeof host !== "string" || !texts(keys) || !isTable(links) || !texts(Object.values(links))) return null;
  return { id, host, keys, links: links as Record<string, string>, since: Number(since) || 0 };
}
