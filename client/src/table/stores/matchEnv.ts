/** The environment of a match: connection, keys, time and memory. Tests replace it. */

import { matchKeys } from "../../lib/keys";
import { settings } from "../../lib/settings.svelte";
import { Socket, type SocketHandlers, type Status } from "../../lib/socket.svelte";
import { readJson, writeJson } from "../../lib/storage";
import type { Outgoing } from "../../types";

/** The connection to the server; see lib/socket. */
export interface Connection {
  readonly status: Status;
  send(request: Outgoing): boolean;
  retry(): void;
  close(): void;
}

export interface MatchEnv {
  connect: (path: string, handlers: SocketHandlers) => Connection;
  /** Return the seat keys of a match. */
  keys: (id: string) => string[];
  /** Return the duration of a move's animation in milliseconds. */
  moveMs: () => number;
  /** Return the pause after something has hurt the player, in milliseconds. */
  harmPauseMs: () => number;
  /** Return the browser time in milliseconds. */
  now: () => number;
  isPageVisible: () => boolean;
  lastSeenMove: (id: string) => number | null;
  rememberSeenMove: (id: string, move: number) => void;
}

/** Return the environment in a browser. */
export const browserEnv = (): MatchEnv => ({
  connect: (path, handlers) => new Socket(path, handlers),
  keys: matchKeys,
  moveMs: () => settings.moveMs,
  harmPauseMs: () => settings.harmPauseMs,
  now: () => performance.now(),
  isPageVisible: () => !document.hidden,
  lastSeenMove,
  rememberSeenMove,
});

/** Keys of the last move of each match that this browser has shown, so that a recap can start there. */
const SEEN_PREFIX = "hippodrome.seen.";

/** Return the last move that was shown; null if the match was never opened. */
function lastSeenMove(id: string): number | null {
  const move = readJson(SEEN_PREFIX + id);
  return typeof move === "number" && Number.isInteger(move) && move >= 0 ? move : null;
}

/** Remember that a move was shown. */
function rememberSeenMove(id: string, move: number): void {
  writeJson(SEEN_PREFIX + id, move);
}
