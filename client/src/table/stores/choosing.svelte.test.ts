import { beforeEach, describe, expect, test, vi } from "vitest";
import { settings } from "../../lib/settings.svelte";
import type { Previewed } from "../../types";
import { choiceOf, Choosing, first, fitted, written } from "./choosing.svelte";
import type { Match } from "./match.svelte";
import { aChoice, anAsk } from "../model/testing";

const SPAN = { name: "far", lo: -10, hi: 25, step: 10, hints: [[15, "edge"]] as [number, string][], unit: 1 };
const DRIVE = aChoice("drive 2", { spans: [SPAN] });
const SAFE = aChoice("safe");
const RISKY = aChoice("risky", { warning: "This may hurt." });

let played: string[] = [];
let asked: string[] = [];
const match = {
  get ask() {
    return { ...anAsk(0), choices: [SAFE, RISKY, DRIVE] };
  },
  act: (action: string) => Promise.resolve(played.push(action) > 0),
  preview: (action: string): Promise<Previewed> => {
    asked.push(action);
    return Promise.resolve({ type: "previewed", id: 1, action, nodes: [], words: `${action}!`, rule: "", refusal: "" });
  },
} as unknown as Match;
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

beforeEach(() => {
  played = [];
  asked = [];
  settings.confirm = true;
});

describe("numbers", () => {
  test("are added to the beginning of an action", () => {
    expect(written(DRIVE, [30])).toBe("drive 2 30");
    expect(first(DRIVE)).toEqual([15]);
    expect(first(aChoice("x", { spans: [{ ...SPAN, hints: [] }] }))).toEqual([-10]);
  });

  test("are the nearest that is allowed", () => {
    expect([-99, -4, 6, 14, 99].map((value) => fitted(SPAN, value))).toEqual([-10, 0, 10, 10, 20]);
  });

  test("tell which choice an action belongs to", () => {
    const choices = [aChoice("drive"), DRIVE];
    expect(choiceOf(choices, "drive 2 7")).toBe(DRIVE);
    expect(choiceOf(choices, "drive")).toBe(choices[0]);
    expect(choiceOf(choices, "drive 22")).toBeUndefined();
  });
});

describe("choosing", () => {
  test("a plain choice is played at once", () => {
    new Choosing(match).take(SAFE);
    expect(played).toEqual(["safe"]);
  });

  test("a number that is pointed at on the board is shown, and forgotten when it is not any more", async () => {
    const choosing = new Choosing(match);
    choosing.point("drive 2 15");
    await settled();
    expect([asked, choosing.preview?.action, choosing.pointed]).toEqual([["drive 2 15"], "drive 2 15", "drive 2 15"]);
    choosing.point("safe");
    expect([asked.length, choosing.preview, choosing.pointed]).toEqual([1, null, "safe"]);
    choosing.point(null);
    expect(choosing.pointed).toBeNull();
  });

  test("a choice with a warning is played only when it was read", () => {
    const choosing = new Choosing(match);
    choosing.take(RISKY);
    expect([played, choosing.confirming]).toEqual([[], "risky"]);
    choosing.confirm();
    expect([played, choosing.confirming]).toEqual([["risky"], null]);
  });

  test("who does not want to be asked is not", () => {
    settings.confirm = false;
    new Choosing(match).take(RISKY);
    expect(played).toEqual(["risky"]);
  });

  test("a touch on the board is warned of in the same way", () => {
    const choosing = new Choosing(match);
    choosing.touch("risky");
    choosing.touch("safe");
    choosing.touch("drive 2 20");
    expect([played, choosing.confirming]).toEqual([["safe", "drive 2 20"], "risky"]);
  });

  test("numbers are set with a preview, then played", async () => {
    const choosing = new Choosing(match);
    choosing.take(DRIVE);
    await settled();
    expect([played, choosing.open, choosing.preview?.words]).toEqual([[], "drive 2", "drive 2 15!"]);
    choosing.set(DRIVE, [20]);
    await vi.waitFor(() => expect(choosing.preview?.words).toBe("drive 2 20!"));
    expect([asked, choosing.preview?.words]).toEqual([["drive 2 15", "drive 2 20"], "drive 2 20!"]);
    choosing.take(DRIVE);
    expect(played).toEqual(["drive 2 20"]);
  });

  test("a preview that comes after the numbers were put away is not shown", async () => {
    const choosing = new Choosing(match);
    choosing.take(DRIVE);
    choosing.reset();
    await settled();
    expect([choosing.preview, choosing.open]).toEqual([null, null]);
  });
});
