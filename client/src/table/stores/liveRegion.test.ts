import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LiveRegion } from "./liveRegion";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function makeRegion(): { announced: string[]; region: LiveRegion } {
  const announced: string[] = [];
  return { announced, region: new LiveRegion((text) => announced.push(text)) };
}

test("sentences that follow each other closely are announced together", () => {
  const { announced, region } = makeRegion();
  region.add("Red rolls 5.");
  vi.advanceTimersByTime(300);
  region.add("Red drives.", "");
  vi.advanceTimersByTime(499);
  expect(announced).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(announced).toEqual(["Red rolls 5. Red drives."]);
});

test("a stream without a pause is announced from time to time", () => {
  const { announced, region } = makeRegion();
  for (let count = 0; count < 20; count += 1) {
    region.add(`${count}.`);
    vi.advanceTimersByTime(250);
  }
  expect(announced.length).toBeGreaterThanOrEqual(1);
});

test("of many sentences only the last are announced, with the number of those left out", () => {
  const { announced, region } = makeRegion();
  region.add(...Array.from({ length: 9 }, (_, index) => `${index}.`));
  vi.runAllTimers();
  expect(announced).toEqual(["3 earlier lines are in the log. 3. 4. 5. 6. 7. 8."]);
});

test("cleared sentences are not announced", () => {
  const { announced, region } = makeRegion();
  region.add("a.");
  region.clear();
  vi.runAllTimers();
  expect(announced).toEqual([]);
});
