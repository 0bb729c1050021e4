/** Drawing of scenes, with animated moves from one scene to the next.
 *
 * A static layer is one surface that is painted once. A piece that moves has a surface of its own, which the browser moves
 * without repainting it: an HTML element around an svg, positioned by a CSS transform. (A transform on the svg or inside
 * it would lay out its text and repaint it in every frame.) Once it rests, it is drawn at its place on its surface, which
 * is sharper. Elements are always positioned as the scene says; an animation only overrides that for a moment.
 */

import type { Scene, SceneNode } from "../types";
import { extentOf, nodeMarkup, orderedLayers, shapeOf, transformOf } from "./draw";
import { buildRoute, cssTransform, isSamePose, poseAt, poseOf, toKeyframes, transformOrigin } from "./motion";
import type { Box, Path, Pose, Stop } from "./motion";
import { trailArrows, type Trail } from "./trails";

const SVG = "http://www.w3.org/2000/svg";
const EASING = "cubic-bezier(0.22, 0.7, 0.3, 1)";
/** Time after a move during which its surface is kept ready for the next move; then it is redrawn sharply. */
const SURFACE_KEEP_MS = 300;
/** Time for which a move without animation is marked. */
const MARKS_MS = 1600;

/** The way in which one scene replaces another. */
export interface Transition {
  /** Duration of a move; 0: pieces jump to their new positions. */
  moveMs: number;
  /** Nothing moves or fades; start and end of each move are marked for a moment. */
  animationOff: boolean;
  /** Waypoints by node id. */
  paths: Readonly<Record<string, Path>>;
}

/** A move of a node that is being animated. */
interface Motion {
  stops: Stop[];
  animation: Animation;
}

/** A node with its element. */
interface DrawnNode {
  node: SceneNode;
  element: SVGElement;
  /** True while it moves: its surface is moved to its pose, instead of the element on the surface, which is sharper. */
  isMoving: boolean;
  motion?: Motion;
}

/** Consecutive nodes that are drawn on one surface. */
interface Run {
  key: string;
  drawn: DrawnNode[];
  from: Pose;
  isNew: boolean;
  isFloating: boolean;
}

/** A surface and the svg in it. */
interface Surface {
  root: HTMLElement;
  svg: SVGSVGElement;
  animation?: Animation;
  redrawTimer?: ReturnType<typeof setTimeout>;
}

interface MovingLayer {
  root: HTMLElement;
  nodes: readonly SceneNode[];
  drawn: Map<string, DrawnNode>;
  surfaces: Map<string, Surface>;
}

interface StaticLayer {
  root: SVGSVGElement;
  nodes: readonly SceneNode[];
}

export class Painter {
  #box: Box = [0, 0, 1, 1];
  #staticLayers = new Map<string, StaticLayer>();
  #movingLayers = new Map<string, MovingLayer>();
  /** Ids of the nodes that have moved; they keep a surface of their own. */
  #floating = new Set<string>();
  #trailCanvas: SVGSVGElement;
  #hoverCanvas: SVGSVGElement;
  #noteCanvas: SVGSVGElement;
  #ghostCanvas: SVGSVGElement;
  #markCanvas: SVGSVGElement;
  #marksTimer: ReturnType<typeof setTimeout> | undefined;
  /** Start, end and extent of each move that was not animated. */
  #moves: [Pose, Pose, number][] = [];
  #newRuns = 0;
  #isFirst = true;

  constructor(
    private readonly stage: HTMLElement,
    private readonly prefix: string,
  ) {
    this.#trailCanvas = this.#newCanvas("trails");
    this.#hoverCanvas = this.#newCanvas("hover-nodes");
    this.#ghostCanvas = this.#newCanvas("ghosts");
    this.#noteCanvas = this.#newCanvas("notes");
    this.#markCanvas = this.#newCanvas("move-marks");
    this.stage.append(this.#trailCanvas, this.#hoverCanvas, this.#ghostCanvas, this.#noteCanvas, this.#markCanvas);
  }

  /** Draw a scene in place of the previous one. */
  draw(scene: Scene, transition: Transition): void {
    this.#setBox(scene.box as Box);
    const applied = this.#isFirst ? { ...transition, moveMs: 0, animationOff: false } : transition;
    this.#isFirst = false;
    this.#moves = [];
    const roots = orderedLayers(scene).map((layer) => {
      if (layer.static) return this.#drawStatic(layer.name, layer.nodes);
      return this.#drawMoving(layer.name, layer.nodes, applied);
    });
    roots.splice(hoverIndex(scene), 0, this.#trailCanvas, this.#hoverCanvas);
    roots.forEach((root, index) => {
      if (this.stage.children[index] !== root) this.stage.insertBefore(root, this.stage.children[index] ?? null);
    });
    this.#removeLayersExcept(new Set<Element>(roots));
    if (this.#moves.length) this.#showMarks(this.#moves);
  }

  /** Draw where pieces were before they moved, and the way they came, below the pieces; more clearly for hovered ones. */
  drawTrails(trails: readonly Trail[], hovered: readonly Trail[] = []): void {
    const ghosts = (some: readonly Trail[]): string => some.map(({ node }) => nodeMarkup({ ...node, label: "" }, `${this.prefix}trail-`)).join("");
    const group = (some: readonly Trail[], name: string): string =>
      some.length ? `<g class="${name}"><g class="origin">${ghosts(some)}</g>${trailArrows(some)}</g>` : "";
    const markup = group(trails, "resting") + group(hovered, "hovered");
    this.#trailCanvas.style.display = markup ? "" : "none"; // an empty surface below moving pieces costs frames
    if (this.#trailCanvas.innerHTML !== markup) this.#trailCanvas.innerHTML = markup;
  }

  /** Draw the nodes of a preview over the scene, and those of the hovered node below its pieces. */
  drawPreview(nodes: readonly SceneNode[], hovered: readonly SceneNode[] = []): void {
    const markup = (some: readonly SceneNode[]): string => some.map((node) => nodeMarkup(node, `${this.prefix}ghost-`)).join("");
    const fill = (canvas: SVGSVGElement, text: string): void => {
      canvas.style.display = text ? "" : "none"; // an empty surface over moving pieces costs frames
      if (canvas.innerHTML !== text) canvas.innerHTML = text;
    };
    fill(this.#hoverCanvas, markup([...hovered, ...nodes.filter(isZone)]));
    fill(this.#ghostCanvas, markup(nodes.filter((node) => !isZone(node) && !isNote(node))));
    fill(this.#noteCanvas, markup(nodes.filter(isNote)));
  }

  /** Remove everything. */
  clear(): void {
    clearTimeout(this.#marksTimer);
    for (const { surfaces } of this.#movingLayers.values())
      for (const { redrawTimer } of surfaces.values()) clearTimeout(redrawTimer);
    this.stage.replaceChildren();
  }

  // ------------------------------------------------------------------ surfaces

  #newCanvas(name: string): SVGSVGElement {
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("class", name);
    svg.setAttribute("aria-hidden", "true");
    svg.setAttribute("viewBox", this.#box.join(" "));
    return svg;
  }

  #setBox(box: Box): void {
    if (box.join() === this.#box.join()) return;
    this.#box = box;
    for (const svg of this.stage.querySelectorAll("svg")) svg.setAttribute("viewBox", box.join(" "));
    for (const layer of this.#movingLayers.values()) layer.nodes = [];
  }

  #drawStatic(name: string, nodes: readonly SceneNode[]): Element {
    let layer = this.#staticLayers.get(name);
    if (layer?.nodes === nodes) return layer.root;
    if (!layer) this.#staticLayers.set(name, (layer = { root: this.#newCanvas("static-layer"), nodes }));
    layer.nodes = nodes;
    layer.root.innerHTML = nodes.map((node) => nodeMarkup(node, this.prefix)).join("");
    return layer.root;
  }

  #removeLayersExcept(roots: ReadonlySet<Element>): void {
    for (const layers of [this.#staticLayers, this.#movingLayers])
      for (const [name, { root }] of layers)
        if (!roots.has(root)) {
          root.remove();
          layers.delete(name);
        }
  }

  // ------------------------------------------------------------------ moving layers

  #drawMoving(name: string, nodes: readonly SceneNode[], transition: Transition): Element {
    let layer = this.#movingLayers.get(name);
    if (layer?.nodes === nodes) return layer.root;
    if (!layer) {
      const root = document.createElement("div");
      root.className = "layer";
      root.dataset.layer = name;
      this.#movingLayers.set(name, (layer = { root, nodes: [], drawn: new Map(), surfaces: new Map() }));
    }
    const before = layer.drawn;
    layer.drawn = new Map();
    const runs = this.#splitRuns(layer, nodes, before, transition);
    this.#placeRuns(layer, runs);
    this.#fadeOut(layer, [...before.values()], transition);
    for (const run of runs) this.#animate(layer.surfaces.get(run.key)!, run, transition);
    layer.nodes = nodes;
    return layer.root;
  }

  /** Split nodes into runs: consecutive nodes share a surface if they make the same move, have never moved, or are all new.
   * Nodes that are still there are taken out of `before`. */
  #splitRuns(layer: MovingLayer, nodes: readonly SceneNode[], before: Map<string, DrawnNode>, transition: Transition): Run[] {
    const isAnimated = transition.moveMs > 0 && !transition.animationOff;
    const runs: Run[] = [];
    let last = "";
    for (const node of nodes) {
      const known = before.get(node.id);
      before.delete(node.id);
      const from = known ? currentPose(known) : poseOf(node);
      const isMoved = !isSamePose(from, node);
      const isBeside = hasClass(known?.node ?? node, "waiting") || hasClass(node, "waiting");
      const isNew = isAnimated && (!known || (isMoved && isTarget(node)));
      if (isAnimated && isMoved && !isNew) this.#floating.add(node.id);
      const isFloating = !isNew && this.#floating.has(node.id);
      const isMoving = isFloating && isMoved && isAnimated;
      const kind = isNew ? "new" : isFloating ? `${from.x} ${from.y} ${from.turn} ${node.x} ${node.y} ${node.turn}` : "still";
      if (kind !== last) {
        const key = isNew ? `new ${this.#newRuns++}` : isFloating ? `floating ${node.id}` : `still ${runs.length}`;
        runs.push({ key, drawn: [], from, isNew, isFloating });
      }
      last = kind;
      const drawn = this.#drawNode(node, known, isMoving);
      layer.drawn.set(node.id, drawn);
      runs[runs.length - 1]!.drawn.push(drawn);
      if (transition.animationOff && isMoved && node.label && !isTarget(node) && !isBeside)
        this.#moves.push([from, poseOf(node), extentOf(node)]);
    }
    return runs;
  }

  #drawNode(node: SceneNode, known: DrawnNode | undefined, isMoving: boolean): DrawnNode {
    const motion = known?.motion ? { motion: known.motion } : {};
    if (known?.isMoving === isMoving && looksLike(known.node, node)) {
      if (!isMoving && !isSamePose(known.node, node)) known.element.setAttribute("transform", transformOf(node));
      return { node, element: known.element, isMoving, ...motion };
    }
    const { tag, attributes, text } = shapeOf(node);
    const element = known?.element.localName === tag ? known.element : (document.createElementNS(SVG, tag) as SVGElement);
    const wanted: Record<string, string> = { id: this.prefix + node.id, ...attributes, ...ariaAttributes(node) };
    if (isMoving) delete wanted.transform;
    for (const name of element.getAttributeNames()) if (!(name in wanted)) element.removeAttribute(name);
    for (const [name, value] of Object.entries(wanted))
      if (element.getAttribute(name) !== value) element.setAttribute(name, value);
    if (element.textContent !== text) element.textContent = text;
    return { node, element, isMoving, ...motion };
  }

  /** Put every run on its surface, and the surfaces in order. */
  #placeRuns(layer: MovingLayer, runs: readonly Run[]): void {
    const old = layer.surfaces;
    layer.surfaces = new Map();
    runs.forEach((run, position) => {
      const surface = old.get(run.key) ?? this.#newSurface();
      old.delete(run.key);
      layer.surfaces.set(run.key, surface);
      run.drawn.forEach(({ element }, index) => {
        if (surface.svg.children[index] !== element) surface.svg.insertBefore(element, surface.svg.children[index] ?? null);
      });
      if (layer.root.children[position] !== surface.root)
        layer.root.insertBefore(surface.root, layer.root.children[position] ?? null);
    });
    for (const { root, redrawTimer } of old.values()) {
      clearTimeout(redrawTimer);
      root.remove();
    }
    for (const { key, drawn } of runs) {
      const { svg } = layer.surfaces.get(key)!;
      while (svg.children.length > drawn.length) svg.lastElementChild?.remove();
    }
  }

  #newSurface(): Surface {
    const root = document.createElement("div");
    root.className = "surface";
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("viewBox", this.#box.join(" "));
    root.append(svg);
    return { root, svg };
  }

  /** Fade out the nodes that are no longer in the scene. */
  #fadeOut(layer: MovingLayer, gone: readonly DrawnNode[], { moveMs, animationOff }: Transition): void {
    if (!gone.length || moveMs === 0 || animationOff) return gone.forEach(({ element }) => element.remove());
    const { root, svg } = this.#newSurface();
    root.ariaHidden = "true";
    for (const drawn of gone) {
      drawn.element.removeAttribute("id");
      drawn.element.setAttribute("transform", transformOf({ ...drawn.node, ...currentPose(drawn) }));
      svg.append(drawn.element);
    }
    layer.root.append(root);
    const fade = root.animate([{ opacity: 1 }, { opacity: 0 }], { duration: moveMs / 2, fill: "forwards" });
    fade.onfinish = () => root.remove();
  }

  // ------------------------------------------------------------------ moves

  /** Position a run, and animate it: a move to its new pose, or a fade-in. */
  #animate(surface: Surface, run: Run, transition: Transition): void {
    const { moveMs, animationOff } = transition;
    const to = poseOf(run.drawn[0]!.node);
    if (run.drawn[0]!.isMoving) this.#position(surface, to);
    else this.#rest(surface);
    if (moveMs === 0 || animationOff) this.#endMotion(surface, run);
    else if (run.isNew) surface.animation = surface.root.animate([{ opacity: 0 }, { opacity: 1 }], { duration: moveMs / 2 });
    else if (run.isFloating && !isSamePose(run.from, to)) this.#startMotion(surface, run, to, transition);
  }

  #position({ root }: Surface, pose: Pose): void {
    root.style.transformOrigin = transformOrigin(this.#box);
    root.style.transform = cssTransform(pose, this.#box);
  }

  #endMotion(surface: Surface, run: Run): void {
    surface.animation?.cancel();
    for (const drawn of run.drawn) delete drawn.motion;
  }

  #startMotion(surface: Surface, run: Run, to: Pose, { moveMs, paths }: Transition): void {
    this.#endMotion(surface, run);
    const path = run.drawn.map(({ node }) => paths[node.id]).find((waypoints) => waypoints !== undefined);
    const stops = buildRoute(run.from, to, path);
    const animation = surface.root.animate(toKeyframes(stops, this.#box), { duration: moveMs, easing: EASING });
    surface.animation = animation;
    for (const drawn of run.drawn) drawn.motion = { stops, animation };
    surface.root.style.willChange = "transform";
    clearTimeout(surface.redrawTimer);
    animation.onfinish = () => (surface.redrawTimer = setTimeout(() => this.#sharpen(surface, run), SURFACE_KEEP_MS));
  }

  /** Draw a run that has moved at its place on the surface, which the browser draws sharper than a moved surface. */
  #sharpen(surface: Surface, run: Run): void {
    this.#rest(surface);
    for (const drawn of run.drawn) {
      drawn.isMoving = false;
      drawn.element.setAttribute("transform", transformOf(drawn.node));
    }
  }

  #rest(surface: Surface): void {
    clearTimeout(surface.redrawTimer);
    surface.root.style.willChange = "";
    surface.root.style.transform = "";
  }

  /** Mark start and end of moves for a while. Parts of a piece that moved together get one mark, around the largest. */
  #showMarks(moves: readonly [Pose, Pose, number][]): void {
    const largest = new Map<string, [Pose, Pose, number]>();
    for (const move of moves) {
      const key = JSON.stringify([move[0], move[1]]);
      if ((largest.get(key)?.[2] ?? 0) < move[2]) largest.set(key, move);
    }
    this.#markCanvas.innerHTML = [...largest.values()].map(([from, to, extent]) => moveMark(from, to, extent * 1.2)).join("");
    clearTimeout(this.#marksTimer);
    this.#marksTimer = setTimeout(() => this.#markCanvas.replaceChildren(), MARKS_MS);
  }
}

/** Return whether two nodes look the same apart from their pose. */
function looksLike(one: SceneNode, other: SceneNode): boolean {
  return (
    one.shape === other.shape && one.data === other.data && one.css === other.css && one.label === other.label && one.size === other.size
  );
}

/** Return whether a node is a place to choose. It never moves: the old place fades out and the new one fades in. */
function isTarget(node: SceneNode): boolean {
  return hasClass(node, "target");
}

const hasClass = (node: SceneNode, name: string): boolean => node.css.split(" ").includes(name);

/** Return whether a node is a zone, such as a reach. It is faint already and lies below the pieces. */
function isZone(node: SceneNode): boolean {
  return hasClass(node, "zone");
}

/** Return whether a node must stay readable, and so is not drawn faintly like the rest of a preview. */
function isNote(node: SceneNode): boolean {
  return hasClass(node, "tag") || hasClass(node, "sight") || hasClass(node, "way");
}

/** Return how many layers are drawn below the nodes of a hovered node: as many as precede its layer in the scene. */
function hoverIndex(scene: Scene): number {
  const hidden = new Set(scene.layers.filter((layer) => layer.of).map((layer) => layer.name));
  const first = scene.order.findIndex((name) => hidden.has(name));
  return first < 0 ? orderedLayers(scene).length : scene.order.slice(0, first).filter((name) => !hidden.has(name)).length;
}

/** Return the pose in which a node is seen at this moment of its animation. */
function currentPose({ node, motion }: DrawnNode): Pose {
  const progress = motion?.animation.effect?.getComputedTiming().progress;
  return motion && typeof progress === "number" ? poseAt(motion.stops, progress) : poseOf(node);
}

/** Return a line from one position to another, with a ring around each. */
function moveMark(from: Pose, to: Pose, radius: number): string {
  const ring = (name: string, { x, y }: Pose): string => `<circle class="${name}" cx="${x}" cy="${y}" r="${radius}"/>`;
  return `<path d="M${from.x} ${from.y}L${to.x} ${to.y}"/>${ring("from", from)}${ring("to", to)}`;
}

/** Return the attributes for screen readers: a node's label. A node without one is part of a node that has a label. */
function ariaAttributes(node: SceneNode): Record<string, string> {
  return node.label ? { role: "img", "aria-label": node.label } : { "aria-hidden": "true" };
}
