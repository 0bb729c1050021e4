"""Lengths, angles and names in words."""

from __future__ import annotations

from mypy_extensions import i64

from hippodrome.kit.geometry.fixed import size_of
from hippodrome.kit.scene import FACTIONS


def figure(value: i64, unit: i64, places: int) -> str:
    """Return a whole number of parts of a unit as a decimal, to so many places and without trailing zeros."""
    scale = 10**places
    parts = (size_of(value) * scale + unit // 2) // unit
    whole, rest = divmod(int(parts), scale)
    text = f"{whole}.{rest:0{places}d}".rstrip("0").rstrip(".")
    return f"-{text}" if value < 0 and text != "0" else text


def inches(value: i64) -> str:
    """Return a length: "4.25 inches"."""
    text = figure(value, 1000, 2)
    return f"{text} inch" if text == "1" else f"{text} inches"


def degrees(value: i64) -> str:
    """Return an angle: "45 degrees"."""
    return f"{figure(size_of(value), 10, 1)} degrees"


def sideways(value: i64) -> str:
    """Return an angle with its side: "45 degrees right"."""
    return f"{degrees(value)} {'right' if value >= 0 else 'left'}"


def hand(value: i64) -> str:
    """Return a side: "left" or "right"."""
    return "right" if value > 0 else "left"


def name(seat: i64, machine: str) -> str:
    """Whose chariot, and which: "Red's wolf chariot"."""
    return f"{FACTIONS[seat]}'s {machine}"
