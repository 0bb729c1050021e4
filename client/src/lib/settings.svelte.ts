/** How this browser likes it: kept here, applied to the page, changed in the settings dialog. */

import { read, shelf, write, type Shelf } from "./storage";

export const THEMES = ["system", "light", "dark", "contrast"] as const;
export const SIZES = ["usual", "large", "largest"] as const;
export const PACES = ["slow", "usual", "quick", "none"] as const;

export type Theme = (typeof THEMES)[number];
export type Size = (typeof SIZES)[number];
export type Pace = (typeof PACES)[number];
export type Look = Exclude<Theme, "system">;

/** What can be set. */
export interface Choices {
  theme: Theme;
  /** The size of letters. */
  size: Size;
  /** How fast moves are shown. */
  pace: Pace;
  sounds: boolean;
  /** Show the chances beside an option, where the table allows it. */
  odds: boolean;
  /** Ask before a move that hurts and cannot be taken back. */
  confirm: boolean;
  /** Tell me through the browser when it is my turn. */
  notify: boolean;
}

/** What the system says about itself. */
export interface System {
  dark: boolean;
  contrast: boolean;
  still: boolean;
}

const NAME = "hippodrome.settings";
const USUAL: Choices = {
  theme: "system",
  size: "usual",
  pace: "usual",
  sounds: false,
  odds: true,
  confirm: true,
  notify: false,
};
const STEPS: Record<Pace, number> = { slow: 600, usual: 350, quick: 150, none: 0 };

/** The settings. There is one object, `settings`; tests make their own. */
export class Settings implements Choices {
  theme: Theme = $state(USUAL.theme);
  size: Size = $state(USUAL.size);
  pace: Pace = $state(USUAL.pace);
  sounds = $state(USUAL.sounds);
  odds = $state(USUAL.odds);
  confirm = $state(USUAL.confirm);
  notify = $state(USUAL.notify);
  system: System = $state({ dark: false, contrast: false, still: false });

  /** The theme that is shown: light, dark or contrast. */
  look: Look = $derived.by(() => {
    if (this.theme !== "system") return this.theme;
    if (this.system.contrast) return "contrast";
    return this.system.dark ? "dark" : "light";
  });
  /** Nothing travels over the screen. */
  still = $derived(this.system.still || this.pace === "none");
  /** How long one move is shown, in milliseconds; 0 when nothing travels. */
  step = $derived(this.still ? 0 : STEPS[this.pace]);

  #shelf: Shelf;

  constructor(kept: Shelf = shelf) {
    this.#shelf = kept;
    this.load();
  }

  /** Read what was kept; what cannot be read is as usual. */
  load(): void {
    const found = read(NAME, this.#shelf);
    const kept = (typeof found === "object" && found !== null ? found : {}) as Record<string, unknown>;
    this.theme = THEMES.find((one) => one === kept.theme) ?? USUAL.theme;
    this.size = SIZES.find((one) => one === kept.size) ?? USUAL.size;
    this.pace = PACES.find((one) => one === kept.pace) ?? USUAL.pace;
    for (const name of ["sounds", "odds", "confirm", "notify"] as const)
      this[name] = typeof kept[name] === "boolean" ? kept[name] : USUAL[name];
  }

  /** Change something, and keep it. */
  set(change: Partial<Choices>): void {
    Object.assign(this, change);
    write(NAME, this.choices, this.#shelf);
  }

  /** What is set, as plain data. */
  get choices(): Choices {
    const { theme, size, pace, sounds, odds, confirm, notify } = this;
    return { theme, size, pace, sounds, odds, confirm, notify };
  }

  /** Everything as at the beginning. */
  reset(): void {
    this.set(USUAL);
  }
}

export const settings = new Settings();

/** Follow the system's wishes and other tabs, and dress the page. Called once, by main.ts. */
export function dress(page: Window): void {
  watch(page, "(prefers-color-scheme: dark)", (on) => (settings.system.dark = on));
  watch(page, "(prefers-contrast: more)", (on) => (settings.system.contrast = on));
  watch(page, "(prefers-reduced-motion: reduce)", (on) => (settings.system.still = on));
  page.addEventListener("storage", (event) => {
    if (event.key === NAME) settings.load();
  });
  $effect.root(() => {
    $effect(() => {
      const { dataset } = page.document.documentElement;
      dataset.theme = settings.look;
      dataset.size = settings.size;
      dataset.motion = settings.still ? "still" : "moving";
    });
  });
}

function watch(page: Window, query: string, told: (on: boolean) => void): void {
  const list = page.matchMedia(query);
  told(list.matches);
  list.addEventListener("change", () => told(list.matches));
}
