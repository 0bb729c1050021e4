"""Where others are, as the crew of a unit would say it: "14.2 inches off your right front, in its blind side"."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.games.wheelie import gunnery
from hippodrome.games.wheelie.formatting import decimal
from hippodrome.games.wheelie.state import Skirmish, Unit
from hippodrome.kit.geometry.fixed_point import angle_to

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
# How another heads, by the eighth of the circle that its heading is of one's own.
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
    """Which eighth of the circle a direction lies in, seen from a heading."""
    return int((angle_to(turn, other) % 3600 + EIGHTH_TURN // 2) // EIGHTH_TURN % 8)


def bearing_text(s: Skirmish, mine: Unit, other: Unit) -> str:
    """Another unit from where one's own stands: how far from base to base, where, facing where, in which arc of it."""
    away = int(s.box(mine).gap_ceil(s.box(other)))
    where = DIRECTIONS[direction_index(mine.turn, mine.pose().turn_to_nearest(other.x, other.y))]
    apart = f"{decimal(away, 1000, 1)} inches {where}" if away else f"touching, {where}"
    facing = f"heading {HEADINGS[direction_index(mine.turn, other.turn)]}"
    place = gunnery.position_text(s, other, mine.x, mine.y)
    return f"{apart}, {facing}; you are {place}"
