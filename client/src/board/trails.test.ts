import { expect, test } from "vitest";
import type { SceneNode } from "../types";
import { trailArrows, trailsTo, type Trail } from "./trails";

function makeTrail(id: string, ...stops: [number, number][]): Trail {
  const node: SceneNode = { id, shape: "circle", x: 0, y: 0, data: "10", turn: 0, css: "", label: id, size: 0 };
  return { node, stops: stops.map(([x, y]) => ({ x, y, turn: 0 })) };
}

test("an arrow follows the way of a piece and ends before it", () => {
  const markup = trailArrows([makeTrail("a", [100, 0], [100, 100])]);
  expect(markup).toContain('<path class="way" d="M0 0L100 0L100 87"/>');
  expect(markup).toContain('class="head" d="M100 92.5');
});

test("the nodes of one piece have one arrow", () => {
  const count = (trails: Trail[]): number => trailArrows(trails).split('class="arrow"').length - 1;
  expect(count([makeTrail("a", [100, 0]), makeTrail("b", [100, 0])])).toBe(1);
  expect(count([makeTrail("a", [100, 0]), makeTrail("b", [0, 100])])).toBe(2);
});

test("trails are found by where they end", () => {
  const trails = [makeTrail("a", [100, 0]), makeTrail("b", [50, 0], [300, 0])];
  expect(trailsTo(trails, { x: 305, y: 0 }).map(({ node }) => node.id)).toEqual(["b"]);
  expect(trailsTo(trails, undefined)).toEqual([]);
});

test("a piece that has come back has no arrow, and many arrows are thin", () => {
  expect(trailArrows([makeTrail("a", [100, 0], [0, 0])])).not.toContain("way");
  const many = Array.from({ length: 13 }, (_, index) => makeTrail(`p${index}`, [100, 10 * index]));
  expect(trailArrows(many)).toContain("many");
});
