/** The log as people read it: what happened several times in a row is one line, and lines are grouped by move. */

import type { Frame, Line, Log } from "../../types";

/** A sentence of the log; `times` is how often in a row it happened. */
export interface Entry {
  /** Stays the same while lines are added. */
  key: number;
  line: Line;
  times: number;
}

/** What one move led to. */
export interface Stanza {
  key: string;
  move: number;
  entries: Entry[];
}

/** Sentences that were made before: what has not changed is the same object again, and is not drawn anew. */
const made = new WeakMap<Line, Entry>();
const keys = new WeakMap<Line, number>();
let count = 0;

function keyOf(line: Line): number {
  const key = keys.get(line) ?? (count += 1);
  keys.set(line, key);
  return key;
}

function entryOf(first: Line, last: Line, times: number): Entry {
  const known = made.get(last);
  if (known?.times === times && known.key === keyOf(first)) return known;
  const entry = { key: keyOf(first), line: last, times };
  made.set(last, entry);
  return entry;
}

/** The sentences, with lines in a row that are one thing told once, in the words of the last. */
export function entries(lines: readonly Line[]): Entry[] {
  const found: Entry[] = [];
  let begun = 0;
  for (const [at, line] of lines.entries()) {
    const next = lines[at + 1];
    if (next && line.merge && next.merge === line.merge) continue;
    found.push(entryOf(lines[begun] ?? line, line, at + 1 - begun));
    begun = at + 1;
  }
  return found;
}

/** The sentences by move. */
export function stanzas(all: readonly Entry[]): Stanza[] {
  const found: Stanza[] = [];
  for (const entry of all) {
    const last = found.at(-1);
    if (last?.move === entry.line.move) last.entries.push(entry);
    else found.push({ key: `${entry.line.move} ${entry.key}`, move: entry.line.move, entries: [entry] });
  }
  return found;
}

/** The sentences that have every one of the words, or are about one seat, or are loud. */
export function filtered(all: readonly Entry[], words: string, seat: number | null, loud: boolean): Entry[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return all.filter(({ line }) => {
    if (seat !== null && line.who !== seat) return false;
    if (loud && !line.loud) return false;
    const text = `${line.text} ${line.rule}`.toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}

/** The lines of a log that grows: with each frame, and once by the whole log, which comes a little later. */
export class Story {
  lines: Line[] = [];
  /** Up to this move the whole log knows better; what came later was told by frames. */
  #from = 0;
  #viewer = -1;
  #known = false;

  /** Begin anew with the first frame of a viewer; the whole log will follow. */
  begin(frame: Frame): void {
    this.lines = frame.lines;
    this.#from = frame.move;
    this.#viewer = frame.viewer;
    this.#known = false;
  }

  /** Whether the whole log is there. */
  get known(): boolean {
    return this.#known;
  }

  /** What a frame tells. */
  add(frame: Frame): void {
    if (frame.undone) {
      this.#from = Math.min(this.#from, frame.move);
      this.lines = this.lines.filter((line) => line.move <= frame.move);
    }
    this.lines = [...this.lines, ...frame.lines];
  }

  /** The whole log; false if it is not the viewer's. */
  whole(log: Log): boolean {
    if (log.viewer !== this.#viewer) return false;
    const later = this.lines.filter((line) => line.move > this.#from);
    this.lines = [...log.lines.filter((line) => line.move <= this.#from), ...later];
    this.#known = true;
    return true;
  }
}
