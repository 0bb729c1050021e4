import { expect, test } from "vitest";
import { area, inside, markup, ordered, picture, reach, shape } from "./draw";
import { node, scene } from "./testing";

test("a rectangle lies about its middle and is turned in degrees", () => {
  const drawn = shape(node("a", 100, 200, { data: "801 400 60", turn: -905, css: "plate seat1" }));
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
    words: "",
  });
});

test("words, circles, paths and symbols are drawn as the server draws them", () => {
  expect(shape(node("a", 0, 0, { shape: "text", data: "4+", size: 440 }))).toMatchObject({
    tag: "text",
    attributes: { "font-size": "440", dy: "154" },
    words: "4+",
  });
  expect(shape(node("a", 0, 0, { shape: "text", data: "x" })).attributes["font-size"]).toBe("400");
  expect(shape(node("a", 0, 0, { shape: "circle", data: "320" })).attributes.r).toBe("320");
  expect(shape(node("a", 0, 0, { shape: "path", data: "M0 0h9" })).attributes.d).toBe("M0 0h9");
  expect(shape(node("a", 0, 0, { shape: "use", data: "team" })).attributes).toMatchObject({ href: "#team", x: "-500", width: "1000" });
});

test("an unknown shape is an error that names its node", () => {
  expect(() => shape(node("odd", 0, 0, { shape: "blob" }))).toThrow("odd");
});

test("what a game says cannot break out of its element", () => {
  const text = markup(node("a", 0, 0, { shape: "text", data: "<b>&", label: 'a "quote"' }), "p-", true);
  expect(text).toContain("<title>a &quot;quote&quot;</title>&lt;b&gt;&amp;</text>");
  expect(text).toContain('id="p-a"');
});

test("layers are drawn in the scene's order, and only those that are in it", () => {
  const drawn = scene({ ground: [node("a")], pieces: [node("b")], old: [node("c")] });
  drawn.order = ["pieces", "ground"];
  expect(ordered(drawn).map((layer) => layer.name)).toEqual(["pieces", "ground"]);
  expect(picture(drawn, "")).not.toContain('id="c"');
});

test("a layer of a node is no part of the picture", () => {
  const drawn = scene({ ground: [node("a")], reach: [node("b")] });
  drawn.layers[1]!.of = "a";
  expect(ordered(drawn).map((layer) => layer.name)).toEqual(["ground"]);
  expect(picture(drawn, "")).not.toContain('id="b"');
});

test("a symbol is touched in its square, and a path in its own outline", () => {
  expect(area(node("a", 0, 0, { shape: "use", data: "team", size: 600 }))).toMatchObject({ tag: "rect", attributes: { x: "-300", width: "600" } });
  expect(area(node("a", 0, 0, { shape: "path", data: "M0 0h9" })).tag).toBe("path");
});

test("how far a node reaches", () => {
  expect(reach(node("a", 0, 0, { data: "800 400 60" }))).toBe(400);
  expect(reach(node("a", 0, 0, { shape: "circle", data: "320" }))).toBe(320);
  expect(reach(node("a", 0, 0, { shape: "path", data: "M500 0L-577 288" }))).toBe(577);
});

test("symbols are taken out of their file", () => {
  expect(inside('<?xml version="1.0"?><svg xmlns="x"> <symbol id="a"/> </svg>')).toBe('<symbol id="a"/>');
  expect(inside('<pattern id="a"/>')).toBe('<pattern id="a"/>');
});
