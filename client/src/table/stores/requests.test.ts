import { expect, test } from "vitest";
import type { Outgoing } from "../../types";
import { Requests } from "./requests";

const PLAY = { type: "play", n: 1, seat: 0, action: "go" } as const;

test("an answer finds its question by the number", async () => {
  const sent: Outgoing[] = [];
  const requests = new Requests((request) => sent.push(request) > 0);
  const first = requests.ask(PLAY);
  const second = requests.ask({ ...PLAY, action: "stop" });
  expect(sent.map((request) => "id" in request && request.id)).toEqual([1, 2]);
  requests.answered({ type: "refused", id: 2, n: 1, rule: "XX-1", text: "No." });
  requests.answered({ type: "done", id: 1, n: 2 });
  expect((await first)?.type).toBe("done");
  expect((await second)?.type).toBe("refused");
});

test("without a line there is no answer", async () => {
  const requests = new Requests(() => false);
  expect(await requests.ask(PLAY)).toBeNull();
});

test("when the line breaks nobody waits for ever", async () => {
  const requests = new Requests(() => true);
  const waiting = requests.ask(PLAY);
  requests.lost();
  expect(await waiting).toBeNull();
});

test("what answers no question is for others", () => {
  const requests = new Requests(() => true);
  expect(requests.answered({ type: "said", speech: { seat: 0, text: "hello", at: 0 } })).toBe(false);
});
