import { beforeEach, describe, expect, test } from "vitest";
import type { SocketHandlers } from "../lib/socket.svelte";
import { makeAsk, makeFrame, makeInfo } from "../table/model/fixtures";
import type { MatchEnv } from "../table/stores/matchEnv";
import type { DrillStep, Incoming, Outgoing } from "../types";
import { DrillTable } from "./drillTable.svelte";

let sent: Outgoing[] = [];
let path = "";
let handlers: SocketHandlers;

const env: MatchEnv = {
  connect: (at, given) => {
    [path, handlers] = [at, given];
    return { status: "open", send: (request) => sent.push(request) > 0, retry: () => undefined, close: () => undefined };
  },
  keys: () => ["k1"],
  moveMs: () => 0,
  harmPauseMs: () => 0,
  now: () => 0,
  isPageVisible: () => true,
  lastSeenMove: () => 7,
  rememberSeenMove: () => {
    throw new Error("a drill is not remembered as a match");
  },
};
const receive = (...messages: Incoming[]): void => messages.forEach((message) => handlers.receive(message));
const makeStep = (more: Partial<DrillStep> = {}): DrillStep => ({
  type: "drill_step",
  n: 1,
  phase: "play",
  index: 4,
  move: 4,
  seat: 0,
  played: "Go",
  text: "Find something better than “Go”.",
  solved: false,
  shown: false,
  options: [],
  reason: "",
  better: "",
  better_label: "",
  done: 0,
  total: 0,
  tries: 0,
  ...more,
});
const best = (label = ""): DrillStep["options"] => [{ by: "best", label, chance: "60 %", odds: "" }];

function open(better = ""): DrillTable {
  const table = new DrillTable("/socket/drill/m1/4", () => better, env);
  receive({ type: "welcome", info: makeInfo(), mine: [0], host: false, chat: [], notes: {} }, makeFrame({ n: 1, viewer: 0, ask: makeAsk(0, "go") }), makeStep());
  return table;
}

beforeEach(() => (sent = []));

describe("a drill", () => {
  test("is opened at its own path, without keys, with what the review found", () => {
    const table = open("stop");
    expect(path).toBe("/socket/drill/m1/4");
    expect(handlers.hello()).toEqual({ keys: [], view_as: 0, better: "stop" });
    expect(table.title).toBe("Find better than “Go”");
    expect(table.hasReplay).toBe(false);
  });

  test("waits for Enter after an answer that leaves something to find", () => {
    const table = open();
    expect([table.isReading, table.isDone]).toEqual([false, false]);
    receive(makeStep({ phase: "rating" }));
    expect([table.isReading, table.isDone]).toEqual([false, false]);
    receive(makeStep({ phase: "answer", options: best() }));
    expect([table.isReading, table.isDone]).toEqual([true, false]);
    for (const more of [{ solved: true }, { shown: true }, { options: [] }]) {
      receive(makeStep({ phase: "answer", options: best("Stop"), ...more }));
      expect([table.isReading, table.isDone]).toEqual([false, true]);
    }
  });

  test("reads out the task, the rating and the answer", () => {
    const table = open();
    expect(table.spoken).toContain("Find something better");
    receive(makeStep({ phase: "rating", done: 1, total: 8 }));
    const rating = table.spoken;
    receive(makeStep({ phase: "rating", done: 2, total: 8 }));
    expect(table.spoken).toBe(rating);
    receive(makeStep({ phase: "answer", text: "Yes!", reason: "Because.", solved: true }));
    expect(table.spoken).toBe("Yes! Because.");
  });

  test("H shows the solution, before a try and after one that failed", () => {
    const table = open();
    receive(makeStep({ phase: "rating" }));
    table.run({ do: "hint" });
    expect(sent).toEqual([]);
    receive(makeStep({ phase: "answer", options: best() }));
    table.run({ do: "hint" });
    expect(sent.map(({ type }) => type)).toEqual(["show_me"]);
  });

  test("hands over each step", () => {
    const table = open();
    const phases: string[] = [];
    table.onStep = ({ phase }) => phases.push(phase);
    receive(makeStep({ phase: "rating" }), makeStep({ phase: "answer" }));
    expect(phases).toEqual(["rating", "answer"]);
  });
});
