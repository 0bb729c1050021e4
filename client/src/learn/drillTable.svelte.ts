/** The state of a drill's page: a table at a decision of a finished match, with the answers to what is tried. */

import type { DrillStep } from "../types";
import type { MatchEnv } from "../table/stores/matchEnv";
import { CoachedTable } from "./coachedTable.svelte";

export class DrillTable extends CoachedTable<DrillStep> {
  /** Open the drill at a socket's path, such as /socket/drill/MATCH/INDEX. `better` returns the better action, if it is known. */
  constructor(path: string, better: () => string, base?: MatchEnv) {
    super(path, "drill_step", () => ({ better: better() }), base);
  }

  /** True if the answer leaves something to find. */
  get isReading(): boolean {
    return this.phase === "answer" && !this.isDone;
  }

  /** True if the drill is solved, or its solution is shown, or nothing better was found. */
  get isDone(): boolean {
    const step = this.coachStep;
    return step?.phase === "answer" && (step.solved || step.shown || !step.options.some(({ by }) => by === "best"));
  }

  get title(): string {
    return this.coachStep ? `Find better than “${this.coachStep.played}”` : "";
  }

  get spoken(): string {
    const step = this.coachStep;
    if (!step) return "";
    return step.phase === "rating" ? "Your try is being rated." : `${step.text} ${step.reason}`;
  }

  protected override get canShow(): boolean {
    return this.phase === "play" || this.isReading;
  }
}
