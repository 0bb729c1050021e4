/** The choice that the player is about to make: numbers being set, a warning to confirm. */

import { LatestRequest } from "../../board/latestRequest";
import { settings } from "../../lib/settings.svelte";
import type { Choice, Previewed } from "../../types";
import type { MatchStore } from "./matchStore.svelte";

/** Return the action of a choice with its numbers. */
export function actionWith(choice: Choice, numbers: readonly number[]): string {
  return [choice.action, ...numbers].join(" ");
}

/** Return the first numbers to show for a choice: those of the hinted action, otherwise its first hint or lowest value. */
export function initialNumbers(choice: Choice, hintedAction: string | null = null): number[] {
  if (hintedAction?.startsWith(`${choice.action} `)) return hintedAction.slice(choice.action.length + 1).split(" ").map(Number);
  return choice.spans.map((span) => span.hints[0]?.[0] ?? span.lo);
}

/** Return the nearest number that a span allows. */
export function nearestAllowed(span: Choice["spans"][number], value: number): number {
  const steps = Math.round((value - span.lo) / span.step);
  const maxSteps = Math.floor((span.hi - span.lo) / span.step);
  return span.lo + span.step * Math.min(Math.max(0, steps), maxSteps);
}

/** Return the choice of an action: the one with this action, or the one whose numbers it completes. */
export function choiceOf(choices: readonly Choice[], action: string): Choice | undefined {
  return (
    choices.find((one) => !one.spans.length && one.action === action) ??
    choices.find((one) => one.spans.length > 0 && action.startsWith(`${one.action} `))
  );
}

/** Return whether the actions of a choice are worked out only when it is chosen. */
function isPlanned(choice: Choice | undefined): boolean {
  return Boolean(choice?.plan && !choice.compound?.length);
}

export class ChoiceStore {
  /** The action of the choice whose numbers are being set. */
  open: string | null = $state(null);
  numbers: readonly number[] = $state.raw([]);
  /** The preview of the numbers. */
  preview: Previewed | null = $state.raw(null);
  /** The action that is hovered or focused, in the list or on the board. */
  hovered: string | null = $state(null);
  /** The action whose odds are shown in full. */
  detailed: string | null = $state(null);

  /** The plan that is worked out again at each decision that still offers it, or null. */
  repeating: string | null = $state(null);

  #confirming: string | null = $state(null);
  #match: MatchStore;
  #previews: LatestRequest;
  #hintedAction: () => string | null;

  constructor(match: MatchStore, hintedAction: () => string | null = () => null) {
    this.#match = match;
    this.#hintedAction = hintedAction;
    this.#previews = new LatestRequest(
      (action) => match.preview(action, this.#isPlan(action)),
      (preview) => (this.preview = preview ?? null),
    );
  }

  /** The action whose warning must be confirmed. Its preview stays until it is confirmed or cancelled. */
  get confirming(): string | null {
    return this.#confirming;
  }

  set confirming(action: string | null) {
    const isEnd = this.#confirming !== null && action === null;
    this.#confirming = action;
    if (isEnd && this.open === null) this.closeNumbers();
  }

  /** True if hovering shows no preview: numbers are being set, or a warning must be confirmed. */
  get #isBusy(): boolean {
    return this.open !== null || this.confirming !== null;
  }

  /** Discard everything, because there is a new decision. */
  reset(): void {
    this.confirming = null;
    this.hovered = null;
    this.detailed = null;
    this.closeNumbers();
  }

  /** Stop setting numbers. */
  closeNumbers(): void {
    this.#previews.cancel();
    this.open = null;
    this.numbers = [];
    this.preview = null;
  }

  /** Choose from the list: play the action, or first set its numbers or confirm its warning. */
  choose(choice: Choice): void {
    if (choice.spans.length && this.open !== choice.action) this.openNumbers(choice);
    else if (choice.spans.length) void this.#match.act(actionWith(choice, this.numbers));
    else if (this.#mustConfirm(choice)) this.confirming = choice.action;
    else this.#play(choice);
  }

  /** Choose on the board: play the action, or first confirm its warning. */
  chooseOnBoard(action: string): void {
    const choice = choiceOf(this.#match.choices, action);
    if (choice && this.#mustConfirm(choice)) this.confirming = choice.action;
    else if (choice && !choice.spans.length) this.#play(choice);
    else void this.#match.act(action);
  }

  /** Play the action whose warning was shown. */
  confirm(): void {
    const action = this.confirming;
    const choice = choiceOf(this.#match.choices, action ?? "");
    this.confirming = null;
    if (choice && !choice.spans.length) this.#play(choice);
    else if (action !== null) void this.#match.act(action);
  }

  /** Play a choice. One with a plan is first worked out, and its own warning confirmed. */
  #play(choice: Choice): void {
    this.repeating = null;
    if (isPlanned(choice)) void this.#playPlan(choice);
    else void this.#playActions(choice);
  }

  async #playActions(choice: Choice): Promise<boolean> {
    const remark = choice === this.#match.planned ? (choice.note ?? "") : "";
    const isPlayed = await this.#match.act(choice.action);
    if (isPlayed && remark) this.#match.remark = remark;
    return isPlayed;
  }

  async #playPlan(choice: Choice): Promise<void> {
    const planned = await this.#match.plan(choice.plan ?? "");
    if (!planned) this.repeating = null;
    else if (this.#mustConfirm(planned)) this.#confirmPlan(choice, planned);
    else if (await this.#playActions(planned)) this.repeating = choice.repeats && choice.plan ? choice.plan : null;
    else this.repeating = null;
  }

  /** Ask for a confirmation of a plan, and show where it leaves the pieces. */
  #confirmPlan(order: Choice, planned: Choice): void {
    this.confirming = planned.action;
    this.#previews.request(order.action);
  }

  /** Play the repeated plan again if the new decision offers it; any other decision of the player ends it. */
  continueRepeating(): void {
    const { ask, isDeciding } = this.#match;
    if (this.repeating === null || !isDeciding) return;
    const choice = ask?.choices.find(({ plan }) => plan === this.repeating);
    if (choice) void this.#playPlan(choice);
    else this.repeating = null;
  }

  /** Hover an action on the board, or none. If it includes numbers or is a plan, its preview is shown. */
  hoverOnBoard(action: string | null): void {
    this.hovered = action;
    if (this.#isBusy) return;
    const choice = choiceOf(this.#match.choices, action ?? "");
    if (action && (choice?.spans.length || isPlanned(choice))) this.#previews.request(action);
    else this.closeNumbers();
  }

  /** Hover a choice in the list, or focus it. The preview of a compound or a plan is shown. */
  hoverInList(choice: Choice): void {
    this.hovered = choice.action;
    if (!this.#isBusy && (choice.compound?.length || isPlanned(choice))) this.#previews.request(choice.action);
  }

  /** Hover a choice in the list no longer. */
  leaveInList(choice: Choice): void {
    if (this.hovered === choice.action) this.hovered = null;
    if (!this.#isBusy && (choice.compound?.length || isPlanned(choice))) this.closeNumbers();
  }

  /** Start to set the numbers of a choice. */
  openNumbers(choice: Choice): void {
    this.confirming = null;
    this.open = choice.action;
    this.setNumbers(choice, initialNumbers(choice, this.#hintedAction()));
  }

  /** Set the numbers of a choice and request their preview. */
  setNumbers(choice: Choice, numbers: readonly number[]): void {
    this.numbers = numbers;
    this.#previews.request(actionWith(choice, numbers));
  }

  /** Return whether an action is the order of a plan. */
  #isPlan(action: string): boolean {
    return isPlanned(choiceOf(this.#match.choices, action));
  }

  /** Return whether a choice needs a confirmation. A second press of the key of a pass is none: only Confirm is. */
  #mustConfirm(choice: Choice): boolean {
    return choice.warning !== "" && settings.confirm && (choice.passes || this.confirming !== choice.action);
  }
}
