import { expect, test } from "vitest";
import { focusView, isTooSmall } from "./focus";
import type { Box } from "./motion";
import { fitBox, toWindow } from "./view";

const box: Box = [0, 0, 40000, 40000];
const desktop = { width: 800, height: 800 };
const fitted = fitBox(box, desktop);
const at = (x: number, y: number): { x: number; y: number } => ({ x, y });

test("a view with legible pieces and the whole action is left alone", () => {
  const focus = { actors: [at(1000, 1000)], places: [at(39000, 39000)], piece: 2000 };
  expect(isTooSmall(focus, box, desktop)).toBe(false);
  expect(focusView(fitted, focus, box, desktop)).toBe(fitted);
});

test("small pieces are zoomed to, so that all places stay in view", () => {
  const focus = { actors: [at(20000, 20000)], places: [at(22000, 20000), at(20000, 26000)], piece: 700 };
  const view = focusView(fitted, focus, box, desktop);
  expect(view.scale * focus.piece).toBeCloseTo(40);
  for (const point of [...focus.actors, ...focus.places]) {
    const { x, y } = toWindow(view, box, point);
    expect(Math.min(x, y, desktop.width - x, desktop.height - y)).toBeGreaterThanOrEqual(0);
  }
  expect(focusView(view, focus, box, desktop)).toBe(view);
});

test("places too far apart: the view shows where most of them are", () => {
  const crowd = [at(30000, 30000), at(31000, 30000), at(30000, 31000)];
  const focus = { actors: [], places: [at(500, 500), ...crowd], piece: 700 };
  const view = focusView(fitted, focus, box, desktop);
  const { x, y } = toWindow(view, box, crowd[0]!);
  expect(view.scale * focus.piece).toBeGreaterThanOrEqual(20);
  expect(x > 0 && x < 800 && y > 0 && y < 800).toBe(true);
});

test("a scale that the player has chosen is kept", () => {
  const focus = { actors: [at(20000, 20000)], places: [], piece: 700 };
  expect(focusView(fitted, focus, box, desktop, true)).toBe(fitted);
  const corner = { scale: 0.1, x: 0, y: 0 };
  const moved = focusView(corner, focus, box, desktop, true);
  expect(moved.scale).toBe(0.1);
  expect(toWindow(moved, box, focus.actors[0]!)).toEqual(at(400, 400));
});
