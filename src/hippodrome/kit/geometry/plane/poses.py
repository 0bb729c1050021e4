"""Poses: a position and a direction.

Each move rounds both coordinates once, to the nearest thousandth. A move in n parts therefore ends within n/2 + 1/2
thousandths, in x and in y, of the same move in one part. A move of length 0 changes nothing, and a move back of the
same length returns exactly to the start. Turning does not round.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.kit.geometry.fixed_point import (
    FULL_TURN_TENTHS,
    cosine,
    direction_nearest,
    scale_nearest,
    sine,
    unscale_nearest,
)

COORDINATE_LIMIT_MI: Final = 1_000_000
"""The limit of coordinates in both directions, 1000 inches, so that products fit into 64 bits."""


@mypyc_attr(acyclic=True, free_list_len=1)
class Pose:
    """A point in 1/1000 inch and a direction in 1/10 degree."""

    __slots__ = ("turn", "x", "y")

    def __init__(self, x: i64, y: i64, turn: i64) -> None:
        self.x: i64 = x
        self.y: i64 = y
        self.turn: i64 = turn % FULL_TURN_TENTHS

    def as_tuple(self) -> tuple[int, int, int]:
        """Return x, y and turn."""
        return (self.x, self.y, self.turn)

    def forward(self, distance: i64) -> Pose:
        """Return the pose moved straight ahead, or straight back for a negative distance."""
        return self.slide(self.turn, distance)

    def slide(self, turn: i64, distance: i64) -> Pose:
        """Return the pose moved in any direction, facing as before."""
        x = self.x + scale_nearest(distance, cosine(turn))
        y = self.y + scale_nearest(distance, sine(turn))
        return Pose(x, y, self.turn)

    def rotate(self, angle: i64) -> Pose:
        """Return the pose turned on the spot, clockwise if the angle is positive."""
        return Pose(self.x, self.y, self.turn + angle)

    def point_nearest(self, ahead: i64, aside: i64) -> tuple[int, int]:
        """Return the point at a distance ahead and a distance to the right, rounded to the nearest thousandth."""
        across, along = sine(self.turn), cosine(self.turn)
        x = self.x + unscale_nearest(ahead * along - aside * across)
        y = self.y + unscale_nearest(ahead * across + aside * along)
        return (x, y)

    def ahead_scaled(self, x: i64, y: i64) -> i64:
        """Return the exact distance of a point ahead, times 2**30."""
        return (x - self.x) * cosine(self.turn) + (y - self.y) * sine(self.turn)

    def aside_scaled(self, x: i64, y: i64) -> i64:
        """Return the exact distance of a point to the right, times 2**30."""
        return (y - self.y) * cosine(self.turn) - (x - self.x) * sine(self.turn)

    def turn_to_nearest(self, x: i64, y: i64) -> i64:
        """Return the direction to a point, rounded to the nearest 1/10 degree."""
        return direction_nearest(x - self.x, y - self.y)
