/** Tells what happens to those who listen: in sentences, several at a time, never a flood. */

const QUIET = 500;
const LONGEST = 2500;
const MOST = 6;

/** Collects sentences and says them together once nothing new has come for a moment. */
export class Teller {
  #say: (text: string) => void;
  #waiting: string[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #since = 0;
  #now: () => number;

  constructor(say: (text: string) => void, now: () => number = Date.now) {
    this.#say = say;
    this.#now = now;
  }

  /** Have these sentences said soon. */
  tell(...sentences: string[]): void {
    const fresh = sentences.filter(Boolean);
    if (!fresh.length) return;
    if (!this.#waiting.length) this.#since = this.#now();
    this.#waiting.push(...fresh);
    clearTimeout(this.#timer);
    const left = this.#since + LONGEST - this.#now();
    this.#timer = setTimeout(() => this.#speak(), Math.max(0, Math.min(QUIET, left)));
  }

  /** Say nothing more. */
  hush(): void {
    clearTimeout(this.#timer);
    this.#waiting = [];
  }

  #speak(): void {
    const all = this.#waiting.splice(0);
    const kept = all.slice(-MOST);
    const left = all.length - kept.length;
    if (left) kept.unshift(`${left} earlier ${left === 1 ? "line is" : "lines are"} in the log.`);
    this.#say(kept.join(" "));
  }
}
