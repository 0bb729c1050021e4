/** Pieces that can be selected: their handles in a scene, and the marks on those that are. The board calls their handles' actions picks. */

import type { Choice, Piece, Scene, SceneHandle, SceneNode } from "../types";
import { extentOf } from "./draw";
import { nodesById, type Spot } from "./handles";

/** The first character of a pick, which no action of a game begins with. */
const PICK = "§";
const SEPARATOR = "§";

/** Return the pick of pieces, given by their nodes. */
export function pickOf(nodes: readonly string[]): string {
  return PICK + nodes.join(SEPARATOR);
}

export function isPick(action: string): boolean {
  return action.startsWith(PICK);
}

/** Return the nodes of a pick. */
export function pickedNodes(pick: string): string[] {
  return pick.slice(PICK.length).split(SEPARATOR);
}

/** Return the nodes of the pieces that can be selected at a spot, each once. */
export function picksAt(spot: Spot | undefined): string[] {
  const picks = spot?.handles.map(({ action }) => action).filter(isPick) ?? [];
  return [...new Set(picks.flatMap(pickedNodes))];
}

/** Return the pieces by their stack, for the stacks of more than one. */
export function stacksOf(pieces: readonly Piece[]): Map<string, Piece[]> {
  const stacks = new Map<string, Piece[]>();
  for (const piece of pieces) if (piece.place) stacks.set(piece.place, [...(stacks.get(piece.place) ?? []), piece]);
  return new Map([...stacks].filter(([, stack]) => stack.length > 1));
}

/** Return the scene with a handle for each piece and each stack, in place of the handles that play the pieces' actions. */
export function withPieces(scene: Scene, pieces: readonly Piece[]): Scene {
  if (!pieces.length) return scene;
  const actions = new Map(pieces.filter(({ action }) => action).map((piece) => [piece.action, piece]));
  const spots = spotNodes(scene, pieces);
  const handles: SceneHandle[] = scene.handles.filter(({ kind, action }) => kind !== "click" || !actions.has(action));
  for (const { node } of pieces) {
    const on = spots.get(node);
    if (on) handles.push(click(on, pickOf([node])));
  }
  for (const stack of stacksOf(pieces).values()) {
    const nodes = stack.map(({ node }) => node);
    const on = nodes.map((node) => spots.get(node)).find((spot) => spot !== undefined);
    if (on) handles.push(click(on, pickOf(nodes)));
  }
  return { ...scene, handles };
}

/** Return the node of the scene that is clicked for each piece: that of its action, or its own; one for each stack. */
function spotNodes(scene: Scene, pieces: readonly Piece[]): Map<string, string> {
  const nodes = nodesById(scene);
  const byAction = new Map(scene.handles.map(({ action, on }) => [action, on]));
  const byPlace = new Map<string, string>();
  const spots = new Map<string, string>();
  for (const { node, place, action } of pieces) {
    const own = (action && byAction.get(action)) || (nodes.has(node) ? node : undefined);
    const on = byPlace.get(place) ?? own;
    if (on === undefined || own === undefined) continue;
    if (place) byPlace.set(place, on);
    spots.set(node, on);
  }
  return spots;
}

function click(on: string, action: string): SceneHandle {
  return { on, action, kind: "click", span: null, hints: [], at: null, unit: 1, span_y: null };
}

/** Return the picks of pieces and stacks as choices, for their labels. */
export function pickChoices(pieces: readonly Piece[]): Choice[] {
  const choice = (action: string, label: string): Choice => ({ action, label, rule: "", key: "", warning: "", spans: [], passes: false });
  const stacks = [...stacksOf(pieces).values()].map((stack) => choice(pickOf(stack.map(({ node }) => node)), `Select the stack (${stack.length})`));
  return [...pieces.map(({ node, name }) => choice(pickOf([node]), `Select ${name}`)), ...stacks];
}

/** Return the pick that stands for an action on the board: that of the piece that it chooses, or else the action. */
export function pickFor(pieces: readonly Piece[], action: string | null): string | null {
  const piece = action ? pieces.find((one) => one.action === action) : undefined;
  return piece ? pickOf([piece.node]) : action;
}

/** Return a ring around each selected piece that is drawn. */
export function selectionMarks(scene: Scene, selected: readonly string[]): SceneNode[] {
  const nodes = nodesById(scene);
  return selected.flatMap((id) => {
    const node = nodes.get(id)?.node;
    return node ? [ring(node)] : [];
  });
}

function ring(node: SceneNode): SceneNode {
  const mark = { ...node, id: `selected-${node.id}`, css: "way", label: "" };
  return node.shape === "rect" || node.shape === "circle" ? mark : { ...mark, shape: "circle", data: `${Math.round(extentOf(node))}`, turn: 0 };
}
