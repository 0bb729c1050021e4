/** How a node of a scene is drawn: the same elements that the server draws in its own pictures (kit/svg.py). */

import type { Layer, Scene, SceneNode } from "../types";

/** The height of letters, and the side of a symbol, when a node does not say. */
const LETTERS = 400;
const SYMBOL = 1000;

/** An SVG element: its name, its own attributes, its words. */
export interface Shape {
  tag: string;
  attributes: Record<string, string>;
  words: string;
}

/** The element of a node, without its id and label. */
export function shape(node: SceneNode): Shape {
  const { tag, attributes, words } = outline(node);
  return { tag, attributes: { ...(node.css ? { class: node.css } : {}), transform: transform(node), ...attributes }, words };
}

function outline(node: SceneNode): Shape {
  switch (node.shape) {
    case "rect": {
      const [width = 0, height = 0, corner = 0] = node.data.split(/\s+/).map(Number);
      return { tag: "rect", attributes: { ...middle(width, height), ...(corner ? { rx: `${corner}` } : {}) }, words: "" };
    }
    case "circle":
      return { tag: "circle", attributes: { r: node.data }, words: "" };
    case "path":
      return { tag: "path", attributes: { d: node.data }, words: "" };
    case "text": {
      const size = node.size || LETTERS;
      return { tag: "text", attributes: { "font-size": `${size}`, dy: `${Math.floor((size * 35) / 100)}` }, words: node.data };
    }
    case "use": {
      const size = node.size || SYMBOL;
      return { tag: "use", attributes: { href: `#${node.data}`, ...middle(size, size) }, words: "" };
    }
    default:
      throw new Error(`node ${node.id} has the unknown shape ${node.shape}`);
  }
}

function middle(width: number, height: number): Record<string, string> {
  return { x: `${Math.floor(-width / 2)}`, y: `${Math.floor(-height / 2)}`, width: `${width}`, height: `${height}` };
}

/** Where a node is put, and how it is turned. */
export function transform(node: SceneNode): string {
  return `translate(${node.x} ${node.y})${node.turn ? ` rotate(${node.turn / 10})` : ""}`;
}

/** Half of how wide a node is drawn, about; of a path, what its numbers reach. */
export function reach(node: SceneNode): number {
  const numbers = (node.data.match(/-?\d+(\.\d+)?/g) ?? []).map(Number);
  if (node.shape === "rect") return Math.max(...numbers.slice(0, 2)) / 2;
  if (node.shape === "circle") return numbers[0] ?? 0;
  if (node.shape === "use") return (node.size || SYMBOL) / 2;
  if (node.shape === "text") return ((node.size || LETTERS) * node.data.length) / 3;
  return numbers.reduce((most, number) => Math.max(most, Math.abs(number)), 0);
}

/** The area in which a node is touched: its own outline, or a box around a symbol or words. */
export function area(node: SceneNode): Shape {
  if (node.shape === "rect" || node.shape === "circle" || node.shape === "path") return outline(node);
  const size = node.size || (node.shape === "use" ? SYMBOL : LETTERS);
  const width = node.shape === "use" ? size : 2 * reach(node);
  return { tag: "rect", attributes: middle(width, size), words: "" };
}

/** One node as text; with a title if it is for a picture that nobody touches. */
export function markup(node: SceneNode, prefix: string, titled = false): string {
  const { tag, attributes, words } = shape(node);
  const all = Object.entries({ id: prefix + node.id, ...attributes });
  const title = titled && node.label ? `<title>${escaped(node.label)}</title>` : "";
  return `<${tag}${all.map(([name, value]) => ` ${name}="${escaped(value)}"`).join("")}>${title}${escaped(words)}</${tag}>`;
}

/** A whole scene as what stands inside an svg element: a picture that stays as it is. */
export function picture(scene: Scene, prefix: string): string {
  return ordered(scene)
    .map((layer) => `<g class="layer ${escaped(layer.name)}">${layer.nodes.map((node) => markup(node, prefix, true)).join("")}</g>`)
    .join("");
}

/** The layers from back to front, without those that are shown only while something is pointed at. */
export function ordered(scene: Scene): Layer[] {
  const place = new Map(scene.order.map((name, index) => [name, index]));
  return scene.layers
    .filter((layer) => place.has(layer.name) && !layer.of)
    .sort((one, other) => (place.get(one.name) ?? 0) - (place.get(other.name) ?? 0));
}

/** What is inside a file of symbols or patterns, without the svg element around it. */
export function inside(text: string): string {
  const start = text.indexOf("<svg");
  if (start < 0) return text;
  return text.slice(text.indexOf(">", start) + 1, text.lastIndexOf("</svg>")).trim();
}

/** Text that may stand in an element or an attribute. */
export function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
