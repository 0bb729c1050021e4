/** The environment of a match: connection, keys, time and memory. Tests replace it. */

import { keysFor } from "../../lib/keys";
import { settings } from "../../lib/settings.svelte";
import { Socket, type SocketHandlers, type Status } from "../../lib/socket.svelte";
import type { Outgoing } from "../../types";
import { lastSeenMove, rememberSeenMove } from "./visits";

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
  /** Return the browser time in milliseconds. */
  now: () => number;
  isPageVisible: () => boolean;
  lastSeenMove: (id: string) => number | null;
  rememberSeenMove: (id: string, move: number) => void;
}

/** Return the environment in a browser. */
export const browserEnv = (): MatchEnv => ({
  connect: (path, handlers) => new Socket(path, handlers),
  keys: keysFor,
  moveMs: () => settings.moveMs,
  now: () => performance.now(),
  isPageVisible: () => !document.hidden,
  lastSeenMove,
  rememberSeenMove,
});
