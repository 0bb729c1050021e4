/** This browser's campaigns: their seat keys, stored like those of matches, and the matches that belong to them. */

import type { CampaignCard, Created, GameCard, NewCampaign } from "../types";
import { createCampaign, importCampaign, openCampaignGame } from "./api";
import { campaignStorageIn, keysFor, personalKey, saveKeys } from "./keys";
import { readJson, storage, type StorageArea, writeJson } from "./storage";

const CAMPAIGN_OF_PREFIX = "hippodrome.game-of.";

/** The storage of campaign keys, for the functions of lib/keys. */
export const campaignStorage: StorageArea = campaignStorageIn(storage);

function saveSeats(created: Created): Created {
  saveKeys(created.id, { host: created.host, keys: Object.values(created.keys) }, campaignStorage);
  return created;
}

/** Start a campaign and save its keys. */
export const startCampaign = async (campaign: NewCampaign): Promise<Created> => saveSeats(await createCampaign(campaign));

/** Open a campaign from its file and save its keys. */
export const openCampaignFile = async (file: string): Promise<Created> => saveSeats(await importCampaign(file));

/** Return the id of the match for a campaign's current or next game, whose seats your personal key holds. */
export async function openNextGame(id: string): Promise<string> {
  const match = await openCampaignGame(id, [personalKey(), ...keysFor(id, campaignStorage)]);
  writeJson(CAMPAIGN_OF_PREFIX + match.id, id);
  return match.id;
}

/** Return the id of the campaign a match belongs to; "" if it belongs to none this browser knows. */
export function campaignOf(match: string): string {
  const id = readJson(CAMPAIGN_OF_PREFIX + match);
  return typeof id === "string" ? id : "";
}

/** Return the link to a seat of a campaign with its key, as an earlier version has saved it. */
export function campaignLink(id: string, key: string, origin: string): string {
  return `${origin}/campaign/${encodeURIComponent(id)}#seat=${encodeURIComponent(key)}`;
}

/** Return the campaign that is played with a scenario, if the game has one. */
export function campaignFor(game: GameCard, scenario: string): CampaignCard | undefined {
  return game.campaigns.find((campaign) => campaign.scenarios.includes(scenario));
}
