import { describe, expect, test } from "vitest";
import { anInfo } from "./testing";
import { aroundDice, calledSeat, leaving, listed, ordinal, pageTitle, standing, trailOf, waitingFor } from "./words";

const PERSON = { faction: "Red", name: "", person: true, level: "", here: true };

describe("the trail", () => {
  test("has its clauses apart", () => {
    expect(trailOf(["Round 4", "Speed XX-M3"], "XX-M3")).toEqual([
      { text: "Round 4", rule: "" },
      { text: "Speed", rule: "XX-M3" },
    ]);
  });

  test("ends with the rule behind the question", () => {
    expect(trailOf(["Round 4", "XY-1.4"], "XY-S6.42")).toEqual([
      { text: "Round 4", rule: "" },
      { text: "", rule: "XY-1.4" },
      { text: "", rule: "XY-S6.42" },
    ]);
    expect(trailOf(["XY-S11.1b"], "XY-S11.1b")).toEqual([{ text: "", rule: "XY-S11.1b" }]);
    expect(trailOf([], "")).toEqual([]);
  });
});

describe("seats", () => {
  test("are called by faction and name", () => {
    const info = anInfo({ seats: [{ ...PERSON, name: "Anna" }, PERSON] });
    expect([calledSeat(info, 0), calledSeat(info, 1)]).toEqual(["Red (Anna)", "White"]);
  });

  test("say how they are taken", () => {
    expect(standing(PERSON, true, false)).toBe("You");
    expect(standing(PERSON, false, false)).toBe("Here");
    expect(standing({ ...PERSON, here: false }, false, false)).toBe("Away");
    expect(standing({ ...PERSON, person: false, level: "driver" }, false, false)).toBe("Program, driver");
    expect(standing({ ...PERSON, level: "driver" }, true, false)).toBe("A program plays on for you");
    expect(standing({ ...PERSON, level: "driver" }, false, false)).toBe("Left; a program plays on (driver)");
  });

  test("say how they were taken, when it is over", () => {
    expect(standing({ ...PERSON, level: "driver" }, true, true)).toBe("You; a program played to the end");
    expect(standing({ ...PERSON, person: false }, false, true)).toBe("");
  });

  test("can be left to a program, which waits for others and not for programs", () => {
    const program = { ...PERSON, person: false, level: "driver" };
    expect(leaving(anInfo(), 0, true)).toBe("A program plays on for you; come back any time.");
    expect(leaving(anInfo(), 1, false)).toBe("A program plays on for White; the seat can be taken back any time.");
    expect(leaving(anInfo({ seats: [PERSON, program] }), 0, true)).toContain("play to the end without a pause");
  });

  test("are waited for", () => {
    const program = { ...PERSON, person: false, level: "driver" };
    const away = { ...PERSON, here: false };
    expect(waitingFor(anInfo({ seats: [PERSON, program] }), [1])).toBe("A program is thinking.");
    expect(waitingFor(anInfo({ seats: [PERSON, PERSON] }), [0, 1])).toBe("Waiting for Red and White.");
    expect(waitingFor(anInfo({ seats: [away, PERSON] }), [0])).toBe("Waiting for Red, who is not here at the moment.");
    expect(waitingFor(anInfo({ over: true }), [0])).toBe("");
  });
});

test("words in a row are listed", () => {
  expect([listed([]), listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c"])]).toEqual(["", "a", "a and b", "a, b and c"]);
});

test("the title says whose turn it is", () => {
  expect(pageTitle(anInfo(), true, false)).toBe("Your turn - The Game: The First");
  expect(pageTitle(anInfo(), false, true)).toBe("Over - The Game: The First");
});

test("dice are found in their sentence, and not in other numbers", () => {
  expect(aroundDice("Red throws 4 5 to move.", [4, 5])).toEqual(["Red throws ", " to move."]);
  expect(aroundDice("Red goes to 1/2/2 with 2.", [2])).toEqual(["Red goes to 1/2/2 with ", "."]);
  expect(aroundDice("Red needs 3 or more: 3.", [3])).toEqual(["Red needs 3 or more: ", "."]);
  expect(aroundDice("Red throws badly.", [1])).toBeNull();
  expect(aroundDice("Red stands.", [])).toBeNull();
});

test("places are ordinals", () => {
  expect([1, 2, 3, 4, 11, 12, 13, 21].map(ordinal)).toEqual(["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st"]);
});
