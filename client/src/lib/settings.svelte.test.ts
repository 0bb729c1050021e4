import { flushSync } from "svelte";
import { describe, expect, test } from "vitest";
import { Settings } from "./settings.svelte";
import { forgetful } from "./storage";

describe("the settings", () => {
  test("are kept for the next visit", () => {
    const shelf = forgetful();
    new Settings(shelf).set({ theme: "dark", sounds: true, pace: "quick" });
    const next = new Settings(shelf);
    expect([next.theme, next.sounds, next.pace, next.confirm]).toEqual(["dark", true, "quick", true]);
  });

  test("that cannot be read are as usual", () => {
    const shelf = forgetful();
    shelf.setItem("hippodrome.settings", '{"theme":"pink","sounds":"yes","size":"large","odds":false}');
    const { theme, sounds, size, odds } = new Settings(shelf);
    expect([theme, sounds, size, odds]).toEqual(["system", false, "large", false]);
    shelf.setItem("hippodrome.settings", "{broken");
    expect(new Settings(shelf).theme).toBe("system");
  });

  test("are as usual again when asked to", () => {
    const settings = new Settings(forgetful());
    settings.set({ theme: "contrast", odds: false, notify: true });
    settings.reset();
    expect(settings.choices).toEqual(new Settings(forgetful()).choices);
  });

  test("make no sound unless asked to", () => {
    expect(new Settings(forgetful()).sounds).toBe(false);
  });

  test("follow the system's wish for light, dark and contrast, until one is chosen", () => {
    const settings = new Settings(forgetful());
    const seen: string[] = [];
    const stop = $effect.root(() => {
      $effect(() => void seen.push(settings.look));
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
    const settings = new Settings(forgetful());
    expect([settings.still, settings.step]).toEqual([false, 350]);
    settings.system.still = true;
    expect([settings.still, settings.step]).toEqual([true, 0]);
    settings.system.still = false;
    settings.set({ pace: "none" });
    expect([settings.still, settings.step]).toEqual([true, 0]);
    settings.set({ pace: "slow" });
    expect(settings.step).toBeGreaterThan(350);
  });
});
