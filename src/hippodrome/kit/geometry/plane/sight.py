"""Lines of sight.

A line is blocked by the inside of a base or of a piece of terrain that it passes through, and by a wall that it meets.
Running along a rim or touching a corner does not block it. The caller leaves out the bases at both ends of the line.
"""

from __future__ import annotations

from mypy_extensions import i64

from hippodrome.kit.geometry.plane.shapes import Solid


def first_blocker(x0: i64, y0: i64, x1: i64, y1: i64, solids: list[Solid]) -> i64:
    """Return the index of the first shape that blocks the line between two points; -1 if it is clear."""
    for number, solid in enumerate(solids):
        if solid.blocks(x0, y0, x1, y1):
            return number
    return -1


def blockers(x0: i64, y0: i64, x1: i64, y1: i64, solids: list[Solid]) -> list[int]:
    """Return the indices of all shapes that block the line between two points."""
    return [number for number, solid in enumerate(solids) if solid.blocks(x0, y0, x1, y1)]
