import { flushSync } from "svelte";
import { describe, expect, test } from "vitest";
import { Settings } from "./settings.svelte";
import { memoryStorage } from "./storage";

describe("the settings", () => {
  test("are kept for the next visit", () => {
    const shelf = memoryStorage();
    new Settings(shelf).set({ theme: "dark", sounds: true, pace: "quick" });
    const next = new Settings(shelf);
    expect([next.theme, next.sounds, next.pace, next.confirm]).toEqual(["dark", true, "quick", true]);
  });

  test("that cannot be read are as usual", () => {
    const shelf = memoryStorage();
    shelf.setItem("hippodrome.settings", '{"theme":"pink","sounds":"yes","size":"large","odds":false}');
    const { theme, sounds, size, odds } = new Settings(shelf);
    expect([theme, sounds, size, odds]).toEqual(["system", false, "large", false]);
    shelf.setItem("hippodrome.settings", "{broken");
    expect(new Settings(shelf).theme).toBe("system");
  });

  test("are as usual again when asked to", () => {
    const settings = new Settings(memoryStorage());
    settings.set({ theme: "contrast", odds: false, notify: true });
    settings.reset();
    expect(settings.preferences).toEqual(new Settings(memoryStorage()).preferences);
  });

  test("make no sound unless asked to", () => {
    expect(new Settings(memoryStorage()).sounds).toBe(false);
  });

  test("follow the system's wish for light, dark and contrast, until one is chosen", () => {
    const settings = new Settings(memoryStorage());
    const seen: string[] = [];
    const stop = $effect.root(() => {
      $effect(() => void seen.push(settings.shownTheme));
    });
    flushSync();
    settings.system.dark = true;
    flushSync();
    settings.system.contrast = true;
    flushSync();
    settings.set({ theme: "light" });
    flushSync();
    stop();
    expect(seen).toEqual(["light", "dark", "contrast", "light"]);
  });

  test("let nothing travel when the system or the player says so", () => {
    const settings = new Settings(memoryStorage());
    expect([settings.animationOff, settings.moveMs]).toEqual([false, 350]);
    settings.system.reducedMotion = true;
    expect([settings.animationOff, settings.moveMs]).toEqual([true, 0]);
    settings.system.reducedMotion = false;
    settings.set({ pace: "none" });
    expect([settings.animationOff, settings.moveMs]).toEqual([true, 0]);
    settings.set({ pace: "slow" });
    expect(settings.moveMs).toBeGreaterThan(350);
  });
});
