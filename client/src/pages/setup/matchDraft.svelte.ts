/** A table that is being set up: what is chosen, what the server is asked for, and what is remembered. */

import type { CampaignCard, GameCard, NewCampaign, NewMatch, NewSeat, OptionCard, ScenarioCard } from "../../types";
import { campaignFor } from "../../lib/campaigns";
import { readJson, storage, writeJson, type StorageArea } from "../../lib/storage";

/** Who takes a seat: I, somebody beside me, a friend by link, or a program. */
export type SeatHolder = "me" | "screen" | "friend" | "program";
export type Value = number | string;

export const SEAT_HOLDERS: readonly SeatHolder[] = ["me", "screen", "friend", "program"];

/** A clock that can be picked; the last one is the player's own. */
export interface ClockChoice {
  value: string;
  label: string;
  seconds: number;
  reserve: number;
}

export const CLOCKS: readonly ClockChoice[] = [
  { value: "none", label: "No clock", seconds: 0, reserve: 0 },
  { value: "brisk", label: "Brisk", seconds: 30, reserve: 300 },
  { value: "calm", label: "Calm", seconds: 120, reserve: 1200 },
  { value: "days", label: "Over days", seconds: 86_400, reserve: 3 * 86_400 },
  { value: "own", label: "Your own", seconds: 60, reserve: 600 },
];

/** A seat as it is being chosen. */
export interface SeatDraft {
  sitter: SeatHolder;
  level: string;
  name: string;
}

const MAX_SEATS = 6;
const storageKey = (game: string): string => `hippodrome.setup.${game}`;

/** The choices for a table of one game. */
export class MatchDraft {
  readonly game: GameCard;
  scenario = $state("");
  options: Record<string, Value> = $state({});
  /** Files of one's own that were written for options, the chosen ones and those put aside. */
  files: Record<string, string> = $state({});
  count = $state(0);
  seats: SeatDraft[] = $state([]);
  odds = $state(true);
  /** Whether hints are to be had, for one person; and for several on one screen. */
  hints = $state(true);
  sharedHints = $state(false);
  listed = $state(false);
  clock = $state("none");
  seconds = $state(60);
  reserve = $state(600);
  /** A campaign is wanted, if the scenario has one. */
  long = $state(false);

  #shelf: StorageArea;

  constructor(game: GameCard, me = "", kept: StorageArea = storage) {
    this.game = game;
    this.#shelf = kept;
    this.seats = Array.from({ length: MAX_SEATS }, (_, seat) => ({
      sitter: seat ? "program" : "me",
      level: game.level,
      name: seat ? "" : me,
    }));
    this.pick(game.scenarios[0]?.slug ?? "");
    this.count = this.chosen?.usual ?? 0;
    this.#recall();
  }

  /** The scenario that is chosen. */
  get chosen(): ScenarioCard | undefined {
    return this.game.scenarios.find((one) => one.slug === this.scenario);
  }

  /** The kind of campaign that is wanted, if one is. */
  get kind(): CampaignCard | undefined {
    return this.long ? campaignFor(this.game, this.scenario) : undefined;
  }

  /** The options that can be chosen; a campaign sets some itself. */
  get open(): OptionCard[] {
    const all = this.chosen?.options ?? [];
    const kind = this.kind;
    return kind ? all.filter((option) => kind.options.includes(option.name)) : all;
  }

  /** The campaign to ask the server for. */
  get campaign(): NewCampaign {
    const { game, odds, clock } = this.match;
    const seats = this.filled.map((seat) => ({ ...toNewSeat(seat), name: seat.name.trim() }));
    const options = Object.fromEntries(this.open.map(({ name, default: usual }) => [name, this.options[name] ?? usual]));
    return { game, campaign: this.kind?.slug ?? "", options, seats, odds, clock };
  }

  /** The seats that are filled. */
  get filled(): SeatDraft[] {
    return this.seats.slice(0, this.count);
  }

  /** Choose a scenario: its options as usual, unless they were chosen before; its number of seats, if it must. */
  pick(slug: string): void {
    const scenario = this.game.scenarios.find((one) => one.slug === slug);
    if (!scenario) return;
    this.scenario = slug;
    const before = this.options;
    this.options = Object.fromEntries(scenario.options.map((option) => [option.name, validValue(option, before[option.name])]));
    this.resize(this.count || scenario.usual);
  }

  /** Write a file of one's own for an option. */
  own(name: string, text: string): void {
    this.files[name] = this.options[name] = isFile(text) ? text : `${text}\n`;
  }

  /** Choose how many seats are filled. */
  resize(count: number): void {
    const [lo, hi] = this.chosen?.seats ?? [1, 1];
    this.count = Math.min(hi, Math.max(lo, count));
  }

  /** Choose who takes a seat. I can only sit on one: my old one goes to a program. */
  seat(at: number, sitter: SeatHolder): void {
    const taken = this.seats[at];
    if (!taken) return;
    if (sitter === "me")
      for (const other of this.seats)
        if (other.sitter === "me" && other !== taken) {
          taken.name = other.name;
          Object.assign(other, { sitter: "program", name: "" });
        }
    taken.sitter = sitter;
    if (sitter === "program") taken.name = "";
  }

  /** What I am called, if I play. */
  get myName(): string | null {
    return this.filled.find((seat) => seat.sitter === "me")?.name.trim() ?? null;
  }

  /** Whether a friend plays, so that links must be sent. */
  get invites(): boolean {
    return this.filled.some((seat) => seat.sitter === "friend");
  }

  /** How many people play. */
  get people(): number {
    return this.filled.filter((seat) => seat.sitter !== "program").length;
  }

  /** Whether there may be hints: not where friends play by link, it would be unfair, nor where nobody can give any. */
  get hintable(): boolean {
    return this.game.levels.length > 1 && (this.people === 1 || (this.people > 1 && !this.invites));
  }

  /** Whether there are hints. */
  get hinted(): boolean {
    return this.hintable && (this.people === 1 ? this.hints : this.sharedHints);
  }

  /** Switch hints on or off. */
  hint(on: boolean): void {
    if (this.people === 1) this.hints = on;
    else this.sharedHints = on;
  }

  /** What is asked of the server. */
  get match(): NewMatch {
    const clock = CLOCKS.find((one) => one.value === this.clock);
    const own = this.clock === "own";
    return {
      game: this.game.slug,
      scenario: this.scenario,
      options: { ...this.options },
      seats: this.filled.map(toNewSeat),
      odds: this.odds,
      hints: this.hinted,
      listed: this.listed,
      clock:
        !clock || clock.value === "none"
          ? null
          : { seconds: own ? this.seconds : clock.seconds, reserve: own ? this.reserve : clock.reserve },
    };
  }

  /** Keep the choices for next time. */
  remember(): void {
    const { scenario, options, files, count, seats, odds, hints, sharedHints, listed, clock, seconds, reserve } = this;
    const kept = { scenario, options, files, count, seats, odds, hints, sharedHints, listed, clock, seconds, reserve };
    writeJson(storageKey(this.game.slug), kept, this.#shelf);
  }

  #recall(): void {
    const kept = readJson(storageKey(this.game.slug), this.#shelf);
    if (typeof kept !== "object" || kept === null) return;
    const old = kept as Record<string, unknown>;
    if (typeof old.options === "object" && old.options !== null) this.options = old.options as Record<string, Value>;
    if (typeof old.files === "object" && old.files !== null)
      for (const [name, text] of Object.entries(old.files)) if (isFile(text as Value)) this.files[name] = text as string;
    this.pick(this.game.scenarios.some((one) => one.slug === old.scenario) ? String(old.scenario) : this.scenario);
    if (typeof old.count === "number") this.resize(old.count);
    if (Array.isArray(old.seats)) this.seats.forEach((seat, at) => this.#recallSeat(seat, (old.seats as unknown[])[at]));
    for (const name of ["odds", "hints", "sharedHints", "listed"] as const) if (typeof old[name] === "boolean") this[name] = old[name];
    for (const name of ["seconds", "reserve"] as const) if (typeof old[name] === "number") this[name] = old[name];
    this.clock = CLOCKS.find((one) => one.value === old.clock)?.value ?? this.clock;
  }

  #recallSeat(seat: SeatDraft, kept: unknown): void {
    if (typeof kept !== "object" || kept === null) return;
    const { sitter, level, name } = kept as Record<string, unknown>;
    seat.sitter = SEAT_HOLDERS.find((one) => one === sitter) ?? seat.sitter;
    if (this.game.levels.some((one) => one.slug === level)) seat.level = String(level);
    if (typeof name === "string" && seat.sitter !== "me") seat.name = name;
  }
}

/** Whether the value of an option is the text of a file and not one of its values. */
export function isFile(value: Value | undefined): value is string {
  return typeof value === "string" && value.includes("\n");
}

function validValue(option: OptionCard, value: Value | undefined): Value {
  if (value !== undefined && option.own && isFile(value)) return value;
  return value !== undefined && option.values.includes(value) ? value : option.default;
}

function toNewSeat({ sitter, level, name }: SeatDraft): NewSeat {
  const person = sitter !== "program";
  return { person, here: sitter !== "friend", level: person ? "" : level, name: person ? name.trim() : "" };
}
