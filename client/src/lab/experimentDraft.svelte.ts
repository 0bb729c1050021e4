/** An experiment that is being set up: as a form, as the file, and what the server says of it. */

import type { GameCard, LabForm, LabGame, LabLook, LabValue, LabValues, NewLook, OptionCard } from "../types";

/** So long after the last key is the server asked, in milliseconds. */
const TYPING_PAUSE_MS = 250;
export const OPTION_PREFIX = "option.";
export const DEFAULT_STOP = { margin: 0.05, alpha: 0.05, least: 20 };

const EMPTY_FORM: LabForm = {
  game: "",
  title: "",
  scenarios: [],
  compare: "players",
  sides: [],
  only: [],
  players: [],
  games: 100,
  seats: 0,
  batch: 20,
  seed: 1,
  swap: true,
  mirror: false,
  decisions: false,
  options: {},
  vary: [],
  stop: DEFAULT_STOP,
};

/** A form for a game, with what is usual. */
export function defaultForm(game: GameCard): LabForm {
  const scenarios = game.scenarios.slice(0, 1).map((one) => one.slug);
  const levels = game.levels.map((one) => one.slug);
  const players = levels.slice(0, levels.indexOf(game.level) + 1).slice(-2);
  return { ...EMPTY_FORM, game: game.slug, scenarios, players, stop: { ...DEFAULT_STOP } };
}

/** The options that all chosen scenarios have. */
export function sharedOptions(game: GameCard, scenarios: readonly string[]): OptionCard[] {
  const chosen = game.scenarios.filter((one) => scenarios.includes(one.slug));
  const names = chosen.map((one) => one.options.map((option) => option.name));
  return (chosen[0] ?? game.scenarios[0])?.options.filter((option) => names.every((known) => known.includes(option.name))) ?? [];
}

/** Values to begin with: around a number, both of true and false, else what it is now. */
export function suggestValues(now: string): string {
  if (now === "true" || now === "false") return "false, true";
  if (!/^-?\d+$/.test(now)) return now;
  const number = Number(now);
  return [number - 1, number, number + 1].filter((one) => one >= 0 || number < 0).join(", ");
}

/** A list with a word more, or less, in the order of all. */
export function toggleInOrder<T>(list: readonly T[], word: T, all: readonly T[]): T[] {
  const wanted = list.includes(word) ? list.filter((one) => one !== word) : [...list, word];
  return all.filter((one) => wanted.includes(one));
}

/** Where a path leads: its row and the value. */
export function findValue(rows: readonly LabValues[], path: string): { row: LabValues; value: LabValue } | null {
  for (const row of rows) {
    const value = row.values.find((one) => one.path === path);
    if (value) return { row, value };
  }
  return null;
}

export class ExperimentDraft {
  form: LabForm = $state({ ...EMPTY_FORM });
  text = $state("");
  look: LabLook | null = $state.raw(null);
  /** The file has changed and cannot be run: the form is that of an earlier one. */
  stale = $state(false);
  /** Why nothing is known of it, if the server could not be asked. */
  trouble = $state("");

  #look: (asked: NewLook) => Promise<LabLook>;
  #pause: number;
  #asked = 0;
  #settled: Promise<void> = Promise.resolve();

  constructor(look: (asked: NewLook) => Promise<LabLook>, pause = TYPING_PAUSE_MS) {
    this.#look = look;
    this.#pause = pause;
  }

  /** When everything that was changed has been looked over. */
  get settled(): Promise<void> {
    return this.#settled;
  }

  /** Whether it can be run as it is. */
  get fine(): boolean {
    return this.look?.form != null && !this.trouble;
  }

  /** Begin with a game, or change to it. What is asked of another game does not carry over. */
  begin(game: GameCard): void {
    const { title, games, stop, decisions, seed, batch, swap, mirror } = this.form;
    const kept = this.form.game ? { title, games, stop, decisions, seed, batch, swap, mirror } : {};
    this.form = { ...defaultForm(game), ...kept };
    this.edit();
  }

  /** A whole file: typed, opened, or a ready one to begin with. */
  take(text: string): void {
    this.text = text;
    this.#ask(() => ({ text }), true);
  }

  /** What meets each other: programs, or sides. */
  get compared(): string[] {
    return this.form.compare === "players" ? this.form.players : this.form.sides;
  }

  /** Something in the form was changed. */
  edit(change: Partial<LabForm> = {}): void {
    Object.assign(this.form, change);
    this.form.only = this.form.only.filter((one) => this.compared.includes(one));
    this.#ask(() => ({ form: $state.snapshot(this.form) }), false);
  }

  /** Compare something else; two of its sides to begin with. */
  compare(what: string, game: LabGame | null): void {
    const sides = game?.comparisons.find((one) => one.compare === what)?.sides ?? [];
    const players = what === "players" ? this.form.players : this.form.players.slice(-1);
    this.edit({ compare: what, sides: sides.slice(0, 2).map((one) => one.key), players });
  }

  /** Set an option; its usual value is left out. */
  option(card: OptionCard, value: number | string): void {
    const { [card.name]: _, ...rest } = this.form.options;
    this.edit({ options: value === card.default ? rest : { ...rest, [card.name]: value } });
  }

  /** What is wrong with one of these keys, in words. */
  wrong(...keys: string[]): string {
    const fits = (key: string): boolean => keys.some((one) => key === one || key.startsWith(`${one}.`));
    return (this.look?.faults ?? []).filter(({ key }) => fits(key)).map(({ text }) => text).join(" ");
  }

  #ask(what: () => NewLook, refill: boolean): void {
    const turn = ++this.#asked;
    this.#settled = new Promise((done) => setTimeout(done, this.#pause)).then(async () => {
      if (turn !== this.#asked) return this.#settled;
      try {
        const look = await this.#look(what());
        if (turn === this.#asked) this.#hear(look, refill);
      } catch (error) {
        if (turn === this.#asked) this.trouble = error instanceof Error ? error.message : String(error);
      }
    });
  }

  #hear(look: LabLook, refill: boolean): void {
    this.trouble = "";
    this.look = look;
    this.stale = refill && !look.form;
    if (refill && look.form) this.form = structuredClone(look.form);
    if (!refill) this.text = look.text;
  }
}
