import { describe, expect, test } from "vitest";
import { ApiError } from "./api";
import { handOver, MAX_KEYS } from "./handOver";
import { keysFor, loadAllKeys, loadKeys, personalKey, saveKeys } from "./keys";
import { memoryStorage, type StorageArea } from "./storage";

/** Fill a storage with the keys of matches, as an earlier version saved them. */
function oldBrowser(count: number): StorageArea {
  const area = memoryStorage();
  for (let index = 0; index < count; index += 1) saveKeys(`m${index}`, { host: `h${index}`, keys: [`k${index}`], since: index }, area);
  return area;
}

describe("handing over seat keys", () => {
  test("sends all of them in batches to the personal key and removes them here", async () => {
    const area = oldBrowser(500);
    const sent: string[][] = [];
    const hold = (keys: readonly string[], by: readonly string[]): Promise<{ refused: string[] }> => {
      expect(by).toEqual([personalKey(area)]);
      sent.push([...keys]);
      return Promise.resolve({ refused: [] });
    };
    expect(await handOver(area, hold)).toBe(500);
    expect(new Set(sent.flat()).size).toBe(1000);
    expect(sent.every((keys) => keys.length <= MAX_KEYS)).toBe(true);
    expect(loadAllKeys(area)).toEqual([]);
    expect(await handOver(area, hold)).toBe(0);
  });

  test("leaves the links for friends", async () => {
    const area = memoryStorage();
    saveKeys("abc", { host: "h", keys: ["k"], links: { 1: "friend" } }, area);
    await handOver(area, () => Promise.resolve({ refused: [] }));
    expect([keysFor("abc", area), loadKeys("abc", area).links]).toEqual([[], { 1: "friend" }]);
  });

  test("keeps keys that the server refuses and does not offer them again", async () => {
    const area = oldBrowser(2);
    expect(await handOver(area, () => Promise.resolve({ refused: ["k1"] }))).toBe(1);
    expect(keysFor("m1", area)).toEqual(["h1", "k1"]);
    expect(await handOver(area, () => Promise.reject(new Error("asked again")))).toBe(0);
  });

  test("loses nothing if the server cannot be reached", async () => {
    const area = oldBrowser(3);
    await expect(handOver(area, () => Promise.reject(new ApiError(0, "unreachable", "No answer.")))).rejects.toThrow();
    expect(loadAllKeys(area).length).toBe(3);
  });
});
