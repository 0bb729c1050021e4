import { expect, test } from "vitest";
import type { Outgoing } from "../../types";
import { Requests } from "./requests";

const PLAY = { type: "play", n: 1, seat: 0, action: "go" } as const;

test("replies are matched with requests by number", async () => {
  const sent: Outgoing[] = [];
  const requests = new Requests((request) => sent.push(request) > 0);
  const first = requests.send(PLAY);
  const second = requests.send({ ...PLAY, action: "stop" });
  expect(sent.map((request) => "id" in request && request.id)).toEqual([1, 2]);
  requests.resolve({ type: "rejected", id: 2, n: 1, rule: "XX-1", text: "No." });
  requests.resolve({ type: "done", id: 1, n: 2 });
  expect((await first)?.type).toBe("done");
  expect((await second)?.type).toBe("rejected");
});

test("a request without a connection gets no reply", async () => {
  const requests = new Requests(() => false);
  expect(await requests.send(PLAY)).toBeNull();
});

test("a lost connection ends all pending requests", async () => {
  const requests = new Requests(() => true);
  const pending = requests.send(PLAY);
  requests.failAll();
  expect(await pending).toBeNull();
});

test("a message that is not a reply is left to others", () => {
  const requests = new Requests(() => true);
  expect(requests.resolve({ type: "chat_posted", message: { seat: 0, text: "hello", at: 0 } })).toBe(false);
});
