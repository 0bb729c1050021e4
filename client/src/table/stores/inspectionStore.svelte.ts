/** The inspection of a thing on the board that was clicked and cannot be chosen: its card, and the refusal. */

import type { Inspected } from "../../types";
import type { MatchStore } from "./matchStore.svelte";
import type { Point } from "./tableStore.svelte";

/** A choice at the inspected place, for a tap that inspects first. */
export interface Pick {
  label: string;
  pick: () => void;
}

/** A place of the board to inspect: its position on the page, the node there (null: nothing) and its label. */
export interface Place extends Point {
  node: string | null;
  label: string;
  /** The choices there; empty if a click has none. */
  picks: readonly Pick[];
  /** Opened with a key, so that the card takes the focus. */
  isKey: boolean;
}

export class InspectionStore {
  /** The inspected place and what the server told about it; null if no card is open. */
  shown: { place: Place; told: Inspected | null } | null = $state.raw(null);

  #match: MatchStore;
  #last = 0;

  constructor(match: MatchStore) {
    this.#match = match;
  }

  /** Inspect a place. A click on another thing of the same kind as the last choice, such as another unit, chooses that instead, unless
   * only its card is wanted. */
  async inspect(place: Place, isLive: boolean, isOnlyCard = false): Promise<void> {
    this.#last += 1;
    const request = this.#last;
    this.shown = null;
    if (!place.node) return;
    const told = isLive ? await this.#match.inspect(place.node) : null;
    if (request !== this.#last) return;
    if (told?.instead && !place.picks.length && !place.isKey && !isOnlyCard) void this.#match.playInstead(told.instead);
    else this.shown = { place, told };
  }

  close(): void {
    this.#last += 1;
    this.shown = null;
  }
}
