import { expect, test } from "vitest";
import type { Box } from "./motion";
import { clampView, fitBox, fitPart, maxScale, panView, resizeView, revealPoint, toScene, toWindow, zoomView } from "./view";

const box: Box = [-1000, 0, 20000, 10000];
const desktop = { width: 1000, height: 800 };

test("the whole board fits into the window, centred", () => {
  expect(fitBox(box, desktop)).toEqual({ scale: 0.05, x: 0, y: 150 });
});

test("on a phone a tall board fills the width and is panned", () => {
  expect(fitBox([0, 0, 1000, 4000], { width: 400, height: 500 })).toMatchObject({ scale: 0.4, x: 0 });
});

test("a part of the board is centred and as large as possible, up to the largest scale", () => {
  expect(fitPart([4000, 2000, 5000, 2000], box, desktop)).toEqual({ scale: 0.2, x: -1000, y: -200 });
  expect(fitPart([4000, 2000, 50, 20], box, desktop).scale).toBe(maxScale(box, desktop));
});

test("positions convert from the window to the scene and back", () => {
  const view = { scale: 0.1, x: 30, y: 40 };
  expect(toScene(view, box, { x: 30, y: 40 })).toEqual({ x: -1000, y: 0 });
  expect(toWindow(view, box, toScene(view, box, { x: 77, y: 99 }))).toEqual({ x: 77, y: 99 });
});

test("zooming keeps the point under the pointer in place", () => {
  const at = { x: 600, y: 400 };
  const before = fitBox(box, desktop);
  const after = zoomView(before, 3, at, box, desktop);
  expect(after.scale).toBeCloseTo(0.15);
  const [one, other] = [toScene(before, box, at), toScene(after, box, at)];
  expect(Math.hypot(one.x - other.x, one.y - other.y) * after.scale).toBeLessThan(1.5);
});

test("the board can be neither smaller than the window nor arbitrarily large", () => {
  expect(zoomView(fitBox(box, desktop), 0.01, { x: 0, y: 0 }, box, desktop)).toEqual(fitBox(box, desktop));
  expect(zoomView(fitBox(box, desktop), 1000, { x: 0, y: 0 }, box, desktop).scale).toBeCloseTo(0.3);
});

test("a phone can zoom in further", () => {
  expect(maxScale(box, { width: 400, height: 500 })).toBeCloseTo(0.02 * 12);
});

test("the board cannot be panned out of sight", () => {
  const zoomed = zoomView(fitBox(box, desktop), 4, { x: 500, y: 400 }, box, desktop);
  expect(panView(zoomed, { x: 1e6, y: 1e6 }, box, desktop)).toMatchObject({ x: 32, y: 32 });
  expect(panView(zoomed, { x: -1e6, y: -1e6 }, box, desktop)).toMatchObject({ x: 1000 - 4000 - 32, y: 800 - 2000 - 32 });
  expect(panView(fitBox(box, desktop), { x: 50, y: 50 }, box, desktop)).toEqual(fitBox(box, desktop));
});

test("positions are whole pixels, so that text stays sharp", () => {
  const view = clampView({ scale: 0.2, x: -10.4, y: -20.6 }, box, desktop);
  expect([view.x, view.y]).toEqual([-10, -21]);
});

test("a resized window keeps its centre", () => {
  const view = clampView({ scale: 0.2, x: -1000, y: -500 }, box, desktop);
  const other = { width: 700, height: 900 };
  const after = resizeView(view, desktop, box, other);
  expect(toScene(after, box, { x: 350, y: 450 })).toEqual(toScene(view, box, { x: 500, y: 400 }));
});

test("a point outside the window is brought into view, and one inside moves nothing", () => {
  const view = clampView({ scale: 0.2, x: 0, y: 0 }, box, desktop);
  expect(revealPoint(view, { x: 1000, y: 1000 }, box, desktop)).toEqual(view);
  const position = toWindow(revealPoint(view, { x: 15000, y: 8000 }, box, desktop), box, { x: 15000, y: 8000 });
  expect(position).toEqual({ x: 936, y: 736 });
});
