/** Moments of a match: a frame from the server together with the complete scene. */

import type { Frame, Layer, Line, Scene } from "../../types";

export interface Moment {
  frame: Frame;
  scene: Scene;
}

/** Duration of the dice animation. */
export const TUMBLE_MS = 300;
/** Only this many rolls of a frame extend the time for which it is shown. */
const MAX_TIMED_ROLLS = 4;

/** Return the moment that a frame leads to. */
export function nextMoment(before: Moment | null, frame: Frame): Moment {
  return { frame, scene: mergeScene(before?.scene ?? null, frame.scene) };
}

/** Return the complete scene from the previous one and the layers that the server sent because they changed. An unchanged layer is the same object again. */
export function mergeScene(before: Scene | null, changes: Scene): Scene {
  const old = new Map((before?.layers ?? []).map((layer) => [layer.name, layer]));
  const layers = changes.complete ? new Map<string, Layer>() : new Map(old);
  for (const layer of changes.layers) layers.set(layer.name, reuseStatic(old.get(layer.name), layer));
  return { ...changes, complete: true, layers: changes.order.flatMap((name) => layers.get(name) ?? []) };
}

/** Return the layer that is already drawn if it is static, since a static layer never changes during a match. */
function reuseStatic(old: Layer | undefined, layer: Layer): Layer {
  return old?.static && layer.static && old.nodes.length === layer.nodes.length ? old : layer;
}

/** Return the last log lines with dice, at most `limit` of them. */
export function lastRolls(lines: readonly Line[], limit = 1): Line[] {
  return lines.filter((line) => line.dice.length > 0).slice(-limit);
}

/** Return the last rolls together with the key moments between them, at most `limit` lines; none if there are no rolls. */
export function rollsInContext(lines: readonly Line[], limit: number): Line[] {
  if (!lastRolls(lines).length) return [];
  return lines.filter((line) => line.dice.length > 0 || line.highlight).slice(-limit);
}

/** Return two consecutive frames as one, if both show routine moves of the same seat; otherwise null. */
export function combineFrames(one: Frame, next: Frame): Frame | null {
  if (one.viewer !== next.viewer || one.curtain !== next.curtain || (one.ask?.mine ?? -1) >= 0) return null;
  if (!isRoutine(one) || !isRoutine(next)) return null;
  const seats = new Set([...one.lines, ...next.lines].map((line) => line.seat).filter((seat) => seat >= 0));
  if (seats.size > 1) return null;
  const paths = { ...one.paths };
  for (const [id, path] of Object.entries(next.paths)) paths[id] = [...(paths[id] ?? []), ...path];
  return { ...next, scene: combineChanges(one.scene, next.scene), lines: [...one.lines, ...next.lines], paths };
}

/** Return whether a frame shows nothing but moves: no roll, no key moment, no harm, no result. */
function isRoutine({ lines, undone, outcome }: Frame): boolean {
  return !undone && !outcome && !lines.some((line) => line.dice.length || line.highlight || line.harmed >= 0);
}

/** Return the changes of two consecutive frames as one. */
function combineChanges(one: Scene, next: Scene): Scene {
  if (next.complete) return next;
  const newer = new Set(next.layers.map((layer) => layer.name));
  return { ...next, complete: one.complete, layers: [...one.layers.filter((layer) => !newer.has(layer.name)), ...next.layers] };
}

/** Return the lines of a frame about what hurt one of these seats, losses first. */
export function harmTo(frame: Frame, seats: readonly number[]): Line[] {
  const harm = frame.lines.filter((line) => line.harmed >= 0 && seats.includes(line.harmed));
  return [...harm.filter((line) => line.loss), ...harm.filter((line) => !line.loss)];
}

/** Return how long a frame is shown before the next one, when a move takes `moveMs`; both in milliseconds. */
export function displayTime(frame: Frame, moveMs: number): number {
  if (!moveMs || frame.undone) return 0;
  const hasMotion = Object.keys(frame.paths).length > 0;
  if (!frame.lines.length && !hasMotion) return 0;
  const readingMs = frame.lines.some((line) => line.highlight) ? moveMs : 0;
  const rolls = lastRolls(frame.lines, MAX_TIMED_ROLLS).length;
  const baseMs = hasMotion || readingMs || rolls ? moveMs : moveMs / 2;
  return baseMs + readingMs + rolls * TUMBLE_MS;
}

/** Return whether two moments pose the same decision to the same viewer, as when only a name or a player's presence changed. */
export function isSameDecision({ frame: one }: Moment, { frame: other }: Moment): boolean {
  const isSame = one.move === other.move && one.viewer === other.viewer && one.curtain === other.curtain && !other.undone;
  const actions = (frame: Frame): string => (frame.ask?.choices ?? []).map((choice) => choice.action).join("; ");
  return isSame && one.ask?.mine === other.ask?.mine && actions(one) === actions(other);
}
