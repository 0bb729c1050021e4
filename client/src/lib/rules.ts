/** The clauses of a game: fetched once, looked up by id. */

import type { ClauseText, RulesText } from "../types";
import { fetchRules } from "./api";

/** A rulebook that can be asked for a clause. */
export class Rulebook {
  readonly title: string;
  readonly chapters: RulesText["chapters"];
  readonly #clauses: Map<string, ClauseText>;

  constructor(text: RulesText) {
    this.title = text.title;
    this.chapters = text.chapters;
    this.#clauses = new Map(text.chapters.flatMap((chapter) => chapter.clauses.map((one) => [one.id, one])));
  }

  /** The clause of this id, in capitals or not. */
  clause(id: string): ClauseText | undefined {
    return this.#clauses.get(id) ?? this.#clauses.get(id.toUpperCase());
  }

  /** The chapter a clause stands in. */
  chapterOf(id: string): string {
    return this.chapters.find((chapter) => chapter.clauses.some((one) => one.id === id))?.title ?? "";
  }

  /** The chapters with only those clauses that have every one of the words; and only our readings, if asked for. */
  search(words: string, readings = false): RulesText["chapters"] {
    const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = (one: ClauseText): boolean => {
      if (readings && !one.reading) return false;
      const text = [one.id, one.title, one.text, one.question, one.reading, one.why].join(" ").toLowerCase();
      return wanted.every((word) => text.includes(word));
    };
    return this.chapters
      .map((chapter) => ({ ...chapter, clauses: chapter.clauses.filter(fits) }))
      .filter((chapter) => chapter.clauses.length);
  }
}

/** A piece of a text: plain words, or the id of a clause that the book has. */
export interface TextPiece {
  text: string;
  clause: string;
}

/** A text in pieces, so that the clauses named in it can be opened. */
export function splitClauses(text: string, book: Rulebook): TextPiece[] {
  return text
    .split(/([A-Z][A-Z0-9]*(?:-[A-Z0-9.]*[A-Z0-9])+)/)
    .filter(Boolean)
    .map((piece) => ({ text: piece, clause: book.clause(piece)?.id ?? "" }));
}

const books = new Map<string, Promise<Rulebook>>();

/** The rulebook of a game; what could not be fetched is fetched again next time. */
export function loadRulebook(game: string): Promise<Rulebook> {
  let book = books.get(game);
  if (!book) {
    book = fetchRules(game).then((text) => new Rulebook(text));
    book.catch(() => books.delete(game));
    books.set(game, book);
  }
  return book;
}
