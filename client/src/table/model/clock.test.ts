import { describe, expect, test } from "vitest";
import { clockAnnouncement, formatTime, isShort, timeLeft } from "./clock";

describe("a clock", () => {
  const running = { clock: { left: 20_000, reserve: 60_000 }, since: 1000 };

  test("uses the time for the decision first, then the reserve", () => {
    expect(timeLeft(running, 1000)).toEqual({ left: 20_000, reserve: 60_000 });
    expect(timeLeft(running, 16_000)).toEqual({ left: 5000, reserve: 60_000 });
    expect(timeLeft(running, 31_000)).toEqual({ left: 0, reserve: 50_000 });
    expect(timeLeft(running, 999_000)).toEqual({ left: 0, reserve: 0 });
  });

  test("does not run before it has arrived", () => {
    expect(timeLeft(running, 0)).toEqual({ left: 20_000, reserve: 60_000 });
  });

  test("is formatted as hours, minutes and seconds", () => {
    expect([0, 1, 1000, 65_000, 3_720_000].map(formatTime)).toEqual(["0:00", "0:01", "0:01", "1:05", "1:02:00"]);
  });

  test("is short in the last ten seconds of decision time and reserve together", () => {
    expect(isShort({ left: 9000, reserve: 60_000 })).toBe(false);
    expect(isShort({ left: 0, reserve: 10_000 })).toBe(true);
  });

  test("is announced once when a mark is passed", () => {
    const at = (ms: number) => ({ left: ms, reserve: 0 });
    expect(clockAnnouncement(at(30_500), at(29_500))).toBe("30 seconds left.");
    expect(clockAnnouncement(at(29_500), at(28_500))).toBe("");
    expect(clockAnnouncement(at(11_000), at(4000))).toBe("10 seconds left.");
  });
});
