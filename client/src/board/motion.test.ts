import { expect, test } from "vitest";
import { buildRoute, isSamePose, poseAt, shortestTurn, toKeyframes, transformOrigin, type Pose } from "./motion";

const pose = (x: number, y: number, turn = 0): Pose => ({ x, y, turn });

test("a turn takes the shorter direction", () => {
  expect([900, 2700, -2700, 1800, -1800, 3600].map(shortestTurn)).toEqual([900, -900, 900, 1800, 1800, 0]);
});

test("a route without a path is straight", () => {
  expect(buildRoute(pose(0, 0), pose(100, 0))).toEqual([
    { x: 0, y: 0, turn: 0, time: 0 },
    { x: 100, y: 0, turn: 0, time: 1 },
  ]);
});

test("waypoints are timed by distance", () => {
  const stops = buildRoute(pose(0, 0), pose(300, 100), [
    [300, 0, 0],
    [300, 100, 0],
  ]);
  expect(stops.map((stop) => stop.time)).toEqual([0, 0.75, 1]);
});

test("a path that stops short of the node is extended to it", () => {
  expect(buildRoute(pose(0, 0), pose(200, 0), [[100, 0, 0]]).map((stop) => stop.x)).toEqual([0, 100, 200]);
});

test("turns add up along a path, each in the shorter direction", () => {
  const stops = buildRoute(pose(0, 0, 3000), pose(300, 0, 300), [
    [100, 0, 3300],
    [200, 0, 0],
    [300, 0, 300],
  ]);
  expect(stops.map((stop) => stop.turn)).toEqual([3000, 3300, 3600, 3900]);
});

test("a turn on the spot takes time too", () => {
  const stops = buildRoute(pose(0, 0), pose(100, 0, 900), [[0, 0, 900]]);
  expect(stops.map((stop) => stop.time)).toEqual([0, 0.2, 1]);
  expect(buildRoute(pose(0, 0), pose(0, 0, 900)).map((stop) => stop.time)).toEqual([0, 1]);
});

test("a pose between two stops is interpolated", () => {
  const stops = buildRoute(pose(0, 0), pose(100, 100, 0), [[100, 0, 0]]);
  expect(poseAt(stops, 0)).toEqual(pose(0, 0));
  expect(poseAt(stops, 0.25)).toEqual(pose(50, 0));
  expect(poseAt(stops, 0.75)).toEqual(pose(100, 50));
  expect(poseAt(stops, 1)).toEqual(pose(100, 100));
});

test("keyframes are in percent of the box", () => {
  expect(toKeyframes(buildRoute(pose(0, 50), pose(100, 100, 900)), [-100, 0, 1000, 500])).toEqual([
    { offset: 0, transform: "translate(0%, 10%) rotate(0deg)" },
    { offset: 1, transform: "translate(10%, 20%) rotate(90deg)" },
  ]);
  expect(transformOrigin([-100, 50, 1000, 500])).toBe("10% -10%");
});

test("a pose looks the same after a full turn", () => {
  expect(isSamePose(pose(1, 2, 0), pose(1, 2, 3600))).toBe(true);
  expect(isSamePose(pose(1, 2, 0), pose(1, 2, 1800))).toBe(false);
});
