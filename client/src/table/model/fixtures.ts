/** Small tables, frames and log lines for tests. */

import type { Ask, Choice, Frame, Line, MatchInfo, Scene } from "../../types";

interface SceneParts {
  /** The number of nodes in each layer, by name. */
  layers?: Record<string, number>;
  order?: string[];
  complete?: boolean;
}

/** Return a scene with the given number of nodes in each layer. */
export function makeScene({ layers = {}, order = Object.keys(layers), complete = true }: SceneParts = {}): Scene {
  const nodes = (name: string, count: number): Scene["layers"][number]["nodes"] =>
    Array.from({ length: count }, (_, index) => ({
      id: `${name}-${index}`,
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
    complete,
    box: [0, 0, 1000, 1000],
    order,
    layers: Object.entries(layers).map(([name, count]) => ({ name, static: false, nodes: nodes(name, count) })),
    handles: [],
    prompt: "Choose.",
    breadcrumbs: [],
    panels: [],
  };
}

export function makeLine(move: number, text: string, more: Partial<Line> = {}): Line {
  return { move, text, rule: "", seat: -1, dice: [], merge_key: "", highlight: false, dice_at: -1, harmed: -1, loss: false, routine: false, heading: false, ...more };
}

export function makeFrame(more: Partial<Frame> = {}): Frame {
  return {
    type: "frame",
    n: more.move ?? 0,
    move: 0,
    viewer: -1,
    scene: makeScene(),
    description: "",
    lines: [],
    paths: {},
    ask: null,
    undo: null,
    curtain: -1,
    undone: false,
    outcome: null,
    recap: null,
    why: false,
    ...more,
  };
}

export function makeChoice(action: string, more: Partial<Choice> = {}): Choice {
  return { action, label: action, rule: "", key: "", warning: "", spans: [], passes: false, ...more };
}

/** Return a decision of a seat held by this browser. */
export function makeAsk(mine: number, ...actions: string[]): Ask {
  return {
    seats: [mine],
    mine,
    name: "Choose",
    rule: "XX-1",
    choices: actions.map((action, index) => makeChoice(action, { key: `${index + 1}` })),
    default: actions[0] ?? "",
    clock: null,
  };
}

/** Return the information about a table for two people. */
export function makeInfo(more: Partial<MatchInfo> = {}): MatchInfo {
  const seat = { name: "", person: true, level: "", online: true, invited: false, devices: 1, explains: false };
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
    committed: "",
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
