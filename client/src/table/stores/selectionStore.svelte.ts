/** The pieces that the player has selected, one or several, and where they may go. */

import { stacksOf } from "../../board/selection";
import type { Destination, Piece } from "../../types";
import type { MatchStore } from "./matchStore.svelte";

/** More pieces than these are counted by kind. */
const MAX_NAMED = 3;

export class SelectionStore {
  /** The nodes of the selected pieces, in the order in which they were selected. */
  nodes: readonly string[] = $state.raw([]);
  /** True while clicks mark several pieces and drags draw a box around them. */
  isMarking = $state(false);
  /** The node to bring into view, after a key or button has selected it. */
  shownNode: { node: string } | null = $state.raw(null);

  #match: MatchStore;

  constructor(match: MatchStore) {
    this.#match = match;
  }

  /** The pieces that can be selected now. */
  get pieces(): readonly Piece[] {
    return this.#match.isDeciding ? (this.#match.ask?.pieces ?? []) : [];
  }

  get selected(): readonly Piece[] {
    const byNode = new Map(this.pieces.map((piece) => [piece.node, piece]));
    return this.nodes.flatMap((node) => byNode.get(node) ?? []);
  }

  /** The places where the selected pieces may go; empty until the server has answered. */
  get destinations(): readonly Destination[] {
    return this.nodes.length ? this.#match.selectionDestinations : [];
  }

  /** The selected pieces as text: by name, or counted by kind. */
  get summary(): string {
    const selected = this.selected;
    if (selected.length <= MAX_NAMED) return selected.map(({ name }) => name).join(", ");
    const counts = new Map<string, number>();
    for (const { kind } of selected) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    return [...counts].map(([kind, count]) => `${count} ${kind}`).join(", ");
  }

  /** All pieces in the stack of the only selected one, or where only pieces of one stack are selected; empty if that is all. */
  get restOfStack(): readonly Piece[] {
    const places = new Set(this.selected.map(({ place }) => place));
    const [place = ""] = places;
    const stack = places.size === 1 ? (stacksOf(this.pieces).get(place) ?? []) : [];
    return stack.length > this.nodes.length ? stack : [];
  }

  /** All pieces of the one kind that is selected; empty if these are all, or if there are several kinds. */
  get allOfKind(): readonly Piece[] {
    const kinds = new Set(this.selected.map(({ kind }) => kind));
    const [kind = ""] = kinds;
    const all = kind && kinds.size === 1 ? this.pieces.filter((piece) => piece.kind === kind) : [];
    return all.length > this.nodes.length ? all : [];
  }

  // ---------------------------------------------------------------- changes

  /** Select pieces in place of those selected; the same ones again: none. While marking, add or remove them. */
  pick(nodes: readonly string[]): void {
    if (this.isMarking) return this.mark(nodes);
    const isSame = nodes.length === this.nodes.length && nodes.every((node) => this.nodes.includes(node));
    this.#set(isSame ? [] : nodes);
  }

  /** Add pieces to the selection; remove them if all of them are selected. */
  mark(nodes: readonly string[]): void {
    const known = new Set(this.nodes);
    if (nodes.every((node) => known.has(node))) this.#set(this.nodes.filter((node) => !nodes.includes(node)));
    else this.#set([...new Set([...this.nodes, ...nodes])]);
  }

  /** Add pieces, such as those inside a box that was drawn. */
  add(nodes: readonly string[]): void {
    this.#set([...new Set([...this.nodes, ...nodes])]);
  }

  /** Start to drag pieces: they are selected, unless they are part of the selection. */
  grab(nodes: readonly string[]): void {
    if (!nodes.some((node) => this.nodes.includes(node))) this.#set(nodes);
  }

  /** Select the next piece that is still to act, and show it. */
  next(): void {
    const pieces = this.pieces;
    if (!pieces.length) return;
    const last = pieces.findIndex(({ node }) => node === this.nodes.at(-1));
    const { node } = pieces[(last + 1) % pieces.length]!;
    this.isMarking = false;
    this.#set([node]);
    this.shownNode = { node };
  }

  /** Select nothing. Return false if nothing was selected or marked. */
  clear(): boolean {
    const wasUsed = this.nodes.length > 0 || this.isMarking;
    this.isMarking = false;
    this.#set([]);
    return wasUsed;
  }

  /** Drop what can no longer be selected, after a new decision, and find the destinations again. */
  update(): void {
    const known = new Set(this.pieces.map(({ node }) => node));
    if (!known.size) this.isMarking = false;
    this.shownNode = null;
    this.#set(this.nodes.filter((node) => known.has(node)));
  }

  #set(nodes: readonly string[]): void {
    this.nodes = nodes;
    void this.#match.askSelectionDestinations(nodes);
  }
}
