import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Previewed } from "../types";
import { Latest } from "./latest";

const open: { action: string; done: (answer: Previewed) => void; fail: () => void }[] = [];
const told: (string | undefined)[] = [];
let latest: Latest;

beforeEach(() => {
  vi.useFakeTimers();
  open.length = told.length = 0;
  latest = new Latest(
    (action) => new Promise((done, fail) => open.push({ action, done, fail: () => fail(new Error("lost")) })),
    (answer) => told.push(answer?.action),
    60,
  );
});
afterEach(() => {
  vi.useRealTimers();
});

async function answer(): Promise<void> {
  const { action, done } = open.shift()!;
  done({ type: "previewed", id: 0, action, nodes: [], words: "", rule: "", refusal: "" });
  await vi.advanceTimersByTimeAsync(60);
}

test("there is one question at a time, and then only the newest", async () => {
  ["a", "b", "c"].forEach((action) => latest.want(action));
  expect(open.map(({ action }) => action)).toEqual(["a"]);
  await answer();
  expect(open.map(({ action }) => action)).toEqual(["c"]);
  await answer();
  expect(told).toEqual(["a", "c"]);
  expect(open).toEqual([]);
});

test("two questions keep a distance", async () => {
  latest.want("a");
  open.shift()!.done({ type: "previewed", id: 0, action: "a", nodes: [], words: "", rule: "", refusal: "" });
  latest.want("b");
  await vi.advanceTimersByTimeAsync(59);
  expect(open).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(open.map(({ action }) => action)).toEqual(["b"]);
});

test("a question that gets no answer does not stop the next", async () => {
  latest.want("a");
  open.shift()!.fail();
  latest.want("b");
  await vi.advanceTimersByTimeAsync(60);
  await answer();
  expect(told).toEqual([undefined, "b"]);
});

test("after a stop no answer comes, and a new question is asked at once", async () => {
  latest.want("a");
  latest.stop();
  latest.want("b");
  expect(open.map(({ action }) => action)).toEqual(["a", "b"]);
  await answer();
  expect(told).toEqual([]);
  await answer();
  expect(told).toEqual(["b"]);
});
