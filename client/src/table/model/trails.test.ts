import { expect, test } from "vitest";
import type { Scene, SceneNode } from "../../types";
import { makeFrame, makeScene } from "./fixtures";
import { nextTrails, restingTrails } from "./trails";

function sceneWith(...nodes: Partial<SceneNode>[]): Scene {
  const scene = makeScene({ layers: { pieces: nodes.length } });
  scene.layers[0]!.nodes.forEach((node, index) => Object.assign(node, { label: "piece" }, nodes[index]));
  return scene;
}

test("a trail begins where the piece was and grows with every move", () => {
  const [first, second, third] = [0, 50, 90].map((x) => sceneWith({ x })) as [Scene, Scene, Scene];
  const one = nextTrails([], first, { scene: second, frame: makeFrame({ paths: { "pieces-0": [[20, 5, 0]] } }) });
  expect(one.map(({ node, stops }) => [node.x, stops.map(({ x }) => x)])).toEqual([[0, [20, 50]]]);
  const two = nextTrails(one, second, { scene: third, frame: makeFrame() });
  expect(two.map(({ node, stops }) => [node.x, stops.map(({ x }) => x)])).toEqual([[0, [20, 50, 90]]]);
});

test("a trail begins where a piece enters the board, and not beside it", () => {
  const beside = sceneWith({ x: 0, css: "plate waiting" });
  const entered = (paths: Record<string, [number, number, number][]>) =>
    nextTrails([], beside, { scene: sceneWith({ x: 500, css: "plate" }), frame: makeFrame({ paths }) });
  expect(entered({})).toEqual([]);
  expect(entered({ "pieces-0": [[400, 0, 0]] }).map(({ node, stops }) => [node.x, stops.map(({ x }) => x)])).toEqual([[400, [500]]]);
  const shifted = sceneWith({ x: 300, css: "plate waiting" });
  expect(nextTrails([], beside, { scene: shifted, frame: makeFrame() })).toEqual([]);
});

test("of many trails those that end near the viewer's pieces are shown at rest", () => {
  const moved = Array.from({ length: 20 }, (_, index) => ({ x: 1000 - 50 * index, css: "plate seat1" }));
  const scene = sceneWith({ x: 0, css: "plate seat0" }, ...moved);
  const trails = scene.layers[0]!.nodes.slice(1).map((node) => ({ node: { ...node, x: 0 }, stops: [{ x: node.x, y: 0, turn: 0 }] }));
  const ends = (viewer: number, some = trails): number[] => restingTrails(some, scene, viewer).map(({ stops }) => stops[0]!.x);
  expect(ends(0)).toEqual([400, 350, 300, 250, 200, 150, 100, 50]);
  expect(ends(-1)).toEqual([1000, 950, 900, 850, 800, 750, 700, 650]);
  expect(ends(0, trails.slice(0, 5))).toHaveLength(5);
});

test("pieces that make room, marks and pieces that are gone have no trail", () => {
  const before = sceneWith({ x: 0 }, { x: 0, css: "target" });
  const shifted = sceneWith({ x: 5 }, { x: 500, css: "target" });
  expect(nextTrails([], before, { scene: shifted, frame: makeFrame() })).toEqual([]);
  const trails = nextTrails([], before, { scene: sceneWith({ x: 100 }), frame: makeFrame() });
  expect(trails.length).toBe(1);
  expect(nextTrails(trails, sceneWith({ x: 100 }), { scene: makeScene({ layers: {} }), frame: makeFrame() })).toEqual([]);
});
