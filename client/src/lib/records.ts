/** Helpers for records and match links. */

/** A numbered line of a record. */
export interface RecordLine {
  number: number;
  text: string;
}

/** Return a line of a text with `reach` lines before and after it. Line numbers start at 1. */
export function linesAround(text: string, line: number, reach = 3): RecordLine[] {
  return text
    .split("\n")
    .map((content, index) => ({ number: index + 1, text: content.replace(/\r$/, "") }))
    .filter(({ number }) => Math.abs(number - line) <= reach);
}

/** Return the id of a match, given its link or the id itself. */
export function parseMatchId(input: string): string {
  const text = input.trim();
  return /\/match\/([^/?#\s]+)/.exec(text)?.[1] ?? text;
}
