import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ApiError } from "../../lib/api";
import { makeFrame, makeLine } from "../model/fixtures";
import { Replay, type ReplayApi } from "./replay.svelte";

let fetched: string[] = [];
const api: ReplayApi = {
  fetchFrame: async (_, move, seat) => {
    fetched.push(`${seat}@${move}`);
    if (move > 9) throw new ApiError(404, "not_found", "The match has only 9 moves.");
    return makeFrame({ move, viewer: seat, paths: { piece: [[1, 1, 0]] } });
  },
  fetchLog: async (_, seat) => ({ type: "log", viewer: seat, move: 9, lines: [makeLine(1, `seen by ${seat}`)], recap: null }),
};
const makeReplay = (): Replay => new Replay("abc", () => [], () => null, api);

beforeEach(() => void (fetched = []));
afterEach(() => void vi.useRealTimers());

describe("a replay", () => {
  test("shows a move, and fetches each frame only once", async () => {
    const replay = makeReplay();
    await replay.show(3, -1);
    await replay.show(4, -1);
    await replay.show(3, -1);
    expect([replay.move, replay.moment?.frame.move, fetched]).toEqual([3, 3, ["-1@3", "-1@4"]]);
  });

  test("animates pieces only from one move to the next", async () => {
    const replay = makeReplay();
    await replay.show(3, -1);
    expect(replay.moment?.frame.paths).toEqual({});
    await replay.show(4, -1);
    expect(replay.moment?.frame.paths).toEqual({ piece: [[1, 1, 0]] });
    await replay.show(3, -1);
    expect(replay.moment?.frame.paths).toEqual({});
  });

  test("shows only the latest of several requested moves", async () => {
    const replay = makeReplay();
    await Promise.all([replay.show(1, -1), replay.show(2, -1), replay.show(3, -1)]);
    expect([replay.moment?.frame.move, replay.isLoading]).toEqual([3, false]);
  });

  test("drops the log when the seat changes", async () => {
    const replay = makeReplay();
    await replay.show(1, 0);
    await replay.loadLog();
    expect(replay.lines?.[0]?.text).toBe("seen by 0");
    await replay.show(1, 2);
    expect(replay.lines).toBeNull();
  });

  test("reports an error, which the next success clears", async () => {
    const replay = makeReplay();
    await replay.show(99, -1);
    expect(replay.error?.text).toBe("The match has only 9 moves.");
    await replay.show(9, -1);
    expect(replay.error).toBeNull();
  });

  test("fetches undone moves again", async () => {
    const replay = makeReplay();
    await replay.show(5, -1);
    await replay.show(6, -1);
    replay.dropAfter(5);
    await replay.show(5, -1);
    await replay.show(6, -1);
    expect(fetched).toEqual(["-1@5", "-1@6", "-1@6"]);
  });
});

test("playback runs until there are no more moves", async () => {
  vi.useFakeTimers();
  const replay = makeReplay();
  await replay.show(0, -1);
  replay.speed = 2;
  replay.play(() => {
    if ((replay.move ?? 0) >= 3) return false;
    void replay.show((replay.move ?? 0) + 1, -1);
    return true;
  }, 0);
  expect(replay.isPlaying).toBe(true);
  await vi.advanceTimersByTimeAsync(225);
  expect(replay.move).toBe(1);
  await vi.advanceTimersByTimeAsync(900);
  expect([replay.move, replay.isPlaying]).toEqual([3, false]);
});

test("a stopped playback stays at its move", async () => {
  vi.useFakeTimers();
  const replay = makeReplay();
  await replay.show(0, -1);
  replay.play(() => true, 0);
  replay.stop();
  await vi.advanceTimersByTimeAsync(5000);
  expect([replay.move, replay.isPlaying]).toEqual([0, false]);
});
