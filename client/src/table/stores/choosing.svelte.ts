/** The choice somebody is about to make: numbers being set, a warning being read. */

import { Latest } from "../../board/latestRequest";
import { settings } from "../../lib/settings.svelte";
import type { Choice, Previewed } from "../../types";
import type { Match } from "./match.svelte";

/** The action of a choice whose numbers are filled in. */
export function written(choice: Choice, numbers: readonly number[]): string {
  return [choice.action, ...numbers].join(" ");
}

/** The numbers a choice begins with: those that are advised, the first that matters, or the lowest. */
export function first(choice: Choice, advised: string | null = null): number[] {
  if (advised?.startsWith(`${choice.action} `)) return advised.slice(choice.action.length + 1).split(" ").map(Number);
  return choice.spans.map((span) => span.hints[0]?.[0] ?? span.lo);
}

/** The nearest number that a span allows. */
export function fitted(span: Choice["spans"][number], value: number): number {
  const steps = Math.round((value - span.lo) / span.step);
  const most = Math.floor((span.hi - span.lo) / span.step);
  return span.lo + span.step * Math.min(Math.max(0, steps), most);
}

/** The choice an action belongs to: it itself, or the one whose numbers it fills in. */
export function choiceOf(choices: readonly Choice[], action: string): Choice | undefined {
  return (
    choices.find((one) => !one.spans.length && one.action === action) ??
    choices.find((one) => one.spans.length > 0 && action.startsWith(`${one.action} `))
  );
}

export class Choosing {
  /** The action whose warning is being read. */
  confirming: string | null = $state(null);
  /** The choice whose numbers are being set. */
  open: string | null = $state(null);
  numbers: readonly number[] = $state.raw([]);
  /** What the numbers would lead to. */
  preview: Previewed | null = $state.raw(null);
  /** What is pointed at or focused, in the list or on the board. */
  pointed: string | null = $state(null);
  /** The choice whose chances are shown in full. */
  detailed: string | null = $state(null);

  #match: Match;
  #asked: Latest;
  #advised: () => string | null;

  constructor(match: Match, advised: () => string | null = () => null) {
    this.#match = match;
    this.#advised = advised;
    this.#asked = new Latest(
      (action) => match.preview(action),
      (found) => (this.preview = found ?? null),
    );
  }

  /** A new decision: nothing is begun. */
  reset(): void {
    this.confirming = null;
    this.pointed = null;
    this.detailed = null;
    this.shut();
  }

  /** Put the numbers away. */
  shut(): void {
    this.#asked.stop();
    this.open = null;
    this.numbers = [];
    this.preview = null;
  }

  /** Choose: play it, read its warning first, or set its numbers first. */
  take(choice: Choice): void {
    if (choice.spans.length && this.open !== choice.action) this.begin(choice);
    else if (choice.spans.length) void this.#match.act(written(choice, this.numbers));
    else if (this.#warns(choice)) this.confirming = choice.action;
    else void this.#match.act(choice.action);
  }

  /** Play an action that was touched on the board. */
  touch(action: string): void {
    const choice = choiceOf(this.#match.ask?.choices ?? [], action);
    if (choice && this.#warns(choice)) this.confirming = choice.action;
    else void this.#match.act(action);
  }

  /** The warning was read: do it. */
  confirm(): void {
    const action = this.confirming;
    this.confirming = null;
    if (action !== null) void this.#match.act(action);
  }

  /** Something on the board is pointed at, or nothing any more; where it stands for a number, what that would lead to is shown. */
  point(action: string | null): void {
    this.pointed = action;
    if (this.open !== null) return;
    const choice = choiceOf(this.#match.ask?.choices ?? [], action ?? "");
    if (action && choice?.spans.length) this.#asked.want(action);
    else this.shut();
  }

  /** Begin to set the numbers of a choice. */
  begin(choice: Choice): void {
    this.confirming = null;
    this.open = choice.action;
    this.set(choice, first(choice, this.#advised()));
  }

  /** Set the numbers; the board shows what they would lead to. */
  set(choice: Choice, numbers: readonly number[]): void {
    this.numbers = numbers;
    this.#asked.want(written(choice, numbers));
  }

  #warns(choice: Choice): boolean {
    return choice.warning !== "" && settings.confirm && this.confirming !== choice.action;
  }
}
