/** The lobby: your matches and the public ones, kept up to date over a socket. */

import type { LobbyMatch } from "../types";
import { allKeys, removeKeys } from "./keys";
import { notify } from "./notify";
import { Socket, type Status } from "./socket.svelte";

class Lobby {
  mine: LobbyMatch[] = $state.raw([]);
  watch: LobbyMatch[] = $state.raw([]);
  /** True once the lists have arrived. */
  loaded = $state(false);

  #socket: Socket | null = $state.raw(null);
  /** Ids of the matches in which it is this browser's turn. */
  #myTurns = new Set<string>();

  /** The state of the connection. */
  get status(): Status {
    return this.#socket?.status ?? "ended";
  }

  /** The number of matches in which it is this browser's turn. */
  get turnsWaiting(): number {
    return this.mine.filter((row) => row.pending.length).length;
  }

  /** Connect, unless connected already. */
  connect(): void {
    this.#socket ??= new Socket("/socket/lobby", {
      hello: () => ({ keys: allKeys(), view_as: -1 }),
      receive: (answer) => {
        if (answer.type === "lobby_list") this.#update(answer.mine, answer.watch);
      },
    });
  }

  /** Disconnect. */
  disconnect(): void {
    this.#socket?.close();
    this.#socket = null;
    this.loaded = false;
  }

  /** Connect again, for instance because there are new keys. */
  refresh(): void {
    this.#socket?.retry();
  }

  /** Remove a match from the list, and its keys from this browser. */
  remove(id: string): void {
    removeKeys(id);
    this.mine = this.mine.filter((row) => row.info.id !== id);
    this.refresh();
  }

  #update(mine: LobbyMatch[], watch: LobbyMatch[]): void {
    if (this.loaded) for (const row of mine) this.#notify(row);
    this.#myTurns = new Set(mine.filter((row) => row.pending.length).map((row) => row.info.id));
    this.mine = mine;
    this.watch = watch;
    this.loaded = true;
  }

  #notify({ info, pending, turn }: LobbyMatch): void {
    if (!pending.length || this.#myTurns.has(info.id)) return;
    notify(`Your turn: ${info.title}`, turn, `/match/${info.id}`, `turn ${info.id}`);
  }
}

export const lobby = new Lobby();
