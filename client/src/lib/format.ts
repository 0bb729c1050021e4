/** Formatting of counts, durations and option values. */

import type { OptionCard } from "../types";

/** Format a number of things: "1 seat", "3 seats". */
export function formatCount(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

/** Format a range of players: "2 to 6 players". */
export function formatPlayers([lo, hi]: readonly [number, number]): string {
  return lo === hi ? formatCount(lo, "player") : `${lo} to ${hi} players`;
}

const UNITS: readonly (readonly [number, string])[] = [
  [60, "minute"],
  [3600, "hour"],
  [86_400, "day"],
  [604_800, "week"],
];

/** Format how long ago a time was: "3 minutes ago". Times are in seconds since 1970. */
export function formatAgo(then: number, now = Date.now() / 1000): string {
  const passed = Math.max(0, now - then);
  const unit = UNITS.findLast(([seconds]) => passed >= seconds);
  return unit ? `${formatCount(Math.floor(passed / unit[0]), unit[1])} ago` : "just now";
}

/** Format a duration exactly: "1 minute 30 seconds". */
export function formatDuration(seconds: number): string {
  const parts = [
    [Math.floor(seconds / 86_400), "day"],
    [Math.floor(seconds / 3600) % 24, "hour"],
    [Math.floor(seconds / 60) % 60, "minute"],
    [seconds % 60, "second"],
  ] as const;
  return parts.flatMap(([number, unit]) => (number ? [formatCount(number, unit)] : [])).join(" ") || "no time";
}

/** Return the text with a capital first letter. */
export function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Format the value of an option: by its label, a custom file by its title. */
export function formatOptionValue(value: number | string, option?: OptionCard): string {
  if (typeof value !== "string" || !value.includes("\n")) return option?.labels[option.values.indexOf(value)] ?? String(value);
  return `Custom: ${/^\s*title\s*=\s*"(.*)"\s*$/m.exec(value)?.[1] ?? "untitled"}`;
}

/** The names of the factions, by seat. */
export const FACTIONS = ["Red", "White", "Blue", "Green", "Gold", "Purple", "Bronze", "Teal"] as const;
