"""Threats by enemies before the unit acts again: fire from about where they stand, and rams.

An enemy may move before it shoots, so its fire is blurred over the arcs and ranges around it.
"""

from __future__ import annotations

from math import isqrt
from typing import Final

from mypy_extensions import i64

from hippodrome.bots.wheelie.shots import expected_harm, target_value
from hippodrome.bots.wheelie.style import Style
from hippodrome.games.wheelie.arcs import arc_of, dice_of
from hippodrome.games.wheelie.chariots import ChariotKind
from hippodrome.games.wheelie.state import BROKEN, MAX_ACTION_DICE, Skirmish, Unit
from hippodrome.kit.geometry.fixed_point import angle_between
from hippodrome.kit.geometry.plane import arcs as plane
from hippodrome.kit.geometry.plane.boxes import Box, box_at
from hippodrome.kit.geometry.plane.poses import Pose

# The fire map: a value for each sector around a unit and each inch of range.
SECTOR_WIDTH: Final = 150  # tenths of a degree
SECTOR_COUNT: Final = 24
RANGE_COUNT: Final = 30
SECTOR_BLUR: Final = (1, 2, 4, 2, 1)  # weights of a sector and its neighbours
RANGE_BLUR_INCHES: Final = (-4, 0, 4)
UNIFORM_PERCENT: Final = 20  # part of the fire that is spread over all sectors
# Rams: the reach of two activations, and bearings in tenths of a degree.
RAM_REACH_MI: Final = 16_000
FAST_RAM_REACH_MI: Final = 20_000  # of a fast or manoeuvrable chariot
SURE_RAM_ANGLE: Final = 200  # up to this bearing a ram is most likely
MAX_RAM_ANGLE: Final = 1350  # from this bearing on it is impossible
REAR_SHOT_ANGLE: Final = 1400  # beyond this bearing a shot comes from behind
# How likely a unit is to shoot, in percent of a loaded unit that has not aimed.
UNLOADED_PERCENT: Final = 40
AIMED_PERCENT: Final = 200
AGGRESSIVE_PERCENT: Final = 130
ACTS_FIRST_PERCENT: Final = (50, 68, 81, 91, 97, 100)  # by the lead in banked dice

_FIRE_MAPS: Final[dict[tuple[int, ...], list[int]]] = {}


class Enemy:
    """An enemy unit as the evaluators see it: base, weapons, and its value as a target."""

    def __init__(self, s: Skirmish, unit: Unit, own_unit: Unit, style: Style) -> None:
        self.unit = unit
        self.box = s.box(unit)
        self.kind = s.kind(unit)
        self.target_value = target_value(s, unit, style)
        self.defence = int(self.kind.defence)
        self.fights = unit.status != BROKEN
        self.fire_rate = fire_rate(self.kind, unit)
        self.aims_at_us = unit.aim == own_unit.id
        self.ram_reach = FAST_RAM_REACH_MI if self.kind.is_fast or self.kind.is_manoeuvrable else RAM_REACH_MI
        self.fire_map = fire_map(self.kind, unit, int(s.kind(own_unit).defence))
        self.activations = expected_activations(s, unit, own_unit)

    def ram_chance(self, box: Box, gap: int) -> int:
        """Return the chance, in thousandths, that this enemy rams a chariot in this position before it acts again."""
        bearing = angle_between(self.box.turn, self.box.pose().turn_to_nearest(box.x, box.y))
        if gap >= self.ram_reach or bearing >= MAX_RAM_ANGLE or self.kind.is_runners or not self.fights:
            return 0
        proximity = (self.ram_reach - gap) * 100 // self.ram_reach
        alignment = min(100, (MAX_RAM_ANGLE - bearing) * 100 // (MAX_RAM_ANGLE - SURE_RAM_ANGLE))
        chance = proximity * proximity * proximity // 1000 * alignment * alignment // 10_000
        return chance * int(self.unit.pool()) * self.activations // (100 * MAX_ACTION_DICE)


def expected_activations(s: Skirmish, unit: Unit, own_unit: Unit) -> int:
    """Return how often an enemy acts before the unit that acts now does so again, in hundredths.

    It acts once more this turn if its place is still to come, and once next turn if it wins the initiative.
    """
    banked_lead = max(-5, min(int(unit.banked - own_unit.banked), 5))
    acts_first = ACTS_FIRST_PERCENT[banked_lead] if banked_lead >= 0 else 100 - ACTS_FIRST_PERCENT[-banked_lead]
    order = s.order
    is_to_act = unit.id in order and (own_unit.id not in order or order.index(unit.id) > order.index(own_unit.id))
    return acts_first + (100 if is_to_act else 0)


def fire_rate(kind: ChariotKind, unit: Unit) -> int:
    """Return how likely a unit is to shoot, in percent of a sound, loaded unit."""
    if unit.status == BROKEN:
        return 0
    base = AGGRESSIVE_PERCENT if kind.is_aggressive else 100
    return int(unit.pool()) * (base if unit.loaded else base * UNLOADED_PERCENT // 100) // MAX_ACTION_DICE


def fire_map(kind: ChariotKind, unit: Unit, defence: int) -> list[int]:
    """Return the value of a unit's shots around it, by sector and inch, blurred over where it may move."""
    key = (int(kind.number), int(unit.mirrored), int(unit.warrior), int(unit.trait), int(unit.expert), defence)
    if key not in _FIRE_MAPS:
        _FIRE_MAPS[key] = _blur([_shot_values_at(kind, unit, defence, inch) for inch in range(RANGE_COUNT)])
    return _FIRE_MAPS[key]


def _shot_values_at(kind: ChariotKind, unit: Unit, defence: int, inch: int) -> list[int]:
    """Return the value of a shot into each sector at a range in inches."""
    values: list[int] = []
    box = box_at(Pose(0, 0, 0), kind.length, kind.width)
    for sector in range(SECTOR_COUNT):
        x, y = Pose(0, 0, sector * SECTOR_WIDTH).point_nearest(3000 + inch * 1000, 0)
        arc = arc_of(unit, plane.quarter_of_point(box, kind.warrior, x, y))
        dice = int(dice_of(kind, unit, arc, inch * 1000) - unit.warrior)
        values.append(expected_harm(dice, defence) if dice > 0 else 0)
    return values


def _blur(rings: list[list[int]]) -> list[int]:
    """Return a fire map: the values by range and sector, spread over neighbouring ranges and sectors."""
    blurred: list[int] = []
    for sector in range(SECTOR_COUNT):
        for inch in range(RANGE_COUNT):
            value_sum = 0
            for shift in RANGE_BLUR_INCHES:
                ring = rings[min(max(inch + shift, 0), RANGE_COUNT - 1)]
                near_value = sum(
                    [weight * ring[(sector + offset - 2) % SECTOR_COUNT] for offset, weight in enumerate(SECTOR_BLUR)]
                )
                value_sum += (
                    near_value * (100 - UNIFORM_PERCENT) // sum(SECTOR_BLUR)
                    + sum(ring) * UNIFORM_PERCENT // SECTOR_COUNT
                )
            blurred.append(value_sum // len(RANGE_BLUR_INCHES) // 100)
    return blurred


def fire_value(values: list[int], bearing: i64, gap: int) -> int:
    """Return the value in a fire map at a bearing, in tenths of a degree, and a gap, in 1/1000 inch."""
    inch = gap // 1000
    return (
        values[int(bearing + SECTOR_WIDTH // 2) % 3600 // SECTOR_WIDTH * RANGE_COUNT + inch]
        if inch < RANGE_COUNT
        else 0
    )


def approximate_gap(box: Box, other: Box) -> int:
    """Return a lower bound of the gap between two bases, measured along the line between their centres."""
    dx, dy = int(other.x - box.x), int(other.y - box.y)
    distance = isqrt(dx * dx + dy * dy)
    if distance == 0:
        return 0
    extent = abs(dx * int(box.ax) + dy * int(box.ay)) + abs(dx * int(box.bx) + dy * int(box.by))
    extent += abs(dx * int(other.ax) + dy * int(other.ay)) + abs(dx * int(other.bx) + dy * int(other.by))
    return max(0, distance - extent // distance)
