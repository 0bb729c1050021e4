/** The draft of a custom file: as a form and as text, checked by the server after every change. */

import type { CustomFileField, CustomFileKindCard, CustomFileReport, NewCustomFile } from "../../types";

/** The values of a form's fields, by name. */
export type Values = Record<string, string>;

/** The pause after the last change before the server is asked, in milliseconds. */
const TYPING_PAUSE_MS = 250;

/** Return the values of fields in a new row. */
export function initialValues(fields: readonly CustomFileField[]): Values {
  return Object.fromEntries(fields.map((field) => [field.name, field.initial]));
}

/** Return the items of a comma-separated list. */
export function splitList(list: string): string[] {
  return list.split(",").map((item) => item.trim()).filter(Boolean);
}

/** Return a comma-separated list with an item added or removed. */
export function toggleInList(list: string, item: string, on: boolean): string {
  const rest = splitList(list).filter((one) => one !== item);
  return (on ? [...rest, item] : rest).join(", ");
}

/** A draft with its form, its text and the report of the last check. */
export class CustomFileDraft {
  readonly card: CustomFileKindCard;
  text = $state("");
  head: Values = $state({});
  rows: Values[] = $state([]);
  /** The report of the last check. */
  report: CustomFileReport | null = $state.raw(null);
  /** The summary of the last version that could be read. */
  summary: readonly string[] = $state.raw([]);
  /** True if the text is invalid, so that the form shows an earlier version. */
  stale = $state(false);
  /** The reason why the last check failed, if the server did not answer; or "". */
  error = $state("");

  #ask: (draft: NewCustomFile) => Promise<CustomFileReport>;
  #onChange: (text: string) => void;
  #checks = 0;
  #pauseMs: number;
  #checked: Promise<void> = Promise.resolve();

  /** `ask` sends a draft to the server; `onChange` is called with every new text. */
  constructor(
    card: CustomFileKindCard,
    ask: (draft: NewCustomFile) => Promise<CustomFileReport>,
    onChange: (text: string) => void = () => undefined,
    pauseMs = TYPING_PAUSE_MS,
  ) {
    this.card = card;
    this.#ask = ask;
    this.#onChange = onChange;
    this.#pauseMs = pauseMs;
  }

  /** Resolves when the latest change has been checked. */
  get checked(): Promise<void> {
    return this.#checked;
  }

  /** Replace the whole text: typed, pasted, opened from a file, or an example. */
  setText(text: string): void {
    this.text = text;
    this.#onChange(text);
    this.#scheduleCheck(() => ({ text }), true);
  }

  /** Check the form after a change. */
  formChanged(): void {
    this.#scheduleCheck(() => ({ form: { head: $state.snapshot(this.head), rows: $state.snapshot(this.rows) } }), false);
  }

  /** Add a row at the end, or a copy of a row after it. */
  addRow(copied?: number): void {
    const row = copied === undefined ? undefined : this.rows[copied];
    this.rows.splice(copied === undefined ? this.rows.length : copied + 1, 0, row ? { ...row } : initialValues(this.card.row_fields));
    this.formChanged();
  }

  removeRow(index: number): void {
    this.rows.splice(index, 1);
    this.formChanged();
  }

  /** Return the key of a row's field in the file. */
  rowKey(row: number, field: CustomFileField): string {
    return `${this.card.rows}[${row}].${field.name}`;
  }

  /** Return the key of a fault as the form names it: "Troops, row 2, Name"; "" if the form has no such field. */
  titleOf(key: string): string {
    const row = /^(\w+)\[(\d+)\]\.(\w+)$/.exec(key);
    const fields = row ? this.card.row_fields : this.card.fields;
    const title = fields.find((field) => field.name === (row?.[3] ?? key))?.title;
    return title && row ? `${this.card.row_title}, row ${Number(row[2]) + 1}, ${title}` : (title ?? "");
  }

  /** Return the errors of a key as one text, or "". */
  errorOf(key: string): string {
    return (this.report?.problems ?? []).filter((fault) => fault.key === key).map((fault) => fault.text).join(" ");
  }

  #scheduleCheck(draft: () => NewCustomFile, fillForm: boolean): void {
    const number = ++this.#checks;
    this.#checked = new Promise((done) => setTimeout(done, this.#pauseMs)).then(async () => {
      if (number !== this.#checks) return this.#checked;
      try {
        const report = await this.#ask(draft());
        if (number === this.#checks) this.#apply(report, fillForm);
      } catch (error) {
        if (number === this.#checks) this.error = error instanceof Error ? error.message : String(error);
      }
    });
  }

  #apply(report: CustomFileReport, fillForm: boolean): void {
    this.error = "";
    this.report = report;
    if (report.readable) this.summary = report.summary;
    this.stale = fillForm && !report.readable;
    if (fillForm && report.readable) [this.head, this.rows] = [{ ...report.form.head }, report.form.rows.map((row) => ({ ...row }))];
    if (fillForm) return;
    this.text = report.text;
    this.#onChange(report.text);
  }
}
