import { expect, test } from "vitest";
import type { Scene, SceneNode } from "../../types";
import { markOwnPieces, markPaths, withOwnMarks } from "./ownPieces";

const plate = (id: string, css: string): SceneNode => ({ id, shape: "rect", x: 100, y: 200, data: "30 40", turn: 900, css, label: "", size: 0 });
const scene = (...nodes: SceneNode[]): Scene => ({
  complete: true, box: [0, 0, 1, 1], order: ["pieces"], layers: [{ name: "pieces", static: false, nodes, of: "" }],
  handles: [], prompt: "", breadcrumbs: [], panels: [],
});

test("the viewer's own pieces are marked above, upright, and the marks move with them", () => {
  const shown = scene(plate("a", "plate seat0 acting"), plate("b", "plate seat1"), plate("c", "plate seat0 ghost"));
  const marks = markOwnPieces(shown, 0) ?? [];
  expect(marks.map(({ piece, node }) => [piece, node.data, node.turn, node.x])).toEqual([["a", "you", 0, 100]]);
  const place = marks[0]?.node.y ?? 0;
  expect(place).toBeLessThan(200 - 15); // half of the height of a piece of 30 by 40 that lies on its side
  expect(place).toBeGreaterThan(200 - 40);
  expect(markPaths(marks, { a: [[5, 500, 900], [5, 500, 0]], b: [[1, 1, 0]] })).toEqual({ "you-a": [[5, 300 + place, 0], [5, 295 + place, 0]] });
  expect(withOwnMarks(shown, marks).order).toEqual(["pieces", "own-pieces"]);
});

test("neither a spectator nor an army has marks", () => {
  expect(markOwnPieces(scene(plate("a", "plate seat0")), -1)).toBeNull();
  expect(markOwnPieces(scene(...["a", "b", "c", "d"].map((id) => plate(id, "plate seat0"))), 0)).toBeNull();
});
