import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Reel } from "./reel.svelte";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function reel(time = 100): { shown: string[]; reel: Reel<string> } {
  const shown: string[] = [];
  return { shown, reel: new Reel((one) => shown.push(one), () => time) };
}

test("the first is shown at once, the next when its time has passed", () => {
  const { shown, reel: it } = reel();
  it.add("a");
  it.add("b");
  it.add("c");
  expect([shown.join(""), it.waiting]).toEqual(["a", 2]);
  vi.advanceTimersByTime(100);
  expect(shown.join("")).toBe("ab");
  vi.advanceTimersByTime(100);
  expect([shown.join(""), it.waiting]).toEqual(["abc", 0]);
});

test("one that comes after a rest is shown at once", () => {
  const { shown, reel: it } = reel();
  it.add("a");
  vi.advanceTimersByTime(100);
  it.add("b");
  expect(shown.join("")).toBe("ab");
});

test("skip shows all that waits, in order, and the next one comes at once", () => {
  const { shown, reel: it } = reel();
  for (const one of "abc") it.add(one);
  it.skip();
  expect([shown.join(""), it.waiting]).toEqual(["abc", 0]);
  it.add("d");
  expect(shown.join("")).toBe("abcd");
});

test("without time everything is shown at once", () => {
  const { shown, reel: it } = reel(0);
  for (const one of "abc") it.add(one);
  expect(shown.join("")).toBe("abc");
});

test("a crowd is shown faster than a few", () => {
  const { shown, reel: it } = reel();
  for (let at = 0; at < 61; at += 1) it.add("x");
  vi.advanceTimersByTime(2500);
  expect(shown.length).toBeGreaterThan(26);
});

test("clear forgets what waits", () => {
  const { shown, reel: it } = reel();
  for (const one of "abc") it.add(one);
  it.clear();
  vi.advanceTimersByTime(1000);
  expect([shown.join(""), it.waiting]).toEqual(["a", 0]);
});
