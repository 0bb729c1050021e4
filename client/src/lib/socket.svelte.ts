/** A WebSocket that reconnects by itself. Requests made while it is down are rejected, never queued. */

import type { Hello, Incoming, Outgoing } from "../types";

/**
 * The state of a connection. `waiting`: lost, will retry soon; `offline`: this device has no network; `ended`: closed
 * for good, by the client or by the server, and `problem` says why.
 */
export type Status = "connecting" | "open" | "waiting" | "offline" | "ended";

export interface SocketHandlers {
  /** Return the first message of each connection: the keys, and the seat to show. */
  hello: () => Omit<Hello, "type">;
  /** Handle a message from the server. */
  receive: (answer: Incoming) => void;
}

/** The browser features a socket uses; tests replace them. */
export interface SocketEnv {
  open: (url: string) => WebSocket;
  random: () => number;
  page: Window;
}

const FIRST_RETRY_MS = 500;
const MAX_RETRY_MS = 15_000;
const STALE_AFTER_MS = 5 * 60_000;
/** Codes of problems after which the socket reconnects: the server restarts, a match is reloaded, or a seat was handed over. */
export const TEMPORARY_PROBLEMS = ["shutdown", "internal", "key_ended"];
const LOCAL_HOST = /^(localhost|127\.|\[::1\])/;

/** Return the delay before the next attempt in milliseconds. It doubles each time, with jitter so that clients spread out. */
export function retryDelay(attempt: number, random: number): number {
  const longest = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** attempt);
  return Math.round(longest / 2 + (longest / 2) * random);
}

/** The connection to one match (`/socket/match/ID`) or to the lobby (`/socket/lobby`). */
export class Socket {
  status: Status = $state("connecting");
  /** The reason why the server closed the connection for good, or "". */
  problem = $state("");

  #path: string;
  #handlers: SocketHandlers;
  #env: SocketEnv;
  #socket: WebSocket | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #attempt = 0;
  /** The time the page was last hidden, in milliseconds since 1970. */
  #hiddenAt = 0;
  #unsubscribe: (() => void)[] = [];

  constructor(path: string, handlers: SocketHandlers, env?: SocketEnv) {
    this.#path = path;
    this.#handlers = handlers;
    this.#env = env ?? { open: (url) => new WebSocket(url), random: Math.random, page: window };
    this.#listen();
    this.#connect();
  }

  /** Send a request; return false if there is no connection, in which case it is not sent later either. */
  send(request: Outgoing): boolean {
    if (this.status !== "open" || !this.#socket) return false;
    this.#socket.send(JSON.stringify(request));
    return true;
  }

  /** Reconnect now, also after the connection has ended. */
  retry(): void {
    this.#attempt = 0;
    this.#disconnect();
    this.#connect();
  }

  /** Close the connection for good. */
  close(): void {
    this.#unsubscribe.forEach((stop) => stop());
    this.#unsubscribe = [];
    this.#disconnect();
    this.status = "ended";
  }

  #disconnect(): void {
    clearTimeout(this.#timer);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close(1000);
  }

  #connect(): void {
    clearTimeout(this.#timer);
    const { page, open } = this.#env;
    this.status = "connecting";
    this.problem = "";
    const scheme = page.location.protocol === "https:" ? "wss:" : "ws:";
    const socket = open(`${scheme}//${page.location.host}${this.#path}`);
    this.#socket = socket;
    socket.onopen = () => this.#onOpen(socket);
    socket.onmessage = (event) => this.#onMessage(socket, String(event.data));
    socket.onclose = () => this.#onClose(socket);
  }

  #onOpen(socket: WebSocket): void {
    if (socket !== this.#socket) return;
    this.status = "open";
    this.send({ type: "hello", ...this.#handlers.hello() });
  }

  #onMessage(socket: WebSocket, text: string): void {
    if (socket !== this.#socket) return;
    this.#attempt = 0;
    const answer = JSON.parse(text) as Incoming;
    if (answer.type === "socket_error" && answer.final && !TEMPORARY_PROBLEMS.includes(answer.code)) {
      this.problem = answer.text;
      this.#disconnect();
      this.status = "ended";
    }
    this.#handlers.receive(answer);
  }

  #onClose(socket: WebSocket): void {
    if (socket !== this.#socket) return;
    this.#socket = null;
    this.status = this.#env.page.navigator.onLine ? "waiting" : "offline";
    this.#timer = setTimeout(() => this.#connect(), retryDelay(this.#attempt, this.#env.random()));
    this.#attempt += 1;
  }

  #listen(): void {
    const { page } = this.#env;
    const on = (target: EventTarget, type: string, listener: () => void): void => {
      target.addEventListener(type, listener);
      this.#unsubscribe.push(() => target.removeEventListener(type, listener));
    };
    on(page, "online", () => this.#reconnectIfLost());
    on(page, "offline", () => this.#onOffline());
    on(page, "pageshow", () => this.#reconnectIfLost());
    on(page.document, "visibilitychange", () => this.#onVisibilityChange(page.document.hidden));
  }

  #reconnectIfLost(): void {
    if (this.status === "waiting" || this.status === "offline") this.retry();
  }

  /** Without a network a remote connection looks alive for minutes, so close it. A local one does not need a network. */
  #onOffline(): void {
    const socket = this.#socket;
    if (!socket || LOCAL_HOST.test(this.#env.page.location.host)) return;
    socket.close(1000);
    this.#onClose(socket);
  }

  /** Reconnect a page that was hidden for long: its connection may have died unnoticed. */
  #onVisibilityChange(hidden: boolean): void {
    if (hidden) this.#hiddenAt = Date.now();
    else if (this.status === "open" && Date.now() - this.#hiddenAt > STALE_AFTER_MS) this.retry();
    else this.#reconnectIfLost();
  }
}
