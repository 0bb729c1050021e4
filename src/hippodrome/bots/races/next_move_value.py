"""What the next move promises from any place on the track, if nobody is in the way.

Where a move ends matters as much as how far it goes: on the inside of a bend, facing out of it, the next move is
longer. So places are told apart by half inches and five degrees, and of each it is reckoned once, when somebody first
asks, how far whoever stands there may hope to come next. The answers belong to the track and the machine, and not to
a race: they are kept for the next one.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.bots.races.collision_cost import Prices
from hippodrome.bots.races.path_search import NOSE, Search, Way
from hippodrome.games.races.bases import Ground
from hippodrome.games.races.charts import whip_dice
from hippodrome.games.races.machines import BASE_LENGTH_MI
from hippodrome.games.races.planning import LONE_STEED_PENALTY_MI
from hippodrome.games.races.state import INCH, Chariot, Race
from hippodrome.games.races.track import Track
from hippodrome.kit.geometry.fixed import angle_between, angle_to, turn_after
from hippodrome.kit.geometry.plane.boxes import Box, box_at
from hippodrome.kit.geometry.plane.poses import Pose
from hippodrome.kit.geometry.plane.sweeps import first_overlapping

ALONG: Final = INCH // 2  # places are told apart by so much along the track
ACROSS: Final = INCH // 2
FACING: Final = 50
SIDEWAYS: Final = 100  # more than there are places from one wall to the other
WHIPPED: Final = (2, 4, 6)  # dice that are looked at, each for itself and the one below
ROOM: Final = 125  # by so much a place that reaches into a wall is moved to the middle, some times
TIMES: Final = 4
NOWHERE: Final = 10**12
MOST: Final = 60_000  # so many places are remembered, and then forgotten
MANY: Final = 24  # so many machines
ALIKE: Final = INCH // 2  # ways that end nearer to each other than this are looked at once
SLIGHT: Final = 80  # if their headings do not differ more than this


def is_alike(one: Way, other: Way) -> bool:
    """Return whether two ways lead to about the same place and heading."""
    if angle_between(one.box.turn, other.box.turn) > SLIGHT:
        return False
    return -ALIKE < one.box.x - other.box.x < ALIKE and -ALIKE < one.box.y - other.box.y < ALIKE


def unlike(ways: list[Way], most: i64) -> list[Way]:
    """Return the first ways that lead to different places, at most so many."""
    found: list[Way] = []
    for way in ways:
        if len(found) >= most:
            break
        if not any(is_alike(way, other) for other in found):
            found.append(way)
    return found


def next_moves(race: Race, chariot: Chariot) -> list[i64]:
    """How far a chariot goes next turn: its pace; of a machine that dice move a little, as usual, and far."""
    if not race.machine(chariot).is_random():
        return [max(3 * INCH, race.machine(chariot).move * INCH)]
    dice = chariot.steeds if race.machine(chariot).has_lightning else race.machine(chariot).dice
    usual = dice * 3500
    return [usual - 3 * INCH, usual, usual + 3 * INCH]


class Foresight:
    """What places promise to one kind of chariot; moves are thought of so many deep."""

    def __init__(self, race: Race, chariot: Chariot) -> None:
        self.track: Track = race.rules.track
        self.key = key_of(race, chariot)
        self.width = race.width(chariot)
        self.prices = Prices(race, chariot)
        self.ground = Ground(self.track, [], [])
        self.steady = next_moves(race, chariot)
        self.whipped: list[tuple[i64, i64]] = []
        machine = race.machine(chariot)
        if not machine.is_random():
            if chariot.steeds == 1:
                self.steady = [max(3 * INCH, self.steady[0] - LONE_STEED_PENALTY_MI)]
            dice = int(whip_dice(chariot.steeds))
            for die in WHIPPED:
                far = self.steady[0] + max(0, die - machine.whip_penalty) * INCH
                self.whipped.append((far, die**dice - (die - 2) ** dice))
        self.known: dict[int, i64] = {}

    def promise(self, box: Box, progress: i64, depth: i64) -> i64:
        """How far the next move may lead, and what is good about where it ends; less what it may cost."""
        there = self.track.at(progress)
        x, y = box.pose().point_nearest(NOSE, 0)
        aside = (there.aside_scaled(x, y) >> 30) // ACROSS
        facing = angle_to(there.turn, box.turn) // FACING
        along = progress % self.track.lap // ALONG
        key = int(((along * SIDEWAYS + aside + SIDEWAYS // 2) * SIDEWAYS + facing + SIDEWAYS // 2) * 4 + depth)
        if key not in self.known:
            if len(self.known) >= MOST:
                self.known = {}
            middle = along * ALONG + ALONG // 2
            self.known[key] = self.reckoned(self.place(middle, aside, facing), middle, depth)
        return self.known[key]

    def place(self, progress: i64, aside: i64, facing: i64) -> Box:
        """Return a base that stands for all in the same place: clear of the walls, if that takes little."""
        there = self.track.at(progress)
        turn = turn_after(there.turn, facing * FACING + FACING // 2)
        off = aside * ACROSS + ACROSS // 2
        for _ in range(TIMES):
            x, y = there.point_nearest(0, off)
            box = box_at(Pose(x, y, turn).forward(-NOSE), BASE_LENGTH_MI, self.width)
            if first_overlapping(box, self.ground.near(box, 0).shapes) < 0:
                break
            off += ROOM if off < 0 else -ROOM
        return box

    def reckoned(self, box: Box, progress: i64, depth: i64) -> i64:
        """Return the better of whip and no whip."""
        total: i64 = 0
        for far in self.steady:
            total += self.best(box, progress, far, depth)
        steady = total // len(self.steady)
        if not self.whipped:
            return steady
        total = 0
        weights: i64 = 0
        for far, weight in self.whipped:
            total += weight * self.best(box, progress, far, depth)
            weights += weight
        return max(steady, total // weights)

    def best(self, box: Box, progress: i64, far: i64, depth: i64) -> i64:
        """What the best way of a distance comes to."""
        ways = Search(self.ground, self.prices, NOWHERE, far, False, 6, 2).ways(box, progress)
        if depth <= 1:
            return ways[0].score
        found = -NOWHERE
        for way in unlike(ways, 4):
            found = max(found, way.progress - progress - way.cost + self.promise(way.box, way.progress, depth - 1))
        return found


def key_of(race: Race, chariot: Chariot) -> tuple[int, int, int, int]:
    """Return all that a foresight depends on, but for the track."""
    return int(chariot.kind), int(chariot.steeds), int(race.width(chariot)), int(Prices(race, chariot).wall)


class Foresights:
    """Of all kinds of chariots that were asked for lately."""

    def __init__(self) -> None:
        self.found: list[Foresight] = []

    def of(self, race: Race, chariot: Chariot) -> Foresight:
        """That of a chariot as it is."""
        key = key_of(race, chariot)
        for foresight in self.found:
            if foresight.track is race.rules.track and foresight.key == key:
                return foresight
        if len(self.found) >= MANY:
            self.found = []
        self.found.append(Foresight(race, chariot))
        return self.found[-1]
