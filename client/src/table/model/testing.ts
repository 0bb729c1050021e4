/** Small tables, frames and lines for tests. */

import type { Ask, Choice, Frame, Info, Line, Scene } from "../../types";

interface Drawn {
  /** The layers by name, with their numbers of nodes. */
  layers?: Record<string, number>;
  order?: string[];
  whole?: boolean;
}

/** A scene with so many nodes in each layer. */
export function aScene({ layers = {}, order = Object.keys(layers), whole = true }: Drawn = {}): Scene {
  const nodes = (name: string, count: number): Scene["layers"][number]["nodes"] =>
    Array.from({ length: count }, (_, at) => ({
      id: `${name}-${at}`,
      shape: "circle",
      x: 0,
      y: 0,
      data: "10",
      turn: 0,
      css: "",
      label: "",
      size: 0,
    }));
  return {
    whole,
    box: [0, 0, 1000, 1000],
    order,
    layers: Object.entries(layers).map(([name, count]) => ({ name, static: false, nodes: nodes(name, count) })),
    handles: [],
    prompt: "Red: choose.",
    trail: [],
    panels: [],
  };
}

/** A line of the log. */
export function aLine(move: number, text: string, more: Partial<Line> = {}): Line {
  return { move, text, rule: "", who: -1, dice: [], merge: "", loud: false, ...more };
}

/** A frame. */
export function aFrame(more: Partial<Frame> = {}): Frame {
  return {
    type: "frame",
    n: more.move ?? 0,
    move: 0,
    viewer: -1,
    scene: aScene(),
    words: "",
    lines: [],
    paths: {},
    ask: null,
    undo: null,
    curtain: -1,
    undone: false,
    outcome: null,
    ...more,
  };
}

/** A choice. */
export function aChoice(action: string, more: Partial<Choice> = {}): Choice {
  return { action, label: action, rule: "", key: "", warning: "", spans: [], ...more };
}

/** A decision of a seat of this screen. */
export function anAsk(mine: number, ...actions: string[]): Ask {
  return {
    seats: [mine],
    mine,
    name: "Choose",
    rule: "XX-1",
    choices: actions.map((action, at) => aChoice(action, { key: `${at + 1}` })),
    clock: null,
  };
}

/** A table for two people. */
export function anInfo(more: Partial<Info> = {}): Info {
  const seat = { name: "", person: true, level: "", here: true };
  return {
    id: "abc",
    game: "game",
    title: "The Game",
    scenario: "first",
    scenario_title: "The First",
    options: {},
    kind: "played",
    branch: null,
    commitment: "c0ffee",
    odds: true,
    hints: true,
    reviews: true,
    listed: false,
    clock: null,
    seats: [
      { faction: "Red", ...seat },
      { faction: "White", ...seat },
    ],
    created: 0,
    rematch: "",
    over: false,
    ...more,
  };
}
