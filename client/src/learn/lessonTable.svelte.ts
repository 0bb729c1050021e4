/** The state of a lesson's page: a table whose match is a lesson, with what the lesson says. */

import type { LessonStep } from "../types";
import type { MatchEnv } from "../table/stores/matchEnv";
import { CoachedTable } from "./coachedTable.svelte";

export class LessonTable extends CoachedTable<LessonStep> {
  /** Called when the lesson has been played to its end. */
  onEnd: (stars: number) => void = () => undefined;

  /** Open the lesson at a socket's path, such as /socket/lesson/GAME/NAME. A new connection tells what has been done. */
  constructor(path: string, base?: MatchEnv) {
    let inputs: string[] = [];
    super(path, "lesson_step", () => ({ inputs }), base);
    this.onStep = (step) => {
      ({ inputs } = step);
      if (step.phase === "over") this.onEnd(step.stars);
    };
  }

  /** The step of the lesson at the moment on the screen; null before the lesson has begun. */
  get lessonStep(): LessonStep | null {
    return this.coachStep;
  }

  /** True if the lesson waits for Continue. */
  get isReading(): boolean {
    return this.phase === "read" || this.phase === "mistake";
  }

  get title(): string {
    return this.coachStep?.title ?? "";
  }

  get spoken(): string {
    return this.coachStep ? `Step ${this.coachStep.number} of ${this.coachStep.steps}. ${this.coachStep.text} ${this.coachStep.comment}` : "";
  }

  /** The nodes that the lesson is about. */
  override get pointed(): readonly string[] {
    return this.coachStep?.nodes ?? [];
  }

  /** The action that the lesson waits for, or the choice in which its numbers are set. */
  override get wantedActions(): readonly string[] {
    const next = this.coachStep?.next;
    return next ? [next, next.replace(/ [^ ]+$/, "")] : [];
  }

  startAgain(): Promise<void> {
    return this.ask("start_again");
  }
}
