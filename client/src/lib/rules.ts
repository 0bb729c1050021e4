/** Rulebooks: fetched once, looked up by clause id, searched by words. */

import type { ClauseText, RulesText } from "../types";
import { fetchRules } from "./api";

/** A rulebook with lookup and search. */
export class Rulebook {
  readonly title: string;
  readonly chapters: RulesText["chapters"];
  readonly #clauses: Map<string, ClauseText>;

  constructor(text: RulesText) {
    this.title = text.title;
    this.chapters = text.chapters;
    this.#clauses = new Map(text.chapters.flatMap((chapter) => chapter.clauses.map((one) => [one.id, one])));
  }

  /** Return the clause with this id, in upper or lower case. */
  clause(id: string): ClauseText | undefined {
    return this.#clauses.get(id) ?? this.#clauses.get(id.toUpperCase());
  }

  /** Return the title of the chapter that contains a clause, or "". */
  chapterOf(id: string): string {
    return this.chapters.find((chapter) => chapter.clauses.some((one) => one.id === id))?.title ?? "";
  }

  /** Return the chapters reduced to clauses that contain every word; with `readings`, only clauses that have our reading. */
  search(words: string, readings = false): RulesText["chapters"] {
    const terms = words.toLowerCase().split(/\s+/).filter(Boolean);
    const matches = (one: ClauseText): boolean => {
      if (readings && !one.reading) return false;
      const text = [one.id, one.title, one.text, one.question, one.reading, one.why].join(" ").toLowerCase();
      return terms.every((term) => text.includes(term));
    };
    return this.chapters
      .map((chapter) => ({ ...chapter, clauses: chapter.clauses.filter(matches) }))
      .filter((chapter) => chapter.clauses.length);
  }
}

/** A piece of a text. */
export interface TextPiece {
  text: string;
  /** The id of the clause that the text names, or "". */
  clause: string;
}

/** Split a text at the clause ids it names, so that they can be shown as links. */
export function splitClauses(text: string, book: Rulebook): TextPiece[] {
  return text
    .split(/([A-Z][A-Z0-9]*(?:-[A-Z0-9.]*[A-Z0-9])+)/)
    .filter(Boolean)
    .map((piece) => ({ text: piece, clause: book.clause(piece)?.id ?? "" }));
}

const cached = new Map<string, Promise<Rulebook>>();

/** Return the rulebook of a game. A failed request is repeated at the next call. */
export function loadRulebook(game: string): Promise<Rulebook> {
  let book = cached.get(game);
  if (!book) {
    book = fetchRules(game).then((text) => new Rulebook(text));
    book.catch(() => cached.delete(game));
    cached.set(game, book);
  }
  return book;
}
