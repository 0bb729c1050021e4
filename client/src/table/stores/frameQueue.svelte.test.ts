import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FrameQueue } from "./frameQueue.svelte";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function makeQueue(time = 100): { shown: string[]; queue: FrameQueue<string> } {
  const shown: string[] = [];
  return { shown, queue: new FrameQueue((item) => shown.push(item), () => time) };
}

test("the first item is shown at once, the next after its display time", () => {
  const { shown, queue } = makeQueue();
  queue.add("a");
  queue.add("b");
  queue.add("c");
  expect([shown.join(""), queue.pending]).toEqual(["a", 2]);
  vi.advanceTimersByTime(100);
  expect(shown.join("")).toBe("ab");
  vi.advanceTimersByTime(100);
  expect([shown.join(""), queue.pending]).toEqual(["abc", 0]);
});

test("an item added after the display time is shown at once", () => {
  const { shown, queue } = makeQueue();
  queue.add("a");
  vi.advanceTimersByTime(100);
  queue.add("b");
  expect(shown.join("")).toBe("ab");
});

test("skip shows all pending items in order, and the next one at once", () => {
  const { shown, queue } = makeQueue();
  for (const item of "abc") queue.add(item);
  queue.skip();
  expect([shown.join(""), queue.pending]).toEqual(["abc", 0]);
  queue.add("d");
  expect(shown.join("")).toBe("abcd");
});

test("without a display time everything is shown at once", () => {
  const { shown, queue } = makeQueue(0);
  for (const item of "abc") queue.add(item);
  expect(shown.join("")).toBe("abc");
});

test("a long queue is shown faster than a short one", () => {
  const { shown, queue } = makeQueue();
  for (let count = 0; count < 61; count += 1) queue.add("x");
  vi.advanceTimersByTime(2500);
  expect(shown.length).toBeGreaterThan(26);
});

test("clear drops the pending items", () => {
  const { shown, queue } = makeQueue();
  for (const item of "abc") queue.add(item);
  queue.clear();
  vi.advanceTimersByTime(1000);
  expect([shown.join(""), queue.pending]).toEqual(["a", 0]);
});
