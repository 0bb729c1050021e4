import { describe, expect, test } from "vitest";
import type { LabRow } from "../types";
import { describeResult, formatTimeLeft, formatRate, progress, formatRoughDuration, isActive } from "./format";

const row: LabRow = { pairing: "a v b", scenario: "x", arm: "", games: 40, score: 0.6, low: 0.52, high: 0.7, verdict: "not fair", done: true };

test.each([
  [38.2, "38 matches a second"],
  [1.4, "84 matches a minute"],
  [0.02, "72 matches an hour"],
  [0.0001, "1 match an hour"],
  [0, ""],
])("a rate of %f is told as %s", (rate, told) => expect(formatRate(rate)).toBe(told));

test.each([
  [0.2, "1 second"],
  [43, "45 seconds"],
  [57, "1 minute"],
  [600, "10 minutes"],
  [5400, "2 hours"],
  [400_000, "5 days"],
])("%f seconds are roughly %s", (seconds, told) => expect(formatRoughDuration(seconds)).toBe(told));

describe("how far it is", () => {
  const card = { played: 50, most: 200, rate: 2, state: "running" as const };
  test("is told with what is left", () => expect([progress(card), formatTimeLeft(card)]).toEqual([0.25, "1 minute left"]));
  test("is not guessed before anything was played", () => expect(formatTimeLeft({ ...card, rate: 0 })).toBe(""));
  test("has nothing left when it has stopped", () => expect(formatTimeLeft({ ...card, state: "stopped" })).toBe(""));
  test("is nothing where nothing is to be played", () => expect(progress({ played: 0, most: 0 })).toBe(0));
  test("goes on while it waits", () => expect([isActive({ state: "waiting" }), isActive({ state: "failed" })]).toEqual([true, false]));
});

test.each([
  [{}, "a wins more"],
  [{ low: 0.1, high: 0.4 }, "b wins more"],
  [{ low: 0.46, high: 0.54, verdict: "fair" }, "As good as even"],
  [{ low: 0.4, high: 0.7, verdict: "open" }, "Not settled"],
  [{ low: 0.4, high: 0.7, verdict: "open", done: false }, "Open"],
  [{ games: 0, low: 0, high: 1 }, "To come"],
  [{ pairing: "a v a" }, "The first seat wins more"],
])("%o is answered as %s", (change, told) => expect(describeResult({ ...row, ...change })).toBe(told));
