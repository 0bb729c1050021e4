"""Wedges between two directions, and the quarters around a base into which its crew can shoot."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.kit.geometry.fixed_point import FRACTION_BITS, absolute, add_angle, cosine, sine
from hippodrome.kit.geometry.plane.boxes import Box
from hippodrome.kit.geometry.plane.polygons import ConvexShape

# Quarters around a base.
FRONT_ARC: Final = 0
REAR_ARC: Final = 1
RIGHT_FORE_ARC: Final = 2
LEFT_FORE_ARC: Final = 3
RIGHT_AFT_ARC: Final = 4
LEFT_AFT_ARC: Final = 5


@mypyc_attr(acyclic=True)
class Wedge:
    """The area between two directions from a tip, including its borders and the tip.

    It opens clockwise from a turn by an angle of 1 to 1800 tenths of a degree.
    """

    __slots__ = ("mx", "my", "ux", "uy", "vx", "vy", "x", "y")

    def __init__(self, x: i64, y: i64, turn: i64, angle: i64) -> None:
        if not 0 < angle <= 1800:
            raise ValueError(f"a wedge must open by 1 to 1800 tenths of a degree, not {angle}")
        middle, end = add_angle(turn, angle >> 1), add_angle(turn, angle)
        self.x: i64 = x
        self.y: i64 = y
        self.ux: i64 = cosine(turn)
        self.uy: i64 = sine(turn)
        self.mx: i64 = cosine(middle)
        self.my: i64 = sine(middle)
        self.vx: i64 = cosine(end)
        self.vy: i64 = sine(end)

    def contains_point(self, x: i64, y: i64) -> bool:
        """Return whether a point lies in the wedge or on its border."""
        x -= self.x
        y -= self.y
        return self.ux * y - self.uy * x >= 0 and x * self.vy - y * self.vx >= 0

    def contains(self, box: Box) -> bool:
        """Return whether a box lies wholly in the wedge."""
        x, y = box.x - self.x, box.y - self.y
        near = absolute(self.ux * box.ay - self.uy * box.ax) + absolute(self.ux * box.by - self.uy * box.bx)
        far = absolute(self.vx * box.ay - self.vy * box.ax) + absolute(self.vx * box.by - self.vy * box.bx)
        return self.ux * y - self.uy * x >= near and x * self.vy - y * self.vx >= far

    def overlaps(self, box: Box) -> bool:
        """Return whether the wedge and the inside of a box overlap; touching is not enough."""
        x, y = box.x - self.x, box.y - self.y
        near = absolute(self.ux * box.ay - self.uy * box.ax) + absolute(self.ux * box.by - self.uy * box.bx)
        far = absolute(self.vx * box.ay - self.vy * box.ax) + absolute(self.vx * box.by - self.vy * box.bx)
        if self.ux * y - self.uy * x <= -near or x * self.vy - y * self.vx <= -far:
            return False
        return not (self._is_beyond(x, y, box.ax, box.ay, box.area) or self._is_beyond(x, y, box.bx, box.by, box.area))

    def _is_beyond(self, x: i64, y: i64, ax: i64, ay: i64, area: i64) -> bool:
        """Return whether the whole wedge lies beyond one of the two sides of a box along (ax, ay)."""
        tip = ay * x - ax * y
        start = ax * self.uy - ay * self.ux
        middle = ax * self.my - ay * self.mx  # for a wedge of 1800 tenths the borders alone do not decide
        end = ax * self.vy - ay * self.vx
        if tip >= area:
            return start >= 0 and middle >= 0 and end >= 0
        return tip <= -area and start <= 0 and middle <= 0 and end <= 0

    def reaches(self, box: Box, reach: i64) -> bool:
        """Return whether some point of a box lies in the wedge within a distance of its tip.

        If the point of the box nearest to the tip lies in the wedge, it decides. Otherwise the first point of the box
        on one of the borders does.
        """
        low, high, nx, ny = box.measure_to_point(self.x, self.y)
        if high == 0:
            return True
        if self.ux * ny - self.uy * nx >= 0 and nx * self.vy - ny * self.vx >= 0:
            return high <= reach * reach
        if low > reach * reach or not box.length:
            return False
        return self._border_reaches(box, self.ux, self.uy, reach) or self._border_reaches(box, self.vx, self.vy, reach)

    def _border_reaches(self, box: Box, ux: i64, uy: i64, reach: i64) -> bool:
        """Return whether a border of the wedge meets the box within a distance of the tip.

        The border runs inside the box from the fraction first_part / first_whole to last_part / last_whole.
        """
        first_part, first_whole = 0, 1
        last_part, last_whole = 1, 0
        for axis in range(2):
            ax, ay = (box.bx, box.by) if axis else (box.ax, box.ay)
            tip = int(ax * (self.y - box.y) - ay * (self.x - box.x))
            speed = int(ax * uy - ay * ux)
            if speed < 0:
                tip, speed = -tip, -speed
            enter, leave = -int(box.area) - tip, int(box.area) - tip
            if speed == 0:
                if enter > 0 or leave < 0:
                    return False
                continue
            if enter * first_whole > first_part * speed:
                first_part, first_whole = enter, speed
            if leave * last_whole < last_part * speed:
                last_part, last_whole = leave, speed
        if first_part * last_whole > last_part * first_whole:
            return False
        along, across, far = int(ux), int(uy), int(reach)  # plain integers, because i64 would overflow
        border = along * along + across * across
        return first_part * first_part * border <= far * far * first_whole * first_whole


# quarters -----------------------------------------------------------------------------------------


def quarter_of_point(box: Box, waist: i64, x: i64, y: i64) -> i64:
    """Return the quarter around a base in which a point lies.

    Front and rear open by 45 degrees from the corners of the base. The rest lies to the right or left, ahead of or
    behind a line across the base at `waist` ahead of its middle. A point on a border belongs to the front, then the
    rear, then the right, then the fore quarter.
    """
    c, s = cosine(box.turn), sine(box.turn)
    x -= box.x
    y -= box.y
    ahead = x * c + y * s
    aside = y * c - x * s
    length, width = (box.length >> 1) << FRACTION_BITS, (box.width >> 1) << FRACTION_BITS
    if absolute(ahead) >= length and absolute(aside) <= width + absolute(ahead) - length:
        return FRONT_ARC if ahead > 0 else REAR_ARC
    fore = ahead >= waist << FRACTION_BITS
    if aside >= 0:
        return RIGHT_FORE_ARC if fore else RIGHT_AFT_ARC
    return LEFT_FORE_ARC if fore else LEFT_AFT_ARC


def quarters_of_box(box: Box, waist: i64, target: Box) -> i64:
    """Return the quarters around a base in which a target lies, as a bit mask of 1 << quarter.

    The target counts with its nine spots: corners, middles of sides, middle.
    """
    mask: i64 = 0
    for spot in range(9):
        mask |= 1 << quarter_of_point(box, waist, target.spot_x(spot), target.spot_y(spot))
    return mask


def is_line_in_side_wedge(box: Box, waist: i64, to_right: bool, line: ConvexShape, reach: i64) -> bool:
    """Return whether part of a line lies in the forward side wedge of a base and nearer to the base than a distance.

    The wedge opens from the middle of the base, `waist` ahead of its centre: from straight to the right or left to 45
    degrees ahead of that. The line is cut where it leaves the wedge, to the nearest thousandth.
    """
    side = line.sides[0]
    starts = _depths(box, waist, to_right, side.x, side.y)
    ends = _depths(box, waist, to_right, side.x + side.ex, side.y + side.ey)
    first_part, first_whole, last_part, last_whole = 0, 1, 1, 1
    for n in range(2):
        start, end = starts[n], ends[n]
        if start <= 0 and end <= 0:
            return False
        if start < 0 and -start * first_whole > first_part * (end - start):
            first_part, first_whole = -start, end - start
        elif end < 0 and start * last_whole < last_part * (start - end):
            last_part, last_whole = start, start - end
    if first_part * last_whole >= last_part * first_whole:
        return False
    x0, y0 = (
        side.x + _fraction_of(side.ex, first_part, first_whole),
        side.y + _fraction_of(side.ey, first_part, first_whole),
    )
    x1, y1 = (
        side.x + _fraction_of(side.ex, last_part, last_whole),
        side.y + _fraction_of(side.ey, last_part, last_whole),
    )
    if x0 == x1 and y0 == y1:
        return box.distance_floor(x0, y0) < reach
    return ConvexShape([(x1, y1), (x0, y0)]).gap_floor(box) < reach


def _depths(box: Box, waist: i64, to_right: bool, x: i64, y: i64) -> tuple[int, int]:
    """Return the depth of a point inside both borders of a forward side wedge, times 2**30; negative is outside."""
    c, s = cosine(box.turn), sine(box.turn)
    ahead = (x - box.x) * c + (y - box.y) * s - (waist << FRACTION_BITS)
    aside = (y - box.y) * c - (x - box.x) * s
    return (ahead, (aside if to_right else -aside) - ahead)


def _fraction_of(length: int, part: int, whole: int) -> int:
    """Return length * part / whole, rounded to the nearest whole number."""
    return (2 * length * part + whole) // (2 * whole)
