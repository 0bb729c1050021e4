import { describe, expect, test } from "vitest";
import type { Frame } from "../../types";
import { makeAsk, makeFrame, makeInfo, makeLine } from "../model/fixtures";
import { nextMoment, type Moment } from "../model/moment";
import { announcements, chatAnnouncement } from "./effects";

const moment = (more: Partial<Frame>): Moment => nextMoment(null, makeFrame(more));

describe("the announcements of a moment", () => {
  const before = moment({ n: 1 });

  test("are its log lines, merged where they repeat", () => {
    const steps = [1, 2].map((square) => makeLine(2, `Red drives to ${square}.`, { merge_key: "m" }));
    expect(announcements(moment({ n: 2, lines: [makeLine(2, "Red rolls 4."), ...steps] }), before)).toEqual([
      "Red rolls 4.",
      "Red drives to 2.",
    ]);
  });

  test("include the viewer's own decision, also in the first moment", () => {
    const decision = moment({ n: 2, ask: makeAsk(0, "go"), lines: [makeLine(2, "The match begins.")] });
    expect(announcements(decision, before)).toEqual(["The match begins.", "Your decision. Choose."]);
    expect(announcements(decision, null)).toEqual(["Your decision. Choose."]);
  });

  test("include an undo and the result", () => {
    const outcome = { places: [1, 2], reason: "r", verdict: "Red wins." };
    expect(announcements(moment({ n: 2, undone: true, outcome }), before)).toEqual(["A move was undone.", "Red wins."]);
    expect(announcements(moment({ n: 3, outcome }), moment({ n: 2, outcome }))).toEqual([]);
  });

  test("do not include the decision of another player", () => {
    expect(announcements(moment({ n: 2, ask: { ...makeAsk(1), mine: -1 } }), before)).toEqual([]);
  });
});

test("a chat message is announced with the name of its sender", () => {
  expect(chatAnnouncement(makeInfo(), { seat: 1, text: "Good luck.", at: 0 })).toBe("White says: Good luck.");
});
