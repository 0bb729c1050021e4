/** Looking at any moment of a match, and letting it run from there. */

import * as api from "../../lib/api";
import { toApiError, type ApiError } from "../../lib/api";
import type { Frame, Line, Log } from "../../types";
import { lookedAt, momentAfter, type Moment } from "../model/moment";

/** Where moments and logs come from; see lib/api. */
export interface Archive {
  fetchFrame: (id: string, move: number, seat: number, keys: readonly string[], signal?: AbortSignal) => Promise<Frame>;
  fetchLog: (id: string, seat: number, keys: readonly string[]) => Promise<Log>;
}

export const SPEEDS = [0.5, 1, 2, 4] as const;
const KEPT = 60;
const REST = 450;

export class Past {
  /** The move that is looked at; null is the present. */
  at: number | null = $state(null);
  /** The seat it is looked at from. */
  as = $state(-1);
  moment: Moment | null = $state.raw(null);
  /** The log as that seat may read it, once it was asked for. */
  lines: readonly Line[] | null = $state.raw(null);
  failure: ApiError | null = $state.raw(null);
  loading = $state(false);
  running = $state(false);
  speed: number = $state(1);

  readonly id: string;
  #keys: () => string[];
  #present: () => Moment | null;
  #archive: Archive;
  #kept = new Map<string, Frame>();
  #wanted: AbortController | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `present` is what is shown when nothing of the past is. */
  constructor(id: string, keys: () => string[], present: () => Moment | null, archive: Archive = api) {
    this.id = id;
    this.#keys = keys;
    this.#present = present;
    this.#archive = archive;
  }

  /** Look at a move from a seat. */
  async look(at: number, as: number): Promise<void> {
    if (as !== this.as) this.lines = null;
    this.at = at;
    this.as = as;
    this.#wanted?.abort();
    const wanted = new AbortController();
    this.#wanted = wanted;
    this.loading = true;
    try {
      const frame = await this.#frame(at, as, wanted.signal);
      if (!wanted.signal.aborted) this.#show(frame);
    } catch (error) {
      if (wanted.signal.aborted) return;
      this.failure = toApiError(error);
      this.loading = false;
      this.stop();
    }
  }

  /** Back to the present. */
  leave(): void {
    this.#wanted?.abort();
    this.stop();
    this.at = null;
    this.moment = null;
    this.failure = null;
    this.loading = false;
  }

  /** Fetch the log as the seat may read it. */
  async read(): Promise<void> {
    const as = this.as;
    try {
      const log = await this.#archive.fetchLog(this.id, as, this.#keys());
      if (as === this.as) this.lines = log.lines;
    } catch (error) {
      this.failure = toApiError(error);
    }
  }

  /** Moves after this one were taken back: what was kept of them is wrong. */
  forget(after: number): void {
    for (const [name, frame] of this.#kept) if (frame.move > after) this.#kept.delete(name);
  }

  /** Let it run: `next` is called for each step, until it says that there is none. A move is shown for `step` ms. */
  run(next: () => boolean, step: number): void {
    this.stop();
    this.running = true;
    const turn = (): void => {
      const frame = this.moment?.frame;
      const time = ((frame ? lookedAt(frame, step) : 0) + REST) / this.speed;
      this.#timer = setTimeout(() => {
        if (this.loading) turn();
        else if (next()) turn();
        else this.stop();
      }, time);
    };
    turn();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.running = false;
  }

  #show(frame: Frame): void {
    const before = this.moment?.frame;
    const follows = before !== undefined && before.viewer === frame.viewer && before.move + 1 === frame.move;
    this.moment = momentAfter(this.moment ?? this.#present(), follows ? frame : { ...frame, paths: {} });
    this.failure = null;
    this.loading = false;
  }

  async #frame(at: number, as: number, signal: AbortSignal): Promise<Frame> {
    const name = `${as} ${at}`;
    const known = this.#kept.get(name);
    if (known) return known;
    const frame = await this.#archive.fetchFrame(this.id, at, as, this.#keys(), signal);
    this.#kept.set(name, frame);
    const oldest = this.#kept.keys().next().value;
    if (this.#kept.size > KEPT && oldest !== undefined) this.#kept.delete(oldest);
    return frame;
  }
}
