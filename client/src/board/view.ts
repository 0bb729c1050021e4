/** Which part of a board is seen, and how large. */

import type { Box } from "./glide";

/** How many pixels one length of the scene is, and where the box's corner lies in the window, in pixels. */
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

/** A place, in pixels or in lengths of the scene. */
export interface Point {
  x: number;
  y: number;
}

/** A window narrower than this is a phone's: there the board fills the width, and one may come nearer. */
export const NARROW = 600;
/** How far the board's edge may be pulled into the window. */
const MARGIN = 32;

/** The scale at which the whole box is in the window. */
export function whole([, , width, height]: Box, window: Size): number {
  return Math.min(window.width / width, window.height / height);
}

/** The largest scale: some times that of the whole. */
export function closest(box: Box, window: Size): number {
  return whole(box, window) * (window.width < NARROW ? 12 : 6);
}

/** The view that shows the box best: all of it, or on a phone all of its width. */
export function fit(box: Box, window: Size): View {
  const scale = window.width < NARROW ? window.width / box[2] : whole(box, window);
  return clamped({ scale, x: 0, y: 0 }, box, window);
}

/** The view that shows a part of the box as large as it can be. */
export function near(part: Box, box: Box, window: Size): View {
  const scale = Math.min(whole(part, window), closest(box, window));
  const x = window.width / 2 - (part[0] + part[2] / 2 - box[0]) * scale;
  const y = window.height / 2 - (part[1] + part[3] / 2 - box[1]) * scale;
  return clamped({ scale, x, y }, box, window);
}

/** The nearest view in which the board is neither lost nor smaller than the window. */
export function clamped(view: View, box: Box, window: Size): View {
  const scale = Math.min(Math.max(view.scale, whole(box, window)), closest(box, window));
  return {
    scale,
    x: clampedAxis(view.x, box[2] * scale, window.width),
    y: clampedAxis(view.y, box[3] * scale, window.height),
  };
}

function clampedAxis(place: number, length: number, window: number): number {
  if (length <= window) return Math.round((window - length) / 2);
  return Math.round(Math.min(Math.max(place, window - length - MARGIN), MARGIN));
}

/** The view moved by so many pixels. */
export function panned(view: View, by: Point, box: Box, window: Size): View {
  return clamped({ ...view, x: view.x + by.x, y: view.y + by.y }, box, window);
}

/** The view made larger or smaller; what lies at a point of the window stays there. */
export function zoomed(view: View, factor: number, at: Point, box: Box, window: Size): View {
  const { scale } = clamped({ ...view, scale: view.scale * factor }, box, window);
  const grown = scale / view.scale;
  return clamped({ scale, x: at.x - (at.x - view.x) * grown, y: at.y - (at.y - view.y) * grown }, box, window);
}

/** The same part of the board in a window of another size. */
export function resized(view: View, before: Size, box: Box, window: Size): View {
  const middle = toScene(view, box, { x: before.width / 2, y: before.height / 2 });
  const x = window.width / 2 - (middle.x - box[0]) * view.scale;
  const y = window.height / 2 - (middle.y - box[1]) * view.scale;
  return clamped({ scale: view.scale, x, y }, box, window);
}

/** The view moved just so far that a point of the scene is seen, well inside the window. */
export function revealed(view: View, point: Point, box: Box, window: Size): View {
  const { x, y } = toWindow(view, box, point);
  const into = (place: number, length: number): number => {
    const edge = Math.min(64, length / 4);
    return Math.min(Math.max(place, edge), length - edge) - place;
  };
  return panned(view, { x: into(x, window.width), y: into(y, window.height) }, box, window);
}

/** A place in the window as a place in the scene. */
export function toScene(view: View, box: Box, { x, y }: Point): Point {
  return { x: (x - view.x) / view.scale + box[0], y: (y - view.y) / view.scale + box[1] };
}

/** A place in the scene as a place in the window. */
export function toWindow(view: View, box: Box, { x, y }: Point): Point {
  return { x: (x - box[0]) * view.scale + view.x, y: (y - box[1]) * view.scale + view.y };
}
