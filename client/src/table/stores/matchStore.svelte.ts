/** One match as this browser knows it: connection, shown moment, log, chat, and pending requests. */

import type { SteerTarget } from "../../board/steering";
import type { Trail } from "../../board/trails";
import { TEMPORARY_PROBLEMS, type Status } from "../../lib/socket.svelte";
import type { ActionOdds, Ask, ChatMessage, Choice, Destination, Frame, Incoming, Inspected, Line, MatchInfo, OddsUpdate, Panel, Previewed, Recap, ReviewProgress, SocketError, Welcome } from "../../types";
import type { RunningClock } from "../model/clock";
import { MatchLog } from "../model/log";
import { combineFrames, displayTime, harmTo, isSameDecision, nextMoment, type Moment } from "../model/moment";
import { nextTrails } from "../model/trails";
import { PlayerNames } from "../model/playerNames";
import { FrameQueue } from "./frameQueue.svelte";
import { browserEnv, type Connection, type MatchEnv } from "./matchEnv";
import { Requests, type Reply, type RequestBody } from "./requests";

/** The reason why a move was not played, with its clause id or "". */
export interface Refusal {
  text: string;
  rule: string;
}

/** Called when a new moment is shown; `before` is null for the first moment after each connection. */
export type Listener = (now: Moment, before: Moment | null) => void;

/** Everything between two decisions of a player is shown in the time of this many moves: about 5 s at normal speed. */
const MAX_SHOW_MOVES = 15;
const REDUCED_MOVE_MS = 350;
const NOT_CONNECTED = "You are not connected, so nothing was sent. Choose again when the connection is back.";
const CONNECTION_LOST = "The connection was lost before the server answered. When you reconnect, check whether your move went through.";

/** Messages that are kept as they are: frames and logs get the names when they are shown, the others have none in their texts. */
const KEEPS_FACTIONS = new Set<Incoming["type"]>(["welcome", "info_changed", "frame", "log", "chat_posted", "lobby_list"]);

export class MatchStore {
  readonly id: string;
  info: MatchInfo | null = $state.raw(null);
  /** The seats held by this browser. */
  mine: readonly number[] = $state.raw([]);
  host = $state(false);
  chat: readonly ChatMessage[] = $state.raw([]);
  notes: Readonly<Record<string, string>> = $state.raw({});
  /** The last frame received. */
  latest: Frame | null = $state.raw(null);
  /** The odds of the choices by action, once they have arrived. */
  odds: ReadonlyMap<string, ActionOdds> = $state.raw(new Map());
  /** The places beyond the next step, once they have arrived. */
  destinations: readonly Destination[] = $state.raw([]);
  /** The places where the selected pieces may go, once they have arrived. */
  selectionDestinations: readonly Destination[] = $state.raw([]);
  /** True once the answer about the selected pieces has arrived. */
  hasSelectionDestinations = $state(false);
  /** The plan that was worked out last, with its actions. */
  planned: Choice | null = $state.raw(null);
  /** News about the player's own choice, such as the pieces that could not go all the way, or "". */
  remark = $state("");
  /** True from sending a move until its frame arrives. */
  busy = $state(false);
  refusal: Refusal | null = $state.raw(null);
  /** A message from the server that is not a reply to a move, or "". */
  notice = $state("");
  /** The server's message about keys that are no longer valid, or "". */
  invalidKeyNotice = $state("");
  /** A number that changes whenever the decision changes, including to none. */
  decisionId = $state(0);
  /** The problem for which the server closed the connection for good. */
  problem: SocketError | null = $state.raw(null);
  /** The clock of the current decision. */
  runningClock: RunningClock | null = $state.raw(null);
  /** The panels at the last decision made in this browser. */
  panelsBefore: readonly Panel[] = $state.raw([]);
  /** The last move seen before this visit; null if it is the first visit. */
  lastVisitMove: number | null = $state(null);
  /** The news since the player's last move, or null. */
  recap: Recap | null = $state.raw(null);
  /** False if the player has closed the recap, or has moved since. */
  isRecapOpen = $state(true);
  /** The trails of what others have moved since the player's last move. */
  trails: readonly Trail[] = $state.raw([]);
  readonly queue: FrameQueue<Frame>;

  /** Called for each new chat message. */
  onChat: (message: ChatMessage) => void = () => undefined;
  /** Called when a review has made progress. */
  onReviewProgress: (reviewing: ReviewProgress) => void = () => undefined;

  #env: MatchEnv;
  #connection: Connection;
  #requests: Requests;
  #log = new MatchLog();
  /** The number of the last entry that the server accepted from this browser. */
  #acceptedN = 0;
  /** True until the first frame of a connection is shown. */
  #awaitsFirstFrame = true;
  /** The moment on the screen and the log, with factions instead of players. */
  #shown: Moment | null = $state.raw(null);
  #lines: readonly Line[] = $state.raw([]);
  #listeners: Listener[] = [];
  /** The frame whose destinations were requested. */
  #framed: Frame | null = null;
  /** The frame whose odds were requested. */
  #weighed: Frame | null = null;
  /** The pieces whose destinations were requested. */
  #selected: readonly string[] = [];
  /** The number of the last frame that follows from a move of this browser. */
  #ownN = 0;

  constructor(id: string, env: MatchEnv = browserEnv()) {
    this.id = id;
    this.#env = env;
    this.lastVisitMove = env.lastSeenMove(id);
    this.queue = new FrameQueue<Frame>({
      show: (frame) => this.#show(frame),
      displayTime: (frame) => (env.isPageVisible() ? displayTime(frame, env.moveMs()) + this.#harmPause(frame) : 0),
      combine: combineFrames,
      isHeld: (frame) => frame.outcome !== null && this.#harmPause(frame) > 0,
      limitMs: () => (this.mine.length ? MAX_SHOW_MOVES * (env.moveMs() || REDUCED_MOVE_MS) : Infinity),
    });
    this.#requests = new Requests((request) => this.#connection.send(request));
    this.#connection = env.connect(`/socket/match/${encodeURIComponent(id)}`, {
      hello: () => ({ keys: env.keys(id), view_as: this.viewer }),
      receive: (incoming) => this.#receive(incoming),
    });
  }

  // ---------------------------------------------------------------- state

  /** The names of the players, for the texts of the server. */
  names: PlayerNames = $state.raw(new PlayerNames([]));

  /** The moment on the screen; it may be a few moves behind. */
  get shown(): Moment | null {
    return this.#shown && this.names.inMessage(this.#shown);
  }

  get lines(): readonly Line[] {
    return this.names.inMessage(this.#lines as Line[]);
  }

  get status(): Status {
    return this.#connection.status;
  }

  /** The seat whose view is shown; -1 for a spectator. */
  get viewer(): number {
    return this.latest?.viewer ?? -1;
  }

  /** The current decision, once everything before it has been shown. */
  get ask(): Ask | null {
    return this.queue.pending ? null : (this.shown?.frame.ask ?? null);
  }

  /** Everything that can be chosen: the choices in the list, the destinations on the board, and a plan worked out. */
  get choices(): readonly Choice[] {
    const places = [...this.destinations, ...this.selectionDestinations].map(({ choice }) => choice);
    return [...(this.ask?.choices ?? []), ...places, ...(this.planned ? [this.planned] : [])];
  }

  /** True if a seat of this browser must decide now. */
  get isDeciding(): boolean {
    return (this.ask?.mine ?? -1) >= 0;
  }

  /** The number of moves played. */
  get moveCount(): number {
    return this.latest?.move ?? 0;
  }

  /** Call a listener for each new moment. Return a function that unsubscribes it. */
  subscribe(listener: Listener): () => void {
    this.#listeners.push(listener);
    return () => (this.#listeners = this.#listeners.filter((one) => one !== listener));
  }

  // ---------------------------------------------------------------- requests

  /** Play an action, or the actions of a compound. Return whether the server accepted it. */
  async act(action: string): Promise<boolean> {
    const frame = this.shown?.frame;
    const seat = this.ask?.mine ?? -1;
    if (!frame || seat < 0 || this.busy) return false;
    const compound = this.choices.find((choice) => choice.action === action)?.compound ?? [];
    if (compound.length) return this.playAll(compound);
    return this.#submit({ type: "play", n: frame.n, seat, action });
  }

  /** Play the actions of a compound. Return whether the server accepted the first. */
  async playAll(actions: string[]): Promise<boolean> {
    const frame = this.shown?.frame;
    const seat = this.ask?.mine ?? -1;
    if (!frame || seat < 0 || this.busy) return false;
    return this.#submit({ type: "play_all", n: frame.n, seat, actions });
  }

  /** Undo the last choice. Return whether the server accepted it. */
  async undo(): Promise<boolean> {
    const frame = this.latest;
    if (!frame || this.busy) return false;
    this.queue.skip();
    return this.#submit({ type: "undo", n: frame.n, seat: frame.viewer });
  }

  /** Play an action in place of the last choice, which is undone first. Return whether the server accepted both. */
  async playInstead(action: string): Promise<boolean> {
    const seat = this.latest?.viewer ?? -1;
    if (!(await this.undo())) return false;
    return this.#submit({ type: "play", n: this.#acceptedN, seat, action });
  }

  /** Return what a node of the board is, and why it cannot be chosen; null if there is no answer. */
  async inspect(node: string): Promise<Inspected | null> {
    const reply = await this.#requests.send({ type: "inspect", node });
    return reply?.type === "inspected" ? reply : null;
  }

  async #submit(body: RequestBody): Promise<boolean> {
    this.refusal = this.status === "open" ? null : { text: NOT_CONNECTED, rule: "" };
    if (this.refusal) return false;
    this.busy = true;
    const panels = this.shown?.scene.panels ?? [];
    const reply = await this.#requests.send(body);
    if (reply?.type === "done") {
      this.#acceptedN = reply.n;
      this.panelsBefore = panels;
      if (reply.stopped && reply.rule) this.notice = reply.stopped;
      this.#onOwnMove(reply.n);
      if ((this.latest?.n ?? 0) >= reply.n) this.busy = false;
      return true;
    }
    this.busy = false;
    this.refusal = reply?.type === "rejected" ? { text: reply.text, rule: reply.rule } : { text: CONNECTION_LOST, rule: "" };
    return false;
  }

  #onOwnMove(n: number): void {
    this.#ownN = Math.max(this.#ownN, n);
    this.isRecapOpen = false;
    this.trails = [];
    this.queue.restart();
  }

  /** Return the pause after a frame in which something has hurt the player. */
  #harmPause(frame: Frame): number {
    return (frame.ask?.mine ?? -1) < 0 && harmTo(frame, this.mine).length ? this.#env.harmPauseMs() : 0;
  }

  /** Return the preview of an action, or of the order of a plan. Throw an Error if there is none. */
  async preview(action: string, plan = false): Promise<Previewed> {
    const frame = this.shown?.frame;
    const seat = frame?.ask?.mine ?? -1;
    if (!frame || seat < 0) throw new Error("There is no decision to make.");
    const reply = await this.#requests.send({ type: "preview", n: frame.n, seat, action, plan });
    if (reply?.type === "rejected") throw new Error(reply.text);
    if (reply?.type !== "previewed") throw new Error(CONNECTION_LOST);
    return reply;
  }

  /** Return the compound that leads the steered piece towards a target, with its preview. Throw an Error if there is none. */
  async steer(action: string, target: SteerTarget): Promise<Previewed> {
    const frame = this.shown?.frame;
    const seat = frame?.ask?.mine ?? -1;
    if (!frame || seat < 0) throw new Error("There is no decision to make.");
    const reply = await this.#requests.send({ type: "steer", n: frame.n, seat, ...target });
    if (reply?.type !== "previewed") throw new Error(CONNECTION_LOST);
    return { ...reply, action };
  }

  /** Request the odds of the open choices, once for each decision. */
  async askOdds(): Promise<void> {
    const frame = this.#shown?.frame;
    const seat = frame?.ask?.mine ?? -1;
    if (!frame || seat < 0 || !this.info?.odds || this.#weighed === frame) return;
    this.#weighed = frame;
    const reply = await this.#requests.send({ type: "odds", n: frame.n, seat });
    if (reply?.type !== "odds_result" || reply.n !== this.shown?.frame.n) return;
    this.odds = new Map(reply.odds.map((one) => [one.action, one]));
  }

  /** Request the places beyond the next step, once for each decision. */
  async askDestinations(): Promise<void> {
    const frame = this.shown?.frame ?? null;
    const seat = frame?.ask?.mine ?? -1;
    if (!frame?.ask?.destinations || seat < 0 || this.#framed === frame) return;
    this.#framed = frame;
    const reply = await this.#requests.send({ type: "destinations", n: frame.n, seat, nodes: [] });
    if (reply?.type === "destinations_found" && this.shown?.frame === frame) this.destinations = reply.destinations;
  }

  /** Request where the selected pieces may go. */
  async askSelectionDestinations(nodes: readonly string[]): Promise<void> {
    const frame = this.shown?.frame ?? null;
    const seat = frame?.ask?.mine ?? -1;
    this.#selected = nodes;
    this.selectionDestinations = [];
    this.hasSelectionDestinations = false;
    if (!frame || seat < 0 || !nodes.length) return;
    const reply = await this.#requests.send({ type: "destinations", n: frame.n, seat, nodes: [...nodes] });
    if (reply?.type !== "destinations_found" || this.shown?.frame !== frame || this.#selected !== nodes) return;
    this.selectionDestinations = reply.destinations;
    this.hasSelectionDestinations = true;
  }

  /** Have a plan worked out; return it with its actions, or null with a refusal to show. */
  async plan(plan: string): Promise<Choice | null> {
    const frame = this.shown?.frame ?? null;
    const seat = this.ask?.mine ?? -1;
    if (!frame || seat < 0 || this.busy) return null;
    const reply = await this.#requests.send({ type: "plan", n: frame.n, seat, plan });
    if (this.shown?.frame !== frame) return null;
    if (reply?.type === "planned") this.planned = reply.choice;
    else this.refusal = { text: reply?.type === "rejected" ? reply.text : NOT_CONNECTED, rule: "" };
    return reply?.type === "planned" ? reply.choice : null;
  }

  /** Send a request that changes nothing. Return null if the connection is down. */
  request(body: RequestBody): Promise<Reply | null> {
    return this.#requests.send(body);
  }

  /** Cancel the running review. */
  cancelReview(): void {
    this.#connection.send({ type: "cancel_review" });
  }

  /** Leave a seat to a bot, or return to it. Return "" or the reason for a refusal. */
  async changeSeat(type: "leave" | "return", seat: number): Promise<string> {
    const reply = await this.#requests.send({ type, seat });
    if (reply === null) return NOT_CONNECTED;
    return reply.type === "rejected" ? reply.text : "";
  }

  /** Show the view of a seat, after its player has taken over the screen. */
  showSeat(seat: number): boolean {
    return this.#connection.send({ type: "view_as", seat });
  }

  /** Send a chat message. */
  say(seat: number, text: string): boolean {
    return this.#connection.send({ type: "chat", seat, text });
  }

  /** Save the private notes of a seat. */
  saveNotes(seat: number, text: string): boolean {
    this.notes = { ...this.notes, [seat]: text };
    return this.#connection.send({ type: "note", seat, text });
  }

  rename(seat: number, name: string): boolean {
    return this.#connection.send({ type: "rename", seat, name });
  }

  /** Mark all moves as seen when the page becomes visible. Return the last move seen before, or null if there are no new ones. */
  catchUp(): number | null {
    const since = this.#env.lastSeenMove(this.id);
    if (!this.shown || since === null || since >= this.moveCount) return null;
    this.lastVisitMove = since;
    this.#env.rememberSeenMove(this.id, this.moveCount);
    return since;
  }

  /** Fail the pending requests, because the connection was lost. */
  failRequests(): void {
    this.#requests.failAll();
  }

  /** Reconnect now. */
  retry(): void {
    this.problem = null;
    this.#connection.retry();
  }

  close(): void {
    this.queue.clear();
    this.#connection.close();
  }

  // ---------------------------------------------------------------- messages from the server

  #receive(incoming: Incoming): void {
    if (!KEEPS_FACTIONS.has(incoming.type)) incoming = this.names.inMessage(incoming);
    if (incoming.type === "rejected" && !incoming.id) this.notice = incoming.text;
    else if (this.#requests.resolve(incoming)) return;
    else if (incoming.type === "welcome") this.#onWelcome(incoming);
    else if (incoming.type === "info_changed") this.#setInfo(incoming.info);
    else if (incoming.type === "frame") this.#onFrame(incoming);
    else if (incoming.type === "odds_update") this.#onOddsUpdate(incoming);
    else if (incoming.type === "review_progress") this.onReviewProgress(incoming);
    else if (incoming.type === "chat_posted") this.#onChatPosted(incoming.message);
    else if (incoming.type === "socket_error") this.#onSocketError(incoming);
    else if (incoming.type === "log" && this.#log.setFullLog(incoming)) {
      this.#lines = this.#log.lines;
      if (!this.shown?.frame.recap && incoming.move === this.shown?.frame.move) this.#setRecap(incoming.recap);
    }
  }

  /** Show a recap, open if it is a new one. */
  #setRecap(recap: Recap | null): void {
    if (!recap) return;
    if (recap.start !== this.recap?.start) this.isRecapOpen = true;
    this.recap = recap;
  }

  #onWelcome(welcome: Welcome): void {
    this.#setInfo(welcome.info);
    this.mine = welcome.mine;
    this.host = welcome.host;
    this.chat = welcome.chat;
    this.notes = welcome.notes;
    this.#awaitsFirstFrame = true;
  }

  #setInfo(info: MatchInfo): void {
    this.info = info;
    const names = new PlayerNames(info.seats);
    if (names.key !== this.names.key) this.names = names;
  }

  /** Replace estimated odds with exact ones, unless they are of another decision. */
  #onOddsUpdate({ n, odds }: OddsUpdate): void {
    if (n !== this.shown?.frame.n || !this.odds.size) return;
    this.odds = new Map([...this.odds, ...odds.map((one) => [one.action, one] as const)]);
  }

  #onChatPosted(message: ChatMessage): void {
    this.chat = [...this.chat, message];
    this.onChat(message);
  }

  #onSocketError(problem: SocketError): void {
    if (problem.final && !TEMPORARY_PROBLEMS.includes(problem.code)) this.problem = problem;
    else if (problem.code === "key") this.invalidKeyNotice = problem.text;
    else this.notice = problem.text;
  }

  #onFrame(frame: Frame): void {
    if (this.#awaitsFirstFrame) this.queue.clear();
    if (!this.latest || frame.n >= this.latest.n || this.#awaitsFirstFrame) this.busy = false;
    this.latest = frame;
    this.runningClock = frame.ask?.clock ? { clock: frame.ask.clock, since: this.#env.now() } : null;
    this.queue.add(frame);
  }

  #show(frame: Frame): void {
    const before = this.#awaitsFirstFrame ? null : this.#shown;
    const now = nextMoment(before, frame);
    if (!before || frame.undone || before.frame.viewer !== frame.viewer) this.trails = [];
    else if (frame.n > this.#ownN) this.trails = nextTrails(this.trails, before.scene, now);
    if (before && before.frame.viewer !== frame.viewer) this.recap = null;
    this.#setRecap(frame.recap);
    if (!before || before.frame.viewer !== frame.viewer) this.#log.restart(frame);
    else this.#log.add(frame);
    if (!before || !isSameDecision(before, now)) {
      this.decisionId += 1;
      this.refusal = null;
    }
    this.#awaitsFirstFrame = false;
    this.#shown = now;
    this.#lines = this.#log.lines;
    this.odds = new Map();
    this.destinations = [];
    this.selectionDestinations = [];
    this.hasSelectionDestinations = false;
    this.planned = null;
    if (this.#env.isPageVisible()) this.#env.rememberSeenMove(this.id, frame.move);
    const [named, namedBefore] = [this.names.inMessage(now), before && this.names.inMessage(before)];
    for (const listener of this.#listeners) listener(named, namedBefore);
  }
}
