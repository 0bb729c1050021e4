import { afterEach, describe, expect, test, vi } from "vitest";
import { boardImageUrl, ApiError, toApiError, fetchMatchInfo, fetchFrame, createMatch, createRematch, verifyRecord } from "./api";

interface Asked {
  path: string;
  init: RequestInit & { headers: Record<string, string> };
}

function answers(status: number, body: string): Asked[] {
  const asked: Asked[] = [];
  vi.stubGlobal("fetch", (path: string, init: Asked["init"]) => {
    asked.push({ path, init });
    return Promise.resolve(new Response(body, { status }));
  });
  return asked;
}

const failed = async (call: Promise<unknown>): Promise<ApiError> =>
  call.then(
    () => expect.unreachable("it went well"),
    (error: unknown) => toApiError(error),
  );

afterEach(() => void vi.unstubAllGlobals());

describe("a call", () => {
  test("sends keys in a header and JSON in the body", async () => {
    const asked = answers(201, '{"id":"b","host":"","keys":{}}');
    await createRematch("a/b", ["k1", "k2"]);
    await createMatch({ game: "g", scenario: "s", options: {}, seats: [], odds: true, listed: false });
    expect(asked.map(({ path, init }) => [init.method, path])).toEqual([
      ["POST", "/api/matches/a%2Fb/rematch"],
      ["POST", "/api/matches"],
    ]);
    expect(asked[0]?.init.headers).toEqual({ "X-Seat-Key": "k1,k2" });
    expect(asked[1]?.init.headers).toEqual({ "Content-Type": "application/json" });
    expect(JSON.parse(String(asked[1]?.init.body))).toMatchObject({ game: "g", odds: true });
  });

  test("sends a record as the text it is", async () => {
    const asked = answers(200, '{"ok":true}');
    await verifyRecord("line 1\nline 2\n");
    expect(asked[0]?.init.body).toBe("line 1\nline 2\n");
    expect(asked[0]?.init.headers["Content-Type"]).toBe("text/plain; charset=utf-8");
  });

  test("for a moment names the move and the seat", async () => {
    const asked = answers(200, "{}");
    await fetchFrame("abc", 37, -1, []);
    expect([asked[0]?.path, asked[0]?.init.headers]).toEqual(["/api/matches/abc/moments/37?as=-1", {}]);
    expect(boardImageUrl("g h", "s", "dark")).toBe("/api/games/g%20h/s/board.svg?theme=dark");
  });
});

describe("a failure", () => {
  test("says the server's sentence and the field it is about", async () => {
    answers(422, '{"error":{"code":"invalid","text":"There is no such level.","where":"seats.2.level"}}');
    const wrong = await failed(fetchMatchInfo("abc"));
    expect(wrong).toBeInstanceOf(ApiError);
    expect([wrong.status, wrong.code, wrong.text, wrong.where, wrong.unreachable]).toEqual([
      422,
      "invalid",
      "There is no such level.",
      "seats.2.level",
      false,
    ]);
    expect(wrong.message).toBe(wrong.text);
  });

  test("without a sentence gets one of ours", async () => {
    answers(500, "<h1>Oops</h1>");
    const wrong = await failed(fetchMatchInfo("abc"));
    expect([wrong.status, wrong.code, wrong.unreachable]).toEqual([500, "broken", false]);
    expect(wrong.text).toMatch(/^The server had a problem/);
  });

  test.each([502, 503, 504])("of something between us and the server (%i) means that it is away", async (status) => {
    answers(status, "Bad gateway");
    expect((await failed(fetchMatchInfo("abc"))).unreachable).toBe(true);
  });

  test("to reach anybody says what is safe", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
    const wrong = await failed(fetchMatchInfo("abc"));
    expect([wrong.unreachable, wrong.status]).toEqual([true, 0]);
    expect(wrong.text).toContain("Nothing is lost");
  });

  test("by our own wish is no failure of the server", async () => {
    const control = new AbortController();
    vi.stubGlobal("fetch", () => Promise.reject(new DOMException("stopped", "AbortError")));
    control.abort();
    const caught: unknown = await fetchFrame("abc", 1, 0, [], control.signal).catch((error: unknown) => error);
    expect(caught).toHaveProperty("name", "AbortError");
  });

  test("of any kind can be shown", () => {
    expect(toApiError(new Error("A sentence.")).text).toBe("A sentence.");
    expect(toApiError("odd").text).toMatch(/^The server had a problem/);
  });
});
