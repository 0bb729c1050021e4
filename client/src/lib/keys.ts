/**
 * The keys of this browser. There are no accounts: one personal key opens every seat that it holds on the server.
 *
 * Seat keys are stored here only until they are handed over to the personal key (lib/handOver.ts), and those of campaigns.
 */

import { keysWithPrefix, readJson, storage, type StorageArea, writeJson } from "./storage";

/** The keys this browser has for one match or campaign. */
export interface StoredKeys {
  id: string;
  /** The host's key, or "". */
  host: string;
  /** The keys of the seats played on this screen. */
  keys: string[];
  /** The keys of friends by seat, saved by earlier versions for sending as links. Newer matches have invitations. */
  links: Record<string, string>;
  /** The time the first key was saved, in seconds since 1970. */
  since: number;
  /** True if the server has refused to hold the keys under the personal key; they are not offered again. */
  refused?: boolean;
}

const PERSONAL_KEY = "hippodrome.personal-key";
const PERSONAL_KEY_BYTES = 32;

/** Return the personal key of this browser; the first call draws it. */
export function personalKey(area: StorageArea = storage): string {
  const stored = readJson(PERSONAL_KEY, area);
  if (typeof stored === "string" && isPersonalKey(stored)) return stored;
  const bytes = crypto.getRandomValues(new Uint8Array(PERSONAL_KEY_BYTES));
  const key = `me.${btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
  writeJson(PERSONAL_KEY, key, area);
  return key;
}

function isPersonalKey(text: string): boolean {
  return /^me\.[\w-]{43}$/.test(text);
}

/** The prefix of storage names of matches. */
export const MATCH_PREFIX = "hippodrome.match.";
/** The prefix of storage names of campaigns. */
export const CAMPAIGN_PREFIX = "hippodrome.campaign.";
const FORMAT = "hippodrome keys 1";

/** Return a view of a storage in which the functions of this module read and write campaigns instead of matches. */
export function campaignStorageIn(area: StorageArea): StorageArea {
  const rename = (name: string): string => CAMPAIGN_PREFIX + name.slice(MATCH_PREFIX.length);
  return {
    getItem: (name) => area.getItem(rename(name)),
    setItem: (name, value) => area.setItem(rename(name), value),
    removeItem: (name) => area.removeItem(rename(name)),
    key: (index) => {
      const name = area.key(index);
      return name?.startsWith(CAMPAIGN_PREFIX) ? MATCH_PREFIX + name.slice(CAMPAIGN_PREFIX.length) : null;
    },
    get length() {
      return area.length;
    },
  };
}

/** Return the stored keys of a match; an empty entry if there are none. */
export function loadKeys(id: string, from: StorageArea = storage): StoredKeys {
  return parseStoredKeys(id, readJson(MATCH_PREFIX + id, from)) ?? { id, host: "", keys: [], links: {}, since: 0 };
}

/** Return the keys to send to the server for a match, the host's key first. */
export function keysFor(id: string, from: StorageArea = storage): string[] {
  const { host, keys } = loadKeys(id, from);
  return host ? [host, ...keys] : keys;
}

/** Return the keys to send to the server for a match: the personal key, and seat keys that it does not hold yet. */
export function matchKeys(id: string, from: StorageArea = storage): string[] {
  return [personalKey(from), ...keysFor(id, from)];
}

/** Return the keys of every match this browser hosts or plays, the latest first. */
export function loadAllKeys(from: StorageArea = storage): StoredKeys[] {
  const all = keysWithPrefix(MATCH_PREFIX, from).map((name) => loadKeys(name.slice(MATCH_PREFIX.length), from));
  return all.filter((one) => one.host || one.keys.length).sort((a, b) => b.since - a.since);
}

/** Add keys of a match to those already stored; return false if the browser has no room for them. */
export function saveKeys(id: string, added: Partial<Omit<StoredKeys, "id">>, to: StorageArea = storage): boolean {
  const old = loadKeys(id, to);
  const merged: StoredKeys = {
    id,
    host: added.host || old.host,
    keys: [...new Set([...old.keys, ...(added.keys ?? [])])],
    links: { ...old.links, ...added.links },
    since: old.since || added.since || Math.floor(Date.now() / 1000),
  };
  return writeJson(MATCH_PREFIX + id, merged, to);
}

/** Remove the seat keys of a match that the personal key holds now; links for friends stay. */
export function removeHeldKeys(id: string, from: StorageArea = storage): void {
  const { links, since } = loadKeys(id, from);
  if (Object.keys(links).length) writeJson(MATCH_PREFIX + id, { id, host: "", keys: [], links, since }, from);
  else removeKeys(id, from);
}

/** Mark the seat keys of a match as refused by the server. */
export function markRefused(id: string, from: StorageArea = storage): void {
  writeJson(MATCH_PREFIX + id, { ...loadKeys(id, from), refused: true }, from);
}

/** Remove the keys of a match. Only the seats' links can bring them back. */
export function removeKeys(id: string, from: StorageArea = storage): void {
  from.removeItem(MATCH_PREFIX + id);
}

/** Save the key in an address such as #seat=KEY; return the address without it, or null if it has none. */
export function importKeyFromUrl(id: string, address: string, to: StorageArea = storage): string | null {
  const url = new URL(address, "http://localhost");
  const key = new URLSearchParams(url.hash.slice(1)).get("seat");
  if (!key) return null;
  saveKeys(id, { keys: [key] }, to);
  return url.pathname + url.search;
}

/** Return the link to a seat with its key, as an earlier version has saved it. Anyone who has it can play the seat. */
export function seatLink(id: string, key: string, origin: string): string {
  return `${origin}/match/${encodeURIComponent(id)}#seat=${encodeURIComponent(key)}`;
}

/** Return the personal key and all stored seat keys as the text of a file, for use in another browser. */
export function exportKeys(from: StorageArea = storage): string {
  const file = { format: FORMAT, personal: personalKey(from), matches: loadAllKeys(from), campaigns: loadAllKeys(campaignStorageIn(from)) };
  return `${JSON.stringify(file, null, 1)}\n`;
}

/**
 * Add the seat keys of a file, and return its personal key, whose seats are still to be handed over, or "".
 * Throw an Error with a text to show if the file is not valid.
 */
export function importKeys(text: string, to: StorageArea = storage): string {
  const { matches, campaigns, personal } = parseKeyFile(text);
  for (const one of matches) saveKeys(one.id, one, to);
  for (const one of campaigns) saveKeys(one.id, one, campaignStorageIn(to));
  return personal;
}

function parseKeyFile(text: string): { matches: StoredKeys[]; campaigns: StoredKeys[]; personal: string } {
  const invalid = new Error("This is not a file of seat keys. Choose a file that was saved from these settings.");
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    throw invalid;
  }
  if (!isObject(file) || file.format !== FORMAT) throw invalid;
  const parseList = (list: unknown): StoredKeys[] => {
    if (!Array.isArray(list)) throw invalid;
    return list.map((entry: unknown) => {
      const keys = isObject(entry) ? parseStoredKeys(String(entry.id), entry) : null;
      if (!keys) throw invalid;
      return keys;
    });
  };
  const personal = typeof file.personal === "string" && isPersonalKey(file.personal) ? file.personal : "";
  return { matches: parseList(file.matches), campaigns: parseList(file.campaigns ?? []), personal };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function parseStoredKeys(id: string, value: unknown): StoredKeys | null {
  if (!isObject(value) || !/^[\w-]+$/.test(id)) return null;
  const { host, keys, links, since } = value;
  const areStrings = (list: unknown): list is string[] => Array.isArray(list) && list.every((one) => typeof one === "string");
  if (typeof host !== "string" || !areStrings(keys) || !isObject(links) || !areStrings(Object.values(links))) return null;
  return { id, host, keys, links: links as Record<string, string>, since: Number(since) || 0, ...(value.refused === true ? { refused: true } : {}) };
}
