/** The marks "you" on the viewer's own pieces. */

import type { Layer, Scene, SceneNode } from "../../types";

/** With more own pieces than this, such as an army, none is marked. */
const MAX_MARKED = 2;
const LAYER = "own-pieces";
type Paths = Readonly<Record<string, readonly (readonly [number, number, number])[]>>;

/** A piece and the mark above it. */
export interface OwnMark {
  piece: string;
  node: SceneNode;
  /** Return the distance from the piece up to its mark, for a turn of the piece in tenths of a degree. */
  above: (turn: number) => number;
}

/** Return the marks of the viewer's pieces: plates in the faction's colour. null if there are none, or too many. */
export function markOwnPieces(scene: Scene, viewer: number): OwnMark[] | null {
  const isOwn = (node: SceneNode): boolean => {
    const classes = node.css.split(" ");
    return classes.includes("plate") && classes.includes(`seat${viewer}`) && !classes.includes("ghost") && node.shape === "rect";
  };
  const pieces = scene.layers.filter((layer) => !layer.static && !layer.of).flatMap((layer) => layer.nodes.filter(isOwn));
  if (viewer < 0 || !pieces.length || pieces.length > MAX_MARKED) return null;
  return pieces.map((piece) => {
    const [width = 0, height = 0] = piece.data.split(/\s+/).map(Number);
    const size = Math.round(Math.min(width, height) * 0.55);
    const above = (turn: number): number => {
      const angle = (turn * Math.PI) / 1800;
      const reach = (Math.abs(width * Math.sin(angle)) + Math.abs(height * Math.cos(angle))) / 2;
      return Math.round(reach + size * 0.6);
    };
    const y = piece.y - above(piece.turn);
    const node = { ...piece, id: `you-${piece.id}`, shape: "text", data: "you", css: "tag", label: "", turn: 0, size, y };
    return { piece: piece.id, node, above };
  });
}

/** Return the scene with the marks over everything else. */
export function withOwnMarks(scene: Scene, marks: readonly OwnMark[]): Scene {
  const layer: Layer = { name: LAYER, static: false, nodes: marks.map((mark) => mark.node), of: "" };
  return { ...scene, order: [...scene.order, LAYER], layers: [...scene.layers, layer] };
}

/** Return the paths of the marks, which move with their pieces. */
export function markPaths(marks: readonly OwnMark[], paths: Paths): Record<string, [number, number, number][]> {
  const moved = marks.flatMap(({ piece, node, above }) => {
    const path = paths[piece];
    return path ? [[node.id, path.map(([x, y, turn]): [number, number, number] => [x, y - above(turn), 0])] as const] : [];
  });
  return Object.fromEntries(moved);
}
