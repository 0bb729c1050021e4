/** Drills: costly decisions of finished matches to make again. This browser remembers them; a file carries them elsewhere. */

import { readJson, storage, writeJson, type StorageArea } from "./storage";

export interface Drill {
  /** The slug and the title of the game. */
  game: string;
  title: string;
  /** The match, and the number of moves before the decision: with silent answers, and as the replay counts them. */
  match: string;
  index: number;
  move: number;
  seat: number;
  /** The label of the action that was played in the match. */
  played: string;
  /** The better action with its label, as far as it is known; may be empty. */
  better: string;
  betterLabel: string;
  /** The cost in per cent of winning chance, and what the review says; 0 and empty if it is not known. */
  cost: number;
  text: string;
  tries: number;
  solved: boolean;
  /** True if the solution was shown. */
  shown: boolean;
  /** The time of the last change, in seconds since 1970. */
  at: number;
}

export const MAX_DRILLS = 200;
export const MAX_FILE_CHARACTERS = 1_000_000;
const KEY = "hippodrome.drills";
const FORMAT = "hippodrome drills";
const VERSION = 1;

const MAX_TEXT = 2000;
const TEXTS = ["game", "title", "match", "played", "better", "betterLabel", "text"] as const;
const REQUIRED = new Set<string>(["game", "title", "match", "played"]);
const NUMBERS = ["index", "move", "seat", "cost", "tries", "at"] as const;
const FLAGS = ["solved", "shown"] as const;

/** A file of drills, or a stored one, that cannot be read; the text says why. */
export class DrillFileError extends Error {}

/** Return the address of a drill. */
export function drillUrl({ match, index }: Pick<Drill, "match" | "index">): string {
  return `/drill/${encodeURIComponent(match)}/${index}`;
}

const isSame = (one: Pick<Drill, "match" | "index">, other: Pick<Drill, "match" | "index">): boolean => one.match === other.match && one.index === other.index;

/** Return a drill from JSON; throw DrillFileError if a value is missing, unknown or of the wrong kind. */
function readDrill(value: unknown, name: string): Drill {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new DrillFileError(`${name} is not a drill.`);
  const row = value as Record<string, unknown>;
  const known = new Set<string>([...TEXTS, ...NUMBERS, ...FLAGS]);
  for (const key of Object.keys(row)) if (!known.has(key)) throw new DrillFileError(`${name} has an unknown value “${key.slice(0, 40)}”.`);
  for (const key of TEXTS) {
    const text = row[key];
    if (typeof text !== "string" || text.length > MAX_TEXT || (REQUIRED.has(key) && !text)) throw new DrillFileError(`${name}: “${key}” must be a text${REQUIRED.has(key) ? "" : ", or empty"}.`);
  }
  for (const key of NUMBERS) {
    if (!Number.isSafeInteger(row[key]) || Number(row[key]) < 0) throw new DrillFileError(`${name}: “${key}” must be a whole number from 0.`);
  }
  for (const key of FLAGS) if (typeof row[key] !== "boolean") throw new DrillFileError(`${name}: “${key}” must be true or false.`);
  return row as unknown as Drill;
}

/** Return the stored drills, the newest first; those that cannot be read are left out. */
export function loadDrills(from: StorageArea = storage): Drill[] {
  const stored = readJson(KEY, from);
  if (!Array.isArray(stored)) return [];
  const drills: Drill[] = [];
  for (const value of stored) {
    try {
      drills.push(readDrill(value, "A stored drill"));
    } catch (error) {
      if (!(error instanceof DrillFileError)) throw error;
    }
  }
  return drills;
}

/** Return a stored drill. */
export function findDrill(match: string, index: number, from: StorageArea = storage): Drill | undefined {
  return loadDrills(from).find((drill) => isSame(drill, { match, index }));
}

/** Return the game's drills in the order in which they are practised: those not solved first, the newest first. */
export function drillsOf(game: string, drills: readonly Drill[]): Drill[] {
  return drills.filter((drill) => drill.game === game).sort((one, other) => Number(one.solved) - Number(other.solved) || other.at - one.at || one.index - other.index);
}

/** Return the next drill to practise after one: from the same match if there is any. */
export function nextDrill(after: Pick<Drill, "match" | "index" | "game">, drills: readonly Drill[]): Drill | undefined {
  const open = drillsOf(after.game, drills).filter((drill) => !drill.solved && !drill.shown && !isSame(drill, after));
  const sameMatch = open.filter(({ match }) => match === after.match).sort((one, other) => one.index - other.index);
  return sameMatch.find(({ index }) => index > after.index) ?? sameMatch[0] ?? open[0];
}

/** Return one drill of two versions: the facts of the newer one, the progress of both. */
function merge(old: Drill, fresh: Drill): Drill {
  const facts = fresh.at >= old.at ? fresh : old;
  return {
    ...facts,
    better: facts.better || old.better || fresh.better,
    betterLabel: facts.betterLabel || old.betterLabel || fresh.betterLabel,
    cost: facts.cost || old.cost || fresh.cost,
    text: facts.text || old.text || fresh.text,
    tries: Math.max(old.tries, fresh.tries),
    solved: old.solved || fresh.solved,
    shown: old.shown || fresh.shown,
  };
}

/** Store drills; those that are stored already keep their progress. Return false if there is no room. */
export function saveDrills(fresh: readonly Drill[], to: StorageArea = storage): boolean {
  let drills = loadDrills(to);
  for (const drill of fresh) {
    const old = drills.find((one) => isSame(one, drill));
    drills = [old ? merge(old, drill) : drill, ...drills.filter((one) => one !== old)];
  }
  // If there are too many, the solved ones that were not touched for longest go first.
  const ranked = [...drills].sort((one, other) => Number(one.solved) - Number(other.solved) || other.at - one.at);
  return writeJson(KEY, ranked.slice(0, MAX_DRILLS), to);
}

/** Forget a drill. */
export function deleteDrill(drill: Pick<Drill, "match" | "index">, from: StorageArea = storage): void {
  writeJson(KEY, loadDrills(from).filter((one) => !isSame(one, drill)), from);
}

/** Return drills as the text of a file. */
export function drillFile(drills: readonly Drill[]): string {
  return `${JSON.stringify({ format: FORMAT, version: VERSION, drills }, null, 2)}\n`;
}

/** Return the drills of a file; throw DrillFileError with the reason if it is not valid. */
export function readDrillFile(text: string): Drill[] {
  if (text.length > MAX_FILE_CHARACTERS) throw new DrillFileError("This file is too large for drills.");
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    throw new DrillFileError("This is not a file of drills: it is not JSON.");
  }
  if (typeof file !== "object" || file === null || !("format" in file) || file.format !== FORMAT) throw new DrillFileError("This is not a file of drills.");
  if (!("version" in file) || file.version !== VERSION) throw new DrillFileError("This file was made by another version of Hippodrome.");
  if (!("drills" in file) || !Array.isArray(file.drills)) throw new DrillFileError("This file has no list of drills.");
  if (file.drills.length > MAX_DRILLS) throw new DrillFileError(`This file has more than ${MAX_DRILLS} drills.`);
  return file.drills.map((value, place) => readDrill(value, `Drill ${place + 1}`));
}

/** Return what a player reads about the progress in a drill. */
export function progressText({ solved, shown, tries }: Pick<Drill, "solved" | "shown" | "tries">): string {
  const count = tries === 1 ? "1 try" : `${tries} tries`;
  if (solved) return shown ? "Solved after the solution was shown" : `Solved in ${count}`;
  if (shown) return "Solution shown";
  return tries ? `Not solved yet, ${count}` : "Not tried yet";
}
