/** Focus of the board: the pieces and places that an open decision is about, and the view of them. */

import type { Scene, SceneNode } from "../types";
import { extentOf } from "./draw";
import { spotsOf } from "./handles";
import type { Box } from "./motion";
import { clampView, fitBox, maxScale, PHONE_WIDTH_PX, toWindow, type Point, type Size, type View } from "./view";

/** Smaller pieces are hard to recognise: the least size in pixels, and the size after zooming to the action. */
const DESKTOP_PX = { least: 20, zoomed: 40 };
const PHONE_PX = { least: 22, zoomed: 32 };
/** The least size of pieces on a board that a text is about, so that they have the details that the text names. */
const POINTED_PX = 28;
/** The part of the places to choose that must be in view for a view to be left alone. */
const VISIBLE_PART = 1 / 3;

/** The subject of a decision: the pieces that act, the places that can be chosen, and the median size of a piece. */
export interface Focus {
  actors: readonly Point[];
  places: readonly Point[];
  piece: number;
  /** True if something is pointed out. */
  isPointed?: boolean;
}

/** Return whether pieces are so small in the default view that it helps to zoom to the action. */
export function isTooSmall(focus: Focus, box: Box, window: Size): boolean {
  return focus.piece > 0 && focus.piece * fitBox(box, window).scale < pieceSizes(window).least;
}

const pieceSizes = (window: Size): { least: number; zoomed: number } => (window.width < PHONE_WIDTH_PX ? PHONE_PX : DESKTOP_PX);

/** Return the view of an action: the present one if pieces are legible in it and enough of the action is visible, otherwise
 * one around the action. With `keepsScale` it is only moved, and only if nothing of the action is visible. */
export function focusView(view: View, focus: Focus, box: Box, window: Size, keepsScale = false): View {
  const { actors, places, piece } = focus;
  const all = [...actors, ...places];
  const sizes = pieceSizes(window);
  const least = focus.isPointed ? Math.max(sizes.least, POINTED_PX) : sizes.least;
  const isLegible = !piece || piece * view.scale >= least;
  const fitting = fittingScale(all, piece, window);
  const isFitting = fitting * piece >= least;
  const visible = (points: readonly Point[]): number => points.filter((point) => isInside(toWindow(view, box, point), window)).length;
  const isInView = visible(actors) === actors.length && visible(places) >= places.length * (isFitting ? 1 : VISIBLE_PART);
  if (!all.length || (keepsScale ? visible(all) > 0 : isLegible && isInView)) return view;
  const wanted = Math.max(Math.min(fitting, sizes.zoomed / piece), least / piece);
  const isSharp = keepsScale || !piece || (isLegible && view.scale <= fitting);
  const scale = isSharp ? view.scale : Math.min(Math.max(wanted, fitBox(box, window).scale), maxScale(box, window));
  const centre = centreOf(actors, places, window.width / scale, window.height / scale);
  const x = window.width / 2 - (centre.x - box[0]) * scale;
  const y = window.height / 2 - (centre.y - box[1]) * scale;
  return clampView({ scale, x, y }, box, window);
}

/** Return the scale at which all points are in the window, with a piece around each. */
function fittingScale(points: readonly Point[], piece: number, window: Size): number {
  const [width, height] = [points.map(({ x }) => x), points.map(({ y }) => y)].map((some) => Math.max(...some) - Math.min(...some) + 2 * piece);
  return Math.min(window.width / width!, window.height / height!);
}

const isInside = ({ x, y }: Point, window: Size): boolean => x >= 0 && y >= 0 && x <= window.width && y <= window.height;

/** Return the middle of all points if they fit into a part of this size, else of the actors, else the place that most others
 * are near. */
function centreOf(actors: readonly Point[], places: readonly Point[], width: number, height: number): Point {
  const isNear = (one: Point, other: Point): boolean => Math.abs(one.x - other.x) < width / 2 && Math.abs(one.y - other.y) < height / 2;
  for (const points of [[...actors, ...places], actors]) {
    const xs = points.map(({ x }) => x);
    const ys = points.map(({ y }) => y);
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    if (points.length && right - left < width && bottom - top < height) return { x: (left + right) / 2, y: (top + bottom) / 2 };
  }
  const all = [...actors, ...places];
  const neighbours = (point: Point): number => all.filter((other) => isNear(point, other)).length;
  return all.reduce((best, point) => (neighbours(point) > neighbours(best) ? point : best));
}

/** Return what the open decision is about: the plates that act, the places that can be chosen, and the size of a plate. Nodes
 * that are pointed out, given by their middles, count as acting. */
export function focusOf(scene: Scene, pointed: readonly Point[] = []): Focus {
  const plates = scene.layers.filter((layer) => !layer.static && !layer.of).flatMap((layer) => layer.nodes.filter(isPlate));
  const sizes = plates.map(sizeOfPlate).sort((one, other) => one - other);
  return {
    actors: [...plates.filter(({ css }) => css.split(" ").includes("acting")), ...pointed],
    places: spotsOf(scene).map(({ node }) => node),
    piece: sizes[Math.floor(sizes.length / 2)] ?? 0,
    isPointed: pointed.length > 0,
  };
}

const isPlate = ({ css }: SceneNode): boolean => css.split(" ").includes("plate");

/** Return the side of a square as large as a plate, or its diameter. */
function sizeOfPlate(node: SceneNode): number {
  const [width = 0, height = 0] = node.data.split(/\s+/).map(Number);
  return node.shape === "rect" ? Math.sqrt(width * height) : 2 * extentOf(node);
}
