/** The keys of the seats this browser holds. There are no accounts: who has the key has the seat. */

import { keysWithPrefix, readJson, storage, writeJson, type StorageArea } from "./storage";

/** What this browser holds of one match. */
export interface StoredKeys {
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
export const MATCH_PREFIX = "hippodrome.match.";
/** The same for campaigns. */
export const CAMPAIGN_PREFIX = "hippodrome.campaign.";
const FORMAT = "hippodrome keys 1";

/** A shelf beside the one of matches, for the same functions of lib/keys. */
export function campaignStorageIn(at: StorageArea): StorageArea {
  const name = (asked: string): string => CAMPAIGN_PREFIX + asked.slice(MATCH_PREFIX.length);
  return {
    getItem: (asked) => at.getItem(name(asked)),
    setItem: (asked, value) => at.setItem(name(asked), value),
    removeItem: (asked) => at.removeItem(name(asked)),
    key: (place) => {
      const found = at.key(place);
      return found?.startsWith(CAMPAIGN_PREFIX) ? MATCH_PREFIX + found.slice(CAMPAIGN_PREFIX.length) : null;
    },
    get length() {
      return at.length;
    },
  };
}

/** What this browser holds of a match; nothing is an empty holding. */
export function loadKeys(id: string, from: StorageArea = storage): StoredKeys {
  return parseStoredKeys(id, readJson(MATCH_PREFIX + id, from)) ?? { id, host: "", keys: [], links: {}, since: 0 };
}

/** The keys to show the server for a match, the host's among them. */
export function keysFor(id: string, from: StorageArea = storage): string[] {
  const { host, keys } = loadKeys(id, from);
  return host ? [host, ...keys] : keys;
}

/** Every match this browser holds something of, the latest first. */
export function loadAllKeys(from: StorageArea = storage): StoredKeys[] {
  const all = keysWithPrefix(MATCH_PREFIX, from).map((name) => loadKeys(name.slice(MATCH_PREFIX.length), from));
  return all.filter((one) => one.host || one.keys.length).sort((a, b) => b.since - a.since);
}

/** Every key of every match, for the lobby. */
export function allKeys(from: StorageArea = storage): string[] {
  return loadAllKeys(from).flatMap((one) => (one.host ? [one.host, ...one.keys] : one.keys));
}

/** Keep keys of a match, beside those already held. False: the browser will have forgotten them when it is closed. */
export function saveKeys(id: string, found: Partial<Omit<StoredKeys, "id">>, to: StorageArea = storage): boolean {
  const old = loadKeys(id, to);
  const kept: StoredKeys = {
    id,
    host: found.host || old.host,
    keys: [...new Set([...old.keys, ...(found.keys ?? [])])],
    links: { ...old.links, ...found.links },
    since: old.since || found.since || Math.floor(Date.now() / 1000),
  };
  return writeJson(MATCH_PREFIX + id, kept, to);
}

/** Forget a match; its seats can only be had again with their links. */
export function removeKeys(id: string, from: StorageArea = storage): void {
  from.removeItem(MATCH_PREFIX + id);
}

/** Keep a key that came with an address such as #seat=KEY; the address without it, or null if it brought none. */
export function importKeyFromUrl(id: string, address: string, to: StorageArea = storage): string | null {
  const url = new URL(address, "http://localhost");
  const key = new URLSearchParams(url.hash.slice(1)).get("seat");
  if (!key) return null;
  saveKeys(id, { keys: [key] }, to);
  return url.pathname + url.search;
}

/** The address that gives a seat to whoever opens it. */
export function seatLink(id: string, key: string, origin: string): string {
  return `${origin}/match/${encodeURIComponent(id)}#seat=${encodeURIComponent(key)}`;
}

/** All keys of matches and campaigns as a file, to be taken to another browser. */
export function exportKeys(from: StorageArea = storage): string {
  const kept = { format: FORMAT, matches: loadAllKeys(from), campaigns: loadAllKeys(campaignStorageIn(from)) };
  return `${JSON.stringify(kept, null, 1)}\n`;
}

/** Take the keys of a file; the number of matches in it. An Error says in a sentence why it cannot be read. */
export function importKeys(text: string, to: StorageArea = storage): number {
  const { matches, campaigns } = parseKeyFile(text);
  for (const one of matches) saveKeys(one.id, one, to);
  for (const one of campaigns) saveKeys(one.id, one, campaignStorageIn(to));
  return matches.length;
}

function parseKeyFile(text: string): { matches: StoredKeys[]; campaigns: StoredKeys[] } {
  const wrong = new Error("This is not a file of seat keys: choose one that was saved in these settings.");
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    throw wrong;
  }
  if (!isObject(file) || file.format !== FORMAT) throw wrong;
  const all = (list: unknown): StoredKeys[] => {
    if (!Array.isArray(list)) throw wrong;
    return list.map((one: unknown) => {
      const found = isObject(one) ? parseStoredKeys(String(one.id), one) : null;
      if (!found) throw wrong;
      return found;
    });
  };
  return { matches: all(file.matches), campaigns: all(file.campaigns ?? []) };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function parseStoredKeys(id: string, value: unknown): StoredKeys | null {
  if (!isObject(value) || !/^[\w-]+$/.test(id)) return null;
  const { host, keys, links, since } = value;
  const texts = (list: unknown): list is string[] => Array.isArray(list) && list.every((one) => typeof one === "string");
  if (typeof host !== "string" || !texts(keys) || !isObject(links) || !texts(Object.values(links))) return null;
  return { id, host, keys, links: links as Record<string, string>, since: Number(since) || 0 };
}
