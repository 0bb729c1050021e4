import { expect, test } from "vitest";
import type { Box } from "./glide";
import { clamped, closest, fit, near, panned, resized, revealed, toScene, toWindow, zoomed } from "./view";

const box: Box = [-1000, 0, 20000, 10000];
const desk = { width: 1000, height: 800 };

test("all of the board fits into the window, in the middle", () => {
  expect(fit(box, desk)).toEqual({ scale: 0.05, x: 0, y: 150 });
});

test("on a phone a tall board fills the width and is panned", () => {
  expect(fit([0, 0, 1000, 4000], { width: 400, height: 500 })).toMatchObject({ scale: 0.4, x: 0 });
});

test("a part of the board is shown in the middle, as large as it can be and no larger than anything", () => {
  expect(near([4000, 2000, 5000, 2000], box, desk)).toEqual({ scale: 0.2, x: -1000, y: -200 });
  expect(near([4000, 2000, 50, 20], box, desk).scale).toBe(closest(box, desk));
});

test("a place in the window and in the scene are the same place", () => {
  const view = { scale: 0.1, x: 30, y: 40 };
  expect(toScene(view, box, { x: 30, y: 40 })).toEqual({ x: -1000, y: 0 });
  expect(toWindow(view, box, toScene(view, box, { x: 77, y: 99 }))).toEqual({ x: 77, y: 99 });
});

test("zooming keeps what is under the pointer", () => {
  const at = { x: 600, y: 400 };
  const before = fit(box, desk);
  const after = zoomed(before, 3, at, box, desk);
  expect(after.scale).toBeCloseTo(0.15);
  const [one, other] = [toScene(before, box, at), toScene(after, box, at)];
  expect(Math.hypot(one.x - other.x, one.y - other.y) * after.scale).toBeLessThan(1.5);
});

test("the board can be neither smaller than the window nor endlessly large", () => {
  expect(zoomed(fit(box, desk), 0.01, { x: 0, y: 0 }, box, desk)).toEqual(fit(box, desk));
  expect(zoomed(fit(box, desk), 1000, { x: 0, y: 0 }, box, desk).scale).toBeCloseTo(0.3);
});

test("on a phone one may come nearer", () => {
  expect(closest(box, { width: 400, height: 500 })).toBeCloseTo(0.02 * 12);
});

test("the board cannot be lost by panning", () => {
  const near = zoomed(fit(box, desk), 4, { x: 500, y: 400 }, box, desk);
  expect(panned(near, { x: 1e6, y: 1e6 }, box, desk)).toMatchObject({ x: 32, y: 32 });
  expect(panned(near, { x: -1e6, y: -1e6 }, box, desk)).toMatchObject({ x: 1000 - 4000 - 32, y: 800 - 2000 - 32 });
  expect(panned(fit(box, desk), { x: 50, y: 50 }, box, desk)).toEqual(fit(box, desk));
});

test("places are whole pixels, so that letters are sharp", () => {
  const view = clamped({ scale: 0.2, x: -10.4, y: -20.6 }, box, desk);
  expect([view.x, view.y]).toEqual([-10, -21]);
});

test("a window of another size shows the same middle", () => {
  const view = clamped({ scale: 0.2, x: -1000, y: -500 }, box, desk);
  const other = { width: 700, height: 900 };
  const after = resized(view, desk, box, other);
  expect(toScene(after, box, { x: 350, y: 450 })).toEqual(toScene(view, box, { x: 500, y: 400 }));
});

test("what is outside the window is brought in, what is inside stays", () => {
  const view = clamped({ scale: 0.2, x: 0, y: 0 }, box, desk);
  expect(revealed(view, { x: 1000, y: 1000 }, box, desk)).toEqual(view);
  const place = toWindow(revealed(view, { x: 15000, y: 8000 }, box, desk), box, { x: 15000, y: 8000 });
  expect(place).toEqual({ x: 936, y: 736 });
});
