"""Looking for a way: turns and drifts at every 3 inch mark, what they lead to, and what they cost.

Ways grow mark by mark. Many steps are guessed at, the better ones are driven, and the best of those grow on.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.bots.races.collision_cost import Prices
from hippodrome.games.races.auto_plan import append_forward
from hippodrome.games.races.bases import (
    CHARIOT_CODE,
    NOTHING_MET,
    WRECK_CODE,
    Clearance,
    Ground,
    align_with_edge,
    clearance_ahead,
    drift_distance,
    is_glancing,
    slide_back_for_turn,
    turn_base,
)
from hippodrome.games.races.charts import turns_allowed
from hippodrome.games.races.state import DRIFT, INCH, PIVOT, TURN
from hippodrome.games.races.track import Track, angle_off_course
from hippodrome.kit.geometry.fixed import angle_to, root_floor, turn_after
from hippodrome.kit.geometry.plane.boxes import Box
from hippodrome.kit.geometry.plane.poses import Pose

MARK: Final = 3 * INCH
ANGLES: Final = (0, -150, 150, -300, 300, -450, 450)
MOST_TURN: Final = 450
NOSE: Final = 2 * INCH  # from the middle of a base
BEFORE: Final = 2 * INCH  # how far before it a guess looks
CLOSE: Final = 200  # too near to a wall
ROOM: Final = 4 * INCH  # how much free road is wanted before the nose
ABREAST: Final = 400  # bases that are so far apart sideways pass each other
AIM: Final = 8 * INCH  # how far down the road a turn may aim
FREE: Final = 5 * INCH
LAST: Final = 2  # turns that are tried at the end of a move
HOME: Final = 60 * INCH  # what crossing the line for the last time is worth


@mypyc_attr(acyclic=True)
class Thing:
    """Something that stands on the road: where, how far it reaches ahead and back, and to the sides."""

    __slots__ = ("across", "along", "x", "y")

    def __init__(self, x: i64, y: i64, along: i64, across: i64) -> None:
        self.x = x
        self.y = y
        self.along = along
        self.across = across


def things_on(ground: Ground) -> list[Thing]:
    """Chariots, wrecks and rocks; whichever way they face."""
    found = [Thing(box.x, box.y, box.length // 2, box.width // 2) for box in ground.boxes]
    found += [Thing(rock.x, rock.y, rock.radius, rock.radius) for rock in ground.track.outcrops]
    return found


def is_near(thing: Thing, box: Box, reach: i64) -> bool:
    """Return whether something is not farther off than a reach, along and across."""
    return -reach < thing.x - box.x < reach and -reach < thing.y - box.y < reach


@mypyc_attr(acyclic=True)
class Way:
    """A plan in the making: where it has led, and what it has cost."""

    __slots__ = (
        "box",
        "cost",
        "drifted",
        "ended",
        "hit",
        "plan",
        "progress",
        "run",
        "score",
        "since",
        "trouble",
        "turns",
    )

    def __init__(
        self, box: Box, progress: i64, plan: tuple[int, ...], run: i64, turns: i64, since: i64, drifted: i64,
        cost: i64, hit: i64, ended: bool,
    ) -> None:  # fmt: skip
        self.box = box
        self.progress = progress
        self.plan = plan
        self.run = run
        self.turns = turns
        self.since = since
        self.drifted = drifted
        self.cost = cost
        self.hit = hit
        self.ended = ended
        self.score: i64 = 0
        self.trouble: i64 = 0

    def copy(self) -> Way:
        """Return the same again."""
        return Way(
            self.box, self.progress, self.plan, self.run, self.turns, self.since, self.drifted, self.cost, self.hit,
            self.ended,
        )  # fmt: skip


@mypyc_attr(acyclic=True)
class Search:
    """A search for the best way of a distance. `guessed` steps are driven at each mark, and `kept` ways grow on."""

    def __init__(
        self, ground: Ground, prices: Prices, goal: i64, owed: i64, reined: bool, guessed: i64 = 12, kept: i64 = 4
    ) -> None:
        self.ground = ground
        self.track: Track = ground.track
        self.prices = prices
        self.goal = goal
        self.owed = owed
        self.reined = reined
        self.most: i64 = turns_allowed(owed)
        self.guessed = guessed
        self.kept = kept
        self.start: i64 = 0
        self.things: list[Thing] = []

    def ways(self, box: Box, progress: i64, pivots: tuple[int, ...] = ()) -> list[Way]:
        """Return all ways found from a place, the best first; `pivots` are free turns that may come first."""
        self.start = progress
        reach = self.owed + 3 * ROOM
        self.ground = self.ground.limited_to(box, reach)
        self.things = [thing for thing in things_on(self.ground) if is_near(thing, box, reach)]
        growing = self.grown(self.beginnings(box, progress, pivots))
        done: list[Way] = []
        while growing:
            ways: list[Way] = []
            for way in growing:
                if way.ended:
                    done.append(way)
                elif way.run >= self.owed:
                    done += [way, *self.last_turns(way)]
                else:
                    ways.append(way)
            growing = self.best_of(self.grown(self.promising(ways)))
        for way in done:
            self.rate(way)
        done.sort(key=lambda way: -way.score)
        return done

    def beginnings(self, box: Box, progress: i64, pivots: tuple[int, ...]) -> list[Way]:
        """Straight on, after a free turn, or after the drift of the reins (CR-M8)."""
        found = [Way(box, progress, (), 0, 0, 0, 0, 0, 0, False)]
        for angle in pivots:
            way = Way(box.forward(-slide_back_for_turn(self.ground, box, angle)), progress, (), 0, 0, 0, 0, 0, 0, False)
            found.append(self.rotated(way, PIVOT, angle))
        if self.reined:
            found += [self.aside(found[0], hand) for hand in (-1, 1)]
        return found

    # ---------------------------------------------------------------- one more step

    def promising(self, ways: list[Way]) -> list[Way]:
        """Return the steps worth driving, by where their next leg would lead if nothing were in the way."""
        rated: list[tuple[i64, int, Way, int, int]] = []
        for way in ways:
            leg = self.leg(way)
            pose = way.box.pose()
            for angle in self.angles(way):
                rated.append((-self.guess(pose.turned(angle), way, leg), len(rated), way, TURN, int(angle)))
            if way.drifted >= MARK:
                for hand in (-1, 1):
                    aside = pose.slid(turn_after(pose.turn, 900 * hand), INCH)
                    rated.append((-self.guess(aside, way, leg), len(rated), way, DRIFT, hand))
        rated.sort()
        found: list[Way] = []
        for row in rated[: self.guessed]:
            if row[3] == DRIFT:
                found.append(self.aside(row[2], row[4]))
            else:
                found.append(self.rotated(row[2], TURN, row[4]) if row[4] else row[2].copy())
        return found

    def last_turns(self, way: Way) -> list[Way]:
        """Return a turn may be the last step of a move: those that look best."""
        pose = way.box.pose()
        rated = [(-self.guess(pose.turned(angle), way, MARK), int(angle)) for angle in self.angles(way) if angle]
        rated.sort()
        return [self.rotated(way, TURN, angle) for _, angle in rated[:LAST]]

    def angles(self, way: Way) -> list[i64]:
        """Turns that are legal now: by 15 degrees, and straight at the middle of the road ahead."""
        found: list[i64] = [0]
        if way.turns >= self.most or way.since < MARK:
            return found
        there = self.track.at(way.progress + AIM)
        aim = angle_to(way.box.turn, way.box.pose().turn_to_nearest(there.x, there.y))
        for angle in (*ANGLES[1:], aim, angle_to(way.box.turn, there.turn)):
            legal = angle != 0 and -MOST_TURN <= angle <= MOST_TURN
            if legal and angle_off_course(self.track, way.progress, turn_after(way.box.turn, angle)) <= 900:
                found.append(angle)
        return found

    def guess(self, pose: Pose, way: Way, leg: i64) -> i64:
        """How good a leg from a pose looks, by a point some way before its nose.

        Progress less 0.3 of the distance from the centre line; much less near the walls and beyond, and what others
        in the way take from it.
        """
        x, y = pose.point_nearest(NOSE + leg + BEFORE, 0)
        progress = self.track.nearest_progress(x, y, way.progress)
        there = self.track.at(progress)
        off = root_floor((x - there.x) * (x - there.x) + (y - there.y) * (y - there.y))
        beyond = max(0, off - self.track.half_width(progress) + way.box.width // 2 + CLOSE)
        return (
            progress
            - self.start
            - off * 3 // 10
            - 4 * beyond
            - way.cost
            - self.blocked(pose, leg + ROOM, way.box.width)
        )

    def blocked(self, pose: Pose, far: i64, width: i64) -> i64:
        """How much of a distance is not free because something stands there."""
        most: i64 = 0
        for thing in self.things:
            apart = width // 2 + thing.across + ABREAST
            aside = pose.aside_scaled(thing.x, thing.y) >> 30
            gap = (pose.ahead_scaled(thing.x, thing.y) >> 30) - NOSE - thing.along
            if -apart < aside < apart and -NOSE < gap < far:
                most = max(most, far - max(gap, 0))
        return most

    def rotated(self, way: Way, what: int, angle: i64) -> Way:
        """After a turn; a wall in its way costs."""
        found = turn_base(self.ground, way.box, angle)
        after = way.copy()
        after.box = found.box
        after.plan = (*way.plan, what, int(angle))
        if what == TURN:
            after.turns += 1
            after.since = 0
        if found.code != NOTHING_MET and found.code < CHARIOT_CODE:
            self.pay(after, found.code)
        return after

    def aside(self, way: Way, hand: i64) -> Way:
        """After a drift."""
        after = way.copy()
        far = drift_distance(self.ground, way.box, hand, INCH)
        after.box = way.box.slid(turn_after(way.box.turn, 900 * hand), far)
        after.plan = (*way.plan, DRIFT, int(hand))
        after.drifted = 0
        return after

    def pay(self, way: Way, code: int) -> bool:
        """Return an obstacle costs once in a move. Whether it was the first time."""
        if (way.hit >> code) & 1:
            return False
        way.hit |= 1 << code
        way.cost += self.prices.wall
        return True

    # ---------------------------------------------------------------- straight ahead

    def leg(self, way: Way) -> i64:
        """To the next mark, or what is left."""
        return min(MARK, self.owed - way.run)

    def grown(self, ways: list[Way]) -> list[Way]:
        """Return all of them driven to the next mark."""
        for way in ways:
            leg = self.leg(way)
            if leg <= 0:
                way.ended = True
                continue
            way.plan = append_forward(way.plan, leg)
            self.drive(way, leg)
            way.run += leg
            way.since += leg
            way.drifted += leg
        return ways

    def drive(self, way: Way, leg: i64) -> None:
        """Straight ahead; a scrape goes on along what was scraped, anything else ends the move."""
        met = clearance_ahead(self.ground, way.box, leg)
        self.arrive(way, way.box.forward(met.free))
        if met.code == NOTHING_MET or way.ended:
            return
        if met.code >= CHARIOT_CODE:
            way.cost += self.prices.rams[met.code - CHARIOT_CODE]
            way.ended = True
        elif not self.scrape(way, met):
            way.ended = True
        elif leg > met.free:
            self.drive(way, leg - met.free)

    def scrape(self, way: Way, met: Clearance) -> bool:
        """CR-Q12: a glancing hit, the first on an obstacle, is followed by the rest of the move."""
        first = self.pay(way, met.code)
        glancing = is_glancing(way.box.turn, met.nx, met.ny)
        if not glancing and met.code < WRECK_CODE:
            way.cost += self.prices.wall // 2
        level = align_with_edge(self.ground, way.box, met) if first and glancing else None
        if level is None:
            return False
        self.arrive(way, level)
        return True

    def arrive(self, way: Way, box: Box) -> None:
        """The base is somewhere else; over the line for the last time is the end of it."""
        way.box = box
        x, y = box.pose().point_nearest(NOSE, 0)
        way.progress = self.track.nearest_progress(x, y, way.progress)
        if way.progress > self.goal:
            way.ended = True

    # ---------------------------------------------------------------- the best

    def best_of(self, ways: list[Way]) -> list[Way]:
        """Those that grow on; whoever has come to his end is not forgotten."""
        for way in ways:
            way.score = self.guess(way.box.pose(), way, 0)
        ways.sort(key=lambda way: -way.score)
        ended = [way for way in ways if way.ended]
        return [*[way for way in ways if not way.ended][: self.kept], *ended[:2]]

    def rate(self, way: Way) -> None:
        """Progress, 1.2 times the free straight ahead up to 5 inches, less 0.3 of the distance from the centre line."""
        if way.progress > self.goal:
            way.score = HOME - way.run
            return
        free = clearance_ahead(self.ground, way.box, FREE).free
        x, y = way.box.pose().point_nearest(NOSE, 0)
        pose = self.track.at(way.progress)
        off = root_floor((x - pose.x) * (x - pose.x) + (y - pose.y) * (y - pose.y))
        way.score = way.progress - self.start + free * 12 // 10 - off * 3 // 10 - way.cost
