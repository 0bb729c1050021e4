import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Previewed } from "../types";
import { LatestRequest } from "./latestRequest";

const sent: { action: string; resolve: (answer: Previewed) => void; reject: () => void }[] = [];
const answers: (string | undefined)[] = [];
let latest: LatestRequest;

beforeEach(() => {
  vi.useFakeTimers();
  sent.length = answers.length = 0;
  latest = new LatestRequest(
    (action) => new Promise((resolve, reject) => sent.push({ action, resolve, reject: () => reject(new Error("lost")) })),
    (answer) => answers.push(answer?.action),
    60,
  );
});
afterEach(() => {
  vi.useRealTimers();
});

async function answer(): Promise<void> {
  const { action, resolve } = sent.shift()!;
  resolve({ type: "previewed", id: 0, action, nodes: [], description: "", rule: "", refusal: "" });
  await vi.advanceTimersByTimeAsync(60);
}

test("only one request runs at a time, and only the newest follows", async () => {
  ["a", "b", "c"].forEach((action) => latest.request(action));
  expect(sent.map(({ action }) => action)).toEqual(["a"]);
  await answer();
  expect(sent.map(({ action }) => action)).toEqual(["c"]);
  await answer();
  expect(answers).toEqual(["a", "c"]);
  expect(sent).toEqual([]);
});

test("two requests are at least an interval apart", async () => {
  latest.request("a");
  sent.shift()!.resolve({ type: "previewed", id: 0, action: "a", nodes: [], description: "", rule: "", refusal: "" });
  latest.request("b");
  await vi.advanceTimersByTimeAsync(59);
  expect(sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(sent.map(({ action }) => action)).toEqual(["b"]);
});

test("a request that fails does not block the next", async () => {
  latest.request("a");
  sent.shift()!.reject();
  latest.request("b");
  await vi.advanceTimersByTimeAsync(60);
  await answer();
  expect(answers).toEqual([undefined, "b"]);
});

test("after cancelling, the old answer is ignored and a new request is sent at once", async () => {
  latest.request("a");
  latest.cancel();
  latest.request("b");
  expect(sent.map(({ action }) => action)).toEqual(["a", "b"]);
  await answer();
  expect(answers).toEqual([]);
  await answer();
  expect(answers).toEqual(["b"]);
});
