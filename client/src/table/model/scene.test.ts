import { describe, expect, test } from "vitest";
import type { Scene } from "../../types";
import { merged } from "./scene";
import { aScene } from "./testing";

const names = (scene: Scene): string[] => scene.layers.map((layer) => `${layer.name} ${layer.nodes.length}`);

describe("a scene is put together", () => {
  const first = aScene({ layers: { ground: 9, pieces: 2 } });

  test("a whole one stands for itself, whatever was before", () => {
    const other = aScene({ layers: { map: 1 } });
    expect(names(merged(first, other))).toEqual(["map 1"]);
  });

  test("a static layer that comes once more is the one that is there already", () => {
    const ground = aScene({ layers: { ground: 9, pieces: 2 } });
    for (const layer of ground.layers) layer.static = layer.name === "ground";
    const again = structuredClone(ground);
    const both = merged(ground, again);
    expect([both.layers[0] === ground.layers[0], both.layers[1] === again.layers[1]]).toEqual([true, true]);
  });

  test("a layer that is not sent again stays, and the order is the new one", () => {
    const next = aScene({ layers: { pieces: 3, marks: 1 }, order: ["ground", "marks", "pieces"], whole: false });
    expect(names(merged(first, next))).toEqual(["ground 9", "marks 1", "pieces 3"]);
  });

  test("a layer that the order no longer names is gone", () => {
    const next = aScene({ layers: {}, order: ["ground"], whole: false });
    expect(names(merged(first, next))).toEqual(["ground 9"]);
  });

  test("prompt, trail, handles and panels are always the new ones", () => {
    const next = { ...aScene({ layers: {}, order: ["ground"], whole: false }), prompt: "Now this.", trail: ["Two"] };
    const whole = merged(first, next);
    expect([whole.prompt, whole.trail, whole.whole]).toEqual(["Now this.", ["Two"], true]);
  });
});
