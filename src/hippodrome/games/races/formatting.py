"""Text for turns, sides and rolls needed."""

from __future__ import annotations

from mypy_extensions import i64

from hippodrome.kit.units import degrees


def turn_text(value: i64) -> str:
    """Return a turn as text: "45 degrees right"; angles to the left are negative."""
    return f"{degrees(value)} {'right' if value >= 0 else 'left'}"


def side_text(value: i64) -> str:
    """Return "right" for a positive value, otherwise "left"."""
    return "right" if value > 0 else "left"


def needed_text(need: i64) -> str:
    """Return the roll a die needs: "4+", or "6"."""
    return f"{need}+" if need < 6 else "6"
