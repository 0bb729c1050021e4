/** The part of a board that is visible, and its scale. */

import type { Box } from "./motion";

/** `scale` is pixels per unit of the scene; `x` and `y` are the position of the box's corner in the window, in pixels. */
export interface View {
  scale: number;
  x: number;
  y: number;
}

/** The size of a window, or of something in it, in pixels. */
export interface Size {
  width: number;
  height: number;
}

/** A position, in pixels or in units of the scene. */
export interface Point {
  x: number;
  y: number;
}

/** In a window narrower than this, as on a phone, the board fills the width and can be zoomed in further. */
export const PHONE_WIDTH_PX = 600;
/** Distance by which the board's edge can be pulled into the window. */
const PAN_MARGIN_PX = 32;
/** Distance from the window's edge to a point that is brought into view. */
const REVEAL_MARGIN_PX = 64;

/** Return the scale at which the whole box fits into the window. */
export function wholeScale([, , width, height]: Box, window: Size): number {
  return Math.min(window.width / width, window.height / height);
}

/** Return the largest scale. */
export function maxScale(box: Box, window: Size): number {
  return wholeScale(box, window) * (window.width < PHONE_WIDTH_PX ? 12 : 6);
}

/** Return the default view: the whole box, or on a phone its whole width. */
export function fitBox(box: Box, window: Size): View {
  const scale = window.width < PHONE_WIDTH_PX ? window.width / box[2] : wholeScale(box, window);
  return clampView({ scale, x: 0, y: 0 }, box, window);
}

/** Return the view that shows a part of the box as large as possible. */
export function fitPart(part: Box, box: Box, window: Size): View {
  const scale = Math.min(wholeScale(part, window), maxScale(box, window));
  const x = window.width / 2 - (part[0] + part[2] / 2 - box[0]) * scale;
  const y = window.height / 2 - (part[1] + part[3] / 2 - box[1]) * scale;
  return clampView({ scale, x, y }, box, window);
}

/** Return the nearest view in which the board is neither out of sight nor smaller than the window. */
export function clampView(view: View, box: Box, window: Size): View {
  const scale = Math.min(Math.max(view.scale, wholeScale(box, window)), maxScale(box, window));
  return {
    scale,
    x: clampAxis(view.x, box[2] * scale, window.width),
    y: clampAxis(view.y, box[3] * scale, window.height),
  };
}

function clampAxis(position: number, length: number, window: number): number {
  if (length <= window) return Math.round((window - length) / 2);
  return Math.round(Math.min(Math.max(position, window - length - PAN_MARGIN_PX), PAN_MARGIN_PX));
}

/** Return the view moved by a number of pixels. */
export function panView(view: View, by: Point, box: Box, window: Size): View {
  return clampView({ ...view, x: view.x + by.x, y: view.y + by.y }, box, window);
}

/** Return the view scaled by a factor about a point of the window. */
export function zoomView(view: View, factor: number, at: Point, box: Box, window: Size): View {
  const { scale } = clampView({ ...view, scale: view.scale * factor }, box, window);
  const growth = scale / view.scale;
  return clampView({ scale, x: at.x - (at.x - view.x) * growth, y: at.y - (at.y - view.y) * growth }, box, window);
}

/** Return the view that keeps the same centre in a window of another size. */
export function resizeView(view: View, before: Size, box: Box, window: Size): View {
  const centre = toScene(view, box, { x: before.width / 2, y: before.height / 2 });
  const x = window.width / 2 - (centre.x - box[0]) * view.scale;
  const y = window.height / 2 - (centre.y - box[1]) * view.scale;
  return clampView({ scale: view.scale, x, y }, box, window);
}

/** Return the view moved just far enough to bring a point of the scene well inside the window. */
export function revealPoint(view: View, point: Point, box: Box, window: Size): View {
  const { x, y } = toWindow(view, box, point);
  const shift = (position: number, length: number): number => {
    const margin = Math.min(REVEAL_MARGIN_PX, length / 4);
    return Math.min(Math.max(position, margin), length - margin) - position;
  };
  return panView(view, { x: shift(x, window.width), y: shift(y, window.height) }, box, window);
}

/** Convert a position in the window to a position in the scene. */
export function toScene(view: View, box: Box, { x, y }: Point): Point {
  return { x: (x - view.x) / view.scale + box[0], y: (y - view.y) / view.scale + box[1] };
}

/** Convert a position in the scene to a position in the window. */
export function toWindow(view: View, box: Box, { x, y }: Point): Point {
  return { x: (x - box[0]) * view.scale + view.x, y: (y - box[1]) * view.scale + view.y };
}
