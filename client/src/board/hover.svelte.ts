/** The spot and the node that the pointer or the focus is on, and the tooltip of a node after a moment. */

import type { SceneNode } from "../types";
import type { Spot } from "./handles";
import type { Point } from "./view";

const TOOLTIP_DELAY_MS = 350;

export class Hover {
  spot: Spot | undefined = $state.raw();
  node: string | undefined = $state();
  tooltip: { at: Point; label: string } | undefined = $state.raw();

  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `mayShowTooltip` is false while something else is shown over the board. */
  constructor(private readonly mayShowTooltip: () => boolean) {}

  /** Show the tooltip of a node once the pointer has rested; `find` returns the node then. */
  schedule(at: Point, find: () => SceneNode | undefined): void {
    this.hideTooltip();
    this.#timer = setTimeout(() => this.showTooltip(at, find()), TOOLTIP_DELAY_MS);
  }

  showTooltip(at: Point, node: SceneNode | undefined): void {
    this.node = node?.id;
    if (node && !this.spot && this.mayShowTooltip()) this.tooltip = { at, label: node.label };
  }

  /** Hide the tooltip, and show none that is scheduled. */
  hideTooltip(): void {
    clearTimeout(this.#timer);
    this.tooltip = undefined;
  }

  enter(spot: Spot | undefined): void {
    this.spot = spot;
    this.tooltip = undefined;
  }

  reset(): void {
    this.spot = undefined;
    this.node = undefined;
    this.tooltip = undefined;
  }
}
