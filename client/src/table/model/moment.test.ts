import { describe, expect, test } from "vitest";
import type { Scene } from "../../types";
import { makeAsk, makeFrame, makeLine, makeScene } from "./fixtures";
import { combineFrames, displayTime, harmTo, lastRolls, mergeScene, rollsInContext, TUMBLE_MS } from "./moment";

const ROLL = makeLine(1, "Red rolls 5.", { dice: [5] });

test("the last rolls are found", () => {
  const lines = [ROLL, makeLine(1, "Red moves."), { ...ROLL, text: "Red rolls 2." }];
  expect(lastRolls(lines).map((line) => line.text)).toEqual(["Red rolls 2."]);
  expect(lastRolls(lines, 3)).toHaveLength(2);
  expect(lastRolls([])).toEqual([]);
});

test("rolls are shown with the key moments between them", () => {
  const keyMoment = makeLine(1, "Red falls.", { highlight: true });
  const lines = [makeLine(1, "Red goes."), keyMoment, ROLL, makeLine(1, "Red stops.")];
  expect(rollsInContext(lines, 8)).toEqual([keyMoment, ROLL]);
  expect(rollsInContext(lines, 1)).toEqual([ROLL]);
  expect(rollsInContext([keyMoment], 8)).toEqual([]);
});

test("several rolls are shown longer than one, and a mere log line only briefly", () => {
  expect(displayTime(makeFrame({ lines: [ROLL, ROLL, ROLL] }), 100)).toBe(100 + 3 * TUMBLE_MS);
  expect(displayTime(makeFrame({ lines: Array(9).fill(ROLL) }), 100)).toBe(100 + 4 * TUMBLE_MS);
  expect(displayTime(makeFrame({ lines: [makeLine(1, "Red thinks.")] }), 100)).toBe(50);
});

test("a frame is shown for as long as it has something to show", () => {
  expect(displayTime(makeFrame(), 100)).toBe(0);
  expect(displayTime(makeFrame({ paths: { piece: [[1, 1, 0]] } }), 100)).toBe(100);
  expect(displayTime(makeFrame({ lines: [ROLL] }), 100)).toBe(100 + TUMBLE_MS);
  expect(displayTime(makeFrame({ lines: [makeLine(1, "Red falls.", { highlight: true })] }), 100)).toBe(200);
});

test("there is no pause after an undo, or when animation is off", () => {
  expect(displayTime(makeFrame({ lines: [ROLL], undone: true }), 100)).toBe(0);
  expect(displayTime(makeFrame({ lines: [ROLL] }), 0)).toBe(0);
});

const names = (scene: Scene): string[] => scene.layers.map((layer) => `${layer.name} ${layer.nodes.length}`);

describe("combining frames", () => {
  const move = (number: number, more = {}): ReturnType<typeof makeFrame> =>
    makeFrame({ move: number, paths: { piece: [[number, 0, 0]] }, lines: [makeLine(number, "moves", { seat: 1 })], ...more });

  test("routine moves of the same seat become one step along the whole way", () => {
    const both = combineFrames(move(1), move(2));
    expect([both?.move, both?.lines.length, both?.paths.piece]).toEqual([2, 2, [[1, 0, 0], [2, 0, 0]]]);
  });

  test("rolls, harm, key moments, other seats and your decision are shown alone", () => {
    const lines = [{ dice: [1] }, { harmed: 0 }, { highlight: true }, { seat: 0 }].map((more) => [makeLine(2, "x", { seat: 1, ...more })]);
    expect(lines.map((some) => combineFrames(move(1), move(2, { lines: some })))).toEqual([null, null, null, null]);
    expect(combineFrames(move(1, { ask: makeAsk(0, "go") }), move(2))).toBeNull();
  });

  test("the layers of both frames are kept", () => {
    const one = move(1, { scene: makeScene({ layers: { a: 1, b: 1 }, complete: false }) });
    const next = move(2, { scene: makeScene({ layers: { b: 2 }, order: ["a", "b"], complete: false }) });
    expect(names(combineFrames(one, next)!.scene)).toEqual(["a 1", "b 2"]);
  });
});

test("harm to a seat is listed with its losses first", () => {
  const lines = [makeLine(1, "hit", { harmed: 0 }), makeLine(1, "other", { harmed: 1 }), makeLine(1, "lost", { harmed: 0, loss: true })];
  expect(harmTo(makeFrame({ lines }), [0]).map((line) => line.text)).toEqual(["lost", "hit"]);
});

describe("merging scenes", () => {
  const first = makeScene({ layers: { ground: 9, pieces: 2 } });

  test("a complete scene replaces the previous one", () => {
    const other = makeScene({ layers: { map: 1 } });
    expect(names(mergeScene(first, other))).toEqual(["map 1"]);
  });

  test("a static layer that is sent again is reused", () => {
    const ground = makeScene({ layers: { ground: 9, pieces: 2 } });
    for (const layer of ground.layers) layer.static = layer.name === "ground";
    const again = structuredClone(ground);
    const merged = mergeScene(ground, again);
    expect([merged.layers[0] === ground.layers[0], merged.layers[1] === again.layers[1]]).toEqual([true, true]);
  });

  test("a layer that is not sent again stays, and the order is the new one", () => {
    const next = makeScene({ layers: { pieces: 3, marks: 1 }, order: ["ground", "marks", "pieces"], complete: false });
    expect(names(mergeScene(first, next))).toEqual(["ground 9", "marks 1", "pieces 3"]);
  });

  test("a layer that is no longer in the order is dropped", () => {
    const next = makeScene({ layers: {}, order: ["ground"], complete: false });
    expect(names(mergeScene(first, next))).toEqual(["ground 9"]);
  });

  test("prompt, breadcrumbs, handles and panels are always the new ones", () => {
    const next = { ...makeScene({ layers: {}, order: ["ground"], complete: false }), prompt: "Roll.", breadcrumbs: ["Two"] };
    const merged = mergeScene(first, next);
    expect([merged.prompt, merged.breadcrumbs, merged.complete]).toEqual(["Roll.", ["Two"], true]);
  });
});
