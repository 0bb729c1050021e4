import { describe, expect, test } from "vitest";
import { clockAnnouncement, formatTime, isShort, timeLeft } from "./clock";

describe("a clock", () => {
  const running = { clock: { left_ms: 20_000, reserve_ms: 60_000, grace_ms: 0 }, since: 1000 };

  test("uses the time for the decision first, then the reserve", () => {
    expect(timeLeft(running, 1000)).toEqual({ left_ms: 20_000, reserve_ms: 60_000, grace_ms: 0 });
    expect(timeLeft(running, 16_000)).toEqual({ left_ms: 5000, reserve_ms: 60_000, grace_ms: 0 });
    expect(timeLeft(running, 31_000)).toEqual({ left_ms: 0, reserve_ms: 50_000, grace_ms: 0 });
    expect(timeLeft(running, 999_000)).toEqual({ left_ms: 0, reserve_ms: 0, grace_ms: 0 });
  });

  test("does not run while the moves before the decision are shown", () => {
    const waiting = { ...running, clock: { ...running.clock, grace_ms: 3000 } };
    expect(timeLeft(waiting, 1000 + 2000)).toEqual({ left_ms: 20_000, reserve_ms: 60_000, grace_ms: 1000 });
    expect(timeLeft(waiting, 1000 + 5000)).toEqual({ left_ms: 18_000, reserve_ms: 60_000, grace_ms: 0 });
  });

  test("does not run before it has arrived", () => {
    expect(timeLeft(running, 0)).toEqual({ left_ms: 20_000, reserve_ms: 60_000, grace_ms: 0 });
  });

  test("is formatted as hours, minutes and seconds", () => {
    expect([0, 1, 1000, 65_000, 3_720_000].map(formatTime)).toEqual(["0:00", "0:01", "0:01", "1:05", "1:02:00"]);
  });

  test("is short in the last ten seconds of decision time and reserve together", () => {
    expect(isShort({ left_ms: 9000, reserve_ms: 60_000, grace_ms: 0 })).toBe(false);
    expect(isShort({ left_ms: 0, reserve_ms: 10_000, grace_ms: 0 })).toBe(true);
  });

  test("is announced once when a mark is passed", () => {
    const at = (ms: number) => ({ left_ms: ms, reserve_ms: 0, grace_ms: 0 });
    expect(clockAnnouncement(at(30_500), at(29_500))).toBe("30 seconds left.");
    expect(clockAnnouncement(at(29_500), at(28_500))).toBe("");
    expect(clockAnnouncement(at(11_000), at(4000))).toBe("10 seconds left.");
  });
});
