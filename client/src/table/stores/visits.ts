/** The last move of each match that this browser has shown, so that a recap can start there. */

import { readJson, storage, writeJson, type StorageArea } from "../../lib/storage";

const PREFIX = "hippodrome.seen.";

/** Return the last move that was shown; null if the match was never opened. */
export function lastSeenMove(id: string, from: StorageArea = storage): number | null {
  const move = readJson(PREFIX + id, from);
  return typeof move === "number" && Number.isInteger(move) && move >= 0 ? move : null;
}

/** Remember that a move was shown. */
export function rememberSeenMove(id: string, move: number, to: StorageArea = storage): void {
  writeJson(PREFIX + id, move, to);
}
