import { describe, expect, it, test } from "vitest";
import { deleteDrill, drillFile, DrillFileError, drillsOf, drillUrl, findDrill, loadDrills, MAX_DRILLS, MAX_FILE_CHARACTERS, nextDrill, progressText, readDrillFile, saveDrills, type Drill } from "./drills";
import { memoryStorage, writeJson } from "./storage";

const drill = (index: number, more: Partial<Drill> = {}): Drill => ({
  game: "game", title: "Game", match: "m1", index, move: index, seat: 0, played: "go", better: "stop", betterLabel: "Stop",
  cost: 12, text: "Because.", tries: 0, solved: false, shown: false, at: 100 + index, ...more,
});
const fileOf = (more: object): string => JSON.stringify({ format: "hippodrome drills", version: 1, drills: [{ ...drill(1), ...more }] });

describe("drills", () => {
  it("have addresses", () => {
    expect(drillUrl(drill(3, { match: "a/b" }))).toBe("/drill/a%2Fb/3");
  });

  it("are stored once, and keep their progress", () => {
    const storage = memoryStorage();
    saveDrills([drill(1, { tries: 2, solved: true }), drill(2)], storage);
    saveDrills([drill(1, { better: "", text: "", cost: 0, at: 900 })], storage);
    expect(loadDrills(storage)).toHaveLength(2);
    expect(findDrill("m1", 1, storage)).toEqual(drill(1, { tries: 2, solved: true, at: 900 }));
    expect(findDrill("m2", 1, storage)).toBeUndefined();
    deleteDrill(drill(1), storage);
    expect(loadDrills(storage).map(({ index }) => index)).toEqual([2]);
  });

  it("are listed by game, those to be practised first", () => {
    const all = [drill(1, { solved: true }), drill(2), drill(3), drill(4, { game: "other" })];
    expect(drillsOf("game", all).map(({ index }) => index)).toEqual([3, 2, 1]);
  });

  it("lead from one to the next of the same match, then to others", () => {
    const all = [drill(1), drill(2, { shown: true }), drill(3), drill(9, { match: "m2" })];
    expect(nextDrill(drill(1), all)?.index).toBe(3);
    expect(nextDrill(drill(3), all)?.index).toBe(1);
    expect(nextDrill(drill(1), [drill(1), drill(9, { match: "m2" })])?.index).toBe(9);
    expect(nextDrill(drill(1), [drill(1), drill(3, { solved: true })])).toBeUndefined();
  });

  it("are limited: solved ones that were not touched for long go first", () => {
    const storage = memoryStorage();
    saveDrills([drill(0, { solved: true }), ...Array.from({ length: MAX_DRILLS }, (_, index) => drill(index + 1))], storage);
    expect(loadDrills(storage)).toHaveLength(MAX_DRILLS);
    expect(findDrill("m1", 0, storage)).toBeUndefined();
  });

  it("that cannot be read are left out", () => {
    const storage = memoryStorage();
    for (const stored of ["x", { a: 1 }, null]) {
      writeJson("hippodrome.drills", stored, storage);
      expect(loadDrills(storage)).toEqual([]);
    }
    writeJson("hippodrome.drills", [drill(1), { ...drill(2), move: "x" }, 7], storage);
    expect(loadDrills(storage)).toEqual([drill(1)]);
  });

  it("tell their progress", () => {
    expect(progressText(drill(1))).toBe("Not tried yet");
    expect(progressText(drill(1, { tries: 1 }))).toBe("Not solved yet, 1 try");
    expect(progressText(drill(1, { tries: 2, shown: true }))).toBe("Solution shown");
    expect(progressText(drill(1, { tries: 2, solved: true }))).toBe("Solved in 2 tries");
    expect(progressText(drill(1, { tries: 2, solved: true, shown: true }))).toBe("Solved after the solution was shown");
  });
});

describe("a file of drills", () => {
  it("is read as it was written", () => {
    const drills = [drill(1), drill(2, { solved: true, text: "" })];
    expect(readDrillFile(drillFile(drills))).toEqual(drills);
  });

  test.each([
    ["{", "not JSON"],
    ["7", "not a file of drills"],
    ['{"format": "other"}', "not a file of drills"],
    ['{"format": "hippodrome drills", "version": 2, "drills": []}', "another version"],
    ['{"format": "hippodrome drills", "version": 1}', "no list"],
    [JSON.stringify({ format: "hippodrome drills", version: 1, drills: Array(MAX_DRILLS + 1).fill(drill(1)) }), "more than 200"],
    [" ".repeat(MAX_FILE_CHARACTERS + 1), "too large"],
    [JSON.stringify({ format: "hippodrome drills", version: 1, drills: [drill(1), 7] }), "Drill 2 is not a drill"],
    [fileOf({ move: 1.5 }), "Drill 1: “move” must be a whole number"],
    [fileOf({ index: -1 }), "“index”"],
    [fileOf({ match: "" }), "“match” must be a text."],
    [fileOf({ text: 4 }), "“text” must be a text, or empty"],
    [fileOf({ played: "x".repeat(2001) }), "“played”"],
    [fileOf({ solved: 1 }), "“solved” must be true or false"],
    [fileOf({ extra: 1 }), "unknown value “extra”"],
  ])("is refused with the reason: %#", (text, reason) => {
    expect(() => readDrillFile(text)).toThrow(DrillFileError);
    expect(() => readDrillFile(text)).toThrow(reason);
  });
});
