import { describe, expect, test } from "vitest";
import { campaignLink, campaignFor } from "./campaigns";
import { campaignStorageIn, saveKeys, loadKeys, loadAllKeys, importKeyFromUrl } from "./keys";
import { memoryStorage } from "./storage";

describe("the campaigns of a browser", () => {
  test("are kept beside its matches, and not among them", () => {
    const shelf = memoryStorage();
    const kept = campaignStorageIn(shelf);
    saveKeys("match1", { keys: ["a"], since: 1 }, shelf);
    saveKeys("camp1", { host: "h", keys: ["b"], links: { 1: "c" }, since: 2 }, kept);
    expect(loadAllKeys(shelf).map((one) => one.id)).toEqual(["match1"]);
    expect(loadAllKeys(kept).map((one) => one.id)).toEqual(["camp1"]);
    expect(loadKeys("camp1", kept)).toMatchObject({ host: "h", keys: ["b"], links: { 1: "c" } });
    expect(loadKeys("camp1", shelf).keys).toEqual([]);
  });

  test("are joined by a link", () => {
    const kept = campaignStorageIn(memoryStorage());
    const link = campaignLink("camp1", "k=1", "http://table.test");
    expect(importKeyFromUrl("camp1", link, kept)).toBe("/campaign/camp1");
    expect(loadKeys("camp1", kept).keys).toEqual(["k=1"]);
  });

  test("belong to a scenario", () => {
    const kind = { slug: "long", title: "Long", text: "", scenario: "one", seats: 2, options: [] };
    const card = { slug: "g", title: "G", line: "", length: "", seats: [2, 2] as [number, number], levels: [], level: "", scenarios: [], sheets: false, campaigns: [kind] };
    expect(campaignFor(card, "one")).toBe(kind);
    expect(campaignFor(card, "two")).toBeUndefined();
  });
});
