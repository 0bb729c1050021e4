/** Small scenes for tests. */

import type { Choice, Scene, SceneHandle, SceneNode } from "../types";

export function node(id: string, x = 0, y = 0, more: Partial<SceneNode> = {}): SceneNode {
  return { id, shape: "rect", x, y, data: "800 800", turn: 0, css: "", label: "", size: 0, ...more };
}

export function handle(on: string, action: string, more: Partial<SceneHandle> = {}): SceneHandle {
  return { on, action, kind: "click", span: null, hints: [], at: null, unit: 1, span_y: null, ...more };
}

export function choice(action: string, label: string, more: Partial<Choice> = {}): Choice {
  return { action, label, rule: "", key: "", warning: "", spans: [], passes: false, ...more };
}

/** Return a scene of named layers, given from back to front; the first is static. */
export function scene(layers: Record<string, SceneNode[]>, handles: SceneHandle[] = []): Scene {
  const order = Object.keys(layers);
  return {
    complete: true,
    box: [0, 0, 10000, 5000],
    order,
    layers: order.map((name, index) => ({ name, static: index === 0, nodes: layers[name]! })),
    handles,
    prompt: "",
    breadcrumbs: [],
    panels: [],
  };
}
