/** Pointers: rings around things on the board that a text is about. */

import type { Scene, SceneNode } from "../types";
import { extentOf } from "./draw";
import { nodesById } from "./handles";
import type { Point } from "./view";

/** A ring is larger than its piece by this factor, so that the piece's own outline stays in view. */
const MARGIN = 1.25;

/** Return the nodes with these ids that are in the scene. */
export function nodesNamed(scene: Scene, ids: readonly string[]): SceneNode[] {
  const nodes = nodesById(scene);
  return ids.flatMap((id) => nodes.get(id)?.node ?? []);
}

/** Return a ring around each of these nodes; an area, such as a square of the board, keeps its own outline. */
export function pointers(nodes: readonly SceneNode[]): SceneNode[] {
  return nodes.map((node) => {
    const ring = { ...node, id: `pointed-${node.id}`, css: "way pointed", label: "" };
    if (node.shape === "path" || (node.shape === "rect" && node.css.split(" ").includes("square"))) return ring;
    return { ...ring, shape: "circle", data: `${Math.round(radiusOf(node) * MARGIN)}`, turn: 0 };
  });
}

function radiusOf(node: SceneNode): number {
  const [width = 0, height = 0] = node.data.split(/\s+/).map(Number);
  return node.shape === "rect" ? Math.hypot(width, height) / 2 : extentOf(node);
}

/** Return the middle of a node; that of an area from the corners of its path. */
export function centreOf(node: SceneNode): Point {
  if (node.shape !== "path") return { x: node.x, y: node.y };
  const numbers = (node.data.match(/-?\d+(\.\d+)?/g) ?? []).map(Number);
  const middle = (some: readonly number[]): number => (Math.min(...some) + Math.max(...some)) / 2;
  const [xs, ys] = [0, 1].map((part) => numbers.filter((_, index) => index % 2 === part)) as [number[], number[]];
  return ys.length ? { x: node.x + middle(xs), y: node.y + middle(ys) } : { x: node.x, y: node.y };
}
