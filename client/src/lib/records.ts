/** Small help with records and the addresses of matches. */

/** A line of a record. */
export interface RecordLine {
  number: number;
  text: string;
}

/** A line of a text and those before and after it; lines count from 1. */
export function linesAround(text: string, line: number, reach = 3): RecordLine[] {
  return text
    .split("\n")
    .map((words, at) => ({ number: at + 1, text: words.replace(/\r$/, "") }))
    .filter(({ number }) => Math.abs(number - line) <= reach);
}

/** The letters of a match, from its address or from themselves. */
export function parseMatchId(words: string): string {
  const text = words.trim();
  return /\/match\/([^/?#\s]+)/.exec(text)?.[1] ?? text;
}
