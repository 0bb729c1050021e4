import { afterEach, describe, expect, test, vi } from "vitest";
import { findGame, loadGames, setUpMatch } from "./games";
import { keysFor, loadKeys } from "./keys";

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
  test("saves its keys: yours to play with, your friends' to send", async () => {
    stubResponses({ id: "fresh", host: "H", keys: { 0: "k0", 2: "k2" }, links: { 1: "k1" } });
    const created = await setUpMatch({ game: "g", scenario: "s", options: {}, seats: [], odds: true, listed: false });
    expect(created.id).toBe("fresh");
    expect(keysFor("fresh")).toEqual(["H", "k0", "k2"]);
    expect(loadKeys("fresh").links).toEqual({ 1: "k1" });
  });
});
