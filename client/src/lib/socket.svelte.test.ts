import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Incoming } from "../types";
import { retryDelay, Socket } from "./socket.svelte";

class FakeSocket {
  sent: unknown[] = [];
  closed: number | null = null;
  onopen: () => void = () => undefined;
  onmessage: (event: { data: string }) => void = () => undefined;
  onclose: () => void = () => undefined;

  constructor(readonly url: string) {}

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  close(code: number): void {
    this.closed = code;
  }

  deliver(answer: object): void {
    this.onmessage({ data: JSON.stringify(answer) });
  }
}

class FakePage extends EventTarget {
  navigator = { onLine: true };
  location = { protocol: "http:", host: "table.test" };
  document = Object.assign(new EventTarget(), { hidden: false });
}

const sockets: FakeSocket[] = [];
let page: FakePage;
let received: Incoming[];
let keys: string[];

function connect(): Socket {
  const handlers = { hello: () => ({ keys, view_as: -1 }), receive: (answer: Incoming) => void received.push(answer) };
  const open = (url: string): WebSocket => {
    const socket = new FakeSocket(url);
    sockets.push(socket);
    return socket as unknown as WebSocket;
  };
  return new Socket("/socket/lobby", handlers, { open, random: () => 1, page: page as unknown as Window });
}

const latest = (): FakeSocket => sockets.at(-1) as FakeSocket;
const say = { type: "chat", seat: 0, text: "hello" } as const;

beforeEach(() => {
  vi.useFakeTimers();
  sockets.length = 0;
  page = new FakePage();
  received = [];
  keys = ["k"];
});
afterEach(() => void vi.useRealTimers());

describe("a socket", () => {
  test("sends hello as soon as it is open", () => {
    const socket = connect();
    expect([socket.status, latest().url]).toEqual(["connecting", "ws://table.test/socket/lobby"]);
    latest().onopen();
    expect([socket.status, latest().sent]).toEqual(["open", [{ type: "hello", keys: ["k"], view_as: -1 }]]);
  });

  test("is secure when the page is", () => {
    page.location.protocol = "https:";
    connect();
    expect(latest().url).toBe("wss://table.test/socket/lobby");
  });

  test("passes messages to its handler", () => {
    connect();
    latest().onopen();
    latest().deliver({ type: "done", id: 1, n: 2 });
    expect(received).toEqual([{ type: "done", id: 1, n: 2 }]);
  });

  test("reconnects with the current keys, and queues nothing meanwhile", () => {
    const socket = connect();
    latest().onopen();
    expect(socket.send(say)).toBe(true);
    latest().onclose();
    expect([socket.status, socket.send(say)]).toEqual(["waiting", false]);
    keys = ["k", "new"];
    vi.advanceTimersByTime(retryDelay(0, 1));
    expect([socket.status, sockets.length, socket.send(say)]).toEqual(["connecting", 2, false]);
    latest().onopen();
    expect(latest().sent).toEqual([{ type: "hello", keys: ["k", "new"], view_as: -1 }]);
  });

  test("waits longer each time, until it was open again", () => {
    connect();
    for (const attempt of [0, 1, 2]) {
      latest().onclose();
      vi.advanceTimersByTime(retryDelay(attempt, 1) - 1);
      expect(sockets.length).toBe(attempt + 1);
      vi.advanceTimersByTime(1);
      expect(sockets.length).toBe(attempt + 2);
    }
    latest().onopen();
    latest().deliver({ type: "done", id: 1, n: 2 });
    latest().onclose();
    vi.advanceTimersByTime(retryDelay(0, 1));
    expect(sockets.length).toBe(5);
  });

  test("waits between half the delay and all of it, up to a maximum", () => {
    expect([retryDelay(0, 0), retryDelay(0, 1), retryDelay(30, 0), retryDelay(30, 1)]).toEqual([250, 500, 7500, 15_000]);
  });

  test("retries at once when the network is back or the page becomes visible", () => {
    const socket = connect();
    latest().onopen();
    page.navigator.onLine = false;
    page.dispatchEvent(new Event("offline"));
    expect([socket.status, latest().closed, socket.send(say)]).toEqual(["offline", 1000, false]);
    page.navigator.onLine = true;
    page.dispatchEvent(new Event("online"));
    expect([socket.status, sockets.length]).toEqual(["connecting", 2]);
    latest().onclose();
    page.document.dispatchEvent(new Event("visibilitychange"));
    expect([socket.status, sockets.length]).toEqual(["connecting", 3]);
  });

  test("to this machine stays open without a network", () => {
    page.location.host = "127.0.0.1:8000";
    const socket = connect();
    latest().onopen();
    page.navigator.onLine = false;
    page.dispatchEvent(new Event("offline"));
    expect([socket.status, socket.send(say)]).toEqual(["open", true]);
  });

  test("reconnects after the page was hidden for long", () => {
    const socket = connect();
    latest().onopen();
    page.document.hidden = true;
    page.document.dispatchEvent(new Event("visibilitychange"));
    vi.advanceTimersByTime(60_000);
    page.document.hidden = false;
    page.document.dispatchEvent(new Event("visibilitychange"));
    expect(sockets.length).toBe(1);
    page.document.hidden = true;
    page.document.dispatchEvent(new Event("visibilitychange"));
    vi.advanceTimersByTime(6 * 60_000);
    page.document.hidden = false;
    page.document.dispatchEvent(new Event("visibilitychange"));
    expect([sockets.length, socket.status]).toEqual([2, "connecting"]);
  });

  test("stays closed with the server's reason, until retried", () => {
    const socket = connect();
    latest().onopen();
    latest().deliver({ type: "socket_error", code: "not_found", text: "There is no such match.", final: true });
    latest().onclose();
    vi.advanceTimersByTime(60_000);
    expect([socket.status, socket.problem, sockets.length]).toEqual(["ended", "There is no such match.", 1]);
    expect(received.length).toBe(1);
    socket.retry();
    expect([socket.status, socket.problem, sockets.length]).toEqual(["connecting", "", 2]);
  });

  test.each(["shutdown", "internal"])("reconnects after a temporary problem: %s", (code) => {
    const socket = connect();
    latest().onopen();
    latest().deliver({ type: "socket_error", code, text: "The server is restarting.", final: true });
    expect(socket.status).toBe("open");
    latest().onclose();
    vi.advanceTimersByTime(retryDelay(0, 1));
    expect([socket.status, sockets.length]).toEqual(["connecting", 2]);
  });

  test("stays closed after close()", () => {
    const socket = connect();
    const first = latest();
    first.onopen();
    socket.close();
    first.onclose();
    page.dispatchEvent(new Event("online"));
    vi.advanceTimersByTime(60_000);
    expect([socket.status, first.closed, sockets.length, socket.send(say)]).toEqual(["ended", 1000, 1, false]);
  });

  test("ignores messages of an earlier connection", () => {
    const socket = connect();
    const first = latest();
    first.onopen();
    socket.retry();
    first.deliver({ type: "done", id: 1, n: 2 });
    first.onclose();
    expect([received, socket.status]).toEqual([[], "connecting"]);
  });
});
