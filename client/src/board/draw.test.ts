import { expect, test } from "vitest";
import { extentOf, hitArea, innerSvg, nodeMarkup, orderedLayers, sceneMarkup, shapeOf } from "./draw";
import { node, scene } from "./fixtures";

test("a rectangle is centred on its node and rotated in degrees", () => {
  const drawn = shapeOf(node("a", 100, 200, { data: "801 400 60", turn: -905, css: "plate seat1" }));
  expect(drawn).toEqual({
    tag: "rect",
    attributes: {
      class: "plate seat1",
      transform: "translate(100 200) rotate(-90.5)",
      x: "-401",
      y: "-200",
      width: "801",
      height: "400",
      rx: "60",
    },
    text: "",
  });
});

test("texts, circles, paths and symbols are drawn as the server draws them", () => {
  expect(shapeOf(node("a", 0, 0, { shape: "text", data: "4+", size: 440 }))).toMatchObject({
    tag: "text",
    attributes: { "font-size": "440", dy: "154" },
    text: "4+",
  });
  expect(shapeOf(node("a", 0, 0, { shape: "text", data: "x" })).attributes["font-size"]).toBe("400");
  expect(shapeOf(node("a", 0, 0, { shape: "circle", data: "320" })).attributes.r).toBe("320");
  expect(shapeOf(node("a", 0, 0, { shape: "path", data: "M0 0h9" })).attributes.d).toBe("M0 0h9");
  expect(shapeOf(node("a", 0, 0, { shape: "use", data: "team" })).attributes).toMatchObject({ href: "#team", x: "-500", width: "1000" });
});

test("an unknown shape throws an error that names its node", () => {
  expect(() => shapeOf(node("odd", 0, 0, { shape: "blob" }))).toThrow("odd");
});

test("texts and labels of a game are escaped", () => {
  const text = nodeMarkup(node("a", 0, 0, { shape: "text", data: "<b>&", label: 'a "quote"' }), "p-", true);
  expect(text).toContain("<title>a &quot;quote&quot;</title>&lt;b&gt;&amp;</text>");
  expect(text).toContain('id="p-a"');
});

test("layers are drawn in the scene's order, and only those in it", () => {
  const drawn = scene({ ground: [node("a")], pieces: [node("b")], old: [node("c")] });
  drawn.order = ["pieces", "ground"];
  expect(orderedLayers(drawn).map((layer) => layer.name)).toEqual(["pieces", "ground"]);
  expect(sceneMarkup(drawn, "")).not.toContain('id="c"');
});

test("a layer that belongs to a node is not part of the picture", () => {
  const drawn = scene({ ground: [node("a")], reach: [node("b")] });
  drawn.layers[1]!.of = "a";
  expect(orderedLayers(drawn).map((layer) => layer.name)).toEqual(["ground"]);
  expect(sceneMarkup(drawn, "")).not.toContain('id="b"');
});

test("a symbol is clicked in its square, and a path in its outline", () => {
  expect(hitArea(node("a", 0, 0, { shape: "use", data: "team", size: 600 }))).toMatchObject({ tag: "rect", attributes: { x: "-300", width: "600" } });
  expect(hitArea(node("a", 0, 0, { shape: "path", data: "M0 0h9" })).tag).toBe("path");
});

test("the extent of a node is half its width, or the largest coordinate of its path", () => {
  expect(extentOf(node("a", 0, 0, { data: "800 400 60" }))).toBe(400);
  expect(extentOf(node("a", 0, 0, { shape: "circle", data: "320" }))).toBe(320);
  expect(extentOf(node("a", 0, 0, { shape: "path", data: "M500 0L-577 288" }))).toBe(577);
});

test("symbols are taken out of their svg file", () => {
  expect(innerSvg('<?xml version="1.0"?><svg xmlns="x"> <symbol id="a"/> </svg>')).toBe('<symbol id="a"/>');
  expect(innerSvg('<pattern id="a"/>')).toBe('<pattern id="a"/>');
});
