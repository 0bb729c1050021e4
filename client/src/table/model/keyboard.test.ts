import { describe, expect, test } from "vitest";
import { makeChoice } from "./fixtures";
import { commandFor, type KeyContext, type KeyPress } from "./keyboard";

const STRAIGHT = makeChoice("straight", { key: "1" });
const OTHER = makeChoice("other", { key: "q" });
const CONTEXT: KeyContext = { isAnimating: false, isReplay: false, choices: [STRAIGHT, OTHER], shortcuts: true };

const command = (key: string, press: Partial<KeyPress> = {}, context: Partial<KeyContext> = {}) =>
  commandFor({ key, repeat: false, modified: false, shift: false, focus: "page", ...press }, { ...CONTEXT, ...context });

describe("a key", () => {
  test("of a choice plays it, also as a capital letter or with a button focused", () => {
    expect(command("1")).toEqual({ do: "choose", choice: STRAIGHT });
    expect(command("Q", { focus: "control" })).toEqual({ do: "choose", choice: OTHER });
  });

  test("in a text field is a character, and with Ctrl belongs to the browser", () => {
    expect(command("1", { focus: "text" })).toBeNull();
    expect(command("u", { modified: true })).toBeNull();
  });

  test("Enter plays the default, unless a control has the focus", () => {
    expect(command("Enter")).toEqual({ do: "default" });
    expect(command("Enter", { focus: "control" })).toBeNull();
    expect(command("Enter", {}, { choices: [] })).toBeNull();
  });

  test("Shift+Enter passes, also with a button focused, if there is a pass", () => {
    const choices = [STRAIGHT, makeChoice("end", { key: "e", passes: true })];
    expect(command("Enter", { shift: true })).toBeNull();
    expect(command("Enter", { shift: true, focus: "control" }, { choices })).toEqual({ do: "pass" });
    expect(command("e", {}, { choices })).toEqual({ do: "choose", choice: choices[1] });
  });

  test("held down repeats steps but no choices", () => {
    expect([command("1", { repeat: true }), command("Enter", { repeat: true })]).toEqual([null, null]);
    expect(command("]", { repeat: true })).toEqual({ do: "step", by: 1 });
  });

  test("skips the animation, unless it is a key without a meaning of its own", () => {
    expect(command("x", {}, { isAnimating: true })).toEqual({ do: "skip" });
    expect(command("Tab", {}, { isAnimating: true })).toBeNull();
  });

  test("in the replay steps if it is an arrow, and cannot choose", () => {
    const replay = { isReplay: true };
    expect(command("ArrowLeft", {}, replay)).toEqual({ do: "step", by: -1 });
    expect(command("Home", {}, replay)).toEqual({ do: "first" });
    expect(command("1", {}, replay)).toBeNull();
    expect(command("ArrowLeft", { focus: "control" }, replay)).toBeNull();
    expect(command("ArrowLeft")).toBeNull();
  });

  test("does nothing when shortcuts are off, except Escape and Enter", () => {
    const off = { shortcuts: false };
    expect([command("1", {}, off), command("u", {}, off), command("?", {}, off)]).toEqual([null, null, null]);
    expect([command("Escape", {}, off)?.do, command("Enter", {}, off)?.do]).toEqual(["escape", "default"]);
  });
});
