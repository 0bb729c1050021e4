/** The lobby: one's own matches and those one may watch, told by the server as they change. */

import type { Row } from "../types";
import { allKeys, removeKeys } from "./keys";
import { notify } from "./notify";
import { Socket, type Status } from "./socket.svelte";

class Lobby {
  mine: Row[] = $state.raw([]);
  watch: Row[] = $state.raw([]);
  /** Whether the server has told us anything yet. */
  loaded = $state(false);

  #socket: Socket | null = $state.raw(null);
  #asked = new Set<string>();

  /** How the line to the server is. */
  get status(): Status {
    return this.#socket?.status ?? "ended";
  }

  /** In how many matches it is this browser's turn. */
  get turnsWaiting(): number {
    return this.mine.filter((row) => row.asked.length).length;
  }

  /** Listen from now on. */
  connect(): void {
    this.#socket ??= new Socket("/socket/lobby", {
      hello: () => ({ keys: allKeys(), look: -1 }),
      receive: (answer) => {
        if (answer.type === "rows") this.#told(answer.mine, answer.watch);
      },
    });
  }

  /** Stop listening. */
  disconnect(): void {
    this.#socket?.close();
    this.#socket = null;
    this.loaded = false;
  }

  /** Ask again, for instance because there are new keys. */
  refresh(): void {
    this.#socket?.retry();
  }

  /** Forget a match. */
  remove(id: string): void {
    removeKeys(id);
    this.mine = this.mine.filter((row) => row.info.id !== id);
    this.refresh();
  }

  #told(mine: Row[], watch: Row[]): void {
    if (this.loaded) for (const row of mine) this.#notify(row);
    this.#asked = new Set(mine.filter((row) => row.asked.length).map((row) => row.info.id));
    this.mine = mine;
    this.watch = watch;
    this.loaded = true;
  }

  #notify({ info, asked, turn }: Row): void {
    if (!asked.length || this.#asked.has(info.id)) return;
    notify(`Your turn: ${info.title}`, turn, `/match/${info.id}`, `turn ${info.id}`);
  }
}

export const lobby = new Lobby();
