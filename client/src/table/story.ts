/** The log as people read it: what happened several times in a row is one line, and lines are grouped by move. */

import type { Frame, Line, Log } from "../types";

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

/** The sentences, with lines in a row that are one thing told once, in the words of the last. */
export function entries(lines: readonly Line[]): Entry[] {
  const found: Entry[] = [];
  for (const [at, line] of lines.entries()) {
    const last = found.at(-1);
    if (last && line.merge && last.line.merge === line.merge) {
      last.line = line;
      last.times += 1;
    } else found.push({ key: at, line, times: 1 });
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
