"""Lines of sight.

A line is blocked by what it passes through: the inside of a base or of a piece of ground, or a wall that it meets. One
that runs along a rim or just touches a corner is not blocked by it. What stands at either end of a line, the
base of the shooter or of the target, is left out by whoever asks.
"""

from __future__ import annotations

from mypy_extensions import i64

from hippodrome.kit.geometry.plane.shapes import Solid


def first_blocker(x0: i64, y0: i64, x1: i64, y1: i64, solids: list[Solid]) -> i64:
    """Return the number of the first thing that blocks the line between two points; -1 if it is clear."""
    for number, solid in enumerate(solids):
        if solid.blocks(x0, y0, x1, y1):
            return number
    return -1


def blockers(x0: i64, y0: i64, x1: i64, y1: i64, solids: list[Solid]) -> list[int]:
    """Return the numbers of all things that block the line between two points."""
    return [number for number, solid in enumerate(solids) if solid.blocks(x0, y0, x1, y1)]
