/** Trails: where pieces were before others moved them, and arrows along the way they came. */

import type { SceneNode } from "../types";
import { extentOf } from "./draw";
import type { Pose } from "./motion";

/** A node that was moved: as it was before, and the positions it has come to since. */
export interface Trail {
  node: SceneNode;
  stops: readonly Pose[];
}

/** The length of an arrowhead, and the part of a piece that an arrow leaves free, in half widths of the piece. */
const HEAD = 0.55;
const GAP = 0.75;

/** More arrows than these are drawn thin, and only some of them are shown at rest. */
export const MANY = 12;

/** Return the trails by the way they take, which the nodes of one piece share. */
export function trailsByWay(trails: readonly Trail[]): Map<string, Trail[]> {
  const ways = new Map<string, Trail[]>();
  for (const trail of trails) {
    const key = [trail.node, ...trail.stops].map(({ x, y }) => `${x} ${y}`).join(",");
    ways.set(key, [...(ways.get(key) ?? []), trail]);
  }
  return ways;
}

/** Return the trails that end at a point. */
export function trailsTo(trails: readonly Trail[], at: { x: number; y: number } | undefined): Trail[] {
  if (!at) return [];
  return trails.filter(({ node, stops }) => {
    const end = stops.at(-1);
    return end !== undefined && Math.hypot(end.x - at.x, end.y - at.y) < extentOf(node);
  });
}

/** Return an arrow for every piece that was moved. Nodes of the same piece, which go the same way, have one. */
export function trailArrows(trails: readonly Trail[]): string {
  const ways = trailsByWay(trails);
  const arrows = [...ways.values()].map((same) => {
    const { node, stops } = same[0]!;
    return arrow([{ x: node.x, y: node.y, turn: 0 }, ...stops], Math.max(...same.map((trail) => extentOf(trail.node))));
  });
  return `<g class="arrows${ways.size > MANY ? " many" : ""}">${arrows.join("")}</g>`;
}

/** Return an arrow along some points, which ends at the edge of the piece; nothing for a piece that has come back. */
function arrow(points: readonly Pose[], extent: number): string {
  const end = points[points.length - 1]!;
  const start = points[0]!;
  if (Math.hypot(end.x - start.x, end.y - start.y) < extent / 2) return "";
  const before = points.findLast((point) => Math.hypot(end.x - point.x, end.y - point.y) > extent * GAP) ?? start;
  const distance = Math.hypot(end.x - before.x, end.y - before.y);
  const [dx, dy] = [(end.x - before.x) / distance, (end.y - before.y) / distance];
  const gap = Math.min(extent * GAP, distance / 2);
  const tip = { x: end.x - dx * gap, y: end.y - dy * gap };
  const head = Math.min(extent * HEAD, distance / 2);
  const base = { x: tip.x - dx * head, y: tip.y - dy * head };
  const way = [...points.slice(0, points.indexOf(before) + 1), base];
  const line = way.map(({ x, y }) => `${round(x)} ${round(y)}`).join("L");
  const side = (sign: number): string => `${round(base.x - sign * dy * head * 0.6)} ${round(base.y + sign * dx * head * 0.6)}`;
  const outline = `<path class="way" d="M${line}"/><path class="head" d="M${round(tip.x)} ${round(tip.y)}L${side(1)}L${side(-1)}Z"/>`;
  return `<g class="halo">${outline}</g><g class="arrow">${outline}</g>`;
}

const round = (value: number): number => Math.round(value * 10) / 10;
