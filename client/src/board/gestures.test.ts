import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Gestures, type Grip } from "./gestures";

const told: unknown[] = [];
let gestures: Gestures;
let grip: Grip | undefined;
const frame = { setPointerCapture: (id: number) => told.push(["capture", id]) };

class FakeElement {}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("Element", FakeElement);
  told.length = 0;
  grip = undefined;
  gestures = new Gestures({
    place: (event) => ({ x: event.clientX, y: event.clientY }),
    pan: (by) => told.push(["pan", by.x, by.y]),
    pinch: (factor, at, by) => told.push(["pinch", factor, at.x, at.y, by.x, by.y]),
    grip: (_target, _at, isFinger) => {
      told.push(["grip", isFinger]);
      return grip;
    },
    press: (at) => told.push(["press", at.x, at.y]),
    done: () => told.push(["done"]),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function event(x: number, y: number, more: object = {}): PointerEvent {
  const all = { clientX: x, clientY: y, pointerId: 1, button: 0, pointerType: "touch", currentTarget: frame, target: new FakeElement(), detail: 1 };
  return { ...all, ...more } as unknown as PointerEvent;
}

test("a finger that trembles still taps", () => {
  gestures.down(event(100, 100));
  gestures.move(event(104, 104));
  gestures.up(event(104, 104));
  expect(told).toEqual([]);
  expect(gestures.isSpent(event(104, 104))).toBe(false);
});

test("a finger that moves pans, and its click means nothing", () => {
  gestures.down(event(100, 100));
  gestures.move(event(110, 100));
  gestures.move(event(115, 103));
  gestures.up(event(115, 103));
  expect(told).toEqual([["grip", true], ["capture", 1], ["pan", 10, 0], ["pan", 5, 3], ["done"]]);
  expect(gestures.isSpent(event(115, 103))).toBe(true);
});

test("a click that no pointer made always counts", () => {
  gestures.down(event(100, 100));
  gestures.move(event(150, 100));
  gestures.up(event(150, 100));
  expect(gestures.isSpent(event(0, 0, { detail: 0 }))).toBe(false);
});

test("two fingers zoom about their middle and pan with it", () => {
  gestures.down(event(100, 100));
  gestures.down(event(200, 100, { pointerId: 2 }));
  gestures.move(event(300, 100, { pointerId: 2 }));
  expect(told.at(-1)).toEqual(["pinch", 2, 200, 100, 50, 0]);
  gestures.up(event(300, 100, { pointerId: 2 }));
  gestures.move(event(90, 100));
  expect(told.at(-1)).toEqual(["pan", -10, 0]);
});

test("a grip follows the pointer until it is let go", () => {
  grip = { move: (at) => told.push(["move", at.x]), end: () => told.push(["end"]) };
  gestures.down(event(100, 100, { pointerType: "mouse" }));
  gestures.move(event(106, 100, { pointerType: "mouse" }));
  gestures.move(event(130, 100, { pointerType: "mouse" }));
  gestures.up(event(130, 100, { pointerType: "mouse" }));
  expect(told).toEqual([["grip", false], ["capture", 1], ["move", 106], ["move", 130], ["end"], ["done"]]);
});

test("a finger that rests asks what is there, and does not click", () => {
  gestures.down(event(100, 100));
  vi.advanceTimersByTime(500);
  gestures.up(event(100, 100));
  expect(told).toEqual([["press", 100, 100]]);
  expect(gestures.isSpent(event(100, 100))).toBe(true);
});

test("other buttons of a mouse are not for the board", () => {
  gestures.down(event(100, 100, { button: 2 }));
  gestures.move(event(200, 100));
  expect(told).toEqual([]);
});
