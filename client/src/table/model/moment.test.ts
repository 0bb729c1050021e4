import { expect, test } from "vitest";
import { explained, lookedAt, thrown, TUMBLE } from "./moment";
import { aFrame, aLine } from "./testing";

const DICE = aLine(1, "Red throws 5.", { dice: [5] });

test("the last throws are found", () => {
  const lines = [DICE, aLine(1, "Red moves."), { ...DICE, text: "Red throws 2." }];
  expect(thrown(lines).map((line) => line.text)).toEqual(["Red throws 2."]);
  expect(thrown(lines, 3)).toHaveLength(2);
  expect(thrown([])).toEqual([]);
});

test("throws are explained by the big moments among them", () => {
  const big = aLine(1, "Red falls.", { loud: true });
  const lines = [aLine(1, "Red goes."), big, DICE, aLine(1, "Red stops.")];
  expect(explained(lines, 8)).toEqual([big, DICE]);
  expect(explained(lines, 1)).toEqual([DICE]);
  expect(explained([big], 8)).toEqual([]);
});

test("several throws are looked at longer than one, and what is hardly worth it for a moment", () => {
  expect(lookedAt(aFrame({ lines: [DICE, DICE, DICE] }), 100)).toBe(100 + 3 * TUMBLE);
  expect(lookedAt(aFrame({ lines: Array(9).fill(DICE) }), 100)).toBe(100 + 4 * TUMBLE);
  expect(lookedAt(aFrame({ lines: [aLine(1, "Red thinks.")] }), 100)).toBe(50);
});

test("a frame is looked at as long as there is something to see", () => {
  expect(lookedAt(aFrame(), 100)).toBe(0);
  expect(lookedAt(aFrame({ paths: { piece: [[1, 1, 0]] } }), 100)).toBe(100);
  expect(lookedAt(aFrame({ lines: [DICE] }), 100)).toBe(100 + TUMBLE);
  expect(lookedAt(aFrame({ lines: [aLine(1, "Red falls.", { loud: true })] }), 100)).toBe(200);
});

test("nobody waits for what is taken back, or who wants no pauses", () => {
  expect(lookedAt(aFrame({ lines: [DICE], undone: true }), 100)).toBe(0);
  expect(lookedAt(aFrame({ lines: [DICE] }), 0)).toBe(0);
});
