import { expect, test } from "vitest";
import { makeFrame, makeLine } from "./fixtures";
import { displayTime, lastRolls, rollsInContext, TUMBLE_MS } from "./moment";

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
