/** A box that is drawn around pieces to mark them. */

import type { Spot } from "./handles";
import { isPick, pickedNodes } from "./selection";
import type { Point } from "./view";

/** A box between two corners. */
export interface Lasso {
  from: Point;
  to: Point;
}

/** Return left, top, width and height of a box. */
export function boxOf({ from, to }: Lasso): { left: number; top: number; width: number; height: number } {
  const [left, top] = [Math.min(from.x, to.x), Math.min(from.y, to.y)];
  return { left, top, width: Math.abs(to.x - from.x), height: Math.abs(to.y - from.y) };
}

/** Return the nodes of the pieces whose spots have their centres inside a box, each once. */
export function nodesInside(spots: readonly Spot[], lasso: Lasso, toWindow: (point: Point) => Point): string[] {
  const { left, top, width, height } = boxOf(lasso);
  const inside = spots.filter(({ node }) => {
    const { x, y } = toWindow(node);
    return x >= left && x <= left + width && y >= top && y <= top + height;
  });
  const picks = inside.flatMap(({ handles }) => handles.map(({ action }) => action).filter(isPick));
  return [...new Set(picks.flatMap(pickedNodes))];
}
