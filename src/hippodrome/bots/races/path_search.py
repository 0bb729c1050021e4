"""A search for the best path of a move: turns and drifts at every mark, 3 inches apart.

Paths grow mark by mark: all possible steps are estimated, the better ones driven, and the best of those extended.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.bots.races.collision_cost import CollisionCosts
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
from hippodrome.games.races.state import DRIFT, PIVOT, TURN
from hippodrome.games.races.track import Track, angle_off_course
from hippodrome.kit.geometry.fixed_point import add_angle, angle_to, sqrt_floor
from hippodrome.kit.geometry.plane.boxes import Box
from hippodrome.kit.geometry.plane.poses import Pose
from hippodrome.kit.units import INCH

MARK_MI: Final = 3 * INCH  # between the places where a turn or drift is tried
ANGLES: Final = (0, -150, 150, -300, 300, -450, 450)
MAX_TURN: Final = 450
NOSE_MI: Final = 2 * INCH  # from the centre of a base to its front
LOOK_AHEAD_MI: Final = 2 * INCH  # from the nose to the point that an estimate looks at
WALL_MARGIN_MI: Final = 200  # closer to a wall an estimate gets worse
WANTED_ROAD_MI: Final = 4 * INCH  # free road wanted ahead of a leg
PASSING_GAP_MI: Final = 400  # sideways gap at which two bases pass each other
AIM_DISTANCE_MI: Final = 8 * INCH  # where on the centre line a turn may aim
FREE_ROAD_MI: Final = 5 * INCH  # how much free road ahead counts at the end
MAX_FINAL_TURNS: Final = 2  # turns tried at the end of a move
FINISH_BONUS_MI: Final = 60 * INCH


@mypyc_attr(acyclic=True)
class Blocker:
    """Something on the road, with its half length and half width."""

    __slots__ = ("across", "along", "x", "y")

    def __init__(self, x: i64, y: i64, along: i64, across: i64) -> None:
        self.x = x
        self.y = y
        self.along = along
        self.across = across


def blockers_on(ground: Ground) -> list[Blocker]:
    """Return the chariots, wrecks and outcrops on the road, as if all faced the mover's way."""
    blockers = [Blocker(box.x, box.y, box.length // 2, box.width // 2) for box in ground.boxes]
    blockers += [Blocker(rock.x, rock.y, rock.radius, rock.radius) for rock in ground.track.outcrops]
    return blockers


def is_near(blocker: Blocker, box: Box, reach: i64) -> bool:
    """Return whether a blocker lies within a square around a base."""
    return -reach < blocker.x - box.x < reach and -reach < blocker.y - box.y < reach


@mypyc_attr(acyclic=True)
class Path:
    """A plan in the making: the base it has led to and what it has cost.

    since_turn          distance since the last turn
    drifts              drifts made, without the one of the reins
    hit, rammed         obstacles hit, one bit per contact code, and chariots rammed, one bit per seat
    cost                cost of collisions so far
    next_move_cost      expected cost of obstacles in the next move
    """

    __slots__ = (
        "box",
        "cost",
        "drifts",
        "ended",
        "hit",
        "next_move_cost",
        "plan",
        "progress",
        "rammed",
        "run",
        "score",
        "since_turn",
        "turns",
    )

    def __init__(
        self, box: Box, progress: i64, plan: tuple[int, ...], run: i64, turns: i64, since_turn: i64,
        drifts: i64, cost: i64, hit: i64, rammed: i64, ended: bool,
    ) -> None:  # fmt: skip
        self.box = box
        self.progress = progress
        self.plan = plan
        self.run = run
        self.turns = turns
        self.since_turn = since_turn
        self.drifts = drifts
        self.cost = cost
        self.hit = hit
        self.rammed = rammed
        self.ended = ended
        self.score: i64 = 0
        self.next_move_cost: i64 = 0

    def copy(self) -> Path:
        """Return a copy without its score."""
        return Path(
            self.box, self.progress, self.plan, self.run, self.turns, self.since_turn, self.drifts, self.cost,
            self.hit, self.rammed, self.ended,
        )  # fmt: skip


@mypyc_attr(acyclic=True)
class PathSearch:
    """A search for the best path of a distance.

    At each mark it drives the `max_steps` best steps and extends the `max_paths` best paths. `goal` is the progress of
    the finish.
    """

    def __init__(
        self, ground: Ground, costs: CollisionCosts, goal: i64, owed: i64, reined: bool, max_steps: i64 = 12,
        max_paths: i64 = 4,
    ) -> None:  # fmt: skip
        self.ground = ground
        self.track: Track = ground.track
        self.costs = costs
        self.goal = goal
        self.owed = owed
        self.reined = reined
        self.max_turns: i64 = turns_allowed(owed)
        self.max_steps = max_steps
        self.max_paths = max_paths
        self.start: i64 = 0
        self.blockers: list[Blocker] = []

    def paths(self, box: Box, progress: i64, free_turns: tuple[int, ...] = ()) -> list[Path]:
        """Return all paths found from a base, the best first; `free_turns` are the free turns that may come first."""
        self.start = progress
        reach = self.owed + 3 * WANTED_ROAD_MI
        self.ground = self.ground.limited_to(box, reach)
        self.blockers = [blocker for blocker in blockers_on(self.ground) if is_near(blocker, box, reach)]
        growing = self.drive_to_mark(self.starting_paths(box, progress, free_turns))
        done: list[Path] = []
        while growing:
            unfinished: list[Path] = []
            for path in growing:
                if path.ended:
                    done.append(path)
                elif path.run >= self.owed:
                    done += [path, *self.final_turns(path)]
                else:
                    unfinished.append(path)
            growing = self.select_paths(self.drive_to_mark(self.promising_paths(unfinished)))
        for path in done:
            self.score_path(path)
        done.sort(key=lambda path: -path.score)
        return done

    def starting_paths(self, box: Box, progress: i64, free_turns: tuple[int, ...]) -> list[Path]:
        """Return the first paths: straight ahead, after a free turn, or after the drift of the reins (CR-M8)."""
        paths = [Path(box, progress, (), 0, 0, 0, 0, 0, 0, 0, False)]
        for angle in free_turns:
            back = slide_back_for_turn(self.ground, box, angle)
            path = Path(box.forward(-back), progress, (), 0, 0, 0, 0, 0, 0, 0, False)
            paths.append(self.after_turn(path, PIVOT, angle))
        if self.reined:
            paths += [self.after_drift(paths[0], hand) for hand in (-1, 1)]
        return paths

    # ---------------------------------------------------------------- one more step

    def promising_paths(self, paths: list[Path]) -> list[Path]:
        """Return the paths with the best next steps, by where their next leg leads if nothing is in its way."""
        rated: list[tuple[i64, int, Path, int, int]] = []
        for path in paths:
            leg = self.leg(path)
            pose = path.box.pose()
            for angle in self.legal_angles(path):
                rated.append((-self.estimate(pose.rotate(angle), path, leg), len(rated), path, TURN, int(angle)))
            if path.run >= (path.drifts + 1) * MARK_MI:
                for hand in (-1, 1):
                    aside = pose.slide(add_angle(pose.turn, 900 * hand), INCH)
                    rated.append((-self.estimate(aside, path, leg), len(rated), path, DRIFT, hand))
        rated.sort()
        promising: list[Path] = []
        for row in rated[: self.max_steps]:
            if row[3] == DRIFT:
                promising.append(self.after_drift(row[2], row[4]))
            else:
                promising.append(self.after_turn(row[2], TURN, row[4]) if row[4] else row[2].copy())
        return promising

    def final_turns(self, path: Path) -> list[Path]:
        """Return a finished path with each of the best last turns."""
        pose = path.box.pose()
        angles = [angle for angle in self.legal_angles(path) if angle]
        rated = [(-self.estimate(pose.rotate(angle), path, MARK_MI), int(angle)) for angle in angles]
        rated.sort()
        return [self.after_turn(path, TURN, angle) for _, angle in rated[:MAX_FINAL_TURNS]]

    def legal_angles(self, path: Path) -> list[i64]:
        """Return the angles to try: 0, then legal multiples of 15 degrees and turns towards the centre line ahead."""
        angles: list[i64] = [0]
        if path.turns >= self.max_turns or path.since_turn < MARK_MI:
            return angles
        there = self.track.at(path.progress + AIM_DISTANCE_MI)
        aim = angle_to(path.box.turn, path.box.pose().turn_to_nearest(there.x, there.y))
        for angle in (*ANGLES[1:], aim, angle_to(path.box.turn, there.turn)):
            legal = angle != 0 and -MAX_TURN <= angle <= MAX_TURN
            if legal and angle_off_course(self.track, path.progress, add_angle(path.box.turn, angle)) <= 900:
                angles.append(angle)
        return angles

    def estimate(self, pose: Pose, path: Path, leg: i64) -> i64:
        """Return an estimate of a leg from a pose, by a point ahead of its end.

        It is the progress of that point less 0.3 of its distance from the centre line, the blocked distance and the
        cost so far; much less near the walls and beyond them.
        """
        x, y = pose.point_nearest(NOSE_MI + leg + LOOK_AHEAD_MI, 0)
        progress = self.track.nearest_progress(x, y, path.progress)
        there = self.track.at(progress)
        off = sqrt_floor((x - there.x) * (x - there.x) + (y - there.y) * (y - there.y))
        beyond = max(0, off - self.track.half_width(progress) + path.box.width // 2 + WALL_MARGIN_MI)
        return (
            progress
            - self.start
            - off * 3 // 10
            - 4 * beyond
            - path.cost
            - self.blocked_distance(pose, leg + WANTED_ROAD_MI, path.box.width)
        )

    def blocked_distance(self, pose: Pose, distance: i64, width: i64) -> i64:
        """Return how much of a distance ahead is blocked by something on the road."""
        blocked: i64 = 0
        for blocker in self.blockers:
            apart = width // 2 + blocker.across + PASSING_GAP_MI
            aside = pose.aside_scaled(blocker.x, blocker.y) >> 30
            gap = (pose.ahead_scaled(blocker.x, blocker.y) >> 30) - NOSE_MI - blocker.along
            if -apart < aside < apart and -NOSE_MI < gap < distance:
                blocked = max(blocked, distance - max(gap, 0))
        return blocked

    def after_turn(self, path: Path, what: int, angle: i64) -> Path:
        """Return a path with a turn, which costs if it hits an obstacle or rams a chariot (CR-X6)."""
        result = turn_base(self.ground, path.box, angle, path.rammed)
        after = path.copy()
        after.box = result.box
        after.plan = (*path.plan, what, int(angle))
        if what == TURN:
            after.turns += 1
            after.since_turn = 0
        if result.code >= CHARIOT_CODE:
            self.charge_ram(after, result.code)
        elif result.code != NOTHING_MET:
            self.charge_obstacle(after, result.code)
        return after

    def after_drift(self, path: Path, hand: i64) -> Path:
        """Return a path with a drift."""
        after = path.copy()
        far = drift_distance(self.ground, path.box, hand, INCH)
        after.box = path.box.slide(add_angle(path.box.turn, 900 * hand), far)
        after.plan = (*path.plan, DRIFT, int(hand))
        after.drifts += 1 if path.run else 0
        return after

    def charge_obstacle(self, path: Path, code: int) -> bool:
        """Charge a path for an obstacle, once in a move; return whether it was charged."""
        if (path.hit >> code) & 1:
            return False
        path.hit |= 1 << code
        path.cost += self.costs.wall
        return True

    def charge_ram(self, path: Path, code: int) -> None:
        """CR-Q17: charge a path for ramming a chariot, once in a move."""
        who = code - CHARIOT_CODE
        if not (path.rammed >> who) & 1:
            path.rammed |= 1 << who
            path.cost += self.costs.rams[who]

    # ---------------------------------------------------------------- straight ahead

    def leg(self, path: Path) -> i64:
        """Return the distance to the next mark, or what is left."""
        return min(MARK_MI, self.owed - path.run)

    def drive_to_mark(self, paths: list[Path]) -> list[Path]:
        """Drive all paths to the next mark and return them."""
        for path in paths:
            leg = self.leg(path)
            if leg <= 0:
                path.ended = True
                continue
            path.plan = append_forward(path.plan, leg)
            self.drive(path, leg)
            path.run += leg
            path.since_turn += leg
        return paths

    def drive(self, path: Path, leg: i64) -> None:
        """Drive a path straight ahead.

        A scrape continues along the obstacle. A ram voids the rest of the leg (CR-Q20). Other contacts end the path.
        """
        clearance = clearance_ahead(self.ground, path.box, leg)
        self.move_path(path, path.box.forward(clearance.free))
        if clearance.code == NOTHING_MET or path.ended:
            return
        if clearance.code >= CHARIOT_CODE:
            self.charge_ram(path, clearance.code)
        elif not self.scrape(path, clearance):
            path.ended = True
        elif leg > clearance.free:
            self.drive(path, leg - clearance.free)

    def scrape(self, path: Path, clearance: Clearance) -> bool:
        """CR-Q12: charge a path for an obstacle; align it after a first, glancing hit, otherwise return False."""
        first = self.charge_obstacle(path, clearance.code)
        glancing = is_glancing(path.box.turn, clearance.nx, clearance.ny)
        if not glancing and clearance.code < WRECK_CODE:
            path.cost += self.costs.wall // 2
        level = align_with_edge(self.ground, path.box, clearance) if first and glancing else None
        if level is None:
            return False
        self.move_path(path, level)
        return True

    def move_path(self, path: Path, box: Box) -> None:
        """Move a path to a base; crossing the finish ends it."""
        path.box = box
        x, y = box.pose().point_nearest(NOSE_MI, 0)
        path.progress = self.track.nearest_progress(x, y, path.progress)
        if path.progress > self.goal:
            path.ended = True

    # ---------------------------------------------------------------- selection

    def select_paths(self, paths: list[Path]) -> list[Path]:
        """Return the paths to extend, by their estimate, and the two best of those that have ended."""
        for path in paths:
            path.score = self.estimate(path.box.pose(), path, 0)
        paths.sort(key=lambda path: -path.score)
        ended = [path for path in paths if path.ended]
        return [*[path for path in paths if not path.ended][: self.max_paths], *ended[:2]]

    def score_path(self, path: Path) -> None:
        """Set the score of a path. A path to the finish scores best, the shorter the better.

        Others score progress plus 1.2 times the free road, less the cost and 0.3 of the distance from the centre line.
        """
        if path.progress > self.goal:
            path.score = FINISH_BONUS_MI - path.run
            return
        free = clearance_ahead(self.ground, path.box, FREE_ROAD_MI).free
        x, y = path.box.pose().point_nearest(NOSE_MI, 0)
        pose = self.track.at(path.progress)
        off = sqrt_floor((x - pose.x) * (x - pose.x) + (y - pose.y) * (y - pose.y))
        path.score = path.progress - self.start + free * 12 // 10 - off * 3 // 10 - path.cost
