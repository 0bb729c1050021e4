"""What a rival may do before the unit acts again: shoot from about where it stands, or run into whoever is in its way.

A rival moves before it shoots, or it does not; so its fire is spread a little over the arcs and ranges around it.
"""

from __future__ import annotations

from math import isqrt
from typing import Final

from mypy_extensions import i64

from hippodrome.bots.wheelie.shots import expected_harm, target_value
from hippodrome.bots.wheelie.style import Style
from hippodrome.games.wheelie.arcs import arc_of, dice_of
from hippodrome.games.wheelie.chariots import Kind
from hippodrome.games.wheelie.state import BROKEN, DICE, Skirmish, Unit
from hippodrome.kit.geometry.fixed import angle_between
from hippodrome.kit.geometry.plane import arcs as plane
from hippodrome.kit.geometry.plane.boxes import Box, box_at
from hippodrome.kit.geometry.plane.poses import Pose

SECTOR_WIDTH: Final = 150  # tenths of a degree
SECTOR_COUNT: Final = 24
RANGE_COUNT: Final = 30
SECTOR_BLUR: Final = (1, 2, 4, 2, 1)  # how fire spreads over the sectors to either side
RANGE_BLUR_INCHES: Final = (-4, 0, 4)  # inches that it comes nearer or goes back
UNIFORM_PERCENT: Final = 20  # hundredths of its fire that may go anywhere
RAM_REACH_MI: Final = 16_000  # who is nearer to a chariot may be rammed by it, if it acts twice
FAST_RAM_REACH_MI: Final = 20_000  # and by one that is fast or turns quickly
SURE_RAM_ANGLE: Final = 200  # tenths of a degree to either side in which that is most likely
MAX_RAM_ANGLE: Final = 1350  # and from which it is not likely at all
REAR_SHOT_ANGLE: Final = 1400
UNLOADED_PERCENT: Final = 40  # hundredths of the shots of a unit that must reload first
AIMED_PERCENT: Final = 200  # and of one that has aimed already
AGGRESSIVE_PERCENT: Final = 130  # and of one that makes shots of other dice
ACTS_FIRST_PERCENT: Final = (50, 68, 81, 91, 97, 100)  # hundredths of a chance to act first, by how much more is banked

_FIRE_MAPS: Final[dict[tuple[int, ...], list[int]]] = {}


class Enemy:
    """An enemy as the judge sees him: base, weapons, and what he is worth."""

    def __init__(self, s: Skirmish, unit: Unit, mine: Unit, manner: Style) -> None:
        self.unit = unit
        self.box = s.box(unit)
        self.kind = s.kind(unit)
        self.target_value = target_value(s, unit, manner)
        self.defence = int(self.kind.defence)
        self.fights = unit.status != BROKEN
        self.fire_rate = fire_rate(self.kind, unit)
        self.aims_at_us = unit.aim == mine.id
        self.ram_reach = FAST_RAM_REACH_MI if self.kind.is_fast or self.kind.is_manoeuvrable else RAM_REACH_MI
        self.fire_map = fire_map(self.kind, unit, int(s.kind(mine).defence))
        self.activations = expected_activations(s, unit, mine)

    def ram_chance(self, box: Box, away: int) -> int:
        """Return the chance, in thousandths, that a chariot there is rammed by this one before it acts again."""
        bearing = angle_between(self.box.turn, self.box.pose().turn_to_nearest(box.x, box.y))
        if away >= self.ram_reach or bearing >= MAX_RAM_ANGLE or self.kind.is_runners or not self.fights:
            return 0
        near = (self.ram_reach - away) * 100 // self.ram_reach
        ahead = min(100, (MAX_RAM_ANGLE - bearing) * 100 // (MAX_RAM_ANGLE - SURE_RAM_ANGLE))
        chance = near * near * near // 1000 * ahead * ahead // 10_000
        return chance * int(self.unit.pool()) * self.activations // (100 * DICE)


def expected_activations(s: Skirmish, unit: Unit, mine: Unit) -> int:
    """How often a rival acts before a unit that acts now acts again, in hundredths.

    Once in this turn if his place is still to come, and once in the next if he is first in it.
    """
    more = max(-5, min(int(unit.banked - mine.banked), 5))
    ahead = ACTS_FIRST_PERCENT[more] if more >= 0 else 100 - ACTS_FIRST_PERCENT[-more]
    order = s.order
    is_to_act = unit.id in order and (mine.id not in order or order.index(unit.id) > order.index(mine.id))
    return ahead + (100 if is_to_act else 0)


def fire_rate(kind: Kind, unit: Unit) -> int:
    """How likely a unit is to shoot, in hundredths: with few dice left, or not loaded, it is less."""
    if unit.status == BROKEN:
        return 0
    usual = AGGRESSIVE_PERCENT if kind.is_aggressive else 100
    return int(unit.pool()) * (usual if unit.loaded else usual * UNLOADED_PERCENT // 100) // DICE


def fire_map(kind: Kind, unit: Unit, defence: int) -> list[int]:
    """What a shot of a unit is worth, spread over where it may shoot from, by sector and inches."""
    key = (int(kind.number), int(unit.mirrored), int(unit.warrior), int(unit.trait), int(unit.expert), defence)
    if key not in _FIRE_MAPS:
        _FIRE_MAPS[key] = _blur([_shot_values_at(kind, unit, defence, inch) for inch in range(RANGE_COUNT)])
    return _FIRE_MAPS[key]


def _shot_values_at(kind: Kind, unit: Unit, defence: int, inch: int) -> list[int]:
    """What a shot is worth into each sector at a range."""
    found: list[int] = []
    box = box_at(Pose(0, 0, 0), kind.length, kind.width)
    for sector in range(SECTOR_COUNT):
        x, y = Pose(0, 0, sector * SECTOR_WIDTH).point_nearest(3000 + inch * 1000, 0)
        arc = arc_of(unit, plane.quarter(box, kind.warrior, x, y))
        dice = int(dice_of(kind, unit, arc, inch * 1000) - unit.warrior)
        found.append(expected_harm(dice, defence) if dice > 0 else 0)
    return found


def _blur(rings: list[list[int]]) -> list[int]:
    """Return the same, spread over sectors and ranges."""
    found: list[int] = []
    for sector in range(SECTOR_COUNT):
        for inch in range(RANGE_COUNT):
            total = 0
            for more in RANGE_BLUR_INCHES:
                ring = rings[min(max(inch + more, 0), RANGE_COUNT - 1)]
                local = sum([weight * ring[(sector + at - 2) % SECTOR_COUNT] for at, weight in enumerate(SECTOR_BLUR)])
                total += local * (100 - UNIFORM_PERCENT) // sum(SECTOR_BLUR) + sum(ring) * UNIFORM_PERCENT // SECTOR_COUNT
            found.append(total // len(RANGE_BLUR_INCHES) // 100)
    return found


def fire_value(fire: list[int], bearing: i64, away: int) -> int:
    """What this fire is worth at a bearing and range."""
    inch = away // 1000
    return fire[int(bearing + SECTOR_WIDTH // 2) % 3600 // SECTOR_WIDTH * RANGE_COUNT + inch] if inch < RANGE_COUNT else 0


def approximate_gap(box: Box, other: Box) -> int:
    """Return the gap between two bases, measured along the line between their middles; exact ones are never smaller."""
    dx, dy = int(other.x - box.x), int(other.y - box.y)
    far = isqrt(dx * dx + dy * dy)
    if far == 0:
        return 0
    reach = abs(dx * int(box.ax) + dy * int(box.ay)) + abs(dx * int(box.bx) + dy * int(box.by))
    reach += abs(dx * int(other.ax) + dy * int(other.ay)) + abs(dx * int(other.bx) + dy * int(other.by))
    return max(0, far - reach // far)
