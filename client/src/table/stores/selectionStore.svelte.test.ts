import { beforeEach, describe, expect, test } from "vitest";
import type { Piece } from "../../types";
import { makeAsk } from "../model/fixtures";
import type { MatchStore } from "./matchStore.svelte";
import { SelectionStore } from "./selectionStore.svelte";

const piece = (node: string, kind: string, place: string): Piece => ({ node, name: node.toUpperCase(), kind, place, action: "" });
const PIECES = [piece("a", "Axemen", "hex-1"), piece("b", "Bowmen", "hex-1"), piece("c", "Axemen", "hex-2"), piece("d", "Axemen", "hex-3")];

let asked: (readonly string[])[] = [];
let pieces = PIECES;
const match = {
  isDeciding: true,
  get ask() {
    return { ...makeAsk(0), pieces };
  },
  selectionDestinations: [],
  askSelectionDestinations: (nodes: readonly string[]) => Promise.resolve(void asked.push(nodes)),
} as unknown as MatchStore;
let selection: SelectionStore;

beforeEach(() => {
  asked = [];
  pieces = PIECES;
  selection = new SelectionStore(match);
});

describe("the selection", () => {
  test("is replaced by a pick, dropped by the same one, and its destinations are requested", () => {
    selection.pick(["a"]);
    selection.pick(["c"]);
    expect(selection.nodes).toEqual(["c"]);
    selection.pick(["c"]);
    expect(selection.nodes).toEqual([]);
    expect(asked).toEqual([["a"], ["c"], []]);
  });

  test("grows and shrinks while marking, or by marks and boxes", () => {
    selection.isMarking = true;
    selection.pick(["a", "b"]);
    selection.pick(["c"]);
    selection.pick(["a"]);
    expect(selection.nodes).toEqual(["b", "c"]);
    selection.add(["c", "d"]);
    selection.mark(["a", "b"]);
    expect(selection.nodes).toEqual(["b", "c", "d", "a"]);
  });

  test("offers the rest of the stack and all of the kind", () => {
    selection.pick(["a"]);
    expect(selection.restOfStack.map(({ node }) => node)).toEqual(["a", "b"]);
    expect(selection.allOfKind.map(({ node }) => node)).toEqual(["a", "c", "d"]);
    selection.add(["b"]);
    expect(selection.restOfStack).toEqual([]);
    expect(selection.allOfKind).toEqual([]);
  });

  test("is named, or counted by kind if it is large", () => {
    selection.pick(["a", "b"]);
    expect(selection.summary).toBe("A, B");
    selection.add(["c", "d"]);
    expect(selection.summary).toBe("3 Axemen, 1 Bowmen");
  });

  test("goes from one piece to the next, and shows it", () => {
    for (const node of ["a", "b", "c", "d", "a"]) {
      selection.next();
      expect(selection.shownNode).toEqual({ node });
    }
    expect(selection.nodes).toEqual(["a"]);
  });

  test("that contains a dragged piece is dragged as a whole", () => {
    selection.pick(["a", "c"]);
    selection.grab(["c"]);
    expect(selection.nodes).toEqual(["a", "c"]);
    selection.grab(["d"]);
    expect(selection.nodes).toEqual(["d"]);
  });

  test("loses what can no longer be selected", () => {
    selection.isMarking = true;
    selection.add(["a", "c"]);
    pieces = PIECES.slice(1);
    selection.update();
    expect([selection.nodes, selection.isMarking]).toEqual([["c"], true]);
    pieces = [];
    selection.update();
    expect([selection.nodes, selection.isMarking]).toEqual([[], false]);
    expect(selection.clear()).toBe(false);
  });
});
