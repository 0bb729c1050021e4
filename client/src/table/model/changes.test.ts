import { describe, expect, test } from "vitest";
import type { Panel } from "../../types";
import { about, changes, ordered } from "./changes";

const panel = (rows: string[][], seats: number[], name = "standings"): Panel => ({
  name,
  title: name,
  heads: ["Place", "Driver", "Wounds"],
  rows,
  seats,
  of: "",
});

describe("changes", () => {
  const before = [panel([["1", "Blue", "5"], ["2", "Red", "5"]], [2, 0])];

  test("nothing has changed in the same panel", () => {
    expect(changes(before, before).size).toBe(0);
  });

  test("a row is known by its faction, also when it stands elsewhere", () => {
    const now = [panel([["1", "Red", "5"], ["2", "Blue", "4"]], [0, 2])];
    expect([...changes(before, now)]).toEqual(["standings/seat 0/0", "standings/seat 2/0", "standings/seat 2/2"]);
  });

  test("a row that is new has changed as a whole", () => {
    const now = [panel([["1", "Blue", "5"], ["2", "Red", "5"], ["3", "Gold", "5"]], [2, 0, 4])];
    expect(changes(before, now).size).toBe(3);
  });

  test("rows of no faction, or several of one, are known by their first cell", () => {
    const old = [panel([["Round", "1"], ["Dice", "3"]], [-1, -1])];
    expect([...changes(old, [panel([["Round", "2"], ["Dice", "3"]], [-1, -1])])]).toEqual(["standings/row Round/1"]);
    const army = [panel([["Horse", "4"], ["Spears", "4"]], [0, 0])];
    expect([...changes(army, [panel([["Spears", "3"]], [0])])]).toHaveLength(2);
  });

  test("a panel nobody has seen yet is not set off as a whole", () => {
    expect(changes([], before).size).toBe(0);
    expect(changes([panel([], [])], before).size).toBe(0);
    expect(changes([panel([], [], "hand")], [panel([["Card"]], [-1], "hand")]).size).toBe(1);
  });
});

test("the hand comes first, also when it is empty, and other empty panels are left out", () => {
  const all = [panel([["1"]], [0]), panel([], [], "discard"), panel([], [], "hand")];
  expect(ordered(all).map((one) => one.name)).toEqual(["hand", "standings"]);
});

test("a panel of an action is found by it", () => {
  const told = { ...panel([["a"]], [-1], "sum"), of: "attack 3" };
  expect(about([panel([], []), told], "attack 3")).toBe(told);
  expect(about([panel([], []), told], "attack 4")).toBeUndefined();
  expect(about([panel([], [])], null)).toBeUndefined();
});
