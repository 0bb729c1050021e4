import { describe, expect, test } from "vitest";
import type { Advice, CostlyDecision } from "../../types";
import { AdviceStore } from "./adviceStore.svelte";
import type { Reply, RequestBody } from "./requests";

const advice: Advice = { by: "champion", action: "go 2", label: "Go 2", reasons: [], notes: ["A note."] };
const costly: CostlyDecision = { move: 4, played: "Go 1", better: "Go 2", cost: 12, error: 5, text: "Go 2 instead.", index: 4, action: "go 2", chances: ["40 %", "52 %"] };

interface Fixture {
  store: AdviceStore;
  requests: RequestBody[];
  answer: (reply: Reply | null) => Promise<void>;
  cancelled: () => number;
}

/** Return a store whose requests the test answers by hand. */
function makeStore(): Fixture {
  const requests: RequestBody[] = [];
  const pending: ((reply: Reply | null) => void)[] = [];
  let cancelled = 0;
  const store = new AdviceStore({
    request: (body) => {
      requests.push(body);
      return new Promise((resolve) => pending.push(resolve));
    },
    cancelReview: () => (cancelled += 1),
  });
  const answer = async (reply: Reply | null): Promise<void> => {
    pending.shift()?.(reply);
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { store, requests, answer, cancelled: () => cancelled };
}

describe("a hint", () => {
  test("is requested once, and gives the hinted action", async () => {
    const { store, requests, answer } = makeStore();
    void store.askHint(7, 0);
    void store.askHint(7, 0);
    expect([store.thinking, requests]).toEqual(["hint", [{ type: "hint", n: 7, seat: 0 }]]);
    await answer({ type: "hinted", id: 1, n: 7, advice });
    expect([store.thinking, store.action]).toEqual([null, "go 2"]);
  });

  test("that arrives after the decision is ignored", async () => {
    const { store, answer } = makeStore();
    void store.askHint(7, 0);
    store.reset();
    expect(store.thinking).toBe(null);
    await answer({ type: "hinted", id: 1, n: 7, advice });
    expect(store.hint).toBe(null);
  });

  test("that is refused leaves an error until the next decision", async () => {
    const { store, answer } = makeStore();
    void store.askHint(7, 0);
    await answer({ type: "rejected", id: 1, n: 7, rule: "", text: "Hints are off at this table." });
    expect([store.hint, store.error]).toEqual([null, "Hints are off at this table."]);
    store.reset();
    expect(store.error).toBe("");
  });
});

describe("a review", () => {
  test("shows its progress, then its findings", async () => {
    const { store, answer } = makeStore();
    void store.askReview(1);
    store.updateProgress({ type: "review_progress", seat: 1, done: 3, total: 20 });
    store.updateProgress({ type: "review_progress", seat: 0, done: 9, total: 10 });
    expect([store.review?.done, store.review?.total, store.review?.costly]).toEqual([3, 20, null]);
    await answer({ type: "reviewed", id: 1, seat: 1, decisions: 12, costly: [costly] });
    expect([store.review?.decisions, store.review?.costly]).toEqual([12, [costly]]);
  });

  test("can be stopped", async () => {
    const { store, answer, cancelled } = makeStore();
    void store.askReview(1);
    store.stopReview();
    expect(cancelled()).toBe(1);
    await answer({ type: "rejected", id: 1, n: 0, rule: "", text: "The review was stopped." });
    expect([store.review, store.error]).toEqual([null, "The review was stopped."]);
  });
});
