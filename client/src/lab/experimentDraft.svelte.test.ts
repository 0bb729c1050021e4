import { describe, expect, test } from "vitest";
import type { ExperimentFormData, ExperimentPreview, GameCard, LabGame, NewExperimentPreview, OptionCard } from "../types";
import { defaultForm, ExperimentDraft, findValue, sharedOptions, suggestValues, toggleInOrder } from "./experimentDraft.svelte";

const option = (name: string): OptionCard => ({ name, title: name, text: "", values: [1, 2], labels: ["1", "2"], texts: [], default: 1, custom_kind: "" });
const scenario = (slug: string, ...names: string[]): GameCard["scenarios"][number] => ({
  slug,
  title: slug,
  text: "",
  seats: [2, 4],
  default_seats: 2,
  sides: [],
  options: names.map(option),
  facts: [],
});
const GAME: GameCard = {
  slug: "g",
  title: "G",
  tagline: "",
  length: "",
  seats: [2, 4],
  levels: ["weak", "good", "best"].map((slug) => ({ slug, title: slug, text: "" })),
  default_level: "good",
  scenarios: [scenario("one", "laps", "rain"), scenario("two", "laps")],
  sheets: false,
  campaigns: [],
  quick_options: [],
  has_quick_start: false, lessons: 0,
};
const LAB: LabGame = {
  comparisons: [{ compare: "sides", title: "", sides: ["a", "b", "c"].map((key) => ({ key, name: key })) }],
  rows: [{ file: "f", name: "r", values: [{ path: "f.r.x", name: "x", current: "3" }] }],
};

/** A server that writes a form as its title, and rejects a file that contains "broken". */
function server(): { requests: NewExperimentPreview[]; ask: (draft: NewExperimentPreview) => Promise<ExperimentPreview> } {
  const requests: NewExperimentPreview[] = [];
  const ask = async (one: NewExperimentPreview): Promise<ExperimentPreview> => {
    requests.push(one);
    const form: ExperimentFormData | null = one.form ?? (one.text?.includes("broken") ? null : { ...defaultForm(GAME), title: one.text ?? "" });
    const problems = form ? [] : [{ line: 1, key: "stop.margin", text: "Too wide." }];
    return { text: one.form ? `written ${one.form.title}` : (one.text ?? ""), form, cells: 1, matches: 100, problems };
  };
  return { requests, ask };
}

describe("a draft", () => {
  test("starts with the default bot and a weaker one, and is written as a file", async () => {
    const { ask } = server();
    const draft = new ExperimentDraft(ask, null, 0);
    draft.chooseGame(GAME);
    await draft.checked;
    expect([draft.form.players, draft.form.scenarios, draft.text, draft.valid]).toEqual([["weak", "good"], ["one"], "written ", true]);
  });

  test("is checked once for several changes", async () => {
    const { requests, ask } = server();
    const draft = new ExperimentDraft(ask, null, 1);
    draft.chooseGame(GAME);
    draft.edit({ title: "x" });
    await draft.checked;
    expect(requests.map(({ form }) => form?.title)).toEqual(["x"]);
  });

  test("fills the form from a file, unless the file is invalid", async () => {
    const draft = new ExperimentDraft(server().ask, null, 0);
    draft.setText("good");
    await draft.checked;
    expect([draft.form.title, draft.stale]).toEqual(["good", false]);
    draft.setText("broken");
    await draft.checked;
    expect([draft.form.title, draft.stale, draft.valid, draft.errorOf("stop"), draft.errorOf("game")]).toEqual(["good", true, false, "Too wide.", ""]);
  });

  test("keeps settings that do not belong to a game when another is chosen", async () => {
    const draft = new ExperimentDraft(server().ask, null, 0);
    draft.chooseGame(GAME);
    draft.edit({ title: "mine", games: 10, vary: [{ path: "f.r.x", values: "1" }], compare: "sides", sides: ["a"] });
    draft.chooseGame({ ...GAME, slug: "h" });
    expect([draft.form.game, draft.form.title, draft.form.games, draft.form.vary, draft.form.sides]).toEqual(["h", "mine", 10, [], []]);
  });

  test("drops restrictions to opponents that are no longer compared", () => {
    const draft = new ExperimentDraft(server().ask, null, 0);
    draft.chooseGame(GAME);
    draft.edit({ compare: "sides", sides: ["a", "b", "c"], only: ["a", "b"] });
    expect(draft.compared).toEqual(["a", "b", "c"]);
    draft.edit({ sides: ["b", "c"] });
    expect(draft.form.only).toEqual(["b"]);
    draft.chooseComparison("players", LAB);
    expect(draft.form.only).toEqual([]);
  });

  test("compares two sides, played by one bot", () => {
    const draft = new ExperimentDraft(server().ask, null, 0);
    draft.chooseGame(GAME);
    draft.chooseComparison("sides", LAB);
    expect([draft.form.sides, draft.form.players]).toEqual([["a", "b"], ["good"]]);
    draft.chooseComparison("players", LAB);
    expect(draft.form.sides).toEqual([]);
  });

  test("leaves out an option with its default value", () => {
    const draft = new ExperimentDraft(server().ask, null, 0);
    draft.chooseGame(GAME);
    draft.setOption(option("laps"), 2);
    expect(draft.form.options).toEqual({ laps: 2 });
    draft.setOption(option("laps"), 1);
    expect(draft.form.options).toEqual({});
  });

  test("has an error when the server does not answer", async () => {
    const draft = new ExperimentDraft(() => Promise.reject(new Error("away")), null, 0);
    draft.chooseGame(GAME);
    await draft.checked;
    expect([draft.error, draft.valid]).toEqual(["away", false]);
  });
});

test.each([
  ["3", "2, 3, 4"],
  ["0", "0, 1"],
  ["true", "false, true"],
  ["stone", "stone"],
  ["[1, 2]", "[1, 2]"],
])("the values suggested for %s are %s", (current, values) => expect(suggestValues(current)).toBe(values));

test("toggled items keep their order", () => {
  expect(toggleInOrder(["c"], "a", ["a", "b", "c"])).toEqual(["a", "c"]);
  expect(toggleInOrder(["a", "c"], "a", ["a", "b", "c"])).toEqual(["c"]);
});

test("shared options are those of all chosen scenarios", () => {
  expect(sharedOptions(GAME, ["one"]).map((one) => one.name)).toEqual(["laps", "rain"]);
  expect(sharedOptions(GAME, ["one", "two"]).map((one) => one.name)).toEqual(["laps"]);
});

test("a path leads to its row", () => {
  expect(findValue(LAB.rows, "f.r.x")?.value.current).toBe("3");
  expect(findValue(LAB.rows, "f.r.y")).toBeNull();
});

test("a valid draft is estimated once, and an invalid one not at all", async () => {
  const estimated: string[] = [];
  const estimate = (text: string) => {
    estimated.push(text);
    return Promise.resolve({ seconds: 41, at_least: false });
  };
  const draft = new ExperimentDraft(server().ask, estimate, 0);
  draft.chooseGame(GAME);
  await draft.checked;
  await expect.poll(() => draft.estimate).toEqual({ seconds: 41, at_least: false });
  draft.setText("broken");
  await draft.checked;
  expect([draft.estimate, estimated]).toEqual([null, ["written "]]);
});
