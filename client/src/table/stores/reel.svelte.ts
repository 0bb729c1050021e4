/** What came from the server waits its turn, so that a move can be seen before the next one is shown. */

const CROWD = 6;

/** A queue that shows one thing after the other, each for its own time. */
export class Reel<T> {
  /** How many are still to be shown. */
  waiting = $state(0);

  #queue: T[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #show: (one: T) => void;
  #time: (one: T) => number;

  /** `time` says how long one is looked at before the next, in milliseconds. */
  constructor(show: (one: T) => void, time: (one: T) => number) {
    this.#show = show;
    this.#time = time;
  }

  /** Show it, now or when its turn comes. */
  add(one: T): void {
    this.#queue.push(one);
    this.waiting = this.#queue.length;
    if (this.#timer === undefined) this.#next();
  }

  /** Show everything that waits, at once. */
  skip(): void {
    this.#rest();
    for (const one of this.#queue.splice(0)) this.#show(one);
    this.waiting = 0;
  }

  /** Forget everything that waits. */
  clear(): void {
    this.#rest();
    this.#queue = [];
    this.waiting = 0;
  }

  #rest(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #next(): void {
    this.#timer = undefined;
    while (this.#timer === undefined) {
      const one = this.#queue.shift();
      if (one === undefined) return;
      this.waiting = this.#queue.length;
      this.#show(one);
      const crowd = Math.max(1, this.#queue.length / CROWD);
      const time = this.#time(one) / crowd;
      if (time > 0) this.#timer = setTimeout(() => this.#next(), time);
    }
  }
}
