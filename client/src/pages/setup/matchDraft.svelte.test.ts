import { describe, expect, test } from "vitest";
import type { GameCard, ScenarioCard } from "../../types";
import { quickMatch } from "../../lib/games";
import { memoryStorage } from "../../lib/storage";
import { MatchDraft } from "./matchDraft.svelte";

const scenario = (slug: string, seats: [number, number], usual: number): ScenarioCard => ({
  slug,
  title: slug,
  text: "",
  seats,
  usual,
  options: [
    { name: "length", title: "Length", text: "", values: [1, 2, 3], default: 2, own: "" },
    { name: `only ${slug}`, title: "", text: "", values: ["yes", "no"], default: "no", own: "map" },
  ],
});
const game: GameCard = {
  slug: "some",
  sheets: false,
  campaigns: [],
  title: "Some game",
  line: "",
  length: "",
  seats: [2, 6],
  levels: ["weak", "usual", "strong"].map((slug) => ({ slug, title: slug, text: "" })),
  level: "usual",
  scenarios: [scenario("first", [2, 6], 4), scenario("second", [2, 2], 2)],
};
const drafted = (shelf = memoryStorage()): MatchDraft => new MatchDraft(game, "Ann", shelf);

describe("a table to be set up", () => {
  test("is a good one from the start: I, the rest usual programs, all options as usual", () => {
    expect(drafted().match).toEqual({
      game: "some",
      scenario: "first",
      options: { length: 2, "only first": "no" },
      seats: [
        { person: true, here: true, level: "", name: "Ann" },
        ...Array.from({ length: 3 }, () => ({ person: false, here: true, level: "usual", name: "" })),
      ],
      odds: true,
      hints: true,
      listed: false,
      clock: null,
    });
  });

  test("with one click is the same, without the options", () => {
    const { options, ...rest } = drafted().match;
    expect(Object.keys(options ?? {}).length).toBe(2);
    expect(quickMatch(game, "Ann")).toEqual({ ...rest, options: {} });
  });

  test("has hints for one person, for several on one screen if they want them, and never with friends by link", () => {
    const draft = drafted();
    draft.hint(false);
    expect([draft.hintable, draft.match.hints]).toEqual([true, false]);
    draft.seat(1, "screen");
    draft.hints = true;
    expect([draft.hintable, draft.match.hints]).toEqual([true, false]);
    draft.hint(true);
    expect(draft.match.hints).toBe(true);
    draft.seat(2, "friend");
    expect([draft.hintable, draft.match.hints]).toEqual([false, false]);
    expect(new MatchDraft({ ...game, levels: game.levels.slice(0, 1) }, "Ann", memoryStorage()).match.hints).toBe(false);
  });

  test("keeps what fits when the scenario changes", () => {
    const draft = drafted();
    draft.options.length = 3;
    draft.resize(6);
    draft.pick("second");
    expect([draft.match.options, draft.count]).toEqual([{ length: 3, "only second": "no" }, 2]);
    draft.pick("nowhere");
    expect(draft.scenario).toBe("second");
  });

  test("takes no more and no fewer seats than can play", () => {
    const draft = drafted();
    draft.resize(9);
    expect(draft.count).toBe(6);
    draft.resize(0);
    expect(draft.count).toBe(2);
  });

  test("lets me sit on one seat only, and takes my name along", () => {
    const draft = drafted();
    draft.seat(2, "me");
    expect(draft.filled.map((seat) => seat.sitter)).toEqual(["program", "program", "me", "program"]);
    expect([draft.myName, draft.match.seats[0]?.name]).toEqual(["Ann", ""]);
  });

  test("tells friends from those beside me", () => {
    const draft = drafted();
    expect(draft.invites).toBe(false);
    draft.seat(1, "screen");
    draft.seat(2, "friend");
    expect(draft.match.seats.slice(1, 3).map(({ person, here }) => [person, here])).toEqual([
      [true, true],
      [true, false],
    ]);
    expect(draft.invites).toBe(true);
    draft.resize(2);
    expect(draft.invites).toBe(false);
  });

  test("has a clock if one is chosen, or one of one's own", () => {
    const draft = drafted();
    draft.clock = "brisk";
    expect(draft.match.clock).toEqual({ seconds: 30, reserve: 300 });
    draft.clock = "own";
    [draft.seconds, draft.reserve] = [7, 70];
    expect(draft.match.clock).toEqual({ seconds: 7, reserve: 70 });
  });

  test("is remembered for the game, and my name as it is now", () => {
    const shelf = memoryStorage();
    const draft = drafted(shelf);
    draft.pick("second");
    draft.options.length = 1;
    draft.seat(1, "friend");
    Object.assign(draft.seats[1] ?? {}, { name: "Ben" });
    draft.listed = true;
    draft.clock = "days";
    draft.remember();
    const { seats, ...rest } = new MatchDraft(game, "Anna", shelf).match;
    expect(rest).toEqual({ ...draft.match, seats: undefined });
    expect(seats.map((seat) => seat.name)).toEqual(["Anna", "Ben"]);
  });

  test("takes a file of one's own where an option has room for one, and remembers it when it is put aside", () => {
    const shelf = memoryStorage();
    const draft = drafted(shelf);
    draft.own("only first", 'title = "Mine"');
    expect(draft.match.options?.["only first"]).toBe('title = "Mine"\n');
    draft.options["only first"] = "yes";
    draft.remember();
    const again = drafted(shelf);
    expect(again.options["only first"]).toBe("yes");
    expect(again.files["only first"]).toBe('title = "Mine"\n');
    again.options.length = "a\nb";
    again.pick("first");
    expect(again.options.length).toBe(2);
  });

  test("is not led astray by an old memory", () => {
    const shelf = memoryStorage();
    shelf.setItem(
      "hippodrome.setup.some",
      JSON.stringify({ scenario: "gone", options: { length: 9 }, count: 40, seats: [{ sitter: "ghost", level: "gone", name: 3 }], clock: "?" }),
    );
    const draft = drafted(shelf);
    expect([draft.scenario, draft.options.length, draft.count, draft.clock]).toEqual(["first", 2, 6, "none"]);
    expect(draft.seats[0]).toEqual({ sitter: "me", level: "usual", name: "Ann" });
  });
});
