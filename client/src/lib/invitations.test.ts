import { afterEach, describe, expect, test, vi } from "vitest";
import { campaignStorage } from "./campaigns";
import { chooseOrigin, deviceLink, formatCode, friendLinks, invitationLink, isThisComputerOnly, joinByCode, joinByInvitation } from "./invitations";
import { keysFor, personalKey, removeKeys, saveKeys } from "./keys";

afterEach(() => vi.unstubAllGlobals());

function stubResponse(body: unknown): { path: string; init: RequestInit }[] {
  const requests: { path: string; init: RequestInit }[] = [];
  vi.stubGlobal("fetch", (path: string, init: RequestInit) => {
    requests.push({ path, init });
    return Promise.resolve(new Response(JSON.stringify(body), { status: 201 }));
  });
  return requests;
}

describe("an invitation link", () => {
  test("carries the invitation in the hash, which browsers do not send", () => {
    expect(invitationLink("match", "abc", "a.b+c", "http://t.test")).toBe("http://t.test/match/abc#invitation=a.b%2Bc");
    expect(deviceLink("abcd2345", "http://t.test")).toBe("http://t.test/join#code=abcd2345");
  });

  test("replaces a saved link with a key of the same seat", () => {
    saveKeys("old", { links: { 1: "k1", 2: "k2" } });
    expect(friendLinks("match", "old", { 2: "i2" }, "")).toEqual({ 1: "/match/old#seat=k1", 2: "/match/old#invitation=i2" });
    removeKeys("old");
  });

  test("is exchanged with the personal key, which holds the seat; no key is saved", async () => {
    const requests = stubResponse({ id: "abc", host: "", keys: { 1: "k1" }, invitations: {} });
    await joinByInvitation("match", "abc", "i1");
    expect(requests[0]?.path).toBe("/api/matches/abc/invitations/accept");
    expect(requests[0]?.init.headers).toMatchObject({ "X-Seat-Key": personalKey() });
    expect(keysFor("abc")).toEqual([]);
  });

  test("to a campaign saves the key", async () => {
    stubResponse({ id: "war", host: "", keys: { 1: "k1" }, invitations: {} });
    await joinByInvitation("campaign", "war", "i1");
    expect(keysFor("war", campaignStorage)).toEqual(["k1"]);
  });
});

describe("a device code", () => {
  test("leads to its match", async () => {
    stubResponse({ kind: "match", joined: { id: "abc", host: "", keys: { 0: "k" }, invitations: {} } });
    expect(await joinByCode("abcd2345")).toBe("/match/abc");
  });

  test("is shown in two groups", () => {
    expect(formatCode("abcd2345")).toBe("ABCD 2345");
  });
});

describe("the address in links to friends", () => {
  test("is that of the page, unless only this computer can open it", () => {
    expect(["http://localhost:8000", "http://127.0.0.1:8000", "http://[::1]:8000"].map(isThisComputerOnly)).toEqual([true, true, true]);
    expect(isThisComputerOnly("http://192.168.1.5:8000")).toBe(false);
    expect(chooseOrigin("https://play.example", ["http://10.0.0.2:8000"])).toBe("https://play.example");
    expect(chooseOrigin("http://localhost:8000", ["http://10.0.0.2:8000"])).toBe("http://10.0.0.2:8000");
    expect(chooseOrigin("http://localhost:8000", [])).toBe("http://localhost:8000");
  });
});
