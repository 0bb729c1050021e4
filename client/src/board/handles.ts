/** Handles of a scene: which of them share a spot, and the numbers that a drag sets (see kit/scene.py). */

import type { Choice, Previewed, Scene, SceneHandle, SceneNode } from "../types";
import { shortestTurn, type Box } from "./motion";
import type { Point } from "./view";

/** The smallest value, the largest value and the step between two values. */
export type Span = readonly [number, number, number];

/** A place to click or drag: its frontmost node, and all the handles there. */
export interface Spot {
  node: SceneNode;
  handles: SceneHandle[];
  dials: Dial[];
}

/** A handle that is dragged to set numbers, the node it is on, and the pose from which it measures. */
export interface Dial {
  key: string;
  handle: SceneHandle;
  node: SceneNode;
  at: readonly [number, number, number];
}

/** A node, and its position in the drawing order: the highest is in front. */
interface IndexedNode {
  node: SceneNode;
  index: number;
}

// -------------------------------------------------------------------- nodes and spots

/** Return the spots of a scene in reading order. Handles whose nodes lie on the same point share a spot. */
export function spotsOf(scene: Scene): Spot[] {
  const nodes = nodesById(scene);
  const spots = new Map<string, Spot & { index: number }>();
  for (const handle of scene.handles) {
    const target = nodes.get(handle.on);
    if (!target) continue;
    const { node, index } = target;
    const key = `${node.x} ${node.y}`;
    const spot = spots.get(key) ?? { node, index, handles: [], dials: [] };
    spots.set(key, spot);
    if (handle.kind === "click") spot.handles.push(handle);
    else spot.dials.push(makeDial(handle, node));
    if (index > spot.index) Object.assign(spot, { node, index });
  }
  return [...spots.values()].sort((one, other) => one.node.y - other.node.y || one.node.x - other.node.x);
}

function makeDial(handle: SceneHandle, node: SceneNode): Dial {
  return { key: `${handle.kind} ${handle.action} ${handle.on}`, handle, node, at: handle.at ?? [node.x, node.y, node.turn] };
}

const indexes = new WeakMap<Scene, Map<string, IndexedNode>>();

/** Return the nodes of a scene by id. */
export function nodesById(scene: Scene): Map<string, IndexedNode> {
  const known = indexes.get(scene);
  if (known) return known;
  const nodes = new Map<string, IndexedNode>();
  const layers = new Map(scene.layers.map((layer) => [layer.name, layer]));
  for (const name of scene.order) for (const node of layers.get(name)?.nodes ?? []) nodes.set(node.id, { node, index: nodes.size });
  indexes.set(scene, nodes);
  return nodes;
}

/** Return the part of the board to show first, given by a node of class `focus`; undefined: all of it. */
export function initialPart(scene: Scene): Box | undefined {
  const node = scene.layers.flatMap((layer) => layer.nodes).find(({ css }) => css === "focus");
  const [left, top, right, bottom] = (node?.data.match(/-?\d+/g) ?? []).map(Number);
  if (left === undefined || top === undefined || right === undefined || bottom === undefined) return undefined;
  return [left, top, right - left, bottom - top];
}

/** Return the nodes of the layers that are shown only while a node is hovered: the one with this id, or those at this spot. */
export function hoverNodes(scene: Scene, id: string | undefined, spot: Spot | undefined): SceneNode[] {
  const nodes = nodesById(scene);
  const isHovered = (of: string): boolean => {
    const node = nodes.get(of)?.node;
    return of === id || (spot !== undefined && node?.x === spot.node.x && node.y === spot.node.y);
  };
  return scene.layers.filter(({ of }) => of && isHovered(of)).flatMap((layer) => layer.nodes);
}

/** Return the choice that a handle plays, or whose numbers it sets. */
export function choiceOf(handle: SceneHandle, choices: readonly Choice[]): Choice | undefined {
  const isPrefix = (choice: Choice): boolean => handle.action.startsWith(`${choice.action} `);
  return choices.find((choice) => choice.action === handle.action) ?? choices.find((choice) => choice.spans.length > 0 && isPrefix(choice));
}

/** Return the label of a handle's action. */
export function labelOf(handle: SceneHandle, node: SceneNode, choices: readonly Choice[]): string {
  const choice = choiceOf(handle, choices);
  const hasNumber = choice !== undefined && handle.kind === "click" && choice.action !== handle.action;
  return (hasNumber && (hintLabel(choice, handle.action) || node.label)) || choice?.label || node.label || handle.action;
}

/** Return the choice's label for an action whose number is one of its hints. */
function hintLabel(choice: Choice, action: string): string | undefined {
  const [span] = choice.spans;
  return choice.spans.length === 1 ? span!.hints.find(([value]) => action === `${choice.action} ${value}`)?.[1] : undefined;
}

/** Put numbers in place of each "…" in a label; further numbers follow at the end. */
export function fillNumbers(label: string, values: readonly number[]): string {
  const rest = [...values];
  const filled = label.replaceAll("…", () => `${rest.shift() ?? "…"}`);
  return [filled, ...rest].join(" ");
}

/** Return the text for values that are being set: the server's if known, otherwise made from the choice. */
export function valueText(known: Previewed | undefined, choice: Choice | undefined, label: string, values: readonly number[]): string {
  const spans = choice?.spans ?? [];
  const hint = spans.length === 1 ? spans[0]!.hints.find(([value]) => value === values[0])?.[1] : "";
  const inUnits = values.map((value, axis) => Number((value / (spans[axis]?.unit ?? 1)).toFixed(3)));
  return known?.description || hint || fillNumbers(label, inUnits);
}

// -------------------------------------------------------------------- numbers

/** The directions to face at a pose: all, and half a turn beyond both ends for keys. */
const FACING_SPAN: Span = [-1800, 5400, 50];

/** Return how many numbers a handle sets; the third number of a pose, the direction to face, may be left out. */
export function axisCount(handle: SceneHandle): number {
  return { point: 2, pose: 3 }[handle.kind] ?? 1;
}

/** Return whether a handle sets a point of the board. */
export function isPoint(handle: SceneHandle): boolean {
  return handle.kind === "point" || handle.kind === "pose";
}

/** Return the span of one of a handle's numbers. */
export function spanOf(handle: SceneHandle, axis: number): Span {
  return (axis === 2 ? FACING_SPAN : axis ? handle.span_y : handle.span) ?? [-1e9, 1e9, 1];
}

/** Return the nearest of lo, lo + step, lo + 2 step ... up to hi. */
export function nearestStep(value: number, [lo, hi, step]: Span): number {
  const steps = Math.floor((hi - lo) / step);
  return lo + Math.min(Math.max(Math.round((value - lo) / step), 0), steps) * step;
}

/** Return the nearest hint if it is within a distance, otherwise the nearest step. */
export function snap(value: number, span: Span, hints: readonly number[], within: number): number {
  let distance = within;
  let nearest: number | undefined;
  for (const hint of hints)
    if (hint >= span[0] && hint <= span[1] && Math.abs(hint - value) <= distance) [distance, nearest] = [Math.abs(hint - value), hint];
  return nearest ?? nearestStep(value, span);
}

/** Return the distance from a pose to a point, measured along the pose's direction. */
export function distanceAlong([x, y, turn]: readonly [number, number, number], point: Point): number {
  const angle = (turn * Math.PI) / 1800;
  return (point.x - x) * Math.cos(angle) + (point.y - y) * Math.sin(angle);
}

/** Return the clockwise angle from a pose's direction to a point, in tenths of a degree. */
export function bearing([x, y, turn]: readonly [number, number, number], point: Point): number {
  return shortestTurn((Math.atan2(point.y - y, point.x - x) * 1800) / Math.PI - turn);
}

/** Return the numbers that a pointer at a point of the scene sets, before rounding. */
export function rawValues({ handle, at }: Dial, point: Point): number[] {
  if (handle.kind === "ruler") return [distanceAlong(at, point) / handle.unit];
  if (handle.kind === "arc") return [bearing(at, point) / handle.unit];
  return [point.x / handle.unit, point.y / handle.unit];
}

/** Return the numbers that a pointer at a point of the scene sets, snapped to hints within `near` and rounded to steps.
 * `near` and the drawn `radius` of an arc are in units of the scene. */
export function valuesAt(dial: Dial, point: Point, near: number, radius: number): number[] {
  const { handle } = dial;
  const within = (handle.kind === "arc" ? ((near / radius) * 1800) / Math.PI : near) / handle.unit;
  return rawValues(dial, point).map((value, axis) => snap(value, spanOf(handle, axis), handle.hints, within));
}

/** Return the numbers of a dial that has not been touched: those of a pointer at the centre of its node. */
export function restingValues(dial: Dial): number[] {
  return rawValues(dial, dial.node).map((value, axis) => nearestStep(value, spanOf(dial.handle, axis)));
}

/** Return the radius at which an arc is drawn: the distance of its node, but no less than a minimum. */
export function arcRadius({ node, at: [x, y] }: Dial, minimum: number): number {
  return Math.max(Math.hypot(node.x - x, node.y - y), minimum);
}

/** Return the position in the scene at which a dial shows its values. */
export function positionOf({ handle, at: [x, y, turn] }: Dial, [first = 0, second = 0]: readonly number[], radius: number): Point {
  if (isPoint(handle)) return { x: first * handle.unit, y: second * handle.unit };
  const isArc = handle.kind === "arc";
  const angle = ((turn + (isArc ? first * handle.unit : 0)) * Math.PI) / 1800;
  const distance = isArc ? radius : first * handle.unit;
  return { x: x + Math.cos(angle) * distance, y: y + Math.sin(angle) * distance };
}

/** Return the complete action of a handle with its numbers. */
export function actionOf(handle: SceneHandle, values: readonly number[]): string {
  return [handle.action, ...values].join(" ");
}

/** Return the value that a key press leads to; undefined if the key has no meaning here. `isBig`: ten times as far. */
export function valueAfterKey(key: string, isBig: boolean, value: number, span: Span, hints: readonly number[]): number | undefined {
  const by = keyStep(span) * (isBig ? 10 : 1);
  const sorted = hints.filter((hint) => hint >= span[0] && hint <= span[1]).sort((one, other) => one - other);
  switch (key) {
    case "ArrowRight":
    case "ArrowUp":
      return moveBy(value, by, span);
    case "ArrowLeft":
    case "ArrowDown":
      return moveBy(value, -by, span);
    case "Home":
      return span[0];
    case "End":
      return nearestStep(span[1], span);
    case "PageUp":
      return sorted.find((hint) => hint > value) ?? value;
    case "PageDown":
      return sorted.findLast((hint) => hint < value) ?? value;
    default:
      return undefined;
  }
}

/** Return how far an arrow key goes: one step, or in a very long span a round number of steps, so that at most about a
 * hundred presses lead from end to end. */
function keyStep([lo, hi, step]: Span): number {
  const least = (hi - lo) / step / 100;
  if (least <= 8) return step;
  const ten = 10 ** Math.floor(Math.log10(least));
  return step * ten * ([1, 2, 5].find((times) => times * ten >= least) ?? 10);
}

/** Return the value moved along the grid of steps; from a hint off the grid, the next grid value in that direction. */
function moveBy(value: number, by: number, span: Span): number {
  const [lo, hi, step] = span;
  const far = keyStep(span);
  if (far > step) {
    const next = by > 0 ? Math.floor(value / far) * far + by : Math.ceil(value / far) * far + by;
    return Math.min(Math.max(next, lo), nearestStep(hi, span));
  }
  const isOnGrid = (value - lo) % step === 0;
  if (isOnGrid || Math.abs(by) > step) return nearestStep(value + by, span);
  const steps = (value - lo) / step;
  return nearestStep(lo + (by > 0 ? Math.ceil(steps) : Math.floor(steps)) * step, span);
}

// -------------------------------------------------------------------- from spot to spot

/** Return the nearest spot in the direction of an arrow key, or undefined. Distance to the side counts double. */
export function neighbourOf(spots: readonly Spot[], from: Spot, key: string): Spot | undefined {
  const [dx, dy] = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] }[key] ?? [0, 0];
  let lowest = Infinity;
  let nearest: Spot | undefined;
  for (const spot of spots) {
    const [x, y] = [spot.node.x - from.node.x, spot.node.y - from.node.y];
    const ahead = x * dx! + y * dy!;
    const aside = Math.abs(x * dy!) + Math.abs(y * dx!);
    const cost = ahead + 2 * aside;
    if (ahead > 0 && cost < lowest) [lowest, nearest] = [cost, spot];
  }
  return nearest;
}

/** Return the spot whose centre is nearest to a point; undefined if there are none. */
export function nearestSpot(spots: readonly Spot[], point: Point): Spot | undefined {
  const distance = ({ node }: Spot): number => Math.hypot(node.x - point.x, node.y - point.y);
  return spots.reduce<Spot | undefined>((best, spot) => (best && distance(best) <= distance(spot) ? best : spot), undefined);
}
