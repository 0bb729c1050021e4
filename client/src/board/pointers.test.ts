import { describe, expect, it } from "vitest";
import { node, scene } from "./fixtures";
import { centreOf, nodesNamed, pointers } from "./pointers";

describe("pointers", () => {
  it("rings pieces, and outlines areas", () => {
    const circle = node("one", 0, 0, { shape: "circle", data: "100", turn: 900 });
    const area = node("two", 5, 0, { shape: "path", data: "M0 0L10 0L10 10Z" });
    const square = node("three", 0, 0, { shape: "rect", data: "60 80" });
    const rings = pointers([circle, area, square]);
    expect(rings.map(({ id }) => id)).toEqual(["pointed-one", "pointed-two", "pointed-three"]);
    expect(rings[0]).toMatchObject({ shape: "circle", data: "125", turn: 0 });
    expect(rings[1]).toMatchObject({ shape: "path", data: area.data, x: 5 });
    expect(rings[2]).toMatchObject({ shape: "circle", data: "63" });
    const [outline] = pointers([node("four", 0, 0, { shape: "rect", data: "60 80", css: "square" })]);
    expect(outline).toMatchObject({ shape: "rect", data: "60 80" });
  });

  it("knows the middle of pieces and of areas", () => {
    expect(centreOf(node("one", 300, 400))).toEqual({ x: 300, y: 400 });
    expect(centreOf(node("two", 5, 0, { shape: "path", data: "M0 0L10 0L10 20Z" }))).toEqual({ x: 10, y: 10 });
  });

  it("leaves out what is not in the scene", () => {
    const found = nodesNamed(scene({ board: [], pieces: [node("one")] }), ["one", "nothing"]);
    expect(found.map(({ id }) => id)).toEqual(["one"]);
  });
});
