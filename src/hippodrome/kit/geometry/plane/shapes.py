"""The base classes of all shapes, and the search for the first overlap of a moving box.

*Touching is not overlapping*: two shapes overlap if their insides have a point in common.

Moves consist of steps: straight moves of whole thousandths, turns of whole tenths of a degree, each position rounded
like a pose. A move is stopped by the first position at which the box overlaps something. `slide_hit` and `pivot_hit`
find it without trying every position: whatever separates the two shapes now still does so for a number of steps that
can be computed, and only these are skipped.

- Straight: after k steps the box has moved k thousandths along its path, with an error of at most 1 in x and in y from
  the rounding of both positions. A strip of width w between the two, which the box approaches by c per step, still
  separates them while k * c <= w - sqrt(2); for ever if the box does not approach it.
- Turning: after k tenths no point of the box has moved farther than k * r * pi / 1800, where r is the distance of its
  farthest corner, with an error of 4 in x and in y from the rounding of a corner at both positions. Room w is not used
  up while this is at most w - 4 * sqrt(2).

Turns are checked at whole tenths only: a tip that reaches into the path by less than r/1100 (0.004 inch for a base of 2
by 4 inches) between two of them is missed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.kit.geometry.fixed_point import FIXED_ONE, absolute, cosine, scale_nearest, sine, sqrt_floor

if TYPE_CHECKING:
    from hippodrome.kit.geometry.plane.boxes import Box

NEVER: Final = 1 << 40  # more steps than any move has


@mypyc_attr(acyclic=True, free_list_len=1)
class SlidePath:
    """The straight path of a sliding box: the position at each whole distance, and its last distance.

    A search that finds an obstacle shortens the path, so that nothing behind the obstacle is examined.
    """

    __slots__ = ("cosine", "dx", "dy", "lane", "last", "sine")

    def __init__(self, box: Box, turn: i64, last: i64) -> None:
        c, s = cosine(turn), sine(turn)
        self.cosine: i64 = c
        self.sine: i64 = s
        self.last: i64 = last
        self.dx: i64 = scale_nearest(last, c)
        self.dy: i64 = scale_nearest(last, s)
        # Half the width of the lane that the box needs, plus a thousandth for rounding, times 2**30.
        self.lane: i64 = absolute(c * box.ay - s * box.ax) + absolute(c * box.by - s * box.bx) + FIXED_ONE

    def end_at(self, last: i64) -> None:
        """Shorten the path to a last distance."""
        self.last = last
        self.dx = scale_nearest(last, self.cosine)
        self.dy = scale_nearest(last, self.sine)

    def x(self, distance: i64) -> i64:
        """Return the change of x after a distance."""
        return scale_nearest(distance, self.cosine)

    def y(self, distance: i64) -> i64:
        """Return the change of y after a distance."""
        return scale_nearest(distance, self.sine)

    def steps_until_contact(self, room: i64, nx: i64, ny: i64) -> i64:
        """Return the steps until box and shape may meet, given the room along (nx, ny), which points to the box."""
        room -= 3
        if room <= 0:
            return 1
        closing = -(nx * self.cosine + ny * self.sine)
        if closing <= 0:
            return NEVER
        return ((room * sqrt_floor(nx * nx + ny * ny)) << 12) // ((closing >> 18) + 1) + 1


@mypyc_attr(acyclic=True)
class Shape:
    """Something that a box can run into. Its bounding box is `left`, `top`, `right`, `bottom`."""

    __slots__ = ("bottom", "left", "right", "top")

    def __init__(self, left: i64, top: i64, right: i64, bottom: i64) -> None:
        self.left: i64 = left
        self.top: i64 = top
        self.right: i64 = right
        self.bottom: i64 = bottom

    def overlaps(self, box: Box) -> bool:
        """Return whether the insides of the box and the shape meet; touching is not enough."""
        return self.separation(box)[0] < 0

    def separation(self, box: Box) -> tuple[i64, i64, i64]:
        """Return the room between a box and the shape, and the direction (nx, ny) from the shape to the box.

        If the room is negative they overlap, and the box must move at least -room - 1 to be clear. Otherwise a strip
        across (nx, ny), at least as wide as the room, separates them; the gap is never smaller than the room.
        """
        raise NotImplementedError

    def slide_hit(self, box: Box, path: SlidePath) -> i64:
        """Return the first distance at which the box, sliding along a path, overlaps the shape; -1 for none."""
        if self.is_clear_of_path(box, path):
            return -1
        done: i64 = 0
        place = box
        while done <= path.last:
            room, nx, ny = self.separation(place)
            if room < 0:
                return done
            done += path.steps_until_contact(room, nx, ny)
            if done <= path.last:
                place = box.translate(path.x(done), path.y(done))
        return -1

    def pivot_hit(self, box: Box, spot: i64, clockwise: bool, last: i64) -> i64:
        """Return the first angle, from 0 to `last` tenths, at which a box turning about a spot overlaps the shape.

        Return -1 for none.
        """
        reach = box.reach_from(spot)
        if self.is_out_of_reach(box.spot_x(spot), box.spot_y(spot), reach):
            return -1
        done: i64 = 0
        place = box
        while done <= last:
            room = self.separation(place)[0]
            if room < 0:
                return done
            done += tenths_until_contact(room, reach)
            if done <= last:
                place = box.pivot(spot, done if clockwise else -done)
        return -1

    def has_disjoint_bounds(self, box: Box) -> bool:
        """Return whether the bounding boxes of shape and box do not overlap."""
        return box.left >= self.right or box.right <= self.left or box.top >= self.bottom or box.bottom <= self.top

    def is_clear_of_path(self, box: Box, path: SlidePath) -> bool:
        """Return whether the bounding box of a whole straight move is clear of the shape's."""
        x, y = path.dx, path.dy
        if box.left + (x if x < 0 else 0) >= self.right or box.right + (x if x > 0 else 0) <= self.left:
            return True
        return box.top + (y if y < 0 else 0) >= self.bottom or box.bottom + (y if y > 0 else 0) <= self.top

    def is_clear_of_bounds(self, left: i64, top: i64, right: i64, bottom: i64) -> bool:
        """Return whether nothing within these bounds can overlap the shape."""
        return left >= self.right or right <= self.left or top >= self.bottom or bottom <= self.top

    def is_out_of_reach(self, x: i64, y: i64, reach: i64) -> bool:
        """Return whether the whole shape is at least `reach` away from a point."""
        dx = self.left - x if self.left > x else (x - self.right if x > self.right else 0)
        dy = self.top - y if self.top > y else (y - self.bottom if y > self.bottom else 0)
        return dx * dx + dy * dy >= reach * reach


@mypyc_attr(acyclic=True)
class Solid(Shape):
    """A shape that lies on the table and has an inside."""

    __slots__ = ()

    def contains_point(self, x: i64, y: i64) -> bool:
        """Return whether a point lies inside; the rim does not count."""
        raise NotImplementedError

    def touches_or_overlaps(self, box: Box) -> bool:
        """Return whether a box overlaps or touches the shape."""
        raise NotImplementedError

    def contains(self, box: Box) -> bool:
        """Return whether a box lies wholly within; it may touch the rim."""
        raise NotImplementedError

    def blocks(self, x0: i64, y0: i64, x1: i64, y1: i64) -> bool:
        """Return whether a line passes through the inside; running along the rim or through a corner does not count."""
        raise NotImplementedError


@mypyc_attr(acyclic=True)
class MeasurableShape(Solid):
    """A shape whose gap to a box can be measured exactly."""

    __slots__ = ()

    def touches_or_overlaps(self, box: Box) -> bool:
        """Return whether there is no gap."""
        return self.gap_ceil(box) == 0

    def gap_floor(self, box: Box) -> i64:
        """Return the distance between the nearest points, rounded down; 0 if they touch or overlap.

        Use it to test "less than r" and "at least r" for a whole r.
        """
        raise NotImplementedError

    def gap_ceil(self, box: Box) -> i64:
        """Return the distance between the nearest points, rounded up; 0 only if they touch or overlap.

        Use it to test "up to and including r" and "more than r" for a whole r.
        """
        raise NotImplementedError


def tenths_until_contact(room: i64, reach: i64) -> i64:
    """Return the tenths until a turning box may meet a shape, given the room and the reach from its spot."""
    return 1 if room < 6 else (room - 6) * 572 // reach + 1  # 1800 / pi is 572.95...
