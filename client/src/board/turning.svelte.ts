/** A number that is being set on the board. Nothing is final while it is: letting go only leaves it to be confirmed. */

import type { Previewed } from "../types";
import { actionOf, resting, type Dial } from "./handles";
import { Latest } from "./latest";

export class Turning {
  /** What is being set; undefined: nothing. */
  dial: Dial | undefined = $state.raw();
  values: readonly number[] = $state.raw([]);
  /** Whether a pointer holds it at this moment. */
  held = $state(false);
  /** Whether it is set by a finger, which hides what is below it. */
  byFinger = $state(false);
  /** What the server said last, be it of this value or of one just before. */
  answer: Previewed | undefined = $state.raw();

  /** The whole action, as it is set now. */
  action = $derived(this.dial ? actionOf(this.dial.handle, this.values) : "");
  /** The answer, if it is of this very value. */
  known = $derived(this.answer?.action === this.action ? this.answer : undefined);
  /** Whether the value that is shown is refused. */
  refused = $derived(Boolean(this.known?.refusal));

  #latest: Latest;

  constructor(
    ask: (action: string) => Promise<Previewed>,
    private readonly act: (action: string) => void,
  ) {
    this.#latest = new Latest(ask, (answer) => (this.answer = answer));
  }

  /** The values of a dial: as they are being set, or as it rests. */
  valuesOf(dial: Dial): readonly number[] {
    return this.dial?.key === dial.key ? this.values : resting(dial);
  }

  /** Set a dial, and ask what that would look like. */
  set(dial: Dial, values: readonly number[]): void {
    const isSame = this.dial?.key === dial.key;
    if (isSame && values.join() === this.values.join()) return;
    if (!isSame) this.cancel();
    this.dial = dial;
    this.values = values;
    this.#latest.want(this.action);
  }

  /** Do it, unless it is refused or still held. */
  confirm(): void {
    const { action } = this;
    if (!action || this.held || this.refused) return;
    this.cancel();
    this.act(action);
  }

  /** Leave everything as it was. */
  cancel(): void {
    this.#latest.stop();
    this.dial = undefined;
    this.values = [];
    this.held = false;
    this.answer = undefined;
  }
}
