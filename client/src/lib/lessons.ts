/** Lessons: the list of each game, and what this browser remembers: stars by lesson, and where the first one was offered. */

import type { LessonCard } from "../types";
import { fetchLessons } from "./api";
import { readJson, storage, writeJson, type StorageArea } from "./storage";

/** The stars of the lessons that were played to their end, by name. */
export type Progress = Readonly<Record<string, number>>;

export const MAX_STARS = 3;
const PROGRESS_PREFIX = "hippodrome.lessons.";
const OFFERED_PREFIX = "hippodrome.lesson-offered.";

const cached = new Map<string, Promise<LessonCard[]>>();

/** Return the lessons of a game in their order. A failed request is repeated at the next call. */
export function loadLessons(game: string): Promise<LessonCard[]> {
  let list = cached.get(game);
  if (!list) {
    list = fetchLessons(game);
    list.catch(() => cached.delete(game));
    cached.set(game, list);
  }
  return list;
}

/** Return the first lesson that teaches a clause. */
export function lessonFor(lessons: readonly LessonCard[], clause: string): LessonCard | undefined {
  return lessons.find(({ clauses }) => clauses.includes(clause));
}

/** Return the address of a lesson, or without a name of the lessons of a game. */
export function lessonUrl(game: string, name = ""): string {
  return `/learn/${encodeURIComponent(game)}${name ? `/${encodeURIComponent(name)}` : ""}`;
}

/** Return the stars by lesson that this browser has stored for a game. */
export function loadProgress(game: string, from: StorageArea = storage): Progress {
  const stored = readJson(PROGRESS_PREFIX + game, from);
  if (typeof stored !== "object" || stored === null) return {};
  const stars = Object.entries(stored).filter(([, count]) => Number.isInteger(count) && count >= 1);
  return Object.fromEntries(stars.map(([name, count]) => [name, Math.min(Number(count), MAX_STARS)]));
}

/** Store the stars of a lesson, unless it had more before. */
export function saveStars(game: string, name: string, stars: number, to: StorageArea = storage): void {
  const progress = loadProgress(game, to);
  writeJson(PROGRESS_PREFIX + game, { ...progress, [name]: Math.max(stars, progress[name] ?? 0) }, to);
}

/** Forget the progress in a game. */
export function resetProgress(game: string, from: StorageArea = storage): void {
  from.removeItem(PROGRESS_PREFIX + game);
}

/** Return the first lesson that was not played to its end. */
export function nextLesson(lessons: readonly LessonCard[], progress: Progress): LessonCard | undefined {
  return lessons.find(({ name }) => !progress[name]);
}

/** Return whether the first lesson of a game is to be offered: once, and not to those who have played one. */
export function isOfferDue(game: string, from: StorageArea = storage): boolean {
  return readJson(OFFERED_PREFIX + game, from) !== true && !Object.keys(loadProgress(game, from)).length;
}

/** Remember that the first lesson of a game was offered. */
export function rememberOffer(game: string, to: StorageArea = storage): void {
  writeJson(OFFERED_PREFIX + game, true, to);
}
