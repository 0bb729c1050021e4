import { describe, expect, test } from "vitest";
import type { PairingResult } from "../types";
import { describeResult, formatEstimate, formatPercent, formatRange, formatRate, formatRoughDuration, formatTimeLeft, isActive, progress } from "./format";

const row: PairingResult = { pairing: "a v b", opponents: ["a", "b"], scenario_title: "X", arm_title: "", scenario: "x", arm: "", games: 40, score: 0.6, low: 0.52, high: 0.7, verdict: "not fair", done: true };

test.each([
  [38.2, "38 matches per second"],
  [1.4, "84 matches per minute"],
  [0.02, "72 matches per hour"],
  [0.0001, "1 match per hour"],
  [0, ""],
])("a rate of %f is formatted as %s", (rate, text) => expect(formatRate(rate)).toBe(text));

test.each([
  [0.2, "1 second"],
  [43, "45 seconds"],
  [57, "1 minute"],
  [600, "10 minutes"],
  [5400, "2 hours"],
  [400_000, "5 days"],
])("%f seconds are roughly %s", (seconds, text) => expect(formatRoughDuration(seconds)).toBe(text));

test("percentages and ranges have one form", () => expect([formatPercent(0.928), formatRange(0.807, 0.978)]).toEqual(["93 %", "81 to 98 %"]));

test.each([
  [false, false, "about 40 seconds"],
  [false, true, "at most 40 seconds"],
  [true, false, "more than 40 seconds"],
  [true, true, "about 40 seconds"],
])("an estimate that is a lower bound: %s, of an experiment that stops early: %s, is %s", (at_least, stops, text) =>
  expect(formatEstimate({ seconds: 41, at_least }, stops)).toBe(text),
);

describe("progress", () => {
  const card = { played: 50, max_matches: 200, rate: 2, state: "running" as const };
  test("comes with the time left", () => expect([progress(card), formatTimeLeft(card)]).toEqual([0.25, "1 minute left"]));
  test("has no time left before a rate is known", () => expect(formatTimeLeft({ ...card, rate: 0 })).toBe(""));
  test("has no time left when stopped", () => expect(formatTimeLeft({ ...card, state: "stopped" })).toBe(""));
  test("is 0 when there are no matches to play", () => expect(progress({ played: 0, max_matches: 0 })).toBe(0));
  test("is active while queued", () => expect([isActive({ state: "waiting" }), isActive({ state: "failed" })]).toEqual([true, false]));
});

test.each([
  [{}, "A ahead"],
  [{ low: 0.1, high: 0.4 }, "B ahead"],
  [{ low: 0.46, high: 0.54, verdict: "fair" }, "Even"],
  [{ low: 0.4, high: 0.7, verdict: "open" }, "Inconclusive"],
  [{ low: 0.4, high: 0.7, verdict: "open", done: false }, "No result yet"],
  [{ games: 0, low: 0, high: 1 }, "Not played yet"],
  [{ opponents: ["Sabines", "Romans"] }, "Sabines ahead"],
])("%o is described as %s", (change, text) => expect(describeResult({ ...row, ...change })).toBe(text));
