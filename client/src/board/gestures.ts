/** What fingers, pens and mice do on a board: pan, pinch, drag something, press long. A short touch stays a click. */

import type { Point } from "./view";

/** How far a pointer may wander and still click, in pixels; a mouse is steadier. */
const SLACK = 8;
const STEADY = 4;
/** How long a finger rests before it asks what is under it, in milliseconds. */
const LONG = 500;

/** Something that follows a pointer. */
export interface Grip {
  move(at: Point): void;
  end(): void;
}

/** Who is told. Places are in pixels, from the window's corner of the board. */
export interface Ears {
  place(event: PointerEvent): Point;
  pan(by: Point): void;
  pinch(factor: number, at: Point, by: Point): void;
  /** What a pointer that went down here would drag; nothing: the board. */
  grip(target: Element, at: Point, isFinger: boolean): Grip | undefined;
  press(at: Point): void;
  done(): void;
}

type Mode = "idle" | "pressed" | "panning" | "pinching" | "gripping";

export class Gestures {
  #mode: Mode = "idle";
  #pointers = new Map<number, Point>();
  #start: Point = { x: 0, y: 0 };
  #target: Element | undefined;
  #grip: Grip | undefined;
  #long: ReturnType<typeof setTimeout> | undefined;
  #isClick = true;

  constructor(private readonly ears: Ears) {}

  /** Whether the last pointer did something other than click, so that the click which follows means nothing. */
  isSpent(event: MouseEvent): boolean {
    return event.detail > 0 && !this.#isClick;
  }

  down(event: PointerEvent): void {
    if (event.button !== 0) return;
    const at = this.ears.place(event);
    this.#pointers.set(event.pointerId, at);
    clearTimeout(this.#long);
    if (this.#pointers.size === 1) this.#press(event, at);
    else if (this.#mode !== "gripping") this.#turn("pinching", event);
  }

  #press(event: PointerEvent, at: Point): void {
    this.#mode = "pressed";
    this.#isClick = true;
    this.#start = at;
    this.#target = event.target instanceof Element ? event.target : undefined;
    if (event.pointerType === "mouse") return;
    this.#long = setTimeout(() => {
      this.#isClick = false;
      this.ears.press(at);
    }, LONG);
  }

  move(event: PointerEvent): void {
    const before = this.#pointers.get(event.pointerId);
    if (!before) return;
    const at = this.ears.place(event);
    if (this.#mode === "pressed") this.#leave(event, at);
    if (this.#mode === "pressed") return;
    this.#pointers.set(event.pointerId, at);
    if (this.#mode === "gripping") this.#grip?.move(at);
    else if (this.#mode === "panning") this.ears.pan({ x: at.x - before.x, y: at.y - before.y });
    else if (this.#mode === "pinching") this.#pinch(event.pointerId, before, at);
  }

  /** A pressed pointer that moves far enough drags something, or the board. */
  #leave(event: PointerEvent, at: Point): void {
    const slack = event.pointerType === "mouse" ? STEADY : SLACK;
    if (Math.hypot(at.x - this.#start.x, at.y - this.#start.y) < slack) return;
    this.#grip = this.#target && this.ears.grip(this.#target, this.#start, event.pointerType !== "mouse");
    this.#turn(this.#grip ? "gripping" : "panning", event);
  }

  #turn(mode: Mode, event: PointerEvent): void {
    clearTimeout(this.#long);
    this.#mode = mode;
    this.#isClick = false;
    for (const id of this.#pointers.keys()) (event.currentTarget as Element).setPointerCapture(id);
  }

  #pinch(moved: number, before: Point, after: Point): void {
    const other = [...this.#pointers].find(([id]) => id !== moved)?.[1];
    if (!other) return;
    const spread = (point: Point): number => Math.max(Math.hypot(point.x - other.x, point.y - other.y), 1);
    const middle = { x: (after.x + other.x) / 2, y: (after.y + other.y) / 2 };
    this.ears.pinch(spread(after) / spread(before), middle, { x: (after.x - before.x) / 2, y: (after.y - before.y) / 2 });
  }

  up(event: PointerEvent): void {
    if (!this.#pointers.delete(event.pointerId)) return;
    clearTimeout(this.#long);
    if (this.#mode === "gripping" && this.#pointers.size === 0) this.#grip?.end();
    if (this.#mode === "pinching" && this.#pointers.size === 1) this.#mode = "panning";
    if (this.#pointers.size > 0) return;
    if (this.#mode !== "pressed") this.ears.done();
    this.#mode = "idle";
    this.#grip = undefined;
  }
}
