/** What of the world around it a match needs: the line to the server, keys, time, and what was seen before. */

import { keysFor } from "../../lib/keys";
import { settings } from "../../lib/settings.svelte";
import { Socket, type SocketHandlers, type Status } from "../../lib/socket.svelte";
import type { Outgoing } from "../../types";
import { lastSeen, saw } from "./visits";

/** The line to the server; see lib/socket. */
export interface Wire {
  readonly status: Status;
  send(request: Outgoing): boolean;
  retry(): void;
  close(): void;
}

/** What a match needs; tests bring their own. */
export interface Around {
  connect: (path: string, plugs: SocketHandlers) => Wire;
  keys: (id: string) => string[];
  /** How long a move is shown, in milliseconds. */
  step: () => number;
  now: () => number;
  /** Whether somebody can see the page. */
  seen: () => boolean;
  lastSeen: (id: string) => number | null;
  saw: (id: string, move: number) => void;
}

/** What a browser has. */
export const browser = (): Around => ({
  connect: (path, plugs) => new Socket(path, plugs),
  keys: keysFor,
  step: () => settings.moveMs,
  now: () => performance.now(),
  seen: () => !document.hidden,
  lastSeen,
  saw,
});
