/** The window onto the board: its size and what it shows. */

import { focusView, type Focus } from "./focus";
import type { Box } from "./motion";
import * as views from "./view";
import type { Point, Size, View } from "./view";

/** Duration of a glide to the action. */
const GLIDE_MS = 320;
/** Time without zooming after which the board is redrawn at its new scale. */
const REDRAW_DELAY_MS = 140;

export class Viewport {
  size: Size = $state.raw({ width: 0, height: 0 });
  view: View = $state.raw({ scale: 1, x: 0, y: 0 });
  /** The scale at which the board is drawn. While zooming, the drawing is only stretched, which is fast. */
  drawnScale = $state(1);
  /** Units of the scene per pixel. */
  pixel = $derived(1 / this.view.scale);
  /** True while the view glides to the action. */
  isGliding = $state(false);

  #isFitted = true;
  /** True as long as the board shows its initial part. */
  #isInitial = true;
  /** True once the player has chosen a scale. */
  #isScaleChosen = false;
  #redrawTimer: ReturnType<typeof setTimeout> | undefined;

  /** `initialPart` is the part of the box that is shown first; undefined: all of it. */
  constructor(
    private readonly box: () => Box,
    private readonly initialPart: () => Box | undefined = () => undefined,
  ) {}

  get isZoomedOut(): boolean {
    return this.view.scale <= views.wholeScale(this.box(), this.size) * 1.001;
  }

  get isZoomedIn(): boolean {
    return this.view.scale >= views.maxScale(this.box(), this.size) * 0.999;
  }

  /** Set the size of the window. A fitted board stays fitted. */
  resize(size: Size): void {
    const before = this.size;
    this.size = size;
    if (this.#isInitial || before.width === 0) this.#showInitial();
    else if (this.#isFitted) this.#fit();
    else this.#setView(views.resizeView(this.view, before, this.box(), size), true);
  }

  /** Adapt to a scene with another box. */
  updateBox(): void {
    if (this.#isInitial) this.#showInitial();
    else if (this.#isFitted) this.#fit();
    else this.#setView(views.clampView(this.view, this.box(), this.size), true);
  }

  /** Show the whole board, as the player wishes. */
  fit(): void {
    this.#isScaleChosen = true;
    this.#fit();
  }

  #fit(): void {
    if (this.size.width > 0) this.#setView(views.fitBox(this.box(), this.size), true);
  }

  #showInitial(): void {
    if (this.size.width > 0) this.#setView(this.#initialView(), true);
  }

  #initialView(): View {
    const part = this.initialPart();
    return part ? views.fitPart(part, this.box(), this.size) : views.fitBox(this.box(), this.size);
  }

  /** Zoom about a point of the window, by default its centre. */
  zoom(factor: number, at: Point = { x: this.size.width / 2, y: this.size.height / 2 }): void {
    this.isGliding = false;
    this.#isScaleChosen = true;
    this.#setView(views.zoomView(this.view, factor, at, this.box(), this.size));
  }

  pan(by: Point): void {
    this.isGliding = false;
    this.#setView(views.panView(this.view, by, this.box(), this.size));
  }

  /** Bring the action of a new decision into view, at a legible scale unless the player has chosen one. With `isForced` the
   * choice is forgotten. */
  showAction(focus: Focus, glides: boolean, isForced = false): void {
    if (!this.size.width) return;
    if (isForced) this.#isScaleChosen = false;
    const view = focusView(this.view, focus, this.box(), this.size, this.#isScaleChosen);
    if (isSame(view, this.view)) return;
    this.isGliding = glides;
    this.#setView(view, !glides, GLIDE_MS);
  }

  /** Pan just far enough to bring a point of the scene into view. */
  reveal(point: Point): void {
    const view = views.revealPoint(this.view, point, this.box(), this.size);
    if (view.x !== this.view.x || view.y !== this.view.y) this.#setView(view);
  }

  /** Redraw at the current scale, because zooming has ended. */
  settle(): void {
    clearTimeout(this.#redrawTimer);
    this.isGliding = false;
    this.drawnScale = this.view.scale;
  }

  stop(): void {
    clearTimeout(this.#redrawTimer);
  }

  toWindow(point: Point): Point {
    return views.toWindow(this.view, this.box(), point);
  }

  toScene(point: Point): Point {
    return views.toScene(this.view, this.box(), point);
  }

  #setView(view: View, isSettled = false, delay = REDRAW_DELAY_MS): void {
    this.#isFitted = isSame(view, views.fitBox(this.box(), this.size));
    this.#isInitial = isSame(view, this.#initialView());
    this.view = view;
    clearTimeout(this.#redrawTimer);
    if (isSettled) this.settle();
    else if (this.isGliding || this.drawnScale !== view.scale) this.#redrawTimer = setTimeout(() => this.settle(), delay);
  }
}

const isSame = (one: View, other: View): boolean => one.scale === other.scale && one.x === other.x && one.y === other.y;
