/** A box that is drawn around pieces to mark them. */

import type { Drag } from "./gestures";
import type { Spot } from "./handles";
import { picksAt } from "./selection";
import type { Point } from "./view";

/** A box, in pixels of the board's window. */
export interface LassoBox {
  left: number;
  top: number;
  width: number;
  height: number;
}

export class Lasso {
  /** The box while it is drawn; undefined: none. */
  box: LassoBox | undefined = $state.raw();

  /** `onend` gets the box when it has been drawn. */
  constructor(private readonly onend: (box: LassoBox) => void) {}

  /** Return the drag that draws a box from a point. */
  drag(from: Point): Drag {
    return {
      move: (to) => (this.box = boxBetween(from, to)),
      end: () => {
        const { box } = this;
        this.box = undefined;
        if (box) this.onend(box);
      },
    };
  }
}

function boxBetween(from: Point, to: Point): LassoBox {
  const [left, top] = [Math.min(from.x, to.x), Math.min(from.y, to.y)];
  return { left, top, width: Math.abs(to.x - from.x), height: Math.abs(to.y - from.y) };
}

/** Return the nodes of the pieces whose spots have their centres inside a box, each once. */
export function nodesInside(spots: readonly Spot[], { left, top, width, height }: LassoBox, toWindow: (point: Point) => Point): string[] {
  const inside = spots.filter(({ node }) => {
    const { x, y } = toWindow(node);
    return x >= left && x <= left + width && y >= top && y <= top + height;
  });
  return [...new Set(inside.flatMap(picksAt))];
}
