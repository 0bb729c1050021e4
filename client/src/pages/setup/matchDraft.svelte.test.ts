import { describe, expect, test } from "vitest";
import type { GameCard, OptionCard, ScenarioCard } from "../../types";
import { quickMatch, validChoices } from "../../lib/quickMatch";
import { memoryStorage } from "../../lib/storage";
import { MatchDraft } from "./matchDraft.svelte";

const scenario = (slug: string, seats: [number, number], default_seats: number, length = 2): ScenarioCard => ({
  slug,
  title: slug,
  text: "",
  seats,
  default_seats,
  facts: [],
  sides: [],
  options: [
    { name: "length", title: "Length", text: "", values: [1, 2, 3], labels: ["1", "2", "3"], texts: [], default: length, custom_kind: "" },
    { name: "rule", title: "Rule", text: "", values: ["off", "on"], labels: ["Off", "On"], texts: [], default: "off", custom_kind: "" },
    { name: `only ${slug}`, title: "", text: "", values: ["yes", "no"], labels: ["Yes", "No"], texts: [], default: "no", custom_kind: "map" },
  ],
});
const game: GameCard = {
  slug: "some",
  sheets: false,
  campaigns: [],
  title: "Some game",
  tagline: "",
  length: "",
  seats: [2, 6],
  levels: ["weak", "middling", "strong"].map((slug) => ({ slug, title: slug, text: "" })),
  default_level: "middling",
  quick_options: [],
  has_quick_start: false, lessons: 0,
  scenarios: [scenario("first", [2, 6], 4), scenario("second", [2, 2], 2), scenario("short", [2, 6], 4, 1)],
};
const newDraft = (area = memoryStorage()): MatchDraft => new MatchDraft(game, "Ann", area);

describe("a match draft", () => {
  test("starts with you against default bots, and default options", () => {
    expect(newDraft().matchRequest).toEqual({
      game: "some",
      scenario: "first",
      options: { length: 2, rule: "off", "only first": "no" },
      seats: [
        { person: true, here: true, level: "", name: "Ann" },
        ...Array.from({ length: 3 }, () => ({ person: false, here: true, level: "middling", name: "" })),
      ],
      odds: true,
      hints: true,
      listed: false,
      clock: null,
    });
  });

  test("offers a campaign's own options, and leaves them out of a single match", () => {
    const rounds: OptionCard = { name: "rounds", title: "Rounds", text: "", values: [5, 3], labels: ["5", "3"], texts: [], default: 5, custom_kind: "" };
    const season = { slug: "season", title: "A season", text: "", scenarios: ["first"], seats: [2, 6] as [number, number], options: ["length"], own_options: [rounds] };
    const draft = new MatchDraft({ ...game, campaigns: [season] }, "Ann", memoryStorage());
    draft.options["rounds"] = 3;
    expect(Object.keys(draft.matchRequest.options ?? {})).toEqual(["length", "rule", "only first"]);
    draft.campaignWanted = true;
    expect(draft.availableOptions.map((option) => option.name)).toEqual(["rounds", "length"]);
    expect(draft.campaignRequest.options).toEqual({ rounds: 3, length: 2 });
    draft.chooseScenario("second");
    expect(draft.campaign).toBeUndefined();
  });

  test("is by default the same as a quick match, which leaves the options out", () => {
    const { options, ...rest } = newDraft().matchRequest;
    expect(Object.keys(options ?? {}).length).toBe(3);
    expect(quickMatch(game, "Ann", validChoices(game, {}))).toEqual({ ...rest, options: {} });
  });

  test("has hints for one person, for several on one screen if switched on, and never with friends by link", () => {
    const draft = newDraft();
    draft.setHints(false);
    expect([draft.canHaveHints, draft.matchRequest.hints]).toEqual([true, false]);
    draft.setHolder(1, "screen");
    draft.hints = true;
    expect([draft.canHaveHints, draft.matchRequest.hints]).toEqual([true, false]);
    draft.setHints(true);
    expect(draft.matchRequest.hints).toBe(true);
    draft.setHolder(2, "friend");
    expect([draft.canHaveHints, draft.matchRequest.hints]).toEqual([false, false]);
    expect(new MatchDraft({ ...game, levels: game.levels.slice(0, 1) }, "Ann", memoryStorage()).matchRequest.hints).toBe(false);
  });

  test("takes the defaults of a new scenario, and keeps what has the same default there", () => {
    const draft = newDraft();
    draft.options.length = 3;
    draft.options.rule = "on";
    draft.setSeatCount(6);
    draft.chooseScenario("short");
    expect([draft.matchRequest.options, draft.seatCount]).toEqual([{ length: 1, rule: "on", "only short": "no" }, 6]);
    draft.chooseScenario("second");
    expect([draft.matchRequest.options, draft.seatCount]).toEqual([{ length: 2, rule: "on", "only second": "no" }, 2]);
    draft.chooseScenario("first");
    expect(draft.seatCount).toBe(4);
    draft.chooseScenario("nowhere");
    expect(draft.scenario).toBe("first");
  });

  test("limits the number of seats to that of the scenario", () => {
    const draft = newDraft();
    draft.setSeatCount(9);
    expect(draft.seatCount).toBe(6);
    draft.setSeatCount(0);
    expect(draft.seatCount).toBe(2);
  });

  test("gives you only one seat, and moves your name with you", () => {
    const draft = newDraft();
    draft.setHolder(2, "me");
    expect(draft.activeSeats.map((seat) => seat.holder)).toEqual(["bot", "bot", "me", "bot"]);
    expect([draft.myName, draft.matchRequest.seats[0]?.name]).toEqual(["Ann", ""]);
  });

  test("distinguishes friends from players on this screen", () => {
    const draft = newDraft();
    expect(draft.hasFriends).toBe(false);
    draft.setHolder(1, "screen");
    draft.setHolder(2, "friend");
    expect(draft.matchRequest.seats.slice(1, 3).map(({ person, here }) => [person, here])).toEqual([
      [true, true],
      [true, false],
    ]);
    expect(draft.hasFriends).toBe(true);
    draft.setSeatCount(2);
    expect(draft.hasFriends).toBe(false);
  });

  test("has a preset clock or a custom one", () => {
    const draft = newDraft();
    draft.clock = "brisk";
    expect(draft.matchRequest.clock).toEqual({ seconds: 30, reserve: 300 });
    draft.clock = "custom";
    [draft.seconds, draft.reserve] = [7, 70];
    expect(draft.matchRequest.clock).toEqual({ seconds: 7, reserve: 70 });
  });

  test("is restored for the game, with your current name", () => {
    const area = memoryStorage();
    const draft = newDraft(area);
    draft.chooseScenario("second");
    draft.options.length = 1;
    draft.setHolder(1, "friend");
    Object.assign(draft.seats[1] ?? {}, { name: "Ben" });
    draft.listed = true;
    draft.clock = "days";
    draft.save();
    const { seats, ...rest } = new MatchDraft(game, "Anna", area).matchRequest;
    expect(rest).toEqual({ ...draft.matchRequest, seats: undefined, listed: false });
    expect(seats.map((seat) => seat.name)).toEqual(["Anna", "Ben"]);
  });

  test("takes a custom file where an option allows one, and keeps it when another value is chosen", () => {
    const area = memoryStorage();
    const draft = newDraft(area);
    draft.setFile("only first", 'title = "Mine"');
    expect(draft.matchRequest.options?.["only first"]).toBe('title = "Mine"\n');
    draft.options["only first"] = "yes";
    draft.save();
    const again = newDraft(area);
    expect(again.options["only first"]).toBe("yes");
    expect(again.files["only first"]).toBe('title = "Mine"\n');
    again.options.length = "a\nb";
    again.chooseScenario("first");
    expect(again.options.length).toBe(2);
  });

  test("stores bots and custom clocks under the names that browsers already have", () => {
    const area = memoryStorage();
    const draft = newDraft(area);
    draft.setHolder(0, "bot");
    draft.clock = "custom";
    draft.save();
    const stored = JSON.parse(area.getItem("hippodrome.setup.some") ?? "");
    expect([stored.seats[0].sitter, stored.clock]).toEqual(["program", "own"]);
    const restored = newDraft(area);
    expect([restored.seats[0]?.holder, restored.clock]).toEqual(["bot", "custom"]);
  });

  test("ignores invalid stored values", () => {
    const area = memoryStorage();
    area.setItem(
      "hippodrome.setup.some",
      JSON.stringify({ scenario: "gone", options: { length: 9 }, count: 40, seats: [{ sitter: "ghost", level: "gone", name: 3 }], clock: "?" }),
    );
    const draft = newDraft(area);
    expect([draft.scenario, draft.options.length, draft.seatCount, draft.clock]).toEqual(["first", 2, 6, "none"]);
    expect(draft.seats[0]).toEqual({ holder: "me", level: "middling", name: "Ann" });
  });
});
