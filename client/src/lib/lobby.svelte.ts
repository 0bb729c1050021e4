/** The lobby: your matches in pages and the public ones, kept up to date over a socket. */

import type { LobbyList, LobbyMatch } from "../types";
import { fetchOwnMatches, releaseMatch, toApiError } from "./api";
import { handOver } from "./handOver";
import { personalKey, removeKeys } from "./keys";
import { notify } from "./notify";
import { toast } from "./shell.svelte";
import { Socket, type Status } from "./socket.svelte";

/** The number of matches on a page. */
export const PAGE_MATCHES = 20;

/** Your matches in progress, or your finished ones, of which one page is shown. */
class MatchPages {
  rows: LobbyMatch[] = $state.raw([]);
  /** The number of matches on all pages. */
  total = $state(0);
  /** The shown page, counted from 0. Page 0 arrives over the socket, the others are fetched. */
  page = $state(0);
  readonly over: boolean;

  constructor(over: boolean) {
    this.over = over;
  }

  /** The number of pages, at least 1. */
  get count(): number {
    return Math.max(1, Math.ceil(this.total / PAGE_MATCHES));
  }

  /** Show another page. */
  async show(page: number): Promise<void> {
    try {
      const list = await fetchOwnMatches(this.over, page, [personalKey()]);
      this.page = page;
      this.total = this.over ? list.finished : list.running;
      this.rows = list.mine;
    } catch (error) {
      toast(toApiError(error).text, "error");
    }
  }

  /** Take over a list from the socket. A later page is fetched again, since the rows may have moved. */
  update(list: LobbyList): void {
    this.total = this.over ? list.finished : list.running;
    if (this.page === 0) this.rows = list.mine.filter((row) => row.info.over === this.over);
    else void this.show(Math.min(this.page, this.count - 1));
  }
}

class Lobby {
  readonly running = new MatchPages(false);
  readonly finished = new MatchPages(true);
  watch: LobbyMatch[] = $state.raw([]);
  /** The number of matches in which it is this browser's turn. */
  turnsWaiting = $state(0);
  /** True once the lists have arrived. */
  loaded = $state(false);

  #socket: Socket | null = $state.raw(null);
  /** Ids of the matches in which it is this browser's turn. */
  #myTurns = new Set<string>();

  /** The state of the connection. */
  get status(): Status {
    return this.#socket?.status ?? "ended";
  }

  /** Connect, unless connected already. */
  connect(): void {
    if (this.#socket) return;
    this.#socket = new Socket("/socket/lobby", {
      hello: () => ({ keys: [personalKey()], view_as: -1 }),
      receive: (answer) => {
        if (answer.type === "lobby_list") this.#update(answer);
      },
    });
    void this.#handOver();
  }

  /** Disconnect. */
  disconnect(): void {
    this.#socket?.close();
    this.#socket = null;
    this.loaded = false;
  }

  /** Hand over new seat keys and connect again. */
  refresh(): void {
    void this.#handOver().then(() => this.#socket?.retry());
  }

  /** Remove a match from the list of this browser. */
  async remove(id: string): Promise<void> {
    removeKeys(id);
    await releaseMatch(id, [personalKey()]);
    for (const list of [this.running, this.finished]) list.rows = list.rows.filter((row) => row.info.id !== id);
    this.#socket?.retry();
  }

  /** Hand over seat keys of earlier visits to the personal key, and ask for the list again if there were any. */
  async #handOver(): Promise<void> {
    try {
      if (await handOver()) this.#socket?.retry();
    } catch {
      // The server cannot be reached; the keys stay in this browser and are handed over at the next visit.
    }
  }

  #update(list: LobbyList): void {
    if (this.loaded) for (const row of list.mine) this.#notify(row);
    this.#myTurns = new Set(list.mine.filter((row) => row.pending.length).map((row) => row.info.id));
    this.running.update(list);
    this.finished.update(list);
    this.turnsWaiting = list.pending;
    this.watch = list.watch;
    this.loaded = true;
  }

  #notify({ info, pending, turn }: LobbyMatch): void {
    if (!pending.length || this.#myTurns.has(info.id)) return;
    notify(`Your turn: ${info.title}`, turn, `/match/${info.id}`, `turn ${info.id}`);
  }
}

export const lobby = new Lobby();
