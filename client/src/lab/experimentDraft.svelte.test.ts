import { describe, expect, test } from "vitest";
import type { GameCard, LabForm, LabGame, LabLook, NewLook, OptionCard } from "../types";
import { suggestValues, ExperimentDraft, findValue, sharedOptions, toggleInOrder, defaultForm } from "./experimentDraft.svelte";

const option = (name: string): OptionCard => ({ name, title: name, text: "", values: [1, 2], default: 1, own: "" });
const scenario = (slug: string, ...names: string[]): GameCard["scenarios"][number] => ({
  slug,
  title: slug,
  text: "",
  seats: [2, 4],
  usual: 2,
  options: names.map(option),
});
const GAME: GameCard = {
  slug: "g",
  title: "G",
  line: "",
  length: "",
  seats: [2, 4],
  levels: ["weak", "good", "best"].map((slug) => ({ slug, title: slug, text: "" })),
  level: "good",
  scenarios: [scenario("one", "laps", "rain"), scenario("two", "laps")],
  sheets: false,
  campaigns: [],
};
const LAB: LabGame = {
  comparisons: [{ compare: "sides", title: "", sides: ["a", "b", "c"].map((key) => ({ key, name: key })) }],
  rows: [{ file: "f", name: "r", values: [{ path: "f.r.x", name: "x", now: "3" }] }],
};

/** A server that writes a form as its title, and cannot read a file that says so. */
function server(): { asked: NewLook[]; look: (asked: NewLook) => Promise<LabLook> } {
  const asked: NewLook[] = [];
  const look = async (one: NewLook): Promise<LabLook> => {
    asked.push(one);
    const form: LabForm | null = one.form ?? (one.text?.includes("broken") ? null : { ...defaultForm(GAME), title: one.text ?? "" });
    const faults = form ? [] : [{ line: 1, key: "stop.margin", text: "Too wide." }];
    return { text: one.form ? `written ${one.form.title}` : (one.text ?? ""), form, cells: 1, matches: 100, faults };
  };
  return { asked, look };
}

describe("a draft", () => {
  test("begins with the usual program and a weaker one, and is written as a file", async () => {
    const { look } = server();
    const draft = new ExperimentDraft(look, 0);
    draft.begin(GAME);
    await draft.settled;
    expect([draft.form.players, draft.form.scenarios, draft.text, draft.fine]).toEqual([["weak", "good"], ["one"], "written ", true]);
  });

  test("asks once for several changes", async () => {
    const { asked, look } = server();
    const draft = new ExperimentDraft(look, 1);
    draft.begin(GAME);
    draft.edit({ title: "x" });
    await draft.settled;
    expect(asked.map(({ form }) => form?.title)).toEqual(["x"]);
  });

  test("takes a file into its form, unless it cannot be read", async () => {
    const draft = new ExperimentDraft(server().look, 0);
    draft.take("fine");
    await draft.settled;
    expect([draft.form.title, draft.stale]).toEqual(["fine", false]);
    draft.take("broken");
    await draft.settled;
    expect([draft.form.title, draft.stale, draft.fine, draft.wrong("stop"), draft.wrong("game")]).toEqual(["fine", true, false, "Too wide.", ""]);
  });

  test("keeps what does not belong to a game when another is chosen", async () => {
    const draft = new ExperimentDraft(server().look, 0);
    draft.begin(GAME);
    draft.edit({ title: "mine", games: 10, vary: [{ path: "f.r.x", values: "1" }], compare: "sides", sides: ["a"] });
    draft.begin({ ...GAME, slug: "h" });
    expect([draft.form.game, draft.form.title, draft.form.games, draft.form.vary, draft.form.sides]).toEqual(["h", "mine", 10, [], []]);
  });

  test("leaves nobody in the middle of things who is no longer compared", () => {
    const draft = new ExperimentDraft(server().look, 0);
    draft.begin(GAME);
    draft.edit({ compare: "sides", sides: ["a", "b", "c"], only: ["a", "b"] });
    expect(draft.compared).toEqual(["a", "b", "c"]);
    draft.edit({ sides: ["b", "c"] });
    expect(draft.form.only).toEqual(["b"]);
    draft.compare("players", LAB);
    expect(draft.form.only).toEqual([]);
  });

  test("compares two sides, played by one program", () => {
    const draft = new ExperimentDraft(server().look, 0);
    draft.begin(GAME);
    draft.compare("sides", LAB);
    expect([draft.form.sides, draft.form.players]).toEqual([["a", "b"], ["good"]]);
    draft.compare("players", LAB);
    expect(draft.form.sides).toEqual([]);
  });

  test("leaves an option out that has its usual value", () => {
    const draft = new ExperimentDraft(server().look, 0);
    draft.begin(GAME);
    draft.option(option("laps"), 2);
    expect(draft.form.options).toEqual({ laps: 2 });
    draft.option(option("laps"), 1);
    expect(draft.form.options).toEqual({});
  });

  test("says when the server cannot be asked", async () => {
    const draft = new ExperimentDraft(() => Promise.reject(new Error("away")), 0);
    draft.begin(GAME);
    await draft.settled;
    expect([draft.trouble, draft.fine]).toEqual(["away", false]);
  });
});

test.each([
  ["3", "2, 3, 4"],
  ["0", "0, 1"],
  ["true", "false, true"],
  ["stone", "stone"],
  ["[1, 2]", "[1, 2]"],
])("values around %s are %s", (now, told) => expect(suggestValues(now)).toBe(told));

test("what is chosen keeps its order", () => {
  expect(toggleInOrder(["c"], "a", ["a", "b", "c"])).toEqual(["a", "c"]);
  expect(toggleInOrder(["a", "c"], "a", ["a", "b", "c"])).toEqual(["c"]);
});

test("options are those that all chosen scenarios have", () => {
  expect(sharedOptions(GAME, ["one"]).map((one) => one.name)).toEqual(["laps", "rain"]);
  expect(sharedOptions(GAME, ["one", "two"]).map((one) => one.name)).toEqual(["laps"]);
});

test("a path leads to its row", () => {
  expect(findValue(LAB.rows, "f.r.x")?.value.now).toBe("3");
  expect(findValue(LAB.rows, "f.r.y")).toBeNull();
});
