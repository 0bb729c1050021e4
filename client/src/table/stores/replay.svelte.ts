/** The replay of a match: any earlier move, shown from a seat, and playback from there. */

import * as api from "../../lib/api";
import { toApiError, type ApiError } from "../../lib/api";
import type { Frame, Line, Log } from "../../types";
import { displayTime, nextMoment, type Moment } from "../model/moment";

/** The source of frames and logs; see lib/api. */
export interface ReplayApi {
  fetchFrame: (id: string, move: number, seat: number, keys: readonly string[], signal?: AbortSignal) => Promise<Frame>;
  fetchLog: (id: string, seat: number, keys: readonly string[]) => Promise<Log>;
}

/** Playback speeds, as factors. */
export const SPEEDS = [0.5, 1, 2, 4] as const;
const MAX_CACHED_FRAMES = 60;
/** Pause between two moves of a playback at normal speed. */
const PAUSE_MS = 450;

export class Replay {
  /** The move that is shown; null: none, the table shows the live match. */
  move: number | null = $state(null);
  /** The seat from which it is shown; -1 for a spectator. */
  seat = $state(-1);
  moment: Moment | null = $state.raw(null);
  /** The log as the seat may read it, once loaded. */
  lines: readonly Line[] | null = $state.raw(null);
  error: ApiError | null = $state.raw(null);
  isLoading = $state(false);
  isPlaying = $state(false);
  speed: number = $state(1);

  readonly id: string;
  #keys: () => string[];
  #liveMoment: () => Moment | null;
  #api: ReplayApi;
  #cache = new Map<string, Frame>();
  #request: AbortController | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `liveMoment` returns the moment that the live match shows. */
  constructor(id: string, keys: () => string[], liveMoment: () => Moment | null, replayApi: ReplayApi = api) {
    this.id = id;
    this.#keys = keys;
    this.#liveMoment = liveMoment;
    this.#api = replayApi;
  }

  /** Show a move from a seat. A newer call replaces one that is still loading. */
  async show(move: number, seat: number): Promise<void> {
    if (seat !== this.seat) this.lines = null;
    this.move = move;
    this.seat = seat;
    this.#request?.abort();
    const request = new AbortController();
    this.#request = request;
    this.isLoading = true;
    try {
      const frame = await this.#loadFrame(move, seat, request.signal);
      if (!request.signal.aborted) this.#setFrame(frame);
    } catch (error) {
      if (request.signal.aborted) return;
      this.error = toApiError(error);
      this.isLoading = false;
      this.stop();
    }
  }

  /** Return to the live match. */
  leave(): void {
    this.#request?.abort();
    this.stop();
    this.move = null;
    this.moment = null;
    this.error = null;
    this.isLoading = false;
  }

  /** Load the log as the seat may read it. */
  async loadLog(): Promise<void> {
    const { seat } = this;
    try {
      const log = await this.#api.fetchLog(this.id, seat, this.#keys());
      if (seat === this.seat) this.lines = log.lines;
    } catch (error) {
      this.error = toApiError(error);
    }
  }

  /** Drop cached frames after a move, because later moves were undone. */
  dropAfter(move: number): void {
    for (const [key, frame] of this.#cache) if (frame.move > move) this.#cache.delete(key);
  }

  /** Play back: call `advance` for each move until it returns false. A move's animation takes `moveMs`. */
  play(advance: () => boolean, moveMs: number): void {
    this.stop();
    this.isPlaying = true;
    const schedule = (): void => {
      const frame = this.moment?.frame;
      const time = ((frame ? displayTime(frame, moveMs) : 0) + PAUSE_MS) / this.speed;
      this.#timer = setTimeout(() => {
        if (this.isLoading || advance()) schedule();
        else this.stop();
      }, time);
    };
    schedule();
  }

  /** Stop the playback. */
  stop(): void {
    clearTimeout(this.#timer);
    this.isPlaying = false;
  }

  #setFrame(frame: Frame): void {
    const before = this.moment?.frame;
    const isNext = before !== undefined && before.viewer === frame.viewer && before.move + 1 === frame.move;
    this.moment = nextMoment(this.moment ?? this.#liveMoment(), isNext ? frame : { ...frame, paths: {} });
    this.error = null;
    this.isLoading = false;
  }

  async #loadFrame(move: number, seat: number, signal: AbortSignal): Promise<Frame> {
    const key = `${seat} ${move}`;
    const cached = this.#cache.get(key);
    if (cached) return cached;
    const frame = await this.#api.fetchFrame(this.id, move, seat, this.#keys(), signal);
    this.#cache.set(key, frame);
    const oldest = this.#cache.keys().next().value;
    if (this.#cache.size > MAX_CACHED_FRAMES && oldest !== undefined) this.#cache.delete(oldest);
    return frame;
  }
}
