import { beforeEach, describe, expect, test } from "vitest";
import { router, type RouterWindow } from "../../lib/router.svelte";
import type { SocketHandlers } from "../../lib/socket.svelte";
import type { Incoming, Outgoing } from "../../types";
import { Match } from "./match.svelte";
import { loudMoves, Sitting } from "./sitting.svelte";
import { aChoice, aFrame, aLine, anAsk, anInfo } from "../model/testing";

let plugs: SocketHandlers;
let sent: Outgoing[] = [];
let address = "";
const history = {
  state: null,
  scrollRestoration: "auto" as ScrollRestoration,
  pushState: (_: unknown, __: string, to: string) => void (address = to),
  replaceState: (_: unknown, __: string, to: string) => void (address = to),
};
const host: RouterWindow = {
  location: {
    get href() {
      return address;
    },
    origin: "http://here",
  },
  history,
  document: { title: "" },
  scrollY: 0,
  scrollTo: () => undefined,
  addEventListener: () => undefined,
};

function sitting(over = false): Sitting {
  const match = new Match("abc", {
    connect: (_, given) => {
      plugs = given;
      return { status: "open", send: (one) => sent.push(one) > 0, retry: () => undefined, close: () => undefined };
    },
    keys: () => [],
    step: () => 0,
    now: () => 0,
    seen: () => true,
    lastSeen: () => null,
    saw: () => undefined,
  });
  const it = new Sitting("abc", match);
  const lines = [aLine(2, "Red falls.", { loud: true }), aLine(2, "x", { loud: true }), aLine(5, "Blue falls.", { loud: true })];
  const told: Incoming[] = [
    { type: "welcome", info: anInfo({ over }), mine: [0], host: true, said: [], notes: {} },
    aFrame({ n: 8, move: 8, viewer: 0, ask: over ? null : anAsk(0, "go", "stop"), undo: "" }),
    { type: "log", viewer: 0, move: 8, lines },
  ];
  for (const one of told) plugs.receive(one);
  return it;
}
/** The address says which moment is looked at; the page follows it. */
const follow = (it: Sitting): void => {
  const at = router.route.query.get("at");
  it.past.at = at === null ? null : Number(at);
  it.past.as = Number(router.route.query.get("as") ?? it.match.viewer);
};
const where = (): string => address.replace("http://here", "");

beforeEach(() => {
  sent = [];
  address = "http://here/match/abc";
  router.start(host);
});

describe("time", () => {
  test("steps lead back from the present, and on to it again", () => {
    const it = sitting();
    it.step(-1);
    expect(where()).toBe("/match/abc?at=7");
    follow(it);
    it.step(-1);
    follow(it);
    it.step(1);
    expect(where()).toBe("/match/abc?at=7");
    follow(it);
    it.step(1);
    expect(where()).toBe("/match/abc");
  });

  test("there is nothing before the beginning and after the present", () => {
    const it = sitting();
    expect(it.step(1)).toBe(false);
    it.goTo(-5);
    expect(where()).toBe("/match/abc?at=0");
    follow(it);
    expect(it.step(-1)).toBe(false);
  });

  test("leaps go to big moments", () => {
    const it = sitting();
    expect(loudMoves(it.lines)).toEqual([2, 5]);
    it.leap(-1);
    expect(where()).toBe("/match/abc?at=5");
    follow(it);
    it.leap(-1);
    follow(it);
    it.leap(1);
    follow(it);
    it.leap(1);
    expect(where()).toBe("/match/abc");
  });

  test("another seat is kept in the address", () => {
    const it = sitting(true);
    it.goTo(3, 1);
    expect(where()).toBe("/match/abc?at=3&as=1");
    follow(it);
    it.step(1);
    expect(where()).toBe("/match/abc?at=4&as=1");
    follow(it);
    it.goTo(4, 0);
    expect(where()).toBe("/match/abc?at=4");
  });
});

describe("keys", () => {
  test("the default is the first choice, and a choice is itself", () => {
    const it = sitting();
    it.obey({ do: "default" });
    expect(sent.at(-1)).toMatchObject({ type: "play", action: "go", n: 8 });
  });

  test("undo is asked for only when it can be", () => {
    const it = sitting();
    it.obey({ do: "undo" });
    expect(sent.at(-1)).toMatchObject({ type: "undo", seat: 0 });
    sent = [];
    plugs.receive(aFrame({ n: 9, move: 9, viewer: 0, undo: "A die has fallen." }));
    it.obey({ do: "undo" });
    expect(sent).toEqual([]);
  });

  test("Escape puts away one thing after the other", () => {
    const it = sitting();
    const dial = aChoice("drive", { spans: [{ name: "far", lo: 0, hi: 9, step: 1, hints: [], unit: 1 }] });
    it.choosing.begin(dial);
    it.choosing.confirming = "go";
    it.match.refusal = { text: "No.", rule: "" };
    it.obey({ do: "escape" });
    expect([it.match.refusal, it.choosing.confirming]).toEqual([null, "go"]);
    it.obey({ do: "escape" });
    expect([it.choosing.confirming, it.choosing.open]).toEqual([null, "drive"]);
    it.obey({ do: "escape" });
    expect(it.choosing.open).toBeNull();
  });
});

test("talk that was not read is counted", () => {
  const it = sitting();
  plugs.receive({ type: "said", speech: { seat: 1, text: "hello", at: 0 } });
  expect(it.unheard).toBe(1);
  it.hear();
  expect(it.unheard).toBe(0);
});
