/** Announcements for screen readers, batched so that they do not flood the live region. */

const QUIET_MS = 500;
const MAX_WAIT_MS = 2500;
const MAX_SENTENCES = 6;

/** Collects sentences and announces them together once no new one has come for a moment. */
export class LiveRegion {
  #announce: (text: string) => void;
  #pending: string[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #since = 0;
  #now: () => number;

  constructor(announce: (text: string) => void, now: () => number = Date.now) {
    this.#announce = announce;
    this.#now = now;
  }

  /** Announce sentences soon; empty ones are skipped. */
  add(...sentences: string[]): void {
    const added = sentences.filter(Boolean);
    if (!added.length) return;
    if (!this.#pending.length) this.#since = this.#now();
    this.#pending.push(...added);
    clearTimeout(this.#timer);
    const left = this.#since + MAX_WAIT_MS - this.#now();
    this.#timer = setTimeout(() => this.#flush(), Math.max(0, Math.min(QUIET_MS, left)));
  }

  /** Drop the pending sentences. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#pending = [];
  }

  #flush(): void {
    const all = this.#pending.splice(0);
    const announced = all.slice(-MAX_SENTENCES);
    const omitted = all.length - announced.length;
    if (omitted) announced.unshift(`${omitted} earlier ${omitted === 1 ? "line is" : "lines are"} in the log.`);
    this.#announce(announced.join(" "));
  }
}
