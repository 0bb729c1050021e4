import { describe, expect, test } from "vitest";
import type { Piece } from "../types";
import { handle, node, scene } from "./fixtures";
import { spotsOf } from "./handles";
import { nodesInside } from "./lasso.svelte";
import { isPick, pickChoices, pickedNodes, pickFor, pickOf, selectionMarks, withPieces } from "./selection";

const piece = (id: number, place = "", action = ""): Piece => ({ node: `unit-${id}`, name: `Axemen ${id}`, kind: "Axemen", place, action });
const MOVABLE = [piece(1, "hex-7", "move 1"), piece(2, "hex-7", "move 2"), piece(3, "hex-9", "move 3")];
const SCENE = scene(
  {
    ground: [],
    units: [node("unit-1", 100, 100), node("unit-2", 109, 91), node("unit-3", 900, 100), node("unit-4", 500, 500)],
    targets: [node("target-1", 104, 96), node("target-2", 104, 96), node("target-3", 900, 100)],
  },
  [handle("target-1", "move 1"), handle("target-2", "move 2"), handle("target-3", "move 3"), handle("unit-4", "aim 4")],
);

describe("pieces", () => {
  test("are picked where their action would be played, and a stack opens a menu", () => {
    const spots = spotsOf(withPieces(SCENE, MOVABLE));
    const picks = spots.map(({ handles }) => handles.map(({ action }) => (isPick(action) ? pickedNodes(action) : action)));
    expect(picks).toEqual([[["unit-1"], ["unit-2"], ["unit-1", "unit-2"]], [["unit-3"]], ["aim 4"]]);
  });

  test("without an action are picked where they are drawn, those of a stack at one spot", () => {
    const spots = spotsOf(withPieces(SCENE, [piece(1, "hex-7"), piece(2, "hex-7"), piece(9, "pile")]));
    expect(spots.find(({ node: { id } }) => id === "unit-1")?.handles.filter(({ action }) => isPick(action))).toHaveLength(3);
    expect(spots.some(({ node: { id } }) => id === "unit-2")).toBe(false);
  });

  test("that are not drawn are picked with their stack", () => {
    const pile = [piece(3, "pile", "move 3"), piece(8, "pile"), piece(9, "pile")];
    const [spot] = spotsOf(withPieces(SCENE, pile)).filter(({ node: { id } }) => id === "target-3");
    expect(spot?.handles.map(({ action }) => pickedNodes(action))).toEqual([["unit-3"], ["unit-3", "unit-8", "unit-9"]]);
  });

  test("leave a scene as it is where there are none", () => {
    expect(withPieces(SCENE, [])).toBe(SCENE);
  });

  test("have labels, and stand for the actions that choose them", () => {
    expect(pickChoices(MOVABLE).map(({ label }) => label)).toEqual(["Select Axemen 1", "Select Axemen 2", "Select Axemen 3", "Select the stack (2)"]);
    expect(pickFor(MOVABLE, "move 3")).toBe(pickOf(["unit-3"]));
    expect(pickFor(MOVABLE, "done")).toBe("done");
    expect(pickFor(MOVABLE, null)).toBeNull();
  });

  test("are marked with a ring if they are drawn", () => {
    expect(selectionMarks(SCENE, ["unit-1", "unit-9"]).map(({ id, css }) => [id, css])).toEqual([["selected-unit-1", "way"]]);
  });

  test("inside a box are found by the centres of their spots", () => {
    const spots = spotsOf(withPieces(SCENE, MOVABLE));
    const inside = (x: number): string[] => nodesInside(spots, { left: 0, top: 0, width: x, height: 300 }, (point) => point);
    expect(inside(200)).toEqual(["unit-1", "unit-2"]);
    expect(inside(950)).toEqual(["unit-1", "unit-2", "unit-3"]);
  });
});
