import { beforeEach, describe, expect, test } from "vitest";
import type { SocketHandlers } from "../lib/socket.svelte";
import { makeAsk, makeFrame, makeInfo, makeLine } from "../table/model/fixtures";
import type { MatchEnv } from "../table/stores/matchEnv";
import type { Incoming, LessonStep, Outgoing } from "../types";
import { LessonTable } from "./lessonTable.svelte";

let sent: Outgoing[] = [];
let path = "";
let handlers: SocketHandlers;
let moveMs = 0;

const env: MatchEnv = {
  connect: (at, given) => {
    [path, handlers] = [at, given];
    return { status: "open", send: (request) => sent.push(request) > 0, retry: () => undefined, close: () => undefined };
  },
  keys: () => ["k1"],
  moveMs: () => moveMs,
  harmPauseMs: () => 0,
  now: () => 0,
  isPageVisible: () => true,
  lastSeenMove: () => 7,
  rememberSeenMove: () => {
    throw new Error("a lesson is not remembered");
  },
};
const receive = (...messages: Incoming[]): void => messages.forEach((message) => handlers.receive(message));
const makeStep = (more: Partial<LessonStep> = {}): LessonStep => ({
  type: "lesson_step",
  n: 1,
  title: "First",
  idea: "An idea.",
  phase: "read",
  number: 1,
  steps: 2,
  text: "Read this.",
  nodes: [],
  clauses: [],
  allowed: [],
  next: "",
  comment: "",
  stars: 3,
  inputs: [],
  following: "",
  ...more,
});
const answer = (more: object = {}): void => {
  const request = sent.at(-1);
  receive({ type: "done", id: request && "id" in request ? request.id : 0, n: 1, stopped: "", rule: "", ...more } as Incoming);
};

function open(): LessonTable {
  const table = new LessonTable("/socket/lesson/game/first", env);
  receive({ type: "welcome", info: makeInfo(), mine: [0], host: false, chat: [], notes: {} }, makeFrame({ n: 1, viewer: 0 }), makeStep({ nodes: ["piece"] }));
  return table;
}

beforeEach(() => {
  sent = [];
  moveMs = 0;
});

describe("a lesson", () => {
  test("is opened at its own path, without keys or memories", () => {
    const table = open();
    expect(path).toBe("/socket/lesson/game/first");
    expect(handlers.hello()).toEqual({ keys: [], view_as: 0, inputs: [] });
    expect(table.match.lastVisitMove).toBeNull();
    expect(table.hasReplay).toBe(false);
  });

  test("says what the server says, and points out what that is about", () => {
    const table = open();
    expect(table.lessonStep?.text).toBe("Read this.");
    expect(table.isReading).toBe(true);
    expect(table.pointed).toEqual(["piece"]);
  });

  test("shows the next text when the moves before it have been shown", () => {
    moveMs = 1000;
    const table = open();
    const moving = { paths: { piece: [[0, 0, 0], [1, 1, 0]] as [number, number, number][] }, lines: [makeLine(1, "Red moves.", { highlight: true })] };
    receive(makeFrame({ n: 2, move: 1, viewer: 0, ...moving }), makeFrame({ n: 3, move: 2, viewer: 0, ask: makeAsk(0, "go") }));
    receive(makeStep({ n: 3, phase: "play", text: "Now go." }));
    expect(table.lessonStep?.text).toBe("Read this.");
    table.match.queue.skip();
    expect(table.lessonStep?.text).toBe("Now go.");
    expect(table.isReading).toBe(false);
  });

  test("keeps its text while moves are shown whose step has not come yet", () => {
    const table = open();
    receive(makeStep({ n: 1, phase: "play", text: "Now go." }));
    expect(table.lessonStep?.text).toBe("Now go.");
    moveMs = 1000;
    const moving = { paths: { piece: [[0, 0, 0], [1, 1, 0]] as [number, number, number][] }, lines: [makeLine(1, "Red moves.", { highlight: true })] };
    receive(makeFrame({ n: 2, move: 1, viewer: 0, ...moving }), makeFrame({ n: 3, move: 2, viewer: 0, ask: makeAsk(0, "go") }));
    expect(table.lessonStep?.text).toBe("Now go.");
    receive(makeStep({ n: 3, phase: "play", text: "Now stop." }));
    expect(table.lessonStep?.text).toBe("Now go.");
    table.match.queue.skip();
    expect(table.lessonStep?.text).toBe("Now stop.");
  });

  test("tells a new connection what has been done", () => {
    open();
    receive(makeStep({ n: 2, inputs: [">", "go"] }));
    expect(handlers.hello().inputs).toEqual([">", "go"]);
  });

  test("sends one request at a time", async () => {
    const table = open();
    const first = table.readOn();
    await table.readOn();
    expect(sent.map(({ type }) => type)).toEqual(["read_on"]);
    answer();
    await first;
    void table.startAgain();
    expect(sent.at(-1)?.type).toBe("start_again");
  });

  test("H shows how to play, and keys of the replay do nothing", () => {
    const table = open();
    table.run({ do: "hint" });
    table.run({ do: "step", by: -1 });
    table.run({ do: "last" });
    expect(sent).toEqual([]);
    receive(makeFrame({ n: 2, viewer: 0, ask: makeAsk(0, "go") }), makeStep({ n: 2, phase: "play" }));
    table.run({ do: "hint" });
    expect(sent.map(({ type }) => type)).toEqual(["show_me"]);
  });

  test("reports its end with the stars", () => {
    const table = open();
    let stars = 0;
    table.onEnd = (count) => (stars = count);
    receive(makeStep({ n: 1, phase: "over", stars: 2 }));
    expect(stars).toBe(2);
  });
});
