/** The state of a page on which one player is coached: a table whose match is a lesson or a drill. */

import { Socket } from "../lib/socket.svelte";
import type { DrillStep, Hello, Incoming, LessonStep } from "../types";
import type { Command } from "../table/model/keyboard";
import { browserEnv, type MatchEnv } from "../table/stores/matchEnv";
import { MatchStore } from "../table/stores/matchStore.svelte";
import { TableStore } from "../table/stores/tableStore.svelte";

type Step = LessonStep | DrillStep;
type CoachRequest = "read_on" | "show_me" | "start_again";

/** The connection of a coached table: it hands over the steps, and adds to the hello of each connection. */
class CoachLink<S extends Step> {
  onStep: (step: S) => void = () => undefined;
  hello: () => Partial<Hello> = () => ({});

  /** Return the environment of a match at a socket's path. Nothing about it is stored. */
  env(path: string, type: S["type"], base: MatchEnv): MatchEnv {
    return {
      ...base,
      connect: (_, handlers) =>
        base.connect(path, {
          hello: () => ({ ...handlers.hello(), ...this.hello() }),
          receive: (incoming: Incoming) => (incoming.type === type ? this.onStep(incoming as S) : handlers.receive(incoming)),
        }),
      keys: () => [],
      lastSeenMove: () => null,
      rememberSeenMove: () => undefined,
    };
  }
}

export abstract class CoachedTable<S extends Step> extends TableStore {
  override readonly hasReplay = false;
  /** Called with each step when it arrives. */
  onStep: (step: S) => void = () => undefined;
  #latest: S | null = $state.raw(null);
  /** The step before the latest, which is shown until the moves between them have been. */
  #before: S | null = $state.raw(null);
  /** True while a request to the coach is on its way. */
  isBusy = $state(false);

  /** Open a table at a socket's path. `hello` returns what the client says in addition when it connects. */
  constructor(path: string, type: S["type"], hello: () => Partial<Hello>, base: MatchEnv = { ...browserEnv(), connect: (at, handlers) => new Socket(at, handlers) }) {
    const link = new CoachLink<S>();
    link.hello = hello;
    super("", new MatchStore("", link.env(path, type, base)));
    link.onStep = (step) => {
      this.#before = this.coachStep;
      this.#latest = step;
      this.onStep(step);
    };
  }

  /** The step at the moment on the screen; null before the first one. */
  get coachStep(): S | null {
    const { shown, queue } = this.match;
    const [current, goal] = [shown?.frame.n ?? 0, this.#latest?.n ?? 0];
    // Frames after the latest step belong to the next one, which the server has not sent yet.
    const isReached = current > goal || (current === goal && !queue.pending);
    return isReached || !this.#before ? this.#latest : this.#before;
  }

  /** The kind of moment; empty before the first step. */
  get phase(): string {
    return this.coachStep?.phase ?? "";
  }

  /** True if Enter reads on. */
  abstract get isReading(): boolean;
  /** The title of the page. */
  abstract get title(): string;
  /** The text that is read out at each step. */
  abstract get spoken(): string;

  readOn(): Promise<void> {
    return this.ask("read_on");
  }

  showMe(): Promise<void> {
    return this.ask("show_me");
  }

  /** Send a request to the coach, one at a time. */
  protected async ask(type: CoachRequest): Promise<void> {
    if (this.isBusy || this.match.busy) return;
    this.isBusy = true;
    this.match.queue.skip();
    this.match.trails = [];
    const reply = await this.match.request({ type });
    this.isBusy = false;
    if (reply?.type === "rejected") this.match.notice = reply.text;
  }

  /** True if H shows what to play. */
  protected get canShow(): boolean {
    return this.phase === "play";
  }

  override run(command: Command): void {
    if (command.do === "hint") void (this.canShow && this.showMe());
    else if (command.do === "step" || command.do === "jump" || command.do === "first" || command.do === "last") return;
    else super.run(command);
  }
}
