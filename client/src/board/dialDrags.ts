/** Dials on the board, and the piece that is steered: which of them a press hits, and how a drag sets it. */

import { tick } from "svelte";
import type { DialInput } from "./dialInput.svelte";
import type { Drag } from "./gestures";
import { arcRadius, bearing, isPoint, positionOf, valuesAt, type Dial, type Spot } from "./handles";
import type { Hits } from "./hits";
import { GRIP_PX } from "./steering";
import type { Point } from "./view";
import type { Viewport } from "./viewport.svelte";

/** Distance from a hint at which a dragged dial snaps to it. */
const SNAP_PX = 10;
/** The smallest radius at which an arc is drawn. */
export const MIN_ARC_PX = 48;

/** The dials of a board as it is drawn now. */
interface DrawnDials {
  frame: HTMLElement;
  dials: readonly Dial[];
  /** The dial of the piece that can be steered, which is among `dials`. */
  steering: Dial | undefined;
}

export class DialDrags {
  constructor(
    private readonly input: DialInput,
    private readonly hits: Hits,
    private readonly viewport: Viewport,
    private readonly board: () => DrawnDials,
  ) {}

  /** Return the drag that a press starts: of a dial, or of the piece that is steered; undefined: neither. */
  drag(target: Element, at: Point, isTouch: boolean): Drag | undefined {
    const { steering } = this.board();
    const dial = this.dialAt(target, at) ?? this.hits.spotOf(target)?.dials[0];
    if (dial) return isFacing(target) ? this.#dragOfFacing(dial, isTouch) : this.#dragOf(dial, isTouch);
    return steering && this.#isGrip(steering, target, at) ? this.#dragOf(steering, isTouch, at) : undefined;
  }

  /** Return the dial whose knob was hit: the nearest, if several overlap. A steered piece has a knob only while it is set. */
  dialAt(target: Element, at: Point): Dial | undefined {
    if (!target.closest("[data-dial]")) return undefined;
    const { dials, steering } = this.board();
    const shown = dials.filter((dial) => dial !== steering || this.input.dial?.key === dial.key);
    const knobs = shown.map((dial) => ({ dial, distance: distanceOf(this.viewport.toWindow(this.knobOf(dial)), at) }));
    return knobs.length ? knobs.reduce((best, knob) => (knob.distance < best.distance ? knob : best)).dial : undefined;
  }

  /** Return whether a point is nearer to the centre of a spot than to a knob, whose hit area may reach over the spot. */
  isNearer(spot: Spot, dial: Dial, at: Point): boolean {
    return distanceOf(this.viewport.toWindow(spot.node), at) < distanceOf(this.viewport.toWindow(this.knobOf(dial)), at);
  }

  /** Return the position of a dial's knob in the scene. */
  knobOf(dial: Dial): Point {
    return positionOf(dial, this.input.valuesOf(dial), this.#radiusOf(dial));
  }

  /** Set a dial to a point. */
  set(dial: Dial, at: Point): void {
    this.input.set(dial, valuesAt(dial, this.viewport.toScene(at), SNAP_PX * this.viewport.pixel, this.#radiusOf(dial)));
  }

  /** Start to set a dial, at a point if it is given. */
  start(dial: Dial, at?: Point): void {
    if (at && isPoint(dial.handle)) this.set(dial, at);
    else this.input.set(dial, this.input.valuesOf(dial));
    void this.focus(dial);
  }

  /** Focus the first knob of a dial. */
  async focus(dial: Dial): Promise<void> {
    await tick();
    const knobs = this.board().frame.querySelectorAll<SVGElement>("[data-dial]");
    [...knobs].find((knob) => knob.dataset.dial === dial.key)?.focus({ preventScroll: true });
  }

  #radiusOf(dial: Dial): number {
    return arcRadius(dial, MIN_ARC_PX * this.viewport.pixel);
  }

  /** Return whether a press grips the steered piece: on it, or within the ring around it, which helps fingers. */
  #isGrip(steering: Dial, target: Element, at: Point): boolean {
    return this.hits.isPiece(target, [steering.node.id]) || distanceOf(this.viewport.toWindow(steering.node), at) <= GRIP_PX;
  }

  /** Return the drag of a dial. From a start on its piece, the piece keeps its place under the pointer. */
  #dragOf(dial: Dial, isTouch: boolean, start?: Point): Drag {
    const centre = start && this.viewport.toWindow(dial.node);
    const [dx, dy] = start && centre ? [centre.x - start.x, centre.y - start.y] : [0, 0];
    return this.#dragWith(dial, isTouch, (at) => this.set(dial, { x: at.x + dx, y: at.y + dy }));
  }

  /** Return the drag of the direction that a steered piece faces at its end. */
  #dragOfFacing(dial: Dial, isTouch: boolean): Drag {
    return this.#dragWith(dial, isTouch, (at) => {
      const [x = 0, y = 0] = this.input.valuesOf(dial);
      const end = this.input.preview?.end ?? [x, y, 0];
      const turn = Math.round(bearing([end[0], end[1], 0], this.viewport.toScene(at)));
      this.input.set(dial, [x, y, (turn + 3600) % 3600]);
    });
  }

  #dragWith(dial: Dial, isTouch: boolean, set: (at: Point) => void): Drag {
    const { input } = this;
    return {
      move: (at) => {
        if (!this.board().dials.some((one) => one.key === dial.key)) return; // a new frame has removed the dial
        input.isHeld = true;
        input.isTouch = isTouch;
        set(at);
      },
      end: () => {
        input.isHeld = false;
        void this.focus(dial);
      },
    };
  }
}

function isFacing(target: Element): boolean {
  return target.closest<SVGElement>("[data-dial]")?.dataset.axis === "2";
}

function distanceOf(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}
