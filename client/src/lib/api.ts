/** Every call of the server that is not a socket, typed; what goes wrong is a Failure with a sentence for people. */

import type {
  CampaignPage,
  Created,
  Ending,
  ErrorBody,
  Frame,
  GameCard,
  Health,
  Imported,
  Info,
  LabGame,
  LabLook,
  LabPage,
  LabRun,
  Log,
  NewCampaign,
  NewChoice,
  NewLook,
  NewMatch,
  NewOwn,
  OwnCard,
  OwnReport,
  RulesText,
  SheetPages,
  VariantCard,
  VariantPage,
  Verified,
} from "../types";
import type { Look } from "./settings.svelte";

/** Something the server refused, or could not be asked. `text` is a sentence to show. */
export class Failure extends Error {
  constructor(
    /** The code of the answer; 0 if there was none. */
    readonly status: number,
    /** A word for programs; "unreachable" if there was no answer. */
    readonly code: string,
    /** A sentence for people. */
    readonly text: string,
    /** The field or line it is about, such as "seats.2.name", or "". */
    readonly where = "",
  ) {
    super(text);
    this.name = "Failure";
  }

  /** Whether nobody answered at all. */
  get unreachable(): boolean {
    return this.code === "unreachable";
  }
}

const SILENT = "The server does not answer. Nothing is lost: what was played is kept there. Try again in a moment.";
const PUZZLED = "The server had a problem with this. Nothing was changed; try again in a moment.";

/** Anything caught, as a Failure. */
export function failure(error: unknown): Failure {
  return error instanceof Failure ? error : new Failure(0, "broken", error instanceof Error ? error.message : PUZZLED);
}

interface Asked {
  json?: unknown;
  text?: string;
  keys?: readonly string[];
  signal?: AbortSignal;
}

async function ask(path: string, { json, text, keys = [], signal }: Asked = {}, method = "GET"): Promise<Response> {
  const headers: Record<string, string> = {};
  if (json !== undefined) headers["Content-Type"] = "application/json";
  if (text !== undefined) headers["Content-Type"] = "text/plain; charset=utf-8";
  if (keys.length) headers["X-Seat-Key"] = keys.join(",");
  const body = json === undefined ? text : JSON.stringify(json);
  let response: Response;
  try {
    response = await fetch(path, { method, headers, ...(body === undefined ? {} : { body }), ...(signal ? { signal } : {}) });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Failure(0, "unreachable", SILENT);
  }
  if (!response.ok) throw await refusal(response);
  return response;
}

async function refusal(response: Response): Promise<Failure> {
  try {
    const { error } = (await response.json()) as ErrorBody;
    return new Failure(response.status, error.code, error.text, error.where);
  } catch {
    const gateway = [502, 503, 504].includes(response.status);
    return new Failure(response.status, gateway ? "unreachable" : "broken", gateway ? SILENT : PUZZLED);
  }
}

async function get<T>(path: string, asked?: Asked): Promise<T> {
  return (await (await ask(path, asked)).json()) as T;
}

async function post<T>(path: string, asked: Asked): Promise<T> {
  return (await (await ask(path, asked, "POST")).json()) as T;
}

const part = encodeURIComponent;
const ofMatch = (id: string): string => `/api/matches/${part(id)}`;

/** The games, each with its scenarios and options. */
export const games = (): Promise<GameCard[]> => get("/api/games");

/** The rulebook of a game. lib/rules.ts asks once and remembers. */
export const rules = (game: string): Promise<RulesText> => get(`/api/games/${part(game)}/rules`);

/** The address of a game's symbols. */
export const symbolsAddress = (game: string): string => `/api/games/${part(game)}/symbols.svg`;

/** The address of a picture of the opening position. */
export const boardAddress = (game: string, scenario: string, look: Look): string =>
  `/api/games/${part(game)}/${part(scenario)}/board.svg?theme=${look}`;

/** The address of a theme's style sheet. */
export const styleAddress = (look: Look): string => `/api/looks/${look}.css`;

/** The address of a theme's patterns. */
export const patternsAddress = (look: Look): string => `/api/looks/${look}.svg`;

/** The text at an address: symbols, patterns, a style sheet. */
export const textAt = async (address: string): Promise<string> => (await ask(address)).text();

/** Set up a table. */
export const newMatch = (match: NewMatch): Promise<Created> => post("/api/matches", { json: match });

/** What everybody may know of a table. */
export const info = (id: string): Promise<Info> => get(ofMatch(id));

/** The same people and settings with new dice. */
export const rematch = (id: string, keys: readonly string[]): Promise<Created> =>
  post(`${ofMatch(id)}/rematch`, { keys });

/** Play on from a moment against programs. */
export const branch = (id: string, at: number, seat: number | null, keys: readonly string[]): Promise<Created> =>
  post(`${ofMatch(id)}/branch`, { json: { at, seat }, keys });

/** The table after so many moves, as a seat may see it. */
export const moment = (
  id: string,
  move: number,
  seat: number,
  keys: readonly string[],
  signal?: AbortSignal,
): Promise<Frame> => get(`${ofMatch(id)}/moments/${move}?as=${seat}`, signal ? { keys, signal } : { keys });

/** The whole log as a seat may read it. */
export const log = (id: string, seat: number, keys: readonly string[]): Promise<Log> =>
  get(`${ofMatch(id)}/log?as=${seat}`, { keys });

/** The sheets of a match as a seat may see them: after so many moves, or as it stands. */
export const sheets = (id: string, seat: number, at: number | null, keys: readonly string[]): Promise<SheetPages> =>
  get(`${ofMatch(id)}/sheets?as=${seat}${at === null ? "" : `&at=${at}`}`, { keys });

/** The sheets of a scenario before play. */
export const blankSheets = (game: string, scenario: string): Promise<SheetPages> =>
  get(`/api/games/${part(game)}/${part(scenario)}/sheets`);

/** What people can write themselves for a game. */
export const ownKinds = (game: string): Promise<OwnCard[]> => get(`/api/games/${part(game)}/own`);

/** What a file of one's own comes to, and what is wrong with it. */
export const lookOver = (game: string, kind: string, asked: NewOwn, look: Look): Promise<OwnReport> =>
  post(`/api/games/${part(game)}/own/${part(kind)}?theme=${look}`, { json: asked });

/** How a match ended. */
export const ending = (id: string): Promise<Ending> => get(`${ofMatch(id)}/ending`);

/** The address of the record of a match that is over. */
export const recordAddress = (id: string): string => `${ofMatch(id)}/record`;

/** The record of a match that is over. */
export const record = (id: string): Promise<string> => textAt(recordAddress(id));

/** Take a record in as a match that can be looked at. */
export const takeIn = (text: string): Promise<Imported> => post("/api/records", { text });

/** Check every die and move of a record. */
export const verify = (text: string): Promise<Verified> => post("/api/verify", { text });

const ofCampaign = (id: string): string => `/api/campaigns/${part(id)}`;

/** Begin a campaign. */
export const newCampaign = (asked: NewCampaign): Promise<Created> => post("/api/campaigns", { json: asked });

/** Go on with a campaign from its file. */
export const takeInCampaign = (text: string): Promise<Created> => post("/api/campaigns/file", { text });

/** A campaign as it stands. */
export const campaign = (id: string, keys: readonly string[]): Promise<CampaignPage> => get(ofCampaign(id), { keys });

/** The table of the present or of the next game of a campaign. */
export const playCampaign = (id: string, keys: readonly string[]): Promise<Created> =>
  post(`${ofCampaign(id)}/play`, { keys });

/** Decide something between two games. */
export const decideCampaign = async (id: string, choice: NewChoice, keys: readonly string[]): Promise<void> => {
  await ask(`${ofCampaign(id)}/choices`, { json: choice, keys }, "POST");
};

/** The address of the file of a campaign. */
export const campaignFile = (id: string): string => `${ofCampaign(id)}/file`;

/** The laboratory: ready experiments, and those of this server. */
export const laboratory = (): Promise<LabPage> => get("/api/laboratory");

/** What an experiment with a game can compare and vary. */
export const labGame = (game: string): Promise<LabGame> => get(`/api/laboratory/games/${part(game)}`);

/** What an experiment comes to, or what is wrong with it. */
export const lookAtExperiment = (asked: NewLook): Promise<LabLook> => post("/api/laboratory/looks", { json: asked });

/** Begin an experiment from its file; one that was begun before goes on. */
export const beginExperiment = (text: string): Promise<LabRun> =>
  post("/api/laboratory/experiments", { json: { text } });

const ofExperiment = (id: string): string => `/api/laboratory/experiments/${part(id)}`;

/** How an experiment stands. */
export const experiment = (id: string): Promise<LabRun> => get(ofExperiment(id));

/** Go on with an experiment, or stop it. */
export const tellExperiment = (id: string, what: "go" | "stop"): Promise<LabRun> => post(`${ofExperiment(id)}/${what}`, {});

/** Take an experiment away with all its results. */
export const deleteExperiment = async (id: string): Promise<void> => {
  await ask(`${ofExperiment(id)}/delete`, {}, "POST");
};

/** The address of the report of an experiment, to be shown in a frame. */
export const reportAddress = (id: string, look: Look): string => `${ofExperiment(id)}/report?theme=${look}`;

/** The address of a file of an experiment. */
export const experimentFile = (id: string, name: string): string => `${ofExperiment(id)}/files/${name}`;

const ofVariant = (slug: string): string => `/api/variants/${part(slug)}`;

/** The variants of games that this server has. */
export const variants = (): Promise<VariantPage> => get("/api/variants");

/** Take a variant into use, from the text of its file. */
export const openVariant = (text: string): Promise<VariantCard> => post("/api/variants/file", { json: { text } });

/** Let a variant go. */
export const removeVariant = async (slug: string): Promise<void> => {
  await ask(`${ofVariant(slug)}/remove`, {}, "POST");
};

/** The address of the file of a variant. */
export const variantFile = (slug: string): string => `${ofVariant(slug)}/file`;

/** How the server is. */
export const health = (): Promise<Health> => get("/health");
