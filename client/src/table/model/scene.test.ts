import { describe, expect, test } from "vitest";
import type { Scene } from "../../types";
import { makeScene } from "./fixtures";
import { mergeScene } from "./scene";

const names = (scene: Scene): string[] => scene.layers.map((layer) => `${layer.name} ${layer.nodes.length}`);

describe("merging scenes", () => {
  const first = makeScene({ layers: { ground: 9, pieces: 2 } });

  test("a complete scene replaces the previous one", () => {
    const other = makeScene({ layers: { map: 1 } });
    expect(names(mergeScene(first, other))).toEqual(["map 1"]);
  });

  test("a static layer that is sent again is reused", () => {
    const ground = makeScene({ layers: { ground: 9, pieces: 2 } });
    for (const layer of ground.layers) layer.static = layer.name === "ground";
    const again = structuredClone(ground);
    const merged = mergeScene(ground, again);
    expect([merged.layers[0] === ground.layers[0], merged.layers[1] === again.layers[1]]).toEqual([true, true]);
  });

  test("a layer that is not sent again stays, and the order is the new one", () => {
    const next = makeScene({ layers: { pieces: 3, marks: 1 }, order: ["ground", "marks", "pieces"], complete: false });
    expect(names(mergeScene(first, next))).toEqual(["ground 9", "marks 1", "pieces 3"]);
  });

  test("a layer that is no longer in the order is dropped", () => {
    const next = makeScene({ layers: {}, order: ["ground"], complete: false });
    expect(names(mergeScene(first, next))).toEqual(["ground 9"]);
  });

  test("prompt, breadcrumbs, handles and panels are always the new ones", () => {
    const next = { ...makeScene({ layers: {}, order: ["ground"], complete: false }), prompt: "Roll.", breadcrumbs: ["Two"] };
    const merged = mergeScene(first, next);
    expect([merged.prompt, merged.breadcrumbs, merged.complete]).toEqual(["Roll.", ["Two"], true]);
  });
});
