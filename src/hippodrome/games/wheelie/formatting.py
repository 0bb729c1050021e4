"""Turns and unit names as text."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.games.wheelie.state import Skirmish, Unit
from hippodrome.kit.scene import FACTIONS
from hippodrome.kit.units import degrees

EDGES: Final = ("bottom", "left", "top", "right")
SEVENS: Final = ("", "Fine Armour", "Shield Bearer", "Sturdy Cab")
TRAITS: Final = (
    "", "", "Bad Kit", "Weak Arm", "Ponderous Team", "Weak Driver", "Wild Team", "", "Tough Team", "Tough Driver",
    "Sharpshooter", "Strong Arm", "Strong Bow",
)  # fmt: skip
EXPERTS: Final = ("", "Expert Driver", "Expert Warrior")


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
