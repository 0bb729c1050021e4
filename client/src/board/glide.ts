/** How a piece travels from one place to the next. */

import type { SceneNode } from "../types";

/** A place and a turn in tenths of a degree. */
export interface Pose {
  x: number;
  y: number;
  turn: number;
}

/** A pose on the way, and when it is reached: 0 at the start, 1 at the end. */
export interface Stop extends Pose {
  when: number;
}

/** x, y, width, height of a scene. */
export type Box = readonly [number, number, number, number];

/** The waypoints a server sends, without the start. */
export type Path = readonly (readonly [number, number, number])[];

/** The pose in which a node is drawn. */
export function poseOf({ x, y, turn }: SceneNode): Pose {
  return { x, y, turn };
}

/** Whether two poses look the same. */
export function alike(one: Pose, other: Pose): boolean {
  return one.x === other.x && one.y === other.y && (one.turn - other.turn) % 3600 === 0;
}

/** A turn by the short way, more than -1800 and at most 1800. */
export function short(turn: number): number {
  const rest = ((turn % 3600) + 3600) % 3600;
  return rest > 1800 ? rest - 3600 : rest;
}

/** The stops from one pose to another, along a path if there is one, at an even pace; every turn is by the short way. */
export function route(from: Pose, to: Pose, path: Path = []): Stop[] {
  const poses: Pose[] = [from];
  for (const [x, y, turn] of [...path, [to.x, to.y, to.turn] as const]) {
    const last = poses[poses.length - 1]!;
    if (!alike(last, { x, y, turn })) poses.push({ x, y, turn: last.turn + short(turn - last.turn) });
  }
  return timed(poses);
}

/** A full turn takes as long as the whole way; a turn in place takes all the time there is. */
function timed(poses: Pose[]): Stop[] {
  const legs = poses.slice(1).map((pose, index) => {
    const before = poses[index]!;
    return { way: Math.hypot(pose.x - before.x, pose.y - before.y), turn: Math.abs(pose.turn - before.turn) / 3600 };
  });
  const way = legs.reduce((sum, leg) => sum + leg.way, 0) || 1;
  const costs = legs.map((leg) => leg.way + leg.turn * way);
  const all = costs.reduce((sum, cost) => sum + cost, 0) || 1;
  let spent = 0;
  return poses.map((pose, index) => {
    spent += index ? costs[index - 1]! : 0;
    return { ...pose, when: index === poses.length - 1 && index ? 1 : spent / all };
  });
}

/** The pose on a route at a moment between 0 and 1. */
export function poseAt(stops: readonly Stop[], when: number): Pose {
  const next = stops.findIndex((stop) => stop.when >= when);
  const after = stops[next < 0 ? stops.length - 1 : next]!;
  const before = stops[Math.max(next - 1, 0)]!;
  if (next <= 0 || after.when === before.when) return { x: after.x, y: after.y, turn: after.turn };
  const part = (when - before.when) / (after.when - before.when);
  const between = (one: number, other: number): number => one + (other - one) * part;
  return { x: between(before.x, after.x), y: between(before.y, after.y), turn: between(before.turn, after.turn) };
}

/** A pose as a CSS transform of something drawn about the scene's 0 0, in shares of the box, so that it holds at any zoom. */
export function placed({ x, y, turn }: Pose, [, , width, height]: Box): string {
  return `translate(${(x / width) * 100}%, ${(y / height) * 100}%) rotate(${turn / 10}deg)`;
}

/** Where the scene's 0 0 lies in its box: the point about which such a thing turns. */
export function pivot([left, top, width, height]: Box): string {
  return `${(-left / width) * 100}% ${(-top / height) * 100}%`;
}

/** A route as an animation. */
export function keyframes(stops: readonly Stop[], box: Box): Keyframe[] {
  return stops.map((stop) => ({ offset: stop.when, transform: placed(stop, box) }));
}
