/** Keyboard commands at the table. */

import type { Choice } from "../../types";

export type Command =
  | { do: "skip" | "help" | "hint" | "undo" | "text" | "log" | "rule" | "escape" | "default" | "pass" | "first" | "last" | "next" | "mark" | "trails" }
  | { do: "step" | "jump"; by: 1 | -1 }
  | { do: "choose"; choice: Choice };

/** The state on which the meaning of a key depends. */
export interface KeyContext {
  /** Moves are being animated one after the other. */
  isAnimating: boolean;
  /** The replay shows an earlier move. */
  isReplay: boolean;
  /** The open choices. */
  choices: readonly Choice[];
  /** True if single characters are shortcuts. */
  shortcuts: boolean;
}

/** A key that was pressed, and the kind of element that has the focus. */
export interface KeyPress {
  key: string;
  repeat: boolean;
  /** Pressed with Ctrl, Alt or Meta: left to the browser. */
  modified: boolean;
  shift: boolean;
  /** `text`: a field that takes characters; `control`: an element that uses Enter and arrow keys; `page`: anything else. */
  focus: "text" | "control" | "page";
}

const SHORTCUTS: Record<string, Command> = {
  "?": { do: "help" },
  "/": { do: "rule" },
  u: { do: "undo" },
  h: { do: "hint" },
  n: { do: "next" },
  m: { do: "mark" },
  t: { do: "trails" },
  b: { do: "text" },
  l: { do: "log" },
  "[": { do: "step", by: -1 },
  "]": { do: "step", by: 1 },
  "{": { do: "jump", by: -1 },
  "}": { do: "jump", by: 1 },
};
const REPLAY_KEYS: Record<string, Command> = {
  ArrowLeft: { do: "step", by: -1 },
  ArrowRight: { do: "step", by: 1 },
  Home: { do: "first" },
  End: { do: "last" },
};
const IGNORED_KEYS = new Set(["Tab", "Shift", "Control", "Alt", "Meta", "CapsLock"]);

/** Return the command of a key press, or null if it has none. */
export function commandFor(press: KeyPress, context: KeyContext): Command | null {
  const { key, focus } = press;
  if (press.modified || focus === "text" || IGNORED_KEYS.has(key)) return null;
  if (context.isAnimating) return { do: "skip" };
  if (key === "Escape") return { do: "escape" };
  if (focus === "page" && context.isReplay && REPLAY_KEYS[key]) return REPLAY_KEYS[key];
  if (press.repeat) return repeatedCommand(key, context);
  if (key === "Enter" && press.shift) return context.choices.some(({ passes }) => passes) ? { do: "pass" } : null;
  if (key === "Enter") return focus === "page" && context.choices.length ? { do: "default" } : null;
  if (!context.shortcuts) return null;
  const choice = context.isReplay ? undefined : context.choices.find((one) => one.key && one.key === key.toLowerCase());
  return choice ? { do: "choose", choice } : (SHORTCUTS[key] ?? null);
}

/** Return the command of a key that is held down. Only steps repeat, so that holding a key too long cannot choose twice. */
function repeatedCommand(key: string, context: KeyContext): Command | null {
  const command = context.shortcuts ? SHORTCUTS[key] : undefined;
  return command?.do === "step" ? command : null;
}

const CONTROLS = "button, a, summary, [role=tab], [role=button], [role=slider], [role=menuitem]";

/** Return the kind of element that received a key press. */
export function focusKind(target: EventTarget | null): KeyPress["focus"] {
  if (!(target instanceof Element)) return "page";
  if (target.closest("[contenteditable], textarea, select")) return "text";
  const input = target.closest("input");
  if (input) return ["range", "checkbox", "radio"].includes(input.type) ? "control" : "text";
  return target.closest(CONTROLS) ? "control" : "page";
}
