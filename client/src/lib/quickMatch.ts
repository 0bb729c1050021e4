/** The match that "Play now" starts: a few choices by game, remembered in this browser. */

import type { GameCard, NewMatch, OptionCard, ScenarioCard } from "../types";
import { formatOptionValue } from "./format";
import { readJson, storage, type StorageArea, writeJson } from "./storage";

/** The choices before a quick match. `seat` is yours; it matters only where the seats differ. */
export interface QuickChoices {
  scenario: string;
  seat: number;
  level: string;
  options: Record<string, number | string>;
}

const storageKey = (game: GameCard): string => `hippodrome.quick.${game.slug}`;

/** Return the chosen scenario of a game; undefined if the game has none. */
export function quickScenario(game: GameCard, choices: QuickChoices): ScenarioCard | undefined {
  return game.scenarios.find((scenario) => scenario.slug === choices.scenario) ?? game.scenarios[0];
}

/** Return the options that are asked before a quick match: its length, and the like. */
export function quickOptions(game: GameCard, scenario: ScenarioCard | undefined): OptionCard[] {
  return (scenario?.options ?? []).filter((option) => game.quick_options.includes(option.name));
}

/** Return choices that are possible: those given, with the defaults of the scenario in place of all that are not. */
export function validChoices(game: GameCard, given: Partial<Record<keyof QuickChoices, unknown>>): QuickChoices {
  const scenario = game.scenarios.find((one) => one.slug === given.scenario) ?? game.scenarios[0];
  const level = game.levels.find((one) => one.slug === given.level)?.slug ?? game.default_level;
  const seat = typeof given.seat === "number" && given.seat in (scenario?.sides ?? []) ? given.seat : 0;
  const options = (given.options ?? {}) as Record<string, number | string>;
  const known = quickOptions(game, scenario).filter((option) => option.values.includes(options[option.name] ?? "\n"));
  return {
    scenario: scenario?.slug ?? "",
    seat,
    level,
    options: Object.fromEntries(known.map((option) => [option.name, options[option.name] ?? option.default])),
  };
}

/** Return the choices made before in this browser, or the defaults. */
export function loadChoices(game: GameCard, area: StorageArea = storage): QuickChoices {
  const stored = readJson(storageKey(game), area);
  return validChoices(game, typeof stored === "object" && stored !== null ? stored : {});
}

/** Return the choices made before in this browser; without any, the defaults against the weakest bots, for a newcomer. */
export function newcomerChoices(game: GameCard, area: StorageArea = storage): QuickChoices {
  const choices = loadChoices(game, area);
  const hasChosen = area.getItem(storageKey(game)) !== null;
  return hasChosen ? choices : { ...choices, level: game.levels[0]?.slug ?? choices.level };
}

/** Remember choices for next time. */
export function saveChoices(game: GameCard, choices: QuickChoices, area: StorageArea = storage): void {
  writeJson(storageKey(game), choices, area);
}

/** Return the choices in a few words: "The river · as Reds · against Driver". */
export function describeChoices(game: GameCard, choices: QuickChoices): string {
  const scenario = quickScenario(game, choices);
  const level = game.levels.find((one) => one.slug === choices.level);
  const side = scenario?.sides[choices.seat];
  const options = quickOptions(game, scenario).flatMap((option) => {
    const value = choices.options[option.name] ?? option.default;
    return typeof value === "number" ? [`${option.title.toLowerCase()}: ${formatOptionValue(value, option)}`] : [];
  });
  return [scenario?.title, side && `as ${side}`, game.levels.length > 1 && `against ${level?.title ?? ""}`, ...options].filter(Boolean).join(" · ");
}

/** Return the request for a quick match: you against bots of one level. */
export function quickMatch(game: GameCard, name: string, choices: QuickChoices): NewMatch {
  const scenario = quickScenario(game, choices);
  if (!scenario) throw new Error(`${game.title} has no scenarios.`);
  const me = { person: true, here: true, level: "", name };
  const bot = { person: false, here: true, level: choices.level, name: "" };
  return {
    game: game.slug,
    scenario: scenario.slug,
    options: choices.options,
    seats: Array.from({ length: scenario.default_seats }, (_, seat) => (seat === choices.seat ? me : bot)),
    odds: true,
    hints: game.levels.length > 1,
    listed: false,
    clock: null,
  };
}
