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

  tell(answer: object): void {
    this.onmessage({ data: JSON.stringify(answer) });
  }
}

class FakePage extends EventTarget {
  navigator = { onLine: true };
  location = { protocol: "http:", host: "table.test" };
  document = Object.assign(new EventTarget(), { hidden: false });
}

const made: FakeSocket[] = [];
let page: FakePage;
let heard: Incoming[];
let keys: string[];

function plugged(): Socket {
  const plugs = { hello: () => ({ keys, look: -1 }), receive: (answer: Incoming) => void heard.push(answer) };
  const open = (url: string): WebSocket => {
    const socket = new FakeSocket(url);
    made.push(socket);
    return socket as unknown as WebSocket;
  };
  return new Socket("/socket/lobby", plugs, { open, random: () => 1, page: page as unknown as Window });
}

const last = (): FakeSocket => made.at(-1) as FakeSocket;
const say = { type: "say", seat: 0, text: "hello" } as const;

beforeEach(() => {
  vi.useFakeTimers();
  made.length = 0;
  page = new FakePage();
  heard = [];
  keys = ["k"];
});
afterEach(() => void vi.useRealTimers());

describe("a line to the server", () => {
  test("introduces itself as soon as it is there", () => {
    const socket = plugged();
    expect([socket.status, last().url]).toEqual(["connecting", "ws://table.test/socket/lobby"]);
    last().onopen();
    expect([socket.status, last().sent]).toEqual(["open", [{ type: "hello", keys: ["k"], look: -1 }]]);
  });

  test("is a safe one where the page is", () => {
    page.location.protocol = "https:";
    plugged();
    expect(last().url).toBe("wss://table.test/socket/lobby");
  });

  test("hands on what is told", () => {
    plugged();
    last().onopen();
    last().tell({ type: "done", id: 1, n: 2 });
    expect(heard).toEqual([{ type: "done", id: 1, n: 2 }]);
  });

  test("comes back by itself, with the keys of that moment, and keeps nothing that was asked meanwhile", () => {
    const socket = plugged();
    last().onopen();
    expect(socket.send(say)).toBe(true);
    last().onclose();
    expect([socket.status, socket.send(say)]).toEqual(["waiting", false]);
    keys = ["k", "new"];
    vi.advanceTimersByTime(retryDelay(0, 1));
    expect([socket.status, made.length, socket.send(say)]).toEqual(["connecting", 2, false]);
    last().onopen();
    expect(last().sent).toEqual([{ type: "hello", keys: ["k", "new"], look: -1 }]);
  });

  test("waits longer each time, and is quick again once it was there", () => {
    plugged();
    for (const attempt of [0, 1, 2]) {
      last().onclose();
      vi.advanceTimersByTime(retryDelay(attempt, 1) - 1);
      expect(made.length).toBe(attempt + 1);
      vi.advanceTimersByTime(1);
      expect(made.length).toBe(attempt + 2);
    }
    last().onopen();
    last().tell({ type: "done", id: 1, n: 2 });
    last().onclose();
    vi.advanceTimersByTime(retryDelay(0, 1));
    expect(made.length).toBe(5);
  });

  test("waits between half and all of a time that has an end", () => {
    expect([retryDelay(0, 0), retryDelay(0, 1), retryDelay(30, 0), retryDelay(30, 1)]).toEqual([250, 500, 7500, 15_000]);
  });

  test("tries at once when the network is back or the page is looked at", () => {
    const socket = plugged();
    last().onopen();
    page.navigator.onLine = false;
    page.dispatchEvent(new Event("offline"));
    expect([socket.status, last().closed, socket.send(say)]).toEqual(["offline", 1000, false]);
    page.navigator.onLine = true;
    page.dispatchEvent(new Event("online"));
    expect([socket.status, made.length]).toEqual(["connecting", 2]);
    last().onclose();
    page.document.dispatchEvent(new Event("visibilitychange"));
    expect([socket.status, made.length]).toEqual(["connecting", 3]);
  });

  test("to this very machine does not need a network", () => {
    page.location.host = "127.0.0.1:8000";
    const socket = plugged();
    last().onopen();
    page.navigator.onLine = false;
    page.dispatchEvent(new Event("offline"));
    expect([socket.status, socket.send(say)]).toEqual(["open", true]);
  });

  test("that may have died while the page slept is made anew", () => {
    const socket = plugged();
    last().onopen();
    page.document.hidden = true;
    page.document.dispatchEvent(new Event("visibilitychange"));
    vi.advanceTimersByTime(60_000);
    page.document.hidden = false;
    page.document.dispatchEvent(new Event("visibilitychange"));
    expect(made.length).toBe(1);
    page.document.hidden = true;
    page.document.dispatchEvent(new Event("visibilitychange"));
    vi.advanceTimersByTime(6 * 60_000);
    page.document.hidden = false;
    page.document.dispatchEvent(new Event("visibilitychange"));
    expect([made.length, socket.status]).toEqual([2, "connecting"]);
  });

  test("stays closed when the server says so, with its sentence, until somebody tries again", () => {
    const socket = plugged();
    last().onopen();
    last().tell({ type: "problem", code: "missing", text: "There is no such match.", final: true });
    last().onclose();
    vi.advanceTimersByTime(60_000);
    expect([socket.status, socket.problem, made.length]).toEqual(["ended", "There is no such match.", 1]);
    expect(heard.length).toBe(1);
    socket.retry();
    expect([socket.status, socket.problem, made.length]).toEqual(["connecting", "", 2]);
  });

  test.each(["going", "broken"])("comes back after a problem that passes: %s", (code) => {
    const socket = plugged();
    last().onopen();
    last().tell({ type: "problem", code, text: "The server is being started anew.", final: true });
    expect(socket.status).toBe("open");
    last().onclose();
    vi.advanceTimersByTime(retryDelay(0, 1));
    expect([socket.status, made.length]).toEqual(["connecting", 2]);
  });

  test("that is closed by us stays closed", () => {
    const socket = plugged();
    const first = last();
    first.onopen();
    socket.close();
    first.onclose();
    page.dispatchEvent(new Event("online"));
    vi.advanceTimersByTime(60_000);
    expect([socket.status, first.closed, made.length, socket.send(say)]).toEqual(["ended", 1000, 1, false]);
  });

  test("does not listen to a line it has left", () => {
    const socket = plugged();
    const first = last();
    first.onopen();
    socket.retry();
    first.tell({ type: "done", id: 1, n: 2 });
    first.onclose();
    expect([heard, socket.status]).toEqual([[], "connecting"]);
  });
});
