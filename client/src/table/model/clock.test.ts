import { describe, expect, test } from "vitest";
import { digits, left, short, warning } from "./clock";

describe("a clock", () => {
  const running = { clock: { left: 20_000, reserve: 60_000 }, since: 1000 };

  test("uses up the decision's time first, then the reserve", () => {
    expect(left(running, 1000)).toEqual({ left: 20_000, reserve: 60_000 });
    expect(left(running, 16_000)).toEqual({ left: 5000, reserve: 60_000 });
    expect(left(running, 31_000)).toEqual({ left: 0, reserve: 50_000 });
    expect(left(running, 999_000)).toEqual({ left: 0, reserve: 0 });
  });

  test("a clock that came from the future has not begun", () => {
    expect(left(running, 0)).toEqual({ left: 20_000, reserve: 60_000 });
  });

  test("is written as people write it", () => {
    expect([0, 1, 1000, 65_000, 3_720_000].map(digits)).toEqual(["0:00", "0:01", "0:01", "1:05", "1:02:00"]);
  });

  test("is short in the last ten seconds of all there is", () => {
    expect(short({ left: 9000, reserve: 60_000 })).toBe(false);
    expect(short({ left: 0, reserve: 10_000 })).toBe(true);
  });

  test("is told aloud when a mark is crossed, once", () => {
    const at = (ms: number) => ({ left: ms, reserve: 0 });
    expect(warning(at(30_500), at(29_500))).toBe("30 seconds left.");
    expect(warning(at(29_500), at(28_500))).toBe("");
    expect(warning(at(11_000), at(4000))).toBe("10 seconds left.");
  });
});
