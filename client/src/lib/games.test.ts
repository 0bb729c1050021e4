import { afterEach, describe, expect, test, vi } from "vitest";
import { findGame, loadGames, setUpMatch } from "./games";
import { keysFor, loadKeys, matchKeys, personalKey } from "./keys";

afterEach(() => void vi.unstubAllGlobals());

/** Make requests return these bodies in turn, null being a failure; the result counts the requests. */
function stubResponses(...bodies: (object | null)[]): { count: number } {
  const requests = { count: 0 };
  vi.stubGlobal("fetch", () => {
    const body = bodies[requests.count];
    requests.count += 1;
    return body ? Promise.resolve(new Response(JSON.stringify(body))) : Promise.reject(new TypeError("away"));
  });
  return requests;
}

describe("the games", () => {
  test("are fetched once, and again only after a failure", async () => {
    const requests = stubResponses(null, [{ slug: "one" }, { slug: "two" }]);
    await expect(loadGames()).rejects.toThrow("not responding");
    expect((await loadGames()).length).toBe(2);
    expect((await findGame("two"))?.slug).toBe("two");
    expect(await findGame("three")).toBeUndefined();
    expect(requests.count).toBe(2);
  });
});

describe("a new match", () => {
  test("is held by the personal key; nothing is saved", async () => {
    stubResponses({ id: "fresh", host: "H", keys: { 0: "k0", 2: "k2" }, invitations: { 1: "i1" } });
    const created = await setUpMatch({ game: "g", scenario: "s", options: {}, seats: [], odds: true, listed: false });
    expect(created.id).toBe("fresh");
    expect(keysFor("fresh")).toEqual([]);
    expect(matchKeys("fresh")).toEqual([personalKey()]);
    expect(loadKeys("fresh").links).toEqual({});
  });
});
