"""Lengths, angles and unit names as text."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.games.wheelie.state import Skirmish, Unit
from hippodrome.kit.geometry.fixed_point import absolute
from hippodrome.kit.scene import FACTIONS

EDGES: Final = ("bottom", "left", "top", "right")
SEVENS: Final = ("", "Fine Armour", "Shield Bearer", "Sturdy Cab")
TRAITS: Final = (
    "", "", "Bad Kit", "Weak Arm", "Ponderous Team", "Weak Driver", "Wild Team", "", "Tough Team", "Tough Driver",
    "Sharpshooter", "Strong Arm", "Strong Bow",
)  # fmt: skip
EXPERTS: Final = ("", "Expert Driver", "Expert Warrior")


def decimal(value: i64, unit: i64, places: int) -> str:
    """Return a number of parts of a unit as a decimal with at most this many places, without trailing zeros."""
    scale = 10**places
    rounded = (absolute(value) * scale + unit // 2) // unit
    whole, rest = divmod(int(rounded), scale)
    text = f"{whole}.{rest:0{places}d}".rstrip("0").rstrip(".")
    return f"-{text}" if value < 0 and text != "0" else text


def inches(value: i64) -> str:
    """Return a length: "4.25 inches"."""
    text = decimal(value, 1000, 2)
    return f"{text} inch" if text == "1" else f"{text} inches"


def degrees(value: i64) -> str:
    """Return an angle: "45 degrees"."""
    return f"{decimal(absolute(value), 10, 1)} degrees"


def turn_text(value: i64) -> str:
    """Return an angle with its side: "45 degrees right"."""
    if value == 0:
        return "not at all"
    return f"{degrees(value)} {'right' if value > 0 else 'left'}"


def unit_name(s: Skirmish, unit: Unit) -> str:
    """Return a unit's name: its owner and kind, numbered if the owner has several of the kind."""
    same_kind = [int(other.id) for other in s.units if other.seat == unit.seat and other.kind == unit.kind]
    number = f" {same_kind.index(int(unit.id)) + 1}" if len(same_kind) > 1 else ""
    return f"{FACTIONS[unit.seat]}'s {s.kind(unit).name}{number}"
