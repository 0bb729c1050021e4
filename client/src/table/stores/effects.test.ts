import { describe, expect, test } from "vitest";
import type { Frame } from "../../types";
import { sentences, spokenBy } from "./effects";
import { momentAfter, type Moment } from "../model/moment";
import { aFrame, aLine, anAsk, anInfo } from "../model/testing";

const moment = (more: Partial<Frame>): Moment => momentAfter(null, aFrame(more));

describe("what is said of a moment", () => {
  const before = moment({ n: 1 });

  test("its lines, those that are one thing once", () => {
    const steps = [1, 2].map((square) => aLine(2, `Red drives to ${square}.`, { merge: "m" }));
    expect(sentences(moment({ n: 2, lines: [aLine(2, "Red throws 4."), ...steps] }), before)).toEqual([
      "Red throws 4.",
      "Red drives to 2.",
    ]);
  });

  test("whose decision it is, also for somebody who has just come", () => {
    const asked = moment({ n: 2, ask: anAsk(0, "go"), lines: [aLine(2, "It begins.")] });
    expect(sentences(asked, before)).toEqual(["It begins.", "Your decision. Red: choose."]);
    expect(sentences(asked, null)).toEqual(["Your decision. Red: choose."]);
  });

  test("that something was taken back, and how it ended", () => {
    const end = { places: [1, 2], reason: "r", verdict: "Red wins." };
    expect(sentences(moment({ n: 2, undone: true, outcome: end }), before)).toEqual(["A move was taken back.", "Red wins."]);
    expect(sentences(moment({ n: 3, outcome: end }), moment({ n: 2, outcome: end }))).toEqual([]);
  });

  test("the decision of somebody else is theirs", () => {
    expect(sentences(moment({ n: 2, ask: { ...anAsk(1), mine: -1 } }), before)).toEqual([]);
  });
});

test("what somebody said is read out with who said it", () => {
  expect(spokenBy(anInfo(), { seat: 1, text: "Good luck.", at: 0 })).toBe("White says: Good luck.");
});
