/** Gestures of fingers, pens and mice on a board: pan, pinch, drag, long press. A short tap stays a click. */

import type { Point } from "./view";

/** Distance a pointer may move and still click. */
const TOUCH_SLOP_PX = 8;
const MOUSE_SLOP_PX = 4;
const LONG_PRESS_MS = 500;

/** Something that follows a pointer. */
export interface Drag {
  move(at: Point): void;
  end(): void;
}

/** Callbacks for gestures. Points are in pixels, from the top left corner of the board's window. */
export interface GestureHandlers {
  toPoint(event: PointerEvent): Point;
  pan(by: Point): void;
  pinch(factor: number, at: Point, by: Point): void;
  /** Start to drag whatever is under the pointer; undefined: the board is panned instead. */
  startDrag(target: Element, at: Point, isTouch: boolean, hasShift: boolean): Drag | undefined;
  longPress(at: Point): void;
  /** A pan, pinch or drag has ended. */
  end(): void;
}

type Mode = "idle" | "pressed" | "panning" | "pinching" | "dragging";

export class Gestures {
  #mode: Mode = "idle";
  #pointers = new Map<number, Point>();
  #start: Point = { x: 0, y: 0 };
  #target: Element | undefined;
  #drag: Drag | undefined;
  #longPressTimer: ReturnType<typeof setTimeout> | undefined;
  #isClick = true;

  constructor(private readonly handlers: GestureHandlers) {}

  /** Return whether a click event ends another gesture and must be ignored. */
  shouldIgnoreClick(event: MouseEvent): boolean {
    return event.detail > 0 && !this.#isClick;
  }

  down(event: PointerEvent): void {
    if (event.button !== 0) return;
    const at = this.handlers.toPoint(event);
    this.#pointers.set(event.pointerId, at);
    clearTimeout(this.#longPressTimer);
    if (this.#pointers.size === 1) this.#press(event, at);
    else if (this.#mode !== "dragging") this.#enter("pinching", event);
  }

  #press(event: PointerEvent, at: Point): void {
    this.#mode = "pressed";
    this.#isClick = true;
    this.#start = at;
    this.#target = event.target instanceof Element ? event.target : undefined;
    if (event.pointerType === "mouse") return;
    this.#longPressTimer = setTimeout(() => {
      this.#isClick = false;
      this.handlers.longPress(at);
    }, LONG_PRESS_MS);
  }

  move(event: PointerEvent): void {
    const before = this.#pointers.get(event.pointerId);
    if (!before) return;
    const at = this.handlers.toPoint(event);
    if (this.#mode === "pressed") this.#startMoving(event, at);
    if (this.#mode === "pressed") return;
    this.#pointers.set(event.pointerId, at);
    if (this.#mode === "dragging") this.#drag?.move(at);
    else if (this.#mode === "panning") this.handlers.pan({ x: at.x - before.x, y: at.y - before.y });
    else if (this.#mode === "pinching") this.#pinch(event.pointerId, before, at);
  }

  /** Start to drag or pan if a pressed pointer has moved far enough. */
  #startMoving(event: PointerEvent, at: Point): void {
    const slop = event.pointerType === "mouse" ? MOUSE_SLOP_PX : TOUCH_SLOP_PX;
    if (Math.hypot(at.x - this.#start.x, at.y - this.#start.y) < slop) return;
    this.#drag = this.#target && this.handlers.startDrag(this.#target, this.#start, event.pointerType !== "mouse", event.shiftKey);
    this.#enter(this.#drag ? "dragging" : "panning", event);
  }

  #enter(mode: Mode, event: PointerEvent): void {
    clearTimeout(this.#longPressTimer);
    this.#mode = mode;
    this.#isClick = false;
    for (const id of this.#pointers.keys()) (event.currentTarget as Element).setPointerCapture(id);
  }

  #pinch(moved: number, before: Point, after: Point): void {
    const other = [...this.#pointers].find(([id]) => id !== moved)?.[1];
    if (!other) return;
    const spread = (point: Point): number => Math.max(Math.hypot(point.x - other.x, point.y - other.y), 1);
    const middle = { x: (after.x + other.x) / 2, y: (after.y + other.y) / 2 };
    this.handlers.pinch(spread(after) / spread(before), middle, { x: (after.x - before.x) / 2, y: (after.y - before.y) / 2 });
  }

  up(event: PointerEvent): void {
    if (!this.#pointers.delete(event.pointerId)) return;
    clearTimeout(this.#longPressTimer);
    if (this.#mode === "dragging" && this.#pointers.size === 0) this.#drag?.end();
    if (this.#mode === "pinching" && this.#pointers.size === 1) this.#mode = "panning";
    if (this.#pointers.size > 0) return;
    if (this.#mode !== "pressed") this.handlers.end();
    this.#mode = "idle";
    this.#drag = undefined;
  }
}
