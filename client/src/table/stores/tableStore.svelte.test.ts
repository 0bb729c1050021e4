import { beforeEach, describe, expect, test } from "vitest";
import { router, type RouterWindow } from "../../lib/router.svelte";
import type { SocketHandlers } from "../../lib/socket.svelte";
import type { Incoming, Outgoing } from "../../types";
import { makeAsk, makeChoice, makeFrame, makeInfo, makeLine } from "../model/fixtures";
import { MatchStore } from "./matchStore.svelte";
import { TableStore } from "./tableStore.svelte";

let handlers: SocketHandlers;
let sent: Outgoing[] = [];
let address = "";
const history = {
  state: null,
  scrollRestoration: "auto" as ScrollRestoration,
  pushState: (_: unknown, __: string, to: string) => void (address = to),
  replaceState: (_: unknown, __: string, to: string) => void (address = to),
};
const routerWindow: RouterWindow = {
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

function makeTable(over = false): TableStore {
  const match = new MatchStore("abc", {
    connect: (_, given) => {
      handlers = given;
      return { status: "open", send: (one) => sent.push(one) > 0, retry: () => undefined, close: () => undefined };
    },
    keys: () => [],
    moveMs: () => 0,
    harmPauseMs: () => 0,
    now: () => 0,
    isPageVisible: () => true,
    lastSeenMove: () => null,
    rememberSeenMove: () => undefined,
  });
  const table = new TableStore("abc", match);
  const lines = [makeLine(2, "Red falls.", { highlight: true }), makeLine(5, "Blue falls.", { highlight: true })];
  const messages: Incoming[] = [
    { type: "welcome", info: makeInfo({ over }), mine: [0], host: true, chat: [], notes: {} },
    makeFrame({ n: 8, move: 8, viewer: 0, ask: over ? null : makeAsk(0, "go", "stop"), undo: "" }),
    { type: "log", viewer: 0, move: 8, lines, recap: null },
  ];
  for (const message of messages) handlers.receive(message);
  return table;
}

/** Apply the address to the replay, as the page does. */
const followAddress = (table: TableStore): void => {
  const at = router.route.query.get("at");
  table.replay.move = at === null ? null : Number(at);
  table.replay.seat = Number(router.route.query.get("as") ?? table.match.viewer);
};
const path = (): string => address.replace("http://here", "");

beforeEach(() => {
  sent = [];
  address = "http://here/match/abc";
  router.start(routerWindow);
});

describe("the replay", () => {
  test("steps back from the live match and forward to it again", () => {
    const table = makeTable();
    table.step(-1);
    expect(path()).toBe("/match/abc?at=7");
    followAddress(table);
    table.step(-1);
    followAddress(table);
    table.step(1);
    expect(path()).toBe("/match/abc?at=7");
    followAddress(table);
    table.step(1);
    expect(path()).toBe("/match/abc");
  });

  test("has nothing before the start and after the last move", () => {
    const table = makeTable();
    expect(table.step(1)).toBe(false);
    table.goTo(-5);
    expect(path()).toBe("/match/abc?at=0");
    followAddress(table);
    expect(table.step(-1)).toBe(false);
  });

  test("jumps to key moments", () => {
    const table = makeTable();
    table.jump(-1);
    expect(path()).toBe("/match/abc?at=5");
    followAddress(table);
    table.jump(-1);
    followAddress(table);
    table.jump(1);
    followAddress(table);
    table.jump(1);
    expect(path()).toBe("/match/abc");
  });

  test("keeps another seat in the address", () => {
    const table = makeTable(true);
    table.goTo(3, 1);
    expect(path()).toBe("/match/abc?at=3&as=1");
    followAddress(table);
    table.step(1);
    expect(path()).toBe("/match/abc?at=4&as=1");
    followAddress(table);
    table.goTo(4, 0);
    expect(path()).toBe("/match/abc?at=4");
  });
});

describe("commands", () => {
  test("the default is the first choice", () => {
    const table = makeTable();
    table.run({ do: "default" });
    expect(sent.at(-1)).toMatchObject({ type: "play", action: "go", n: 8 });
  });

  test("undo is sent only when it is possible", () => {
    const table = makeTable();
    table.run({ do: "undo" });
    expect(sent.at(-1)).toMatchObject({ type: "undo", seat: 0 });
    sent = [];
    handlers.receive(makeFrame({ n: 9, move: 9, viewer: 0, undo: "Dice have been rolled." }));
    table.run({ do: "undo" });
    expect(sent).toEqual([]);
  });

  test("Escape closes one thing after the other", () => {
    const table = makeTable();
    const { match, choiceStore } = table;
    choiceStore.openNumbers(makeChoice("drive", { spans: [{ name: "far", lo: 0, hi: 9, step: 1, hints: [], unit: 1 }] }));
    choiceStore.confirming = "go";
    match.refusal = { text: "No.", rule: "" };
    table.run({ do: "escape" });
    expect([match.refusal, choiceStore.confirming]).toEqual([null, "go"]);
    table.run({ do: "escape" });
    expect([choiceStore.confirming, choiceStore.open]).toEqual([null, "drive"]);
    table.run({ do: "escape" });
    expect(choiceStore.open).toBeNull();
  });
});

test("unread chat messages are counted", () => {
  const table = makeTable();
  handlers.receive({ type: "chat_posted", message: { seat: 1, text: "hello", at: 0 } });
  expect(table.unreadCount).toBe(1);
  table.markRead();
  expect(table.unreadCount).toBe(0);
});
