/** The games of this server: fetched once, looked up by name. */

import type { Created, GameCard, NewMatch } from "../types";
import { fetchGames, createMatch } from "./api";
import { saveKeys } from "./keys";
import { readJson, writeJson } from "./storage";

let list: Promise<GameCard[]> | null = null;

/** The games; what could not be fetched is fetched again next time. */
export function loadGames(): Promise<GameCard[]> {
  if (!list) {
    list = fetchGames();
    list.catch(() => (list = null));
  }
  return list;
}

/** Ask for the games anew: there is one more, or one less. */
export function reloadGames(): Promise<GameCard[]> {
  list = null;
  return loadGames();
}

/** The game of this name, if the server has it. */
export async function findGame(slug: string): Promise<GameCard | undefined> {
  return (await loadGames()).find((game) => game.slug === slug);
}

const NAME = "hippodrome.name";

/** What the person at this screen was called last. */
export function savedName(): string {
  const kept = readJson(NAME);
  return typeof kept === "string" ? kept : "";
}

/** Remember what the person at this screen is called. */
export function saveName(name: string): void {
  writeJson(NAME, name);
}

/** Set up a table and keep its keys: those of seats at this screen to play, those of friends to be sent. */
export async function setUpMatch(match: NewMatch): Promise<Created> {
  const made = await createMatch(match);
  saveKeys(made.id, { host: made.host, keys: Object.values(made.keys), links: made.links });
  return made;
}

/** A good match with one click: the first scenario, as many seats as usual, the programs that are usual. */
export function quickMatch(game: GameCard, name: string): NewMatch {
  const scenario = game.scenarios[0];
  if (!scenario) throw new Error(`${game.title} has nothing to play.`);
  const me = { person: true, here: true, level: "", name };
  const program = { person: false, here: true, level: game.level, name: "" };
  return {
    game: game.slug,
    scenario: scenario.slug,
    options: {},
    seats: Array.from({ length: scenario.usual }, (_, seat) => (seat ? program : me)),
    odds: true,
    hints: game.levels.length > 1,
    listed: false,
    clock: null,
  };
}
