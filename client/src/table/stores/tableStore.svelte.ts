/** The state of a table page: the match, the replay, the choice being made, and what is open beside the board. */

import { getContext, setContext, tick } from "svelte";
import { createBranch, fetchInvitations } from "../../lib/api";
import { friendLinks } from "../../lib/invitations";
import { matchKeys } from "../../lib/keys";
import { navigate } from "../../lib/router.svelte";
import { loadRulebook, type Rulebook } from "../../lib/rules";
import { settings } from "../../lib/settings.svelte";
import { openClause } from "../../lib/shell.svelte";
import { readJson, writeJson } from "../../lib/storage";
import type { Choice, Line } from "../../types";
import type { Command } from "../model/keyboard";
import { keyMoments } from "../model/log";
import type { Moment } from "../model/moment";
import { AdviceStore } from "./adviceStore.svelte";
import { choiceOf, ChoiceStore } from "./choiceStore.svelte";
import { InspectionStore } from "./inspectionStore.svelte";
import { MatchStore } from "./matchStore.svelte";
import { Replay } from "./replay.svelte";
import { SelectionStore } from "./selectionStore.svelte";

/** A part of the page beside the board: `play` is the decision with the standings and the last lines of the log; the others open
 * below the decision. On a narrow screen the standings are a sheet of their own, `panels`. */
export type Sheet = "play" | "panels" | "log" | "chat" | "notes" | "rules" | "text" | "about";

/** A position on the screen, in pixels. */
export interface Point {
  x: number;
  y: number;
}

const READ_COUNT_PREFIX = "hippodrome.heard.";
const SHORTCUTS_KEY = "hippodrome.shortcuts";
/** Time for which a click counts as the cause of a refusal. */
const RECENT_CLICK_MS = 1500;

export class TableStore {
  readonly id: string;
  readonly match: MatchStore;
  readonly replay: Replay;
  readonly choiceStore: ChoiceStore;
  readonly adviceStore: AdviceStore;
  readonly inspection: InspectionStore;
  readonly selection: SelectionStore;
  /** True if earlier moves can be viewed. */
  readonly hasReplay: boolean = true;
  sheet: Sheet = $state("play");
  isHelpOpen = $state(false);
  /** True if the trails of everything that others have moved are shown, even if they are many. */
  showsAllTrails = $state(false);
  /** True on a narrow screen, which shows one sheet at a time below the board. */
  isNarrow = $state(false);
  /** True if single characters are shortcuts. */
  shortcuts = $state(readJson(SHORTCUTS_KEY) !== false);
  /** The rulebook, once loaded. */
  book: Rulebook | null = $state.raw(null);
  /** The number of chat messages that were read. */
  readCount = $state(0);
  /** The open invitations by seat, if you are the host. */
  invitations: Readonly<Record<string, string>> = $state.raw({});
  #lastClick: (Point & { time: number }) | null = null;

  constructor(id: string, match = new MatchStore(id)) {
    this.id = id;
    this.match = match;
    this.readCount = Number(readJson(READ_COUNT_PREFIX + id)) || 0;
    this.replay = new Replay(
      id,
      () => matchKeys(id),
      () => match.shown,
    );
    this.adviceStore = new AdviceStore(match);
    this.inspection = new InspectionStore(match);
    this.selection = new SelectionStore(match);
    this.choiceStore = new ChoiceStore(match, () => this.adviceStore.action);
    match.onReviewProgress = (reviewing) => this.adviceStore.updateProgress(reviewing);
    let decisionId = -1;
    match.subscribe((now, before) => {
      if (decisionId !== match.decisionId) this.#onNewDecision();
      decisionId = match.decisionId;
      if (now.frame.undone) this.replay.dropAfter(now.frame.move);
      if (!before) void this.#loadRulebook();
    });
  }

  #onNewDecision(): void {
    this.choiceStore.reset();
    this.adviceStore.reset();
    this.inspection.close();
    this.selection.update();
    this.choiceStore.continueRepeating();
  }

  async #loadRulebook(): Promise<void> {
    const game = this.match.info?.game;
    if (!game || this.book) return;
    this.book = await loadRulebook(game).catch(() => null);
  }

  /** Fetch the open invitations; without a connection those known stay. */
  async loadInvitations(): Promise<void> {
    const open = await fetchInvitations("match", this.id, matchKeys(this.id)).catch(() => null);
    if (open) this.invitations = open.invitations;
  }

  /** The links by seat that you can send to friends. */
  get friendLinks(): Readonly<Record<string, string>> {
    return friendLinks("match", this.id, this.invitations, location.origin);
  }

  get game(): string {
    return this.match.info?.game ?? "";
  }

  /** The actions that are listed even where a long list is shown in part. */
  get wantedActions(): readonly string[] {
    return [];
  }

  /** The nodes that are pointed out on the board. */
  get pointed(): readonly string[] {
    return [];
  }

  /** The moment on the screen: of the replay, or of the live match. */
  get view(): Moment | null {
    const { moment, move } = this.replay;
    return move === null ? this.match.shown : moment && this.match.names.inMessage(moment);
  }

  /** The log that belongs to the moment on the screen. */
  get lines(): readonly Line[] {
    const { lines, move } = this.replay;
    return move !== null && lines ? this.match.names.inMessage(lines as Line[]) : this.match.lines;
  }

  /** The seat whose view is shown; -1 for a spectator. */
  get viewer(): number {
    return this.view?.frame.viewer ?? this.match.viewer;
  }

  /** True if every seat's view is public, because the match is finished or imported. */
  get isPublic(): boolean {
    return this.match.info?.over === true || this.match.info?.kind === "imported";
  }

  /** True if a branch may start from this match: it is over, or one person plays it against bots. */
  get canBranch(): boolean {
    const info = this.match.info;
    return info?.over === true || (info?.kind !== "imported" && info?.seats.filter((seat) => seat.person).length === 1);
  }

  /** The number of unread chat messages. */
  get unreadCount(): number {
    return Math.max(0, this.match.chat.length - this.readCount);
  }

  /** Mark all chat messages as read. */
  markRead(): void {
    this.readCount = this.match.chat.length;
    writeJson(READ_COUNT_PREFIX + this.id, this.readCount);
  }

  // ---------------------------------------------------------------- replay

  /** Show a move in the replay, from another seat if given. */
  goTo(move: number, seat: number | null = null): void {
    const at = Math.min(Math.max(0, move), this.match.moveCount);
    const viewer = seat ?? (this.replay.move === null ? null : this.replay.seat);
    const as = viewer === null || viewer === this.match.viewer ? "" : `&as=${viewer}`;
    navigate(`/match/${encodeURIComponent(this.id)}?at=${at}${as}`, { replace: this.replay.move !== null, keepPosition: true });
  }

  /** Return to the live match. */
  goLive(): void {
    this.replay.stop();
    navigate(`/match/${encodeURIComponent(this.id)}`, { replace: true, keepPosition: true });
  }

  /** Go a number of moves forward or back; the last move is the live match. Return false if there is no such move. */
  step(by: number): boolean {
    const move = (this.replay.move ?? this.match.moveCount) + by;
    if (move < 0 || move > this.match.moveCount) return false;
    if (move === this.match.moveCount && !this.isPublic) this.goLive();
    else this.goTo(move);
    return true;
  }

  /** Go to the next or previous key moment. */
  jump(by: 1 | -1): void {
    const current = this.replay.move ?? this.match.moveCount;
    const moves = keyMoments(this.lines);
    const target = by > 0 ? moves.find((move) => move > current) : moves.findLast((move) => move < current);
    if (target !== undefined) this.goTo(target);
    else if (by > 0 && this.replay.move !== null) this.goLive();
  }

  /** Play back from a move to the present. */
  watchSince(move: number): void {
    this.goTo(move);
    this.replay.play(() => this.step(1), settings.moveMs);
  }

  /** Play back from the shown move, or from the start if it is the last. */
  playBack(): void {
    if (this.replay.move === null || this.replay.move >= this.match.moveCount) this.goTo(0);
    this.replay.play(() => this.step(1), settings.moveMs);
  }

  /** Create a branch from the shown move, with bots in the other seats, and open it. */
  async playFromHere(seat: number): Promise<void> {
    const move = this.replay.move ?? this.match.moveCount;
    const branch = await createBranch(this.id, move, seat < 0 ? null : seat, matchKeys(this.id));
    navigate(`/match/${encodeURIComponent(branch.id)}`);
  }

  // ---------------------------------------------------------------- advice

  /** True if the player can ask for a hint now. */
  get canAskHint(): boolean {
    return this.match.info?.hints === true && this.match.isDeciding && this.replay.move === null;
  }

  /** Ask for a hint and show it on the board. */
  async askHint(): Promise<void> {
    const { match, choiceStore } = this;
    const frame = match.shown?.frame;
    if (!frame || !this.canAskHint || match.busy) return;
    if (this.isNarrow) this.showSheet("play");
    const action = await this.adviceStore.askHint(frame.n, match.ask?.mine ?? -1);
    const choice = action === null ? undefined : choiceOf(match.ask?.choices ?? [], action);
    if (choice?.spans.length && choiceStore.open === null) choiceStore.hoverOnBoard(action);
  }

  // ---------------------------------------------------------------- input

  /** The choices to list: all but those that choose a piece, which is selected on the board, unless one is the hint. */
  get listedChoices(): readonly Choice[] {
    const pieces = new Set(this.selection.pieces.map(({ action }) => action));
    return (this.match.ask?.choices ?? []).filter(({ action }) => !pieces.has(action) || action === this.adviceStore.action);
  }

  /** Remember the position of a click. */
  rememberClick(at: Point): void {
    this.#lastClick = { ...at, time: performance.now() };
  }

  /** The position of a recent click; null if there was none, as when the keyboard is used. */
  get recentClick(): Point | null {
    return this.#lastClick && performance.now() - this.#lastClick.time < RECENT_CLICK_MS ? this.#lastClick : null;
  }

  /** Switch the shortcuts of single characters on or off. */
  setShortcuts(on: boolean): void {
    this.shortcuts = on;
    writeJson(SHORTCUTS_KEY, on);
  }

  showSheet(sheet: Sheet): void {
    this.sheet = sheet;
  }

  /** The sheets that open from a tab, with their titles. */
  get sheetTabs(): { id: Sheet; title: string }[] {
    return [
      { id: "log", title: "Log" },
      { id: "chat", title: this.unreadCount ? `Chat (${this.unreadCount} new)` : "Chat" },
      { id: "notes", title: "Notes" },
      { id: "rules", title: "Rules" },
      { id: "text", title: "Text view" },
      { id: "about", title: "About" },
    ];
  }

  /** Show the whole log and focus it. */
  async openLog(): Promise<void> {
    if (this.sheet !== "log") await this.#toggleSheet("log");
  }

  /** Run a keyboard command. */
  run(command: Command): void {
    const { match, choiceStore } = this;
    if (command.do === "skip") match.queue.skip();
    else if (command.do === "choose") choiceStore.choose(command.choice);
    else if (command.do === "default") this.#chooseDefault();
    else if (command.do === "pass") this.#pass();
    else if (command.do === "step") this.step(command.by);
    else if (command.do === "jump") this.jump(command.by);
    else if (command.do === "undo") void (match.latest?.undo === "" && match.undo());
    else if (command.do === "hint") void this.askHint();
    else if (command.do === "help") this.isHelpOpen = true;
    else if (command.do === "text" || command.do === "log") void this.#toggleSheet(command.do);
    else if (command.do === "rule") this.#openRule();
    else if (command.do === "next") this.selection.next();
    else if (command.do === "trails") this.showsAllTrails = !this.showsAllTrails;
    else if (command.do === "mark") this.selection.isMarking = !this.selection.isMarking && this.selection.pieces.length > 0;
    else if (command.do === "first") this.goTo(0);
    else if (command.do === "last") this.goLive();
    else this.#escape();
  }

  /** Show a sheet and focus it, or return from it. */
  async #toggleSheet(sheet: "text" | "log"): Promise<void> {
    const isOpen = this.sheet === sheet;
    this.showSheet(isOpen ? "play" : sheet);
    await tick();
    const focused = isOpen ? "[data-decision] button" : `[data-sheet="${sheet}"]`;
    document.querySelector<HTMLElement>(focused)?.focus({ preventScroll: true });
  }

  #chooseDefault(): void {
    const choice = this.listedChoices.find(({ action }) => action === this.match.ask?.default);
    if (this.choiceStore.confirming !== null) this.choiceStore.confirm();
    else if (choice) this.choiceStore.choose(choice);
    else this.selection.next();
  }

  #pass(): void {
    const choice = this.match.ask?.choices.find(({ passes }) => passes);
    if (choice) this.choiceStore.choose(choice);
  }

  #openRule(): void {
    const rule = this.match.ask?.rule;
    if (rule) openClause(this.game, rule);
  }

  /** Close the innermost thing that is open. */
  #escape(): void {
    const { match, choiceStore } = this;
    if (this.inspection.shown) this.inspection.close();
    else if (match.refusal) match.refusal = null;
    else if (choiceStore.confirming !== null) choiceStore.confirming = null;
    else if (choiceStore.open !== null) choiceStore.closeNumbers();
    else if (choiceStore.repeating !== null) choiceStore.repeating = null;
    else if (this.selection.clear()) return;
    else if (this.replay.move !== null) this.goLive();
  }

  close(): void {
    this.replay.leave();
    this.match.close();
  }
}

const CONTEXT_KEY = Symbol("table");

/** Make a table available to the components inside this one. */
export const provideTable = (table: TableStore): TableStore => setContext(CONTEXT_KEY, table);

/** Return the table of the surrounding component. */
export const useTable = (): TableStore => getContext<TableStore>(CONTEXT_KEY);
