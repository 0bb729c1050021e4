import { describe, expect, test } from "vitest";
import { entries, filtered, stanzas, Story } from "./story";
import { aFrame, aLine } from "./testing";

const texts = (story: Story): string[] => story.lines.map((line) => `${line.move} ${line.text}`);

describe("entries", () => {
  test("lines in a row with the same merge are one, in the words of the last", () => {
    const steps = [1, 2, 3].map((move) => aLine(move, `Blue drives to ${move}.`, { merge: "drives 2" }));
    const found = entries([aLine(0, "It begins."), ...steps, aLine(4, "Blue stops.")]);
    expect(found.map((entry) => [entry.line.text, entry.times])).toEqual([
      ["It begins.", 1],
      ["Blue drives to 3.", 3],
      ["Blue stops.", 1],
    ]);
  });

  test("an empty merge never merges, and neither do lines that are apart", () => {
    const same = aLine(1, "Blue drives.", { merge: "drives" });
    expect(entries([same, aLine(1, "A die falls."), { ...same }, aLine(2, "x"), aLine(2, "x")])).toHaveLength(5);
  });

  test("a sentence keeps its key when it happens once more", () => {
    const steps = [1, 2].map((move) => aLine(move, `${move}`, { merge: "m" }));
    expect(entries(steps.slice(0, 1))[0]?.key).toBe(entries(steps)[0]?.key);
  });

  test("a sentence that has not changed is the same object, and all keys are different", () => {
    const lines = [aLine(1, "a"), aLine(1, "b", { merge: "m" }), aLine(2, "c", { merge: "m" })];
    const before = entries(lines);
    const after = entries([...lines, aLine(3, "d")]);
    expect([after[0] === before[0], after[1] === before[1]]).toEqual([true, true]);
    expect(new Set(after.map((entry) => entry.key)).size).toBe(3);
  });

  test("stanzas are grouped by move", () => {
    const found = stanzas(entries([aLine(1, "a"), aLine(1, "b"), aLine(2, "c")]));
    expect(found.map((stanza) => [stanza.move, stanza.entries.length])).toEqual([
      [1, 2],
      [2, 1],
    ]);
  });

  test("a filter asks for words, a seat and loud lines", () => {
    const all = entries([
      aLine(1, "Red throws 5.", { who: 0, rule: "XX-1" }),
      aLine(1, "Blue is wounded.", { who: 2, loud: true }),
      aLine(2, "Red is wounded.", { who: 0, loud: true }),
    ]);
    const found = (words: string, seat: number | null, loud: boolean): string[] =>
      filtered(all, words, seat, loud).map((entry) => entry.line.text);
    expect(found("wounded", null, false)).toHaveLength(2);
    expect(found("xx-1 throws", null, false)).toEqual(["Red throws 5."]);
    expect(found("", 0, true)).toEqual(["Red is wounded."]);
  });
});

describe("a story grows", () => {
  test("frames add their lines, and the whole log brings what was before", () => {
    const story = new Story();
    story.begin(aFrame({ move: 5, lines: [aLine(5, "e")] }));
    story.add(aFrame({ move: 6, lines: [aLine(6, "f")] }));
    story.whole({ type: "log", viewer: -1, move: 5, lines: [aLine(4, "d"), aLine(5, "e")] });
    expect(texts(story)).toEqual(["4 d", "5 e", "6 f"]);
    expect(story.known).toBe(true);
  });

  test("a whole log made later than a frame doubles nothing", () => {
    const story = new Story();
    story.begin(aFrame({ move: 5 }));
    story.add(aFrame({ move: 6, lines: [aLine(6, "f")] }));
    story.whole({ type: "log", viewer: -1, move: 6, lines: [aLine(5, "e"), aLine(6, "f")] });
    expect(texts(story)).toEqual(["5 e", "6 f"]);
  });

  test("what is undone is dropped", () => {
    const story = new Story();
    story.begin(aFrame({ move: 5, lines: [aLine(5, "e")] }));
    story.add(aFrame({ move: 6, lines: [aLine(6, "f")] }));
    story.add(aFrame({ move: 5, undone: true }));
    expect(texts(story)).toEqual(["5 e"]);
  });

  test("a whole log made before an undo brings nothing back", () => {
    const story = new Story();
    story.begin(aFrame({ move: 5, lines: [] }));
    story.add(aFrame({ move: 4, undone: true }));
    story.add(aFrame({ move: 5, lines: [aLine(5, "other")] }));
    story.whole({ type: "log", viewer: -1, move: 5, lines: [aLine(4, "d"), aLine(5, "old")] });
    expect(texts(story)).toEqual(["4 d", "5 other"]);
  });

  test("the log of another viewer is not taken", () => {
    const story = new Story();
    story.begin(aFrame({ move: 1, viewer: 0 }));
    expect(story.whole({ type: "log", viewer: 1, move: 1, lines: [aLine(1, "secret")] })).toBe(false);
    expect(texts(story)).toEqual([]);
  });
});
