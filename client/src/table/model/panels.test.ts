import { describe, expect, test } from "vitest";
import type { Panel } from "../../types";
import { changedCells, essentialPanels, minorPanels, panelFor } from "./panels";

const panel = (rows: string[][], seats: number[], name = "standings"): Panel => ({
  name,
  title: name,
  heads: ["Place", "Driver", "Wounds"],
  rows,
  seats,
  of: "",
  minor: false,
});

describe("changed cells", () => {
  const before = [panel([["1", "Blue", "5"], ["2", "Red", "5"]], [2, 0])];

  test("there are none in the same panel", () => {
    expect(changedCells(before, before).size).toBe(0);
  });

  test("a row is identified by its seat, even when it moves", () => {
    const now = [panel([["1", "Red", "5"], ["2", "Blue", "4"]], [0, 2])];
    expect([...changedCells(before, now)]).toEqual(["standings/seat 0/0", "standings/seat 2/0", "standings/seat 2/2"]);
  });

  test("all cells of a new row have changed", () => {
    const now = [panel([["1", "Blue", "5"], ["2", "Red", "5"], ["3", "Gold", "5"]], [2, 0, 4])];
    expect(changedCells(before, now).size).toBe(3);
  });

  test("rows without a seat, or several with the same one, are identified by their first cell", () => {
    const old = [panel([["Round", "1"], ["Dice", "3"]], [-1, -1])];
    expect([...changedCells(old, [panel([["Round", "2"], ["Dice", "3"]], [-1, -1])])]).toEqual(["standings/row Round/1"]);
    const army = [panel([["Horse", "4"], ["Spears", "4"]], [0, 0])];
    expect([...changedCells(army, [panel([["Spears", "3"]], [0])])]).toHaveLength(2);
  });

  test("a panel that was not shown before counts as unchanged", () => {
    expect(changedCells([], before).size).toBe(0);
    expect(changedCells([panel([], [])], before).size).toBe(0);
    expect(changedCells([panel([], [], "hand")], [panel([["Card"]], [-1], "hand")]).size).toBe(1);
  });
});

test("the hand comes first even if empty, and other empty panels are hidden", () => {
  const all = [panel([["1"]], [0]), panel([], [], "discard"), panel([], [], "hand")];
  expect(essentialPanels(all).map((one) => one.name)).toEqual(["hand", "standings"]);
});

test("panels about an action and minor panels are for reference", () => {
  const rows = [["1"]];
  const all = [{ ...panel(rows, [0], "sheets"), minor: true }, { ...panel(rows, [0], "sum"), of: "attack 3" }, panel(rows, [0])];
  expect(essentialPanels(all).map((one) => one.name)).toEqual(["standings"]);
  expect(minorPanels(all).map((one) => one.name)).toEqual(["sheets", "sum"]);
});

test("the panel about an action is found by the action", () => {
  const details = { ...panel([["a"]], [-1], "sum"), of: "attack 3" };
  expect(panelFor([panel([], []), details], "attack 3")).toBe(details);
  expect(panelFor([panel([], []), details], "attack 4")).toBeUndefined();
  expect(panelFor([panel([], [])], null)).toBeUndefined();
});
