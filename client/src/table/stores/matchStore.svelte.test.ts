import { beforeEach, describe, expect, test, vi } from "vitest";
import type { SocketHandlers, Status } from "../../lib/socket.svelte";
import type { Destination, Incoming, Outgoing, Welcome } from "../../types";
import { makeAsk, makeChoice, makeFrame, makeInfo, makeLine, makeScene } from "../model/fixtures";
import type { MatchEnv } from "./matchEnv";
import { MatchStore } from "./matchStore.svelte";

let sent: Outgoing[] = [];
let isConnected = true;
let handlers: SocketHandlers;
let moveMs = 0;
let isPageVisible = true;
const seenMoves = new Map<string, number>();

const env: MatchEnv = {
  connect: (_, given) => {
    handlers = given;
    return {
      get status(): Status {
        return isConnected ? "open" : "waiting";
      },
      send: (request) => isConnected && sent.push(request) > 0,
      retry: () => undefined,
      close: () => undefined,
    };
  },
  keys: () => ["k1"],
  moveMs: () => moveMs,
  harmPauseMs: () => 0,
  now: () => 5000,
  isPageVisible: () => isPageVisible,
  lastSeenMove: (id) => seenMoves.get(id) ?? null,
  rememberSeenMove: (id, move) => void seenMoves.set(id, move),
};
const receive = (...messages: Incoming[]): void => messages.forEach((message) => handlers.receive(message));
const lastSent = (): Outgoing | undefined => sent.at(-1);
const idOf = (request: Outgoing | undefined): number => (request && "id" in request ? request.id : 0);
const welcome = (more: Partial<Welcome> = {}): Welcome => ({
  type: "welcome",
  info: makeInfo(),
  mine: [0],
  host: true,
  chat: [],
  notes: {},
  ...more,
});

beforeEach(() => {
  sent = [];
  isConnected = true;
  moveMs = 0;
  isPageVisible = true;
  seenMoves.clear();
});

describe("connecting", () => {
  test("hello has the keys, and the seat shown before the connection was lost", () => {
    const match = new MatchStore("abc", env);
    expect(handlers.hello()).toEqual({ keys: ["k1"], view_as: -1 });
    receive(welcome(), makeFrame({ viewer: 0 }));
    expect(handlers.hello()).toEqual({ keys: ["k1"], view_as: 0 });
    expect([match.mine, match.host, match.info?.title]).toEqual([[0], true, "The Game"]);
  });

  test("the full log arrives after the first frame", () => {
    const match = new MatchStore("abc", env);
    receive(welcome(), makeFrame({ move: 2, viewer: 0 }));
    receive({ type: "log", viewer: 0, move: 2, lines: [makeLine(1, "a"), makeLine(2, "b")], recap: null });
    receive(makeFrame({ move: 3, viewer: 0, lines: [makeLine(3, "c")] }));
    expect(match.lines.map((line) => line.text)).toEqual(["a", "b", "c"]);
  });

  test("after a reconnection the new frame replaces everything, and queued frames are dropped", () => {
    moveMs = 100;
    vi.useFakeTimers();
    const match = new MatchStore("abc", env);
    receive(welcome(), makeFrame({ move: 1, scene: makeScene({ layers: { ground: 4 } }), lines: [makeLine(1, "a")] }));
    receive(makeFrame({ move: 2, lines: [makeLine(2, "b")] }));
    expect(match.queue.pending).toBe(1);
    receive(welcome(), makeFrame({ move: 7, scene: makeScene({ layers: { ground: 5 } }) }));
    expect([match.queue.pending, match.shown?.frame.move, match.shown?.scene.layers[0]?.nodes.length]).toEqual([0, 7, 5]);
    vi.useRealTimers();
  });

  test("the most recently seen move is loaded, and moves shown now are remembered", () => {
    seenMoves.set("abc", 4);
    const match = new MatchStore("abc", env);
    receive(welcome(), makeFrame({ move: 9 }));
    expect([match.lastVisitMove, seenMoves.get("abc")]).toEqual([4, 9]);
    isPageVisible = false;
    receive(makeFrame({ move: 10 }));
    expect(seenMoves.get("abc")).toBe(9);
    expect([match.catchUp(), match.lastVisitMove, seenMoves.get("abc")]).toEqual([9, 9, 10]);
    expect(match.catchUp()).toBeNull();
  });
});

describe("frames", () => {
  test("are shown one after the other, and the decision opens with the final one", () => {
    moveMs = 200;
    vi.useFakeTimers();
    const match = new MatchStore("abc", env);
    receive(welcome(), makeFrame({ move: 1, lines: [makeLine(1, "a")] }));
    receive(makeFrame({ move: 2, lines: [makeLine(2, "b")], ask: makeAsk(1) }), makeFrame({ move: 3, viewer: -1, ask: makeAsk(0, "go") }));
    expect([match.shown?.frame.move, match.isDeciding]).toEqual([1, false]);
    vi.advanceTimersByTime(100);
    expect([match.shown?.frame.move, match.isDeciding]).toEqual([2, false]);
    vi.advanceTimersByTime(100);
    expect([match.shown?.frame.move, match.isDeciding]).toEqual([3, true]);
    vi.useRealTimers();
  });

  test("are shown at once when the page is hidden", () => {
    moveMs = 100;
    isPageVisible = false;
    const match = new MatchStore("abc", env);
    receive(welcome(), ...[1, 2, 3].map((move) => makeFrame({ move, lines: [makeLine(move, "x")] })));
    expect(match.shown?.frame.move).toBe(3);
  });

  test("of another viewer restart the log", () => {
    const match = new MatchStore("abc", env);
    receive(welcome({ mine: [0, 1] }), makeFrame({ move: 1, viewer: 0, lines: [makeLine(1, "Red's secret.")] }));
    receive(makeFrame({ move: 2, viewer: -1, curtain: 1, lines: [makeLine(2, "Red moves.")] }));
    expect(match.lines.map((line) => line.text)).toEqual(["Red moves."]);
  });

  test("start the clock when they arrive", () => {
    const match = new MatchStore("abc", env);
    receive(welcome(), makeFrame({ ask: { ...makeAsk(0, "go"), clock: { left_ms: 9000, reserve_ms: 0, grace_ms: 0 } } }));
    expect(match.runningClock).toEqual({ clock: { left_ms: 9000, reserve_ms: 0, grace_ms: 0 }, since: 5000 });
  });

  test("are each passed to listeners, the first without a predecessor", () => {
    const match = new MatchStore("abc", env);
    const moments: string[] = [];
    match.subscribe((now, before) => moments.push(`${before?.frame.move ?? "-"}>${now.frame.move}`));
    receive(welcome(), makeFrame({ move: 1 }), makeFrame({ move: 2 }));
    expect(moments).toEqual(["->1", "1>2"]);
  });
});

describe("playing", () => {
  test("an action names its frame, and the store is busy until the next frame", async () => {
    const match = new MatchStore("abc", env);
    receive(welcome(), makeFrame({ n: 4, move: 3, viewer: 0, ask: makeAsk(0, "go") }));
    const accepted = match.act("go");
    expect(lastSent()).toEqual({ type: "play", id: 1, n: 4, seat: 0, action: "go" });
    expect(await match.act("go")).toBe(false);
    receive({ type: "done", id: 1, n: 5 });
    expect(await accepted).toBe(true);
    expect(match.busy).toBe(true);
    receive(makeFrame({ n: 5, move: 4, viewer: 0 }));
    expect(match.busy).toBe(false);
  });

  test("a refusal is shown with its clause until the decision changes", async () => {
    const match = new MatchStore("abc", env);
    receive(welcome(), makeFrame({ n: 4, viewer: 0, ask: makeAsk(0, "go") }));
    const accepted = match.act("go");
    receive({ type: "rejected", id: 1, n: 4, rule: "XX-1", text: "Too far." });
    expect([await accepted, match.busy, match.refusal]).toEqual([false, false, { text: "Too far.", rule: "XX-1" }]);
    receive(makeFrame({ n: 5, viewer: 0, ask: makeAsk(0, "go") }));
    expect(match.refusal).not.toBeNull();
    receive(makeFrame({ n: 6, move: 1, viewer: 0 }));
    expect(match.refusal).toBeNull();
  });

  test("without a connection nothing is sent, and a message says so", async () => {
    const match = new MatchStore("abc", env);
    receive(welcome(), makeFrame({ n: 4, viewer: 0, ask: makeAsk(0, "go") }));
    isConnected = false;
    expect(await match.act("go")).toBe(false);
    expect([match.refusal?.text.includes("nothing was sent"), match.busy, sent]).toEqual([true, false, []]);
  });

  test("if the connection is lost before the answer, a message asks to check the move", async () => {
    const match = new MatchStore("abc", env);
    receive(welcome(), makeFrame({ n: 4, viewer: 0, ask: makeAsk(0, "go") }));
    const accepted = match.act("go");
    match.failRequests();
    expect([await accepted, match.busy]).toEqual([false, false]);
    expect(match.refusal?.text).toContain("check whether your move went through");
  });

  test("a seat that is not deciding cannot play", async () => {
    const match = new MatchStore("abc", env);
    receive(welcome(), makeFrame({ n: 4, viewer: 0, ask: { ...makeAsk(1), mine: -1 } }));
    expect(await match.act("go")).toBe(false);
    expect(sent).toEqual([]);
  });

  test("undo is sent, and the panels before it are remembered", async () => {
    const match = new MatchStore("abc", env);
    const panels = [{ name: "p", title: "P", heads: ["a"], rows: [["1"]], seats: [-1], of: "", minor: false }];
    receive(welcome(), makeFrame({ n: 4, viewer: 0, scene: { ...makeScene(), panels }, undo: "" }));
    const accepted = match.undo();
    expect(lastSent()).toEqual({ type: "undo", id: 1, n: 4, seat: 0 });
    receive({ type: "done", id: 1, n: 5 });
    expect([await accepted, match.panelsBefore]).toEqual([true, panels]);
  });
});

test("a refusal without a request number is shown as a notice", () => {
  const match = new MatchStore("abc", env);
  receive(welcome(), { type: "rejected", id: 0, n: 0, rule: "", text: "Too many messages. Wait a moment." });
  expect(match.notice).toBe("Too many messages. Wait a moment.");
});

test("the decision id changes only when the decision does", () => {
  const match = new MatchStore("abc", env);
  receive(welcome(), makeFrame({ n: 1, move: 1, viewer: 0, ask: makeAsk(0, "go") }));
  const first = match.decisionId;
  receive(makeFrame({ n: 2, move: 1, viewer: 0, ask: makeAsk(0, "go") }));
  expect(match.decisionId).toBe(first);
  receive(makeFrame({ n: 3, move: 2, viewer: 0, ask: makeAsk(0, "go") }));
  expect(match.decisionId).toBe(first + 1);
});

describe("requests", () => {
  test("odds are dropped with the frame for which they were requested", async () => {
    const match = new MatchStore("abc", env);
    receive(welcome(), makeFrame({ n: 4, viewer: 0, ask: makeAsk(0, "go") }));
    const request = match.askOdds();
    receive({ type: "odds_result", id: 1, n: 4, odds: [{ action: "go", summary: "67 %", rows: [], exact: true, method: "" }] });
    await request;
    expect(match.odds.get("go")?.summary).toBe("67 %");
    receive(makeFrame({ n: 5, viewer: 0 }));
    expect(match.odds.size).toBe(0);
  });

  test("estimated odds are replaced by exact ones that arrive later", async () => {
    const match = new MatchStore("abc", env);
    receive(welcome(), makeFrame({ n: 4, viewer: 0, ask: makeAsk(0, "go", "stay") }));
    const request = match.askOdds();
    const stay = { action: "stay", summary: "holds", rows: [], exact: true, method: "" };
    receive({ type: "odds_result", id: 1, n: 4, odds: [{ ...stay, action: "go", summary: "about 67 %", exact: false }, stay] });
    await request;
    receive({ type: "odds_update", n: 3, odds: [{ ...stay, action: "go", summary: "of another frame" }] });
    expect(match.odds.get("go")?.summary).toBe("about 67 %");
    receive({ type: "odds_update", n: 4, odds: [{ ...stay, action: "go", summary: "66 %" }] });
    expect(match.odds.get("go")?.summary).toBe("66 %");
    expect(match.odds.get("stay")?.summary).toBe("holds");
  });

  test("odds that arrive too late are ignored", async () => {
    const match = new MatchStore("abc", env);
    receive(welcome(), makeFrame({ n: 4, viewer: 0, ask: makeAsk(0, "go") }));
    const request = match.askOdds();
    receive(makeFrame({ n: 5, viewer: 0 }));
    receive({ type: "odds_result", id: 1, n: 4, odds: [{ action: "go", summary: "67 %", rows: [], exact: true, method: "" }] });
    await request;
    expect(match.odds.size).toBe(0);
  });

  test("odds are requested once for each decision, even if no choice has any", async () => {
    const match = new MatchStore("abc", env);
    receive(welcome(), makeFrame({ n: 4, viewer: 0, ask: makeAsk(0, "go") }));
    const request = match.askOdds();
    receive({ type: "odds_result", id: 1, n: 4, odds: [] });
    await request;
    await match.askOdds();
    expect(sent.filter(({ type }) => type === "odds")).toHaveLength(1);
    receive(makeFrame({ n: 5, viewer: 0, ask: makeAsk(0, "go") }));
    void match.askOdds();
    expect(sent.filter(({ type }) => type === "odds")).toHaveLength(2);
  });

  test("a table without odds gets no request for them", async () => {
    const match = new MatchStore("abc", env);
    receive(welcome({ info: makeInfo({ odds: false }) }), makeFrame({ n: 4, viewer: 0, ask: makeAsk(0, "go") }));
    await match.askOdds();
    expect(sent).toEqual([]);
  });

  test("a preview is returned, or an error if the connection is lost", async () => {
    const match = new MatchStore("abc", env);
    receive(welcome(), makeFrame({ n: 4, viewer: 0, ask: makeAsk(0, "go") }));
    const first = match.preview("go 1");
    receive({ type: "previewed", id: idOf(lastSent()), action: "go 1", nodes: [], description: "Go 1.", rule: "", refusal: "" });
    expect((await first).description).toBe("Go 1.");
    const second = match.preview("go 2");
    match.failRequests();
    await expect(second).rejects.toThrow("connection");
  });

  test("leaving a seat returns the reason of a refusal", async () => {
    const match = new MatchStore("abc", env);
    receive(welcome(), makeFrame());
    const refusal = match.changeSeat("leave", 0);
    receive({ type: "rejected", id: idOf(lastSent()), n: 0, rule: "", text: "The match is over." });
    expect(await refusal).toBe("The match is over.");
  });
});

test("a new chat message is added and reported", () => {
  const match = new MatchStore("abc", env);
  const messages: string[] = [];
  match.onChat = (speech) => messages.push(speech.text);
  receive(welcome({ chat: [{ seat: 0, text: "hello", at: 1 }] }), { type: "chat_posted", message: { seat: 1, text: "hi", at: 2 } });
  expect(match.chat.map((one) => one.text)).toEqual(["hello", "hi"]);
  expect(messages).toEqual(["hi"]);
});

test("a final problem is stored, any other becomes a notice", () => {
  const match = new MatchStore("abc", env);
  receive(welcome(), { type: "socket_error", code: "slow", text: "Too many requests.", final: false });
  expect([match.problem, match.notice]).toEqual([null, "Too many requests."]);
  receive({ type: "socket_error", code: "key", text: "You can watch.", final: false });
  receive({ type: "socket_error", code: "shutdown", text: "The server is shutting down.", final: true });
  expect([match.problem, match.invalidKeyNotice, match.notice]).toEqual([null, "You can watch.", "The server is shutting down."]);
  receive({ type: "socket_error", code: "not_found", text: "This match does not exist.", final: true });
  expect(match.problem?.code).toBe("not_found");
});

describe("compounds", () => {
  const compound = makeChoice("go 1; go 2", { label: "All the way", compound: ["go 1", "go 2"] });
  const destination: Destination = {
    choice: makeChoice("go 1; go 3", { compound: ["go 1", "go 3"] }),
    node: { id: "far", shape: "rect", x: 1, y: 2, data: "9 9", turn: 0, css: "target far", label: "", size: 0 },
    cost: "",
    path: [],
    source: "piece",
    replaces: false,
  };
  const asking = (n: number): Incoming => {
    const ask = makeAsk(0, "go 1");
    return makeFrame({ n, move: n, viewer: 0, ask: { ...ask, choices: [...ask.choices, compound], destinations: true } });
  };

  test("are sent as a list of actions, and single actions as before", () => {
    const match = new MatchStore("abc", env);
    receive(welcome(), asking(1));
    void match.act("go 1; go 2");
    expect(lastSent()).toMatchObject({ type: "play_all", n: 1, seat: 0, actions: ["go 1", "go 2"] });
    receive({ type: "done", id: idOf(lastSent()), n: 3 }, asking(3));
    void match.act("go 1");
    expect(lastSent()).toMatchObject({ type: "play", n: 3, seat: 0, action: "go 1" });
  });

  test("say why they stopped only if an action was refused", async () => {
    const match = new MatchStore("abc", env);
    receive(welcome(), asking(1));
    const first = match.act("go 1; go 2");
    receive({ type: "done", id: idOf(lastSent()), n: 2, stopped: "Stopped after 1 of 2: dice were rolled.", rule: "" }, asking(2));
    await first;
    expect(match.notice).toBe("");
    const second = match.act("go 1; go 2");
    receive({ type: "done", id: idOf(lastSent()), n: 3, stopped: "Stopped after 1 of 2: no.", rule: "XX-1" }, asking(3));
    await second;
    expect(match.notice).toBe("Stopped after 1 of 2: no.");
  });

  test("to destinations are requested once for each decision, and only where there may be some", async () => {
    const match = new MatchStore("abc", env);
    receive(welcome(), asking(1));
    const request = match.askDestinations();
    void match.askDestinations();
    expect(sent.filter(({ type }) => type === "destinations")).toHaveLength(1);
    receive({ type: "destinations_found", id: idOf(lastSent()), n: 1, destinations: [destination] });
    await request;
    expect(match.choices.map(({ action }) => action)).toEqual(["go 1", "go 1; go 2", "go 1; go 3"]);
    void match.act("go 1; go 3");
    expect(lastSent()).toMatchObject({ type: "play_all", actions: ["go 1", "go 3"] });
    receive({ type: "done", id: idOf(lastSent()), n: 3 }, makeFrame({ n: 3, move: 3, viewer: 0, ask: makeAsk(0, "go 1") }));
    expect(match.destinations).toEqual([]);
    await match.askDestinations();
    expect(sent.filter(({ type }) => type === "destinations")).toHaveLength(1);
  });

  test("to destinations of an earlier decision are dropped", async () => {
    const match = new MatchStore("abc", env);
    receive(welcome(), asking(1));
    const request = match.askDestinations();
    const id = idOf(lastSent());
    receive(asking(2), { type: "destinations_found", id, n: 1, destinations: [destination] });
    await request;
    expect(match.destinations).toEqual([]);
  });

  test("to destinations of selected pieces come with those pieces, and older answers are dropped", async () => {
    const match = new MatchStore("abc", env);
    receive(welcome(), asking(1));
    const older = match.askSelectionDestinations(["unit-1"]);
    const olderId = idOf(lastSent());
    const newer = match.askSelectionDestinations(["unit-1", "unit-2"]);
    expect(lastSent()).toMatchObject({ type: "destinations", nodes: ["unit-1", "unit-2"] });
    receive({ type: "destinations_found", id: olderId, n: 1, destinations: [] });
    await older;
    expect(match.hasSelectionDestinations).toBe(false);
    receive({ type: "destinations_found", id: idOf(lastSent()), n: 1, destinations: [destination] });
    await newer;
    expect(match.selectionDestinations).toEqual([destination]);
    await match.askSelectionDestinations([]);
    expect([match.selectionDestinations, match.hasSelectionDestinations]).toEqual([[], false]);
  });

  test("to a plan are answered with its actions, or a refusal", async () => {
    const match = new MatchStore("abc", env);
    receive(welcome(), asking(1));
    const plan = match.plan("advance");
    expect(lastSent()).toMatchObject({ type: "plan", n: 1, seat: 0, plan: "advance" });
    receive({ type: "planned", id: idOf(lastSent()), n: 1, choice: makeChoice("go 5; go 6", { compound: ["go 5", "go 6"] }) });
    expect((await plan)?.compound).toEqual(["go 5", "go 6"]);
    void match.act("go 5; go 6");
    expect(lastSent()).toMatchObject({ type: "play_all", actions: ["go 5", "go 6"] });
    receive({ type: "done", id: idOf(lastSent()), n: 3 }, makeFrame({ n: 3, move: 3, viewer: 0, ask: makeAsk(0, "go 1") }));
    const refused = match.plan("advance");
    receive({ type: "rejected", id: idOf(lastSent()), n: 3, rule: "", text: "No unit can advance." });
    expect([await refused, match.refusal?.text, match.planned]).toEqual([null, "No unit can advance.", null]);
  });
});
