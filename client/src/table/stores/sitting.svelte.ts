/** Somebody at a table: the match, the past that is looked at, the choice that is made, and what is open beside it. */

import { getContext, setContext, tick } from "svelte";
import { createBranch } from "../../lib/api";
import { saveKeys, keysFor } from "../../lib/keys";
import { navigate } from "../../lib/router.svelte";
import { loadRulebook, type Rulebook } from "../../lib/rules";
import { settings } from "../../lib/settings.svelte";
import { openClause } from "../../lib/shell.svelte";
import { readJson, writeJson } from "../../lib/storage";
import type { Line } from "../../types";
import { Advising } from "./advising.svelte";
import { Choosing, choiceOf } from "./choosing.svelte";
import type { Command } from "../model/keyboard";
import { Match } from "./match.svelte";
import type { Moment } from "../model/moment";
import { Past } from "./past.svelte";

/** What can be looked at beside the board. `play` and `panels` are sheets of their own only where there is little room. */
export type Sheet = "play" | "panels" | "log" | "chat" | "notes" | "rules" | "words" | "about";

/** A place on the screen. */
export interface Point {
  x: number;
  y: number;
}

const HEARD = "hippodrome.heard.";
const SHORTCUTS = "hippodrome.shortcuts";
const RECENT = 1500;

export class Sitting {
  readonly id: string;
  readonly match: Match;
  readonly past: Past;
  readonly choosing: Choosing;
  readonly advising: Advising;
  /** The sheet that is shown. */
  sheet: Sheet = $state("log");
  help = $state(false);
  /** There is little room: one sheet at a time, below the board. */
  narrow = $state(false);
  shortcuts = $state(readJson(SHORTCUTS) !== false);
  /** The rulebook, once it is there. */
  book: Rulebook | null = $state.raw(null);
  /** How much of the talk was read. */
  heard = $state(0);
  #pointer: (Point & { when: number }) | null = null;

  constructor(id: string, match = new Match(id)) {
    this.id = id;
    this.match = match;
    this.heard = Number(readJson(HEARD + id)) || 0;
    this.past = new Past(
      id,
      () => keysFor(id),
      () => match.shown,
    );
    this.advising = new Advising(match);
    this.choosing = new Choosing(match, () => this.advising.action);
    match.onreviewing = (reviewing) => this.advising.goes(reviewing);
    let turn = -1;
    match.watch((now, before) => {
      if (turn !== match.turn) this.#asked();
      turn = match.turn;
      if (now.frame.undone) this.past.forget(now.frame.move);
      if (!before) void this.#open();
    });
  }

  /** There is something else to decide. */
  #asked(): void {
    this.choosing.reset();
    this.advising.reset();
  }

  async #open(): Promise<void> {
    const game = this.match.info?.game;
    if (!game || this.book) return;
    this.book = await loadRulebook(game).catch(() => null);
  }

  get game(): string {
    return this.match.info?.game ?? "";
  }

  /** What the screen shows: a moment of the past, or the present. */
  get view(): Moment | null {
    return this.past.at === null ? this.match.shown : this.past.moment;
  }

  /** The log that belongs to what is shown. */
  get lines(): readonly Line[] {
    return this.past.at !== null && this.past.lines ? this.past.lines : this.match.lines;
  }

  /** The seat the table is seen from; -1 for a spectator. */
  get viewer(): number {
    return this.view?.frame.viewer ?? this.match.viewer;
  }

  /** Everybody may look from every seat: the match is over, or was never played here. */
  get open(): boolean {
    return this.match.info?.over === true || this.match.info?.kind === "imported";
  }

  /** Words of others that were not read yet. */
  get unheard(): number {
    return Math.max(0, this.match.said.length - this.heard);
  }

  /** All that was said was read. */
  hear(): void {
    this.heard = this.match.said.length;
    writeJson(HEARD + this.id, this.heard);
  }

  // ---------------------------------------------------------------- time

  /** Look at a move; as somebody else, if that is allowed. */
  goTo(at: number, as: number | null = null): void {
    const move = Math.min(Math.max(0, at), this.match.moves);
    const seat = as ?? (this.past.at === null ? null : this.past.as);
    const other = seat === null || seat === this.match.viewer ? "" : `&as=${seat}`;
    navigate(`/match/${encodeURIComponent(this.id)}?at=${move}${other}`, { replace: this.past.at !== null, keepPosition: true });
  }

  /** Back to the present. */
  present(): void {
    this.past.stop();
    navigate(`/match/${encodeURIComponent(this.id)}`, { replace: true, keepPosition: true });
  }

  /** Go a move on or back; a step beyond the last is the present. False if there is no such move. */
  step(by: number): boolean {
    const now = this.past.at ?? this.match.moves;
    const next = now + by;
    if (next < 0 || next > this.match.moves) return false;
    if (next === this.match.moves && !this.open) this.present();
    else this.goTo(next);
    return true;
  }

  /** Go to the next big moment, or the one before. */
  leap(by: 1 | -1): void {
    const now = this.past.at ?? this.match.moves;
    const marks = loudMoves(this.lines);
    const next = by > 0 ? marks.find((move) => move > now) : marks.findLast((move) => move < now);
    if (next !== undefined) this.goTo(next);
    else if (by > 0 && this.past.at !== null) this.present();
  }

  /** Let it run from here, or from the beginning if this is the end. */
  run(): void {
    if (this.past.at === null || this.past.at >= this.match.moves) this.goTo(0);
    this.past.run(() => this.step(1), settings.moveMs);
  }

  /** Play on from the moment that is shown, as a branch against programs; goes there. */
  async playOn(seat: number): Promise<void> {
    const at = this.past.at ?? this.match.moves;
    const made = await createBranch(this.id, at, seat < 0 ? null : seat, keysFor(this.id));
    saveKeys(made.id, { host: made.host, keys: Object.values(made.keys) });
    navigate(`/match/${encodeURIComponent(made.id)}`);
  }

  // ---------------------------------------------------------------- advice

  /** Whether a hint can be had now. */
  get hints(): boolean {
    return this.match.info?.hints === true && this.match.deciding && this.past.at === null;
  }

  /** Ask what the strongest program would do; the board shows it. */
  async askHint(): Promise<void> {
    const { match, choosing } = this;
    const frame = match.shown?.frame;
    if (!frame || !this.hints || match.busy) return;
    if (this.narrow) this.show("play");
    const action = await this.advising.askHint(frame.n, match.ask?.mine ?? -1);
    const choice = action === null ? undefined : choiceOf(match.ask?.choices ?? [], action);
    if (choice?.spans.length && choosing.open === null) choosing.point(action);
  }

  // ---------------------------------------------------------------- hands

  /** Remember where somebody pointed. */
  points(at: Point): void {
    this.#pointer = { ...at, when: performance.now() };
  }

  /** Where somebody pointed a moment ago; null if it was done by keyboard. */
  get pointed(): Point | null {
    return this.#pointer && performance.now() - this.#pointer.when < RECENT ? this.#pointer : null;
  }

  /** Switch the shortcuts of single keys on or off. */
  shortcut(on: boolean): void {
    this.shortcuts = on;
    writeJson(SHORTCUTS, on);
  }

  /** Show a sheet; where there is room, the choices and the panels are always there. */
  show(sheet: Sheet): void {
    this.sheet = sheet;
  }

  /** Do what a key asks for. */
  obey(command: Command): void {
    const { match, choosing } = this;
    if (command.do === "skip") match.reel.skip();
    else if (command.do === "choose") choosing.take(command.choice);
    else if (command.do === "default") this.#default();
    else if (command.do === "step") this.step(command.by);
    else if (command.do === "leap") this.leap(command.by);
    else if (command.do === "undo") void (match.latest?.undo === "" && match.undo());
    else if (command.do === "hint") void this.askHint();
    else if (command.do === "help") this.help = true;
    else if (command.do === "words" || command.do === "log") void this.#turnTo(command.do);
    else if (command.do === "rule") this.#rule();
    else if (command.do === "first") this.goTo(0);
    else if (command.do === "last") this.present();
    else this.#escape();
  }

  /** Show a sheet and go to it; the same key leads back. */
  async #turnTo(sheet: "words" | "log"): Promise<void> {
    const back = this.sheet === sheet;
    this.show(back ? (this.narrow ? "play" : "log") : sheet);
    await tick();
    const place = back && sheet === "words" ? "[data-decision] button" : `[data-sheet="${sheet}"]`;
    document.querySelector<HTMLElement>(place)?.focus({ preventScroll: true });
  }

  #default(): void {
    const choice = this.match.ask?.choices[0];
    if (this.choosing.confirming !== null) this.choosing.confirm();
    else if (choice) this.choosing.take(choice);
  }

  #rule(): void {
    const rule = this.match.ask?.rule;
    if (rule) openClause(this.game, rule);
  }

  #escape(): void {
    const { match, choosing } = this;
    if (match.refusal) match.refusal = null;
    else if (choosing.confirming !== null) choosing.confirming = null;
    else if (choosing.open !== null) choosing.shut();
    else if (this.past.at !== null) this.present();
  }

  close(): void {
    this.past.leave();
    this.match.close();
  }
}

/** The moves at which something big happened. */
export function loudMoves(lines: readonly Line[]): number[] {
  return [...new Set(lines.filter((line) => line.loud).map((line) => line.move))];
}

const KEY = Symbol("sitting");

/** Share a sitting with everything inside a component. */
export const seated = (sitting: Sitting): Sitting => setContext(KEY, sitting);

/** The sitting around a component. */
export const sittingHere = (): Sitting => getContext<Sitting>(KEY);
