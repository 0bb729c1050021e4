/** The drag of a piece, or of selected pieces, to a spot. */

import type { Drag } from "./gestures";
import type { Spot } from "./handles";
import type { Hits } from "./hits";
import { isPick } from "./selection";
import type { Point } from "./view";

/** Return the drag of a piece: `hover` gets the spot below the pointer, `drop` the one where it ends with its places. */
export function pieceDrag(hits: Hits, hover: (spot: Spot | undefined) => void, drop: (spot: Spot, at: Point) => void): Drag {
  let last: Point | undefined;
  return {
    move(at) {
      last = at;
      hover(hits.spotAt(at));
    },
    end() {
      const spot = last && hits.spotAt(last);
      hover(undefined);
      const places = spot?.handles.filter(({ action }) => !isPick(action)) ?? [];
      if (spot && last && places.length) drop({ ...spot, handles: places }, last);
    },
  };
}
