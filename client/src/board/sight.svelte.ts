/** What of the board is seen in its window, as it changes. */

import type { Box } from "./glide";
import * as views from "./view";
import type { Point, Size, View } from "./view";

/** How long nothing is zoomed until the board is drawn anew at its size, in milliseconds. */
const SETTLE = 140;

export class Sight {
  /** The size of the window. */
  size: Size = $state.raw({ width: 0, height: 0 });
  view: View = $state.raw({ scale: 1, x: 0, y: 0 });
  /** The scale at which things are drawn. While one zooms what is drawn is only stretched, which is quick. */
  drawn = $state(1);
  /** Lengths of the scene for one pixel. */
  pixel = $derived(1 / this.view.scale);

  #isFitted = true;
  /** Nobody has moved the board yet. */
  #isFirst = true;
  #settling: ReturnType<typeof setTimeout> | undefined;

  /** `part` is what is shown first, if that is not all of the box. */
  constructor(
    private readonly box: () => Box,
    private readonly part: () => Box | undefined = () => undefined,
  ) {}

  get isWhole(): boolean {
    return this.view.scale <= views.whole(this.box(), this.size) * 1.001;
  }

  get isClosest(): boolean {
    return this.view.scale >= views.closest(this.box(), this.size) * 0.999;
  }

  /** The window has another size; what was fitted still fits. */
  measure(now: Size): void {
    const before = this.size;
    this.size = now;
    if (this.#isFirst || before.width === 0) this.#begin();
    else if (this.#isFitted) this.fit();
    else this.#look(views.resized(this.view, before, this.box(), now), true);
  }

  /** The scene has another box. */
  rebox(): void {
    if (this.#isFirst) this.#begin();
    else if (this.#isFitted) this.fit();
    else this.#look(views.clamped(this.view, this.box(), this.size), true);
  }

  /** Show the whole board. */
  fit(): void {
    if (this.size.width > 0) this.#look(views.fit(this.box(), this.size), true);
  }

  #begin(): void {
    if (this.size.width > 0) this.#look(this.#first(), true);
  }

  #first(): View {
    const part = this.part();
    return part ? views.near(part, this.box(), this.size) : views.fit(this.box(), this.size);
  }

  /** Show it larger or smaller; a point of the window stays where it is. */
  zoom(factor: number, at: Point = { x: this.size.width / 2, y: this.size.height / 2 }): void {
    this.#look(views.zoomed(this.view, factor, at, this.box(), this.size));
  }

  pan(by: Point): void {
    this.#look(views.panned(this.view, by, this.box(), this.size));
  }

  /** Move the board just so far that a point of the scene is seen. */
  reveal(point: Point): void {
    const now = views.revealed(this.view, point, this.box(), this.size);
    if (now.x !== this.view.x || now.y !== this.view.y) this.#look(now);
  }

  /** Nothing is being zoomed any more. */
  settle(): void {
    clearTimeout(this.#settling);
    this.drawn = this.view.scale;
  }

  stop(): void {
    clearTimeout(this.#settling);
  }

  inWindow(point: Point): Point {
    return views.toWindow(this.view, this.box(), point);
  }

  inScene(point: Point): Point {
    return views.toScene(this.view, this.box(), point);
  }

  #look(now: View, isSettled = false): void {
    this.#isFitted = isSame(now, views.fit(this.box(), this.size));
    this.#isFirst = isSame(now, this.#first());
    this.view = now;
    clearTimeout(this.#settling);
    if (isSettled) this.settle();
    else if (this.drawn !== now.scale) this.#settling = setTimeout(() => this.settle(), SETTLE);
  }
}

const isSame = (one: View, other: View): boolean => one.scale === other.scale && one.x === other.x && one.y === other.y;
