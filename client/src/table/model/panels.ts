/** The panels beside the board: their order, and what has changed in them. */

import type { Panel } from "../../types";

/** Return the keys of the cells that changed. A panel that was not shown before counts as unchanged. */
export function changedCells(before: readonly Panel[], now: readonly Panel[]): Set<string> {
  const changed = new Set<string>();
  for (const panel of now) {
    const old = before.find((one) => one.name === panel.name);
    if (!old || !isVisible(old)) continue;
    const oldRows = new Map(old.rows.map((row, index) => [rowKey(old, index), row]));
    for (const [index, row] of panel.rows.entries()) {
      const oldRow = oldRows.get(rowKey(panel, index));
      for (const [column, cell] of row.entries()) {
        if (oldRow?.[column] !== cell) changed.add(cellKey(panel, index, column));
      }
    }
  }
  return changed;
}

/** Return the key of a row: its seat if no other row has the same one, otherwise its first cell. */
export function rowKey(panel: Panel, row: number): string {
  const seat = panel.seats[row] ?? -1;
  const sameSeat = panel.seats.filter((one) => one === seat).length;
  return seat >= 0 && sameSeat === 1 ? `seat ${seat}` : `row ${panel.rows[row]?.[0] ?? row}`;
}

/** Return the key of a cell: panel, row and column. */
export function cellKey(panel: Panel, row: number, column: number): string {
  return `${panel.name}/${rowKey(panel, row)}/${column}`;
}

/** Return the panel with details about an action, if there is one. */
export function panelFor(panels: readonly Panel[], action: string | null): Panel | undefined {
  return action === null ? undefined : panels.find((panel) => panel.of === action);
}

function isVisible(panel: Panel): boolean {
  return panel.rows.length > 0 || panel.name === "hand";
}

/** Return the panels that players need for a decision: those with content, and the hand first even if it is empty. */
export function essentialPanels(panels: readonly Panel[]): Panel[] {
  const visible = panels.filter((panel) => isVisible(panel) && !isMinor(panel));
  return [...visible.filter((panel) => panel.name === "hand"), ...visible.filter((panel) => panel.name !== "hand")];
}

/** Return the panels for reference: those about a single action, and those that the scene calls minor. */
export function minorPanels(panels: readonly Panel[]): Panel[] {
  return panels.filter((panel) => isVisible(panel) && isMinor(panel));
}

const isMinor = (panel: Panel): boolean => panel.minor || panel.of !== "";
