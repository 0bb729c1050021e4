/** Per-browser settings: stored here, applied to the page, changed in the settings dialog. */

import { readJson, storage, type StorageArea, writeJson } from "./storage";

export const THEMES = ["system", "light", "dark", "contrast"] as const;
export const SIZES = ["normal", "large", "largest"] as const;
export const PACES = ["slow", "normal", "quick", "none"] as const;

export type Theme = (typeof THEMES)[number];
export type Size = (typeof SIZES)[number];
export type Pace = (typeof PACES)[number];
/** A theme as it is shown: never "system". */
export type ShownTheme = Exclude<Theme, "system">;

/** The settings a player can change. */
export interface Preferences {
  theme: Theme;
  /** The text size. */
  size: Size;
  /** The animation speed of moves. */
  pace: Pace;
  sounds: boolean;
  /** Show on the board what others have moved since your last move. */
  trails: boolean;
  /** Show odds beside options, where the match allows it. */
  odds: boolean;
  /** Ask for confirmation before a risky move that cannot be undone. */
  confirm: boolean;
  /** Show a browser notification when it is your turn. */
  notify: boolean;
}

/** The preferences of the operating system. */
export interface System {
  dark: boolean;
  contrast: boolean;
  reducedMotion: boolean;
}

const STORAGE_KEY = "hippodrome.settings";
const DEFAULTS: Preferences = {
  theme: "system",
  size: "normal",
  pace: "normal",
  sounds: false,
  trails: true,
  odds: true,
  confirm: true,
  notify: false,
};
const HARM_PAUSE_MS: Record<Pace, number> = { slow: 2400, normal: 1600, quick: 800, none: 0 };
const MOVE_DURATION_MS: Record<Pace, number> = { slow: 600, normal: 350, quick: 150, none: 0 };

/** The settings. The client uses one object, `settings`; tests create their own. */
export class Settings implements Preferences {
  theme: Theme = $state(DEFAULTS.theme);
  size: Size = $state(DEFAULTS.size);
  pace: Pace = $state(DEFAULTS.pace);
  sounds = $state(DEFAULTS.sounds);
  trails = $state(DEFAULTS.trails);
  odds = $state(DEFAULTS.odds);
  confirm = $state(DEFAULTS.confirm);
  notify = $state(DEFAULTS.notify);
  system: System = $state({ dark: false, contrast: false, reducedMotion: false });

  /** The theme that is shown. */
  shownTheme: ShownTheme = $derived.by(() => {
    if (this.theme !== "system") return this.theme;
    if (this.system.contrast) return "contrast";
    return this.system.dark ? "dark" : "light";
  });
  /** True if moves are shown without animation. */
  animationOff = $derived(this.system.reducedMotion || this.pace === "none");
  /** The duration of one animated move in milliseconds; 0 without animation. */
  moveMs = $derived(this.animationOff ? 0 : MOVE_DURATION_MS[this.pace]);

  /** The pause after something has hurt the player, in milliseconds. Reduced motion does not shorten it. */
  harmPauseMs = $derived(HARM_PAUSE_MS[this.pace]);

  #area: StorageArea;

  constructor(area: StorageArea = storage) {
    this.#area = area;
    this.load();
  }

  /** Read the stored settings; a missing or invalid value becomes the default. */
  load(): void {
    const value = readJson(STORAGE_KEY, this.#area);
    const stored = (typeof value === "object" && value !== null ? value : {}) as Record<string, unknown>;
    this.theme = THEMES.find((one) => one === stored.theme) ?? DEFAULTS.theme;
    this.size = SIZES.find((one) => one === stored.size) ?? DEFAULTS.size;
    this.pace = PACES.find((one) => one === stored.pace) ?? DEFAULTS.pace;
    for (const name of ["sounds", "trails", "odds", "confirm", "notify"] as const)
      this[name] = typeof stored[name] === "boolean" ? stored[name] : DEFAULTS[name];
  }

  /** Change settings and store them. */
  set(change: Partial<Preferences>): void {
    Object.assign(this, change);
    writeJson(STORAGE_KEY, this.preferences, this.#area);
  }

  /** The current preferences as plain data. */
  get preferences(): Preferences {
    const { theme, size, pace, sounds, trails, odds, confirm, notify } = this;
    return { theme, size, pace, sounds, trails, odds, confirm, notify };
  }

  /** Reset everything to the defaults. */
  reset(): void {
    this.set(DEFAULTS);
  }
}

export const settings = new Settings();

/** Apply the settings to the page, and follow changes of the system and of other tabs. Called once, by main.ts. */
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

function watchMedia(page: Window, query: string, onChange: (matches: boolean) => void): void {
  const list = page.matchMedia(query);
  onChange(list.matches);
  list.addEventListener("change", () => onChange(list.matches));
}
