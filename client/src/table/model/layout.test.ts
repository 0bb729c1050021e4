import { expect, test } from "vitest";
import { latestCount, layoutOf } from "./layout";

const REM = 16;

test("a narrow board leaves its room to the column, within limits", () => {
  const square = layoutOf(1366, 712, 1, REM);
  expect(square).toEqual({ column: Math.round(0.42 * 1366), strip: 0 });
  expect(layoutOf(1366, 712, 1.25, REM).column).toBe(1366 - Math.round((712 - 2.6 * REM) * 1.25));
});

test("below a wide board there is room for the standings", () => {
  const { column, strip } = layoutOf(1366, 712, 2, REM);
  expect(column).toBe(27 * REM);
  expect(strip).toBe(Math.round(712 - 2.6 * REM - (1366 - column) / 2));
  expect(layoutOf(1366, 712, 1.6, REM).strip).toBe(0);
});

test("the column shows as many lines of the log as there is room for, at least three", () => {
  expect(latestCount(-500)).toBe(3);
  expect(latestCount(250)).toBe(8);
  expect(latestCount(5000)).toBe(16);
});
