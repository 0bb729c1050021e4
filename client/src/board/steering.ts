/** Steering: a piece that is dragged to any point of the board; the server finds the compound that leads there. */

import type { Scene, SceneHandle } from "../types";
import { nodesById, type Dial, type Span } from "./handles";

/** The steps of the coordinates from one side of the board to the other. */
const STEPS_ACROSS = 800;
const ROUND_STEP = 50;
/** Steps ahead of the piece at which a target that is set with keys begins. */
const STEPS_AHEAD = 40;
const VERB = "steer";

/** The radius of the ring around a piece that can be steered. */
export const GRIP_PX = 27;

/** A point of the board, and the direction to face there in tenths of a degree; null: any. */
export interface SteerTarget {
  x: number;
  y: number;
  turn: number | null;
}

/** Return the dial of the piece that can be steered; undefined if the scene has none. */
export function steeringDial(scene: Scene, steered: string): Dial | undefined {
  const node = steered ? nodesById(scene).get(steered)?.node : undefined;
  if (!node) return undefined;
  const [left, top, width, height] = scene.box;
  const step = Math.max(Math.ceil(Math.max(width, height) / STEPS_ACROSS / ROUND_STEP), 1) * ROUND_STEP;
  const [across, down]: [Span, Span] = [[left, left + width, step], [top, top + height, step]];
  const handle: SceneHandle = { on: node.id, action: VERB, kind: "pose", span: [...across], hints: [], at: null, unit: 1, span_y: [...down] };
  return { key: `${VERB} ${node.id}`, handle, node, at: [node.x, node.y, node.turn] };
}

/** Return the numbers with which keys begin to steer: a point ahead of the piece. */
export function pointAhead({ node, handle }: Dial): number[] {
  const [distance, angle] = [STEPS_AHEAD * (handle.span?.[2] ?? 1), (node.turn * Math.PI) / 1800];
  return [Math.round(node.x + Math.cos(angle) * distance), Math.round(node.y + Math.sin(angle) * distance)];
}

/** Return the target that an action of a steering dial names; undefined for any other action. */
export function steerTarget(action: string): SteerTarget | undefined {
  const [verb, ...numbers] = action.split(" ");
  const [x, y, turn] = numbers.map(Number);
  if (verb !== VERB || x === undefined || y === undefined) return undefined;
  return { x, y, turn: turn === undefined ? null : ((turn % 3600) + 3600) % 3600 };
}
