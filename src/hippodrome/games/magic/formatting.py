"""Texts of pieces, numbers and results, for panels, labels and descriptions."""

from __future__ import annotations

from typing import Final

from hippodrome.games.magic.kinds import FIRST_CHARACTER, GEAR, KIND_NAMES, QUALITIES
from hippodrome.kit.geometry.squares import Squares
from hippodrome.kit.scene import FACTIONS
from hippodrome.kit.state import Json

# The symbols on a piece, by the names of their drawings: meanings and shapes.
SYMBOL_MEANINGS: Final = {
    "veteran": "veteran", "elite": "elite", "levy": "levy", "armoured": "armoured", "shieldless": "shieldless",
    "missile": "missile: can shoot", "shock": "shock: rolls shock dice when it attacks", "elf": "elf",
    "wreath": "the general", "attacks": "has declared an attack", "aims": "is about to shoot",
    "dread": "in Dread", "haste": "in Haste", "beaten": "has lost a fight this turn", "fought": "has fought this turn",
    "fresh": "won an attack last turn",
}  # fmt: skip
SYMBOL_SHAPES: Final = {
    "veteran": "a star", "elite": "two stars", "levy": "a pitchfork", "armoured": "a shield",
    "shieldless": "a crossed-out shield", "missile": "an arrow", "shock": "a burst", "elf": "a leaf",
    "wreath": "a wreath", "attacks": "an arrow in a ring", "aims": "a crosshair in a ring",
    "dread": "a skull in a ring", "haste": "two chevrons in a ring", "beaten": "a drooping flag in a ring",
    "fought": "crossed swords in a ring", "fresh": "a laurel branch in a ring",
}  # fmt: skip


# -------------------------------------------------------------------- pieces


def piece_text(unit: Json) -> str:
    """Return a full text such as "Town spears 2, close order, veteran, armoured, 3 of 4 bases"."""
    bases = [f"{unit['bases']} of {unit['full']} bases"] if unit["full"] > 1 else []
    return ", ".join([unit["name"], *traits(unit), *bases, *effects(unit)])


def traits(unit: Json) -> list[str]:
    """Return the kind of a unit, then quality and gear."""
    words = [KIND_NAMES[unit["kind"]]] if unit["kind"] < FIRST_CHARACTER else []
    if unit["quality"]:
        words.append(QUALITIES[unit["quality"]])
    return words + [GEAR[bit] for bit in range(len(GEAR)) if unit["gear"] >> bit & 1]


def effects(unit: Json) -> list[str]:
    """Return the spells on a piece."""
    return [text for text, is_active in (("in Dread", unit["dread"]), ("in Haste", unit["hasted"])) if is_active]


def activities(board: Squares, unit: Json, is_aiming: bool) -> list[str]:
    """Return what a piece is doing or has done this turn."""
    words: list[str] = []
    if unit["hits"]:
        words.append("hit twice" if unit["hits"] > 1 else "hit")
    if unit["target"] >= 0 and not unit["spent"]:
        words.append(f"attacks {board.name[unit['target']]}")
    if unit["aim"] >= 0 and is_aiming:
        words.append(f"shoots at {board.name[unit['aim']]}")
    if unit["beaten"]:
        words.append("beaten")
    elif unit["target"] >= 0 and unit["spent"]:
        words.append("has fought")
    if unit["won_before"]:
        words.append("won last turn")
    return words


def are_shots_aimed(asked: Json) -> bool:
    """Return whether players are aiming now; the targets of earlier shots are not shown."""
    return bool(asked["name"] == "Aim")


def winner_text(table: Json) -> str:
    """Return the result in two words: "Red wins" or "A draw"."""
    winners = [FACTIONS[seat] for seat, place in enumerate(table["places"]) if place == 1]
    return "A draw" if len(winners) != 1 else f"{winners[0]} wins"


# -------------------------------------------------------------------- numbers


def with_sign(points: int) -> str:
    """Return points with their sign, such as +3 or -2."""
    return f"+{points}" if points > 0 else str(points)


def percent(thousandths: int) -> str:
    """Return a chance in percent."""
    return f"{(thousandths + 5) // 10} %"


def decimal(hundredths: int) -> str:
    """Return a number with one decimal."""
    return f"{(hundredths + 5) // 100}.{(hundredths + 5) % 100 // 10}"


def attack_dice(forecast: Json) -> str:
    """Return the number of the attacker's dice, or a range if shock dice decide it."""
    if not forecast["most"]:
        return str(forecast["dice"])
    return f"{forecast['dice']} to {max(sum(forecast['rows']) + forecast['most'] + 1, 0) // 4}"


def attack_points(forecast: Json) -> str:
    """Return the attacker's points, or a range if shock dice decide them."""
    points = sum(forecast["rows"])
    return f"{points} to {points + forecast['most']}" if forecast["most"] else str(points)
