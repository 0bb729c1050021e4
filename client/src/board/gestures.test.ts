import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Gestures, type Drag } from "./gestures";

const calls: unknown[] = [];
let gestures: Gestures;
let drag: Drag | undefined;
const frame = { setPointerCapture: (id: number) => calls.push(["capture", id]) };

class FakeElement {}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("Element", FakeElement);
  calls.length = 0;
  drag = undefined;
  gestures = new Gestures({
    toPoint: (event) => ({ x: event.clientX, y: event.clientY }),
    pan: (by) => calls.push(["pan", by.x, by.y]),
    pinch: (factor, at, by) => calls.push(["pinch", factor, at.x, at.y, by.x, by.y]),
    startDrag: (_target, _at, isTouch) => {
      calls.push(["startDrag", isTouch]);
      return drag;
    },
    longPress: (at) => calls.push(["longPress", at.x, at.y]),
    end: () => calls.push(["end"]),
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

test("a finger that moves a little still taps", () => {
  gestures.down(event(100, 100));
  gestures.move(event(104, 104));
  gestures.up(event(104, 104));
  expect(calls).toEqual([]);
  expect(gestures.shouldIgnoreClick(event(104, 104))).toBe(false);
});

test("a finger that moves pans, and its click is ignored", () => {
  gestures.down(event(100, 100));
  gestures.move(event(110, 100));
  gestures.move(event(115, 103));
  gestures.up(event(115, 103));
  expect(calls).toEqual([["startDrag", true], ["capture", 1], ["pan", 10, 0], ["pan", 5, 3], ["end"]]);
  expect(gestures.shouldIgnoreClick(event(115, 103))).toBe(true);
});

test("a click without a pointer always counts", () => {
  gestures.down(event(100, 100));
  gestures.move(event(150, 100));
  gestures.up(event(150, 100));
  expect(gestures.shouldIgnoreClick(event(0, 0, { detail: 0 }))).toBe(false);
});

test("two fingers zoom about their middle and pan with it", () => {
  gestures.down(event(100, 100));
  gestures.down(event(200, 100, { pointerId: 2 }));
  gestures.move(event(300, 100, { pointerId: 2 }));
  expect(calls.at(-1)).toEqual(["pinch", 2, 200, 100, 50, 0]);
  gestures.up(event(300, 100, { pointerId: 2 }));
  gestures.move(event(90, 100));
  expect(calls.at(-1)).toEqual(["pan", -10, 0]);
});

test("a drag follows the pointer until it is released", () => {
  drag = { move: (at) => calls.push(["drag", at.x]), end: () => calls.push(["drop"]) };
  gestures.down(event(100, 100, { pointerType: "mouse" }));
  gestures.move(event(106, 100, { pointerType: "mouse" }));
  gestures.move(event(130, 100, { pointerType: "mouse" }));
  gestures.up(event(130, 100, { pointerType: "mouse" }));
  expect(calls).toEqual([["startDrag", false], ["capture", 1], ["drag", 106], ["drag", 130], ["drop"], ["end"]]);
});

test("a long press does not click", () => {
  gestures.down(event(100, 100));
  vi.advanceTimersByTime(500);
  gestures.up(event(100, 100));
  expect(calls).toEqual([["longPress", 100, 100]]);
  expect(gestures.shouldIgnoreClick(event(100, 100))).toBe(true);
});

test("only the main mouse button makes gestures", () => {
  gestures.down(event(100, 100, { button: 2 }));
  gestures.move(event(200, 100));
  expect(calls).toEqual([]);
});
