import { flushSync } from "svelte";
import { describe, expect, test } from "vitest";
import { Settings } from "./settings.svelte";
import { memoryStorage } from "./storage";

describe("the settings", () => {
  test("are stored for the next visit", () => {
    const area = memoryStorage();
    new Settings(area).set({ theme: "dark", sounds: true, pace: "quick" });
    const next = new Settings(area);
    expect([next.theme, next.sounds, next.pace, next.confirm]).toEqual(["dark", true, "quick", true]);
  });

  test("that are invalid become the defaults", () => {
    const area = memoryStorage();
    area.setItem("hippodrome.settings", '{"theme":"pink","sounds":"yes","size":"large","odds":false}');
    const { theme, sounds, size, odds } = new Settings(area);
    expect([theme, sounds, size, odds]).toEqual(["system", false, "large", false]);
    area.setItem("hippodrome.settings", "{broken");
    expect(new Settings(area).theme).toBe("system");
  });

  test("can be reset to the defaults", () => {
    const settings = new Settings(memoryStorage());
    settings.set({ theme: "contrast", odds: false, notify: true });
    settings.reset();
    expect(settings.preferences).toEqual(new Settings(memoryStorage()).preferences);
  });

  test("have sounds off by default", () => {
    expect(new Settings(memoryStorage()).sounds).toBe(false);
  });

  test("follow the system's theme until one is chosen", () => {
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

  test("switch animation off when the system or the player asks for it", () => {
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
