import { describe, expect, test } from "vitest";
import { campaignStorageIn, allKeys, exportKeys, removeKeys, saveKeys, loadKeys, loadAllKeys, importKeys, keysFor, seatLink, importKeyFromUrl } from "./keys";
import { memoryStorage } from "./storage";

describe("the keys of a match", () => {
  test("are kept, the host's before the seats', and the friends' apart", () => {
    const shelf = memoryStorage();
    saveKeys("abc", { host: "H", keys: ["k0"], links: { 1: "k1" } }, shelf);
    expect(keysFor("abc", shelf)).toEqual(["H", "k0"]);
    expect(loadKeys("abc", shelf).links).toEqual({ 1: "k1" });
  });

  test("are added to those already held, each once", () => {
    const shelf = memoryStorage();
    saveKeys("abc", { host: "H", keys: ["k0"], since: 5 }, shelf);
    saveKeys("abc", { keys: ["k0", "k2"] }, shelf);
    expect(keysFor("abc", shelf)).toEqual(["H", "k0", "k2"]);
    expect(loadKeys("abc", shelf).since).toBe(5);
  });

  test("are forgotten with the match", () => {
    const shelf = memoryStorage();
    saveKeys("abc", { keys: ["k0"] }, shelf);
    removeKeys("abc", shelf);
    expect([keysFor("abc", shelf), loadAllKeys(shelf)]).toEqual([[], []]);
  });

  test("that cannot be read are none, and harm nothing", () => {
    const shelf = memoryStorage();
    shelf.setItem("hippodrome.match.abc", "{broken");
    shelf.setItem("hippodrome.match.def", JSON.stringify({ host: 3, keys: "k", links: [] }));
    saveKeys("ghi", { keys: ["k0"] }, shelf);
    expect(keysFor("abc", shelf)).toEqual([]);
    expect(keysFor("def", shelf)).toEqual([]);
    expect(allKeys(shelf)).toEqual(["k0"]);
  });
});

describe("the matches of this browser", () => {
  test("come with the latest first, and only those it has a key of", () => {
    const shelf = memoryStorage();
    saveKeys("old", { keys: ["a"], since: 1 }, shelf);
    saveKeys("new", { host: "h", since: 2 }, shelf);
    saveKeys("none", { links: { 1: "b" }, since: 3 }, shelf);
    expect(loadAllKeys(shelf).map((one) => one.id)).toEqual(["new", "old"]);
    expect(allKeys(shelf)).toEqual(["h", "a"]);
  });

  test("say so when the browser has no room", () => {
    const full = { ...memoryStorage(), setItem: () => { throw new Error("full"); } };
    expect(saveKeys("abc", { keys: ["a"] }, full)).toBe(false);
  });
});

describe("a friend's link", () => {
  test("carries the key where no server sees it", () => {
    expect(seatLink("abc", "a.b+c", "http://table.test")).toBe("http://table.test/match/abc#seat=a.b%2Bc");
  });

  test("gives its key to the browser and leaves a clean address", () => {
    const shelf = memoryStorage();
    const clean = importKeyFromUrl("abc", seatLink("abc", "a.b+c", "http://table.test"), shelf);
    expect([clean, keysFor("abc", shelf)]).toEqual(["/match/abc", ["a.b+c"]]);
    expect(importKeyFromUrl("abc", "http://table.test/match/abc?at=3#seat=d", shelf)).toBe("/match/abc?at=3");
    expect(keysFor("abc", shelf)).toEqual(["a.b+c", "d"]);
  });

  test("without a key changes nothing", () => {
    const shelf = memoryStorage();
    expect(importKeyFromUrl("abc", "http://table.test/match/abc#other", shelf)).toBeNull();
    expect(loadAllKeys(shelf)).toEqual([]);
  });
});

describe("a file of keys", () => {
  test("brings them to another browser, beside those it has", () => {
    const [here, there] = [memoryStorage(), memoryStorage()];
    saveKeys("abc", { host: "H", keys: ["k0"], links: { 1: "k1" }, since: 7 }, here);
    saveKeys("def", { keys: ["x"], since: 8 }, here);
    saveKeys("def", { keys: ["y"], since: 9 }, there);
    expect(importKeys(exportKeys(here), there)).toBe(2);
    expect(loadKeys("abc", there)).toEqual(loadKeys("abc", here));
    expect(keysFor("def", there)).toEqual(["y", "x"]);
  });

  test("brings campaigns too, and does without them in an old file", () => {
    const [here, there] = [memoryStorage(), memoryStorage()];
    saveKeys("war", { host: "H", keys: ["k0"], since: 7 }, campaignStorageIn(here));
    expect(importKeys(exportKeys(here), there)).toBe(0);
    expect(loadKeys("war", campaignStorageIn(there))).toEqual(loadKeys("war", campaignStorageIn(here)));
    expect(importKeys('{"format":"hippodrome keys 1","matches":[]}', there)).toBe(0);
  });

  test.each(["", "{}", "[1]", '{"format":"hippodrome keys 1","matches":[{"id":"../x","host":"","keys":[],"links":{}}]}'])(
    "that is none is refused whole, with a sentence: %s",
    (text) => {
      const shelf = memoryStorage();
      expect(() => importKeys(text, shelf)).toThrow("This is not a file of seat keys");
      expect(loadAllKeys(shelf)).toEqual([]);
    },
  );
});
