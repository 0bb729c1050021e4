/** The trails of the moves of others, as they become more with every moment. */

import { extentOf } from "../../board/draw";
import { MANY, trailsByWay, type Trail } from "../../board/trails";
import type { Scene, SceneNode } from "../../types";
import type { Moment } from "./moment";

/** Classes of nodes that are no pieces, but mark places on the board. */
const MARKS = ["target", "zone", "tag", "sight"];
/** The number of trails that are shown at rest if there are many. */
const MAX_RESTING = 8;
/** The class of what is beside the board. */
const WAITING = "waiting";

/** Return the trails after another move: those before, continued, and those of the nodes that have moved now. */
export function nextTrails(trails: readonly Trail[], before: Scene, { scene, frame }: Moment): readonly Trail[] {
  const old = nodesById(before);
  const next = new Map(trails.map((trail) => [trail.node.id, trail]));
  const present = nodesById(scene);
  for (const node of present.values()) {
    const from = old.get(node.id);
    const path = frame.paths[node.id];
    if (!from || isMark(node) || !(path?.length || hasMoved(from, node))) continue;
    const way = [...(path ?? []).map(([x, y, turn]) => ({ x, y, turn })), { x: node.x, y: node.y, turn: node.turn }];
    const known = next.get(node.id);
    const start = known?.node ?? (hasClass(from, WAITING) ? { ...from, ...way.shift() } : from);
    const stops = [...(known?.stops ?? []), ...way];
    if (stops.length) next.set(node.id, { node: start, stops });
  }
  const gone = trails.some((trail) => !present.has(trail.node.id));
  if (!gone && next.size === trails.length && [...next.values()].every((trail, index) => trail === trails[index])) return trails;
  return [...next.values()].filter((trail) => present.has(trail.node.id));
}

/** Return whether a labelled piece has moved farther than pieces shift to make room for others. */
function hasMoved(from: SceneNode, to: SceneNode): boolean {
  return to.label !== "" && Math.hypot(to.x - from.x, to.y - from.y) > extentOf(to);
}

/** Return the trails to show at rest: of many only those that end nearest to the viewer's pieces; a spectator's are the longest. */
export function restingTrails(trails: readonly Trail[], scene: Scene, viewer: number): readonly Trail[] {
  const ways = trailsByWay(trails);
  if (ways.size <= MANY) return trails;
  const own = [...nodesById(scene).values()].filter((node) => hasClass(node, `seat${viewer}`) && hasClass(node, "plate") && !isMark(node));
  const rank = ([{ node, stops } = trails[0]!]: readonly Trail[]): number => {
    const end = stops.at(-1) ?? node;
    return own.length ? Math.min(...own.map((piece) => Math.hypot(piece.x - end.x, piece.y - end.y))) : -Math.hypot(node.x - end.x, node.y - end.y);
  };
  const ranked = [...ways.values()].map((same) => [rank(same), same] as const).sort(([one], [other]) => one - other);
  const shown = new Set(ranked.slice(0, MAX_RESTING).flatMap(([, same]) => same));
  return trails.filter((trail) => shown.has(trail));
}

function isMark(node: SceneNode): boolean {
  return hasClass(node, ...MARKS, WAITING);
}

function hasClass(node: SceneNode, ...classes: string[]): boolean {
  return node.css.split(" ").some((name) => classes.includes(name));
}

function nodesById(scene: Scene): Map<string, SceneNode> {
  return new Map(scene.layers.filter((layer) => !layer.static).flatMap((layer) => layer.nodes.map((node) => [node.id, node] as const)));
}
