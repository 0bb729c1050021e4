/** Keys and the wheel that pan and zoom the board. */

import type { Viewport } from "./viewport.svelte";

/** Distance by which an arrow key pans the board. */
const ARROW_PAN_PX = 80;
const LINE_PX = 16;
/** The directions of the arrow keys in which the board moves under the window. */
export const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [1, 0],
  ArrowRight: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** Pan or zoom with a key. Return false if the key does neither; arrow keys pan only if `mayPan`. */
export function playViewKey(viewport: Viewport, key: string, mayPan: boolean): boolean {
  const direction = mayPan ? ARROWS[key] : undefined;
  if (direction) viewport.pan({ x: direction[0] * ARROW_PAN_PX, y: direction[1] * ARROW_PAN_PX });
  else if (key === "+" || key === "=") viewport.zoom(1.25);
  else if (key === "-") viewport.zoom(0.8);
  else if (key === "0") viewport.fit();
  else return false;
  return true;
}

/** Return the factor by which a turn of the wheel zooms; with Ctrl, which pinching on a touchpad sends, by more. */
export function wheelFactor(event: WheelEvent): number {
  const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PX : 1;
  return Math.exp(-event.deltaY * unit * (event.ctrlKey ? 0.01 : 0.0016));
}
