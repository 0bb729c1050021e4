import { describe, expect, test } from "vitest";
import { campaignStorageIn, exportKeys, importKeyFromUrl, importKeys, keysFor, loadAllKeys, loadKeys, matchKeys, personalKey, removeKeys, saveKeys, seatLink } from "./keys";
import { memoryStorage } from "./storage";

describe("the keys of a match", () => {
  test("are stored with the host's first and the friends' apart", () => {
    const area = memoryStorage();
    saveKeys("abc", { host: "H", keys: ["k0"], links: { 1: "k1" } }, area);
    expect(keysFor("abc", area)).toEqual(["H", "k0"]);
    expect(loadKeys("abc", area).links).toEqual({ 1: "k1" });
  });

  test("are added to those already stored, each once", () => {
    const area = memoryStorage();
    saveKeys("abc", { host: "H", keys: ["k0"], since: 5 }, area);
    saveKeys("abc", { keys: ["k0", "k2"] }, area);
    expect(keysFor("abc", area)).toEqual(["H", "k0", "k2"]);
    expect(loadKeys("abc", area).since).toBe(5);
  });

  test("are removed with the match", () => {
    const area = memoryStorage();
    saveKeys("abc", { keys: ["k0"] }, area);
    removeKeys("abc", area);
    expect([keysFor("abc", area), loadAllKeys(area)]).toEqual([[], []]);
  });

  test("that are invalid are ignored", () => {
    const area = memoryStorage();
    area.setItem("hippodrome.match.abc", "{broken");
    area.setItem("hippodrome.match.def", JSON.stringify({ host: 3, keys: "k", links: [] }));
    saveKeys("ghi", { keys: ["k0"] }, area);
    expect(keysFor("abc", area)).toEqual([]);
    expect(keysFor("def", area)).toEqual([]);
    expect(loadAllKeys(area).map((one) => one.id)).toEqual(["ghi"]);
  });
});

describe("the personal key", () => {
  test("is drawn once and is another one in each browser", () => {
    const area = memoryStorage();
    const key = personalKey(area);
    expect(key).toMatch(/^me\.[\w-]{43}$/);
    expect([personalKey(area), personalKey(memoryStorage()) === key]).toEqual([key, false]);
    saveKeys("abc", { keys: ["k0"] }, area);
    expect(matchKeys("abc", area)).toEqual([key, "k0"]);
  });
});

describe("the matches of this browser", () => {
  test("are listed latest first, without matches it has no key of", () => {
    const area = memoryStorage();
    saveKeys("old", { keys: ["a"], since: 1 }, area);
    saveKeys("new", { host: "h", since: 2 }, area);
    saveKeys("none", { links: { 1: "b" }, since: 3 }, area);
    expect(loadAllKeys(area).map((one) => one.id)).toEqual(["new", "old"]);
  });

  test("are not saved when the browser has no room", () => {
    const full = { ...memoryStorage(), setItem: () => { throw new Error("full"); } };
    expect(saveKeys("abc", { keys: ["a"] }, full)).toBe(false);
  });
});

describe("a friend's link", () => {
  test("carries the key in the hash, which browsers do not send", () => {
    expect(seatLink("abc", "a.b+c", "http://table.test")).toBe("http://table.test/match/abc#seat=a.b%2Bc");
  });

  test("saves its key and leaves a clean address", () => {
    const area = memoryStorage();
    const clean = importKeyFromUrl("abc", seatLink("abc", "a.b+c", "http://table.test"), area);
    expect([clean, keysFor("abc", area)]).toEqual(["/match/abc", ["a.b+c"]]);
    expect(importKeyFromUrl("abc", "http://table.test/match/abc?at=3#seat=d", area)).toBe("/match/abc?at=3");
    expect(keysFor("abc", area)).toEqual(["a.b+c", "d"]);
  });

  test("without a key changes nothing", () => {
    const area = memoryStorage();
    expect(importKeyFromUrl("abc", "http://table.test/match/abc#other", area)).toBeNull();
    expect(loadAllKeys(area)).toEqual([]);
  });
});

describe("a file of keys", () => {
  test("adds its keys to those of another browser", () => {
    const [here, there] = [memoryStorage(), memoryStorage()];
    saveKeys("abc", { host: "H", keys: ["k0"], links: { 1: "k1" }, since: 7 }, here);
    saveKeys("def", { keys: ["x"], since: 8 }, here);
    saveKeys("def", { keys: ["y"], since: 9 }, there);
    expect(importKeys(exportKeys(here), there)).toBe(personalKey(here));
    expect(loadKeys("abc", there)).toEqual(loadKeys("abc", here));
    expect(keysFor("def", there)).toEqual(["y", "x"]);
  });

  test("contains campaigns too, unless it is an old file", () => {
    const [here, there] = [memoryStorage(), memoryStorage()];
    saveKeys("war", { host: "H", keys: ["k0"], since: 7 }, campaignStorageIn(here));
    expect(importKeys(exportKeys(here), there)).toBe(personalKey(here));
    expect(loadKeys("war", campaignStorageIn(there))).toEqual(loadKeys("war", campaignStorageIn(here)));
    expect(importKeys('{"format":"hippodrome keys 1","matches":[]}', there)).toBe("");
  });

  test.each(["", "{}", "[1]", '{"format":"hippodrome keys 1","matches":[{"id":"../x","host":"","keys":[],"links":{}}]}'])(
    "that is invalid is rejected as a whole: %s",
    (text) => {
      const area = memoryStorage();
      expect(() => importKeys(text, area)).toThrow("This is not a file of seat keys");
      expect(loadAllKeys(area)).toEqual([]);
    },
  );
});
