/** The draft of a match or campaign: the choices of the set-up page, the request they make, and their storage. */

import type { CampaignCard, GameCard, NewCampaign, NewMatch, NewSeat, OptionCard, ScenarioCard } from "../../types";
import { campaignFor } from "../../lib/campaigns";
import { readJson, storage, type StorageArea, writeJson } from "../../lib/storage";

/** The player of a seat: you, another player on this screen, a friend by link, or a bot. */
export type SeatHolder = "me" | "screen" | "friend" | "bot";
export type Value = number | string;

export const SEAT_HOLDERS: readonly SeatHolder[] = ["me", "screen", "friend", "bot"];
export const HOLDER_LABELS: Record<SeatHolder, string> = {
  me: "You",
  screen: "Another player, same screen",
  friend: "A friend, by link",
  bot: "A bot",
};

/** A clock on offer; times in seconds. */
export interface ClockChoice {
  value: string;
  label: string;
  seconds: number;
  reserve: number;
}

export const CLOCKS: readonly ClockChoice[] = [
  { value: "none", label: "No clock", seconds: 0, reserve: 0 },
  { value: "brisk", label: "Fast", seconds: 30, reserve: 300 },
  { value: "calm", label: "Slow", seconds: 120, reserve: 1200 },
  { value: "days", label: "Several days", seconds: 86_400, reserve: 3 * 86_400 },
  { value: "custom", label: "Custom", seconds: 60, reserve: 600 },
];

/** The choices for one seat. */
export interface SeatDraft {
  holder: SeatHolder;
  level: string;
  name: string;
}

const MAX_SEATS = 6;
const storageKey = (game: string): string => `hippodrome.setup.${game}`;
/** Values as they are stored, where they differ from those used here. */
const STORED_HOLDERS: Partial<Record<SeatHolder, string>> = { bot: "program" };
const STORED_CLOCKS: Record<string, string> = { custom: "own" };

/** The choices for a match of one game. */
export class MatchDraft {
  readonly game: GameCard;
  scenario = $state("");
  options: Record<string, Value> = $state({});
  /** The custom files written for options, including those not in use now. */
  files: Record<string, string> = $state({});
  seatCount = $state(0);
  seats: SeatDraft[] = $state([]);
  odds = $state(true);
  /** True for hints when one person plays. */
  hints = $state(true);
  /** True for hints when several people share this screen. */
  sharedHints = $state(false);
  /** True to list the match publicly. It is not stored: every match is asked for it again. */
  listed = $state(false);
  clock = $state("none");
  /** The times of a custom clock, in seconds. */
  seconds = $state(60);
  reserve = $state(600);
  /** True to play a campaign, if the scenario has one. */
  campaignWanted = $state(false);

  #area: StorageArea;

  constructor(game: GameCard, myName = "", area: StorageArea = storage) {
    this.game = game;
    this.#area = area;
    this.seats = Array.from({ length: MAX_SEATS }, (_, seat) => ({
      holder: seat ? "bot" : "me",
      level: game.default_level,
      name: seat ? "" : myName,
    }));
    this.chooseScenario(game.scenarios[0]?.slug ?? "");
    this.seatCount = this.chosenScenario?.default_seats ?? 0;
    this.#restore();
  }

  get chosenScenario(): ScenarioCard | undefined {
    return this.game.scenarios.find((one) => one.slug === this.scenario);
  }

  /** The campaign to play, if one is wanted. */
  get campaign(): CampaignCard | undefined {
    return this.campaignWanted ? campaignFor(this.game, this.scenario) : undefined;
  }

  /** True if the scenario can be played as a campaign. */
  get canBeCampaign(): boolean {
    return campaignFor(this.game, this.scenario) !== undefined;
  }

  /** The options that can be set; a campaign sets some itself and has others of its own. */
  get availableOptions(): OptionCard[] {
    const all = this.chosenScenario?.options ?? [];
    const campaign = this.campaign;
    return campaign ? [...campaign.own_options, ...all.filter((option) => campaign.options.includes(option.name))] : all;
  }

  /** The seats in play. */
  get activeSeats(): SeatDraft[] {
    return this.seats.slice(0, this.seatCount);
  }

  /** Choose a scenario, with its own default number of seats and its own default options. What has the same default in both scenarios
   * keeps its value, such as an optional rule. */
  chooseScenario(slug: string): void {
    const before = this.chosenScenario;
    const scenario = this.game.scenarios.find((one) => one.slug === slug);
    if (!scenario) return;
    const kept = Object.entries(this.options).filter(([name]) => defaultOf(before, name) === defaultOf(scenario, name));
    this.#takeScenario(scenario, Object.fromEntries(kept));
    this.setSeatCount(before?.default_seats === scenario.default_seats ? this.seatCount : scenario.default_seats);
  }

  #takeScenario(scenario: ScenarioCard, values: Readonly<Record<string, Value>>): void {
    this.scenario = scenario.slug;
    const all = [...(campaignFor(this.game, scenario.slug)?.own_options ?? []), ...scenario.options];
    this.options = Object.fromEntries(all.map((option) => [option.name, validValue(option, values[option.name])]));
  }

  /** Set an option to the text of a custom file. */
  setFile(option: string, text: string): void {
    this.files[option] = this.options[option] = isFile(text) ? text : `${text}\n`;
  }

  /** Set the number of seats, within the limits of the scenario. */
  setSeatCount(count: number): void {
    const [lo, hi] = this.chosenScenario?.seats ?? [1, 1];
    this.seatCount = Math.min(hi, Math.max(lo, count));
  }

  /** Choose who plays a seat. You can have only one seat: your previous one goes to a bot. */
  setHolder(index: number, holder: SeatHolder): void {
    const seat = this.seats[index];
    if (!seat) return;
    if (holder === "me")
      for (const other of this.seats)
        if (other.holder === "me" && other !== seat) {
          seat.name = other.name;
          Object.assign(other, { holder: "bot", name: "" });
        }
    seat.holder = holder;
    if (holder === "bot") seat.name = "";
  }

  /** Your name, or null if you do not play. */
  get myName(): string | null {
    return this.activeSeats.find((seat) => seat.holder === "me")?.name.trim() ?? null;
  }

  /** True if friends play by link. */
  get hasFriends(): boolean {
    return this.activeSeats.some((seat) => seat.holder === "friend");
  }

  /** The number of people who play. */
  get people(): number {
    return this.activeSeats.filter((seat) => seat.holder !== "bot").length;
  }

  /** True if hints can be switched on: not with friends by link, to be fair, nor in a game with only one bot level. */
  get canHaveHints(): boolean {
    return this.game.levels.length > 1 && (this.people === 1 || (this.people > 1 && !this.hasFriends));
  }

  /** True if hints are on. */
  get hintsOn(): boolean {
    return this.canHaveHints && (this.people === 1 ? this.hints : this.sharedHints);
  }

  /** Switch hints on or off. */
  setHints(on: boolean): void {
    if (this.people === 1) this.hints = on;
    else this.sharedHints = on;
  }

  /** The request for a match. */
  get matchRequest(): NewMatch {
    const clock = CLOCKS.find((one) => one.value === this.clock);
    const custom = this.clock === "custom";
    return {
      game: this.game.slug,
      scenario: this.scenario,
      options: Object.fromEntries(
        (this.chosenScenario?.options ?? []).map((option) => [option.name, this.options[option.name] ?? option.default]),
      ),
      seats: this.activeSeats.map(toNewSeat),
      odds: this.odds,
      hints: this.hintsOn,
      listed: this.listed,
      clock:
        !clock || clock.value === "none"
          ? null
          : { seconds: custom ? this.seconds : clock.seconds, reserve: custom ? this.reserve : clock.reserve },
    };
  }

  /** The request for a campaign. */
  get campaignRequest(): NewCampaign {
    const { game, odds, clock } = this.matchRequest;
    const seats = this.activeSeats.map((seat) => ({ ...toNewSeat(seat), name: seat.name.trim() }));
    const options = Object.fromEntries(
      this.availableOptions.map((option) => [option.name, this.options[option.name] ?? option.default]),
    );
    return { game, campaign: this.campaign?.slug ?? "", options, seats, odds, clock };
  }

  /** Store the choices for next time. */
  save(): void {
    const { scenario, options, files, seatCount, odds, hints, sharedHints, seconds, reserve } = this;
    const seats = this.seats.map(({ holder, level, name }) => ({ sitter: STORED_HOLDERS[holder] ?? holder, level, name }));
    const clock = STORED_CLOCKS[this.clock] ?? this.clock;
    const stored = { scenario, options, files, count: seatCount, seats, odds, hints, sharedHints, clock, seconds, reserve };
    writeJson(storageKey(this.game.slug), stored, this.#area);
  }

  #restore(): void {
    const value = readJson(storageKey(this.game.slug), this.#area);
    if (typeof value !== "object" || value === null) return;
    const stored = value as Record<string, unknown>;
    if (typeof stored.files === "object" && stored.files !== null)
      for (const [name, text] of Object.entries(stored.files)) if (isFile(text as Value)) this.files[name] = text as string;
    const scenario = this.game.scenarios.find((one) => one.slug === stored.scenario) ?? this.chosenScenario;
    const options = typeof stored.options === "object" && stored.options !== null ? (stored.options as Record<string, Value>) : {};
    if (scenario) {
      this.#takeScenario(scenario, options);
      this.setSeatCount(scenario.default_seats);
    }
    if (typeof stored.count === "number") this.setSeatCount(stored.count);
    if (Array.isArray(stored.seats))
      this.seats.forEach((seat, index) => this.#restoreSeat(seat, (stored.seats as unknown[])[index]));
    for (const name of ["odds", "hints", "sharedHints"] as const)
      if (typeof stored[name] === "boolean") this[name] = stored[name];
    for (const name of ["seconds", "reserve"] as const) if (typeof stored[name] === "number") this[name] = stored[name];
    this.clock = CLOCKS.find(({ value: clock }) => (STORED_CLOCKS[clock] ?? clock) === stored.clock)?.value ?? this.clock;
  }

  #restoreSeat(seat: SeatDraft, stored: unknown): void {
    if (typeof stored !== "object" || stored === null) return;
    const { sitter, level, name } = stored as Record<string, unknown>;
    seat.holder = SEAT_HOLDERS.find((holder) => (STORED_HOLDERS[holder] ?? holder) === sitter) ?? seat.holder;
    if (this.game.levels.some((one) => one.slug === level)) seat.level = String(level);
    if (typeof name === "string" && seat.holder !== "me") seat.name = name;
  }
}

/** Return whether the value of an option is the text of a custom file. */
export function isFile(value: Value | undefined): value is string {
  return typeof value === "string" && value.includes("\n");
}

function defaultOf(scenario: ScenarioCard | undefined, option: string): Value | undefined {
  return scenario?.options.find((one) => one.name === option)?.default;
}

function validValue(option: OptionCard, value: Value | undefined): Value {
  if (value !== undefined && option.custom_kind && isFile(value)) return value;
  return value !== undefined && option.values.includes(value) ? value : option.default;
}

function toNewSeat({ holder, level, name }: SeatDraft): NewSeat {
  const person = holder !== "bot";
  return { person, here: holder !== "friend", level: person ? "" : level, name: person ? name.trim() : "" };
}
