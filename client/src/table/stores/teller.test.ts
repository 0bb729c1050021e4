import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Teller } from "./teller";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function teller(): { said: string[]; teller: Teller } {
  const said: string[] = [];
  return { said, teller: new Teller((text) => said.push(text)) };
}

test("sentences that come together are said together", () => {
  const { said, teller: it } = teller();
  it.tell("Red throws 5.");
  vi.advanceTimersByTime(300);
  it.tell("Red drives on.", "");
  vi.advanceTimersByTime(499);
  expect(said).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(said).toEqual(["Red throws 5. Red drives on."]);
});

test("a stream without a pause is told now and then", () => {
  const { said, teller: it } = teller();
  for (let at = 0; at < 20; at += 1) {
    it.tell(`${at}.`);
    vi.advanceTimersByTime(250);
  }
  expect(said.length).toBeGreaterThanOrEqual(1);
});

test("of many sentences the last are said, and how many came before", () => {
  const { said, teller: it } = teller();
  it.tell(...Array.from({ length: 9 }, (_, at) => `${at}.`));
  vi.runAllTimers();
  expect(said).toEqual(["3 earlier lines are in the log. 3. 4. 5. 6. 7. 8."]);
});

test("hush says nothing more", () => {
  const { said, teller: it } = teller();
  it.tell("a.");
  it.hush();
  vi.runAllTimers();
  expect(said).toEqual([]);
});
