/** State of the shell around every page: toasts, the open clause, the settings dialog. */

/** A short-lived message. */
export interface Toast {
  id: number;
  text: string;
  kind: "plain" | "success" | "error";
  /** A related clause, shown as a link. */
  clause: Clause | null;
}

/** A reference to a clause of a game's rulebook. */
export interface Clause {
  game: string;
  id: string;
}

/** The state of the shell. There is one. */
export const shell = $state({
  toasts: [] as Toast[],
  clause: null as Clause | null,
  /** The game whose quick start is open, or "". */
  quickStart: "",
  settings: false,
  /** The text in the slim header of a match. */
  heading: "",
});

let lastToastId = 0;

/** Show a message for a few seconds; screen readers announce it. A repeated message replaces the first one. */
export function toast(text: string, kind: Toast["kind"] = "plain", clause: Clause | null = null): void {
  lastToastId += 1;
  const id = lastToastId;
  shell.toasts = [...shell.toasts.filter((one) => one.text !== text), { id, text, kind, clause }].slice(-3);
  setTimeout(() => dismissToast(id), 4000 + 60 * text.length);
}

/** Remove a message. */
export function dismissToast(id: number): void {
  shell.toasts = shell.toasts.filter((one) => one.id !== id);
}

/** Show the text of a clause beside the page. */
export function openClause(game: string, id: string): void {
  shell.clause = { game, id };
}

/** Show the quick start of a game over the page. */
export function openQuickStart(game: string): void {
  shell.quickStart = game;
}
