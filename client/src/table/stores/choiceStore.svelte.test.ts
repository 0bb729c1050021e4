import { beforeEach, describe, expect, test, vi } from "vitest";
import { settings } from "../../lib/settings.svelte";
import type { Previewed } from "../../types";
import { makeAsk, makeChoice } from "../model/fixtures";
import { actionWith, choiceOf, ChoiceStore, initialNumbers, nearestAllowed } from "./choiceStore.svelte";
import type { MatchStore } from "./matchStore.svelte";

const SPAN = { name: "far", lo: -10, hi: 25, step: 10, hints: [[15, "edge"]] as [number, string][], unit: 1 };
const DRIVE = makeChoice("drive 2", { spans: [SPAN] });
const SAFE = makeChoice("safe");
const RISKY = makeChoice("risky", { warning: "You may be wounded." });

let played: string[] = [];
let previewed: string[] = [];
const match = {
  ask: makeAsk(0),
  choices: [SAFE, RISKY, DRIVE],
  act: (action: string) => Promise.resolve(played.push(action) > 0),
  preview: (action: string): Promise<Previewed> => {
    previewed.push(action);
    return Promise.resolve({ type: "previewed", id: 1, action, nodes: [], description: `${action}!`, rule: "", refusal: "" });
  },
} as unknown as MatchStore;
const pendingPromises = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

beforeEach(() => {
  played = [];
  previewed = [];
  settings.confirm = true;
});

describe("numbers", () => {
  test("complete an action", () => {
    expect(actionWith(DRIVE, [30])).toBe("drive 2 30");
  });

  test("start at the first hint, or at the lowest value", () => {
    expect(initialNumbers(DRIVE)).toEqual([15]);
    expect(initialNumbers(makeChoice("x", { spans: [{ ...SPAN, hints: [] }] }))).toEqual([-10]);
  });

  test("are rounded to the nearest that is allowed", () => {
    expect([-99, -4, 6, 14, 99].map((value) => nearestAllowed(SPAN, value))).toEqual([-10, 0, 10, 10, 20]);
  });

  test("identify the choice of an action", () => {
    const choices = [makeChoice("drive"), DRIVE];
    expect(choiceOf(choices, "drive 2 7")).toBe(DRIVE);
    expect(choiceOf(choices, "drive")).toBe(choices[0]);
    expect(choiceOf(choices, "drive 22")).toBeUndefined();
  });
});

describe("choosing", () => {
  test("plays a plain choice at once", () => {
    new ChoiceStore(match).choose(SAFE);
    expect(played).toEqual(["safe"]);
  });

  test("previews a compound while it is hovered in the list", async () => {
    const store = new ChoiceStore(match);
    const far = makeChoice("go; go", { compound: ["go", "go"] });
    store.hoverInList(SAFE);
    store.hoverInList(far);
    await pendingPromises();
    expect([previewed, store.preview?.action, store.hovered]).toEqual([["go; go"], "go; go", "go; go"]);
    store.leaveInList(far);
    expect([store.preview, store.hovered]).toEqual([null, null]);
  });

  test("previews a number while it is hovered on the board", async () => {
    const store = new ChoiceStore(match);
    store.hoverOnBoard("drive 2 15");
    await pendingPromises();
    expect([previewed, store.preview?.action, store.hovered]).toEqual([["drive 2 15"], "drive 2 15", "drive 2 15"]);
    store.hoverOnBoard("safe");
    expect([previewed.length, store.preview, store.hovered]).toEqual([1, null, "safe"]);
    store.hoverOnBoard(null);
    expect(store.hovered).toBeNull();
  });

  test("plays a choice with a warning only after confirmation", () => {
    const store = new ChoiceStore(match);
    store.choose(RISKY);
    expect([played, store.confirming]).toEqual([[], "risky"]);
    store.confirm();
    expect([played, store.confirming]).toEqual([["risky"], null]);
  });

  test("asks again if the key of a pass is pressed twice", () => {
    const store = new ChoiceStore(match);
    const pass = makeChoice("end", { warning: "4 action dice are unspent.", passes: true });
    store.choose(pass);
    store.choose(pass);
    expect([played, store.confirming]).toEqual([[], "end"]);
    store.confirm();
    expect(played).toEqual(["end"]);
  });

  test("needs no confirmation if the setting is off", () => {
    settings.confirm = false;
    new ChoiceStore(match).choose(RISKY);
    expect(played).toEqual(["risky"]);
  });

  test("on the board needs the same confirmation", () => {
    const store = new ChoiceStore(match);
    store.chooseOnBoard("risky");
    store.chooseOnBoard("safe");
    store.chooseOnBoard("drive 2 20");
    expect([played, store.confirming]).toEqual([["safe", "drive 2 20"], "risky"]);
  });

  test("sets numbers with a preview, then plays them", async () => {
    const store = new ChoiceStore(match);
    store.choose(DRIVE);
    await pendingPromises();
    expect([played, store.open, store.preview?.description]).toEqual([[], "drive 2", "drive 2 15!"]);
    store.setNumbers(DRIVE, [20]);
    await vi.waitFor(() => expect(store.preview?.description).toBe("drive 2 20!"));
    expect([previewed, store.preview?.description]).toEqual([["drive 2 15", "drive 2 20"], "drive 2 20!"]);
    store.choose(DRIVE);
    expect(played).toEqual(["drive 2 20"]);
  });

  test("ignores a preview that arrives after the numbers were closed", async () => {
    const store = new ChoiceStore(match);
    store.choose(DRIVE);
    store.reset();
    await pendingPromises();
    expect([store.preview, store.open]).toEqual([null, null]);
  });
});

describe("a plan", () => {
  const ADVANCE = makeChoice("advance", { plan: "advance", repeats: true });
  let asked: string[] = [];
  let found: ReturnType<typeof makeChoice> | null = null;
  const planning = {
    ...match,
    isDeciding: true,
    remark: "",
    get ask() {
      return { ...makeAsk(0), choices: [ADVANCE] };
    },
    get planned() {
      return found;
    },
    get choices() {
      return found ? [ADVANCE, found] : [ADVANCE];
    },
    plan: (plan: string) => Promise.resolve(asked.push(plan) > 0 ? found : null),
  };
  const store = (): ChoiceStore => new ChoiceStore(planning as unknown as MatchStore);

  beforeEach(() => {
    asked = [];
    found = makeChoice("go 1; go 2", { compound: ["go 1", "go 2"], note: "Axemen 3 cannot go there." });
    planning.remark = "";
  });

  test("is worked out when it is chosen, then played, with a remark on what it leaves out", async () => {
    store().chooseOnBoard("advance");
    await pendingPromises();
    expect([asked, played, planning.remark]).toEqual([["advance"], ["go 1; go 2"], "Axemen 3 cannot go there."]);
  });

  test("shows where it leaves the pieces while it is hovered, and before it is confirmed", async () => {
    const previewed: [string, boolean][] = [];
    const preview = (action: string, plan: boolean): Promise<Previewed> => {
      previewed.push([action, plan]);
      return match.preview(action);
    };
    found = makeChoice("go 1; go 2", { compound: ["go 1", "go 2"], warning: "The phase ends." });
    const choices = new ChoiceStore({ ...planning, choices: [ADVANCE], preview } as unknown as MatchStore);
    choices.hoverOnBoard("advance");
    await pendingPromises();
    expect([previewed, choices.preview?.action]).toEqual([[["advance", true]], "advance"]);
    choices.hoverOnBoard(null);
    expect(choices.preview).toBeNull();
    choices.choose(ADVANCE);
    await pendingPromises();
    choices.leaveInList(ADVANCE);
    expect([previewed.length, choices.confirming, choices.preview?.action]).toEqual([2, "go 1; go 2", "advance"]);
    choices.confirming = null;
    expect(choices.preview).toBeNull();
  });

  test("with a warning is confirmed first", async () => {
    found = makeChoice("go 1; go 2", { compound: ["go 1", "go 2"], warning: "The phase ends." });
    const choices = store();
    choices.choose(ADVANCE);
    await pendingPromises();
    expect([choices.confirming, played]).toEqual(["go 1; go 2", []]);
    choices.confirm();
    expect(played).toEqual(["go 1; go 2"]);
  });

  test("that repeats is worked out again at the next decision, until it is no longer possible", async () => {
    const choices = store();
    choices.choose(ADVANCE);
    await pendingPromises();
    choices.continueRepeating();
    await pendingPromises();
    expect([asked.length, played.length, choices.repeating]).toEqual([2, 2, "advance"]);
    found = null;
    choices.continueRepeating();
    await pendingPromises();
    expect([asked.length, played.length, choices.repeating]).toEqual([3, 2, null]);
  });

  test("stops to repeat at another choice", async () => {
    const choices = store();
    choices.choose(ADVANCE);
    await pendingPromises();
    choices.choose(SAFE);
    await pendingPromises();
    expect([played, choices.repeating]).toEqual([["go 1; go 2", "safe"], null]);
  });
});
