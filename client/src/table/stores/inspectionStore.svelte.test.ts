import { beforeEach, describe, expect, test } from "vitest";
import type { Inspected } from "../../types";
import { InspectionStore, type Place } from "./inspectionStore.svelte";
import type { MatchStore } from "./matchStore.svelte";

const TOLD: Inspected = { type: "inspected", id: 1, node: "unit-3", title: "Axemen 3", facts: [], notes: [], rule: "", refusal: "", instead: "" };
const PLACE: Place = { x: 1, y: 2, node: "unit-3", label: "Axemen", picks: [], isKey: false };

let asked: string[] = [];
let played: string[] = [];
let told: Inspected | null = TOLD;
const match = {
  inspect: (node: string) => {
    asked.push(node);
    return Promise.resolve(told);
  },
  playInstead: (action: string) => Promise.resolve(played.push(action) > 0),
} as unknown as MatchStore;

beforeEach(() => {
  asked = [];
  played = [];
  told = TOLD;
});

describe("inspecting", () => {
  test("shows what the server tells about a node", async () => {
    const store = new InspectionStore(match);
    await store.inspect(PLACE, true);
    expect([asked, store.shown]).toEqual([["unit-3"], { place: PLACE, told: TOLD }]);
  });

  test("a place without a node closes the card", async () => {
    const store = new InspectionStore(match);
    await store.inspect(PLACE, true);
    await store.inspect({ ...PLACE, node: null }, true);
    expect([asked.length, store.shown]).toEqual([1, null]);
  });

  test("in a replay shows the label only", async () => {
    const store = new InspectionStore(match);
    await store.inspect(PLACE, false);
    expect([asked, store.shown]).toEqual([[], { place: PLACE, told: null }]);
  });

  test("drops an answer that comes after the card was closed", async () => {
    const store = new InspectionStore(match);
    const answer = store.inspect(PLACE, true);
    store.close();
    await answer;
    expect(store.shown).toBeNull();
  });
});

describe("another thing of the same kind as the last choice", () => {
  test("is chosen instead by a click", async () => {
    told = { ...TOLD, instead: "move 3" };
    const store = new InspectionStore(match);
    await store.inspect(PLACE, true);
    expect([played, store.shown]).toEqual([["move 3"], null]);
  });

  test("is only offered by a key and by a tap on a choice", async () => {
    told = { ...TOLD, instead: "move 3" };
    const store = new InspectionStore(match);
    await store.inspect({ ...PLACE, isKey: true }, true);
    await store.inspect({ ...PLACE, picks: [{ label: "Move", pick: () => undefined }] }, true);
    expect([played, store.shown?.told?.instead]).toEqual([[], "move 3"]);
  });
});
