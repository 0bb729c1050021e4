"""Positions of other units as a crew sees them: "14.2 inches off your right front; you are in its blind side"."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.games.wheelie import shot_explanations
from hippodrome.games.wheelie.state import Skirmish, Unit
from hippodrome.kit.geometry.fixed_point import angle_to
from hippodrome.kit.units import INCH, decimal

# Eighths of a circle, clockwise from straight ahead.
DIRECTIONS: Final = (
    "ahead of you",
    "off your right front",
    "to your right",
    "off your right rear",
    "behind you",
    "off your left rear",
    "to your left",
    "off your left front",
)
# Headings of another unit, relative to the viewer's.
HEADINGS: Final = (
    "as you do",
    "to your right front",
    "to your right",
    "to your right rear",
    "the other way",
    "to your left rear",
    "to your left",
    "to your left front",
)
EIGHTH_TURN: Final = 450


def direction_index(turn: i64, other: i64) -> int:
    """Return the eighth of the circle in which a direction lies, relative to a heading."""
    return int((angle_to(turn, other) % 3600 + EIGHTH_TURN // 2) // EIGHTH_TURN % 8)


def bearing_text(s: Skirmish, own_unit: Unit, other: Unit) -> str:
    """Return another unit's position as the viewer's unit sees it: distance, direction, heading and arc."""
    gap = int(s.box(own_unit).gap_ceil(s.box(other)))
    where = DIRECTIONS[direction_index(own_unit.turn, own_unit.pose().turn_to_nearest(other.x, other.y))]
    apart = f"{decimal(gap, INCH, 1)} inches {where}" if gap else f"touching, {where}"
    facing = f"heading {HEADINGS[direction_index(own_unit.turn, other.turn)]}"
    place = shot_explanations.position_text(s, other, own_unit.x, own_unit.y)
    return f"{apart}, {facing}; you are {place}"
