/** Scenes put together: the server sends only the layers that changed. */

import type { Layer, Scene } from "../../types";

/** The whole picture, from the one before and what changed since. What is the same is the same object again. */
export function merged(before: Scene | null, now: Scene): Scene {
  const old = new Map((before?.layers ?? []).map((layer) => [layer.name, layer]));
  const known = now.whole ? new Map<string, Layer>() : new Map(old);
  for (const layer of now.layers) known.set(layer.name, kept(old.get(layer.name), layer));
  return { ...now, whole: true, layers: now.order.flatMap((name) => known.get(name) ?? []) };
}

/** A static layer never changes during a match: the one that is drawn already will do. */
function kept(old: Layer | undefined, now: Layer): Layer {
  return old?.static && now.static && old.nodes.length === now.nodes.length ? old : now;
}
