import { describe, expect, test } from "vitest";
import { makeInfo, makeLine } from "./fixtures";
import { joinNames, leaveWarning, ordinal, pageTitle, seatName, seatStatus, sharedSeatNotices, splitAtDice, splitBreadcrumbs, waitingText } from "./phrases";

const PERSON = { faction: "Red", name: "", person: true, level: "", online: true, invited: false, devices: 1 };
const BOT = { ...PERSON, person: false, level: "driver" };

describe("a seat that is open more than once", () => {
  test("is shown to its own player, when that begins", () => {
    const one = makeInfo({ seats: [PERSON, PERSON] });
    const two = makeInfo({ seats: [{ ...PERSON, devices: 2 }, { ...PERSON, devices: 3 }] });
    const text = "Red, your seat, is open on 2 devices or tabs.";
    expect(sharedSeatNotices(one, two, [0], true)).toEqual([text]);
    expect(sharedSeatNotices(null, two, [0], false)).toEqual([`${text} If that is not you, ask the host for a new link.`]);
    expect([sharedSeatNotices(two, two, [0], true), sharedSeatNotices(two, one, [0], true)]).toEqual([[], []]);
  });
});

describe("breadcrumbs", () => {
  test("is split into texts and clauses", () => {
    expect(splitBreadcrumbs(["Round 4", "Speed XX-M3"], "XX-M3")).toEqual([
      { text: "Round 4", rule: "" },
      { text: "Speed", rule: "XX-M3" },
    ]);
  });

  test("ends with the rule of the decision", () => {
    expect(splitBreadcrumbs(["Round 4", "XY-1.4"], "XY-S6.42")).toEqual([
      { text: "Round 4", rule: "" },
      { text: "", rule: "XY-1.4" },
      { text: "", rule: "XY-S6.42" },
    ]);
    expect(splitBreadcrumbs(["XY-S11.1b"], "XY-S11.1b")).toEqual([{ text: "", rule: "XY-S11.1b" }]);
    expect(splitBreadcrumbs([], "")).toEqual([]);
  });
});

describe("seats", () => {
  test("are named by faction and player", () => {
    const info = makeInfo({ seats: [{ ...PERSON, name: "Anna" }, PERSON] });
    expect([seatName(info, 0), seatName(info, 1)]).toEqual(["Anna (Red)", "White"]);
  });

  test("show who plays them", () => {
    expect(seatStatus(PERSON, true, false)).toBe("You");
    expect(seatStatus(PERSON, false, false)).toBe("Online");
    expect(seatStatus({ ...PERSON, online: false }, false, false)).toBe("Offline");
    expect(seatStatus({ ...PERSON, online: false, invited: true }, false, false)).toBe("Invited, not joined yet");
    expect(seatStatus({ ...PERSON, devices: 2 }, true, false)).toBe("You, on 2 devices or tabs");
    expect(seatStatus(BOT, false, false)).toBe("Bot, driver");
    expect(seatStatus({ ...PERSON, level: "driver" }, true, false)).toBe("A bot is playing for you");
    expect(seatStatus({ ...PERSON, level: "driver" }, false, false)).toBe("Left; a bot is playing (driver)");
  });

  test("show who played them when the match is over", () => {
    expect(seatStatus({ ...PERSON, level: "driver" }, true, true)).toBe("You; a bot finished for you");
    expect(seatStatus({ ...PERSON, person: false }, false, true)).toBe("");
  });

  test("can be left to a bot, with a warning if only bots remain", () => {
    expect(leaveWarning(makeInfo(), 0, true)).toBe("A bot will play for you. You can come back at any time.");
    expect(leaveWarning(makeInfo(), 1, false)).toBe("A bot will play for White, who can come back at any time.");
    expect(leaveWarning(makeInfo({ seats: [PERSON, BOT] }), 0, true)).toContain("play to the end without a pause");
  });

  test("are named while the table waits for them", () => {
    const offline = { ...PERSON, online: false };
    expect(waitingText(makeInfo({ seats: [PERSON, BOT] }), [1])).toBe("The bot is thinking.");
    expect(waitingText(makeInfo({ seats: [PERSON, PERSON] }), [0, 1])).toBe("Waiting for Red and White.");
    expect(waitingText(makeInfo({ seats: [offline, PERSON] }), [0])).toBe("Waiting for Red (offline).");
    expect(waitingText(makeInfo({ over: true }), [0])).toBe("");
  });
});

test("names are joined", () => {
  expect([joinNames([]), joinNames(["a"]), joinNames(["a", "b"]), joinNames(["a", "b", "c"])]).toEqual(["", "a", "a and b", "a, b and c"]);
});

test("the page title shows whose turn it is", () => {
  expect(pageTitle(makeInfo(), true, false)).toBe("Your turn - The Game: The First");
  expect(pageTitle(makeInfo(), false, true)).toBe("Finished - The Game: The First");
});

test("dice are found in their sentence, and not in other numbers", () => {
  expect(splitAtDice(makeLine(1, "Red rolls 4 5 to move.", { dice: [4, 5], dice_at: 10 }))).toEqual(["Red rolls ", " to move."]);
  expect(splitAtDice(makeLine(1, "Red needs 3 or more: 3.", { dice: [3], dice_at: 21 }))).toEqual(["Red needs 3 or more: ", "."]);
  expect(splitAtDice(makeLine(1, "Red rolls badly.", { dice: [1] }))).toBeNull();
});

test("places are ordinals", () => {
  expect([1, 2, 3, 4, 11, 12, 13, 21].map(ordinal)).toEqual(["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st"]);
});
