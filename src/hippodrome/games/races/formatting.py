"""Text for lengths, angles, sides and rolls needed."""

from __future__ import annotations

from mypy_extensions import i64

from hippodrome.kit.geometry.fixed_point import absolute


def decimal(value: i64, unit: i64, places: int) -> str:
    """Return value / unit as a decimal with at most this many places and no trailing zeros."""
    scale = 10**places
    parts = (absolute(value) * scale + unit // 2) // unit
    whole, rest = divmod(int(parts), scale)
    text = f"{whole}.{rest:0{places}d}".rstrip("0").rstrip(".")
    return f"-{text}" if value < 0 and text != "0" else text


def inches(value: i64) -> str:
    """Return a length of 1/1000 inches as text: "4.25 inches"."""
    text = decimal(value, 1000, 2)
    return f"{text} inch" if text == "1" else f"{text} inches"


def degrees(value: i64) -> str:
    """Return an angle of tenths of a degree as text: "45 degrees"."""
    return f"{decimal(absolute(value), 10, 1)} degrees"


def turn_text(value: i64) -> str:
    """Return a turn as text: "45 degrees right"; angles to the left are negative."""
    return f"{degrees(value)} {'right' if value >= 0 else 'left'}"


def side_text(value: i64) -> str:
    """Return "right" for a positive value, otherwise "left"."""
    return "right" if value > 0 else "left"


def needed_text(need: i64) -> str:
    """Return the roll a die needs: "4+", or "6"."""
    return f"{need}+" if need < 6 else "6"
