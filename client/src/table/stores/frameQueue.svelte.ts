/** A queue of frames, each of which is shown for a while before the next. */

/** The queue length from which frames are shown faster than normal. */
const CATCH_UP_LENGTH = 6;

/** A queue that shows one item after another, each for its own time. */
export class FrameQueue<T> {
  /** The number of items still to be shown. */
  pending = $state(0);

  #queue: T[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #show: (item: T) => void;
  #displayTime: (item: T) => number;

  /** `displayTime` returns how long an item is shown before the next, in milliseconds. */
  constructor(show: (item: T) => void, displayTime: (item: T) => number) {
    this.#show = show;
    this.#displayTime = displayTime;
  }

  /** Show an item, at once or after those before it. */
  add(item: T): void {
    this.#queue.push(item);
    this.pending = this.#queue.length;
    if (this.#timer === undefined) this.#next();
  }

  /** Show all pending items at once. */
  skip(): void {
    this.#stopTimer();
    for (const item of this.#queue.splice(0)) this.#show(item);
    this.pending = 0;
  }

  /** Drop all pending items. */
  clear(): void {
    this.#stopTimer();
    this.#queue = [];
    this.pending = 0;
  }

  #stopTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #next(): void {
    this.#timer = undefined;
    while (this.#timer === undefined) {
      const item = this.#queue.shift();
      if (item === undefined) return;
      this.pending = this.#queue.length;
      this.#show(item);
      const speed = Math.max(1, this.#queue.length / CATCH_UP_LENGTH);
      const time = this.#displayTime(item) / speed;
      if (time > 0) this.#timer = setTimeout(() => this.#next(), time);
    }
  }
}
