/** SVG elements of scene nodes, the same as those in the server's pictures (kit/svg_renderer.py). */

import type { Layer, Scene, SceneNode } from "../types";

/** Font size of a text, and side of a symbol, for nodes without a size. */
const DEFAULT_TEXT_SIZE = 400;
const DEFAULT_SYMBOL_SIZE = 1000;

/** An SVG element: its tag, its attributes and its text. */
export interface SvgShape {
  tag: string;
  attributes: Record<string, string>;
  text: string;
}

/** Return the element of a node, without its id and label. Throw an Error for an unknown shape. */
export function shapeOf(node: SceneNode): SvgShape {
  const { tag, attributes, text } = outlineOf(node);
  return { tag, attributes: { ...(node.css ? { class: node.css } : {}), transform: transformOf(node), ...attributes }, text };
}

function outlineOf(node: SceneNode): SvgShape {
  switch (node.shape) {
    case "rect": {
      const [width = 0, height = 0, corner = 0] = node.data.split(/\s+/).map(Number);
      return { tag: "rect", attributes: { ...centredBox(width, height), ...(corner ? { rx: `${corner}` } : {}) }, text: "" };
    }
    case "circle":
      return { tag: "circle", attributes: { r: node.data }, text: "" };
    case "path":
      return { tag: "path", attributes: { d: node.data }, text: "" };
    case "text": {
      const size = node.size || DEFAULT_TEXT_SIZE;
      return { tag: "text", attributes: { "font-size": `${size}`, dy: `${Math.floor((size * 35) / 100)}` }, text: node.data };
    }
    case "use": {
      const size = node.size || DEFAULT_SYMBOL_SIZE;
      return { tag: "use", attributes: { href: `#${node.data}`, ...centredBox(size, size) }, text: "" };
    }
    default:
      throw new Error(`node ${node.id} has the unknown shape ${node.shape}`);
  }
}

function centredBox(width: number, height: number): Record<string, string> {
  return { x: `${Math.floor(-width / 2)}`, y: `${Math.floor(-height / 2)}`, width: `${width}`, height: `${height}` };
}

/** Return the transform that moves a node to its position and rotates it. */
export function transformOf(node: SceneNode): string {
  return `translate(${node.x} ${node.y})${node.turn ? ` rotate(${node.turn / 10})` : ""}`;
}

/** Return about half the width of a node; for a path, the largest of its coordinates. */
export function extentOf(node: SceneNode): number {
  const numbers = (node.data.match(/-?\d+(\.\d+)?/g) ?? []).map(Number);
  if (node.shape === "rect") return Math.max(...numbers.slice(0, 2)) / 2;
  if (node.shape === "circle") return numbers[0] ?? 0;
  if (node.shape === "use") return (node.size || DEFAULT_SYMBOL_SIZE) / 2;
  if (node.shape === "text") return ((node.size || DEFAULT_TEXT_SIZE) * node.data.length) / 3;
  return numbers.reduce((most, number) => Math.max(most, Math.abs(number)), 0);
}

/** Return the area in which a node can be clicked: its outline, or a box around a symbol or text. */
export function hitArea(node: SceneNode): SvgShape {
  if (node.shape === "rect" || node.shape === "circle" || node.shape === "path") return outlineOf(node);
  const size = node.size || (node.shape === "use" ? DEFAULT_SYMBOL_SIZE : DEFAULT_TEXT_SIZE);
  const width = node.shape === "use" ? size : 2 * extentOf(node);
  return { tag: "rect", attributes: centredBox(width, size), text: "" };
}

/** Return a node as SVG text, with its label as a title if asked for. */
export function nodeMarkup(node: SceneNode, prefix: string, hasTitle = false): string {
  const { tag, attributes, text } = shapeOf(node);
  const all = Object.entries({ id: prefix + node.id, ...attributes });
  const title = hasTitle && node.label ? `<title>${escapeXml(node.label)}</title>` : "";
  return `<${tag}${all.map(([name, value]) => ` ${name}="${escapeXml(value)}"`).join("")}>${title}${escapeXml(text)}</${tag}>`;
}

/** Return the content of an svg element that shows a whole scene as a still picture. */
export function sceneMarkup(scene: Scene, prefix: string): string {
  return orderedLayers(scene)
    .map((layer) => `<g class="layer ${escapeXml(layer.name)}">${layer.nodes.map((node) => nodeMarkup(node, prefix, true)).join("")}</g>`)
    .join("");
}

/** Return the layers from back to front, without those that are shown only while a node is hovered. */
export function orderedLayers(scene: Scene): Layer[] {
  const index = new Map(scene.order.map((name, at) => [name, at]));
  return scene.layers
    .filter((layer) => index.has(layer.name) && !layer.of)
    .sort((one, other) => (index.get(one.name) ?? 0) - (index.get(other.name) ?? 0));
}

/** Return the content of a file of symbols or patterns, without the svg element around it. */
export function innerSvg(text: string): string {
  const start = text.indexOf("<svg");
  if (start < 0) return text;
  return text.slice(text.indexOf(">", start) + 1, text.lastIndexOf("</svg>")).trim();
}

/** Escape text for use in an element or an attribute. */
export function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
