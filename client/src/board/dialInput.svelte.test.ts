import { beforeEach, expect, test } from "vitest";
import { makeChoice } from "../table/model/fixtures";
import type { Choice, Previewed } from "../types";
import { DialInput } from "./dialInput.svelte";
import { handle, node, scene } from "./fixtures";
import { spotsOf, type Dial } from "./handles";
import { steeringDial } from "./steering";

const drawn = scene({ ground: [], targets: [node("a", 1000, 0), node("b", 0, 1000)] }, [
  handle("a", "drive", { kind: "ruler", span: [0, 6000, 100], at: [0, 0, 0] }),
  handle("b", "wheel", { kind: "arc", span: [-900, 900, 50], at: [0, 0, 0] }),
]);
const [drive, wheel] = spotsOf(drawn).flatMap((spot) => spot.dials) as [Dial, Dial];
const steering = steeringDial(scene({ pieces: [node("piece", 500, 500)] }, []), "piece")!;
const actions: string[] = [];
const played: Choice[] = [];
let refusal = "";
let choice: Choice | null = null;
let input: DialInput;

beforeEach(() => {
  actions.length = 0;
  played.length = 0;
  refusal = "";
  choice = null;
  const requestPreview = (action: string): Promise<Previewed> =>
    Promise.resolve({ type: "previewed", id: 0, action, nodes: [], description: `Preview: ${action}`, rule: "", refusal, choice });
  input = new DialInput(requestPreview, (action) => actions.push(action), (one) => played.push(one));
});

test("nothing is played before it is confirmed", async () => {
  input.set(drive, [3000]);
  expect(input.action).toBe("drive 3000");
  await Promise.resolve();
  await Promise.resolve();
  expect(input.currentPreview?.description).toBe("Preview: drive 3000");
  expect(actions).toEqual([]);
  input.confirm();
  expect(actions).toEqual(["drive 3000"]);
  expect(input.dial).toBeUndefined();
});

test("a dial that is being dragged cannot be confirmed", () => {
  input.set(drive, [3000]);
  input.isHeld = true;
  input.confirm();
  expect(actions).toEqual([]);
});

test("a refused value cannot be confirmed", async () => {
  refusal = "The post is in the way.";
  input.set(drive, [3000]);
  await Promise.resolve();
  await Promise.resolve();
  expect(input.isRefused).toBe(true);
  input.confirm();
  expect(actions).toEqual([]);
});

test("setting another dial resets the first", () => {
  input.set(drive, [3000]);
  input.set(wheel, [450]);
  expect(input.action).toBe("wheel 450");
  expect(input.valuesOf(drive)).toEqual([1000]);
  expect(input.valuesOf(wheel)).toEqual([450]);
});

test("cancelling restores the resting values", () => {
  input.set(drive, [3000]);
  input.cancel();
  expect([input.action, input.valuesOf(drive)]).toEqual(["", [1000]]);
  input.confirm();
  expect(actions).toEqual([]);
});

test("a steered piece plays the compound that was found for its present target", async () => {
  choice = makeChoice("leg 4; drive 3000", { compound: ["leg 4", "drive 3000"] });
  input.set(steering, [700, 500]);
  input.confirm();
  expect([played, input.isReady]).toEqual([[], false]);
  await Promise.resolve();
  await Promise.resolve();
  expect(input.isReady).toBe(true);
  input.confirm();
  expect([played, actions, input.dial]).toEqual([[choice], [], undefined]);
});

test("a target to which nothing leads cannot be confirmed", async () => {
  refusal = "You cannot go there.";
  input.set(steering, [700, 500, 900]);
  await Promise.resolve();
  await Promise.resolve();
  input.confirm();
  expect([input.isRefused, input.isReady, played, actions]).toEqual([true, false, [], []]);
});
