/** Preview requests while a value changes: one at a time, and of those waiting only the newest is sent. */

import type { Previewed } from "../types";

const MIN_INTERVAL_MS = 60;

export class LatestRequest {
  #waiting: string | undefined;
  #isBusy = false;
  #run = 0;

  /** `onAnswer` gets undefined if a request failed. */
  constructor(
    private readonly send: (action: string) => Promise<Previewed>,
    private readonly onAnswer: (answer: Previewed | undefined) => void,
    private readonly intervalMs = MIN_INTERVAL_MS,
  ) {}

  /** Request the preview of an action as soon as the running request is answered, unless a newer action replaces it. */
  request(action: string): void {
    this.#waiting = action;
    if (!this.#isBusy) void this.#sendAll(++this.#run);
  }

  /** Drop the waiting request and ignore the answer to the running one. */
  cancel(): void {
    this.#waiting = undefined;
    this.#isBusy = false;
    this.#run += 1;
  }

  async #sendAll(run: number): Promise<void> {
    this.#isBusy = true;
    while (this.#waiting !== undefined) {
      const action = this.#waiting;
      this.#waiting = undefined;
      const interval = new Promise((done) => setTimeout(done, this.intervalMs));
      const answer = await this.send(action).catch(() => undefined);
      if (run !== this.#run) return;
      this.onAnswer(answer);
      await interval;
      if (run !== this.#run) return;
    }
    this.#isBusy = false;
  }
}
