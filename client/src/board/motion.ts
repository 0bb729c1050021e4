/** Routes along which pieces move from one pose to the next. */

import type { SceneNode } from "../types";

/** A position in the scene, and a rotation in tenths of a degree. */
export interface Pose {
  x: number;
  y: number;
  turn: number;
}

/** A pose along a route, and the time at which it is reached: 0 at the start, 1 at the end. */
export interface Stop extends Pose {
  time: number;
}

/** x, y, width and height of a scene. */
export type Box = readonly [number, number, number, number];

/** The waypoints sent by the server, without the start. */
export type Path = readonly (readonly [number, number, number])[];

/** Return the pose in which a node is drawn. */
export function poseOf({ x, y, turn }: SceneNode): Pose {
  return { x, y, turn };
}

/** Return whether two poses look the same. */
export function isSamePose(one: Pose, other: Pose): boolean {
  return one.x === other.x && one.y === other.y && (one.turn - other.turn) % 3600 === 0;
}

/** Return the equivalent turn in the shorter direction: more than -1800, at most 1800. */
export function shortestTurn(turn: number): number {
  const rest = ((turn % 3600) + 3600) % 3600;
  return rest > 1800 ? rest - 3600 : rest;
}

/** Return the stops from one pose to another at constant speed, along a path if there is one.
 * Every turn takes the shorter direction. */
export function buildRoute(from: Pose, to: Pose, path: Path = []): Stop[] {
  const poses: Pose[] = [from];
  for (const [x, y, turn] of [...path, [to.x, to.y, to.turn] as const]) {
    const last = poses[poses.length - 1]!;
    if (!isSamePose(last, { x, y, turn })) poses.push({ x, y, turn: last.turn + shortestTurn(turn - last.turn) });
  }
  return addTimes(poses);
}

/** Return the poses with their times. A full turn takes as long as the whole distance; a turn on the spot takes all the time. */
function addTimes(poses: Pose[]): Stop[] {
  const legs = poses.slice(1).map((pose, index) => {
    const before = poses[index]!;
    return { distance: Math.hypot(pose.x - before.x, pose.y - before.y), turns: Math.abs(pose.turn - before.turn) / 3600 };
  });
  const distance = legs.reduce((sum, leg) => sum + leg.distance, 0) || 1;
  const costs = legs.map((leg) => leg.distance + leg.turns * distance);
  const total = costs.reduce((sum, cost) => sum + cost, 0) || 1;
  let spent = 0;
  return poses.map((pose, index) => {
    spent += index ? costs[index - 1]! : 0;
    return { ...pose, time: index === poses.length - 1 && index ? 1 : spent / total };
  });
}

/** Return the pose on a route at a time between 0 and 1. */
export function poseAt(stops: readonly Stop[], time: number): Pose {
  const next = stops.findIndex((stop) => stop.time >= time);
  const after = stops[next < 0 ? stops.length - 1 : next]!;
  const before = stops[Math.max(next - 1, 0)]!;
  if (next <= 0 || after.time === before.time) return { x: after.x, y: after.y, turn: after.turn };
  const fraction = (time - before.time) / (after.time - before.time);
  const between = (one: number, other: number): number => one + (other - one) * fraction;
  return { x: between(before.x, after.x), y: between(before.y, after.y), turn: between(before.turn, after.turn) };
}

/** Return the CSS transform that moves something drawn at the scene's origin to a pose.
 * It is in percent of the box, so it is valid at any zoom. */
export function cssTransform({ x, y, turn }: Pose, [, , width, height]: Box): string {
  return `translate(${(x / width) * 100}%, ${(y / height) * 100}%) rotate(${turn / 10}deg)`;
}

/** Return the scene's origin in percent of its box: the point about which such a thing rotates. */
export function transformOrigin([left, top, width, height]: Box): string {
  return `${(-left / width) * 100}% ${(-top / height) * 100}%`;
}

/** Return a route as keyframes of an animation. */
export function toKeyframes(stops: readonly Stop[], box: Box): Keyframe[] {
  return stops.map((stop) => ({ offset: stop.time, transform: cssTransform(stop, box) }));
}
