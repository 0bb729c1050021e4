/** Places beyond the next step: their targets in a scene, and the way to one of them. */

import type { Destination, Scene, SceneHandle, SceneNode } from "../types";
import { extentOf } from "./draw";
import { nodesById } from "./handles";

const LAYER = "destinations";

/** Return the scene with a target for each destination, unless it has one already; layers that are drawn stay the same objects. */
export function withDestinations(scene: Scene, destinations: readonly Destination[]): Scene {
  if (!destinations.length) return scene;
  const known = nodesById(scene);
  const nodes = new Map<string, SceneNode>();
  for (const { node } of destinations) if (!known.has(node.id)) nodes.set(node.id, node);
  const replaced = new Set(destinations.filter(({ replaces }) => replaces).map(({ node }) => node.id));
  return {
    ...scene,
    order: [...scene.order, LAYER],
    layers: [...scene.layers, { name: LAYER, static: false, nodes: [...nodes.values()], of: "" }],
    handles: [...scene.handles.filter(({ kind, on }) => kind !== "click" || !replaced.has(on)), ...destinations.map(handleOf)],
  };
}

function handleOf({ node, choice }: Destination): SceneHandle {
  return { on: node.id, action: choice.action, kind: "click", span: null, hints: [], at: null, unit: 1, span_y: null };
}

/** Return the destination of an action. For a compound without a place of its own it is the farthest one on its way. */
export function destinationOf(destinations: readonly Destination[], action: string | null): Destination | undefined {
  if (action === null) return undefined;
  const isOnTheWay = ({ choice }: Destination): boolean => action === choice.action || action.startsWith(`${choice.action}; `);
  const onTheWay = destinations.filter(isOnTheWay);
  return onTheWay.reduce<Destination | undefined>((best, one) => (best && best.choice.action.length >= one.choice.action.length ? best : one), undefined);
}

/** Return the nodes that show the way to a destination: a line, and a ring around its end. */
export function wayNodes({ node, path }: Destination): SceneNode[] {
  const end = path.at(-1);
  if (!end) return [];
  const plain = { turn: 0, label: "", size: 0 };
  return [
    { ...plain, id: "way", shape: "path", x: 0, y: 0, data: `M${path.map(([x, y]) => `${x} ${y}`).join("L")}`, css: "way" },
    { ...plain, id: "way-end", shape: "circle", x: end[0], y: end[1], data: `${Math.round(extentOf(node) / 3)}`, css: "way" },
  ];
}
