import { describe, expect, test } from "vitest";
import type { Destination, Scene } from "../types";
import { destinationOf, wayNodes, withDestinations } from "./destinations";
import { choice, handle, node, scene } from "./fixtures";
import { spotsOf } from "./handles";

function makeDestination(id: string, action: string, more: Partial<Destination> = {}): Destination {
  const [x, y] = [action.length * 100, 50] as const;
  const made = choice(action, `To ${id}`, { compound: action.split("; ") });
  return { choice: made, node: node(id, x, y, { css: "target far" }), cost: "", path: [[0, 0], [x, y]], source: "piece", replaces: false, ...more };
}

const near = node("near", 10, 10, { css: "target" });
const plain: Scene = scene({ ground: [], targets: [near] }, [handle("near", "go 1")]);
const two = makeDestination("two", "go 1; go 2");
const three = makeDestination("three", "go 1; go 2; go 3");

describe("the targets of destinations", () => {
  test("are drawn above the scene, whose layers stay the same objects", () => {
    const shown = withDestinations(plain, [two, three]);
    expect(shown.order.at(-1)).toBe(shown.layers.at(-1)!.name);
    expect(shown.layers.at(-1)!.nodes.map((node) => node.id)).toEqual(["two", "three"]);
    expect(shown.layers.slice(0, -1)).toEqual(plain.layers);
    expect(shown.layers[0]).toBe(plain.layers[0]);
    expect(spotsOf(shown).flatMap((spot) => spot.handles.map(({ action }) => action))).toEqual(["go 1", "go 1; go 2", "go 1; go 2; go 3"]);
  });

  test("change nothing if there are none", () => {
    expect(withDestinations(plain, [])).toBe(plain);
  });

  test("with the same place share a spot, which opens a menu", () => {
    const stack = makeDestination("two", "go 1; go 2", { choice: choice("stack", "The stack") });
    const spots = spotsOf(withDestinations(plain, [two, stack]));
    expect(spots.map((spot) => spot.handles.length)).toEqual([1, 2]);
  });

  test("at a node of the scene add a handle, or replace its own", () => {
    const onNode = { ...two, node: near };
    expect(withDestinations(plain, [onNode]).handles.map(({ action }) => action)).toEqual(["go 1", "go 1; go 2"]);
    const replacing = withDestinations(plain, [{ ...onNode, replaces: true }]);
    expect(replacing.handles.map(({ action }) => action)).toEqual(["go 1; go 2"]);
    expect(replacing.layers.at(-1)!.nodes).toEqual([]);
  });
});

describe("the destination of an action", () => {
  test("is the one with this compound", () => {
    expect(destinationOf([two, three], "go 1; go 2")).toBe(two);
    expect(destinationOf([two, three], "go 1")).toBeUndefined();
    expect(destinationOf([two, three], null)).toBeUndefined();
  });

  test("is the farthest on the way of a compound that continues", () => {
    expect(destinationOf([two, three], "go 1; go 2; go 3; go 4")).toBe(three);
    expect(destinationOf([two, three], "go 1; go 22")).toBeUndefined();
  });
});

test("the way is a line with a ring at its end", () => {
  const [line, ring] = wayNodes(two);
  expect([line!.shape, line!.data, line!.css]).toEqual(["path", `M0 0L${ring!.x} 50`, "way"]);
  expect([ring!.shape, ring!.x, ring!.y]).toEqual(["circle", 1000, 50]);
  expect(wayNodes({ ...two, path: [] })).toEqual([]);
});
