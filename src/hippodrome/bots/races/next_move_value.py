"""The value of the next move from any place on an empty track.

Where a move ends matters as much as how far it goes: from the inside of a bend, facing out of it, the next move leads
further. Places are grouped into cells of half an inch and five degrees. The value of a cell is computed on first use
and cached; it depends on the track and the machine but not on the race, so it serves later races too.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.bots.races.collision_cost import CollisionCosts
from hippodrome.bots.races.path_search import NOSE_MI, Path, PathSearch
from hippodrome.games.races.bases import Ground
from hippodrome.games.races.charts import whip_dice
from hippodrome.games.races.machines import BASE_LENGTH_MI
from hippodrome.games.races.planning import LONE_STEED_PENALTY_MI
from hippodrome.games.races.state import Chariot, Race
from hippodrome.games.races.track import Track
from hippodrome.kit.geometry.fixed_point import add_angle, angle_between, angle_to
from hippodrome.kit.geometry.plane.boxes import Box, box_at
from hippodrome.kit.geometry.plane.poses import Pose
from hippodrome.kit.geometry.plane.sweeps import first_overlap
from hippodrome.kit.units import INCH

CELL_LENGTH_MI: Final = INCH // 2
CELL_WIDTH_MI: Final = INCH // 2
CELL_ANGLE: Final = 50  # tenths of a degree
KEY_BASE: Final = 100  # more than the number of cells across the track
WHIP_SAMPLES: Final = (2, 4, 6)  # results examined, each for itself and the one below
WALL_SHIFT_MI: Final = 125  # by which a base in a wall is moved towards the centre line
MAX_WALL_SHIFTS: Final = 4
NO_GOAL_MI: Final = 10**12  # farther than any finish
MAX_CACHED_CELLS: Final = 60_000
MAX_CACHED_TABLES: Final = 24
SAME_PLACE_MI: Final = INCH // 2  # paths that end closer than this, with similar headings, count as one
SAME_HEADING: Final = 80  # tenths of a degree


def ends_alike(one: Path, other: Path) -> bool:
    """Return whether two paths end at about the same place and heading."""
    if angle_between(one.box.turn, other.box.turn) > SAME_HEADING:
        return False
    return (
        -SAME_PLACE_MI < one.box.x - other.box.x < SAME_PLACE_MI
        and -SAME_PLACE_MI < one.box.y - other.box.y < SAME_PLACE_MI
    )


def distinct_paths(paths: list[Path], most: i64) -> list[Path]:
    """Return the first paths that end at different places, at most `most`."""
    distinct: list[Path] = []
    for path in paths:
        if len(distinct) >= most:
            break
        if not any(ends_alike(path, other) for other in distinct):
            distinct.append(path)
    return distinct


def next_distances(race: Race, chariot: Chariot) -> list[i64]:
    """Return the distances to expect next turn: the Movement, or three around the mean of the movement dice."""
    if not race.machine(chariot).is_random():
        return [max(3 * INCH, race.machine(chariot).move * INCH)]
    dice = chariot.steeds if race.machine(chariot).has_lightning else race.machine(chariot).dice
    mean = dice * 3500
    return [mean - 3 * INCH, mean, mean + 3 * INCH]


class NextMoveValues:
    """The values of the next move for one kind of chariot on one track."""

    def __init__(self, race: Race, chariot: Chariot) -> None:
        self.track: Track = race.rules.track
        self.key = table_key(race, chariot)
        self.width = race.width(chariot)
        self.costs = CollisionCosts(race, chariot)
        self.ground = Ground(self.track, [], [])
        self.steady = next_distances(race, chariot)
        self.whipped: list[tuple[i64, i64]] = []
        machine = race.machine(chariot)
        if not machine.is_random():
            if chariot.steeds == 1:
                self.steady = [max(3 * INCH, self.steady[0] - LONE_STEED_PENALTY_MI)]
            dice = int(whip_dice(chariot.steeds))
            for die in WHIP_SAMPLES:
                far = self.steady[0] + max(0, die - machine.whip_penalty) * INCH
                self.whipped.append((far, die**dice - (die - 2) ** dice))
        self.values: dict[int, i64] = {}

    def value_at(self, box: Box, progress: i64, depth: i64) -> i64:
        """Return the value of the next move from a base: progress and the place it leads to, less its cost.

        `depth` is the number of moves looked ahead.
        """
        there = self.track.at(progress)
        x, y = box.pose().point_nearest(NOSE_MI, 0)
        aside = (there.aside_scaled(x, y) >> 30) // CELL_WIDTH_MI
        facing = angle_to(there.turn, box.turn) // CELL_ANGLE
        along = progress % self.track.lap // CELL_LENGTH_MI
        key = int(((along * KEY_BASE + aside + KEY_BASE // 2) * KEY_BASE + facing + KEY_BASE // 2) * 4 + depth)
        if key not in self.values:
            if len(self.values) >= MAX_CACHED_CELLS:
                self.values = {}
            middle = along * CELL_LENGTH_MI + CELL_LENGTH_MI // 2
            self.values[key] = self.compute_value(self.cell_base(middle, aside, facing), middle, depth)
        return self.values[key]

    def cell_base(self, progress: i64, aside: i64, facing: i64) -> Box:
        """Return the base that represents a cell, moved clear of the walls if a small shift is enough."""
        there = self.track.at(progress)
        turn = add_angle(there.turn, facing * CELL_ANGLE + CELL_ANGLE // 2)
        off = aside * CELL_WIDTH_MI + CELL_WIDTH_MI // 2
        for _ in range(MAX_WALL_SHIFTS):
            x, y = there.point_nearest(0, off)
            box = box_at(Pose(x, y, turn).forward(-NOSE_MI), BASE_LENGTH_MI, self.width)
            if first_overlap(box, self.ground.near(box, 0).shapes) < 0:
                break
            off += WALL_SHIFT_MI if off < 0 else -WALL_SHIFT_MI
        return box

    def compute_value(self, box: Box, progress: i64, depth: i64) -> i64:
        """Return the value of the next move with or without the whip, whichever is better."""
        total: i64 = 0
        for far in self.steady:
            total += self.best_path_value(box, progress, far, depth)
        steady = total // len(self.steady)
        if not self.whipped:
            return steady
        total = 0
        weights: i64 = 0
        for far, weight in self.whipped:
            total += weight * self.best_path_value(box, progress, far, depth)
            weights += weight
        return max(steady, total // weights)

    def best_path_value(self, box: Box, progress: i64, far: i64, depth: i64) -> i64:
        """Return the value of the best path of a distance."""
        paths = PathSearch(self.ground, self.costs, NO_GOAL_MI, far, False, 6, 2).paths(box, progress)
        if depth <= 1:
            return paths[0].score
        best = -NO_GOAL_MI
        for path in distinct_paths(paths, 4):
            best = max(best, path.progress - progress - path.cost + self.value_at(path.box, path.progress, depth - 1))
        return best


def table_key(race: Race, chariot: Chariot) -> tuple[int, int, int, int]:
    """Return what a table of values depends on besides the track."""
    return int(chariot.kind), int(chariot.steeds), int(race.width(chariot)), int(CollisionCosts(race, chariot).wall)


class NextMoveValueCache:
    """The tables of next-move values that were used recently."""

    def __init__(self) -> None:
        self.tables: list[NextMoveValues] = []

    def values_for(self, race: Race, chariot: Chariot) -> NextMoveValues:
        """Return the values for a chariot in its current state."""
        key = table_key(race, chariot)
        for table in self.tables:
            if table.track is race.rules.track and table.key == key:
                return table
        if len(self.tables) >= MAX_CACHED_TABLES:
            self.tables = []
        self.tables.append(NextMoveValues(race, chariot))
        return self.tables[-1]
