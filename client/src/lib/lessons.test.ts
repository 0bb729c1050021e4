import { describe, expect, it } from "vitest";
import type { LessonCard } from "../types";
import { isOfferDue, lessonFor, lessonUrl, loadProgress, nextLesson, rememberOffer, resetProgress, saveStars } from "./lessons";
import { memoryStorage, writeJson } from "./storage";

const lesson = (name: string, ...clauses: string[]): LessonCard => ({ name, number: 1, title: name, idea: "", minutes: 2, clauses });
const LESSONS = [lesson("first", "A-1", "A-2"), lesson("second", "A-2", "A-3")];

describe("lessons", () => {
  it("finds the first lesson for a clause", () => {
    expect(lessonFor(LESSONS, "A-2")?.name).toBe("first");
    expect(lessonFor(LESSONS, "A-3")?.name).toBe("second");
    expect(lessonFor(LESSONS, "A-4")).toBeUndefined();
  });

  it("has addresses", () => {
    expect(lessonUrl("game")).toBe("/learn/game");
    expect(lessonUrl("a game", "one/two")).toBe("/learn/a%20game/one%2Ftwo");
  });

  it("keeps the most stars of each lesson, by game", () => {
    const storage = memoryStorage();
    saveStars("game", "first", 2, storage);
    saveStars("game", "first", 1, storage);
    saveStars("game", "second", 3, storage);
    saveStars("other", "first", 3, storage);
    expect(loadProgress("game", storage)).toEqual({ first: 2, second: 3 });
    resetProgress("game", storage);
    expect(loadProgress("game", storage)).toEqual({});
    expect(loadProgress("other", storage)).toEqual({ first: 3 });
  });

  it("ignores stored progress that makes no sense", () => {
    const storage = memoryStorage();
    for (const stored of [null, 3, "text", [], { first: "many", second: -1, third: 1.5 }]) {
      writeJson("hippodrome.lessons.game", stored, storage);
      expect(loadProgress("game", storage)).toEqual({});
    }
    writeJson("hippodrome.lessons.game", { first: 99 }, storage);
    expect(loadProgress("game", storage)).toEqual({ first: 3 });
  });

  it("continues with the first lesson that is not done", () => {
    expect(nextLesson(LESSONS, {})?.name).toBe("first");
    expect(nextLesson(LESSONS, { first: 1 })?.name).toBe("second");
    expect(nextLesson(LESSONS, { first: 1, second: 3 })).toBeUndefined();
  });

  it("offers the first lesson once, and not to those who know the game", () => {
    const storage = memoryStorage();
    expect(isOfferDue("game", storage)).toBe(true);
    rememberOffer("game", storage);
    expect(isOfferDue("game", storage)).toBe(false);
    expect(isOfferDue("other", storage)).toBe(true);
    saveStars("other", "first", 1, storage);
    expect(isOfferDue("other", storage)).toBe(false);
  });
});
