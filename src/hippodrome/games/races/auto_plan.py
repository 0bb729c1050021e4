"""Looking for a good plan: turns of 15, 30 and 45 degrees and drifts at every 3 inch mark, and what they lead to.

Plans grow mark by mark; at each the most promising are kept. A track is proved with it: nobody else is on the road.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.races.bases import NOTHING_MET, Ground, ahead, is_glancing, step_aside, turned
from hippodrome.games.races.charts import turns_allowed
from hippodrome.games.races.state import DRIFT, FORWARD, INCH, TURN
from hippodrome.games.races.track import Track, off_direction
from hippodrome.kit.geometry.fixed import root_floor, turn_after
from hippodrome.kit.geometry.plane.boxes import Box
from hippodrome.kit.geometry.plane.poses import Pose

MARK: Final = 3 * INCH
ANGLES: Final = (0, -150, 150, -300, 300, -450, 450)
KEPT: Final = 6
WALL: Final = 6 * INCH  # what a wall costs
FREE: Final = 5 * INCH
LOOK: Final = 2000  # from the middle of a base to its nose


@mypyc_attr(acyclic=True)
class Way:
    """A plan in the making: where it has led, and what it has cost."""

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
class Search:
    """A search for the best plan of a distance from a place."""

    def __init__(self, ground: Ground, box: Box, progress: i64, owed: i64) -> None:
        self.ground = ground
        self.track: Track = ground.track
        self.owed = owed
        self.most: i64 = turns_allowed(owed)
        self.box = box
        self.progress = progress

    def best(self) -> Way:
        """Return the best plan."""
        done: list[Way] = []
        start = Way(self.box, self.progress, (), 0, 0, 0, 0, 0, 0, False)
        ways = [self.drive(start, self.leg(start))]
        while ways:
            growing: list[Way] = []
            for way in ways:
                if way.ended or way.run >= self.owed:
                    done.append(way)
                else:
                    growing.append(way)
            ways = [self.grow(way, what, amount) for way, what, amount in self.promising(growing)]
        return self.pick(done)

    def leg(self, way: Way) -> i64:
        """To the next mark, or what is left."""
        return min(MARK, self.owed - way.run)

    def promising(self, ways: list[Way]) -> list[tuple[Way, int, int]]:
        """Return the steps worth trying, by where their next leg would lead if nothing were in the way."""
        rated: list[tuple[i64, int, Way, int, int]] = []
        for way in ways:
            leg = self.leg(way)
            pose = way.box.pose()
            for angle in ANGLES:
                if angle == 0 or (way.turns < self.most and way.since >= MARK and self.leads_on(way, angle)):
                    rated.append((self.guess(pose.turned(angle), way, leg), len(rated), way, TURN, angle))
            if way.drifted < way.run // MARK:
                for hand in (-1, 1):
                    aside = pose.slid(turn_after(pose.turn, 900 * hand), INCH)
                    rated.append((self.guess(aside, way, leg), len(rated), way, DRIFT, hand))
        rated.sort(key=lambda row: (-row[0], row[1]))
        return [(row[2], row[3], row[4]) for row in rated[:KEPT]]

    def leads_on(self, way: Way, angle: i64) -> bool:
        """CR-Q11: whether a turn stays within 90 degrees of the racing direction."""
        return off_direction(self.track, way.progress, turn_after(way.box.turn, angle)) <= 900

    def guess(self, pose: Pose, way: Way, leg: i64) -> i64:
        """How good a leg from a pose looks: progress and how far off the centre line its nose and a look ahead end."""
        x, y = pose.point_nearest(LOOK + leg, 0)
        found = self.value(way, x, y)
        x, y = pose.point_nearest(LOOK + leg + MARK, 0)
        return found + self.value(way, x, y) // 2 - way.cost

    def value(self, way: Way, x: i64, y: i64) -> i64:
        """Progress less 0.3 of the distance from the centre line; much less outside the walls."""
        progress = self.track.nearest(x, y, way.progress)
        pose = self.track.at(progress)
        off = root_floor((x - pose.x) * (x - pose.x) + (y - pose.y) * (y - pose.y))
        beyond = max(0, off - self.track.half(progress) + 1200)
        return progress - self.progress - off * 3 // 10 - 4 * beyond

    def grow(self, way: Way, what: int, amount: int) -> Way:
        """One more step and the leg after it."""
        if what == DRIFT:
            far = step_aside(self.ground, way.box, amount, INCH)
            box = way.box.slid(turn_after(way.box.turn, 900 * amount), far)
            plan = (*way.plan, DRIFT, amount)
            way = Way(
                box, way.progress, plan, way.run, way.turns, way.since, way.drifted + 1, way.cost, way.walls, False
            )
        elif amount:
            found = turned(self.ground, way.box, amount)
            hit = 1 if found.code != NOTHING_MET else 0
            plan = (*way.plan, TURN, amount)
            cost, walls = way.cost + hit * WALL, way.walls + hit
            way = Way(found.box, way.progress, plan, way.run, way.turns + 1, 0, way.drifted, cost, walls, False)
        return self.drive(way, self.leg(way))

    def drive(self, way: Way, leg: i64) -> Way:
        """Straight ahead, and what that costs."""
        if leg <= 0:
            return Way(
                way.box, way.progress, way.plan, way.run, way.turns, way.since, way.drifted, way.cost, way.walls, True
            )
        met = ahead(self.ground, way.box, leg)
        box = way.box.forward(met.free)
        x, y = box.pose().point_nearest(LOOK, 0)
        progress = self.track.nearest(x, y, way.progress)
        plan = joined(way.plan, leg)
        cost, walls = way.cost, way.walls
        ended = met.code != NOTHING_MET
        if ended:
            cost += WALL if is_glancing(box.turn, met.nx, met.ny) else 2 * WALL
            walls += 1
        run = way.run + leg
        return Way(box, progress, plan, run, way.turns, way.since + leg, way.drifted, cost, walls, ended)

    def pick(self, ways: list[Way]) -> Way:
        """Progress, 1.2 times the free straight ahead up to 5 inches, less 0.3 of the distance from the centre line."""
        best = ways[0]
        for way in ways:
            free = 0 if way.ended and way.walls else ahead(self.ground, way.box, FREE).free
            x, y = way.box.pose().point_nearest(LOOK, 0)
            pose = self.track.at(way.progress)
            off = root_floor((x - pose.x) * (x - pose.x) + (y - pose.y) * (y - pose.y))
            way.score = way.progress - self.progress + free * 12 // 10 - off * 3 // 10 - way.cost
            if way.score > best.score or way is best:
                best = way
        return best


def joined(plan: tuple[int, ...], leg: i64) -> tuple[int, ...]:
    """Return a plan with so many inches more."""
    if plan and plan[-2] == FORWARD:
        return (*plan[:-1], plan[-1] + int(leg))
    return (*plan, FORWARD, int(leg))
