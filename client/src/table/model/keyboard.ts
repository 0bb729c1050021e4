/** What a key means at the table. */

import type { Choice } from "../../types";

/** Something a key asks for. */
export type Command =
  | { do: "skip" | "help" | "hint" | "undo" | "words" | "log" | "rule" | "escape" | "default" | "first" | "last" }
  | { do: "step" | "leap"; by: 1 | -1 }
  | { do: "choose"; choice: Choice };

/** What the meaning of a key depends on. */
export interface Circumstances {
  /** Moves are being shown one after the other. */
  waiting: boolean;
  /** The past is looked at. */
  past: boolean;
  /** What can be chosen now. */
  choices: readonly Choice[];
  /** Single letters and figures are shortcuts. */
  shortcuts: boolean;
}

/** A key that was pressed, and where. */
export interface Pressed {
  key: string;
  repeat: boolean;
  /** With Ctrl, Alt or the like: not ours. */
  modified: boolean;
  /** `writing`: letters go into a field; `control`: something that Enter and arrows work on; `nothing`: the page. */
  where: "writing" | "control" | "nothing";
}

const OWN: Record<string, Command> = {
  "?": { do: "help" },
  "/": { do: "rule" },
  u: { do: "undo" },
  h: { do: "hint" },
  b: { do: "words" },
  l: { do: "log" },
  "[": { do: "step", by: -1 },
  "]": { do: "step", by: 1 },
  "{": { do: "leap", by: -1 },
  "}": { do: "leap", by: 1 },
};
const PAST: Record<string, Command> = {
  ArrowLeft: { do: "step", by: -1 },
  ArrowRight: { do: "step", by: 1 },
  Home: { do: "first" },
  End: { do: "last" },
};
const SILENT = new Set(["Tab", "Shift", "Control", "Alt", "Meta", "CapsLock"]);

/** What a key means; null if it means nothing to the table. */
export function meaning(pressed: Pressed, now: Circumstances): Command | null {
  const { key, where } = pressed;
  if (pressed.modified || where === "writing" || SILENT.has(key)) return null;
  if (now.waiting) return { do: "skip" };
  if (key === "Escape") return { do: "escape" };
  if (where === "nothing" && now.past && PAST[key]) return PAST[key];
  if (pressed.repeat) return repeated(key, now);
  if (key === "Enter") return where === "nothing" && now.choices.length ? { do: "default" } : null;
  if (!now.shortcuts) return null;
  const choice = now.past ? undefined : now.choices.find((one) => one.key && one.key === key.toLowerCase());
  return choice ? { do: "choose", choice } : (OWN[key] ?? null);
}

/** Only steps go on while a key is held: nobody wants to choose twice by holding it a little too long. */
function repeated(key: string, now: Circumstances): Command | null {
  const command = now.shortcuts ? OWN[key] : undefined;
  return command?.do === "step" ? command : null;
}

const CONTROLS = "button, a, summary, [role=tab], [role=button], [role=slider], [role=menuitem]";

/** Where a key was pressed. */
export function whereOf(target: EventTarget | null): Pressed["where"] {
  if (!(target instanceof Element)) return "nothing";
  if (target.closest("[contenteditable], textarea, select")) return "writing";
  const input = target.closest("input");
  if (input) return ["range", "checkbox", "radio"].includes(input.type) ? "control" : "writing";
  return target.closest(CONTROLS) ? "control" : "nothing";
}
