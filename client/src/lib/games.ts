/** The games of this server, fetched once; and new matches of them. */

import type { Created, GameCard, NewMatch } from "../types";
import { createMatch, fetchGames } from "./api";
import { personalKey } from "./keys";
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

/** Create a match, held by the personal key of this browser. Its invitations stay on the server. */
export const setUpMatch = (match: NewMatch): Promise<Created> => createMatch(match, [personalKey()]);
