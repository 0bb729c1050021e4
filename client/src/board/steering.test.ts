import { expect, test } from "vitest";
import type { Scene } from "../types";
import { actionOf, positionOf } from "./handles";
import { pointAhead, steeringDial, steerTarget } from "./steering";

const piece = { id: "piece", shape: "rect", x: 2000, y: 3000, data: "900 900", turn: 900, css: "", label: "Piece", size: 0 };
const layer = { name: "pieces", static: false, nodes: [piece], of: "" };
const scene: Scene = { complete: true, box: [0, 0, 72000, 40000], order: ["pieces"], layers: [layer], handles: [], prompt: "", breadcrumbs: [], panels: [] };

test("only a node of the scene can be steered", () => {
  expect(steeringDial(scene, "")).toBeUndefined();
  expect(steeringDial(scene, "other")).toBeUndefined();
  expect(steeringDial(scene, "piece")?.node).toBe(piece);
});

test("keys move the target in about 800 steps across the board, and begin ahead of the piece", () => {
  const dial = steeringDial(scene, "piece")!;
  expect(dial.handle.span).toEqual([0, 72000, 100]);
  expect(pointAhead(dial)).toEqual([2000, 7000]);
  expect(positionOf(dial, [2000, 7000], 0)).toEqual({ x: 2000, y: 7000 });
});

test("the action of a steering dial names a point, and perhaps a direction", () => {
  const { handle } = steeringDial(scene, "piece")!;
  expect(steerTarget(actionOf(handle, [1, 2]))).toEqual({ x: 1, y: 2, turn: null });
  expect(steerTarget(actionOf(handle, [1, 2, -50]))).toEqual({ x: 1, y: 2, turn: 3550 });
  expect(steerTarget("drive 4000")).toBeUndefined();
});
