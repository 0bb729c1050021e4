import { describe, expect, test } from "vitest";
import type { Line } from "../../types";
import { makeFrame, makeLine } from "./fixtures";
import { divideIntoParts, filterEntries, groupByMove, keyMoments, MatchLog, mergeLines, withoutRoutine } from "./log";

const texts = (log: MatchLog): string[] => log.lines.map((line) => `${line.move} ${line.text}`);

describe("entries", () => {
  test("consecutive lines with the same merge become one, with the text of the last", () => {
    const steps = [1, 2, 3].map((move) => makeLine(move, `Blue drives to ${move}.`, { merge_key: "drives 2" }));
    const entries = mergeLines([makeLine(0, "The match begins."), ...steps, makeLine(4, "Blue stops.")]);
    expect(entries.map((entry) => [entry.line.text, entry.times])).toEqual([
      ["The match begins.", 1],
      ["Blue drives to 3.", 3],
      ["Blue stops.", 1],
    ]);
  });

  test("lines with an empty merge, or with others between them, are not merged", () => {
    const same = makeLine(1, "Blue drives.", { merge_key: "drives" });
    expect(mergeLines([same, makeLine(1, "Blue rolls 4."), { ...same }, makeLine(2, "x"), makeLine(2, "x")])).toHaveLength(5);
  });

  test("an entry keeps its key when another line is merged into it", () => {
    const steps = [1, 2].map((move) => makeLine(move, `${move}`, { merge_key: "m" }));
    expect(mergeLines(steps.slice(0, 1))[0]?.key).toBe(mergeLines(steps)[0]?.key);
  });

  test("an unchanged entry is the same object, and all keys differ", () => {
    const lines = [makeLine(1, "a"), makeLine(1, "b", { merge_key: "m" }), makeLine(2, "c", { merge_key: "m" })];
    const before = mergeLines(lines);
    const after = mergeLines([...lines, makeLine(3, "d")]);
    expect([after[0] === before[0], after[1] === before[1]]).toEqual([true, true]);
    expect(new Set(after.map((entry) => entry.key)).size).toBe(3);
  });

  test("are grouped by move", () => {
    const groups = groupByMove(mergeLines([makeLine(1, "a"), makeLine(1, "b"), makeLine(2, "c")]));
    expect(groups.map((group) => [group.move, group.entries.length])).toEqual([
      [1, 2],
      [2, 1],
    ]);
  });

  test("can be filtered by words, seat and key moments", () => {
    const all = mergeLines([
      makeLine(1, "Red rolls 5.", { seat: 0, rule: "XX-1" }),
      makeLine(1, "Blue is wounded.", { seat: 2, highlight: true }),
      makeLine(2, "Red is wounded.", { seat: 0, highlight: true }),
    ]);
    const filtered = (search: string, seat: number | null, onlyKeyMoments: boolean): string[] =>
      filterEntries(all, search, seat, onlyKeyMoments).map((entry) => entry.line.text);
    expect(filtered("wounded", null, false)).toHaveLength(2);
    expect(filtered("xx-1 rolls", null, false)).toEqual(["Red rolls 5."]);
    expect(filtered("", 0, true)).toEqual(["Red is wounded."]);
  });
});

test("a move with several key moments is listed once", () => {
  const highlight = { highlight: true };
  expect(keyMoments([makeLine(2, "a", highlight), makeLine(2, "b", highlight), makeLine(3, "c"), makeLine(5, "d", highlight)])).toEqual([2, 5]);
});

describe("a match log", () => {
  test("gets lines from frames, and earlier ones from the full log", () => {
    const log = new MatchLog();
    log.restart(makeFrame({ move: 5, lines: [makeLine(5, "e")] }));
    log.add(makeFrame({ move: 6, lines: [makeLine(6, "f")] }));
    log.setFullLog({ type: "log", viewer: -1, move: 5, lines: [makeLine(4, "d"), makeLine(5, "e")], recap: null });
    expect(texts(log)).toEqual(["4 d", "5 e", "6 f"]);
    expect(log.isComplete).toBe(true);
  });

  test("has no duplicates if the full log is newer than a frame", () => {
    const log = new MatchLog();
    log.restart(makeFrame({ move: 5 }));
    log.add(makeFrame({ move: 6, lines: [makeLine(6, "f")] }));
    log.setFullLog({ type: "log", viewer: -1, move: 6, lines: [makeLine(5, "e"), makeLine(6, "f")], recap: null });
    expect(texts(log)).toEqual(["5 e", "6 f"]);
  });

  test("drops the lines of undone moves", () => {
    const log = new MatchLog();
    log.restart(makeFrame({ move: 5, lines: [makeLine(5, "e")] }));
    log.add(makeFrame({ move: 6, lines: [makeLine(6, "f")] }));
    log.add(makeFrame({ move: 5, undone: true }));
    expect(texts(log)).toEqual(["5 e"]);
  });

  test("ignores undone moves in a full log from before the undo", () => {
    const log = new MatchLog();
    log.restart(makeFrame({ move: 5, lines: [] }));
    log.add(makeFrame({ move: 4, undone: true }));
    log.add(makeFrame({ move: 5, lines: [makeLine(5, "other")] }));
    log.setFullLog({ type: "log", viewer: -1, move: 5, lines: [makeLine(4, "d"), makeLine(5, "old")], recap: null });
    expect(texts(log)).toEqual(["4 d", "5 other"]);
  });

  test("rejects the full log of another viewer", () => {
    const log = new MatchLog();
    log.restart(makeFrame({ move: 1, viewer: 0 }));
    expect(log.setFullLog({ type: "log", viewer: 1, move: 1, lines: [makeLine(1, "secret")], recap: null })).toBe(false);
    expect(texts(log)).toEqual([]);
  });
});

describe("parts of the log", () => {
  const line = (move: number, text: string, more = {}): Line => makeLine(move, text, more);
  const lines = [
    line(1, "set-up"),
    line(2, "Turn 1", { heading: true }),
    line(2, "Phase", { heading: true }),
    line(2, "a", { routine: true }),
    line(3, "b"),
    line(4, "c", { routine: true }),
    line(4, "Turn 2", { heading: true }),
  ];
  const parts = divideIntoParts(groupByMove(mergeLines(lines)));

  test("begin at headings, and consecutive headings begin one part", () => {
    expect(parts.map((part) => part.headings.map((entry) => entry.line.text))).toEqual([[], ["Turn 1", "Phase"], ["Turn 2"]]);
    expect(parts.map((part) => part.routine)).toEqual([0, 2, 0]);
  });

  test("leave out routine lines, except those of one move", () => {
    const shown = (exceptMove: number | null): string[] =>
      withoutRoutine(parts[1]!, exceptMove).flatMap((group) => group.entries.map((entry) => entry.line.text));
    expect([shown(null), shown(4)]).toEqual([["b"], ["b", "c"]]);
  });
});
