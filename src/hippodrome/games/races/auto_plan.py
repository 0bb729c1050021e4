"""A search for a good plan on an empty track, used to check that a track can be driven.

At every mark, 3 inches apart, it tries turns of 15, 30 and 45 degrees and drifts, and extends the most promising ones.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.races.bases import NOTHING_MET, Ground, clearance_ahead, drift_distance, is_glancing, turn_base
from hippodrome.games.races.charts import turns_allowed
from hippodrome.games.races.state import DRIFT, FORWARD, TURN
from hippodrome.games.races.track import Track, angle_off_course
from hippodrome.kit.geometry.fixed_point import add_angle, sqrt_floor
from hippodrome.kit.geometry.plane.boxes import Box
from hippodrome.kit.geometry.plane.poses import Pose
from hippodrome.kit.units import INCH

MARK_MI: Final = 3 * INCH  # between the places where a turn or drift is tried
ANGLES: Final = (0, -150, 150, -300, 300, -450, 450)
MAX_BRANCHES: Final = 6  # routes extended at each mark
WALL_COST_MI: Final = 6 * INCH
FREE_ROAD_MI: Final = 5 * INCH  # how much free road ahead counts at the end
NOSE_MI: Final = 2000  # from the middle of a base to its nose


@mypyc_attr(acyclic=True)
class Route:
    """A plan in the making: the base it has led to and what it has cost.

    `since` is the distance since the last turn, `drifted` the number of drifts, `walls` the number of walls hit.
    """

    __slots__ = ("box", "cost", "drifted", "ended", "plan", "progress", "run", "score", "since", "turns", "walls")

    def __init__(
        self, box: Box, progress: i64, plan: tuple[int, ...], run: i64, turns: i64, since: i64, drifted: i64,
        cost: i64, walls: i64, ended: bool,
    ) -> None:  # fmt: skip
        self.box = box
        self.progress = progress
        self.plan = plan
        self.run = run
        self.turns = turns
        self.since = since
        self.drifted = drifted
        self.cost = cost
        self.walls = walls
        self.ended = ended
        self.score: i64 = 0


@mypyc_attr(acyclic=True)
class RouteSearch:
    """A search for the best plan for a distance from a starting base."""

    def __init__(self, ground: Ground, box: Box, progress: i64, owed: i64) -> None:
        self.ground = ground
        self.track: Track = ground.track
        self.owed = owed
        self.max_turns: i64 = turns_allowed(owed)
        self.box = box
        self.progress = progress

    def best_route(self) -> Route:
        """Return the best route."""
        done: list[Route] = []
        start = Route(self.box, self.progress, (), 0, 0, 0, 0, 0, 0, False)
        routes = [self.drive(start, self.leg(start))]
        while routes:
            growing: list[Route] = []
            for route in routes:
                if route.ended or route.run >= self.owed:
                    done.append(route)
                else:
                    growing.append(route)
            routes = [self.extend(route, what, amount) for route, what, amount in self.promising_steps(growing)]
        return self.best_of(done)

    def leg(self, route: Route) -> i64:
        """Return the distance to the next mark, or what is left."""
        return min(MARK_MI, self.owed - route.run)

    def promising_steps(self, routes: list[Route]) -> list[tuple[Route, int, int]]:
        """Return the best steps (route, step, amount), by where the next leg leads if nothing is in the way."""
        rated: list[tuple[i64, int, Route, int, int]] = []
        for route in routes:
            leg = self.leg(route)
            pose = route.box.pose()
            for angle in ANGLES:
                if angle == 0 or (
                    route.turns < self.max_turns and route.since >= MARK_MI and self.is_forward(route, angle)
                ):
                    rated.append((self.estimate(pose.rotate(angle), route, leg), len(rated), route, TURN, angle))
            if route.drifted < route.run // MARK_MI:
                for hand in (-1, 1):
                    aside = pose.slide(add_angle(pose.turn, 900 * hand), INCH)
                    rated.append((self.estimate(aside, route, leg), len(rated), route, DRIFT, hand))
        rated.sort(key=lambda row: (-row[0], row[1]))
        return [(row[2], row[3], row[4]) for row in rated[:MAX_BRANCHES]]

    def is_forward(self, route: Route, angle: i64) -> bool:
        """CR-Q11: return whether a turn stays within 90 degrees of the racing direction."""
        return angle_off_course(self.track, route.progress, add_angle(route.box.turn, angle)) <= 900

    def estimate(self, pose: Pose, route: Route, leg: i64) -> i64:
        """Return an estimate of a leg from a pose, by the point it leads to and one a mark further on."""
        x, y = pose.point_nearest(NOSE_MI + leg, 0)
        value = self.point_value(route, x, y)
        x, y = pose.point_nearest(NOSE_MI + leg + MARK_MI, 0)
        return value + self.point_value(route, x, y) // 2 - route.cost

    def point_value(self, route: Route, x: i64, y: i64) -> i64:
        """Return the progress of a point less 0.3 of its distance from the centre line; much less outside the walls."""
        progress = self.track.nearest_progress(x, y, route.progress)
        pose = self.track.at(progress)
        off = sqrt_floor((x - pose.x) * (x - pose.x) + (y - pose.y) * (y - pose.y))
        beyond = max(0, off - self.track.half_width(progress) + 1200)
        return progress - self.progress - off * 3 // 10 - 4 * beyond

    def extend(self, route: Route, what: int, amount: int) -> Route:
        """Return a route with one more step and the leg after it."""
        if what == DRIFT:
            far = drift_distance(self.ground, route.box, amount, INCH)
            box = route.box.slide(add_angle(route.box.turn, 900 * amount), far)
            plan = (*route.plan, DRIFT, amount)
            route = Route(
                box, route.progress, plan, route.run, route.turns, route.since, route.drifted + 1, route.cost,
                route.walls, False,
            )  # fmt: skip
        elif amount:
            result = turn_base(self.ground, route.box, amount)
            hit = 1 if result.code != NOTHING_MET else 0
            plan = (*route.plan, TURN, amount)
            cost, walls = route.cost + hit * WALL_COST_MI, route.walls + hit
            route = Route(
                result.box, route.progress, plan, route.run, route.turns + 1, 0, route.drifted, cost, walls, False
            )
        return self.drive(route, self.leg(route))

    def drive(self, route: Route, leg: i64) -> Route:
        """Return a route with a leg straight ahead; hitting a wall ends it and costs."""
        if leg <= 0:
            return Route(
                route.box, route.progress, route.plan, route.run, route.turns, route.since, route.drifted, route.cost,
                route.walls, True,
            )  # fmt: skip
        clearance = clearance_ahead(self.ground, route.box, leg)
        box = route.box.forward(clearance.free)
        x, y = box.pose().point_nearest(NOSE_MI, 0)
        progress = self.track.nearest_progress(x, y, route.progress)
        plan = append_forward(route.plan, leg)
        cost, walls = route.cost, route.walls
        ended = clearance.code != NOTHING_MET
        if ended:
            cost += WALL_COST_MI if is_glancing(box.turn, clearance.nx, clearance.ny) else 2 * WALL_COST_MI
            walls += 1
        run = route.run + leg
        return Route(box, progress, plan, run, route.turns, route.since + leg, route.drifted, cost, walls, ended)

    def best_of(self, routes: list[Route]) -> Route:
        """Return the route with the best score.

        The score is progress plus 1.2 times the free road, less the cost and 0.3 of the distance from the centre line.
        """
        best = routes[0]
        for route in routes:
            free = 0 if route.ended and route.walls else clearance_ahead(self.ground, route.box, FREE_ROAD_MI).free
            x, y = route.box.pose().point_nearest(NOSE_MI, 0)
            pose = self.track.at(route.progress)
            off = sqrt_floor((x - pose.x) * (x - pose.x) + (y - pose.y) * (y - pose.y))
            route.score = route.progress - self.progress + free * 12 // 10 - off * 3 // 10 - route.cost
            if route.score > best.score or route is best:
                best = route
        return best


def append_forward(plan: tuple[int, ...], leg: i64) -> tuple[int, ...]:
    """Return a plan with a leg forward added to it."""
    if plan and plan[-2] == FORWARD:
        return (*plan[:-1], plan[-1] + int(leg))
    return (*plan, FORWARD, int(leg))
