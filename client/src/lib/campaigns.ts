/** The campaigns of this browser: their keys, which are kept as those of matches are, and which games belong to them. */

import type { CampaignCard, Created, GameCard, NewCampaign } from "../types";
import { newCampaign, playCampaign, takeInCampaign } from "./api";
import { beside, hold, keysOf } from "./keys";
import { read, shelf, write, type Shelf } from "./storage";

const GAME = "hippodrome.game-of.";

/** Where this browser keeps campaigns. */
export const campaigns: Shelf = beside(shelf);

function keep(made: Created): Created {
  hold(made.id, { host: made.host, keys: Object.values(made.keys), links: made.links }, campaigns);
  return made;
}

/** Begin a campaign and keep its keys. */
export const begin = async (asked: NewCampaign): Promise<Created> => keep(await newCampaign(asked));

/** Go on with a campaign from its file. */
export const open = async (file: string): Promise<Created> => keep(await takeInCampaign(file));

/** The match of the present or of the next game of a campaign; the keys of one's own seats in it are kept. */
export async function play(id: string): Promise<string> {
  const made = await playCampaign(id, keysOf(id, campaigns));
  hold(made.id, { host: made.host, keys: Object.values(made.keys) });
  write(GAME + made.id, id);
  return made.id;
}

/** The campaign whose game a match is, as far as this browser knows; or "". */
export function campaignOf(match: string): string {
  const kept = read(GAME + match);
  return typeof kept === "string" ? kept : "";
}

/** The address that gives a seat of a campaign to whoever opens it. */
export function campaignLink(id: string, key: string, origin: string): string {
  return `${origin}/campaign/${encodeURIComponent(id)}#seat=${encodeURIComponent(key)}`;
}

/** The kind of campaign that plays a scenario, if the game has one. */
export function kindFor(game: GameCard, scenario: string): CampaignCard | undefined {
  return game.campaigns.find((kind) => kind.scenario === scenario);
}
