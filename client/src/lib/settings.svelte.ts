/** How this browser likes it: kept here, applied to the page, changed in the settings dialog. */

import { readJson, storage, writeJson, type StorageArea } from "./storage";

export const THEMES = ["system", "light", "dark", "contrast"] as const;
export const SIZES = ["usual", "large", "largest"] as const;
export const PACES = ["slow", "usual", "quick", "none"] as const;

export type Theme = (typeof THEMES)[number];
export type Size = (typeof SIZES)[number];
export type Pace = (typeof PACES)[number];
export type ShownTheme = Exclude<Theme, "system">;

/** What can be set. */
export interface Preferences {
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
  reducedMotion: boolean;
}

const STORAGE_KEY = "hippodrome.settings";
const DEFAULTS: Preferences = {
  theme: "system",
  size: "usual",
  pace: "usual",
  sounds: false,
  odds: true,
  confirm: true,
  notify: false,
};
const MOVE_DURATION_MS: Record<Pace, number> = { slow: 600, usual: 350, quick: 150, none: 0 };

/** The settings. There is one object, `settings`; tests make their own. */
export class Settings implements Preferences {
  theme: Theme = $state(DEFAULTS.theme);
  size: Size = $state(DEFAULTS.size);
  pace: Pace = $state(DEFAULTS.pace);
  sounds = $state(DEFAULTS.sounds);
  odds = $state(DEFAULTS.odds);
  confirm = $state(DEFAULTS.confirm);
  notify = $state(DEFAULTS.notify);
  system: System = $state({ dark: false, contrast: false, reducedMotion: false });

  /** The theme that is shown: light, dark or contrast. */
  shownTheme: ShownTheme = $derived.by(() => {
    if (this.theme !== "system") return this.theme;
    if (this.system.contrast) return "contrast";
    return this.system.dark ? "dark" : "light";
  });
  /** Nothing travels over the screen. */
  animationOff = $derived(this.system.reducedMotion || this.pace === "none");
  /** How long one move is shown, in milliseconds; 0 when nothing travels. */
  moveMs = $derived(this.animationOff ? 0 : MOVE_DURATION_MS[this.pace]);

  #shelf: StorageArea;

  constructor(kept: StorageArea = storage) {
    this.#shelf = kept;
    this.load();
  }

  /** Read what was kept; what cannot be read is as usual. */
  load(): void {
    const found = readJson(STORAGE_KEY, this.#shelf);
    const kept = (typeof found === "object" && found !== null ? found : {}) as Record<string, unknown>;
    this.theme = THEMES.find((one) => one === kept.theme) ?? DEFAULTS.theme;
    this.size = SIZES.find((one) => one === kept.size) ?? DEFAULTS.size;
    this.pace = PACES.find((one) => one === kept.pace) ?? DEFAULTS.pace;
    for (const name of ["sounds", "odds", "confirm", "notify"] as const)
      this[name] = typeof kept[name] === "boolean" ? kept[name] : DEFAULTS[name];
  }

  /** Change something, and keep it. */
  set(change: Partial<Preferences>): void {
    Object.assign(this, change);
    writeJson(STORAGE_KEY, this.preferences, this.#shelf);
  }

  /** What is set, as plain data. */
  get preferences(): Preferences {
    const { theme, size, pace, sounds, odds, confirm, notify } = this;
    return { theme, size, pace, sounds, odds, confirm, notify };
  }

  /** Everything as at the beginning. */
  reset(): void {
    this.set(DEFAULTS);
  }
}

export const settings = new Settings();

/** Follow the system's wishes and other tabs, and dress the page. Called once, by main.ts. */
export function applySettings(page: Window): void {
  watchMedia(page, "(prefers-color-scheme: dark)", (on) => (settings.system.dark = on));
  watchMedia(page, "(prefers-contrast: more)", (on) => (settings.system.contrast = on));
  watchMedia(page, "(prefers-reduced-motion: reduce)", (on) => (settings.system.reducedMotion = on));
  page.addEventListener("storage", (event) => {
    if (event.key === STORAGE_KEY) settings.load();
  });
  $effect.root(() => {
    $effect(() => {
      const { dataset } = page.document.documentElement;
      dataset.theme = settings.shownTheme;
      dataset.size = settings.size;
      dataset.motion = settings.animationOff ? "off" : "on";
    });
  });
}

function watchMedia(page: Window, query: string, told: (on: boolean) => void): void {
  const list = page.matchMedia(query);
  told(list.matches);
  list.addEventListener("change", () => told(list.matches));
}
