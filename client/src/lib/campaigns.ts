/** The campaigns of this browser: their keys, which are kept as those of matches are, and which games belong to them. */

import type { CampaignCard, Created, GameCard, NewCampaign } from "../types";
import { createCampaign, openCampaignGame, importCampaign } from "./api";
import { campaignStorageIn, saveKeys, keysFor } from "./keys";
import { readJson, storage, writeJson, type StorageArea } from "./storage";

const CAMPAIGN_OF_PREFIX = "hippodrome.game-of.";

/** Where this browser keeps campaigns. */
export const campaignStorage: StorageArea = campaignStorageIn(storage);

function saveSeats(made: Created): Created {
  saveKeys(made.id, { host: made.host, keys: Object.values(made.keys), links: made.links }, campaignStorage);
  return made;
}

/** Begin a campaign and keep its keys. */
export const startCampaign = async (asked: NewCampaign): Promise<Created> => saveSeats(await createCampaign(asked));

/** Go on with a campaign from its file. */
export const openCampaignFile = async (file: string): Promise<Created> => saveSeats(await importCampaign(file));

/** The match of the present or of the next game of a campaign; the keys of one's own seats in it are kept. */
export async function openNextGame(id: string): Promise<string> {
  const made = await openCampaignGame(id, keysFor(id, campaignStorage));
  saveKeys(made.id, { host: made.host, keys: Object.values(made.keys) });
  writeJson(CAMPAIGN_OF_PREFIX + made.id, id);
  return made.id;
}

/** The campaign whose game a match is, as far as this browser knows; or "". */
export function campaignOf(match: string): string {
  const kept = readJson(CAMPAIGN_OF_PREFIX + match);
  return typeof kept === "string" ? kept : "";
}

/** The address that gives a seat of a campaign to whoever opens it. */
export function campaignLink(id: string, key: string, origin: string): string {
  return `${origin}/campaign/${encodeURIComponent(id)}#seat=${encodeURIComponent(key)}`;
}

/** The kind of campaign that plays a scenario, if the game has one. */
export function campaignFor(game: GameCard, scenario: string): CampaignCard | undefined {
  return game.campaigns.find((kind) => kind.scenario === scenario);
}
