/** Typed calls of the server's REST API. A call that fails throws an ApiError with a text to show. */

import type {
  Addresses,
  CampaignPage,
  ChosenSeat,
  Created,
  CustomFileKindCard,
  CustomFileReport,
  DeviceCode,
  ErrorBody,
  ExperimentEstimate,
  ExperimentPage,
  ExperimentPreview,
  Frame,
  GameCard,
  Health,
  HeldKeys,
  ImportedMatch,
  Invitations,
  InvitedSeat,
  JoinedDevice,
  LabGame,
  LabPage,
  LessonCard,
  LobbyList,
  Log,
  MatchInfo,
  MatchResult,
  NewAcceptance,
  NewAnswer,
  NewCampaign,
  NewCustomFile,
  NewExperimentPreview,
  NewMatch,
  NewMatchAcceptance,
  RecordCheck,
  QuickStartText,
  RulesText,
  SheetPages,
  VariantCard,
  VariantPage,
} from "../types";
import type { ShownTheme } from "./settings.svelte";

/** A failed call: the server rejected the request, or did not answer. */
export class ApiError extends Error {
  constructor(
    /** The HTTP status; 0 if there was no answer. */
    readonly status: number,
    /** The machine-readable error code; "unreachable" if there was no answer. */
    readonly code: string,
    /** A sentence to show to the player. */
    readonly text: string,
    /** The field or line at fault, such as "seats.2.name", or "". */
    readonly where = "",
  ) {
    super(text);
    this.name = "ApiError";
  }

  /** True if the server did not answer at all. */
  get unreachable(): boolean {
    return this.code === "unreachable";
  }
}

export const UNREACHABLE_TEXT = "The server is not responding. Your matches are safe; try again in a moment.";
const SERVER_ERROR_TEXT = "Something went wrong on the server. Nothing was changed; try again in a moment.";

/** Convert anything caught to an ApiError. */
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

async function get<T>(path: string, parts?: RequestParts): Promise<T> {
  return (await (await request(path, parts)).json()) as T;
}

async function post<T>(path: string, parts: RequestParts): Promise<T> {
  return (await (await request(path, parts, "POST")).json()) as T;
}

const encode = encodeURIComponent;
const matchPath = (id: string): string => `/api/matches/${encode(id)}`;

/** Fetch the games, each with its scenarios and options. */
export const fetchGames = (): Promise<GameCard[]> => get("/api/games");

/** Fetch the lessons of a game, in their order. */
export const fetchLessons = (game: string): Promise<LessonCard[]> => get(`/api/games/${encode(game)}/lessons`);

/** Fetch the rulebook of a game. lib/rules.ts caches it. */
export const fetchRules = (game: string): Promise<RulesText> => get(`/api/games/${encode(game)}/rules`);

/** Fetch the quick start of a game. lib/quickStart.ts caches it. */
export const fetchQuickStart = (game: string): Promise<QuickStartText> => get(`/api/games/${encode(game)}/quick-start`);

/** Return the URL of the picture of a diagram in a quick start; they are numbered from 1. */
export const diagramUrl = (game: string, number: number, theme: ShownTheme): string =>
  `/api/games/${encode(game)}/quick-start/${number}.svg?theme=${theme}`;

/** Return the URL of a game's SVG symbols. */
export const symbolsUrl = (game: string): string => `/api/games/${encode(game)}/symbols.svg`;

/** Return the URL of a picture of a scenario's opening position. */
export const boardImageUrl = (game: string, scenario: string, theme: ShownTheme, deployed = false): string =>
  `/api/games/${encode(game)}/${encode(scenario)}/board.svg?theme=${theme}${deployed ? "&deployed=true" : ""}`;

/** Return the URL of the file of a sample variant. */
export const sampleVariantUrl = (name: string): string => `/api/variants/samples/${encode(name)}`;

/** Return the URL of a file for a new variant of a game. */
export const variantTemplateUrl = (game: string): string => `/api/variants/templates/${encode(game)}`;

/** Return the URL of a theme's style sheet. */
export const themeCssUrl = (theme: ShownTheme): string => `/api/themes/${theme}.css`;

/** Return the URL of a theme's SVG patterns. */
export const themePatternsUrl = (theme: ShownTheme): string => `/api/themes/${theme}.svg`;

/** Fetch the text at a URL: symbols, patterns, a style sheet or a record. */
export const fetchText = async (url: string): Promise<string> => (await request(url)).text();

/** Create a match; the personal key among the keys holds it. */
export const createMatch = (match: NewMatch, keys: readonly string[]): Promise<Created> => post("/api/matches", { json: match, keys });

/** Let the personal key among `keys` hold some seat keys. */
export const holdKeys = (seatKeys: readonly string[], keys: readonly string[]): Promise<HeldKeys> =>
  post("/api/held", { json: { keys: seatKeys }, keys });

/** Fetch a page of the matches of a personal key, in progress or finished. Pages are counted from 0. */
export const fetchOwnMatches = (over: boolean, page: number, keys: readonly string[]): Promise<LobbyList> =>
  get(`/api/held?over=${over}&page=${page}`, { keys });

/** Remove a match from those of a personal key. */
export const releaseMatch = async (id: string, keys: readonly string[]): Promise<void> => {
  await request(`/api/held/${encode(id)}`, { keys }, "DELETE");
};

/** Fetch the public information about a match. */
export const fetchMatchInfo = (id: string): Promise<MatchInfo> => get(matchPath(id));

/** Create a rematch: the same players and settings, new dice. */
export const createRematch = (id: string, keys: readonly string[]): Promise<Created> =>
  post(`${matchPath(id)}/rematch`, { keys });

/** Create a match that continues from a past position, with bots in the other seats. */
export const createBranch = (id: string, at: number, seat: number | null, keys: readonly string[]): Promise<Created> =>
  post(`${matchPath(id)}/branch`, { json: { at, seat }, keys });

/** Delete a match for everyone; `keys` must include the host's key. */
export const deleteMatch = async (id: string, keys: readonly string[]): Promise<void> => {
  await request(`${matchPath(id)}/delete`, { keys }, "POST");
};

/** Fetch the position after the given number of moves, as a seat may see it. */
export const fetchFrame = (
  id: string,
  move: number,
  seat: number,
  keys: readonly string[],
  signal?: AbortSignal,
): Promise<Frame> => get(`${matchPath(id)}/frames/${move}?as=${seat}`, signal ? { keys, signal } : { keys });

/** Fetch the whole log, as a seat may read it. */
export const fetchLog = (id: string, seat: number, keys: readonly string[]): Promise<Log> =>
  get(`${matchPath(id)}/log?as=${seat}`, { keys });

/** Fetch the record sheets of a match, as a seat may see them, after `at` moves; null means now. */
export const fetchSheets = (id: string, seat: number, at: number | null, keys: readonly string[]): Promise<SheetPages> =>
  get(`${matchPath(id)}/sheets?as=${seat}${at === null ? "" : `&at=${at}`}`, { keys });

/** Fetch the record sheets of a scenario as they are before play. */
export const fetchBlankSheets = (game: string, scenario: string): Promise<SheetPages> =>
  get(`/api/games/${encode(game)}/${encode(scenario)}/sheets`);

/** Fetch the kinds of custom files a game accepts. */
export const fetchCustomKinds = (game: string): Promise<CustomFileKindCard[]> => get(`/api/games/${encode(game)}/custom-files`);

/** Check a custom file; the report says what it contains and lists its errors. */
export const checkCustomFile = (game: string, kind: string, file: NewCustomFile, theme: ShownTheme): Promise<CustomFileReport> =>
  post(`/api/games/${encode(game)}/custom-files/${encode(kind)}?theme=${theme}`, { json: file });

/** Fetch the result of a finished match. */
export const fetchResult = (id: string): Promise<MatchResult> => get(`${matchPath(id)}/result`);

/** Return the URL of the record of a finished match. */
export const recordUrl = (id: string): string => `${matchPath(id)}/record`;

/** Fetch the record of a match that cannot be opened any more; `keys` must include one of its players. */
export const fetchSavedRecord = async (id: string, keys: readonly string[]): Promise<string> =>
  (await request(`${matchPath(id)}/saved-record`, { keys })).text();

/** Fetch the record of a finished match. */
export const fetchRecord = (id: string): Promise<string> => fetchText(recordUrl(id));

/** Import a record as a match that can be replayed; a personal key among the keys can delete it. */
export const importRecord = (text: string, keys: readonly string[]): Promise<ImportedMatch> => post("/api/records", { text, keys });

/** URL of the public keys with which this server signs records. */
export const KEYS_URL = "/.well-known/hippodrome-keys.json";

/** Verify the record of a finished or imported match. */
export const verifyMatch = (id: string): Promise<RecordCheck> => get(`${matchPath(id)}/verification`);

/** Return the URL of the signed commitment of a match. */
export const commitmentUrl = (id: string): string => `${matchPath(id)}/commitment`;

/** Verify the moves, dice and commitment of a record. */
export const verifyRecord = (text: string): Promise<RecordCheck> => post("/api/verify", { text });

const campaignPath = (id: string): string => `/api/campaigns/${encode(id)}`;

/** Create a campaign. */
export const createCampaign = (campaign: NewCampaign): Promise<Created> => post("/api/campaigns", { json: campaign });

type Kind = "match" | "campaign";
const pathOf = (kind: Kind, id: string): string => (kind === "match" ? matchPath(id) : campaignPath(id));

/** Fetch the open invitations of a match or campaign by seat; `keys` must include the host's key. */
export const fetchInvitations = (kind: Kind, id: string, keys: readonly string[]): Promise<Invitations> =>
  get(`${pathOf(kind, id)}/invitations`, { keys });

/** Return the seat of an open invitation to a match. */
export const readInvitation = (id: string, invitation: string, keys: readonly string[]): Promise<InvitedSeat> =>
  post(`${matchPath(id)}/invitations/read`, { json: { invitation } satisfies NewAcceptance, keys });

/** Return the addresses at which other computers reach this server. */
export const fetchAddresses = (): Promise<Addresses> => get("/api/addresses");

/** Exchange an invitation for the key of its seat. */
export const acceptInvitation = (kind: Kind, id: string, json: NewMatchAcceptance | NewAcceptance, keys: readonly string[]): Promise<Created> =>
  post(`${pathOf(kind, id)}/invitations/accept`, { json, keys });

/** Return a new invitation to a seat; the earlier one, and the key of a player who has the seat, end. */
export const replaceInvitation = (kind: Kind, id: string, seat: number, keys: readonly string[]): Promise<Invitations> =>
  post(`${pathOf(kind, id)}/invitations`, { json: { seat } satisfies ChosenSeat, keys });

/** End the invitation to a seat, and the key of a player who has the seat. */
export const cancelInvitation = async (kind: Kind, id: string, seat: number, keys: readonly string[]): Promise<void> => {
  await request(`${pathOf(kind, id)}/invitations/cancel`, { json: { seat } satisfies ChosenSeat, keys }, "POST");
};

/** Return a code with which another device of yours joins your seat. */
export const createDeviceCode = (kind: Kind, id: string, seat: number, keys: readonly string[]): Promise<DeviceCode> =>
  post(`${pathOf(kind, id)}/device-codes`, { json: { seat } satisfies ChosenSeat, keys });

/** Exchange a device code for the key of its seat. */
export const joinWithCode = (code: string, keys: readonly string[]): Promise<JoinedDevice> =>
  post("/api/device-codes/join", { json: { code }, keys });

/** Import a campaign from its file. */
export const importCampaign = (text: string): Promise<Created> => post("/api/campaigns/file", { text });

/** Fetch the current state of a campaign. */
export const fetchCampaign = (id: string, keys: readonly string[]): Promise<CampaignPage> => get(campaignPath(id), { keys });

/** Return the match of a campaign's current game, creating the next one if none is in progress. */
export const openCampaignGame = (id: string, keys: readonly string[]): Promise<Created> =>
  post(`${campaignPath(id)}/play`, { keys });

/** Answer a question that a campaign asks between two games. */
export const answerCampaignQuestion = async (id: string, choice: NewAnswer, keys: readonly string[]): Promise<void> => {
  await request(`${campaignPath(id)}/answers`, { json: choice, keys }, "POST");
};

/** Return the URL of a campaign's file. */
export const campaignFileUrl = (id: string): string => `${campaignPath(id)}/file`;

/** Fetch the lab's example experiments and the experiments of this server. */
export const fetchLab = (keys: readonly string[]): Promise<LabPage> => get("/api/laboratory", { keys });

/** Fetch what an experiment with a game can compare and vary. */
export const fetchLabGame = (game: string): Promise<LabGame> => get(`/api/laboratory/games/${encode(game)}`);

/** Check an experiment; the answer has its size, or its errors. */
export const checkExperiment = (draft: NewExperimentPreview): Promise<ExperimentPreview> => post("/api/laboratory/previews", { json: draft });

/** Ask how long a valid experiment may take; the server plays a few of its matches. */
export const estimateExperiment = (text: string): Promise<ExperimentEstimate> => post("/api/laboratory/estimates", { json: { text } });

/** Start an experiment from its file, for the personal key among the keys; one that was started before continues. */
export const startExperiment = (text: string, keys: readonly string[]): Promise<ExperimentPage> =>
  post("/api/laboratory/experiments", { json: { text }, keys });

const experimentPath = (id: string): string => `/api/laboratory/experiments/${encode(id)}`;

/** Fetch the progress and results of an experiment. */
export const fetchExperiment = (id: string, keys: readonly string[]): Promise<ExperimentPage> => get(experimentPath(id), { keys });

/** Resume or stop an experiment. */
export const controlExperiment = (id: string, command: "resume" | "stop", keys: readonly string[]): Promise<ExperimentPage> =>
  post(`${experimentPath(id)}/${command}`, { keys });

/** Delete an experiment that the personal key among the keys has started, with all its results. */
export const deleteExperiment = async (id: string, keys: readonly string[]): Promise<void> => {
  await request(`${experimentPath(id)}/delete`, { keys }, "POST");
};

/** Return the URL of an experiment's report, for showing in a frame. */
export const reportUrl = (id: string, theme: ShownTheme): string => `${experimentPath(id)}/report?theme=${theme}`;

/** Return the URL of one of an experiment's files. */
export const experimentFileUrl = (id: string, name: string): string => `${experimentPath(id)}/files/${name}`;

const variantPath = (slug: string): string => `/api/variants/${encode(slug)}`;

/** Fetch this server's variants of games. */
export const fetchVariants = (): Promise<VariantPage> => get("/api/variants");

/** Add a variant to this server from the text of its file. */
export const importVariant = (text: string): Promise<VariantCard> => post("/api/variants/file", { json: { text } });

/** Remove a variant from this server. */
export const removeVariant = async (slug: string): Promise<void> => {
  await request(`${variantPath(slug)}/remove`, {}, "POST");
};

/** Return the URL of a variant's file. */
export const variantFileUrl = (slug: string): string => `${variantPath(slug)}/file`;

/** Fetch the server's health and version. */
export const fetchHealth = (): Promise<Health> => get("/health");
