/** Asks for previews while something is dragged: one question at a time, and of those that wait only the newest. */

import type { Previewed } from "../types";

/** At least this long between two questions, in milliseconds. */
const PAUSE = 60;

/** Who is told gets undefined if there was no answer. */
export class Latest {
  #waiting: string | undefined;
  #busy = false;
  #asked = 0;

  constructor(
    private readonly ask: (action: string) => Promise<Previewed>,
    private readonly told: (answer: Previewed | undefined) => void,
    private readonly pause = PAUSE,
  ) {}

  /** Ask about an action, as soon as the last question is answered; unless a newer one comes first. */
  want(action: string): void {
    this.#waiting = action;
    if (!this.#busy) void this.#run(++this.#asked);
  }

  /** Forget what is asked: no answer comes any more. */
  stop(): void {
    this.#waiting = undefined;
    this.#busy = false;
    this.#asked += 1;
  }

  async #run(turn: number): Promise<void> {
    this.#busy = true;
    while (this.#waiting !== undefined) {
      const action = this.#waiting;
      this.#waiting = undefined;
      const rest = new Promise((done) => setTimeout(done, this.pause));
      const answer = await this.ask(action).catch(() => undefined);
      if (turn !== this.#asked) return;
      this.told(answer);
      await rest;
      if (turn !== this.#asked) return;
    }
    this.#busy = false;
  }
}
