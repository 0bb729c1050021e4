import { afterEach, describe, expect, test, vi } from "vitest";
import type { ClauseText } from "../types";
import { loadRulebook, Rulebook, splitClauses } from "./rules";

const clause = (id: string, title: string, text: string, reading = ""): ClauseText => ({
  id,
  title,
  text,
  source: "rulebook",
  question: "",
  reading,
  why: "",
  see: [],
});
const TEXT = {
  title: "A game",
  chapters: [
    { title: "One", clauses: [clause("AG-1.4", "Begin", "You begin."), clause("AG-2", "Continue", "See AG-1.4.", "A reading")] },
    { title: "Two", clauses: [clause("AG-R5", "End", "You begin no more.")] },
  ],
};
const book = new Rulebook(TEXT);

describe("a rulebook", () => {
  test("finds clauses by id, and their chapter", () => {
    expect([book.clause("AG-R5")?.title, book.clause("ag-r5")?.title, book.clause("AG-9")]).toEqual(["End", "End", undefined]);
    expect(book.chapterOf("AG-R5")).toBe("Two");
  });

  test("finds clauses that contain all the words, in any order", () => {
    const ids = (words: string, readings = false): string[] =>
      book.search(words, readings).flatMap((chapter) => chapter.clauses.map((one) => one.id));
    expect(ids("")).toEqual(["AG-1.4", "AG-2", "AG-R5"]);
    expect(ids("BEGIN")).toEqual(["AG-1.4", "AG-R5"]);
    expect(ids("more begin")).toEqual(["AG-R5"]);
    expect(ids("ag-r")).toEqual(["AG-R5"]);
    expect(ids("", true)).toEqual(["AG-2"]);
    expect(book.search("no such words")).toEqual([]);
  });

  test("splits a text at the ids of its own clauses only", () => {
    expect(splitClauses("See AG-1.4, not AG-77.", book)).toEqual([
      { text: "See ", clause: "" },
      { text: "AG-1.4", clause: "AG-1.4" },
      { text: ", not ", clause: "" },
      { text: "AG-77", clause: "" },
      { text: ".", clause: "" },
    ]);
  });
});

describe("the rulebooks", () => {
  afterEach(() => void vi.unstubAllGlobals());

  test("are fetched once, and again only after a failure", async () => {
    let calls = 0;
    vi.stubGlobal("fetch", () => {
      calls += 1;
      return calls === 1 ? Promise.reject(new TypeError("away")) : Promise.resolve(new Response(JSON.stringify(TEXT)));
    });
    await expect(loadRulebook("a")).rejects.toThrow("not responding");
    expect((await loadRulebook("a")).title).toBe("A game");
    expect(await loadRulebook("a")).toBe(await loadRulebook("a"));
    expect(calls).toBe(2);
  });
});
