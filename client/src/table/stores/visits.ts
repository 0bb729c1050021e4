/** Up to which move somebody has seen a match, so that a recap can begin there. */

import { readJson, storage, writeJson, type StorageArea } from "../../lib/storage";

const PREFIX = "hippodrome.seen.";

/** The last move that was seen; null if the match was never looked at. */
export function lastSeen(id: string, from: StorageArea = storage): number | null {
  const found = readJson(PREFIX + id, from);
  return typeof found === "number" && Number.isInteger(found) && found >= 0 ? found : null;
}

/** Remember that a move was seen. */
export function saw(id: string, move: number, to: StorageArea = storage): void {
  writeJson(PREFIX + id, move, to);
}
