import { expect, test } from "vitest";
import { lookedAt, thrown, TUMBLE } from "./moment";
import { aFrame, aLine } from "./testing";

const DICE = aLine(1, "Red throws 5.", { dice: [5] });

test("the last throws are found", () => {
  const lines = [DICE, aLine(1, "Red moves."), { ...DICE, text: "Red throws 2." }];
  expect(thrown(lines).map((line) => line.text)).toEqual(["Red throws 2."]);
  expect(thrown(lines, 3)).toHaveLength(2);
  expect(thrown([])).toEqual([]);
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
