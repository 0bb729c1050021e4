"""Lengths and angles in words."""

from __future__ import annotations

from hippodrome.games.drill.state import INCH


def figure(value: int, whole: int) -> str:
    """Return a number of parts as a decimal number of wholes: 3500 parts of 1000 are 3.5."""
    sign = "-" if value < 0 else ""
    units, rest = divmod(abs(value), whole)
    digits = str(whole + rest)[1:].rstrip("0")
    return f"{sign}{units}.{digits}" if digits else f"{sign}{units}"


def inches(length: int) -> str:
    """Thousandths of an inch: "3.5 inches"."""
    return "1 inch" if length == INCH else f"{figure(length, INCH)} inches"


def degrees(angle: int) -> str:
    """Tenths of a degree: "45 degrees to the right"."""
    side = "left" if angle < 0 else "right"
    return f"{figure(abs(angle), 10)} degrees to the {side}" if angle else "0 degrees"
