import { describe, expect, test } from "vitest";
import type { GameCard, ScenarioCard } from "../types";
import { describeChoices, loadChoices, newcomerChoices, quickMatch, saveChoices, validChoices } from "./quickMatch";
import { memoryStorage } from "./storage";

const laps = { name: "laps", title: "Laps", text: "", values: [1, 2, 3], labels: ["1", "2", "3"], texts: [], default: 2, custom_kind: "" };
const scenario = (slug: string, rest: Partial<ScenarioCard> = {}): ScenarioCard => ({
  slug, title: slug.toUpperCase(), text: "", seats: [2, 4], default_seats: 3, options: [laps], sides: [], facts: [], ...rest,
});
const level = (slug: string) => ({ slug, title: slug.toUpperCase(), text: "" });
const game: GameCard = {
  slug: "game", title: "Game", tagline: "", length: "", seats: [2, 4], levels: [level("weak"), level("strong")], default_level: "weak",
  scenarios: [scenario("one"), scenario("two", { sides: ["Romans", "Sabines"], default_seats: 2 })], sheets: false, campaigns: [], quick_options: ["laps"], has_quick_start: false, lessons: 0,
};

describe("a quick match", () => {
  test("has the defaults, with you in the first seat", () => {
    const match = quickMatch(game, "Ann", validChoices(game, {}));
    expect([match.scenario, match.options, match.seats.map((seat) => [seat.person, seat.level, seat.name])]).toEqual([
      "one", {}, [[true, "", "Ann"], [false, "weak", ""], [false, "weak", ""]],
    ]);
  });

  test("remembers level, side and length", () => {
    const area = memoryStorage();
    saveChoices(game, { scenario: "two", seat: 1, level: "strong", options: { laps: 3 } }, area);
    const choices = loadChoices(game, area);
    expect(describeChoices(game, choices)).toBe("TWO · as Sabines · against STRONG · laps: 3");
    const match = quickMatch(game, "", choices);
    expect([match.scenario, match.options, match.seats.map((seat) => seat.person)]).toEqual(["two", { laps: 3 }, [false, true]]);
  });

  test("lets a newcomer play against the weakest bots, until something else is chosen", () => {
    const area = memoryStorage();
    const other = { ...game, default_level: "strong" };
    expect([loadChoices(other, area).level, newcomerChoices(other, area).level]).toEqual(["strong", "weak"]);
    saveChoices(other, { ...loadChoices(other, area), level: "strong" }, area);
    expect(newcomerChoices(other, area).level).toBe("strong");
  });

  test("replaces choices that are no longer possible", () => {
    expect(validChoices(game, { scenario: "gone", seat: 1, level: "gone", options: { laps: 9, other: 1 } })).toEqual({
      scenario: "one", seat: 0, level: "weak", options: {},
    });
  });
});
