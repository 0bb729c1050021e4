import { describe, expect, test } from "vitest";
import { meaning, type Circumstances, type Pressed } from "./keyboard";
import { aChoice } from "./testing";

const STRAIGHT = aChoice("straight", { key: "1" });
const OTHER = aChoice("other", { key: "q" });
const NOW: Circumstances = { waiting: false, past: false, choices: [STRAIGHT, OTHER], shortcuts: true };

const means = (key: string, pressed: Partial<Pressed> = {}, now: Partial<Circumstances> = {}) =>
  meaning({ key, repeat: false, modified: false, where: "nothing", ...pressed }, { ...NOW, ...now });

describe("a key", () => {
  test("of a choice chooses it, also as a capital and on a button", () => {
    expect(means("1")).toEqual({ do: "choose", choice: STRAIGHT });
    expect(means("Q", { where: "control" })).toEqual({ do: "choose", choice: OTHER });
  });

  test("in a field is a letter, and with Ctrl it is the browser's", () => {
    expect(means("1", { where: "writing" })).toBeNull();
    expect(means("u", { modified: true })).toBeNull();
  });

  test("Enter takes the default, unless something else has it", () => {
    expect(means("Enter")).toEqual({ do: "default" });
    expect(means("Enter", { where: "control" })).toBeNull();
    expect(means("Enter", {}, { choices: [] })).toBeNull();
  });

  test("held down chooses nothing twice, but goes on stepping", () => {
    expect([means("1", { repeat: true }), means("Enter", { repeat: true })]).toEqual([null, null]);
    expect(means("]", { repeat: true })).toEqual({ do: "step", by: 1 });
  });

  test("of any kind skips what is being shown, except those that do nothing by themselves", () => {
    expect(means("x", {}, { waiting: true })).toEqual({ do: "skip" });
    expect(means("Tab", {}, { waiting: true })).toBeNull();
  });

  test("in the past, arrows step and choices cannot be made", () => {
    const past = { past: true };
    expect(means("ArrowLeft", {}, past)).toEqual({ do: "step", by: -1 });
    expect(means("Home", {}, past)).toEqual({ do: "first" });
    expect(means("1", {}, past)).toBeNull();
    expect(means("ArrowLeft", { where: "control" }, past)).toBeNull();
    expect(means("ArrowLeft")).toBeNull();
  });

  test("as a shortcut can be switched off, Escape and Enter cannot", () => {
    const off = { shortcuts: false };
    expect([means("1", {}, off), means("u", {}, off), means("?", {}, off)]).toEqual([null, null, null]);
    expect([means("Escape", {}, off)?.do, means("Enter", {}, off)?.do]).toEqual(["escape", "default"]);
  });
});
