import { describe, expect, test } from "vitest";
import { beside, allKeys, exported, forget, hold, holding, holdings, imported, keysOf, seatLink, takeKey } from "./keys";
import { forgetful } from "./storage";

describe("the keys of a match", () => {
  test("are kept, the host's before the seats', and the friends' apart", () => {
    const shelf = forgetful();
    hold("abc", { host: "H", keys: ["k0"], links: { 1: "k1" } }, shelf);
    expect(keysOf("abc", shelf)).toEqual(["H", "k0"]);
    expect(holding("abc", shelf).links).toEqual({ 1: "k1" });
  });

  test("are added to those already held, each once", () => {
    const shelf = forgetful();
    hold("abc", { host: "H", keys: ["k0"], since: 5 }, shelf);
    hold("abc", { keys: ["k0", "k2"] }, shelf);
    expect(keysOf("abc", shelf)).toEqual(["H", "k0", "k2"]);
    expect(holding("abc", shelf).since).toBe(5);
  });

  test("are forgotten with the match", () => {
    const shelf = forgetful();
    hold("abc", { keys: ["k0"] }, shelf);
    forget("abc", shelf);
    expect([keysOf("abc", shelf), holdings(shelf)]).toEqual([[], []]);
  });

  test("that cannot be read are none, and harm nothing", () => {
    const shelf = forgetful();
    shelf.setItem("hippodrome.match.abc", "{broken");
    shelf.setItem("hippodrome.match.def", JSON.stringify({ host: 3, keys: "k", links: [] }));
    hold("ghi", { keys: ["k0"] }, shelf);
    expect(keysOf("abc", shelf)).toEqual([]);
    expect(keysOf("def", shelf)).toEqual([]);
    expect(allKeys(shelf)).toEqual(["k0"]);
  });
});

describe("the matches of this browser", () => {
  test("come with the latest first, and only those it has a key of", () => {
    const shelf = forgetful();
    hold("old", { keys: ["a"], since: 1 }, shelf);
    hold("new", { host: "h", since: 2 }, shelf);
    hold("none", { links: { 1: "b" }, since: 3 }, shelf);
    expect(holdings(shelf).map((one) => one.id)).toEqual(["new", "old"]);
    expect(allKeys(shelf)).toEqual(["h", "a"]);
  });

  test("say so when the browser has no room", () => {
    const full = { ...forgetful(), setItem: () => { throw new Error("full"); } };
    expect(hold("abc", { keys: ["a"] }, full)).toBe(false);
  });
});

describe("a friend's link", () => {
  test("carries the key where no server sees it", () => {
    expect(seatLink("abc", "a.b+c", "http://table.test")).toBe("http://table.test/match/abc#seat=a.b%2Bc");
  });

  test("gives its key to the browser and leaves a clean address", () => {
    const shelf = forgetful();
    const clean = takeKey("abc", seatLink("abc", "a.b+c", "http://table.test"), shelf);
    expect([clean, keysOf("abc", shelf)]).toEqual(["/match/abc", ["a.b+c"]]);
    expect(takeKey("abc", "http://table.test/match/abc?at=3#seat=d", shelf)).toBe("/match/abc?at=3");
    expect(keysOf("abc", shelf)).toEqual(["a.b+c", "d"]);
  });

  test("without a key changes nothing", () => {
    const shelf = forgetful();
    expect(takeKey("abc", "http://table.test/match/abc#other", shelf)).toBeNull();
    expect(holdings(shelf)).toEqual([]);
  });
});

describe("a file of keys", () => {
  test("brings them to another browser, beside those it has", () => {
    const [here, there] = [forgetful(), forgetful()];
    hold("abc", { host: "H", keys: ["k0"], links: { 1: "k1" }, since: 7 }, here);
    hold("def", { keys: ["x"], since: 8 }, here);
    hold("def", { keys: ["y"], since: 9 }, there);
    expect(imported(exported(here), there)).toBe(2);
    expect(holding("abc", there)).toEqual(holding("abc", here));
    expect(keysOf("def", there)).toEqual(["y", "x"]);
  });

  test("brings campaigns too, and does without them in an old file", () => {
    const [here, there] = [forgetful(), forgetful()];
    hold("war", { host: "H", keys: ["k0"], since: 7 }, beside(here));
    expect(imported(exported(here), there)).toBe(0);
    expect(holding("war", beside(there))).toEqual(holding("war", beside(here)));
    expect(imported('{"format":"hippodrome keys 1","matches":[]}', there)).toBe(0);
  });

  test.each(["", "{}", "[1]", '{"format":"hippodrome keys 1","matches":[{"id":"../x","host":"","keys":[],"links":{}}]}'])(
    "that is none is refused whole, with a sentence: %s",
    (text) => {
      const shelf = forgetful();
      expect(() => imported(text, shelf)).toThrow("This is not a file of seat keys");
      expect(holdings(shelf)).toEqual([]);
    },
  );
});
