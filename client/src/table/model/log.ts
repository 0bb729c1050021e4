/** The log as it is shown: repeated lines merged into one entry, entries grouped by move. */

import type { Frame, Line, Log } from "../../types";

/** One sentence of the log; `times` is the number of consecutive lines merged into it. */
export interface LogEntry {
  /** Stays the same while lines are added. */
  key: number;
  line: Line;
  times: number;
}

/** The entries of one move. */
export interface MoveEntries {
  key: string;
  move: number;
  entries: LogEntry[];
}

/** A part of the log, such as the turn of a seat: its headings, and the moves in it. */
export interface LogPart {
  key: string;
  headings: LogEntry[];
  moves: MoveEntries[];
  /** The number of routine entries in it. */
  routine: number;
}

/** Entries made before: an unchanged entry is the same object again, so that it is not redrawn. */
const entryCache = new WeakMap<Line, LogEntry>();
const keys = new WeakMap<Line, number>();
let lastKey = 0;

function keyOf(line: Line): number {
  const key = keys.get(line) ?? (lastKey += 1);
  keys.set(line, key);
  return key;
}

function entryOf(first: Line, last: Line, times: number): LogEntry {
  const known = entryCache.get(last);
  if (known?.times === times && known.key === keyOf(first)) return known;
  const entry = { key: keyOf(first), line: last, times };
  entryCache.set(last, entry);
  return entry;
}

/** Return the entries of a log. Consecutive lines with the same `merge` become one entry with the text of the last. */
export function mergeLines(lines: readonly Line[]): LogEntry[] {
  const entries: LogEntry[] = [];
  let start = 0;
  for (const [index, line] of lines.entries()) {
    const next = lines[index + 1];
    if (next && line.merge_key && next.merge_key === line.merge_key) continue;
    entries.push(entryOf(lines[start] ?? line, line, index + 1 - start));
    start = index + 1;
  }
  return entries;
}

/** Group consecutive entries by move; a heading begins a new group. */
export function groupByMove(entries: readonly LogEntry[]): MoveEntries[] {
  const groups: MoveEntries[] = [];
  for (const entry of entries) {
    const last = groups.at(-1);
    if (last?.move === entry.line.move && !entry.line.heading) last.entries.push(entry);
    else groups.push({ key: `${entry.line.move} ${entry.key}`, move: entry.line.move, entries: [entry] });
  }
  return groups;
}

/** Divide the moves into parts at the headings. Consecutive headings begin one part. */
export function divideIntoParts(groups: readonly MoveEntries[]): LogPart[] {
  const parts: LogPart[] = [];
  for (const group of groups) {
    const [first, ...rest] = group.entries;
    const heading = first?.line.heading ? first : undefined;
    let part = parts.at(-1);
    if (!part || (heading && part.moves.length)) parts.push((part = { key: group.key, headings: [], moves: [], routine: 0 }));
    if (heading) part.headings.push(heading);
    const entries = heading ? rest : group.entries;
    part.routine += entries.filter((entry) => entry.line.routine).length;
    if (entries.length) part.moves.push({ ...group, entries });
  }
  return parts;
}

/** Return the moves of a part without its routine entries, except those of one move. */
export function withoutRoutine({ moves }: LogPart, exceptMove: number | null): MoveEntries[] {
  const short = moves.map((group) =>
    group.move === exceptMove ? group : { ...group, entries: group.entries.filter((entry) => !entry.line.routine) },
  );
  return short.filter((group) => group.entries.length);
}

/** Return the entries that contain all the words and are about the seat (null: any); optionally only key moments. */
export function filterEntries(entries: readonly LogEntry[], search: string, seat: number | null, onlyKeyMoments: boolean): LogEntry[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return entries.filter(({ line }) => {
    if (seat !== null && line.seat !== seat) return false;
    if (onlyKeyMoments && !line.highlight) return false;
    const text = `${line.text} ${line.rule}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** Return the numbers of the moves with a key moment. */
export function keyMoments(lines: readonly Line[]): number[] {
  return [...new Set(lines.filter((line) => line.highlight).map((line) => line.move))];
}

/** The growing log of a viewer: lines arrive with each frame, and the full log up to the first frame follows once. */
export class MatchLog {
  lines: Line[] = [];
  /** Up to this move the full log is authoritative; later lines come from frames. */
  #fullUntil = 0;
  #viewer = -1;
  #isComplete = false;

  /** Restart with the first frame of a viewer; the full log will follow. */
  restart(frame: Frame): void {
    this.lines = frame.lines;
    this.#fullUntil = frame.move;
    this.#viewer = frame.viewer;
    this.#isComplete = false;
  }

  /** True once the full log has arrived. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** Add the lines of a frame; an undo first removes those of later moves. */
  add(frame: Frame): void {
    if (frame.undone) {
      this.#fullUntil = Math.min(this.#fullUntil, frame.move);
      this.lines = this.lines.filter((line) => line.move <= frame.move);
    }
    this.lines = [...this.lines, ...frame.lines];
  }

  /** Take over the full log. Return false if it belongs to another viewer. */
  setFullLog(log: Log): boolean {
    if (log.viewer !== this.#viewer) return false;
    const later = this.lines.filter((line) => line.move > this.#fullUntil);
    this.lines = [...log.lines.filter((line) => line.move <= this.#fullUntil), ...later];
    this.#isComplete = true;
    return true;
  }
}
