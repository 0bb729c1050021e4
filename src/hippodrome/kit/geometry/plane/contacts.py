"""Contact between shapes, and the sides on which two boxes meet."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.kit.geometry.plane.boxes import FRONT_LEFT, FRONT_RIGHT, REAR_LEFT, REAR_RIGHT, Box
from hippodrome.kit.geometry.plane.polygons import ConvexShape
from hippodrome.kit.geometry.plane.shapes import MeasurableShape

CONTACT_TOLERANCE_MI: Final = 15
"""The only tolerance of the plane: shapes with a gap of at most this are in contact.

A move that is stopped ends one position before it would overlap. After a straight move the gap is below 1.5
thousandths; after a turn it can be as far as a corner moves in a tenth of a degree, less than 15 for bases up to 5
inches from corner to corner.
"""

# Sides of a box, as bits of a mask.
FRONT: Final = 1
RIGHT: Final = 2
REAR: Final = 4
LEFT: Final = 8
_ALL: Final = FRONT | RIGHT | REAR | LEFT

# Each side with its end spots, clockwise; each corner with its sides.
_ENDS: Final = (
    (FRONT, FRONT_LEFT, FRONT_RIGHT),
    (RIGHT, FRONT_RIGHT, REAR_RIGHT),
    (REAR, REAR_RIGHT, REAR_LEFT),
    (LEFT, REAR_LEFT, FRONT_LEFT),
)
_CORNERS: Final = (
    (FRONT_RIGHT, FRONT | RIGHT),
    (REAR_RIGHT, REAR | RIGHT),
    (REAR_LEFT, REAR | LEFT),
    (FRONT_LEFT, FRONT | LEFT),
)


def is_in_contact(box: Box, shape: MeasurableShape) -> bool:
    """Return whether a box touches a shape, or is so near that a stopped move could have ended there."""
    return shape.gap_ceil(box) <= CONTACT_TOLERANCE_MI


def side_line(box: Box, side: i64) -> ConvexShape:
    """Return one side of a box as a line; raise ValueError for a mask that is not a single side."""
    for which, start, end in _ENDS:
        if which == side:
            return ConvexShape([(box.spot_x(end), box.spot_y(end)), (box.spot_x(start), box.spot_y(start))])
    raise ValueError(f"{side} is not a side of a box")


def meeting_sides(one: Box, other: Box) -> tuple[int, int]:
    """Return the sides of one box and of the other on which their nearest points lie, as masks.

    A corner lies on two sides. Where two sides run along each other there are many nearest points, and the result is
    the sides they have in common: nose to tail gives FRONT and REAR. The boxes must not overlap.
    """
    nearest = _NearestPair()
    for spot, sides in _CORNERS:
        nearest.compare_corner(one.spot_x(spot), one.spot_y(spot), sides, other, False)
        nearest.compare_corner(other.spot_x(spot), other.spot_y(spot), sides, one, True)
    return (nearest.ones, nearest.others)


class _NearestPair:
    """The nearest pair of points so far: their squared distance as a fraction, and the sides they lie on."""

    def __init__(self) -> None:
        self.part = 1
        self.whole = 0  # infinitely far
        self.ones = 0
        self.others = 0

    def compare_corner(self, x: i64, y: i64, sides: int, box: Box, swapped: bool) -> None:
        """Compare the corner (x, y), on these sides of its box, with each side of the other box."""
        for side, start, end in _ENDS:
            ex, ey = box.spot_x(end) - box.spot_x(start), box.spot_y(end) - box.spot_y(start)
            dx, dy = x - box.spot_x(start), y - box.spot_y(start)
            along, square = dx * ex + dy * ey, ex * ex + ey * ey
            if along <= 0:
                self.update(dx * dx + dy * dy, 1, sides, _sides_at(start), swapped)
            elif along >= square:
                dx, dy = dx - ex, dy - ey
                self.update(dx * dx + dy * dy, 1, sides, _sides_at(end), swapped)
            else:
                offset = int(ex * dy - ey * dx)
                self.update(offset * offset, square, sides, side, swapped)

    def update(self, part: int, whole: int, ones: int, others: int, swapped: bool) -> None:
        """Replace the pair by a nearer one; for an equal one, keep the common sides, or all if there are none."""
        if swapped:
            ones, others = others, ones
        here, best = part * self.whole, self.part * whole
        if here < best:
            self.part, self.whole, self.ones, self.others = part, whole, ones, others
        elif here == best:
            self.ones = self.ones & ones or self.ones | ones
            self.others = self.others & others or self.others | others


def _sides_at(spot: int) -> int:
    for corner, sides in _CORNERS:
        if corner == spot:
            return sides
    return _ALL
