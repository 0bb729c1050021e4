/** The games of this server, fetched once; and new matches of them. */

import type { Created, GameCard, NewMatch } from "../types";
import { createMatch, fetchGames } from "./api";
import { saveKeys } from "./keys";
import { readJson, writeJson } from "./storage";

let cached: Promise<GameCard[]> | null = null;

/** Return the games of this server. A failed request is repeated at the next call. */
export function loadGames(): Promise<GameCard[]> {
  if (!cached) {
    cached = fetchGames();
    cached.catch(() => (cached = null));
  }
  return cached;
}

/** Fetch the games again, after a variant was added or removed. */
export function reloadGames(): Promise<GameCard[]> {
  cached = null;
  return loadGames();
}

/** Return the game with this slug, if the server has it. */
export async function findGame(slug: string): Promise<GameCard | undefined> {
  return (await loadGames()).find((game) => game.slug === slug);
}

const NAME_KEY = "hippodrome.name";

/** Return the player name used last in this browser, or "". */
export function savedName(): string {
  const name = readJson(NAME_KEY);
  return typeof name === "string" ? name : "";
}

/** Save the player name for the next match. */
export function saveName(name: string): void {
  writeJson(NAME_KEY, name);
}

/** Create a match and save its keys: to play the seats on this screen, and to send friends their links. */
export async function setUpMatch(match: NewMatch): Promise<Created> {
  const created = await createMatch(match);
  saveKeys(created.id, { host: created.host, keys: Object.values(created.keys), links: created.links });
  return created;
}

/** Return a match to start with one click: the first scenario with its defaults, you against bots of the default level. */
export function quickMatch(game: GameCard, name: string): NewMatch {
  const scenario = game.scenarios[0];
  if (!scenario) throw new Error(`${game.title} has no scenarios.`);
  const me = { person: true, here: true, level: "", name };
  const bot = { person: false, here: true, level: game.default_level, name: "" };
  return {
    game: game.slug,
    scenario: scenario.slug,
    options: {},
    seats: Array.from({ length: scenario.default_seats }, (_, seat) => (seat ? bot : me)),
    odds: true,
    hints: game.levels.length > 1,
    listed: false,
    clock: null,
  };
}
