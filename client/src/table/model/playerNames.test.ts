import { describe, expect, test } from "vitest";
import type { SeatInfo } from "../../types";
import { PlayerNames, playerName } from "./playerNames";

const seat = (faction: string, name = faction): SeatInfo => ({ faction, name, person: true, level: "", online: true, invited: false, devices: 1 });
const names = new PlayerNames([seat("Red", "Ann"), seat("White"), seat("Blue", "Red")]);

describe("players' names", () => {
  test("accompany the faction, and stand alone in the possessive", () => {
    expect(playerName("Red", "Ann")).toBe("Ann (Red)");
    expect(names.inText("Red rams White; Red's axle breaks.")).toBe("Ann (Red) rams White; Ann's axle breaks.");
  });

  test("are not mistaken for factions, nor parts of words", () => {
    expect(names.inText("Blue meets Reddish")).toBe("Red (Blue) meets Reddish");
  });

  test("stand in texts, not in ids and drawing data", () => {
    const named = names.inMessage({ prompt: "Red drives.", layers: [{ name: "Red", nodes: [{ id: "Red", label: "Red", data: "Red" }] }] });
    expect(named).toEqual({ prompt: "Ann (Red) drives.", layers: [{ name: "Red", nodes: [{ id: "Red", label: "Ann (Red)", data: "Red" }] }] });
  });

  test("leave what has none as it is, and give the same object twice", () => {
    const ground = { nodes: [{ label: "water" }] };
    const message = { layers: [ground], text: "Red" };
    expect(names.inMessage(message).layers[0]).toBe(ground);
    expect(names.inMessage(message)).toBe(names.inMessage(message));
    expect(new PlayerNames([seat("Red")]).inMessage(message)).toBe(message);
  });
});
