/** Scenes of consecutive frames: the server sends only the layers that changed. */

import type { Layer, Scene } from "../../types";

/** Return the complete scene from the previous one and the changes. An unchanged layer is the same object again. */
export function mergeScene(before: Scene | null, changes: Scene): Scene {
  const old = new Map((before?.layers ?? []).map((layer) => [layer.name, layer]));
  const layers = changes.complete ? new Map<string, Layer>() : new Map(old);
  for (const layer of changes.layers) layers.set(layer.name, reuseStatic(old.get(layer.name), layer));
  return { ...changes, complete: true, layers: changes.order.flatMap((name) => layers.get(name) ?? []) };
}

/** Return the layer that is already drawn if it is static, since a static layer never changes during a match. */
function reuseStatic(old: Layer | undefined, layer: Layer): Layer {
  return old?.static && layer.static && old.nodes.length === layer.nodes.length ? old : layer;
}
