import { beforeEach, describe, expect, test, vi } from "vitest";
import type { SocketHandlers, Status } from "../../lib/socket.svelte";
import type { Incoming, Outgoing, Welcome } from "../../types";
import type { Around } from "./around";
import { Match } from "./match.svelte";
import { aFrame, aLine, anAsk, anInfo, aScene } from "../model/testing";

let sent: Outgoing[] = [];
let up = true;
let plugs: SocketHandlers;
let step = 0;
let seen = true;
const kept = new Map<string, number>();

const around: Around = {
  connect: (_, given) => {
    plugs = given;
    return {
      get status(): Status {
        return up ? "open" : "waiting";
      },
      send: (request) => up && sent.push(request) > 0,
      retry: () => undefined,
      close: () => undefined,
    };
  },
  keys: () => ["k1"],
  step: () => step,
  now: () => 5000,
  seen: () => seen,
  lastSeen: (id) => kept.get(id) ?? null,
  saw: (id, move) => void kept.set(id, move),
};
const hear = (...all: Incoming[]): void => all.forEach((one) => plugs.receive(one));
const last = (): Outgoing | undefined => sent.at(-1);
const numberOf = (request: Outgoing | undefined): number => (request && "id" in request ? request.id : 0);
const welcome = (more: Partial<Welcome> = {}): Welcome => ({
  type: "welcome",
  info: anInfo(),
  mine: [0],
  host: true,
  said: [],
  notes: {},
  ...more,
});

beforeEach(() => {
  sent = [];
  up = true;
  step = 0;
  seen = true;
  kept.clear();
});

describe("coming to a table", () => {
  test("hello has the keys, and the seat that was shown before a loss", () => {
    const match = new Match("abc", around);
    expect(plugs.hello()).toEqual({ keys: ["k1"], look: -1 });
    hear(welcome(), aFrame({ viewer: 0 }));
    expect(plugs.hello()).toEqual({ keys: ["k1"], look: 0 });
    expect([match.mine, match.host, match.info?.title]).toEqual([[0], true, "The Game"]);
  });

  test("the whole log comes after the first frame", () => {
    const match = new Match("abc", around);
    hear(welcome(), aFrame({ move: 2, viewer: 0 }));
    hear({ type: "log", viewer: 0, move: 2, lines: [aLine(1, "a"), aLine(2, "b")] });
    hear(aFrame({ move: 3, viewer: 0, lines: [aLine(3, "c")] }));
    expect(match.lines.map((line) => line.text)).toEqual(["a", "b", "c"]);
  });

  test("after a loss the new frame stands for itself, and what waited is forgotten", () => {
    step = 100;
    vi.useFakeTimers();
    const match = new Match("abc", around);
    hear(welcome(), aFrame({ move: 1, scene: aScene({ layers: { ground: 4 } }), lines: [aLine(1, "a")] }));
    hear(aFrame({ move: 2, lines: [aLine(2, "b")] }));
    expect(match.reel.waiting).toBe(1);
    hear(welcome(), aFrame({ move: 7, scene: aScene({ layers: { ground: 5 } }) }));
    expect([match.reel.waiting, match.shown?.frame.move, match.shown?.scene.layers[0]?.nodes.length]).toEqual([0, 7, 5]);
    vi.useRealTimers();
  });

  test("what was seen last time is known, and what is seen now is remembered", () => {
    kept.set("abc", 4);
    const match = new Match("abc", around);
    hear(welcome(), aFrame({ move: 9 }));
    expect([match.visited, kept.get("abc")]).toEqual([4, 9]);
    seen = false;
    hear(aFrame({ move: 10 }));
    expect(kept.get("abc")).toBe(9);
    expect([match.caughtUp(), match.visited, kept.get("abc")]).toEqual([9, 9, 10]);
    expect(match.caughtUp()).toBeNull();
  });
});

describe("frames", () => {
  test("are shown one after the other, and nothing can be chosen before the last", () => {
    step = 200;
    vi.useFakeTimers();
    const match = new Match("abc", around);
    hear(welcome(), aFrame({ move: 1, lines: [aLine(1, "a")] }));
    hear(aFrame({ move: 2, lines: [aLine(2, "b")], ask: anAsk(1) }), aFrame({ move: 3, viewer: -1, ask: anAsk(0, "go") }));
    expect([match.shown?.frame.move, match.deciding]).toEqual([1, false]);
    vi.advanceTimersByTime(100);
    expect([match.shown?.frame.move, match.deciding]).toEqual([2, false]);
    vi.advanceTimersByTime(100);
    expect([match.shown?.frame.move, match.deciding]).toEqual([3, true]);
    vi.useRealTimers();
  });

  test("wait for nobody when the page is hidden", () => {
    step = 100;
    seen = false;
    const match = new Match("abc", around);
    hear(welcome(), ...[1, 2, 3].map((move) => aFrame({ move, lines: [aLine(move, "x")] })));
    expect(match.shown?.frame.move).toBe(3);
  });

  test("of another viewer bring another log", () => {
    const match = new Match("abc", around);
    hear(welcome({ mine: [0, 1] }), aFrame({ move: 1, viewer: 0, lines: [aLine(1, "Red's secret.")] }));
    hear(aFrame({ move: 2, viewer: -1, curtain: 1, lines: [aLine(2, "Red moves.")] }));
    expect(match.lines.map((line) => line.text)).toEqual(["Red moves."]);
  });

  test("a clock counts from the moment it came", () => {
    const match = new Match("abc", around);
    hear(welcome(), aFrame({ ask: { ...anAsk(0, "go"), clock: { left: 9000, reserve: 0 } } }));
    expect(match.running).toEqual({ clock: { left: 9000, reserve: 0 }, since: 5000 });
  });

  test("watchers hear of each, and know which is the first", () => {
    const match = new Match("abc", around);
    const heard: string[] = [];
    match.watch((now, before) => heard.push(`${before?.frame.move ?? "-"}>${now.frame.move}`));
    hear(welcome(), aFrame({ move: 1 }), aFrame({ move: 2 }));
    expect(heard).toEqual(["->1", "1>2"]);
  });
});

describe("playing", () => {
  test("an action names the moment it answers, and is busy until the next frame", async () => {
    const match = new Match("abc", around);
    hear(welcome(), aFrame({ n: 4, move: 3, viewer: 0, ask: anAsk(0, "go") }));
    const taken = match.act("go");
    expect(last()).toEqual({ type: "play", id: 1, n: 4, seat: 0, action: "go" });
    expect(await match.act("go")).toBe(false);
    hear({ type: "done", id: 1, n: 5 });
    expect(await taken).toBe(true);
    expect(match.busy).toBe(true);
    hear(aFrame({ n: 5, move: 4, viewer: 0 }));
    expect(match.busy).toBe(false);
  });

  test("a refusal is shown with its clause, until something new is shown", async () => {
    const match = new Match("abc", around);
    hear(welcome(), aFrame({ n: 4, viewer: 0, ask: anAsk(0, "go") }));
    const taken = match.act("go");
    hear({ type: "refused", id: 1, n: 4, rule: "XX-1", text: "Not so far." });
    expect([await taken, match.busy, match.refusal]).toEqual([false, false, { text: "Not so far.", rule: "XX-1" }]);
    hear(aFrame({ n: 5, viewer: 0, ask: anAsk(0, "go") }));
    expect(match.refusal).not.toBeNull();
    hear(aFrame({ n: 6, move: 1, viewer: 0 }));
    expect(match.refusal).toBeNull();
  });

  test("without a line nothing is sent, and a sentence says so", async () => {
    const match = new Match("abc", around);
    hear(welcome(), aFrame({ n: 4, viewer: 0, ask: anAsk(0, "go") }));
    up = false;
    expect(await match.act("go")).toBe(false);
    expect([match.refusal?.text.includes("nothing was sent"), match.busy, sent]).toEqual([true, false, []]);
  });

  test("a line that breaks before the answer leaves it open", async () => {
    const match = new Match("abc", around);
    hear(welcome(), aFrame({ n: 4, viewer: 0, ask: anAsk(0, "go") }));
    const taken = match.act("go");
    match.lost();
    expect([await taken, match.busy]).toEqual([false, false]);
    expect(match.refusal?.text).toContain("look whether your move was taken");
  });

  test("nobody plays who is not asked", async () => {
    const match = new Match("abc", around);
    hear(welcome(), aFrame({ n: 4, viewer: 0, ask: { ...anAsk(1), mine: -1 } }));
    expect(await match.act("go")).toBe(false);
    expect(sent).toEqual([]);
  });

  test("undo takes back, and the panels remember what was before", async () => {
    const match = new Match("abc", around);
    const panels = [{ name: "p", title: "P", heads: ["a"], rows: [["1"]], seats: [-1], of: "" }];
    hear(welcome(), aFrame({ n: 4, viewer: 0, scene: { ...aScene(), panels }, undo: "" }));
    const taken = match.undo();
    expect(last()).toEqual({ type: "undo", id: 1, n: 4, seat: 0 });
    hear({ type: "done", id: 1, n: 5 });
    expect([await taken, match.before]).toEqual([true, panels]);
  });
});

test("a word that is refused has no question, and is told", () => {
  const match = new Match("abc", around);
  hear(welcome(), { type: "refused", id: 0, n: 0, rule: "", text: "You talk too fast." });
  expect(match.notice).toBe("You talk too fast.");
});

test("a turn is another one when something else is to be decided, and only then", () => {
  const match = new Match("abc", around);
  hear(welcome(), aFrame({ n: 1, move: 1, viewer: 0, ask: anAsk(0, "go") }));
  const first = match.turn;
  hear(aFrame({ n: 2, move: 1, viewer: 0, ask: anAsk(0, "go") }));
  expect(match.turn).toBe(first);
  hear(aFrame({ n: 3, move: 2, viewer: 0, ask: anAsk(0, "go") }));
  expect(match.turn).toBe(first + 1);
});

describe("asking", () => {
  test("odds are kept for the moment they were asked for", async () => {
    const match = new Match("abc", around);
    hear(welcome(), aFrame({ n: 4, viewer: 0, ask: anAsk(0, "go") }));
    const asked = match.askOdds();
    hear({ type: "chances", id: 1, n: 4, chances: [{ action: "go", short: "67 %", rows: [], exact: true, how: "" }] });
    await asked;
    expect(match.chances.get("go")?.short).toBe("67 %");
    hear(aFrame({ n: 5, viewer: 0 }));
    expect(match.chances.size).toBe(0);
  });

  test("odds that were only tried give way to those that are counted later", async () => {
    const match = new Match("abc", around);
    hear(welcome(), aFrame({ n: 4, viewer: 0, ask: anAsk(0, "go", "stay") }));
    const asked = match.askOdds();
    const stay = { action: "stay", short: "holds", rows: [], exact: true, how: "" };
    hear({ type: "chances", id: 1, n: 4, chances: [{ ...stay, action: "go", short: "about 67 %", exact: false }, stay] });
    await asked;
    hear({ type: "counted", n: 3, chances: [{ ...stay, action: "go", short: "of another moment" }] });
    expect(match.chances.get("go")?.short).toBe("about 67 %");
    hear({ type: "counted", n: 4, chances: [{ ...stay, action: "go", short: "66 %" }] });
    expect(match.chances.get("go")?.short).toBe("66 %");
    expect(match.chances.get("stay")?.short).toBe("holds");
  });

  test("odds that come too late are dropped", async () => {
    const match = new Match("abc", around);
    hear(welcome(), aFrame({ n: 4, viewer: 0, ask: anAsk(0, "go") }));
    const asked = match.askOdds();
    hear(aFrame({ n: 5, viewer: 0 }));
    hear({ type: "chances", id: 1, n: 4, chances: [{ action: "go", short: "67 %", rows: [], exact: true, how: "" }] });
    await asked;
    expect(match.chances.size).toBe(0);
  });

  test("a table without odds is not asked for them", async () => {
    const match = new Match("abc", around);
    hear(welcome({ info: anInfo({ odds: false }) }), aFrame({ n: 4, viewer: 0, ask: anAsk(0, "go") }));
    await match.askOdds();
    expect(sent).toEqual([]);
  });

  test("a preview comes back to whoever asked; a broken line answers with an error", async () => {
    const match = new Match("abc", around);
    hear(welcome(), aFrame({ n: 4, viewer: 0, ask: anAsk(0, "go") }));
    const first = match.preview("go 1");
    hear({ type: "previewed", id: numberOf(last()), action: "go 1", nodes: [], words: "On.", rule: "", refusal: "" });
    expect((await first).words).toBe("On.");
    const second = match.preview("go 2");
    match.lost();
    await expect(second).rejects.toThrow("connection");
  });

  test("a seat that cannot be left says why", async () => {
    const match = new Match("abc", around);
    hear(welcome(), aFrame());
    const left = match.seat("leave", 0);
    hear({ type: "refused", id: numberOf(last()), n: 0, rule: "", text: "It is over." });
    expect(await left).toBe("It is over.");
  });
});

test("talk is added to what was said, and what is new is heard", () => {
  const match = new Match("abc", around);
  const heard: string[] = [];
  match.onsaid = (speech) => heard.push(speech.text);
  hear(welcome({ said: [{ seat: 0, text: "hello", at: 1 }] }), { type: "said", speech: { seat: 1, text: "hi", at: 2 } });
  expect(match.said.map((one) => one.text)).toEqual(["hello", "hi"]);
  expect(heard).toEqual(["hi"]);
});

test("a problem that closes the line is kept, another is only told", () => {
  const match = new Match("abc", around);
  hear(welcome(), { type: "problem", code: "slow", text: "Slower, please.", final: false });
  expect([match.problem, match.notice]).toEqual([null, "Slower, please."]);
  hear({ type: "problem", code: "key", text: "You can watch.", final: false });
  hear({ type: "problem", code: "going", text: "The server ends now.", final: true });
  expect([match.problem, match.stale, match.notice]).toEqual([null, "You can watch.", "The server ends now."]);
  hear({ type: "problem", code: "missing", text: "There is no such match.", final: true });
  expect(match.problem?.code).toBe("missing");
});
