/** Moments of a match: a frame from the server together with the complete scene. */

import type { Frame, Line, Scene } from "../../types";
import { mergeScene } from "./scene";

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

/** Return the last log lines with dice, at most `limit` of them. */
export function lastRolls(lines: readonly Line[], limit = 1): Line[] {
  return lines.filter((line) => line.dice.length > 0).slice(-limit);
}

/** Return the last rolls together with the key moments between them, at most `limit` lines; none if there are no rolls. */
export function rollsInContext(lines: readonly Line[], limit: number): Line[] {
  if (!lastRolls(lines).length) return [];
  return lines.filter((line) => line.dice.length > 0 || line.highlight).slice(-limit);
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
