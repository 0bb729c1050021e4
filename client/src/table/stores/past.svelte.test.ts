import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ApiError } from "../../lib/api";
import { Past, type Archive } from "./past.svelte";
import { aFrame, aLine } from "../model/testing";

let asked: string[] = [];
const archive: Archive = {
  fetchFrame: async (_, move, seat) => {
    asked.push(`${seat}@${move}`);
    if (move > 9) throw new ApiError(404, "missing", "There is no move that late.");
    return aFrame({ move, viewer: seat, paths: { piece: [[1, 1, 0]] } });
  },
  fetchLog: async (_, seat) => ({ type: "log", viewer: seat, move: 9, lines: [aLine(1, `as ${seat} saw it`)] }),
};
const past = (): Past => new Past("abc", () => [], () => null, archive);

beforeEach(() => void (asked = []));
afterEach(() => void vi.useRealTimers());

describe("looking back", () => {
  test("shows the moment, and asks for each only once", async () => {
    const it = past();
    await it.look(3, -1);
    await it.look(4, -1);
    await it.look(3, -1);
    expect([it.at, it.moment?.frame.move, asked]).toEqual([3, 3, ["-1@3", "-1@4"]]);
  });

  test("pieces travel from one move to the next, and only then", async () => {
    const it = past();
    await it.look(3, -1);
    expect(it.moment?.frame.paths).toEqual({});
    await it.look(4, -1);
    expect(it.moment?.frame.paths).toEqual({ piece: [[1, 1, 0]] });
    await it.look(3, -1);
    expect(it.moment?.frame.paths).toEqual({});
  });

  test("only the latest wish counts", async () => {
    const it = past();
    await Promise.all([it.look(1, -1), it.look(2, -1), it.look(3, -1)]);
    expect([it.moment?.frame.move, it.loading]).toEqual([3, false]);
  });

  test("another seat has another log", async () => {
    const it = past();
    await it.look(1, 0);
    await it.read();
    expect(it.lines?.[0]?.text).toBe("as 0 saw it");
    await it.look(1, 2);
    expect(it.lines).toBeNull();
  });

  test("what cannot be seen is told, and the next look may succeed", async () => {
    const it = past();
    await it.look(99, -1);
    expect(it.failure?.text).toBe("There is no move that late.");
    await it.look(9, -1);
    expect(it.failure).toBeNull();
  });

  test("what was taken back is asked for again", async () => {
    const it = past();
    await it.look(5, -1);
    await it.look(6, -1);
    it.forget(5);
    await it.look(5, -1);
    await it.look(6, -1);
    expect(asked).toEqual(["-1@5", "-1@6", "-1@6"]);
  });
});

test("it runs by itself until there is no more", async () => {
  vi.useFakeTimers();
  const it = past();
  await it.look(0, -1);
  it.speed = 2;
  it.run(() => {
    if ((it.at ?? 0) >= 3) return false;
    void it.look((it.at ?? 0) + 1, -1);
    return true;
  }, 0);
  expect(it.running).toBe(true);
  await vi.advanceTimersByTimeAsync(225);
  expect(it.at).toBe(1);
  await vi.advanceTimersByTimeAsync(900);
  expect([it.at, it.running]).toEqual([3, false]);
});

test("stop holds it where it is", async () => {
  vi.useFakeTimers();
  const it = past();
  await it.look(0, -1);
  it.run(() => true, 0);
  it.stop();
  await vi.advanceTimersByTimeAsync(5000);
  expect([it.at, it.running]).toEqual([0, false]);
});
