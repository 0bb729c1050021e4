"""Units of length and angle on a free plane, and their texts."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.kit.geometry.fixed_point import absolute

INCH: Final = 1000  # lengths are in 1/1000 inch; the names of some end in _MI
DEGREE: Final = 10  # angles are in 1/10 degree


def decimal(value: i64, unit: i64, places: int) -> str:
    """Return value / unit as a decimal with at most this many places and no trailing zeros."""
    scale = 10**places
    rounded = (absolute(value) * scale + unit // 2) // unit
    whole, rest = divmod(int(rounded), scale)
    text = f"{whole}.{rest:0{places}d}".rstrip("0").rstrip(".")
    return f"-{text}" if value < 0 and text != "0" else text


def inches(length: i64, places: int = 2) -> str:
    """Return a length as text: "4.25 inches"."""
    text = decimal(length, INCH, places)
    return f"{text} inch" if text == "1" else f"{text} inches"


def degrees(angle: i64) -> str:
    """Return the size of an angle as text, without its side: "45 degrees"."""
    text = decimal(absolute(angle), DEGREE, 1)
    return f"{text} degree" if text == "1" else f"{text} degrees"
