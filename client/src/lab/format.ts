/** Formatting of experiments: states, rates, durations and results. */

import type { ExperimentCard, ExperimentEstimate, PairingResult } from "../types";
import { capitalise, formatCount } from "../lib/format";

/** The label of each state. */
export const STATE_LABELS: Record<ExperimentCard["state"], string> = {
  waiting: "Queued",
  running: "Running",
  writing: "Writing the report",
  stopped: "Stopped",
  done: "Finished",
  failed: "Failed",
};

/** Return whether an experiment is queued or running. */
export function isActive({ state }: Pick<ExperimentCard, "state">): boolean {
  return state === "waiting" || state === "running" || state === "writing";
}

/** Format a number with thousands separators: "11,000". */
export function formatNumber(number: number): string {
  return number.toLocaleString("en");
}

/** Format a share as a percentage: "63 %". */
export function formatPercent(share: number): string {
  return `${(share * 100).toFixed(0)} %`;
}

/** Format an interval of shares: "81 to 98 %". */
export function formatRange(low: number, high: number): string {
  return `${(low * 100).toFixed(0)} to ${formatPercent(high)}`;
}

/** Format the estimated time of an experiment: "about 40 seconds", "at most 3 minutes", "more than 2 hours". */
export function formatEstimate({ seconds, at_least }: ExperimentEstimate, stops: boolean): string {
  return `${at_least && !stops ? "more than" : stops && !at_least ? "at most" : "about"} ${formatRoughDuration(seconds)}`;
}

const RATE_UNITS: readonly (readonly [number, string])[] = [
  [1, "per second"],
  [60, "per minute"],
  [3600, "per hour"],
];

/** Format a rate in matches per second: "38 matches per second", "12 matches per minute"; "" if it is 0. */
export function formatRate(rate: number): string {
  if (rate <= 0) return "";
  const [seconds, unit] = RATE_UNITS.find(([seconds]) => rate * seconds >= 2) ?? [3600, "per hour"];
  return `${formatCount(Math.max(1, Math.round(rate * seconds)), "match", "matches")} ${unit}`;
}

/** Format a duration roughly: "40 seconds", "3 minutes", "2 hours". */
export function formatRoughDuration(seconds: number): string {
  if (seconds < 55) return formatCount(Math.max(1, seconds < 10 ? Math.ceil(seconds) : Math.round(seconds / 5) * 5), "second");
  if (seconds < 3300) return formatCount(Math.round(seconds / 60), "minute");
  if (seconds < 36 * 3600) return formatCount(Math.round(seconds / 3600), "hour");
  return formatCount(Math.round(seconds / 86_400), "day");
}

/** Format the longest time an experiment can still take; "" if that is unknown. */
export function formatTimeLeft({ played, max_matches, rate, state }: Pick<ExperimentCard, "played" | "max_matches" | "rate" | "state">): string {
  if (state !== "running" || rate <= 0 || played >= max_matches) return "";
  return `${formatRoughDuration((max_matches - played) / rate)} left`;
}

/** Return the progress of an experiment, from 0 to 1. */
export function progress({ played, max_matches }: Pick<ExperimentCard, "played" | "max_matches">): number {
  return max_matches > 0 ? Math.min(1, played / max_matches) : 0;
}

export type Verdict = "ahead" | "behind" | "even" | "open";

/** Return what a confidence interval says: the first is ahead, behind, even within the margin, or it is open. */
export function verdict({ low, high, verdict: given }: Pick<PairingResult, "low" | "high" | "verdict">): Verdict {
  if (low >= 0.5) return "ahead";
  if (high <= 0.5) return "behind";
  return given === "fair" ? "even" : "open";
}

/** Describe the result of a pairing in a few words. */
export function describeResult(row: PairingResult): string {
  const [one = "", other = ""] = row.opponents;
  if (!row.games) return "Not played yet";
  return {
    ahead: `${capitalise(one)} ahead`,
    behind: `${capitalise(other)} ahead`,
    even: "Even",
    open: row.done ? "Inconclusive" : "No result yet",
  }[verdict(row)];
}
