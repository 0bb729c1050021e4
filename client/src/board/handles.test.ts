import { describe, expect, test } from "vitest";
import * as handles from "./handles";
import type { SceneNode } from "../types";
import type { Dial } from "./handles";
import { choice, handle, node, scene } from "./testing";

const ruler = (more: Parameters<typeof handle>[2] = {}): Dial => dial({ kind: "ruler", span: [0, 6000, 100], at: [1000, 1000, 0], ...more });
const arc = (more: Parameters<typeof handle>[2] = {}): Dial => dial({ kind: "arc", span: [-900, 900, 50], at: [1000, 1000, 0], ...more });

function dial(more: Parameters<typeof handle>[2]): Dial {
  const drawn = scene({ ground: [], targets: [node("grip", 2000, 1000)] }, [handle("grip", "go", more)]);
  return handles.spots(drawn)[0]!.dials[0]!;
}

describe("steps and hints", () => {
  test("a value becomes the nearest step, within its span", () => {
    expect([149, 151, -5, 9999].map((value) => handles.stepped(value, [0, 6000, 100]))).toEqual([100, 200, 0, 6000]);
  });
  test("steps count from the least, not from zero, and the last is not beyond the most", () => {
    expect([12, 29, 99].map((value) => handles.stepped(value, [5, 30, 10]))).toEqual([15, 25, 25]);
  });
  test("negative spans work alike", () => {
    expect([-451, -424, 2].map((value) => handles.stepped(value, [-900, 900, 50]))).toEqual([-450, -400, 0]);
  });
  test("a value near a hint becomes the hint, also beside the steps", () => {
    expect(handles.snapped(3190, [0, 6000, 100], [3217], 40)).toBe(3217);
    expect(handles.snapped(3150, [0, 6000, 100], [3217], 40)).toBe(3200);
  });
  test("the nearest of several hints wins, and one outside the span counts for nothing", () => {
    expect(handles.snapped(120, [0, 6000, 100], [100, 130], 50)).toBe(130);
    expect(handles.snapped(6040, [0, 6000, 100], [6050], 50)).toBe(6000);
  });
});

describe("a ruler", () => {
  test("measures along its direction only", () => {
    expect(handles.along([1000, 1000, 0], { x: 4000, y: 9000 })).toBeCloseTo(3000);
    expect(handles.along([1000, 1000, 900], { x: 9000, y: 3000 })).toBeCloseTo(2000);
    expect(handles.along([0, 0, 450], { x: 1000, y: 1000 })).toBeCloseTo(Math.hypot(1000, 1000));
  });
  test("is negative behind its beginning", () => {
    expect(handles.along([1000, 1000, 1800], { x: 4000, y: 1000 })).toBeCloseTo(-3000);
    expect(handles.valuesAt(ruler(), { x: 0, y: 0 }, 10, 500)).toEqual([0]);
  });
  test("counts in its unit", () => {
    expect(handles.valuesAt(ruler({ unit: 100, span: [0, 60, 1] }), { x: 3540, y: 0 }, 0, 500)).toEqual([25]);
  });
  test("is drawn to a hint within so many lengths", () => {
    expect(handles.valuesAt(ruler({ hints: [2517] }), { x: 3460, y: 0 }, 100, 500)).toEqual([2517]);
    expect(handles.valuesAt(ruler({ hints: [2517] }), { x: 3460, y: 0 }, 20, 500)).toEqual([2500]);
  });
  test("shows a value where it measures it", () => {
    const turned = ruler({ at: [1000, 1000, 300] });
    expect(handles.valuesAt(turned, handles.placeOf(turned, [4200], 500), 0, 500)).toEqual([4200]);
  });
  test("rests where its grip is", () => {
    expect(handles.resting(ruler())).toEqual([1000]);
  });
});

describe("an arc", () => {
  test("measures clockwise from its direction", () => {
    expect(handles.bearing([0, 0, 0], { x: 0, y: 100 })).toBeCloseTo(900);
    expect(handles.bearing([0, 0, 0], { x: 0, y: -100 })).toBeCloseTo(-900);
    expect(handles.bearing([0, 0, 900], { x: 0, y: 100 })).toBeCloseTo(0);
  });
  test("goes from -1800 to 1800 wherever it begins", () => {
    expect(handles.bearing([0, 0, 3500], { x: 100, y: 0 })).toBeCloseTo(100);
    expect(handles.bearing([0, 0, -3500], { x: 100, y: 0 })).toBeCloseTo(-100);
    expect(handles.bearing([0, 0, 1700], { x: -100, y: -17.6 })).toBeCloseTo(200, 0);
  });
  test("is rounded, snapped and held within its span", () => {
    const values = (x: number, y: number, hints: number[] = []): number[] => handles.valuesAt(arc({ hints }), { x: 1000 + x, y: 1000 + y }, 20, 1000);
    expect(values(100, 48)).toEqual([250]);
    expect(values(100, 48, [260])).toEqual([260]);
    expect(values(-100, 1)).toEqual([900]);
    expect(values(-100, -1)).toEqual([-900]);
  });
  test("counts in its unit: sixths of a circle", () => {
    expect(handles.valuesAt(arc({ unit: 600, span: [-2, 3, 1] }), { x: 1000, y: 2000 }, 0, 500)).toEqual([2]);
  });
  test("shows a value where it measures it", () => {
    expect(handles.valuesAt(arc(), handles.placeOf(arc(), [-350], 700), 0, 700)).toEqual([-350]);
    expect(handles.radiusOf(arc(), 100)).toBe(1000);
  });
});

describe("a point", () => {
  const point = dial({ kind: "point", span: [10, 110, 1], span_y: [10, 150, 5], unit: 100 });
  test("has two numbers, each with a span of its own", () => {
    expect(handles.valuesAt(point, { x: 5049, y: 8190 }, 0, 0)).toEqual([50, 80]);
    expect(handles.valuesAt(point, { x: -5, y: 99999 }, 0, 0)).toEqual([10, 150]);
    expect(handles.placeOf(point, [50, 80], 0)).toEqual({ x: 5000, y: 8000 });
    expect(handles.actionOf(point.handle, [50, 80])).toBe("go 50 80");
  });
});

describe("keys", () => {
  const key = (name: string, value: number, big = false, hints = [1000, 3017]): number | undefined =>
    handles.keyed(name, big, value, [0, 6000, 100], hints);
  test("arrows go by a step, with shift by ten, and stop at the ends", () => {
    expect([key("ArrowRight", 200), key("ArrowUp", 200), key("ArrowLeft", 200), key("ArrowDown", 0)]).toEqual([300, 300, 100, 0]);
    expect([key("ArrowRight", 200, true), key("ArrowRight", 5900, true), key("ArrowLeft", 300, true)]).toEqual([1200, 6000, 0]);
  });
  test("from a hint beside the steps an arrow goes to the next step", () => {
    expect([key("ArrowRight", 3017), key("ArrowLeft", 3017)]).toEqual([3100, 3000]);
  });
  test("in a span of very many steps arrows go by round numbers, and still reach its ends", () => {
    const fine = (name: string, value: number, big = false): number | undefined => handles.keyed(name, big, value, [0, 5250, 1], []);
    expect([fine("ArrowRight", 0), fine("ArrowRight", 3217), fine("ArrowLeft", 3217)]).toEqual([100, 3300, 3200]);
    expect([fine("ArrowRight", 5200), fine("ArrowRight", 1200, true), fine("ArrowLeft", 50)]).toEqual([5250, 2200, 0]);
    expect(handles.keyed("ArrowLeft", false, 0, [-450, 450, 1], [])).toBe(-10);
  });
  test("home and end, and from hint to hint", () => {
    expect([key("Home", 500), key("End", 500)]).toEqual([0, 6000]);
    expect([key("PageUp", 500), key("PageUp", 1000), key("PageUp", 4000)]).toEqual([1000, 3017, 4000]);
    expect([key("PageDown", 4000), key("PageDown", 3017), key("PageDown", 500)]).toEqual([3017, 1000, 500]);
  });
  test("other keys mean nothing", () => {
    expect(key("x", 500)).toBeUndefined();
  });
});

describe("spots", () => {
  const drawn = scene(
    {
      ground: [node("far", 5000, 1000), node("near", 1000, 1000)],
      pieces: [node("piece", 5000, 1000)],
      targets: [node("low", 100, 4000)],
    },
    [handle("piece", "fight 2"), handle("low", "left"), handle("far", "trick 5 2"), handle("near", "on"), handle("gone", "x")],
  );
  const found = handles.spots(drawn);

  test("come in reading order, and handles without a node are left out", () => {
    expect(found.map((spot) => spot.node.id)).toEqual(["near", "piece", "low"]);
  });
  test("handles on the same point are one spot, shown by the node in front", () => {
    expect(found[1]!.handles.map(({ action }) => action)).toEqual(["fight 2", "trick 5 2"]);
  });
  test("arrow keys go to the nearest in their direction", () => {
    const [near, piece, low] = found;
    expect(handles.neighbour(found, near!, "ArrowRight")).toBe(piece);
    expect(handles.neighbour(found, near!, "ArrowDown")).toBe(low);
    expect(handles.neighbour(found, near!, "ArrowUp")).toBeUndefined();
  });
  test("a layer of a node is shown to who points at the node or at a spot upon it", () => {
    const drawn = scene({ pieces: [node("one", 10, 20), node("two", 30, 40)], auras: [node("reach")] }, [handle("two", "go")]);
    drawn.layers[1]!.of = "two";
    const [spot] = handles.spots(drawn);
    const ids = (found: SceneNode[]): string[] => found.map(({ id }) => id);
    expect(ids(handles.auras(drawn, "two", undefined))).toEqual(["reach"]);
    expect(ids(handles.auras(drawn, undefined, spot))).toEqual(["reach"]);
    expect(handles.auras(drawn, "one", undefined)).toEqual([]);
    expect(handles.auras(drawn, undefined, undefined)).toEqual([]);
  });
  test("a touch between several means the nearest", () => {
    expect(handles.nearest(found, { x: 4000, y: 1500 })?.node.id).toBe("piece");
    expect(handles.nearest([], { x: 0, y: 0 })).toBeUndefined();
  });
});

describe("words", () => {
  test("a handle has the words of its choice, or of its node", () => {
    const choices = [choice("left", "Change lane left"), choice("drive", "Drive …", { spans: [{ name: "d", lo: 0, hi: 9, step: 1, hints: [[3, "Drive far"]], unit: 1 }] })];
    expect(handles.labelOf(handle("a", "left"), node("a"), choices)).toBe("Change lane left");
    expect(handles.labelOf(handle("a", "drive 4", { kind: "ruler" }), node("a"), choices)).toBe("Drive …");
    expect(handles.labelOf(handle("a", "drive 3"), node("a"), choices)).toBe("Drive far");
    expect(handles.labelOf(handle("a", "drive 5"), node("a", 0, 0, { label: "Drive 5" }), choices)).toBe("Drive 5");
    expect(handles.labelOf(handle("a", "right"), node("a", 0, 0, { label: "Lane 3" }), choices)).toBe("Lane 3");
    expect(handles.wordsOf(undefined, choices[1], "Drive …", [3])).toBe("Drive far");
    expect(handles.wordsOf(undefined, choices[1], "Drive …", [4])).toBe("Drive 4");
  });
  test("numbers are shown as people count them", () => {
    const span = { name: "d", lo: 0, hi: 9000, step: 1, hints: [], unit: 1000 };
    expect(handles.wordsOf(undefined, choice("drive", "Drive …", { spans: [span] }), "Drive …", [5600])).toBe("Drive 5.6");
  });
  test("numbers come where they are missing, the rest at the end", () => {
    expect(handles.phrase("Start at … by … inches", [3, 6])).toBe("Start at 3 by 6 inches");
    expect(handles.phrase("Go", [7])).toBe("Go 7");
  });
});

test("a large board may name the part to begin with", () => {
  const part = node("part", 0, 0, { shape: "path", data: "M-100 200M3900 2200", css: "focus" });
  expect(handles.focus(scene({ ground: [], pieces: [part] }))).toEqual([-100, 200, 4000, 2000]);
  expect(handles.focus(scene({ ground: [], pieces: [node("a")] }))).toBeUndefined();
});
