import { beforeEach, expect, test } from "vitest";
import type { Previewed } from "../types";
import { spots, type Dial } from "./handles";
import { handle, node, scene } from "./testing";
import { Turning } from "./turning.svelte";

const drawn = scene({ ground: [], targets: [node("a", 1000, 0), node("b", 0, 1000)] }, [
  handle("a", "drive", { kind: "ruler", span: [0, 6000, 100], at: [0, 0, 0] }),
  handle("b", "wheel", { kind: "arc", span: [-900, 900, 50], at: [0, 0, 0] }),
]);
const [drive, wheel] = spots(drawn).flatMap((spot) => spot.dials) as [Dial, Dial];
const acted: string[] = [];
let refusal = "";
let turning: Turning;

beforeEach(() => {
  acted.length = 0;
  refusal = "";
  const ask = (action: string): Promise<Previewed> =>
    Promise.resolve({ type: "previewed", id: 0, action, nodes: [], words: `So: ${action}`, rule: "", refusal });
  turning = new Turning(ask, (action) => acted.push(action));
});

test("nothing is done before it is confirmed", async () => {
  turning.set(drive, [3000]);
  expect(turning.action).toBe("drive 3000");
  await Promise.resolve();
  await Promise.resolve();
  expect(turning.known?.words).toBe("So: drive 3000");
  expect(acted).toEqual([]);
  turning.confirm();
  expect(acted).toEqual(["drive 3000"]);
  expect(turning.dial).toBeUndefined();
});

test("what is held cannot be confirmed", () => {
  turning.set(drive, [3000]);
  turning.held = true;
  turning.confirm();
  expect(acted).toEqual([]);
});

test("what is refused cannot be confirmed", async () => {
  refusal = "The post is in the way.";
  turning.set(drive, [3000]);
  await Promise.resolve();
  await Promise.resolve();
  expect(turning.refused).toBe(true);
  turning.confirm();
  expect(acted).toEqual([]);
});

test("setting another dial leaves the first", () => {
  turning.set(drive, [3000]);
  turning.set(wheel, [450]);
  expect(turning.action).toBe("wheel 450");
  expect(turning.valuesOf(drive)).toEqual([1000]);
  expect(turning.valuesOf(wheel)).toEqual([450]);
});

test("after cancelling everything is as before", () => {
  turning.set(drive, [3000]);
  turning.cancel();
  expect([turning.action, turning.valuesOf(drive)]).toEqual(["", [1000]]);
  turning.confirm();
  expect(acted).toEqual([]);
});
