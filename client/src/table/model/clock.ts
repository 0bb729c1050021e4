/** Time: what is left, as people say it. */

import type { Clock } from "../../types";

/** A clock that came at a moment of this browser's own time. */
export interface Running {
  clock: Clock;
  since: number;
}

/** What is left of the decision's time and of the reserve, in milliseconds. */
export function left({ clock, since }: Running, now: number): Clock {
  const passed = Math.max(0, now - since);
  const over = Math.max(0, passed - clock.left);
  return { left: Math.max(0, clock.left - passed), reserve: Math.max(0, clock.reserve - over) };
}

/** "1:05", "12:00", "1:02:00"; what is begun counts as whole, so that 0:00 is the end. */
export function digits(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  const two = (number: number): string => String(number).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** Whether there is little time left: the last ten seconds of what there is. */
export function short({ left: own, reserve }: Clock): boolean {
  return own + reserve <= 10_000;
}

/** The moments at which somebody who listens is told, in seconds. */
const TOLD = [60, 30, 10, 5];

/** What to say aloud when time goes from one moment to the next; nothing most of the time. */
export function warning(before: Clock, now: Clock): string {
  const [then, left] = [before, now].map((clock) => Math.ceil((clock.left + clock.reserve) / 1000)) as [number, number];
  const crossed = TOLD.find((mark) => then > mark && left <= mark);
  return crossed ? `${crossed} seconds left.` : "";
}
