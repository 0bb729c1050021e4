"""Text for lengths and angles."""

from __future__ import annotations

from hippodrome.games.drill.state import INCH_MI


def decimal(value: int, whole: int) -> str:
    """Return a number of parts as a decimal number of wholes: 3500 parts of 1000 are "3.5"."""
    sign = "-" if value < 0 else ""
    units, rest = divmod(abs(value), whole)
    digits = str(whole + rest)[1:].rstrip("0")
    return f"{sign}{units}.{digits}" if digits else f"{sign}{units}"


def inches(length: int) -> str:
    """Return thousandths of an inch as "3.5 inches"."""
    return "1 inch" if length == INCH_MI else f"{decimal(length, INCH_MI)} inches"


def degrees(angle: int) -> str:
    """Return tenths of a degree as "45 degrees to the right"."""
    side = "left" if angle < 0 else "right"
    return f"{decimal(abs(angle), 10)} degrees to the {side}" if angle else "0 degrees"
