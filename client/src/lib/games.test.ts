import { afterEach, describe, expect, test, vi } from "vitest";
import { findGame, loadGames, setUpMatch } from "./games";
import { loadKeys, keysFor } from "./keys";

afterEach(() => void vi.unstubAllGlobals());

function answers(...bodies: (object | null)[]): { count: number } {
  const asked = { count: 0 };
  vi.stubGlobal("fetch", () => {
    const body = bodies[asked.count];
    asked.count += 1;
    return body ? Promise.resolve(new Response(JSON.stringify(body))) : Promise.reject(new TypeError("away"));
  });
  return asked;
}

describe("the games", () => {
  test("are fetched once, and again only after a failure", async () => {
    const asked = answers(null, [{ slug: "one" }, { slug: "two" }]);
    await expect(loadGames()).rejects.toThrow("does not answer");
    expect((await loadGames()).length).toBe(2);
    expect((await findGame("two"))?.slug).toBe("two");
    expect(await findGame("three")).toBeUndefined();
    expect(asked.count).toBe(2);
  });
});

describe("a new table", () => {
  test("leaves its keys here: mine to play with, my friends' to send", async () => {
    answers({ id: "fresh", host: "H", keys: { 0: "k0", 2: "k2" }, links: { 1: "k1" } });
    const made = await setUpMatch({ game: "g", scenario: "s", options: {}, seats: [], odds: true, listed: false });
    expect(made.id).toBe("fresh");
    expect(keysFor("fresh")).toEqual(["H", "k0", "k2"]);
    expect(loadKeys("fresh").links).toEqual({ 1: "k1" });
  });
});
