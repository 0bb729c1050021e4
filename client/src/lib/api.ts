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
import type { ShownTheme } from "./settings.svelte";

/** Something the server refused, or could not be asked. `text` is a sentence to show. */
export class ApiError extends Error {
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

const UNREACHABLE_TEXT = "The server does not answer. Nothing is lost: what was played is kept there. Try again in a moment.";
const SERVER_ERROR_TEXT = "The server had a problem with this. Nothing was changed; try again in a moment.";

/** Anything caught, as a Failure. */
export function toApiError(error: unknown): ApiError {
  return error instanceof ApiError ? error : new ApiError(0, "broken", error instanceof Error ? error.message : SERVER_ERROR_TEXT);
}

interface RequestParts {
  json?: unknown;
  text?: string;
  keys?: readonly string[];
  signal?: AbortSignal;
}

async function request(path: string, { json, text, keys = [], signal }: RequestParts = {}, method = "GET"): Promise<Response> {
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
    throw new ApiError(0, "unreachable", UNREACHABLE_TEXT);
  }
  if (!response.ok) throw await readError(response);
  return response;
}

async function readError(response: Response): Promise<ApiError> {
  try {
    const { error } = (await response.json()) as ErrorBody;
    return new ApiError(response.status, error.code, error.text, error.where);
  } catch {
    const gateway = [502, 503, 504].includes(response.status);
    return new ApiError(response.status, gateway ? "unreachable" : "broken", gateway ? UNREACHABLE_TEXT : SERVER_ERROR_TEXT);
  }
}

async function get<T>(path: string, asked?: RequestParts): Promise<T> {
  return (await (await request(path, asked)).json()) as T;
}

async function post<T>(path: string, asked: RequestParts): Promise<T> {
  return (await (await request(path, asked, "POST")).json()) as T;
}

const encode = encodeURIComponent;
const matchPath = (id: string): string => `/api/matches/${encode(id)}`;

/** The games, each with its scenarios and options. */
export const fetchGames = (): Promise<GameCard[]> => get("/api/games");

/** The rulebook of a game. lib/rules.ts asks once and remembers. */
export const fetchRules = (game: string): Promise<RulesText> => get(`/api/games/${encode(game)}/rules`);

/** The address of a game's symbols. */
export const symbolsUrl = (game: string): string => `/api/games/${encode(game)}/symbols.svg`;

/** The address of a picture of the opening position. */
export const boardImageUrl = (game: string, scenario: string, look: ShownTheme): string =>
  `/api/games/${encode(game)}/${encode(scenario)}/board.svg?theme=${look}`;

/** The address of a theme's style sheet. */
export const themeCssUrl = (look: ShownTheme): string => `/api/looks/${look}.css`;

/** The address of a theme's patterns. */
export const themePatternsUrl = (look: ShownTheme): string => `/api/looks/${look}.svg`;

/** The text at an address: symbols, patterns, a style sheet. */
export const fetchText = async (address: string): Promise<string> => (await request(address)).text();

/** Set up a table. */
export const createMatch = (match: NewMatch): Promise<Created> => post("/api/matches", { json: match });

/** What everybody may know of a table. */
export const fetchMatchInfo = (id: string): Promise<Info> => get(matchPath(id));

/** The same people and settings with new dice. */
export const createRematch = (id: string, keys: readonly string[]): Promise<Created> =>
  post(`${matchPath(id)}/rematch`, { keys });

/** Play on from a moment against programs. */
export const createBranch = (id: string, at: number, seat: number | null, keys: readonly string[]): Promise<Created> =>
  post(`${matchPath(id)}/branch`, { json: { at, seat }, keys });

/** The table after so many moves, as a seat may see it. */
export const fetchFrame = (
  id: string,
  move: number,
  seat: number,
  keys: readonly string[],
  signal?: AbortSignal,
): Promise<Frame> => get(`${matchPath(id)}/moments/${move}?as=${seat}`, signal ? { keys, signal } : { keys });

/** The whole log as a seat may read it. */
export const fetchLog = (id: string, seat: number, keys: readonly string[]): Promise<Log> =>
  get(`${matchPath(id)}/log?as=${seat}`, { keys });

/** The sheets of a match as a seat may see them: after so many moves, or as it stands. */
export const fetchSheets = (id: string, seat: number, at: number | null, keys: readonly string[]): Promise<SheetPages> =>
  get(`${matchPath(id)}/sheets?as=${seat}${at === null ? "" : `&at=${at}`}`, { keys });

/** The sheets of a scenario before play. */
export const fetchBlankSheets = (game: string, scenario: string): Promise<SheetPages> =>
  get(`/api/games/${encode(game)}/${encode(scenario)}/sheets`);

/** What people can write themselves for a game. */
export const fetchCustomKinds = (game: string): Promise<OwnCard[]> => get(`/api/games/${encode(game)}/own`);

/** What a file of one's own comes to, and what is wrong with it. */
export const checkCustomFile = (game: string, kind: string, asked: NewOwn, look: ShownTheme): Promise<OwnReport> =>
  post(`/api/games/${encode(game)}/own/${encode(kind)}?theme=${look}`, { json: asked });

/** How a match ended. */
export const fetchEnding = (id: string): Promise<Ending> => get(`${matchPath(id)}/ending`);

/** The address of the record of a match that is over. */
export const recordUrl = (id: string): string => `${matchPath(id)}/record`;

/** The record of a match that is over. */
export const fetchRecord = (id: string): Promise<string> => fetchText(recordUrl(id));

/** Take a record in as a match that can be looked at. */
export const importRecord = (text: string): Promise<Imported> => post("/api/records", { text });

/** Check every die and move of a record. */
export const verifyRecord = (text: string): Promise<Verified> => post("/api/verify", { text });

const campaignPath = (id: string): string => `/api/campaigns/${encode(id)}`;

/** Begin a campaign. */
export const createCampaign = (asked: NewCampaign): Promise<Created> => post("/api/campaigns", { json: asked });

/** Go on with a campaign from its file. */
export const importCampaign = (text: string): Promise<Created> => post("/api/campaigns/file", { text });

/** A campaign as it stands. */
export const fetchCampaign = (id: string, keys: readonly string[]): Promise<CampaignPage> => get(campaignPath(id), { keys });

/** The table of the present or of the next game of a campaign. */
export const openCampaignGame = (id: string, keys: readonly string[]): Promise<Created> =>
  post(`${campaignPath(id)}/play`, { keys });

/** Decide something between two games. */
export const answerCampaignQuestion = async (id: string, choice: NewChoice, keys: readonly string[]): Promise<void> => {
  await request(`${campaignPath(id)}/choices`, { json: choice, keys }, "POST");
};

/** The address of the file of a campaign. */
export const campaignFileUrl = (id: string): string => `${campaignPath(id)}/file`;

/** The laboratory: ready experiments, and those of this server. */
export const fetchLab = (): Promise<LabPage> => get("/api/laboratory");

/** What an experiment with a game can compare and vary. */
export const fetchLabGame = (game: string): Promise<LabGame> => get(`/api/laboratory/games/${encode(game)}`);

/** What an experiment comes to, or what is wrong with it. */
export const checkExperiment = (asked: NewLook): Promise<LabLook> => post("/api/laboratory/looks", { json: asked });

/** Begin an experiment from its file; one that was begun before goes on. */
export const startExperiment = (text: string): Promise<LabRun> =>
  post("/api/laboratory/experiments", { json: { text } });

const experimentPath = (id: string): string => `/api/laboratory/experiments/${encode(id)}`;

/** How an experiment stands. */
export const fetchExperiment = (id: string): Promise<LabRun> => get(experimentPath(id));

/** Go on with an experiment, or stop it. */
export const controlExperiment = (id: string, what: "go" | "stop"): Promise<LabRun> => post(`${experimentPath(id)}/${what}`, {});

/** Take an experiment away with all its results. */
export const deleteExperiment = async (id: string): Promise<void> => {
  await request(`${experimentPath(id)}/delete`, {}, "POST");
};

/** The address of the report of an experiment, to be shown in a frame. */
export const reportUrl = (id: string, look: ShownTheme): string => `${experimentPath(id)}/report?theme=${look}`;

/** The address of a file of an experiment. */
export const experimentFileUrl = (id: string, name: string): string => `${experimentPath(id)}/files/${name}`;

const variantPath = (slug: string): string => `/api/variants/${encode(slug)}`;

/** The variants of games that this server has. */
export const fetchVariants = (): Promise<VariantPage> => get("/api/variants");

/** Take a variant into use, from the text of its file. */
export const importVariant = (text: string): Promise<VariantCard> => post("/api/variants/file", { json: { text } });

/** Let a variant go. */
export const removeVariant = async (slug: string): Promise<void> => {
  await request(`${variantPath(slug)}/remove`, {}, "POST");
};

/** The address of the file of a variant. */
export const variantFileUrl = (slug: string): string => `${variantPath(slug)}/file`;

/** How the server is. */
export const fetchHealth = (): Promise<Health> => get("/health");
