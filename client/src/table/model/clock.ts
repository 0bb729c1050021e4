/** The clock of a decision: time left, and how it is written. */

import type { Clock } from "../../types";

/** A clock, and the browser time at which it arrived, both in milliseconds. */
export interface RunningClock {
  clock: Clock;
  since: number;
}

/** The last seconds, in which the player is urged. */
const SHORT_MS = 10_000;

/** Return the time left for the decision and in the reserve, in milliseconds. Both stand still during the grace period. */
export function timeLeft({ clock, since }: RunningClock, now: number): Clock {
  const waited = Math.max(0, now - since);
  const passed = Math.max(0, waited - clock.grace_ms);
  const over = Math.max(0, passed - clock.left_ms);
  return {
    left_ms: Math.max(0, clock.left_ms - passed),
    reserve_ms: Math.max(0, clock.reserve_ms - over),
    grace_ms: Math.max(0, clock.grace_ms - waited),
  };
}

/** Format milliseconds as "1:05", "12:00" or "1:02:00". Seconds are rounded up, so that 0:00 is the end. */
export function formatTime(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  const twoDigits = (number: number): string => String(number).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours ? `${hours}:${twoDigits(minutes)}:${twoDigits(seconds % 60)}` : `${minutes}:${twoDigits(seconds % 60)}`;
}

/** Return whether only a few seconds are left in total. */
export function isShort({ left_ms, reserve_ms }: Clock): boolean {
  return left_ms + reserve_ms <= SHORT_MS;
}

/** The times left at which a screen reader announces them. */
const ANNOUNCED_S = [60, 30, 10, 5];

/** Return the announcement when the time left passes one of the marks, otherwise "". */
export function clockAnnouncement(before: Clock, now: Clock): string {
  const [then, left] = [before, now].map((clock) => Math.ceil((clock.left_ms + clock.reserve_ms) / 1000)) as [number, number];
  const passed = ANNOUNCED_S.find((mark) => then > mark && left <= mark);
  return passed ? `${passed} seconds left.` : "";
}
