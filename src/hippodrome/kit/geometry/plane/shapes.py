"""What every shape on the plane can be asked, and how a moving box finds what it meets first.

*Touching is not overlapping*: two shapes overlap when their insides meet.

Moves go from place to place: straight ones by whole thousandths, turns by whole tenths of a degree, each place
rounded like a pose. A move is stopped by the first place at which the box overlaps something. `slide_hit` and
`pivot_hit` find that place without trying them all: what keeps the two apart now does so for a number of places that
can be reckoned, and only those are skipped.

- Straight: k places further on, the box has moved k thousandths along its way, give or take at most 1 in x and in y
  for the rounding of both places. A strip of width w between the two, to which the box closes in by c a place, still
  parts them while k * c <= w - sqrt(2); for ever if the box does not close in.
- Turning: k tenths further on, no point of the box has moved farther than k * r * pi / 1800, where r is the distance
  of its farthest corner, give or take 4 in x and in y for the rounding of a corner at both places. Room w is not
  used up while this is at most w - 4 * sqrt(2).

A turn is looked at in whole tenths: a tip that reaches into the path by less than r/1100 (0.004 inch for a base
of 2 by 4 inches) and lies between two of them is not met.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.kit.geometry.fixed_point import FIXED_ONE, absolute, cosine, scale_nearest, sine, sqrt_floor

if TYPE_CHECKING:
    from hippodrome.kit.geometry.plane.boxes import Box

NEVER: Final = 1 << 40  # more places than any move has


@mypyc_attr(acyclic=True, free_list_len=1)
class SlidePath:
    """A straight way that a box is to slide: where each whole distance along it leads, and how far it still goes.

    Whoever finds something in the way ends it before that, so that nothing behind is looked at.
    """

    __slots__ = ("cosine", "dx", "dy", "lane", "last", "sine")

    def __init__(self, box: Box, turn: i64, last: i64) -> None:
        c, s = cosine(turn), sine(turn)
        self.cosine: i64 = c
        self.sine: i64 = s
        self.last: i64 = last
        self.dx: i64 = scale_nearest(last, c)
        self.dy: i64 = scale_nearest(last, s)
        # Half the width of the lane that the box needs, and a thousandth for rounding, times 2**30.
        self.lane: i64 = absolute(c * box.ay - s * box.ax) + absolute(c * box.by - s * box.bx) + FIXED_ONE

    def end_at(self, last: i64) -> None:
        """End the way sooner."""
        self.last = last
        self.dx = scale_nearest(last, self.cosine)
        self.dy = scale_nearest(last, self.sine)

    def x(self, distance: i64) -> i64:
        """How far x has grown after a distance."""
        return scale_nearest(distance, self.cosine)

    def y(self, distance: i64) -> i64:
        """How far y has grown after a distance."""
        return scale_nearest(distance, self.sine)

    def steps_until_contact(self, room: i64, nx: i64, ny: i64) -> i64:
        """How many places on the two may first meet, parted by so much room along (nx, ny), which points to the box."""
        room -= 3
        if room <= 0:
            return 1
        closing = -(nx * self.cosine + ny * self.sine)
        if closing <= 0:
            return NEVER
        return ((room * sqrt_floor(nx * nx + ny * ny)) << 12) // ((closing >> 18) + 1) + 1


@mypyc_attr(acyclic=True)
class Shape:
    """Something a box can run into. Its bounding box is `left`, `top`, `right`, `bottom`."""

    __slots__ = ("bottom", "left", "right", "top")

    def __init__(self, left: i64, top: i64, right: i64, bottom: i64) -> None:
        self.left: i64 = left
        self.top: i64 = top
        self.right: i64 = right
        self.bottom: i64 = bottom

    def overlaps(self, box: Box) -> bool:
        """Return whether the box and the inside of this have a part in common; touching is not enough."""
        return self.separation(box)[0] < 0

    def separation(self, box: Box) -> tuple[i64, i64, i64]:
        """Return the room between a box and this, and the direction (nx, ny) in which the box lies beyond it.

        Negative room: they overlap, and the box must go at least -room - 1 to be clear. Otherwise a strip
        across (nx, ny), at least as wide as the room, keeps them apart; the gap is never smaller than the room.
        """
        raise NotImplementedError

    def slide_hit(self, box: Box, way: SlidePath) -> i64:
        """Return the first distance at which the box, sliding along the way, overlaps this; -1 for none."""
        if self.is_clear_of_path(box, way):
            return -1
        done: i64 = 0
        place = box
        while done <= way.last:
            room, nx, ny = self.separation(place)
            if room < 0:
                return done
            done += way.steps_until_contact(room, nx, ny)
            if done <= way.last:
                place = box.translate(way.x(done), way.y(done))
        return -1

    def pivot_hit(self, box: Box, spot: i64, clockwise: bool, last: i64) -> i64:
        """Return the first angle from 0 to last tenths at which the box, turning about a spot, overlaps this; -1
        for none.
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
        """Return whether the bounding boxes stay clear of each other."""
        return box.left >= self.right or box.right <= self.left or box.top >= self.bottom or box.bottom <= self.top

    def is_clear_of_path(self, box: Box, way: SlidePath) -> bool:
        """Return whether the bounding box of a whole straight move stays clear of this one's."""
        x, y = way.dx, way.dy
        if box.left + (x if x < 0 else 0) >= self.right or box.right + (x if x > 0 else 0) <= self.left:
            return True
        return box.top + (y if y < 0 else 0) >= self.bottom or box.bottom + (y if y > 0 else 0) <= self.top

    def is_clear_of_bounds(self, left: i64, top: i64, right: i64, bottom: i64) -> bool:
        """Return whether nothing within these bounds can overlap this."""
        return left >= self.right or right <= self.left or top >= self.bottom or bottom <= self.top

    def is_out_of_reach(self, x: i64, y: i64, reach: i64) -> bool:
        """Return whether all of this is at least so far from a point."""
        dx = self.left - x if self.left > x else (x - self.right if x > self.right else 0)
        dy = self.top - y if self.top > y else (y - self.bottom if y > self.bottom else 0)
        return dx * dx + dy * dy >= reach * reach


@mypyc_attr(acyclic=True)
class Solid(Shape):
    """Something that lies on the table and has an inside."""

    __slots__ = ()

    def contains_point(self, x: i64, y: i64) -> bool:
        """Return whether a point lies inside; on the rim is not inside."""
        raise NotImplementedError

    def touches_or_overlaps(self, box: Box) -> bool:
        """Return whether a box overlaps this or just touches it."""
        raise NotImplementedError

    def contains(self, box: Box) -> bool:
        """Return whether a box lies wholly within; it may touch the rim."""
        raise NotImplementedError

    def blocks(self, x0: i64, y0: i64, x1: i64, y1: i64) -> bool:
        """Return whether a straight line passes through the inside; along the rim or by a corner is past it."""
        raise NotImplementedError


@mypyc_attr(acyclic=True)
class MeasurableShape(Solid):
    """Something whose gap to a box can be told exactly."""

    __slots__ = ()

    def touches_or_overlaps(self, box: Box) -> bool:
        """Return whether there is no gap."""
        return self.gap_ceil(box) == 0

    def gap_floor(self, box: Box) -> i64:
        """Return the distance between the nearest points, rounded down; 0 if they touch or overlap.

        "Less than r" and "at least r" can be asked of it for any whole r.
        """
        raise NotImplementedError

    def gap_ceil(self, box: Box) -> i64:
        """Return the distance between the nearest points, rounded up; 0 only if they touch or overlap.

        "Up to and including r" and "more than r" can be asked of it for any whole r.
        """
        raise NotImplementedError


def tenths_until_contact(room: i64, reach: i64) -> i64:
    """How many tenths on two things with so much room may first meet, if one turns and reaches so far from its spot."""
    return 1 if room < 6 else (room - 6) * 572 // reach + 1  # 1800 / pi is 572.95...
