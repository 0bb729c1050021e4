import { describe, expect, test } from "vitest";
import { campaignFor, campaignLink } from "./campaigns";
import { campaignStorageIn, importKeyFromUrl, loadAllKeys, loadKeys, saveKeys } from "./keys";
import { memoryStorage } from "./storage";

describe("campaigns in this browser", () => {
  test("are stored apart from matches", () => {
    const matches = memoryStorage();
    const campaigns = campaignStorageIn(matches);
    saveKeys("match1", { keys: ["a"], since: 1 }, matches);
    saveKeys("camp1", { host: "h", keys: ["b"], links: { 1: "c" }, since: 2 }, campaigns);
    expect(loadAllKeys(matches).map((one) => one.id)).toEqual(["match1"]);
    expect(loadAllKeys(campaigns).map((one) => one.id)).toEqual(["camp1"]);
    expect(loadKeys("camp1", campaigns)).toMatchObject({ host: "h", keys: ["b"], links: { 1: "c" } });
    expect(loadKeys("camp1", matches).keys).toEqual([]);
  });

  test("are joined through a link", () => {
    const campaigns = campaignStorageIn(memoryStorage());
    const link = campaignLink("camp1", "k=1", "http://table.test");
    expect(importKeyFromUrl("camp1", link, campaigns)).toBe("/campaign/camp1");
    expect(loadKeys("camp1", campaigns).keys).toEqual(["k=1"]);
  });

  test("are found by their scenario", () => {
    const campaign = { slug: "long", title: "Long", text: "", scenarios: ["one", "three"], seats: [2, 2] as [number, number], options: [], own_options: [] };
    const card = { slug: "g", title: "G", tagline: "", length: "", seats: [2, 2] as [number, number], levels: [], default_level: "", scenarios: [], sheets: false, campaigns: [campaign], quick_options: [], has_quick_start: false, lessons: 0 };
    expect(campaignFor(card, "one")).toBe(campaign);
    expect(campaignFor(card, "three")).toBe(campaign);
    expect(campaignFor(card, "two")).toBeUndefined();
  });
});
