"""Pieces in words: what a unit is, what it has and what it is about."""

from __future__ import annotations

from typing import Final

from hippodrome.games.magic.kinds import FIRST_CHARACTER, GEAR, KIND_NAMES, QUALITIES
from hippodrome.kit.geometry.squares import Squares
from hippodrome.kit.state import Json

# The signs on a piece: the names of their symbols, and what they say.
SIGN_MEANINGS: Final = {
    "veteran": "veteran", "elite": "elite", "levy": "levy", "armoured": "armoured", "shieldless": "shieldless",
    "missile": "missile: it shoots", "shock": "shock: rolls shock dice when it attacks", "elf": "elf",
    "wreath": "the general", "attacks": "has declared an attack", "aims": "shoots",
    "dread": "in Dread", "haste": "in Haste", "beaten": "has lost a fight this turn", "fought": "has fought this turn",
    "fresh": "fresh from a win",
}  # fmt: skip
SIGN_SHAPES: Final = {
    "veteran": "a star", "elite": "two stars", "levy": "a hay fork", "armoured": "a shield",
    "shieldless": "a shield struck out", "missile": "an arrow", "shock": "a burst", "elf": "a leaf",
    "wreath": "a wreath", "attacks": "an arrow in a ring", "aims": "a crosshair in a ring",
    "dread": "a skull in a ring", "haste": "two chevrons in a ring", "beaten": "a hanging flag in a ring",
    "fought": "crossed swords in a ring", "fresh": "a laurel twig in a ring",
}  # fmt: skip


def is_aiming(asked: Json) -> bool:
    """Return whether shots are being aimed; what was shot at before is of no interest any more."""
    return bool(asked["name"] == "Aim")


def activities(board: Squares, unit: Json, aiming: bool) -> list[str]:
    """What a unit is about."""
    found: list[str] = []
    if unit["hits"]:
        found.append("hit twice" if unit["hits"] > 1 else "hit")
    if unit["target"] >= 0 and not unit["spent"]:
        found.append(f"attacks {board.name[unit['target']]}")
    if unit["aim"] >= 0 and aiming:
        found.append(f"shoots at {board.name[unit['aim']]}")
    if unit["beaten"]:
        found.append("beaten")
    elif unit["target"] >= 0 and unit["spent"]:
        found.append("has fought")
    if unit["won_before"]:
        found.append("fresh from a win")
    return found


def piece_text(unit: Json) -> str:
    """Return a unit in words: Town spears 2, close order, veteran, armoured, 3 of 4 bases."""
    found = [unit["name"]]
    if unit["kind"] < FIRST_CHARACTER:
        found.append(KIND_NAMES[unit["kind"]])
    if unit["quality"]:
        found.append(QUALITIES[unit["quality"]])
    found += [GEAR[bit] for bit in range(len(GEAR)) if unit["gear"] >> bit & 1]
    if unit["full"] > 1:
        found.append(f"{unit['bases']} of {unit['full']} bases")
    found += [word for word, holds in (("in Dread", unit["dread"]), ("in Haste", unit["hasted"])) if holds]
    return ", ".join(found)
