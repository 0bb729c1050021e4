/** Small words of the laboratory: how fast, how long, how sure. */

import type { LabCard, LabRow } from "../types";
import { formatCount } from "../lib/format";

/** What each state is called. */
export const STATE_LABELS: Record<LabCard["state"], string> = {
  waiting: "Waiting for its turn",
  running: "Playing",
  writing: "Writing the report",
  stopped: "Stopped",
  done: "Finished",
  failed: "Ended early",
};

/** Whether an experiment waits for its turn or has it. */
export function isActive({ state }: Pick<LabCard, "state">): boolean {
  return state === "waiting" || state === "running" || state === "writing";
}

/** A number with its thousands apart: "11,000". */
export function formatNumber(number: number): string {
  return number.toLocaleString("en");
}

/** A share as people say it: "63.5 %". */
export function formatPercent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

const RATE_UNITS: readonly (readonly [number, string])[] = [
  [1, "a second"],
  [60, "a minute"],
  [3600, "an hour"],
];

/** How fast it goes, from matches a second: "38 matches a second", "12 matches a minute". */
export function formatRate(rate: number): string {
  if (rate <= 0) return "";
  const [times, unit] = RATE_UNITS.find(([seconds]) => rate * seconds >= 2) ?? [3600, "an hour"];
  return `${formatCount(Math.max(1, Math.round(rate * times)), "match", "matches")} ${unit}`;
}

/** A length of time, roughly: "40 seconds", "3 minutes", "2 hours". */
export function formatRoughDuration(seconds: number): string {
  if (seconds < 55) return formatCount(Math.max(1, seconds < 10 ? Math.ceil(seconds) : Math.round(seconds / 5) * 5), "second");
  if (seconds < 3300) return formatCount(Math.round(seconds / 60), "minute");
  if (seconds < 36 * 3600) return formatCount(Math.round(seconds / 3600), "hour");
  return formatCount(Math.round(seconds / 86_400), "day");
}

/** How long it still takes at most, in words; empty if nobody can say yet. */
export function formatTimeLeft({ played, most, rate, state }: Pick<LabCard, "played" | "most" | "rate" | "state">): string {
  if (state !== "running" || rate <= 0 || played >= most) return "";
  return `${formatRoughDuration((most - played) / rate)} left`;
}

/** How far it is, from 0 to 1. */
export function progress({ played, most }: Pick<LabCard, "played" | "most">): number {
  return most > 0 ? Math.min(1, played / most) : 0;
}

/** Who met whom, in a pairing. */
export function splitPairing({ pairing }: Pick<LabRow, "pairing">): [string, string] {
  const [one = "", other = ""] = pairing.split(" v ");
  return [one, other];
}

export type Verdict = "ahead" | "behind" | "even" | "open";

/** What an interval says: the first is ahead, behind, even within the margin, or it is open. */
export function verdict({ low, high, verdict: told }: Pick<LabRow, "low" | "high" | "verdict">): Verdict {
  if (low >= 0.5) return "ahead";
  if (high <= 0.5) return "behind";
  return told === "fair" ? "even" : "open";
}

/** What a pairing comes to, in a sentence. */
export function describeResult(row: LabRow): string {
  const [one, other] = splitPairing(row);
  if (!row.games) return "To come";
  const who = one === other ? "The first seat" : one;
  return {
    ahead: `${who} wins more`,
    behind: `${one === other ? "The second seat" : other} wins more`,
    even: "As good as even",
    open: row.done ? "Not settled" : "Open",
  }[verdict(row)];
}
