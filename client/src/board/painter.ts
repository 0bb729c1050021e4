/** Draws scenes into the page and lets pieces glide from one to the next.
 *
 * What never moves is one surface that is painted once. A piece that moves is a surface of its own, which the browser
 * shifts without painting anything anew: an HTML element around an svg, placed by a CSS transform. (A transform on
 * the svg or inside it would lay out its words and paint it in every frame.) What is drawn always stands where the scene
 * says; an animation only shows for a moment where it came from.
 */

import type { Scene, SceneNode } from "../types";
import { markup, ordered, reach, shape, transform } from "./draw";
import { alike, keyframes, pivot, placed, poseAt, poseOf, route, type Box, type Path, type Pose, type Stop } from "./glide";

const SVG = "http://www.w3.org/2000/svg";
const EASE = "cubic-bezier(0.22, 0.7, 0.3, 1)";
/** How long after a glide a surface is kept ready for the next, until it is drawn sharp where it rests; and how long marks of a
 * move that did not travel are shown. */
const REST = 300;
const MARKS = 1600;

/** How a scene takes the place of the one before. */
export interface Manner {
  /** Milliseconds of a glide; 0: everything is at once where it belongs. */
  pace: number;
  /** Nothing travels or fades: from and to are marked for a moment. */
  still: boolean;
  /** Waypoints by node. */
  paths: Readonly<Record<string, Path>>;
}

/** A way that a node is on. */
interface Travel {
  stops: Stop[];
  animation: Animation;
}

/** A node as it is drawn. */
interface Drawn {
  node: SceneNode;
  element: SVGElement;
  /** Whether its surface is put where it stands, and not the element on it. */
  isLoose: boolean;
  travel?: Travel;
}

/** Nodes in a row that are drawn on one surface. */
interface Run {
  key: string;
  drawn: Drawn[];
  from: Pose;
  isNew: boolean;
  isLoose: boolean;
}

/** A surface and the svg in it. */
interface Surface {
  root: HTMLElement;
  svg: SVGSVGElement;
  animation?: Animation;
  resting?: ReturnType<typeof setTimeout>;
}

/** A layer that moves. */
interface Moving {
  root: HTMLElement;
  nodes: readonly SceneNode[];
  drawn: Map<string, Drawn>;
  surfaces: Map<string, Surface>;
}

/** A layer that does not. */
interface Ground {
  root: SVGSVGElement;
  nodes: readonly SceneNode[];
}

export class Painter {
  #box: Box = [0, 0, 1, 1];
  #grounds = new Map<string, Ground>();
  #movings = new Map<string, Moving>();
  /** Nodes that have moved once keep a surface of their own. */
  #loose = new Set<string>();
  #auras: SVGSVGElement;
  #notes: SVGSVGElement;
  #ghosts: SVGSVGElement;
  #marks: SVGSVGElement;
  #forgetting: ReturnType<typeof setTimeout> | undefined;
  /** From where to where something went without travelling, and how large it is. */
  #moves: [Pose, Pose, number][] = [];
  #count = 0;
  #isFirst = true;

  constructor(
    private readonly stage: HTMLElement,
    private readonly prefix: string,
  ) {
    this.#auras = this.#canvas("auras");
    this.#ghosts = this.#canvas("ghosts");
    this.#notes = this.#canvas("notes");
    this.#marks = this.#canvas("travels");
    this.stage.append(this.#auras, this.#ghosts, this.#notes, this.#marks);
  }

  /** Draw a scene in the place of the one before. */
  draw(scene: Scene, manner: Manner): void {
    this.#frame(scene.box as Box);
    const how = this.#isFirst ? { ...manner, pace: 0, still: false } : manner;
    this.#isFirst = false;
    this.#moves = [];
    const roots = ordered(scene).map((layer) => {
      if (layer.static) return this.#ground(layer.name, layer.nodes);
      return this.#moving(layer.name, layer.nodes, how);
    });
    roots.splice(auraPlace(scene), 0, this.#auras);
    roots.forEach((root, place) => {
      if (this.stage.children[place] !== root) this.stage.insertBefore(root, this.stage.children[place] ?? null);
    });
    this.#sweep(new Set<Element>(roots));
    if (this.#moves.length) this.#mark(this.#moves);
  }

  /** Show nodes as they might be, over what is; and what the nodes say that are pointed at. */
  ghosts(nodes: readonly SceneNode[], auras: readonly SceneNode[] = []): void {
    const drawn = (some: readonly SceneNode[]): string => some.map((node) => markup(node, `${this.prefix}ghost-`)).join("");
    const fill = (canvas: SVGSVGElement, text: string): void => {
      canvas.style.display = text ? "" : "none"; // an empty surface over moving pieces costs frames
      if (canvas.innerHTML !== text) canvas.innerHTML = text;
    };
    fill(this.#auras, drawn([...auras, ...nodes.filter(isZone)]));
    fill(this.#ghosts, drawn(nodes.filter((node) => !isZone(node) && !isNote(node))));
    fill(this.#notes, drawn(nodes.filter(isNote)));
  }

  /** Take everything away. */
  clear(): void {
    clearTimeout(this.#forgetting);
    for (const { surfaces } of this.#movings.values()) for (const { resting } of surfaces.values()) clearTimeout(resting);
    this.stage.replaceChildren();
  }

  // ------------------------------------------------------------------ surfaces

  #canvas(name: string): SVGSVGElement {
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("class", name);
    svg.setAttribute("aria-hidden", "true");
    svg.setAttribute("viewBox", this.#box.join(" "));
    return svg;
  }

  #frame(box: Box): void {
    if (box.join() === this.#box.join()) return;
    this.#box = box;
    for (const svg of this.stage.querySelectorAll("svg")) svg.setAttribute("viewBox", box.join(" "));
    for (const layer of this.#movings.values()) layer.nodes = [];
  }

  #ground(name: string, nodes: readonly SceneNode[]): Element {
    let ground = this.#grounds.get(name);
    if (ground?.nodes === nodes) return ground.root;
    if (!ground) this.#grounds.set(name, (ground = { root: this.#canvas("ground"), nodes }));
    ground.nodes = nodes;
    ground.root.innerHTML = nodes.map((node) => markup(node, this.prefix)).join("");
    return ground.root;
  }

  /** Remove the layers that are no more. */
  #sweep(roots: ReadonlySet<Element>): void {
    for (const layers of [this.#grounds, this.#movings])
      for (const [name, { root }] of layers)
        if (!roots.has(root)) {
          root.remove();
          layers.delete(name);
        }
  }

  // ------------------------------------------------------------------ layers that move

  #moving(name: string, nodes: readonly SceneNode[], manner: Manner): Element {
    let layer = this.#movings.get(name);
    if (layer?.nodes === nodes) return layer.root;
    if (!layer) {
      const root = document.createElement("div");
      root.className = "layer";
      root.dataset.layer = name;
      this.#movings.set(name, (layer = { root, nodes: [], drawn: new Map(), surfaces: new Map() }));
    }
    const before = layer.drawn;
    layer.drawn = new Map();
    const runs = this.#runs(layer, nodes, before, manner);
    this.#place(layer, runs);
    this.#leave(layer, [...before.values()], manner);
    for (const run of runs) this.#animate(layer.surfaces.get(run.key)!, run, manner);
    layer.nodes = nodes;
    return layer.root;
  }

  /** Nodes in a row share a surface if they make the same move, if none of them has ever moved, or if all are new. */
  #runs(layer: Moving, nodes: readonly SceneNode[], before: Map<string, Drawn>, manner: Manner): Run[] {
    const travels = manner.pace > 0 && !manner.still;
    const runs: Run[] = [];
    let last = "";
    for (const node of nodes) {
      const known = before.get(node.id);
      before.delete(node.id);
      const from = known ? seen(known) : poseOf(node);
      const isMoved = !alike(from, node);
      const isNew = travels && (!known || (isMoved && isTarget(node)));
      if (travels && isMoved && !isNew) this.#loose.add(node.id);
      const isLoose = !isNew && this.#loose.has(node.id);
      const kind = isNew ? "new" : isLoose ? `${from.x} ${from.y} ${from.turn} ${node.x} ${node.y} ${node.turn}` : "still";
      if (kind !== last) {
        const key = isNew ? `new ${this.#count++}` : isLoose ? `loose ${node.id}` : `still ${runs.length}`;
        runs.push({ key, drawn: [], from, isNew, isLoose });
      }
      last = kind;
      const drawn = this.#drawn(node, known, isLoose);
      layer.drawn.set(node.id, drawn);
      runs[runs.length - 1]!.drawn.push(drawn);
      if (manner.still && isMoved && node.label && !isTarget(node)) this.#moves.push([from, poseOf(node), reach(node)]);
    }
    return runs;
  }

  #drawn(node: SceneNode, known: Drawn | undefined, isLoose: boolean): Drawn {
    const travel = known?.travel ? { travel: known.travel } : {};
    if (known?.isLoose === isLoose && isLike(known.node, node)) {
      if (!isLoose && !alike(known.node, node)) known.element.setAttribute("transform", transform(node));
      return { node, element: known.element, isLoose, ...travel };
    }
    const { tag, attributes, words } = shape(node);
    const element = known?.element.localName === tag ? known.element : (document.createElementNS(SVG, tag) as SVGElement);
    const wanted: Record<string, string> = { id: this.prefix + node.id, ...attributes, ...spoken(node) };
    if (isLoose) delete wanted.transform;
    for (const name of element.getAttributeNames()) if (!(name in wanted)) element.removeAttribute(name);
    for (const [name, value] of Object.entries(wanted))
      if (element.getAttribute(name) !== value) element.setAttribute(name, value);
    if (element.textContent !== words) element.textContent = words;
    return { node, element, isLoose, ...travel };
  }

  /** Put every run on its surface, and the surfaces in order. */
  #place(layer: Moving, runs: readonly Run[]): void {
    const old = layer.surfaces;
    layer.surfaces = new Map();
    runs.forEach((run, place) => {
      const surface = old.get(run.key) ?? this.#surface();
      old.delete(run.key);
      layer.surfaces.set(run.key, surface);
      run.drawn.forEach(({ element }, index) => {
        if (surface.svg.children[index] !== element) surface.svg.insertBefore(element, surface.svg.children[index] ?? null);
      });
      if (layer.root.children[place] !== surface.root)
        layer.root.insertBefore(surface.root, layer.root.children[place] ?? null);
    });
    for (const { root, resting } of old.values()) {
      clearTimeout(resting);
      root.remove();
    }
    for (const { key, drawn } of runs) {
      const { svg } = layer.surfaces.get(key)!;
      while (svg.children.length > drawn.length) svg.lastElementChild?.remove();
    }
  }

  #surface(): Surface {
    const root = document.createElement("div");
    root.className = "surface";
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("viewBox", this.#box.join(" "));
    root.append(svg);
    return { root, svg };
  }

  /** What is gone fades away. */
  #leave(layer: Moving, gone: readonly Drawn[], { pace, still }: Manner): void {
    if (!gone.length || pace === 0 || still) return gone.forEach(({ element }) => element.remove());
    const { root, svg } = this.#surface();
    root.ariaHidden = "true";
    for (const drawn of gone) {
      drawn.element.removeAttribute("id");
      drawn.element.setAttribute("transform", transform({ ...drawn.node, ...seen(drawn) }));
      svg.append(drawn.element);
    }
    layer.root.append(root);
    root.animate([{ opacity: 1 }, { opacity: 0 }], { duration: pace / 2, fill: "forwards" }).onfinish = () => root.remove();
  }

  // ------------------------------------------------------------------ moves

  /** Put a run where it belongs, and let it glide there or fade in. */
  #animate(surface: Surface, run: Run, manner: Manner): void {
    const to = poseOf(run.drawn[0]!.node);
    if (run.isLoose) this.#put(surface, to);
    if (manner.pace === 0 || manner.still) this.#settle(surface, run);
    else if (run.isNew) surface.animation = surface.root.animate([{ opacity: 0 }, { opacity: 1 }], { duration: manner.pace / 2 });
    else if (run.isLoose && !alike(run.from, to)) this.#glide(surface, run, to, manner);
  }

  #put({ root }: Surface, pose: Pose): void {
    root.style.transformOrigin = pivot(this.#box);
    root.style.transform = placed(pose, this.#box);
  }

  #settle(surface: Surface, run: Run): void {
    surface.animation?.cancel();
    for (const drawn of run.drawn) delete drawn.travel;
  }

  #glide(surface: Surface, run: Run, to: Pose, { pace, paths }: Manner): void {
    this.#settle(surface, run);
    const path = run.drawn.map(({ node }) => paths[node.id]).find((found) => found !== undefined);
    const stops = route(run.from, to, path);
    const animation = surface.root.animate(keyframes(stops, this.#box), { duration: pace, easing: EASE });
    surface.animation = animation;
    for (const drawn of run.drawn) drawn.travel = { stops, animation };
    surface.root.style.willChange = "transform";
    clearTimeout(surface.resting);
    surface.resting = setTimeout(() => (surface.root.style.willChange = ""), pace + REST);
  }

  /** Show for a while where things were and where they are now. */
  #mark(moves: readonly [Pose, Pose, number][]): void {
    const largest = new Map<string, [Pose, Pose, number]>();
    for (const move of moves) {
      const key = JSON.stringify([move[0], move[1]]);
      if ((largest.get(key)?.[2] ?? 0) < move[2]) largest.set(key, move);
    }
    this.#marks.innerHTML = [...largest.values()].map(([from, to, size]) => travelled(from, to, size * 1.2)).join("");
    clearTimeout(this.#forgetting);
    this.#forgetting = setTimeout(() => this.#marks.replaceChildren(), MARKS);
  }
}

/** Whether two nodes are the same thing, be it in another pose. */
function isLike(one: SceneNode, other: SceneNode): boolean {
  return (
    one.shape === other.shape && one.data === other.data && one.css === other.css && one.label === other.label && one.size === other.size
  );
}

/** A place that may be chosen does not travel: another one is lit. */
function isTarget(node: SceneNode): boolean {
  return has(node, "target");
}

const has = (node: SceneNode, name: string): boolean => node.css.split(" ").includes(name);

/** What somebody can reach is faint as it is, and lies below the pieces. */
function isZone(node: SceneNode): boolean {
  return has(node, "zone");
}

/** What must be read would vanish as a ghost. */
function isNote(node: SceneNode): boolean {
  return has(node, "tag") || has(node, "sight");
}

/** How many layers are drawn below what nodes say that are pointed at: where the first of those is in the scene. */
function auraPlace(scene: Scene): number {
  const hidden = new Set(scene.layers.filter((layer) => layer.of).map((layer) => layer.name));
  const first = scene.order.findIndex((name) => hidden.has(name));
  return first < 0 ? ordered(scene).length : scene.order.slice(0, first).filter((name) => !hidden.has(name)).length;
}

/** Where a node is seen at this moment. */
function seen({ node, travel }: Drawn): Pose {
  const progress = travel?.animation.effect?.getComputedTiming().progress;
  return travel && typeof progress === "number" ? poseAt(travel.stops, progress) : poseOf(node);
}

/** A line from place to place, with a ring around each. */
function travelled(from: Pose, to: Pose, radius: number): string {
  const ring = (name: string, { x, y }: Pose): string => `<circle class="${name}" cx="${x}" cy="${y}" r="${radius}"/>`;
  return `<path d="M${from.x} ${from.y}L${to.x} ${to.y}"/>${ring("from", from)}${ring("to", to)}`;
}

/** What a node says to those who listen: its label; words and figures without one are part of something that has. */
function spoken(node: SceneNode): Record<string, string> {
  return node.label ? { role: "img", "aria-label": node.label } : { "aria-hidden": "true" };
}
