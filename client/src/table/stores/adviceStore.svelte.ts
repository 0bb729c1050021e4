/** Advice from the bots: a hint, the reasons for a bot's move, and a review of a seat's decisions. */

import { announce } from "../../lib/announce.svelte";
import type { Advice, CostlyDecision, Explained, ReviewProgress } from "../../types";
import type { Reply, RequestBody } from "./requests";

/** The part of a match that is asked for advice; see MatchStore. */
export interface AdviceSource {
  request: (body: RequestBody) => Promise<Reply | null>;
  cancelReview: () => void;
}

/** A review: its progress, and its findings once it is complete. */
export interface Review {
  seat: number;
  done: number;
  total: number;
  decisions: number;
  costly: readonly CostlyDecision[] | null;
}

const NOT_CONNECTED = "You are not connected. Ask again when the connection is back.";

export class AdviceStore {
  /** The hint for the current decision. */
  hint: Advice | null = $state.raw(null);
  why: Explained | null = $state.raw(null);
  review: Review | null = $state.raw(null);
  /** The kind of request that is not yet answered. */
  thinking: "hint" | "why" | null = $state(null);
  /** The reason why there is no answer, or "". */
  error = $state("");
  #source: AdviceSource;
  #decision = 0;

  constructor(source: AdviceSource) {
    this.#source = source;
  }

  /** The hinted action, to be marked among the choices and on the board. */
  get action(): string | null {
    return this.hint?.action ?? null;
  }

  /** Discard hint and reasons, because there is a new decision. */
  reset(): void {
    this.#decision += 1;
    this.hint = null;
    this.dismiss();
    if (this.thinking === "hint") this.thinking = null;
  }

  /** Dismiss reasons and error, but not the hint. */
  dismiss(): void {
    this.why = null;
    this.error = "";
  }

  /** Ask for a hint. Return the hinted action, or null if there is none. */
  async askHint(n: number, seat: number): Promise<string | null> {
    if (this.thinking || this.hint) return this.action;
    const decision = this.#decision;
    this.dismiss();
    this.thinking = "hint";
    announce("The bot is thinking.");
    const reply = await this.#source.request({ type: "hint", n, seat });
    if (decision !== this.#decision) return null;
    this.thinking = null;
    if (reply?.type === "hinted") this.hint = reply.advice;
    else this.error = reply?.type === "rejected" ? reply.text : NOT_CONNECTED;
    return this.action;
  }

  /** Ask for the reasons of a bot's move. */
  async askWhy(move: number): Promise<void> {
    if (this.thinking) return;
    const decision = this.#decision;
    this.dismiss();
    this.thinking = "why";
    const reply = await this.#source.request({ type: "explain", move });
    this.thinking = null;
    if (decision !== this.#decision) return;
    if (reply?.type === "explained") this.why = reply;
    else this.error = reply?.type === "rejected" ? reply.text : NOT_CONNECTED;
  }

  /** Ask for a review of a seat's decisions, which takes a while. */
  async askReview(seat: number): Promise<void> {
    this.error = "";
    this.review = { seat, done: 0, total: 0, decisions: 0, costly: null };
    const reply = await this.#source.request({ type: "review", seat });
    if (this.review?.seat !== seat) return;
    if (reply?.type === "reviewed") {
      this.review = { ...this.review, decisions: reply.decisions, costly: reply.costly };
      announce(reply.costly.length ? "The review is ready." : "The review found no costly decisions.");
      return;
    }
    this.review = null;
    this.error = reply?.type === "rejected" ? reply.text : NOT_CONNECTED;
  }

  /** Ask the server to stop the review. */
  stopReview(): void {
    this.#source.cancelReview();
  }

  /** Show the progress of the review. */
  updateProgress({ seat, done, total }: ReviewProgress): void {
    if (this.review?.seat === seat && !this.review.costly) this.review = { ...this.review, done, total };
  }
}
