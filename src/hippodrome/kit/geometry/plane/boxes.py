"""Boxes: the bases of chariots and men.

A box is a parallelogram with whole-number corners, the rounded image of a rectangle. Its corners are its middle
plus and minus two whole-number half axes, so opposite sides are exactly parallel, and every answer about boxes is
exact for these corners. The half axes depend on nothing but turn and size: a box turned about one of its spots keeps
that spot to the thousandth, and turned in parts it ends exactly where it ends in one.

A side is rounded, and a straight way is rounded: a box that slides along a side it touches comes off it or into it
by up to a thousandth for each half length it goes. What is to slide along something stands a little off it.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.kit.geometry.fixed_point import absolute, add_angle, cosine, scale_nearest, sine, sqrt_ceil, sqrt_floor
from hippodrome.kit.geometry.plane.poses import COORDINATE_LIMIT_MI, Pose
from hippodrome.kit.geometry.plane.shapes import NEVER, MeasurableShape, SlidePath

MAX_BOX_SIZE_MI: Final = 20_000
"""No box and no ellipse is longer than this (20 inches)."""

# Spots of a box: its corners, the middles of its sides, its middle. 3 * (along + 1) + across + 1.
REAR_LEFT: Final = 0
REAR_MIDDLE: Final = 1
REAR_RIGHT: Final = 2
MIDDLE_LEFT: Final = 3
MIDDLE: Final = 4
MIDDLE_RIGHT: Final = 5
FRONT_LEFT: Final = 6
FRONT_MIDDLE: Final = 7
FRONT_RIGHT: Final = 8
CORNERS: Final = (FRONT_RIGHT, REAR_RIGHT, REAR_LEFT, FRONT_LEFT)

_FARTHEST_SQUARABLE: Final = 3_000_000_000


@mypyc_attr(acyclic=True, free_list_len=1)
class Box(MeasurableShape):
    """A base: its middle (x, y), its half axes a (ahead) and b (to the right), its turn and its nominal size.

    Made by `box_at`. A box of length and width 0 is a point: it overlaps whatever holds it.
    """

    __slots__ = ("area", "ax", "ay", "bx", "by", "ex", "ey", "length", "turn", "width", "x", "y")

    def __init__(self, x: i64, y: i64, turn: i64, length: i64, width: i64, ax: i64, ay: i64, bx: i64, by: i64) -> None:
        ex = absolute(ax) + absolute(bx)
        ey = absolute(ay) + absolute(by)
        self.left: i64 = x - ex
        self.top: i64 = y - ey
        self.right: i64 = x + ex
        self.bottom: i64 = y + ey
        self.x: i64 = x
        self.y: i64 = y
        self.turn: i64 = turn
        self.length: i64 = length
        self.width: i64 = width
        self.ax: i64 = ax
        self.ay: i64 = ay
        self.bx: i64 = bx
        self.by: i64 = by
        self.ex: i64 = ex
        self.ey: i64 = ey
        area = ax * by - ay * bx
        self.area: i64 = area if area else 1  # a quarter of it; of a point 1, so that no line is beyond it

    def __repr__(self) -> str:
        return f"box_at(Pose({self.x}, {self.y}, {self.turn}), {self.length}, {self.width})"

    # ------------------------------------------------------------ moving

    def pose(self) -> Pose:
        """Where it stands and which way it faces."""
        return Pose(self.x, self.y, self.turn)

    def translate(self, dx: i64, dy: i64) -> Box:
        """Return the same box elsewhere, facing as before."""
        return Box(self.x + dx, self.y + dy, self.turn, self.length, self.width, self.ax, self.ay, self.bx, self.by)

    def forward(self, distance: i64) -> Box:
        """Return the box moved straight ahead, or straight back for a negative distance."""
        return self.slide(self.turn, distance)

    def slide(self, turn: i64, distance: i64) -> Box:
        """Return the box moved in any direction, facing as before."""
        return self.translate(scale_nearest(distance, cosine(turn)), scale_nearest(distance, sine(turn)))

    def pivot(self, spot: i64, angle: i64) -> Box:
        """Return the box turned about one of its spots, clockwise if the angle is positive; the spot stays where
        it is.
        """
        along = spot // 3 - 1
        across = spot % 3 - 1
        turn = add_angle(self.turn, angle)
        c, s = cosine(turn), sine(turn)
        length, width = self.length >> 1, self.width >> 1
        ax, ay = scale_nearest(length, c), scale_nearest(length, s)
        bx, by = -scale_nearest(width, s), scale_nearest(width, c)
        x = self.spot_x(spot) - along * ax - across * bx
        y = self.spot_y(spot) - along * ay - across * by
        return Box(x, y, turn, self.length, self.width, ax, ay, bx, by)

    # ------------------------------------------------------------ parts

    def spot_x(self, spot: i64) -> i64:
        """Return the x of a spot."""
        return self.x + (spot // 3 - 1) * self.ax + (spot % 3 - 1) * self.bx

    def spot_y(self, spot: i64) -> i64:
        """Return the y of a spot."""
        return self.y + (spot // 3 - 1) * self.ay + (spot % 3 - 1) * self.by

    def corners(self) -> list[tuple[int, int]]:
        """Return the corners: front right, rear right, rear left, front left."""
        return [(self.spot_x(spot), self.spot_y(spot)) for spot in CORNERS]

    def reach_from(self, spot: i64) -> i64:
        """Return a length that no point of the box exceeds, seen from a spot about which it turns."""
        along = (1 + absolute(spot // 3 - 1)) * (self.length >> 1)
        across = (1 + absolute(spot % 3 - 1)) * (self.width >> 1)
        return sqrt_ceil(along * along + across * across) + 3

    def front_half(self) -> Box:
        """Return the half ahead of the middle, to within a thousandth; for asking what it overlaps, not for turning."""
        cut_x, cut_y = self.ax >> 1, self.ay >> 1
        return Box(
            self.x + cut_x, self.y + cut_y, self.turn, self.length >> 1, self.width,
            self.ax - cut_x, self.ay - cut_y, self.bx, self.by,
        )  # fmt: skip

    def rear_half(self) -> Box:
        """Return the half behind the middle, to within a thousandth; for asking what it overlaps, not for turning."""
        cut_x, cut_y = self.ax >> 1, self.ay >> 1
        return Box(
            self.x - cut_x, self.y - cut_y, self.turn, self.length >> 1, self.width,
            self.ax - cut_x, self.ay - cut_y, self.bx, self.by,
        )  # fmt: skip

    # ------------------------------------------------------------ against a box

    def overlaps(self, box: Box) -> bool:
        """Return whether two boxes overlap: no side of either has the other box wholly beyond it.

        The busiest function of all: written out, for a call costs the compiled build more than what it does here.
        """
        if box.left >= self.right or box.right <= self.left or box.top >= self.bottom or box.bottom <= self.top:
            return False
        x = self.x - box.x
        y = self.y - box.y
        ax, ay, bx, by = box.ax, box.ay, box.bx, box.by
        cx, cy, dx, dy = self.ax, self.ay, self.bx, self.by
        ac = ax * cy - ay * cx
        ad = ax * dy - ay * dx
        bc = bx * cy - by * cx
        bd = bx * dy - by * dx
        ac = ac if ac >= 0 else -ac
        ad = ad if ad >= 0 else -ad
        bc = bc if bc >= 0 else -bc
        bd = bd if bd >= 0 else -bd
        offset = ax * y - ay * x
        reach = box.area + ac + ad
        if offset >= reach or -offset >= reach:
            return False
        offset = bx * y - by * x
        reach = box.area + bc + bd
        if offset >= reach or -offset >= reach:
            return False
        offset = cx * y - cy * x
        reach = self.area + ac + bc
        if offset >= reach or -offset >= reach:
            return False
        offset = dx * y - dy * x
        reach = self.area + ad + bd
        return offset < reach and -offset < reach

    def separation(self, box: Box) -> tuple[i64, i64, i64]:
        """Return the room between two boxes, by the side of either that leaves most."""
        x = self.x - box.x
        y = self.y - box.y
        best: i64 = -NEVER
        nx: i64 = 0
        ny: i64 = 0
        for axis in range(4):
            owner = box if axis < 2 else self
            other = self if axis < 2 else box
            if axis & 1:
                vx, vy, size = owner.bx, owner.by, owner.width
            else:
                vx, vy, size = owner.ax, owner.ay, owner.length
            offset = vx * y - vy * x
            across = absolute(vx * other.ay - vy * other.ax) + absolute(vx * other.by - vy * other.bx)
            # Divided by a little more than the length of the half axis, however it was rounded.
            room = (absolute(offset) - owner.area - across) // ((size >> 1) + 3)
            if room > best:
                best = room
                nx, ny = (vy, -vx) if offset > 0 else (-vy, vx)
        return best, nx, ny

    def slide_hit(self, box: Box, way: SlidePath) -> i64:
        """Return the first distance at which a sliding box overlaps this one: each side is asked how long it
        parts them.
        """
        cx, cy, dx, dy = self.ax, self.ay, self.bx, self.by
        x, y = self.x - box.x, self.y - box.y
        c, s = way.cosine, way.sine
        aside = absolute(c * y - s * x) - way.lane
        if aside >= 0 and aside >= absolute(c * cy - s * cx) + absolute(c * dy - s * dx):
            return -1  # not in its lane
        if self.is_clear_of_path(box, way):
            return -1
        ax, ay, bx, by = box.ax, box.ay, box.bx, box.by
        ac = absolute(ax * cy - ay * cx)
        ad = absolute(ax * dy - ay * dx)
        bc = absolute(bx * cy - by * cx)
        bd = absolute(bx * dy - by * dx)
        done: i64 = 0
        while done <= way.last:
            skip = steps_axis_separates(ax, ay, ax * y - ay * x, box.area + ac + ad, way)
            if skip == 0:
                skip = steps_axis_separates(bx, by, bx * y - by * x, box.area + bc + bd, way)
            if skip == 0:
                skip = steps_axis_separates(cx, cy, cx * y - cy * x, self.area + ac + bc, way)
            if skip == 0:
                skip = steps_axis_separates(dx, dy, dx * y - dy * x, self.area + ad + bd, way)
            if skip == 0:
                return done
            done += skip
            if done <= way.last:
                x = self.x - box.x - way.x(done)
                y = self.y - box.y - way.y(done)
        return -1

    def gap_floor(self, box: Box) -> i64:
        """Return the distance between two boxes, rounded down."""
        return sqrt_floor(self._gap_squared(box)[0])

    def gap_ceil(self, box: Box) -> i64:
        """Return the distance between two boxes, rounded up."""
        return sqrt_ceil(self._gap_squared(box)[1])

    def _gap_squared(self, box: Box) -> tuple[i64, i64]:
        """Return the squared gap, rounded down and up: the least from a corner of either box to the other."""
        if self.overlaps(box):
            return 0, 0
        low: i64 = NEVER << 20
        high: i64 = NEVER << 20
        for spot in CORNERS:
            near = self.measure_to_point(box.spot_x(spot), box.spot_y(spot))
            low, high = min(low, near[0]), min(high, near[1])
            near = box.measure_to_point(self.spot_x(spot), self.spot_y(spot))
            low, high = min(low, near[0]), min(high, near[1])
        return low, high

    # ------------------------------------------------------------ against points and lines

    def contains_point(self, x: i64, y: i64) -> bool:
        """Return whether a point lies inside the box."""
        x -= self.x
        y -= self.y
        return absolute(x * self.by - y * self.bx) < self.area and absolute(self.ax * y - self.ay * x) < self.area

    def contains(self, box: Box) -> bool:
        """Return whether a box lies wholly within this one."""
        x = box.x - self.x
        y = box.y - self.y
        ax, ay, bx, by = self.ax, self.ay, self.bx, self.by
        across = absolute(ax * box.ay - ay * box.ax) + absolute(ax * box.by - ay * box.bx)
        along = absolute(bx * box.ay - by * box.ax) + absolute(bx * box.by - by * box.bx)
        return absolute(ax * y - ay * x) + across <= self.area and absolute(bx * y - by * x) + along <= self.area

    def blocks(self, x0: i64, y0: i64, x1: i64, y1: i64) -> bool:
        """Return whether a straight line passes through the inside of the box."""
        if x0 == x1 and y0 == y1:
            return self.contains_point(x0, y0)
        x0, y0, x1, y1 = x0 - self.x, y0 - self.y, x1 - self.x, y1 - self.y
        ax, ay, bx, by, area = self.ax, self.ay, self.bx, self.by, self.area
        start, end = ax * y0 - ay * x0, ax * y1 - ay * x1
        if (start >= area and end >= area) or (start <= -area and end <= -area):
            return False
        start, end = bx * y0 - by * x0, bx * y1 - by * x1
        if (start >= area and end >= area) or (start <= -area and end <= -area):
            return False
        ex, ey = x1 - x0, y1 - y0
        return absolute(ex * y0 - ey * x0) < absolute(ex * ay - ey * ax) + absolute(ex * by - ey * bx)

    def measure_to_point(self, x: i64, y: i64) -> tuple[i64, i64, i64, i64]:
        """How near a point is: the squared distance rounded down and up, and the direction from it to the box.

        For a point in the box the distance is 0 and the direction leads in by the nearest side, in parts of its size.
        """
        x -= self.x
        y -= self.y
        if not self.length:
            square = x * x + y * y
            return square, square, -x, -y
        ax, ay, bx, by = self.ax, self.ay, self.bx, self.by
        along = x * by - y * bx
        across = ax * y - ay * x
        ahead: i64 = 1 if along >= 0 else -1
        aside: i64 = 1 if across >= 0 else -1
        if absolute(along) <= self.area and absolute(across) <= self.area:
            if absolute(along) >= absolute(across):
                return 0, 0, -ahead * by, ahead * bx
            return 0, 0, aside * ay, -aside * ax
        if absolute(across) <= self.area:
            return measure_to_segment(x - ahead * ax + bx, y - ahead * ay + by, 2 * bx, 2 * by)
        side = measure_to_segment(x - aside * bx + ax, y - aside * by + ay, 2 * ax, 2 * ay)
        if absolute(along) <= self.area:
            return side
        end = measure_to_segment(x - ahead * ax + bx, y - ahead * ay + by, 2 * bx, 2 * by)
        # Both roundings keep the order, so the nearer of the two is the nearer in each.
        nearer = end if (end[0], end[1]) < (side[0], side[1]) else side
        return nearer

    def distance_floor(self, x: i64, y: i64) -> i64:
        """Return the distance from a point to the nearest point of the box, rounded down."""
        return sqrt_floor(self.measure_to_point(x, y)[0])

    def distance_ceil(self, x: i64, y: i64) -> i64:
        """Return the distance from a point to the nearest point of the box, rounded up."""
        return sqrt_ceil(self.measure_to_point(x, y)[1])


def box_at(pose: Pose, length: i64, width: i64) -> Box:
    """Return the base of this length (ahead) and width on a pose.

    Both are even, for whole halves; 0 by 0 is a point.
    """
    if absolute(pose.x) > COORDINATE_LIMIT_MI or absolute(pose.y) > COORDINATE_LIMIT_MI:
        raise ValueError(f"({pose.x}, {pose.y}) is too far out: coordinates go to {COORDINATE_LIMIT_MI}")
    if (length | width) & 1 or not (
        length == 0 == width or (0 < length <= MAX_BOX_SIZE_MI and 0 < width <= MAX_BOX_SIZE_MI)
    ):
        raise ValueError(f"a base of {length} by {width} cannot be: sizes are even, from 2 to {MAX_BOX_SIZE_MI}")
    c, s = cosine(pose.turn), sine(pose.turn)
    ax, ay = scale_nearest(length >> 1, c), scale_nearest(length >> 1, s)
    bx, by = -scale_nearest(width >> 1, s), scale_nearest(width >> 1, c)
    return Box(pose.x, pose.y, pose.turn, length, width, ax, ay, bx, by)


def steps_axis_separates(nx: i64, ny: i64, offset: i64, reach: i64, way: SlidePath) -> i64:
    """How many places on the lines along (nx, ny) may first fail to part two boxes; 0 if they do not part them now."""
    slack = absolute(offset) - reach
    if slack < 0:
        return 0
    slack -= absolute(nx) + absolute(ny)
    if slack < 0:
        return 1
    closing = nx * way.sine - ny * way.cosine
    if offset < 0:
        closing = -closing
    if closing <= 0:
        return NEVER
    return (slack << 12) // ((closing >> 18) + 1) + 1


def measure_to_segment(x: i64, y: i64, ex: i64, ey: i64) -> tuple[i64, i64, i64, i64]:
    """How near the point (x, y) is to the line from (0, 0) to (ex, ey), as `Box.nearest` says it."""
    along = x * ex + y * ey
    square = ex * ex + ey * ey
    if along <= 0:
        near = x * x + y * y
        return near, near, -x, -y
    if along >= square:
        x -= ex
        y -= ey
        near = x * x + y * y
        return near, near, -x, -y
    offset = ex * y - ey * x
    if offset >= 0:
        return _share_floor(offset, square), _share_ceil(offset, square), ey, -ex
    return _share_floor(offset, square), _share_ceil(offset, square), -ey, ex


def _share_floor(offset: i64, square: i64) -> i64:
    """offset * offset / square, rounded down, whatever the size of the product."""
    if absolute(offset) < _FARTHEST_SQUARABLE:
        return offset * offset // square
    big, whole = int(offset), int(square)  # not i64, which would wrap round
    return big * big // whole


def _share_ceil(offset: i64, square: i64) -> i64:
    """offset * offset / square, rounded up, whatever the size of the product."""
    if absolute(offset) < _FARTHEST_SQUARABLE:
        return (offset * offset + square - 1) // square
    big, whole = int(offset), int(square)
    return -(-big * big // whole)
