/** A line to the server that mends itself. What is asked while it is broken is refused, never kept for later. */

import type { Hello, Incoming, Outgoing } from "../types";

/**
 * `connecting` and `open` speak for themselves; `waiting`: lost, tried again soon; `offline`: this device has no
 * network; `ended`: closed for good, by us or by the server, and `problem` says why.
 */
export type Status = "connecting" | "open" | "waiting" | "offline" | "ended";

export interface SocketHandlers {
  /** What to say first, each time the line is there: the keys, and whom to show. */
  hello: () => Omit<Hello, "type">;
  /** What the server tells. */
  receive: (answer: Incoming) => void;
}

/** What of a browser the line needs; tests bring their own. */
export interface SocketEnv {
  open: (url: string) => WebSocket;
  random: () => number;
  page: Window;
}

const FIRST_RETRY_MS = 500;
const MAX_RETRY_MS = 15_000;
const STALE_AFTER_MS = 5 * 60_000;
/** Problems that pass: the server is being started anew, or a table is loaded again. */
const TEMPORARY_PROBLEMS = ["going", "broken"];
const LOCAL_HOST = /^(localhost|127\.|\[::1\])/;

/** How long to wait before the next attempt, in milliseconds: longer each time, and never all at the same moment. */
export function retryDelay(attempt: number, random: number): number {
  const most = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** attempt);
  return Math.round(most / 2 + (most / 2) * random);
}

/** The line of one match (`/socket/match/ID`) or of the lobby (`/socket/lobby`). */
export class Socket {
  status: Status = $state("connecting");
  /** Why the server closed the line for good. */
  problem = $state("");

  #path: string;
  #plugs: SocketHandlers;
  #outside: SocketEnv;
  #socket: WebSocket | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #attempt = 0;
  #hidden = 0;
  #off: (() => void)[] = [];

  constructor(path: string, plugs: SocketHandlers, outside?: SocketEnv) {
    this.#path = path;
    this.#plugs = plugs;
    this.#outside = outside ?? { open: (url) => new WebSocket(url), random: Math.random, page: window };
    this.#listen();
    this.#connect();
  }

  /** Ask something; false if the line is not there, and then nothing was sent and nothing will be. */
  send(request: Outgoing): boolean {
    if (this.status !== "open" || !this.#socket) return false;
    this.#socket.send(JSON.stringify(request));
    return true;
  }

  /** Try again now instead of later; also after an end. */
  retry(): void {
    this.#attempt = 0;
    this.#drop();
    this.#connect();
  }

  /** Close the line for good. */
  close(): void {
    this.#off.forEach((off) => off());
    this.#off = [];
    this.#drop();
    this.status = "ended";
  }

  #drop(): void {
    clearTimeout(this.#timer);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close(1000);
  }

  #connect(): void {
    clearTimeout(this.#timer);
    const { page, open } = this.#outside;
    this.status = "connecting";
    this.problem = "";
    const scheme = page.location.protocol === "https:" ? "wss:" : "ws:";
    const socket = open(`${scheme}//${page.location.host}${this.#path}`);
    this.#socket = socket;
    socket.onopen = () => this.#opened(socket);
    socket.onmessage = (event) => this.#heard(socket, String(event.data));
    socket.onclose = () => this.#lost(socket);
  }

  #opened(socket: WebSocket): void {
    if (socket !== this.#socket) return;
    this.status = "open";
    this.send({ type: "hello", ...this.#plugs.hello() });
  }

  #heard(socket: WebSocket, text: string): void {
    if (socket !== this.#socket) return;
    this.#attempt = 0;
    const answer = JSON.parse(text) as Incoming;
    if (answer.type === "problem" && answer.final && !TEMPORARY_PROBLEMS.includes(answer.code)) {
      this.problem = answer.text;
      this.#drop();
      this.status = "ended";
    }
    this.#plugs.receive(answer);
  }

  #lost(socket: WebSocket): void {
    if (socket !== this.#socket) return;
    this.#socket = null;
    this.status = this.#outside.page.navigator.onLine ? "waiting" : "offline";
    this.#timer = setTimeout(() => this.#connect(), retryDelay(this.#attempt, this.#outside.random()));
    this.#attempt += 1;
  }

  #listen(): void {
    const { page } = this.#outside;
    const on = (target: EventTarget, type: string, listener: () => void): void => {
      target.addEventListener(type, listener);
      this.#off.push(() => target.removeEventListener(type, listener));
    };
    on(page, "online", () => this.#awake());
    on(page, "offline", () => this.#asleep());
    on(page, "pageshow", () => this.#awake());
    on(page.document, "visibilitychange", () => this.#seen(page.document.hidden));
  }

  #awake(): void {
    if (this.status === "waiting" || this.status === "offline") this.retry();
  }

  /** A line over a network that is gone looks alive for minutes; one to this very machine is. */
  #asleep(): void {
    const socket = this.#socket;
    if (!socket || LOCAL_HOST.test(this.#outside.page.location.host)) return;
    socket.close(1000);
    this.#lost(socket);
  }

  /** A page that slept for long may have a dead line that nobody noticed: a new one costs little. */
  #seen(hidden: boolean): void {
    if (hidden) this.#hidden = Date.now();
    else if (this.status === "open" && Date.now() - this.#hidden > STALE_AFTER_MS) this.retry();
    else this.#awake();
  }
}
