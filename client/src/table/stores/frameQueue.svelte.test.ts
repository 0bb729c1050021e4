import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FrameQueue } from "./frameQueue.svelte";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function makeQueue(time = 100): { shown: string[]; queue: FrameQueue<string> } {
  const shown: string[] = [];
  return { shown, queue: new FrameQueue<string>({ show: (item) => shown.push(item), displayTime: () => time }) };
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

test("items that can be combined are shown in one step", () => {
  const shown: string[] = [];
  const combine = (one: string, next: string): string | null => (next === "!" ? null : one + next);
  const queue = new FrameQueue<string>({ show: (item) => shown.push(item), displayTime: () => 100, combine });
  for (const item of "abc!d") queue.add(item);
  vi.advanceTimersByTime(100);
  expect(shown).toEqual(["a", "bc"]);
  vi.advanceTimersByTime(100);
  expect(shown).toEqual(["a", "bc", "!d"]);
});

test("a held item is pending until its time is over, and can be skipped", () => {
  const queue = new FrameQueue<string>({ show: () => undefined, displayTime: () => 100, isHeld: (item) => item === "h" });
  queue.add("h");
  expect(queue.pending).toBe(1);
  vi.advanceTimersByTime(100);
  expect(queue.pending).toBe(0);
  queue.add("h");
  queue.skip();
  expect(queue.pending).toBe(0);
});

test("the limit holds however many items there are, until the queue restarts", () => {
  const shown: string[] = [];
  const queue = new FrameQueue<string>({ show: (item) => shown.push(item), displayTime: () => 1000, limitMs: () => 8000 });
  for (let count = 0; count < 60; count += 1) queue.add("x");
  vi.advanceTimersByTime(10_000);
  expect(shown.length).toBe(60);
  queue.restart();
  queue.add("y");
  queue.add("z");
  vi.advanceTimersByTime(900);
  expect(shown.at(-1)).toBe("y");
  vi.advanceTimersByTime(200);
  expect(shown.at(-1)).toBe("z");
});
