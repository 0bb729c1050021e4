"""What a champion looks at before it judges how one unit stands to another: their sheets, and how they face."""

from __future__ import annotations

from typing import Final

from hippodrome.bots.wheelie.network import Network
from hippodrome.bots.wheelie.places import Judge
from hippodrome.bots.wheelie.rivals import Rival, fire_around, fire_at, gap_between
from hippodrome.games.wheelie.state import Skirmish, Unit
from hippodrome.kit.ground.fixed import ONE, cosine, sine
from hippodrome.kit.ground.plane.boxes import Box

KINDS: Final = 8
AHEAD: Final = (1500, 3000, 6000, 9000)  # so far ahead something may be in the way
BANDS: Final = (6.0, 6.0, 6.0, 18.0)  # the distance in inches, in parts of these lengths
REACH: Final = 24_000  # nobody shoots farther
INCH: Final = 1000.0


def sheet(unit: Unit) -> list[float]:
    """What a unit is and how whole it is, wherever it stands."""
    found = [0.0] * KINDS
    found[unit.kind] = 1.0
    pool = int(unit.pool())
    found.append(1.0 if unit.loaded else 0.0)
    found.append(int(unit.temporary) / 3.0)
    found.append(int(unit.permanent) / 3.0)
    found.append(int(unit.team) / 2.0)
    found.append(1.0 if unit.driver > 0 else 0.0)
    found.append(int(unit.warrior) / 2.0)
    found.append(int(unit.criticals) / 2.0)
    found.append(min(int(unit.banked), 3) / 2.0)
    found.append(pool / 6.0)
    found.append(1.0 if pool <= 2 else 0.0)
    return found


def obstacles(s: Skirmish, box: Box) -> list[float]:
    """Whether the edge or impassable ground is near ahead, or farther off."""
    found: list[float] = []
    is_near = False
    for distance in AHEAD:
        if not is_near:
            there = box.forward(distance)
            is_near = s.rules.table.overlaps(there) or s.ground.stops(there)
        found.append(1.0 if is_near else 0.0)
    return found


def bearing(angle: int, mirrored: bool) -> list[float]:
    """Where the other is, as a unit with its warrior on the right would see it."""
    angle = (-angle if mirrored else angle) % 3600
    twice = 2 * angle % 3600
    scale = float(ONE)
    return [int(sine(angle)) / scale, int(cosine(angle)) / scale, int(sine(twice)) / scale, int(cosine(twice)) / scale]


class Sight:
    """How a place looks with one rival in view: the dice of a shot from there, and all that the network wants."""

    __slots__ = ("dice", "inputs")

    def __init__(self, dice: int, inputs: list[float]) -> None:
        self.dice = dice
        self.inputs = inputs


class Pair:
    """A unit that looks for a place, and one of its rivals."""

    def __init__(self, judge: Judge, rival: Rival) -> None:
        self.judge = judge
        self.rival = rival
        self.fire = judge.fires[rival.defence]
        self.fire_back = fire_around(rival.kind, rival.unit, int(judge.kind.defence))
        self.obstacles = obstacles(judge.s, rival.box)

    def sight(self, box: Box) -> Sight:
        """What is seen from a place."""
        judge, rival = self.judge, self.rival
        start = judge.box
        has_stayed = box.x == start.x and box.y == start.y and box.turn == start.turn
        away = gap_between(box, rival.box)
        turn = int(box.pose().turn_to_nearest(rival.box.x, rival.box.y))
        angle, back = turn - int(box.turn), turn + 1800 - int(rival.box.turn)
        dice, dice_back = 0, 0
        if away <= REACH:
            dice = judge.dice(box, rival)
            dice_back = judge.dice_between(rival.unit, rival.box, judge.ghost, box)
        inputs: list[float] = []
        inches = away / INCH
        for band in BANDS:
            inputs.append(min(max(inches, 0.0), band) / band)
            inches -= band
        inputs.extend(bearing(angle, judge.unit.mirrored))
        inputs.append(dice / 8.0)
        inputs.append(fire_at(self.fire, angle, away) / 100.0)
        inputs.append(1.0 if has_stayed and judge.unit.aim == rival.unit.id else 0.0)
        inputs.extend(obstacles(judge.s, box))
        inputs.extend(bearing(back, rival.unit.mirrored))
        inputs.append(dice_back / 8.0)
        inputs.append(fire_at(self.fire_back, back, away) / 100.0)
        inputs.append(1.0 if has_stayed and rival.unit.aim == judge.unit.id else 0.0)
        inputs.extend(self.obstacles)
        return Sight(dice, inputs)


class Outlook:
    """What speaks for a unit against a rival, as their sheets are; the rival acts so often before the unit does."""

    def __init__(self, network: Network, unit: Unit, rival: Unit, coming: float) -> None:
        self.network = network
        self.begun = network.begin([*sheet(unit), *sheet(rival), coming])

    def score(self, sight: Sight) -> float:
        """The logarithm of its odds at a place."""
        return self.network.end(self.begun, sight.inputs)
