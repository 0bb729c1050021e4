import { describe, expect, test } from "vitest";
import * as handles from "./handles";
import type { SceneNode } from "../types";
import type { Dial } from "./handles";
import { choice, handle, node, scene } from "./fixtures";

const ruler = (more: Parameters<typeof handle>[2] = {}): Dial => dial({ kind: "ruler", span: [0, 6000, 100], at: [1000, 1000, 0], ...more });
const arc = (more: Parameters<typeof handle>[2] = {}): Dial => dial({ kind: "arc", span: [-900, 900, 50], at: [1000, 1000, 0], ...more });

function dial(more: Parameters<typeof handle>[2]): Dial {
  const drawn = scene({ ground: [], targets: [node("knob", 2000, 1000)] }, [handle("knob", "go", more)]);
  return handles.spotsOf(drawn)[0]!.dials[0]!;
}

describe("steps and hints", () => {
  test("a value is rounded to the nearest step within its span", () => {
    expect([149, 151, -5, 9999].map((value) => handles.nearestStep(value, [0, 6000, 100]))).toEqual([100, 200, 0, 6000]);
  });
  test("steps count from the smallest value, not from zero, and the last does not exceed the largest", () => {
    expect([12, 29, 99].map((value) => handles.nearestStep(value, [5, 30, 10]))).toEqual([15, 25, 25]);
  });
  test("negative spans work in the same way", () => {
    expect([-451, -424, 2].map((value) => handles.nearestStep(value, [-900, 900, 50]))).toEqual([-450, -400, 0]);
  });
  test("a value near a hint snaps to it, even off the grid of steps", () => {
    expect(handles.snap(3190, [0, 6000, 100], [3217], 40)).toBe(3217);
    expect(handles.snap(3150, [0, 6000, 100], [3217], 40)).toBe(3200);
  });
  test("the nearest hint wins, and one outside the span is ignored", () => {
    expect(handles.snap(120, [0, 6000, 100], [100, 130], 50)).toBe(130);
    expect(handles.snap(6040, [0, 6000, 100], [6050], 50)).toBe(6000);
  });
});

describe("a ruler", () => {
  test("measures along its direction only", () => {
    expect(handles.distanceAlong([1000, 1000, 0], { x: 4000, y: 9000 })).toBeCloseTo(3000);
    expect(handles.distanceAlong([1000, 1000, 900], { x: 9000, y: 3000 })).toBeCloseTo(2000);
    expect(handles.distanceAlong([0, 0, 450], { x: 1000, y: 1000 })).toBeCloseTo(Math.hypot(1000, 1000));
  });
  test("is negative behind its origin", () => {
    expect(handles.distanceAlong([1000, 1000, 1800], { x: 4000, y: 1000 })).toBeCloseTo(-3000);
    expect(handles.valuesAt(ruler(), { x: 0, y: 0 }, 10, 500)).toEqual([0]);
  });
  test("counts in its unit", () => {
    expect(handles.valuesAt(ruler({ unit: 100, span: [0, 60, 1] }), { x: 3540, y: 0 }, 0, 500)).toEqual([25]);
  });
  test("snaps to a hint within a given distance", () => {
    expect(handles.valuesAt(ruler({ hints: [2517] }), { x: 3460, y: 0 }, 100, 500)).toEqual([2517]);
    expect(handles.valuesAt(ruler({ hints: [2517] }), { x: 3460, y: 0 }, 20, 500)).toEqual([2500]);
  });
  test("shows a value where it measures that value", () => {
    const turned = ruler({ at: [1000, 1000, 300] });
    expect(handles.valuesAt(turned, handles.positionOf(turned, [4200], 500), 0, 500)).toEqual([4200]);
  });
  test("rests at its node", () => {
    expect(handles.restingValues(ruler())).toEqual([1000]);
  });
});

describe("an arc", () => {
  test("measures clockwise from its direction", () => {
    expect(handles.bearing([0, 0, 0], { x: 0, y: 100 })).toBeCloseTo(900);
    expect(handles.bearing([0, 0, 0], { x: 0, y: -100 })).toBeCloseTo(-900);
    expect(handles.bearing([0, 0, 900], { x: 0, y: 100 })).toBeCloseTo(0);
  });
  test("measures from -1800 to 1800 whatever its direction", () => {
    expect(handles.bearing([0, 0, 3500], { x: 100, y: 0 })).toBeCloseTo(100);
    expect(handles.bearing([0, 0, -3500], { x: 100, y: 0 })).toBeCloseTo(-100);
    expect(handles.bearing([0, 0, 1700], { x: -100, y: -17.6 })).toBeCloseTo(200, 0);
  });
  test("is rounded, snapped and limited to its span", () => {
    const values = (x: number, y: number, hints: number[] = []): number[] => handles.valuesAt(arc({ hints }), { x: 1000 + x, y: 1000 + y }, 20, 1000);
    expect(values(100, 48)).toEqual([250]);
    expect(values(100, 48, [260])).toEqual([260]);
    expect(values(-100, 1)).toEqual([900]);
    expect(values(-100, -1)).toEqual([-900]);
  });
  test("counts in its unit, here sixths of a circle", () => {
    expect(handles.valuesAt(arc({ unit: 600, span: [-2, 3, 1] }), { x: 1000, y: 2000 }, 0, 500)).toEqual([2]);
  });
  test("shows a value where it measures that value", () => {
    expect(handles.valuesAt(arc(), handles.positionOf(arc(), [-350], 700), 0, 700)).toEqual([-350]);
    expect(handles.arcRadius(arc(), 100)).toBe(1000);
  });
});

describe("a point", () => {
  const point = dial({ kind: "point", span: [10, 110, 1], span_y: [10, 150, 5], unit: 100 });
  test("has two numbers, each with its own span", () => {
    expect(handles.valuesAt(point, { x: 5049, y: 8190 }, 0, 0)).toEqual([50, 80]);
    expect(handles.valuesAt(point, { x: -5, y: 99999 }, 0, 0)).toEqual([10, 150]);
    expect(handles.positionOf(point, [50, 80], 0)).toEqual({ x: 5000, y: 8000 });
    expect(handles.actionOf(point.handle, [50, 80])).toBe("go 50 80");
  });
});

describe("keys", () => {
  const key = (name: string, value: number, isBig = false, hints = [1000, 3017]): number | undefined =>
    handles.valueAfterKey(name, isBig, value, [0, 6000, 100], hints);
  test("arrows move by one step, with shift by ten, and stop at the ends", () => {
    expect([key("ArrowRight", 200), key("ArrowUp", 200), key("ArrowLeft", 200), key("ArrowDown", 0)]).toEqual([300, 300, 100, 0]);
    expect([key("ArrowRight", 200, true), key("ArrowRight", 5900, true), key("ArrowLeft", 300, true)]).toEqual([1200, 6000, 0]);
  });
  test("from a hint off the grid an arrow moves to the next step", () => {
    expect([key("ArrowRight", 3017), key("ArrowLeft", 3017)]).toEqual([3100, 3000]);
  });
  test("in a very long span arrows move by round numbers and still reach the ends", () => {
    const fine = (name: string, value: number, isBig = false): number | undefined => handles.valueAfterKey(name, isBig, value, [0, 5250, 1], []);
    expect([fine("ArrowRight", 0), fine("ArrowRight", 3217), fine("ArrowLeft", 3217)]).toEqual([100, 3300, 3200]);
    expect([fine("ArrowRight", 5200), fine("ArrowRight", 1200, true), fine("ArrowLeft", 50)]).toEqual([5250, 2200, 0]);
    expect(handles.valueAfterKey("ArrowLeft", false, 0, [-450, 450, 1], [])).toBe(-10);
  });
  test("home and end go to the ends, page keys from hint to hint", () => {
    expect([key("Home", 500), key("End", 500)]).toEqual([0, 6000]);
    expect([key("PageUp", 500), key("PageUp", 1000), key("PageUp", 4000)]).toEqual([1000, 3017, 4000]);
    expect([key("PageDown", 4000), key("PageDown", 3017), key("PageDown", 500)]).toEqual([3017, 1000, 500]);
  });
  test("other keys are ignored", () => {
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
  const spots = handles.spotsOf(drawn);

  test("are in reading order, without handles whose node is missing", () => {
    expect(spots.map((spot) => spot.node.id)).toEqual(["near", "piece", "low"]);
  });
  test("handles on the same point share a spot, whose node is the frontmost", () => {
    expect(spots[1]!.handles.map(({ action }) => action)).toEqual(["fight 2", "trick 5 2"]);
  });
  test("arrow keys lead to the nearest spot in their direction", () => {
    const [near, piece, low] = spots;
    expect(handles.neighbourOf(spots, near!, "ArrowRight")).toBe(piece);
    expect(handles.neighbourOf(spots, near!, "ArrowDown")).toBe(low);
    expect(handles.neighbourOf(spots, near!, "ArrowUp")).toBeUndefined();
  });
  test("a layer that belongs to a node is shown while the node or its spot is hovered", () => {
    const drawn = scene({ pieces: [node("one", 10, 20), node("two", 30, 40)], reach: [node("reach")] }, [handle("two", "go")]);
    drawn.layers[1]!.of = "two";
    const [spot] = handles.spotsOf(drawn);
    const ids = (nodes: SceneNode[]): string[] => nodes.map(({ id }) => id);
    expect(ids(handles.hoverNodes(drawn, "two", undefined))).toEqual(["reach"]);
    expect(ids(handles.hoverNodes(drawn, undefined, spot))).toEqual(["reach"]);
    expect(handles.hoverNodes(drawn, "one", undefined)).toEqual([]);
    expect(handles.hoverNodes(drawn, undefined, undefined)).toEqual([]);
  });
  test("a tap between several spots means the nearest", () => {
    expect(handles.nearestSpot(spots, { x: 4000, y: 1500 })?.node.id).toBe("piece");
    expect(handles.nearestSpot([], { x: 0, y: 0 })).toBeUndefined();
  });
});

describe("labels", () => {
  test("a handle has the label of its choice, or of its node", () => {
    const choices = [choice("left", "Change lane left"), choice("drive", "Drive …", { spans: [{ name: "d", lo: 0, hi: 9, step: 1, hints: [[3, "Drive far"]], unit: 1 }] })];
    expect(handles.labelOf(handle("a", "left"), node("a"), choices)).toBe("Change lane left");
    expect(handles.labelOf(handle("a", "drive 4", { kind: "ruler" }), node("a"), choices)).toBe("Drive …");
    expect(handles.labelOf(handle("a", "drive 3"), node("a"), choices)).toBe("Drive far");
    expect(handles.labelOf(handle("a", "drive 5"), node("a", 0, 0, { label: "Drive 5" }), choices)).toBe("Drive 5");
    expect(handles.labelOf(handle("a", "right"), node("a", 0, 0, { label: "Lane 3" }), choices)).toBe("Lane 3");
    expect(handles.valueText(undefined, choices[1], "Drive …", [3])).toBe("Drive far");
    expect(handles.valueText(undefined, choices[1], "Drive …", [4])).toBe("Drive 4");
  });
  test("numbers are shown in their unit", () => {
    const span = { name: "d", lo: 0, hi: 9000, step: 1, hints: [], unit: 1000 };
    expect(handles.valueText(undefined, choice("drive", "Drive …", { spans: [span] }), "Drive …", [5600])).toBe("Drive 5.6");
  });
  test("numbers replace each ellipsis, and the rest follow at the end", () => {
    expect(handles.fillNumbers("Start at … by … inches", [3, 6])).toBe("Start at 3 by 6 inches");
    expect(handles.fillNumbers("Go", [7])).toBe("Go 7");
  });
});

test("a large board may name the part to show first", () => {
  const part = node("part", 0, 0, { shape: "path", data: "M-100 200M3900 2200", css: "focus" });
  expect(handles.initialPart(scene({ ground: [], pieces: [part] }))).toEqual([-100, 200, 4000, 2000]);
  expect(handles.initialPart(scene({ ground: [], pieces: [node("a")] }))).toBeUndefined();
});
