/** What is different in the panels since somebody last looked. */

import type { Panel } from "../../types";

/** The cells that changed: `panel/row/column`. A row is known by its faction, or else by its first cell. */
export function changes(before: readonly Panel[], now: readonly Panel[]): Set<string> {
  const found = new Set<string>();
  for (const panel of now) {
    const old = before.find((one) => one.name === panel.name);
    if (!old || !isShown(old)) continue;
    const rows = new Map(old.rows.map((row, at) => [rowName(old, at), row]));
    for (const [at, row] of panel.rows.entries()) {
      const past = rows.get(rowName(panel, at));
      for (const [column, cell] of row.entries()) {
        if (past?.[column] !== cell) found.add(cellName(panel, at, column));
      }
    }
  }
  return found;
}

/** What a row is known by. */
export function rowName(panel: Panel, at: number): string {
  const seat = panel.seats[at] ?? -1;
  const twins = panel.seats.filter((one) => one === seat).length;
  return seat >= 0 && twins === 1 ? `seat ${seat}` : `row ${panel.rows[at]?.[0] ?? at}`;
}

/** What a cell is known by. */
export function cellName(panel: Panel, at: number, column: number): string {
  return `${panel.name}/${rowName(panel, at)}/${column}`;
}

/** The panel that says more about an action, if there is one. */
export function about(panels: readonly Panel[], action: string | null): Panel | undefined {
  return action === null ? undefined : panels.find((panel) => panel.of === action);
}

function isShown(panel: Panel): boolean {
  return panel.rows.length > 0 || panel.name === "hand";
}

/** The panels as they are shown: those with something in them, one's hand first. */
export function ordered(panels: readonly Panel[]): Panel[] {
  const full = panels.filter(isShown);
  return [...full.filter((panel) => panel.name === "hand"), ...full.filter((panel) => panel.name !== "hand")];
}
