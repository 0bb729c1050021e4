/** The state of a lesson's page: a table whose match is a lesson, with what the lesson says. */

import { Socket } from "../lib/socket.svelte";
import type { LessonStep } from "../types";
import type { Command } from "../table/model/keyboard";
import { browserEnv, type MatchEnv } from "../table/stores/matchEnv";
import { MatchStore } from "../table/stores/matchStore.svelte";
import { TableStore } from "../table/stores/tableStore.svelte";

/** The connection of a lesson: it hands over the steps, and tells a new connection what has been done. */
class LessonLink {
  /** The inputs that the server has accepted. */
  inputs: string[] = [];
  onStep: (step: LessonStep) => void = () => undefined;

  /** Return the environment of a match that is the lesson at a socket's path. Nothing about it is stored. */
  env(path: string, base: MatchEnv): MatchEnv {
    return {
      ...base,
      connect: (_, handlers) =>
        base.connect(path, {
          hello: () => ({ ...handlers.hello(), inputs: this.inputs }),
          receive: (incoming) => (incoming.type === "lesson_step" ? this.onStep(incoming) : handlers.receive(incoming)),
        }),
      keys: () => [],
      lastSeenMove: () => null,
      rememberSeenMove: () => undefined,
    };
  }
}

export class LessonTable extends TableStore {
  override readonly hasReplay = false;
  /** Called when the lesson has been played to its end. */
  onEnd: (stars: number) => void = () => undefined;
  #latest: LessonStep | null = $state.raw(null);
  /** The step before the latest, which is shown until the moves between them have been. */
  #before: LessonStep | null = $state.raw(null);
  /** True while a request of the lesson is on its way. */
  isBusy = $state(false);

  /** Open the lesson at a socket's path, such as /socket/lesson/GAME/NAME. */
  constructor(path: string, base: MatchEnv = { ...browserEnv(), connect: (at, handlers) => new Socket(at, handlers) }) {
    const link = new LessonLink();
    super("", new MatchStore("", link.env(path, base)));
    link.onStep = (step) => {
      link.inputs = step.inputs;
      this.#before = this.lessonStep;
      this.#latest = step;
      if (step.phase === "over") this.onEnd(step.stars);
    };
  }

  /** The step of the lesson at the moment on the screen; null before the lesson has begun. */
  get lessonStep(): LessonStep | null {
    const { shown, queue } = this.match;
    const [current, goal] = [shown?.frame.n ?? 0, this.#latest?.n ?? 0];
    // Frames after the latest step belong to the next one, which the server has not sent yet.
    const isReached = current > goal || (current === goal && !queue.pending);
    return isReached || !this.#before ? this.#latest : this.#before;
  }

  /** True if the lesson waits for Continue. */
  get isReading(): boolean {
    return this.lessonStep?.phase === "read" || this.lessonStep?.phase === "mistake";
  }

  /** The nodes that the lesson is about. */
  override get pointed(): readonly string[] {
    return this.lessonStep?.nodes ?? [];
  }

  /** The action that the lesson waits for, or the choice in which its numbers are set. */
  override get wantedActions(): readonly string[] {
    const next = this.lessonStep?.next;
    return next ? [next, next.replace(/ [^ ]+$/, "")] : [];
  }

  readOn(): Promise<void> {
    return this.#send("read_on");
  }

  showMe(): Promise<void> {
    return this.#send("show_me");
  }

  startAgain(): Promise<void> {
    return this.#send("start_again");
  }

  async #send(type: "read_on" | "show_me" | "start_again"): Promise<void> {
    if (this.isBusy || this.match.busy) return;
    this.isBusy = true;
    this.match.queue.skip();
    this.match.trails = [];
    const reply = await this.match.request({ type });
    this.isBusy = false;
    if (reply?.type === "rejected") this.match.notice = reply.text;
  }

  override run(command: Command): void {
    if (command.do === "hint") void (this.lessonStep?.phase === "play" && this.showMe());
    else if (command.do === "step" || command.do === "jump" || command.do === "first" || command.do === "last") return;
    else super.run(command);
  }
}
