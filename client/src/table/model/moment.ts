/** A moment of a match: what the server told, and the whole picture of it. */

import type { Frame, Line, Scene } from "../../types";
import { merged } from "./scene";

export interface Moment {
  frame: Frame;
  scene: Scene;
}

/** The moment a frame leads to. */
export function momentAfter(before: Moment | null, frame: Frame): Moment {
  return { frame, scene: merged(before?.scene ?? null, frame.scene) };
}

/** The last lines with dice, not more than so many. */
export function thrown(lines: readonly Line[], most = 1): Line[] {
  return lines.filter((line) => line.dice.length > 0).slice(-most);
}

/** How long dice tumble, in milliseconds; and of how many throws one waits for the dice. */
export const TUMBLE = 300;
const READ = 4;

/** What led to throws and what came of them: the lines with dice and the big moments, not more than so many; nothing without dice. */
export function explained(lines: readonly Line[], most: number): Line[] {
  if (!thrown(lines).length) return [];
  return lines.filter((line) => line.dice.length > 0 || line.loud).slice(-most);
}

/** How long a frame is looked at before the next one is shown, when a move takes `step` milliseconds. */
export function lookedAt(frame: Frame, step: number): number {
  if (!step || frame.undone) return 0;
  const travels = Object.keys(frame.paths).length > 0;
  if (!frame.lines.length && !travels) return 0;
  const reading = frame.lines.some((line) => line.loud) ? step : 0;
  const throws = thrown(frame.lines, READ).length;
  const glance = travels || reading || throws ? step : step / 2;
  return glance + reading + throws * TUMBLE;
}

/** Whether two moments ask the same of the same person: a name changed, or somebody came, and nothing else. */
export function sameQuestion({ frame: one }: Moment, { frame: other }: Moment): boolean {
  const same = one.move === other.move && one.viewer === other.viewer && one.curtain === other.curtain && !other.undone;
  const actions = (frame: Frame): string => (frame.ask?.choices ?? []).map((choice) => choice.action).join("; ");
  return same && one.ask?.mine === other.ask?.mine && actions(one) === actions(other);
}
