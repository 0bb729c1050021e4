import { afterEach, describe, expect, test, vi } from "vitest";
import { ApiError, boardImageUrl, createMatch, createRematch, fetchFrame, fetchMatchInfo, toApiError, verifyRecord } from "./api";

interface Request {
  path: string;
  init: RequestInit & { headers: Record<string, string> };
}

/** Make every request return this response; the returned list collects the requests. */
function stubResponse(status: number, body: string): Request[] {
  const requests: Request[] = [];
  vi.stubGlobal("fetch", (path: string, init: Request["init"]) => {
    requests.push({ path, init });
    return Promise.resolve(new Response(body, { status }));
  });
  return requests;
}

const errorOf = async (call: Promise<unknown>): Promise<ApiError> =>
  call.then(
    () => expect.unreachable("the call succeeded"),
    (error: unknown) => toApiError(error),
  );

afterEach(() => void vi.unstubAllGlobals());

describe("a call", () => {
  test("sends keys in a header and JSON in the body", async () => {
    const requests = stubResponse(201, '{"id":"b","host":"","keys":{}}');
    await createRematch("a/b", ["k1", "k2"]);
    await createMatch({ game: "g", scenario: "s", options: {}, seats: [], odds: true, listed: false }, []);
    expect(requests.map(({ path, init }) => [init.method, path])).toEqual([
      ["POST", "/api/matches/a%2Fb/rematch"],
      ["POST", "/api/matches"],
    ]);
    expect(requests[0]?.init.headers).toEqual({ "X-Seat-Key": "k1,k2" });
    expect(requests[1]?.init.headers).toEqual({ "Content-Type": "application/json" });
    expect(JSON.parse(String(requests[1]?.init.body))).toMatchObject({ game: "g", odds: true });
  });

  test("sends a record as plain text", async () => {
    const requests = stubResponse(200, '{"ok":true}');
    await verifyRecord("line 1\nline 2\n");
    expect(requests[0]?.init.body).toBe("line 1\nline 2\n");
    expect(requests[0]?.init.headers["Content-Type"]).toBe("text/plain; charset=utf-8");
  });

  test("for a past position names the move and the seat", async () => {
    const requests = stubResponse(200, "{}");
    await fetchFrame("abc", 37, -1, []);
    expect([requests[0]?.path, requests[0]?.init.headers]).toEqual(["/api/matches/abc/frames/37?as=-1", {}]);
    expect(boardImageUrl("g h", "s", "dark")).toBe("/api/games/g%20h/s/board.svg?theme=dark");
  });
});

describe("a failed call", () => {
  test("has the server's text and the field at fault", async () => {
    stubResponse(422, '{"error":{"code":"invalid","text":"There is no such level.","where":"seats.2.level"}}');
    const error = await errorOf(fetchMatchInfo("abc"));
    expect(error).toBeInstanceOf(ApiError);
    expect([error.status, error.code, error.text, error.where, error.unreachable]).toEqual([
      422,
      "invalid",
      "There is no such level.",
      "seats.2.level",
      false,
    ]);
    expect(error.message).toBe(error.text);
  });

  test("without a text from the server gets a default text", async () => {
    stubResponse(500, "<h1>Oops</h1>");
    const error = await errorOf(fetchMatchInfo("abc"));
    expect([error.status, error.code, error.unreachable]).toEqual([500, "broken", false]);
    expect(error.text).toMatch(/^Something went wrong on the server/);
  });

  test.each([502, 503, 504])("with a gateway error (%i) counts as unreachable", async (status) => {
    stubResponse(status, "Bad gateway");
    expect((await errorOf(fetchMatchInfo("abc"))).unreachable).toBe(true);
  });

  test("without an answer says that nothing is lost", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
    const error = await errorOf(fetchMatchInfo("abc"));
    expect([error.unreachable, error.status]).toEqual([true, 0]);
    expect(error.text).toContain("Your matches are safe");
  });

  test("that was aborted throws the AbortError itself", async () => {
    const control = new AbortController();
    vi.stubGlobal("fetch", () => Promise.reject(new DOMException("stopped", "AbortError")));
    control.abort();
    const caught: unknown = await fetchFrame("abc", 1, 0, [], control.signal).catch((error: unknown) => error);
    expect(caught).toHaveProperty("name", "AbortError");
  });

  test("can be made from anything caught", () => {
    expect(toApiError(new Error("A sentence.")).text).toBe("A sentence.");
    expect(toApiError("odd").text).toMatch(/^Something went wrong on the server/);
  });
});
