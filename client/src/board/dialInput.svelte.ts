/** The number that is being set on the board. Releasing the pointer does not play it; it must be confirmed. */

import type { Choice, Previewed } from "../types";
import { actionOf, restingValues, type Dial } from "./handles";
import { LatestRequest } from "./latestRequest";

export class DialInput {
  /** The dial that is being set; undefined: none. */
  dial: Dial | undefined = $state.raw();
  values: readonly number[] = $state.raw([]);
  /** True while a pointer drags it. */
  isHeld = $state(false);
  /** True if it is set by a finger, which hides what is below it. */
  isTouch = $state(false);
  /** The last preview from the server, which may be of an earlier value. */
  preview: Previewed | undefined = $state.raw();

  /** The complete action with the values as they are now. */
  action = $derived(this.dial ? actionOf(this.dial.handle, this.values) : "");
  /** The preview, if it is of the current values. */
  currentPreview = $derived(this.preview?.action === this.action ? this.preview : undefined);
  /** True if the current values are refused. */
  isRefused = $derived(Boolean(this.currentPreview?.refusal));
  /** True while a piece is steered: the server finds the compound, without which nothing can be played. */
  isSteering = $derived(this.dial?.handle.kind === "pose");
  /** True if the values can be confirmed. */
  isReady = $derived(!this.isHeld && !this.isRefused && (!this.isSteering || Boolean(this.currentPreview?.choice)));

  #previews: LatestRequest;

  constructor(
    requestPreview: (action: string) => Promise<Previewed>,
    private readonly act: (action: string) => void,
    private readonly play: (choice: Choice) => void = () => undefined,
  ) {
    this.#previews = new LatestRequest(requestPreview, (preview) => (this.preview = preview));
  }

  /** Return the values of a dial: those being set, or its resting values. */
  valuesOf(dial: Dial): readonly number[] {
    return this.dial?.key === dial.key ? this.values : restingValues(dial);
  }

  /** Set the values of a dial and request their preview. */
  set(dial: Dial, values: readonly number[]): void {
    const isSame = this.dial?.key === dial.key;
    if (isSame && values.join() === this.values.join()) return;
    if (!isSame) this.cancel();
    this.dial = dial;
    this.values = values;
    this.#previews.request(this.action);
  }

  /** Play the action, unless it is refused or still being dragged. */
  confirm(): void {
    const { action } = this;
    if (!action || !this.isReady) return;
    const choice = this.isSteering ? this.currentPreview?.choice : undefined;
    this.cancel();
    if (choice) this.play(choice);
    else this.act(action);
  }

  /** Discard the values. */
  cancel(): void {
    this.#previews.cancel();
    this.dial = undefined;
    this.values = [];
    this.isHeld = false;
    this.preview = undefined;
  }
}
