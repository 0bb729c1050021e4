/** What pages tell the shell around them: messages that come and go, the clause that is open, the settings dialog. */

/** A message that comes and goes. */
export interface Toast {
  id: number;
  text: string;
  kind: "plain" | "success" | "error";
  /** A clause to look at: the game and the id. */
  clause: Clause | null;
}

/** A clause of a game. */
export interface Clause {
  game: string;
  id: string;
}

/** The state of the shell. */
export const shell = $state({
  toasts: [] as Toast[],
  clause: null as Clause | null,
  settings: false,
  /** What the slim header of the table says. */
  heading: "",
});

let count = 0;

/** Show a message for a while; it is read out too. */
export function toast(text: string, kind: Toast["kind"] = "plain", clause: Clause | null = null): void {
  count += 1;
  const id = count;
  shell.toasts = [...shell.toasts.filter((one) => one.text !== text), { id, text, kind, clause }].slice(-3);
  setTimeout(() => dismissToast(id), 4000 + 60 * text.length);
}

/** Take a message away. */
export function dismissToast(id: number): void {
  shell.toasts = shell.toasts.filter((one) => one.id !== id);
}

/** Open the text of a clause beside the page. */
export function openClause(game: string, id: string): void {
  shell.clause = { game, id };
}
