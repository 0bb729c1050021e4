/** One match as this browser knows it: the line to the server, what is shown, the log, the talk, and what was asked. */

import type { Status } from "../../lib/socket.svelte";
import type { Ask, Chance, Counted, Frame, Incoming, Info, Line, Panel, Previewed, Problem, Reviewing, Speech, Welcome } from "../../types";
import { browser, type Around, type Wire } from "./around";
import type { Running } from "../model/clock";
import { lookedAt, momentAfter, sameQuestion, type Moment } from "../model/moment";
import { Reel } from "./reel.svelte";
import { Requests, type Question, type Reply } from "./requests";
import { Story } from "../model/story";

/** Why something was not done. */
export interface Refusal {
  text: string;
  rule: string;
}

/** Who wants to know when a new moment is shown; `before` is null for the first after coming (back). */
export type Watcher = (now: Moment, before: Moment | null) => void;

/** Problems after which the line comes back by itself. */
const PASSING = ["going", "broken"];
const DOWN = "There is no connection at the moment, so nothing was sent. Choose again when it is back.";
const LOST = "The connection broke before the table answered. When it is back, look whether your move was taken.";

export class Match {
  readonly id: string;
  info: Info | null = $state.raw(null);
  /** The seats this browser holds. */
  mine: readonly number[] = $state.raw([]);
  host = $state(false);
  said: readonly Speech[] = $state.raw([]);
  notes: Readonly<Record<string, string>> = $state.raw({});
  /** What the screen shows; it may be a few moves behind. */
  shown: Moment | null = $state.raw(null);
  /** The last frame that came. */
  latest: Frame | null = $state.raw(null);
  lines: readonly Line[] = $state.raw([]);
  /** The odds of the choices, by action, once they have come. */
  chances: ReadonlyMap<string, Chance> = $state.raw(new Map());
  /** A move is on its way to the server. */
  busy = $state(false);
  refusal: Refusal | null = $state.raw(null);
  /** Something the server said that is no answer to a move. */
  notice = $state("");
  /** What the server said about keys that are no longer good. */
  stale = $state("");
  /** Another one whenever there is something else to decide, or nothing any more. */
  turn = $state(0);
  /** What the server said before it closed the line for good. */
  problem: Problem | null = $state.raw(null);
  /** The time of the decision that is being made. */
  running: Running | null = $state.raw(null);
  /** The panels when somebody at this screen last decided. */
  before: readonly Panel[] = $state.raw([]);
  /** The last move seen before this visit; null if it is the first. */
  visited: number | null = $state(null);
  readonly reel: Reel<Frame>;

  /** Somebody at the table has said something. */
  onsaid: (speech: Speech) => void = () => undefined;
  /** A review has gone on. */
  onreviewing: (reviewing: Reviewing) => void = () => undefined;

  #around: Around;
  #wire: Wire;
  #requests: Requests;
  #story = new Story();
  #fresh = true;
  #watchers: Watcher[] = [];

  constructor(id: string, around: Around = browser()) {
    this.id = id;
    this.#around = around;
    this.visited = around.lastSeen(id);
    this.reel = new Reel(
      (frame) => this.#show(frame),
      (frame) => (around.seen() ? lookedAt(frame, around.step()) : 0),
    );
    this.#requests = new Requests((request) => this.#wire.send(request));
    this.#wire = around.connect(`/socket/match/${encodeURIComponent(id)}`, {
      hello: () => ({ keys: around.keys(id), look: this.viewer }),
      receive: (incoming) => this.#heard(incoming),
    });
  }

  // ---------------------------------------------------------------- where it stands

  get status(): Status {
    return this.#wire.status;
  }

  /** The seat that is shown; -1 for a spectator. */
  get viewer(): number {
    return this.latest?.viewer ?? -1;
  }

  /** What must be decided, once everything that led to it has been shown. */
  get ask(): Ask | null {
    return this.reel.waiting ? null : (this.shown?.frame.ask ?? null);
  }

  /** Whether somebody at this screen must decide now. */
  get deciding(): boolean {
    return (this.ask?.mine ?? -1) >= 0;
  }

  /** How many moves stand. */
  get moves(): number {
    return this.latest?.move ?? 0;
  }

  /** Have a word when a new moment is shown; what comes back ends it. */
  watch(watcher: Watcher): () => void {
    this.#watchers.push(watcher);
    return () => (this.#watchers = this.#watchers.filter((one) => one !== watcher));
  }

  // ---------------------------------------------------------------- what is asked

  /** Play an action; whether it was taken. */
  async act(action: string): Promise<boolean> {
    const frame = this.shown?.frame;
    const seat = this.ask?.mine ?? -1;
    if (!frame || seat < 0 || this.busy) return false;
    return this.#change({ type: "play", n: frame.n, seat, action });
  }

  /** Take back the last choice; whether that was done. */
  async undo(): Promise<boolean> {
    const frame = this.latest;
    if (!frame || this.busy) return false;
    this.reel.skip();
    return this.#change({ type: "undo", n: frame.n, seat: frame.viewer });
  }

  async #change(question: Parameters<Requests["ask"]>[0]): Promise<boolean> {
    this.refusal = this.status === "open" ? null : { text: DOWN, rule: "" };
    if (this.refusal) return false;
    this.busy = true;
    const panels = this.shown?.scene.panels ?? [];
    const reply = await this.#requests.ask(question);
    if (reply?.type === "done") {
      this.before = panels;
      if ((this.latest?.n ?? 0) >= reply.n) this.busy = false;
      return true;
    }
    this.busy = false;
    this.refusal = reply?.type === "refused" ? { text: reply.text, rule: reply.rule } : { text: LOST, rule: "" };
    return false;
  }

  /** What an action would look like; an Error if nobody can tell. */
  async preview(action: string): Promise<Previewed> {
    const frame = this.shown?.frame;
    const seat = frame?.ask?.mine ?? -1;
    if (!frame || seat < 0) throw new Error("Nothing is to be decided.");
    const reply = await this.#requests.ask({ type: "preview", n: frame.n, seat, action });
    if (reply?.type === "refused") throw new Error(reply.text);
    if (reply?.type !== "previewed") throw new Error(LOST);
    return reply;
  }

  /** Ask for the odds of the choices that are open now. */
  async askOdds(): Promise<void> {
    const frame = this.shown?.frame;
    const seat = frame?.ask?.mine ?? -1;
    if (!frame || seat < 0 || !this.info?.odds) return;
    const reply = await this.#requests.ask({ type: "odds", n: frame.n, seat });
    if (reply?.type !== "chances" || reply.n !== this.shown?.frame.n) return;
    this.chances = new Map(reply.chances.map((chance) => [chance.action, chance]));
  }

  /** Ask something that changes nothing; null if the line is down. */
  request(question: Question): Promise<Reply | null> {
    return this.#requests.ask(question);
  }

  /** A review that was asked for is not wanted any more. */
  enough(): void {
    this.#wire.send({ type: "enough" });
  }

  /** Give a seat to a program, or take it back; a sentence if that was refused. */
  async seat(what: "leave" | "return", seat: number): Promise<string> {
    const reply = await this.#requests.ask({ type: what, seat });
    if (reply === null) return DOWN;
    return reply.type === "refused" ? reply.text : "";
  }

  /** The right person is at the screen: lift the curtain. */
  look(seat: number): boolean {
    return this.#wire.send({ type: "look", seat });
  }

  say(seat: number, text: string): boolean {
    return this.#wire.send({ type: "say", seat, text });
  }

  /** Keep the private notes of a seat. */
  note(seat: number, text: string): boolean {
    this.notes = { ...this.notes, [seat]: text };
    return this.#wire.send({ type: "note", seat, text });
  }

  rename(seat: number, name: string): boolean {
    return this.#wire.send({ type: "name", seat, name });
  }

  /** Somebody looks at the page again: the last move seen before, if there are others since, else null. */
  caughtUp(): number | null {
    const since = this.#around.lastSeen(this.id);
    if (!this.shown || since === null || since >= this.moves) return null;
    this.visited = since;
    this.#around.saw(this.id, this.moves);
    return since;
  }

  /** The line broke: what was asked will not be answered. */
  lost(): void {
    this.#requests.lost();
  }

  retry(): void {
    this.problem = null;
    this.#wire.retry();
  }

  close(): void {
    this.reel.clear();
    this.#wire.close();
  }

  // ---------------------------------------------------------------- what is told

  #heard(incoming: Incoming): void {
    if (incoming.type === "refused" && !incoming.id) this.notice = incoming.text;
    else if (this.#requests.answered(incoming)) return;
    else if (incoming.type === "welcome") this.#welcomed(incoming);
    else if (incoming.type === "table") this.info = incoming.info;
    else if (incoming.type === "frame") this.#came(incoming);
    else if (incoming.type === "counted") this.#counted(incoming);
    else if (incoming.type === "reviewing") this.onreviewing(incoming);
    else if (incoming.type === "said") this.#said(incoming.speech);
    else if (incoming.type === "problem") this.#troubled(incoming);
    else if (incoming.type === "log" && this.#story.whole(incoming)) this.lines = this.#story.lines;
  }

  #welcomed(welcome: Welcome): void {
    this.info = welcome.info;
    this.mine = welcome.mine;
    this.host = welcome.host;
    this.said = welcome.said;
    this.notes = welcome.notes;
    this.#fresh = true;
  }

  /** Chances that had been tried were counted since, if they are still wanted. */
  #counted({ n, chances }: Counted): void {
    if (n !== this.shown?.frame.n || !this.chances.size) return;
    this.chances = new Map([...this.chances, ...chances.map((chance) => [chance.action, chance] as const)]);
  }

  #said(speech: Speech): void {
    this.said = [...this.said, speech];
    this.onsaid(speech);
  }

  #troubled(problem: Problem): void {
    if (problem.final && !PASSING.includes(problem.code)) this.problem = problem;
    else if (problem.code === "key") this.stale = problem.text;
    else this.notice = problem.text;
  }

  #came(frame: Frame): void {
    if (this.#fresh) this.reel.clear();
    if (!this.latest || frame.n >= this.latest.n || this.#fresh) this.busy = false;
    this.latest = frame;
    this.running = frame.ask?.clock ? { clock: frame.ask.clock, since: this.#around.now() } : null;
    this.reel.add(frame);
  }

  #show(frame: Frame): void {
    const before = this.#fresh ? null : this.shown;
    const now = momentAfter(before, frame);
    if (!before || before.frame.viewer !== frame.viewer) this.#story.begin(frame);
    else this.#story.add(frame);
    const other = !before || !sameQuestion(before, now);
    if (other) this.turn += 1;
    if (other) this.refusal = null;
    this.#fresh = false;
    this.shown = now;
    this.lines = this.#story.lines;
    this.chances = new Map();
    if (this.#around.seen()) this.#around.saw(this.id, frame.move);
    for (const watcher of this.#watchers) watcher(now, before);
  }
}
