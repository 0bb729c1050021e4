/** The spots and nodes under a pointer on a board. Points are in pixels from the top left corner of the board's window. */

import type { Scene, SceneNode } from "../types";
import { extentOf } from "./draw";
import { nearestSpot, nodesById, type Spot } from "./handles";
import type { Point } from "./view";
import type { Viewport } from "./viewport.svelte";

/** A board as it is drawn now. */
interface DrawnBoard {
  frame: HTMLElement;
  paint: HTMLElement;
  scene: Scene;
  spots: readonly Spot[];
}

export class Hits {
  /** The ids of all drawn nodes begin with `prefix`. */
  constructor(
    private readonly prefix: string,
    private readonly viewport: Viewport,
    private readonly board: () => DrawnBoard,
  ) {}

  /** Return the point of an event on the page. */
  toPoint(event: { clientX: number; clientY: number }): Point {
    const corner = this.board().frame.getBoundingClientRect();
    return { x: event.clientX - corner.left, y: event.clientY - corner.top };
  }

  /** Return the position on the page of a point. */
  toPage(at: Point): Point {
    const corner = this.board().frame.getBoundingClientRect();
    return { x: at.x + corner.left, y: at.y + corner.top };
  }

  /** Return the spot of an element. */
  spotOf(target: Element): Spot | undefined {
    const index = target.closest<SVGElement>("[data-spot]")?.dataset.spot;
    return index === undefined ? undefined : this.board().spots[Number(index)];
  }

  /** Return the spot at a point: the smallest that contains it, or the nearest whose edge it hits. */
  spotAt(at: Point): Spot | undefined {
    const { x, y } = this.toPage(at);
    const hits = document.elementsFromPoint(x, y).filter((hit) => this.board().frame.contains(hit) && hit.closest(".spot"));
    const containing = hits.filter((hit) => hit instanceof SVGGeometryElement && contains(hit, x, y)).flatMap((hit) => this.spotOf(hit) ?? []);
    if (containing.length) return containing.reduce((best, spot) => (extentOf(spot.node) < extentOf(best.node) ? spot : best));
    return nearestSpot(
      hits.flatMap((hit) => this.spotOf(hit) ?? []),
      this.viewport.toScene(at),
    );
  }

  /** Return the frontmost node with a label at a point; with `isThing`, one that is no mark of a choice. */
  labelledNode(at: Point, isThing = false): SceneNode | undefined {
    const { paint, scene } = this.board();
    const { x, y } = this.toPage(at);
    const nodes = nodesById(scene);
    const marks = new Set(isThing ? scene.handles.map(({ on }) => on) : []);
    const hits = document.elementsFromPoint(x, y).filter((hit) => paint.contains(hit) && hit.id.startsWith(this.prefix));
    return hits.map((hit) => nodes.get(hit.id.slice(this.prefix.length))?.node).find((node) => node?.label && !marks.has(node.id));
  }

  /** Return whether an element, or the spot over it, is at the place of one of these pieces. */
  isPiece(target: Element, ids: readonly string[]): boolean {
    const { paint, scene } = this.board();
    const nodes = nodesById(scene);
    const node = paint.contains(target) ? nodes.get(target.id.slice(this.prefix.length))?.node : this.spotOf(target)?.node;
    const pieces = ids.flatMap((id) => nodes.get(id)?.node ?? []);
    return node !== undefined && pieces.some(({ x, y }) => x === node.x && y === node.y);
  }
}

function contains(shape: SVGGeometryElement, x: number, y: number): boolean {
  const matrix = shape.getScreenCTM()?.inverse();
  return matrix ? shape.isPointInFill(new DOMPoint(x, y).matrixTransform(matrix)) : false;
}
