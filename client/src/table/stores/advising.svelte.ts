/** What programs say about the play: a hint, why one of them moved as it did, and what cost somebody most. */

import { announce } from "../../lib/announce.svelte";
import type { Advice, Costly, Explained, Reviewing } from "../../types";
import type { Question, Reply } from "./requests";

/** The part of a match that is asked for advice; see Match. */
export interface Asked {
  request: (question: Question) => Promise<Reply | null>;
  /** No review is wanted any more. */
  enough: () => void;
}

/** A review: how far it is, and what it found once it is there. */
export interface Review {
  seat: number;
  done: number;
  total: number;
  decisions: number;
  costly: readonly Costly[] | null;
}

const DOWN = "There is no connection at the moment. Ask again when it is back.";

export class Advising {
  /** What the strongest program would do, for the decision that is being made. */
  hint: Advice | null = $state.raw(null);
  why: Explained | null = $state.raw(null);
  review: Review | null = $state.raw(null);
  /** Something was asked for and has not come yet. */
  thinking: "hint" | "why" | null = $state(null);
  /** Why there is no answer. */
  trouble = $state("");
  #asked: Asked;
  #turn = 0;

  constructor(asked: Asked) {
    this.#asked = asked;
  }

  /** The action that is advised, to be marked among the choices and on the board. */
  get action(): string | null {
    return this.hint?.action ?? null;
  }

  /** Another decision: what was said of the last one is past. */
  reset(): void {
    this.#turn += 1;
    this.hint = null;
    this.put();
    if (this.thinking === "hint") this.thinking = null;
  }

  /** Put away what was said, but for the hint. */
  put(): void {
    this.why = null;
    this.trouble = "";
  }

  /** Ask for a hint; the action that is advised, or null. */
  async askHint(n: number, seat: number): Promise<string | null> {
    if (this.thinking || this.hint) return this.action;
    const turn = this.#turn;
    this.put();
    this.thinking = "hint";
    announce("The program thinks.");
    const reply = await this.#asked.request({ type: "hint", n, seat });
    if (turn !== this.#turn) return null;
    this.thinking = null;
    if (reply?.type === "hinted") this.hint = reply.advice;
    else this.trouble = reply?.type === "refused" ? reply.text : DOWN;
    return this.action;
  }

  /** Ask why a program moved as it did. */
  async askWhy(move: number): Promise<void> {
    if (this.thinking) return;
    const turn = this.#turn;
    this.put();
    this.thinking = "why";
    const reply = await this.#asked.request({ type: "why", move });
    this.thinking = null;
    if (turn !== this.#turn) return;
    if (reply?.type === "explained") this.why = reply;
    else this.trouble = reply?.type === "refused" ? reply.text : DOWN;
  }

  /** Ask what cost a seat most; it takes a while. */
  async askReview(seat: number): Promise<void> {
    this.trouble = "";
    this.review = { seat, done: 0, total: 0, decisions: 0, costly: null };
    const reply = await this.#asked.request({ type: "review", seat });
    if (this.review?.seat !== seat) return;
    if (reply?.type === "reviewed") {
      this.review = { ...this.review, decisions: reply.decisions, costly: reply.costly };
      announce(reply.costly.length ? "The review is there." : "The review found nothing costly.");
      return;
    }
    this.review = null;
    this.trouble = reply?.type === "refused" ? reply.text : DOWN;
  }

  /** The review is not wanted any more. */
  stopReview(): void {
    this.#asked.enough();
  }

  /** How far the review is. */
  goes({ seat, done, total }: Reviewing): void {
    if (this.review?.seat === seat && !this.review.costly) this.review = { ...this.review, done, total };
  }
}
