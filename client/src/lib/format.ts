/** Small words that several pages need. */

/** A number of things: "1 seat", "3 seats". */
export function formatCount(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

/** How many can play: "2 to 6 players". */
export function formatPlayers([lo, hi]: readonly [number, number]): string {
  return lo === hi ? formatCount(lo, "player") : `${lo} to ${hi} players`;
}

const STEPS: readonly (readonly [number, string])[] = [
  [60, "minute"],
  [3600, "hour"],
  [86_400, "day"],
  [604_800, "week"],
];

/** How long ago something was, both in seconds since 1970: "3 minutes ago". */
export function formatAgo(then: number, now = Date.now() / 1000): string {
  const passed = Math.max(0, now - then);
  const step = STEPS.findLast(([seconds]) => passed >= seconds);
  return step ? `${formatCount(Math.floor(passed / step[0]), step[1])} ago` : "just now";
}

/** A length of time: "1 minute 30 seconds". */
export function formatDuration(seconds: number): string {
  const parts = [
    [Math.floor(seconds / 86_400), "day"],
    [Math.floor(seconds / 3600) % 24, "hour"],
    [Math.floor(seconds / 60) % 60, "minute"],
    [seconds % 60, "second"],
  ] as const;
  return parts.flatMap(([number, unit]) => (number ? [formatCount(number, unit)] : [])).join(" ") || "no time";
}

/** With a capital at its beginning. */
export function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The value of an option in a few words: of a file, its title. */
export function formatOptionValue(value: number | string): string {
  if (typeof value !== "string" || !value.includes("\n")) return String(value);
  return `Your own: ${/^\s*title\s*=\s*"(.*)"\s*$/m.exec(value)?.[1] ?? "a file"}`;
}

/** The factions of the circus, by seat. */
export const FACTIONS = ["Red", "White", "Blue", "Green", "Gold", "Purple", "Bronze", "Teal"] as const;
