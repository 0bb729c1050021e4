/** A file of one's own that is being written: as a form, as text, and what the server says of it. */

import type { NewOwn, OwnCard, OwnField, OwnReport } from "../../types";

export type Values = Record<string, string>;

/** So long after the last key is the server asked, in milliseconds. */
const TYPING_PAUSE_MS = 250;

/** A form with nothing filled in but what is usual. */
export function defaultValues(fields: readonly OwnField[]): Values {
  return Object.fromEntries(fields.map((field) => [field.name, field.default]));
}

/** The words of a list with commas. */
export function splitList(list: string): string[] {
  return list.split(",").map((word) => word.trim()).filter(Boolean);
}

/** A list with a word more, or less. */
export function toggleInList(list: string, word: string, on: boolean): string {
  const rest = splitList(list).filter((one) => one !== word);
  return (on ? [...rest, word] : rest).join(", ");
}

export class CustomFileDraft {
  readonly card: OwnCard;
  text = $state("");
  head: Values = $state({});
  rows: Values[] = $state([]);
  report: OwnReport | null = $state.raw(null);
  /** The text has changed and cannot be read: the form is that of an earlier one. */
  stale = $state(false);
  /** Why nothing is known of it, if the server could not be asked. */
  trouble = $state("");

  #look: (asked: NewOwn) => Promise<OwnReport>;
  #changed: (text: string) => void;
  #asked = 0;
  #pause: number;
  #settled: Promise<void> = Promise.resolve();

  constructor(
    card: OwnCard,
    look: (asked: NewOwn) => Promise<OwnReport>,
    changed: (text: string) => void = () => undefined,
    pause = TYPING_PAUSE_MS,
  ) {
    this.card = card;
    this.#look = look;
    this.#changed = changed;
    this.#pause = pause;
  }

  /** When everything that was changed has been looked over. */
  get settled(): Promise<void> {
    return this.#settled;
  }

  /** A whole text: typed, pasted, opened from a file, or a ready one to begin with. */
  take(text: string): void {
    this.text = text;
    this.#changed(text);
    this.#ask(() => ({ text }), true);
  }

  /** Something in the form was changed. */
  edit(): void {
    this.#ask(() => ({ form: { head: $state.snapshot(this.head), rows: $state.snapshot(this.rows) } }), false);
  }

  /** One more row, like another if one is named. */
  add(like?: number): void {
    const row = like === undefined ? undefined : this.rows[like];
    this.rows.splice(like === undefined ? this.rows.length : like + 1, 0, row ? { ...row } : defaultValues(this.card.row_fields));
    this.edit();
  }

  remove(at: number): void {
    this.rows.splice(at, 1);
    this.edit();
  }

  /** The name of a field of a row in the file. */
  key(row: number, field: OwnField): string {
    return `${this.card.rows}[${row}].${field.name}`;
  }

  /** What is wrong with a field, in words. */
  wrong(key: string): string {
    return (this.report?.faults ?? []).filter((fault) => fault.key === key).map((fault) => fault.text).join(" ");
  }

  #ask(what: () => NewOwn, refill: boolean): void {
    const turn = ++this.#asked;
    this.#settled = new Promise((done) => setTimeout(done, this.#pause)).then(async () => {
      if (turn !== this.#asked) return this.#settled;
      try {
        const report = await this.#look(what());
        if (turn === this.#asked) this.#hear(report, refill);
      } catch (error) {
        if (turn === this.#asked) this.trouble = error instanceof Error ? error.message : String(error);
      }
    });
  }

  #hear(report: OwnReport, refill: boolean): void {
    this.trouble = "";
    this.report = report;
    this.stale = refill && !report.readable;
    if (refill && report.readable) [this.head, this.rows] = [{ ...report.form.head }, report.form.rows.map((row) => ({ ...row }))];
    if (refill) return;
    this.text = report.text;
    this.#changed(report.text);
  }
}
