/** The draft of an experiment: as a form and as a file, checked by the server after every change. */

import type { ExperimentEstimate, ExperimentFormData, ExperimentPreview, GameCard, LabGame, LabValue, LabValueRow, NewExperimentPreview, OptionCard } from "../types";

/** The pause after the last change before the server is asked, in milliseconds. */
const TYPING_PAUSE_MS = 250;
/** The pause after a valid check before the server is asked how long the experiment takes, in typing pauses. */
const ESTIMATE_PAUSES = 4;
/** The prefix of a variation's path that means an option of the scenario. */
export const OPTION_PREFIX = "option.";
export const DEFAULT_STOP = { margin: 0.05, alpha: 0.05, least: 20 };

const EMPTY_FORM: ExperimentFormData = {
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

/** Return the default form for a game: its first scenario, and bots of the default level and the one below. */
export function defaultForm(game: GameCard): ExperimentFormData {
  const scenarios = game.scenarios.slice(0, 1).map((one) => one.slug);
  const levels = game.levels.map((one) => one.slug);
  const players = levels.slice(0, levels.indexOf(game.default_level) + 1).slice(-2);
  return { ...EMPTY_FORM, game: game.slug, scenarios, players, stop: { ...DEFAULT_STOP } };
}

/** Return the options that all chosen scenarios have. */
export function sharedOptions(game: GameCard, scenarios: readonly string[]): OptionCard[] {
  const chosen = game.scenarios.filter((one) => scenarios.includes(one.slug));
  const names = chosen.map((one) => one.options.map((option) => option.name));
  return (chosen[0] ?? game.scenarios[0])?.options.filter((option) => names.every((known) => known.includes(option.name))) ?? [];
}

/** Suggest values to try: a number and its neighbours, both true and false, or else just the current value. */
export function suggestValues(current: string): string {
  if (current === "true" || current === "false") return "false, true";
  if (!/^-?\d+$/.test(current)) return current;
  const number = Number(current);
  return [number - 1, number, number + 1].filter((one) => one >= 0 || number < 0).join(", ");
}

/** Return a list with an item added or removed, in the order of `all`. */
export function toggleInOrder<T>(list: readonly T[], item: T, all: readonly T[]): T[] {
  const selected = list.includes(item) ? list.filter((one) => one !== item) : [...list, item];
  return all.filter((one) => selected.includes(one));
}

/** Return the row and value that a path leads to, or null. */
export function findValue(rows: readonly LabValueRow[], path: string): { row: LabValueRow; value: LabValue } | null {
  for (const row of rows) {
    const value = row.values.find((one) => one.path === path);
    if (value) return { row, value };
  }
  return null;
}

/** A draft with its form, its file and the result of the last check. */
export class ExperimentDraft {
  form: ExperimentFormData = $state({ ...EMPTY_FORM });
  text = $state("");
  /** The result of the last check. */
  check: ExperimentPreview | null = $state.raw(null);
  /** True if the file is invalid, so that the form shows an earlier version. */
  stale = $state(false);
  /** The reason why the last check failed, if the server did not answer; or "". */
  error = $state("");

  /** The estimated time of the experiment; null while that is unknown. */
  estimate: ExperimentEstimate | null = $state.raw(null);

  #estimate: ((text: string) => Promise<ExperimentEstimate>) | null;
  #estimated = "";
  #ask: (draft: NewExperimentPreview) => Promise<ExperimentPreview>;
  #pauseMs: number;
  #checks = 0;
  #checked: Promise<void> = Promise.resolve();

  /** `ask` sends a draft to the server, `estimate` a valid file. */
  constructor(
    ask: (draft: NewExperimentPreview) => Promise<ExperimentPreview>,
    estimate: ((text: string) => Promise<ExperimentEstimate>) | null = null,
    pauseMs = TYPING_PAUSE_MS,
  ) {
    this.#ask = ask;
    this.#estimate = estimate;
    this.#pauseMs = pauseMs;
  }

  /** Resolves when the latest change has been checked. */
  get checked(): Promise<void> {
    return this.#checked;
  }

  /** True if the experiment is valid and can be run. */
  get valid(): boolean {
    return this.check?.form != null && !this.error;
  }

  /** Choose a game. Settings that belong to the previous game are reset. */
  chooseGame(game: GameCard): void {
    const { title, games, stop, decisions, seed, batch, swap, mirror } = this.form;
    const carried = this.form.game ? { title, games, stop, decisions, seed, batch, swap, mirror } : {};
    this.form = { ...defaultForm(game), ...carried };
    this.edit();
  }

  /** Replace the whole file: typed, opened, or an example. */
  setText(text: string): void {
    this.text = text;
    this.#scheduleCheck(() => ({ text }), true);
  }

  /** The opponents that are compared: bots or sides. */
  get compared(): string[] {
    return this.form.compare === "players" ? this.form.players : this.form.sides;
  }

  /** Change the form. */
  edit(change: Partial<ExperimentFormData> = {}): void {
    Object.assign(this.form, change);
    this.form.only = this.form.only.filter((one) => this.compared.includes(one));
    this.#scheduleCheck(() => ({ form: $state.snapshot(this.form) }), false);
  }

  /** Choose what to compare, starting with the first two of its sides. */
  chooseComparison(name: string, game: LabGame | null): void {
    const sides = game?.comparisons.find((one) => one.compare === name)?.sides ?? [];
    const players = name === "players" ? this.form.players : this.form.players.slice(-1);
    this.edit({ compare: name, sides: sides.slice(0, 2).map((one) => one.key), players });
  }

  /** Set an option; a default value is left out of the file. */
  setOption(card: OptionCard, value: number | string): void {
    const { [card.name]: _, ...rest } = this.form.options;
    this.edit({ options: value === card.default ? rest : { ...rest, [card.name]: value } });
  }

  /** Return the errors of these keys as one text, or "". */
  errorOf(...keys: string[]): string {
    const matches = (key: string): boolean => keys.some((one) => key === one || key.startsWith(`${one}.`));
    return (this.check?.problems ?? []).filter(({ key }) => matches(key)).map(({ text }) => text).join(" ");
  }

  #scheduleCheck(draft: () => NewExperimentPreview, fillForm: boolean): void {
    const number = ++this.#checks;
    this.#checked = new Promise((done) => setTimeout(done, this.#pauseMs)).then(async () => {
      if (number !== this.#checks) return this.#checked;
      try {
        const check = await this.#ask(draft());
        if (number === this.#checks) this.#apply(check, fillForm);
      } catch (error) {
        if (number === this.#checks) this.error = error instanceof Error ? error.message : String(error);
      }
    });
  }

  #apply(check: ExperimentPreview, fillForm: boolean): void {
    this.error = "";
    this.check = check;
    this.stale = fillForm && !check.form;
    if (fillForm && check.form) this.form = structuredClone(check.form);
    if (!fillForm) this.text = check.text;
    this.#scheduleEstimate(check);
  }

  /** Ask for an estimate when the file has not changed for a moment. It is left out if the server does not answer. */
  #scheduleEstimate(check: ExperimentPreview): void {
    const text = check.form ? check.text : "";
    if (text === this.#estimated) return;
    [this.#estimated, this.estimate] = [text, null];
    if (!text || !this.#estimate) return;
    setTimeout(() => {
      if (text !== this.#estimated) return;
      this.#estimate?.(text).then(
        (estimate) => {
          if (text === this.#estimated) this.estimate = estimate;
        },
        () => undefined,
      );
    }, ESTIMATE_PAUSES * this.#pauseMs);
  }
}
