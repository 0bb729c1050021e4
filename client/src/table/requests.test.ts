import { expect, test } from "vitest";
import type { Outgoing } from "../types";
import { Latest, Requests } from "./requests";

const PLAY = { type: "play", n: 1, seat: 0, action: "go" } as const;
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

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

test("of many questions only the first and the latest are asked", async () => {
  const asked: number[] = [];
  const free: (() => void)[] = [];
  const latest = new Latest((question: number) => {
    asked.push(question);
    return new Promise<number>((resolve) => free.push(() => resolve(question * 10)));
  });
  const answers = [1, 2, 3].map((question) => latest.ask(question));
  free[0]?.();
  await settled();
  free[1]?.();
  expect(await Promise.all(answers)).toEqual([10, null, 30]);
  expect(asked).toEqual([1, 3]);
});

test("a question that fails does not block the next", async () => {
  const latest = new Latest((question: number) => (question === 1 ? Promise.reject(new Error("no")) : Promise.resolve(7)));
  await expect(latest.ask(1)).rejects.toThrow("no");
  expect(await latest.ask(2)).toBe(7);
});
