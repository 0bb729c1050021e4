/** A queue of frames, each of which is shown for a while before the next. */

/** The queue length from which frames are shown faster than normal. */
const CATCH_UP_LENGTH = 6;
/** No item takes more than this part of the time that is left of the limit, so that the last ones are not skipped. */
const MAX_PART_OF_REST = 1 / 6;
const MIN_ITEM_MS = 40;
/** At most this many items are shown in one step. */
const MAX_GROUP = 24;
/** After a break this long, the limit applies to what comes next, not to what was shown before. */
const BREAK_MS = 1500;

/** The way in which a queue shows its items. */
export interface QueueOptions<T> {
  show: (item: T) => void;
  /** Return how long an item is shown before the next, in milliseconds. */
  displayTime: (item: T) => number;
  /** Return two consecutive items as one, if they can be shown in one step; otherwise null. */
  combine?: (one: T, next: T) => T | null;
  /** Return whether an item counts as pending while it is shown, even if it is the last. */
  isHeld?: (item: T) => boolean;
  /** Return the limit for all items up to the next `restart`, in milliseconds. */
  limitMs?: () => number;
}

/** A queue that shows one item after another, each for its own time. */
export class FrameQueue<T> {
  /** The number of items still to be shown, or to be looked at. */
  pending = $state(0);

  #queue: T[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #options: QueueOptions<T>;
  #spentMs = 0;
  #lastEnd = 0;

  constructor(options: QueueOptions<T>) {
    this.#options = options;
  }

  /** Show an item, at once or after those before it. */
  add(item: T): void {
    this.#queue.push(item);
    this.pending = this.#queue.length;
    if (this.#timer !== undefined) return;
    if (performance.now() - this.#lastEnd > BREAK_MS) this.#spentMs = 0;
    this.#next();
  }

  /** Show all pending items at once. */
  skip(): void {
    this.#stopTimer();
    for (const item of this.#queue.splice(0)) this.#options.show(item);
    this.pending = 0;
  }

  /** Drop all pending items. */
  clear(): void {
    this.#stopTimer();
    this.#queue = [];
    this.pending = 0;
  }

  /** Apply the limit to what is shown from now on. */
  restart(): void {
    this.#spentMs = 0;
  }

  #stopTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#lastEnd = performance.now();
  }

  #next(): void {
    this.#timer = undefined;
    while (this.#timer === undefined) {
      const item = this.#take();
      if (item === undefined) {
        this.pending = 0;
        this.#lastEnd = performance.now();
        return;
      }
      const time = this.#timeOf(item);
      this.pending = this.#queue.length + (time > 0 && this.#options.isHeld?.(item) ? 1 : 0);
      this.#options.show(item);
      if (time > 0) this.#timer = setTimeout(() => this.#next(), time);
      this.#spentMs += time;
    }
  }

  /** Take the next item, combined with those after it that can be shown in the same step. */
  #take(): T | undefined {
    let item = this.#queue.shift();
    for (let count = 1; item !== undefined && count < MAX_GROUP; count += 1) {
      const next = this.#queue[0];
      const both = next === undefined ? null : (this.#options.combine?.(item, next) ?? null);
      if (both === null) break;
      this.#queue.shift();
      item = both;
    }
    return item;
  }

  #timeOf(item: T): number {
    const time = this.#options.displayTime(item);
    if (time <= 0 || this.#options.isHeld?.(item)) return time;
    const speed = Math.max(1, this.#queue.length / CATCH_UP_LENGTH);
    const limit = this.#options.limitMs?.() ?? Infinity;
    const rest = Math.max(0, limit - this.#spentMs);
    return Math.max(Math.min(time, MIN_ITEM_MS), Math.min(time / speed, rest * MAX_PART_OF_REST));
  }
}
