"""Boxes: the bases of chariots and men.

A box is a parallelogram with whole-number corners, a rectangle after rounding. Its corners are its middle plus and
minus two whole-number half axes, so opposite sides are exactly parallel, and every result is exact for these corners.
The half axes depend only on turn and size: a box turned about one of its spots keeps that spot exactly, and a turn in
several parts ends exactly like a single turn.

Sides and straight moves are both rounded: a box that slides along a side it touches can drift off it or into it by up
to a thousandth for each half length it moves. Leave a small gap to slide along something.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.kit.geometry.fixed_point import absolute, add_angle, cosine, scale_nearest, sine, sqrt_ceil, sqrt_floor
from hippodrome.kit.geometry.plane.poses import COORDINATE_LIMIT_MI, Pose
from hippodrome.kit.geometry.plane.shapes import NEVER, MeasurableShape, SlidePath

MAX_BOX_SIZE_MI: Final = 20_000
"""The maximum length and width of boxes and ellipses: 20 inches."""

# Spots of a box: corners, middles of sides, middle. A spot is 3 * (along + 1) + across + 1, each from -1 to 1.
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

_MAX_SQUARABLE: Final = 3_000_000_000


@mypyc_attr(acyclic=True, free_list_len=1)
class Box(MeasurableShape):
    """A base: its middle (x, y), its half axes a (ahead) and b (to the right), its turn and its nominal size.

    Create boxes with `box_at`. A box of length and width 0 is a point: it overlaps the shapes that contain it.
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
        self.area: i64 = area if area else 1  # a quarter of the area; 1 for a point, so that no line lies beyond it

    def __repr__(self) -> str:
        return f"box_at(Pose({self.x}, {self.y}, {self.turn}), {self.length}, {self.width})"

    # ------------------------------------------------------------ moving

    def pose(self) -> Pose:
        """Return the position and direction."""
        return Pose(self.x, self.y, self.turn)

    def translate(self, dx: i64, dy: i64) -> Box:
        """Return the box moved by (dx, dy), facing as before."""
        return Box(self.x + dx, self.y + dy, self.turn, self.length, self.width, self.ax, self.ay, self.bx, self.by)

    def forward(self, distance: i64) -> Box:
        """Return the box moved straight ahead, or straight back for a negative distance."""
        return self.slide(self.turn, distance)

    def slide(self, turn: i64, distance: i64) -> Box:
        """Return the box moved in any direction, facing as before."""
        return self.translate(scale_nearest(distance, cosine(turn)), scale_nearest(distance, sine(turn)))

    def pivot(self, spot: i64, angle: i64) -> Box:
        """Return the box turned about one of its spots, which stays in place; clockwise if the angle is positive."""
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

    # ------------------------------------------------------------ spots and halves

    def spot_x(self, spot: i64) -> i64:
        """Return the x coordinate of a spot."""
        return self.x + (spot // 3 - 1) * self.ax + (spot % 3 - 1) * self.bx

    def spot_y(self, spot: i64) -> i64:
        """Return the y coordinate of a spot."""
        return self.y + (spot // 3 - 1) * self.ay + (spot % 3 - 1) * self.by

    def corners(self) -> list[tuple[int, int]]:
        """Return the corners: front right, rear right, rear left, front left."""
        return [(self.spot_x(spot), self.spot_y(spot)) for spot in CORNERS]

    def reach_from(self, spot: i64) -> i64:
        """Return an upper bound of the distance of any point of the box from one of its spots."""
        along = (1 + absolute(spot // 3 - 1)) * (self.length >> 1)
        across = (1 + absolute(spot % 3 - 1)) * (self.width >> 1)
        return sqrt_ceil(along * along + across * across) + 3

    def front_half(self) -> Box:
        """Return the half ahead of the middle, to within a thousandth; for overlap tests, not for turning."""
        cut_x, cut_y = self.ax >> 1, self.ay >> 1
        return Box(
            self.x + cut_x, self.y + cut_y, self.turn, self.length >> 1, self.width,
            self.ax - cut_x, self.ay - cut_y, self.bx, self.by,
        )  # fmt: skip

    def rear_half(self) -> Box:
        """Return the half behind the middle, to within a thousandth; for overlap tests, not for turning."""
        cut_x, cut_y = self.ax >> 1, self.ay >> 1
        return Box(
            self.x - cut_x, self.y - cut_y, self.turn, self.length >> 1, self.width,
            self.ax - cut_x, self.ay - cut_y, self.bx, self.by,
        )  # fmt: skip

    # ------------------------------------------------------------ relations to boxes

    def overlaps(self, box: Box) -> bool:
        """Return whether two boxes overlap: no side of either has the other box wholly beyond it.

        This is the hottest function of all, so its arithmetic is inlined: calls would cost more than they compute.
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
        """Return the room between two boxes, measured across the side of either box that leaves most room."""
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
            # The divisor is a little more than the length of the half axis, however that was rounded.
            room = (absolute(offset) - owner.area - across) // ((size >> 1) + 3)
            if room > best:
                best = room
                nx, ny = (vy, -vx) if offset > 0 else (-vy, vx)
        return best, nx, ny

    def slide_hit(self, box: Box, path: SlidePath) -> i64:
        """Return the first distance at which a sliding box overlaps this one; -1 for none.

        Each side gives the number of steps for which it separates the boxes.
        """
        cx, cy, dx, dy = self.ax, self.ay, self.bx, self.by
        x, y = self.x - box.x, self.y - box.y
        c, s = path.cosine, path.sine
        aside = absolute(c * y - s * x) - path.lane
        if aside >= 0 and aside >= absolute(c * cy - s * cx) + absolute(c * dy - s * dx):
            return -1  # outside its lane
        if self.is_clear_of_path(box, path):
            return -1
        ax, ay, bx, by = box.ax, box.ay, box.bx, box.by
        ac = absolute(ax * cy - ay * cx)
        ad = absolute(ax * dy - ay * dx)
        bc = absolute(bx * cy - by * cx)
        bd = absolute(bx * dy - by * dx)
        done: i64 = 0
        while done <= path.last:
            skip = steps_axis_separates(ax, ay, ax * y - ay * x, box.area + ac + ad, path)
            if skip == 0:
                skip = steps_axis_separates(bx, by, bx * y - by * x, box.area + bc + bd, path)
            if skip == 0:
                skip = steps_axis_separates(cx, cy, cx * y - cy * x, self.area + ac + bc, path)
            if skip == 0:
                skip = steps_axis_separates(dx, dy, dx * y - dy * x, self.area + ad + bd, path)
            if skip == 0:
                return done
            done += skip
            if done <= path.last:
                x = self.x - box.x - path.x(done)
                y = self.y - box.y - path.y(done)
        return -1

    def gap_floor(self, box: Box) -> i64:
        """Return the distance between two boxes, rounded down."""
        return sqrt_floor(self._gap_squared(box)[0])

    def gap_ceil(self, box: Box) -> i64:
        """Return the distance between two boxes, rounded up."""
        return sqrt_ceil(self._gap_squared(box)[1])

    def _gap_squared(self, box: Box) -> tuple[i64, i64]:
        """Return the squared gap, rounded down and up: the smallest from a corner of either box to the other."""
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

    # ------------------------------------------------------------ relations to points and lines

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
        """Return whether a line passes through the inside of the box."""
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
        """Return the squared distance of a point, rounded down and up, and the direction (dx, dy) from it to the box.

        For a point in the box the distance is 0, and the direction points inwards across the nearest side, measured in
        fractions of the box's size.
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
        # Rounding preserves the order, so the nearer one is nearer in both roundings.
        nearer = end if (end[0], end[1]) < (side[0], side[1]) else side
        return nearer

    def distance_floor(self, x: i64, y: i64) -> i64:
        """Return the distance from a point to the nearest point of the box, rounded down."""
        return sqrt_floor(self.measure_to_point(x, y)[0])

    def distance_ceil(self, x: i64, y: i64) -> i64:
        """Return the distance from a point to the nearest point of the box, rounded up."""
        return sqrt_ceil(self.measure_to_point(x, y)[1])


def box_at(pose: Pose, length: i64, width: i64) -> Box:
    """Return the base with this length (ahead) and width at a pose.

    Both must be even, so that halves are whole; 0 by 0 is a point. Raise ValueError for sizes and coordinates that are
    not allowed.
    """
    if absolute(pose.x) > COORDINATE_LIMIT_MI or absolute(pose.y) > COORDINATE_LIMIT_MI:
        raise ValueError(f"({pose.x}, {pose.y}) is too far out: the limit of coordinates is {COORDINATE_LIMIT_MI}")
    if (length | width) & 1 or not (
        length == 0 == width or (0 < length <= MAX_BOX_SIZE_MI and 0 < width <= MAX_BOX_SIZE_MI)
    ):
        raise ValueError(f"a base cannot be {length} by {width}: sizes must be even, from 2 to {MAX_BOX_SIZE_MI}")
    c, s = cosine(pose.turn), sine(pose.turn)
    ax, ay = scale_nearest(length >> 1, c), scale_nearest(length >> 1, s)
    bx, by = -scale_nearest(width >> 1, s), scale_nearest(width >> 1, c)
    return Box(pose.x, pose.y, pose.turn, length, width, ax, ay, bx, by)


def steps_axis_separates(nx: i64, ny: i64, offset: i64, reach: i64, path: SlidePath) -> i64:
    """Return the number of steps until lines along (nx, ny) may stop separating two boxes; 0 if they do not separate
    now.

    `offset` is the distance of the middles across these lines, and `reach` the sum of the half widths.
    """
    slack = absolute(offset) - reach
    if slack < 0:
        return 0
    slack -= absolute(nx) + absolute(ny)
    if slack < 0:
        return 1
    closing = nx * path.sine - ny * path.cosine
    if offset < 0:
        closing = -closing
    if closing <= 0:
        return NEVER
    return (slack << 12) // ((closing >> 18) + 1) + 1


def measure_to_segment(x: i64, y: i64, ex: i64, ey: i64) -> tuple[i64, i64, i64, i64]:
    """Measure the point (x, y) to the segment from (0, 0) to (ex, ey), in the format of `Box.measure_to_point`."""
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
        return _square_over_floor(offset, square), _square_over_ceil(offset, square), ey, -ex
    return _square_over_floor(offset, square), _square_over_ceil(offset, square), -ey, ex


def _square_over_floor(offset: i64, square: i64) -> i64:
    """Return offset * offset / square, rounded down, without overflow."""
    if absolute(offset) < _MAX_SQUARABLE:
        return offset * offset // square
    big, whole = int(offset), int(square)  # plain integers, because i64 would overflow
    return big * big // whole


def _square_over_ceil(offset: i64, square: i64) -> i64:
    """Return offset * offset / square, rounded up, without overflow."""
    if absolute(offset) < _MAX_SQUARABLE:
        return (offset * offset + square - 1) // square
    big, whole = int(offset), int(square)
    return -(-big * big // whole)
