/** Scenes put together: the server sends only the layers that changed. */

import type { Scene } from "../types";

/** The whole picture, from the one before and what changed since. */
export function merged(before: Scene | null, now: Scene): Scene {
  const known = new Map((now.whole || !before ? [] : before.layers).map((layer) => [layer.name, layer]));
  for (const layer of now.layers) known.set(layer.name, layer);
  return { ...now, whole: true, layers: now.order.flatMap((name) => known.get(name) ?? []) };
}
