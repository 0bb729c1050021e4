/** How things on a board are touched: what belongs together, and the numbers that a drag fills in (see kit/scene.py). */

import type { Choice, Previewed, Scene, SceneHandle, SceneNode } from "../types";
import { short, type Box } from "./glide";
import type { Point } from "./view";

/** The least, the most, and the step between two values. */
export type Span = readonly [number, number, number];

/** A place that is touched: the node in front there, and everything that a click or a drag there may mean. */
export interface Spot {
  node: SceneNode;
  handles: SceneHandle[];
  dials: Dial[];
}

/** Something that is dragged: how, on which node, from which pose. */
export interface Dial {
  key: string;
  handle: SceneHandle;
  node: SceneNode;
  at: readonly [number, number, number];
}

// -------------------------------------------------------------------- what belongs together

/** What can be touched, in reading order. Handles whose nodes lie on the same point are one spot. */
export function spots(scene: Scene): Spot[] {
  const nodes = byId(scene);
  const found = new Map<string, Spot & { place: number }>();
  for (const handle of scene.handles) {
    const touched = nodes.get(handle.on);
    if (!touched) continue;
    const { node, place } = touched;
    const key = `${node.x} ${node.y}`;
    const spot = found.get(key) ?? { node, place, handles: [], dials: [] };
    found.set(key, spot);
    if (handle.kind === "click") spot.handles.push(handle);
    else spot.dials.push(dial(handle, node));
    if (place > spot.place) Object.assign(spot, { node, place });
  }
  return [...found.values()].sort((one, other) => one.node.y - other.node.y || one.node.x - other.node.x);
}

function dial(handle: SceneHandle, node: SceneNode): Dial {
  return { key: `${handle.kind} ${handle.action} ${handle.on}`, handle, node, at: handle.at ?? [node.x, node.y, node.turn] };
}

const indexes = new WeakMap<Scene, Map<string, { node: SceneNode; place: number }>>();

/** Every node of a scene by its id, and how far in front it is. */
export function byId(scene: Scene): Map<string, { node: SceneNode; place: number }> {
  const known = indexes.get(scene);
  if (known) return known;
  const found = new Map<string, { node: SceneNode; place: number }>();
  const layers = new Map(scene.layers.map((layer) => [layer.name, layer]));
  for (const name of scene.order) for (const node of layers.get(name)?.nodes ?? []) found.set(node.id, { node, place: found.size });
  indexes.set(scene, found);
  return found;
}

/** The part of the board to begin with: what a node of the class `focus` spans; undefined: all of it. */
export function focus(scene: Scene): Box | undefined {
  const node = scene.layers.flatMap((layer) => layer.nodes).find(({ css }) => css === "focus");
  const [left, top, right, bottom] = (node?.data.match(/-?\d+/g) ?? []).map(Number);
  if (left === undefined || top === undefined || right === undefined || bottom === undefined) return undefined;
  return [left, top, right - left, bottom - top];
}

/** What there is to show about nodes that are pointed at: those of some ids, or those that lie where a spot does. */
export function auras(scene: Scene, id: string | undefined, spot: Spot | undefined): SceneNode[] {
  const nodes = byId(scene);
  const isMeant = (of: string): boolean => {
    const node = nodes.get(of)?.node;
    return of === id || (spot !== undefined && node?.x === spot.node.x && node.y === spot.node.y);
  };
  return scene.layers.filter(({ of }) => of && isMeant(of)).flatMap((layer) => layer.nodes);
}

/** The choice that a handle takes, or begins. */
export function choiceOf(handle: SceneHandle, choices: readonly Choice[]): Choice | undefined {
  const begins = (choice: Choice): boolean => handle.action.startsWith(`${choice.action} `);
  return choices.find((choice) => choice.action === handle.action) ?? choices.find((choice) => choice.spans.length > 0 && begins(choice));
}

/** What a handle does, in the player's words. */
export function labelOf(handle: SceneHandle, node: SceneNode, choices: readonly Choice[]): string {
  const choice = choiceOf(handle, choices);
  const isSet = choice !== undefined && handle.kind === "click" && choice.action !== handle.action;
  return (isSet && (hinted(choice, handle.action) || node.label)) || choice?.label || node.label || handle.action;
}

/** An action whose number is one of those that matter, in the words of its choice. */
function hinted(choice: Choice, action: string): string | undefined {
  const [span] = choice.spans;
  return choice.spans.length === 1 ? span!.hints.find(([value]) => action === `${choice.action} ${value}`)?.[1] : undefined;
}

/** A label in which numbers are still missing ("…"), with them; those that have no place in it come last. */
export function phrase(label: string, values: readonly number[]): string {
  const rest = [...values];
  const filled = label.replaceAll("…", () => `${rest.shift() ?? "…"}`);
  return [filled, ...rest].join(" ");
}

/** A value that is being set, in words: the server's, or until they come those of the choice. */
export function wordsOf(known: Previewed | undefined, choice: Choice | undefined, label: string, values: readonly number[]): string {
  const spans = choice?.spans ?? [];
  const hint = spans.length === 1 ? spans[0]!.hints.find(([value]) => value === values[0])?.[1] : "";
  const counted = values.map((value, axis) => Number((value / (spans[axis]?.unit ?? 1)).toFixed(3)));
  return known?.words || hint || phrase(label, counted);
}

// -------------------------------------------------------------------- numbers

/** How many numbers a drag fills in. */
export function axes(handle: SceneHandle): number {
  return handle.kind === "point" ? 2 : 1;
}

/** The span of a number of a handle. */
export function spanOf(handle: SceneHandle, axis: number): Span {
  return (axis ? handle.span_y : handle.span) ?? [-1e9, 1e9, 1];
}

/** The nearest of lo, lo + step, and so on up to hi. */
export function stepped(value: number, [lo, hi, step]: Span): number {
  const most = Math.floor((hi - lo) / step);
  return lo + Math.min(Math.max(Math.round((value - lo) / step), 0), most) * step;
}

/** The nearest hint if one is within reach, else the nearest step. */
export function snapped(value: number, span: Span, hints: readonly number[], within: number): number {
  let best = within;
  let found: number | undefined;
  for (const hint of hints)
    if (hint >= span[0] && hint <= span[1] && Math.abs(hint - value) <= best) [best, found] = [Math.abs(hint - value), hint];
  return found ?? stepped(value, span);
}

/** How far a point lies from a pose, along its direction. */
export function along([x, y, turn]: readonly [number, number, number], point: Point): number {
  const angle = (turn * Math.PI) / 1800;
  return (point.x - x) * Math.cos(angle) + (point.y - y) * Math.sin(angle);
}

/** The angle from a pose's direction to a point, clockwise, in tenths of a degree. */
export function bearing([x, y, turn]: readonly [number, number, number], point: Point): number {
  return short((Math.atan2(point.y - y, point.x - x) * 1800) / Math.PI - turn);
}

/** The numbers that a pointer at a point of the scene fills in, before they are rounded. */
export function measured({ handle, at }: Dial, point: Point): number[] {
  if (handle.kind === "ruler") return [along(at, point) / handle.unit];
  if (handle.kind === "arc") return [bearing(at, point) / handle.unit];
  return [point.x / handle.unit, point.y / handle.unit];
}

/** The same as the handle wants them. `near` is how far a hint draws a pointer, `radius` how large an arc is drawn: lengths. */
export function valuesAt(dial: Dial, point: Point, near: number, radius: number): number[] {
  const { handle } = dial;
  const within = (handle.kind === "arc" ? ((near / radius) * 1800) / Math.PI : near) / handle.unit;
  return measured(dial, point).map((value, axis) => snapped(value, spanOf(handle, axis), handle.hints, within));
}

/** The numbers before anybody has touched it: as if the pointer were on the middle of the node. */
export function resting(dial: Dial): number[] {
  return measured(dial, dial.node).map((value, axis) => stepped(value, spanOf(dial.handle, axis)));
}

/** How far from its middle an arc is drawn: where its node lies, but not nearer than something. */
export function radiusOf({ node, at: [x, y] }: Dial, least: number): number {
  return Math.max(Math.hypot(node.x - x, node.y - y), least);
}

/** Where in the scene numbers are shown. */
export function placeOf({ handle, at: [x, y, turn] }: Dial, [first = 0, second = 0]: readonly number[], radius: number): Point {
  if (handle.kind === "point") return { x: first * handle.unit, y: second * handle.unit };
  const isArc = handle.kind === "arc";
  const angle = ((turn + (isArc ? first * handle.unit : 0)) * Math.PI) / 1800;
  const away = isArc ? radius : first * handle.unit;
  return { x: x + Math.cos(angle) * away, y: y + Math.sin(angle) * away };
}

/** The whole action. */
export function actionOf(handle: SceneHandle, values: readonly number[]): string {
  return [handle.action, ...values].join(" ");
}

/** What a key makes of a value; undefined if the key means nothing here. */
export function keyed(key: string, big: boolean, value: number, span: Span, hints: readonly number[]): number | undefined {
  const by = stride(span) * (big ? 10 : 1);
  const sorted = hints.filter((hint) => hint >= span[0] && hint <= span[1]).sort((one, other) => one - other);
  switch (key) {
    case "ArrowRight":
    case "ArrowUp":
      return onward(value, by, span);
    case "ArrowLeft":
    case "ArrowDown":
      return onward(value, -by, span);
    case "Home":
      return span[0];
    case "End":
      return stepped(span[1], span);
    case "PageUp":
      return sorted.find((hint) => hint > value) ?? value;
    case "PageDown":
      return sorted.findLast((hint) => hint < value) ?? value;
    default:
      return undefined;
  }
}

/** How far an arrow key goes: one step, or of a span with very many a round number of them, so that it takes no more than a
 * hundred presses from end to end. */
function stride([lo, hi, step]: Span): number {
  const least = (hi - lo) / step / 100;
  if (least <= 8) return step;
  const ten = 10 ** Math.floor(Math.log10(least));
  return step * ten * ([1, 2, 5].find((times) => times * ten >= least) ?? 10);
}

/** The next value on the grid of steps; from a hint beside the grid that is the nearest in that direction. */
function onward(value: number, by: number, span: Span): number {
  const [lo, hi, step] = span;
  const far = stride(span);
  if (far > step) {
    const next = by > 0 ? Math.floor(value / far) * far + by : Math.ceil(value / far) * far + by;
    return Math.min(Math.max(next, lo), stepped(hi, span));
  }
  const isOnGrid = (value - lo) % step === 0;
  if (isOnGrid || Math.abs(by) > step) return stepped(value + by, span);
  const steps = (value - lo) / step;
  return stepped(lo + (by > 0 ? Math.ceil(steps) : Math.floor(steps)) * step, span);
}

// -------------------------------------------------------------------- from spot to spot

/** The nearest spot in the direction of an arrow key, or undefined; what lies straight ahead counts as nearer. */
export function neighbour(all: readonly Spot[], from: Spot, key: string): Spot | undefined {
  const [dx, dy] = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] }[key] ?? [0, 0];
  let best = Infinity;
  let found: Spot | undefined;
  for (const spot of all) {
    const [x, y] = [spot.node.x - from.node.x, spot.node.y - from.node.y];
    const ahead = x * dx! + y * dy!;
    const aside = Math.abs(x * dy!) + Math.abs(y * dx!);
    const cost = ahead + 2 * aside;
    if (ahead > 0 && cost < best) [best, found] = [cost, spot];
  }
  return found;
}

/** The spot of several under a pointer whose middle is nearest to it. */
export function nearest(all: readonly Spot[], point: Point): Spot | undefined {
  const away = ({ node }: Spot): number => Math.hypot(node.x - point.x, node.y - point.y);
  return all.reduce<Spot | undefined>((best, spot) => (best && away(best) <= away(spot) ? best : spot), undefined);
}
