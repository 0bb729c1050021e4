"""Text for turns."""

from __future__ import annotations

from hippodrome.kit.units import degrees


def wheel_text(angle: int) -> str:
    """Return tenths of a degree as "45 degrees to the right"."""
    return f"{degrees(angle)} to the {'left' if angle < 0 else 'right'}" if angle else "0 degrees"
