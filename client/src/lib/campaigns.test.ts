import { describe, expect, test } from "vitest";
import { campaignLink, kindFor } from "./campaigns";
import { beside, hold, holding, holdings, takeKey } from "./keys";
import { forgetful } from "./storage";

describe("the campaigns of a browser", () => {
  test("are kept beside its matches, and not among them", () => {
    const shelf = forgetful();
    const kept = beside(shelf);
    hold("match1", { keys: ["a"], since: 1 }, shelf);
    hold("camp1", { host: "h", keys: ["b"], links: { 1: "c" }, since: 2 }, kept);
    expect(holdings(shelf).map((one) => one.id)).toEqual(["match1"]);
    expect(holdings(kept).map((one) => one.id)).toEqual(["camp1"]);
    expect(holding("camp1", kept)).toMatchObject({ host: "h", keys: ["b"], links: { 1: "c" } });
    expect(holding("camp1", shelf).keys).toEqual([]);
  });

  test("are joined by a link", () => {
    const kept = beside(forgetful());
    const link = campaignLink("camp1", "k=1", "http://table.test");
    expect(takeKey("camp1", link, kept)).toBe("/campaign/camp1");
    expect(holding("camp1", kept).keys).toEqual(["k=1"]);
  });

  test("belong to a scenario", () => {
    const kind = { slug: "long", title: "Long", text: "", scenario: "one", seats: 2, options: [] };
    const card = { slug: "g", title: "G", line: "", length: "", seats: [2, 2] as [number, number], levels: [], level: "", scenarios: [], sheets: false, campaigns: [kind] };
    expect(kindFor(card, "one")).toBe(kind);
    expect(kindFor(card, "two")).toBeUndefined();
  });
});
