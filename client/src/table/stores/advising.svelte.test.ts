import { describe, expect, test } from "vitest";
import type { Advice, Costly } from "../../types";
import { Advising } from "./advising.svelte";
import type { Question, Reply } from "./requests";

const advice: Advice = { by: "champion", action: "go 2", label: "Go 2", reasons: [], notes: ["Nothing was weighed."] };
const costly: Costly = { move: 4, played: "Go 1", better: "Go 2", cost: 12, error: 5, text: "Go 2 instead." };

/** Somebody to ask, whose answers are given by hand. */
function asked(): { advising: Advising; questions: Question[]; answer: (reply: Reply | null) => Promise<void>; stopped: () => number } {
  const questions: Question[] = [];
  const waiting: ((reply: Reply | null) => void)[] = [];
  let stopped = 0;
  const advising = new Advising({
    request: (question) => {
      questions.push(question);
      return new Promise((resolve) => waiting.push(resolve));
    },
    enough: () => (stopped += 1),
  });
  const answer = async (reply: Reply | null): Promise<void> => {
    waiting.shift()?.(reply);
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { advising, questions, answer, stopped: () => stopped };
}

describe("a hint", () => {
  test("is asked for once, and marks what is advised", async () => {
    const { advising, questions, answer } = asked();
    void advising.askHint(7, 0);
    void advising.askHint(7, 0);
    expect([advising.thinking, questions]).toEqual(["hint", [{ type: "hint", n: 7, seat: 0 }]]);
    await answer({ type: "hinted", id: 1, n: 7, advice });
    expect([advising.thinking, advising.action]).toEqual([null, "go 2"]);
  });

  test("that comes after the decision is not shown", async () => {
    const { advising, answer } = asked();
    void advising.askHint(7, 0);
    advising.reset();
    expect(advising.thinking).toBe(null);
    await answer({ type: "hinted", id: 1, n: 7, advice });
    expect(advising.hint).toBe(null);
  });

  test("that is refused says why, and the next decision begins anew", async () => {
    const { advising, answer } = asked();
    void advising.askHint(7, 0);
    await answer({ type: "refused", id: 1, n: 7, rule: "", text: "This table plays without hints." });
    expect([advising.hint, advising.trouble]).toEqual([null, "This table plays without hints."]);
    advising.reset();
    expect(advising.trouble).toBe("");
  });
});

describe("a review", () => {
  test("tells how far it is, and what it found", async () => {
    const { advising, answer } = asked();
    void advising.askReview(1);
    advising.goes({ type: "reviewing", seat: 1, done: 3, total: 20 });
    advising.goes({ type: "reviewing", seat: 0, done: 9, total: 10 });
    expect([advising.review?.done, advising.review?.total, advising.review?.costly]).toEqual([3, 20, null]);
    await answer({ type: "reviewed", id: 1, seat: 1, decisions: 12, costly: [costly] });
    expect([advising.review?.decisions, advising.review?.costly]).toEqual([12, [costly]]);
  });

  test("can be stopped, and says so", async () => {
    const { advising, answer, stopped } = asked();
    void advising.askReview(1);
    advising.stopReview();
    expect(stopped()).toBe(1);
    await answer({ type: "refused", id: 1, n: 0, rule: "", text: "The review was broken off." });
    expect([advising.review, advising.trouble]).toEqual([null, "The review was broken off."]);
  });
});
