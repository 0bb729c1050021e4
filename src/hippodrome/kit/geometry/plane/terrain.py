"""Round terrain, and the edge of the table."""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from hippodrome.kit.geometry.fixed_point import absolute, cosine, sine, sqrt_ceil, sqrt_floor, unscale_nearest
from hippodrome.kit.geometry.plane.boxes import CORNERS, Box, box_at, measure_to_segment
from hippodrome.kit.geometry.plane.outlines import Point
from hippodrome.kit.geometry.plane.poses import COORDINATE_LIMIT_MI, Pose
from hippodrome.kit.geometry.plane.shapes import NEVER, MeasurableShape, Shape, SlidePath, Solid


@mypyc_attr(acyclic=True)
class Circle(MeasurableShape):
    """A circular piece of terrain."""

    __slots__ = ("radius", "x", "y")

    def __init__(self, x: i64, y: i64, radius: i64) -> None:
        if not 0 < radius <= COORDINATE_LIMIT_MI or max(absolute(x), absolute(y)) > COORDINATE_LIMIT_MI:
            raise ValueError(
                f"a circle cannot have radius {radius} and centre ({x}, {y}): the radius must be from 1 to "
                f"{COORDINATE_LIMIT_MI}, coordinates at most {COORDINATE_LIMIT_MI} in both directions"
            )
        super().__init__(x - radius, y - radius, x + radius, y + radius)
        self.x: i64 = x
        self.y: i64 = y
        self.radius: i64 = radius

    def overlaps(self, box: Box) -> bool:
        """Return whether some point of the box is nearer to the centre than the rim."""
        return box.measure_to_point(self.x, self.y)[0] < self.radius * self.radius

    def separation(self, box: Box) -> tuple[i64, i64, i64]:
        """Return the room between rim and box, on the line from the centre to the nearest point of the box."""
        low, _, nx, ny = box.measure_to_point(self.x, self.y)
        return sqrt_floor(low) - self.radius, nx, ny

    def contains_point(self, x: i64, y: i64) -> bool:
        """Return whether a point lies inside the rim."""
        x -= self.x
        y -= self.y
        return x * x + y * y < self.radius * self.radius

    def contains(self, box: Box) -> bool:
        """Return whether all corners of the box lie within the rim."""
        for spot in CORNERS:
            x, y = box.spot_x(spot) - self.x, box.spot_y(spot) - self.y
            if x * x + y * y > self.radius * self.radius:
                return False
        return True

    def blocks(self, x0: i64, y0: i64, x1: i64, y1: i64) -> bool:
        """Return whether a line passes through the inside of the rim."""
        return measure_to_segment(self.x - x0, self.y - y0, x1 - x0, y1 - y0)[0] < self.radius * self.radius

    def gap_floor(self, box: Box) -> i64:
        """Return the distance from the rim to a box, rounded down."""
        return max(0, sqrt_floor(box.measure_to_point(self.x, self.y)[0]) - self.radius)

    def gap_ceil(self, box: Box) -> i64:
        """Return the distance from the rim to a box, rounded up."""
        return max(0, sqrt_ceil(box.measure_to_point(self.x, self.y)[1]) - self.radius)


@mypyc_attr(acyclic=True)
class Ellipse(Solid):
    """An elliptical piece of terrain with a length, a width and a turn.

    Like a box it is defined by whole-number half axes p and q: its rim is the centre plus p * cos + q * sin. A linear
    map turns it into a circle of radius `area` and a box into another parallelogram, so that overlap is decided
    exactly.
    """

    __slots__ = ("area", "px", "py", "qx", "qy", "reach", "x", "y")

    def __init__(self, x: i64, y: i64, turn: i64, length: i64, width: i64) -> None:
        box = box_at(Pose(x, y, turn), length, width)
        if not length:
            raise ValueError("an ellipse must have a length and a width")
        self.px: i64 = box.ax
        self.py: i64 = box.ay
        self.qx: i64 = box.bx
        self.qy: i64 = box.by
        ex = sqrt_ceil(self.px * self.px + self.qx * self.qx)
        ey = sqrt_ceil(self.py * self.py + self.qy * self.qy)
        super().__init__(x - ex, y - ey, x + ex, y + ey)
        self.x: i64 = x
        self.y: i64 = y
        self.area: i64 = box.area
        self.reach: i64 = (max(length, width) >> 1) + 3  # an upper bound of the rounded half axes

    def overlaps(self, box: Box) -> bool:
        """Return whether the mapped box is nearer to the centre than the rim of the circle."""
        return not self.has_disjoint_bounds(box) and self.separation(box)[0] < 0

    def separation(self, box: Box) -> tuple[i64, i64, i64]:
        """Return the room between rim and box, across the direction in which they separate once mapped to a circle."""
        across = max(self.left - box.right, box.left - self.right)
        along = max(self.top - box.bottom, box.top - self.bottom)
        if max(across, along) > 2000:
            # Far away the bounding boxes suffice; nearer, all products stay below 2**62.
            if across > along:
                return across, 1 if box.x > self.x else -1, 0
            return along, 0, 1 if box.y > self.y else -1
        part, zx, zy = self._nearest_mapped(box)
        beyond = self._beyond_rim(part, zx * zx + zy * zy)
        if beyond < 0:
            return min(-1, -self._depth(part, zx * zx + zy * zy)), box.x - self.x, box.y - self.y
        nx = zx * self.qy - zy * self.py
        ny = zy * self.px - zx * self.qx
        shift: i64 = 0
        while max(absolute(nx), absolute(ny)) >= 1 << 21:
            nx, ny, shift = nx >> 1, ny >> 1, shift + 1
        return beyond // ((sqrt_ceil(nx * nx + ny * ny) + 2) << shift), nx, ny

    def _mapped_x(self, x: i64, y: i64) -> i64:
        return x * self.qy - y * self.qx

    def _mapped_y(self, x: i64, y: i64) -> i64:
        return self.px * y - self.py * x

    def _nearest_mapped(self, box: Box) -> tuple[i64, i64, i64]:
        """Return where the mapped box is nearest to the centre: its distance in a direction z, times |z|, and z.

        The direction is that of the nearest corner, or perpendicular to the nearest side; all 0 if the centre is in the
        box.
        """
        cx, cy = self._mapped_x(box.x - self.x, box.y - self.y), self._mapped_y(box.x - self.x, box.y - self.y)
        if not box.length:
            return cx * cx + cy * cy, cx, cy
        ax, ay = self._mapped_x(box.ax, box.ay), self._mapped_y(box.ax, box.ay)
        bx, by = self._mapped_x(box.bx, box.by), self._mapped_y(box.bx, box.by)
        area = ax * by - ay * bx
        along = cy * bx - cx * by
        across = ay * cx - ax * cy
        if absolute(along) <= area and absolute(across) <= area:
            return 0, 0, 0
        if along < 0:
            ax, ay = -ax, -ay
        if across < 0:
            bx, by = -bx, -by
        # Now the corner c + a + b points towards the centre, and one or both of its sides face it.
        end = _nearest_on_side(cx + ax - bx, cy + ay - by, 2 * bx, 2 * by)
        if absolute(across) <= area:
            return end[0], end[1], end[2]
        side = _nearest_on_side(cx + bx - ax, cy + by - ay, 2 * ax, 2 * ay)
        if absolute(along) <= area or side[3] or (not end[3] and side[0] < end[0]):
            return side[0], side[1], side[2]
        return end[0], end[1], end[2]

    def _beyond_rim(self, part: i64, square: i64) -> i64:
        """Return how far `part` exceeds area * sqrt(square), rounded down; -1 if it does not."""
        if square == 0:
            return -1
        if part >= self.area * sqrt_ceil(square):
            return part - self.area * sqrt_ceil(square)
        if part < self.area * sqrt_floor(square):
            return -1
        exact, area, length = int(part), int(self.area), int(square)  # plain integers, because i64 would overflow
        return 0 if exact * exact >= area * area * length else -1

    def _depth(self, part: i64, square: i64) -> i64:
        """Return a lower bound of the distance that an overlapping box must move to be clear.

        The map stretches a distance by at most the longer half axis.
        """
        if square == 0:
            return self.area // self.reach
        return (self.area * sqrt_floor(square) - part) // (sqrt_ceil(square) * self.reach)

    def touches_or_overlaps(self, box: Box) -> bool:
        """Return whether the box overlaps or touches the ellipse."""
        if box.left > self.right or box.right < self.left or box.top > self.bottom or box.bottom < self.top:
            return False
        part, zx, zy = self._nearest_mapped(box)
        exact, area, length = int(part), int(self.area), int(zx * zx + zy * zy)
        return exact * exact <= area * area * length

    def contains_point(self, x: i64, y: i64) -> bool:
        """Return whether a point lies inside the rim."""
        if x <= self.left or x >= self.right or y <= self.top or y >= self.bottom:
            return False
        zx, zy = self._mapped_x(x - self.x, y - self.y), self._mapped_y(x - self.x, y - self.y)
        return zx * zx + zy * zy < self.area * self.area

    def contains(self, box: Box) -> bool:
        """Return whether all corners of the box lie within the rim."""
        if box.left < self.left or box.right > self.right or box.top < self.top or box.bottom > self.bottom:
            return False
        for spot in CORNERS:
            x, y = box.spot_x(spot) - self.x, box.spot_y(spot) - self.y
            zx, zy = self._mapped_x(x, y), self._mapped_y(x, y)
            if zx * zx + zy * zy > self.area * self.area:
                return False
        return True

    def blocks(self, x0: i64, y0: i64, x1: i64, y1: i64) -> bool:
        """Return whether a line passes through the inside of the rim."""
        if max(x0, x1) <= self.left or min(x0, x1) >= self.right:
            return False
        if max(y0, y1) <= self.top or min(y0, y1) >= self.bottom:
            return False
        sx = int(self._mapped_x(x0 - self.x, y0 - self.y))
        sy = int(self._mapped_y(x0 - self.x, y0 - self.y))
        ex = int(self._mapped_x(x1 - x0, y1 - y0))
        ey = int(self._mapped_y(x1 - x0, y1 - y0))
        along = -(sx * ex + sy * ey)
        square = ex * ex + ey * ey
        area = int(self.area)  # all plain integers, because i64 would overflow
        rim = area * area
        if along <= 0:
            return sx * sx + sy * sy < rim
        if along >= square:
            return (sx + ex) ** 2 + (sy + ey) ** 2 < rim
        return (ex * sy - ey * sx) ** 2 < rim * square

    def outline(self, count: i64) -> list[Point]:
        """Return points along the rim, clockwise, rounded to the nearest thousandth."""
        points: list[Point] = []
        for n in range(count):
            turn = n * 3600 // count
            x = self.x + unscale_nearest(self.px * cosine(turn) + self.qx * sine(turn))
            y = self.y + unscale_nearest(self.py * cosine(turn) + self.qy * sine(turn))
            points.append((x, y))
        return points


def _nearest_on_side(x: i64, y: i64, ex: i64, ey: i64) -> tuple[i64, i64, i64, bool]:
    """Return where the side from (x, y) along (ex, ey) is nearest to (0, 0), and whether that is between its ends.

    The place has the format of `_nearest_mapped`.
    """
    along = -(x * ex + y * ey)
    if along <= 0:
        return x * x + y * y, x, y, False
    if along >= ex * ex + ey * ey:
        x, y = x + ex, y + ey
        return x * x + y * y, x, y, False
    offset = ex * y - ey * x
    return (offset, -ey, ex, True) if offset >= 0 else (-offset, ey, -ex, True)


@mypyc_attr(acyclic=True)
class TableEdge(Shape):
    """The edge of the table as an obstacle: a box overlaps it if any part of the box is off the table."""

    __slots__ = ()

    def overlaps(self, box: Box) -> bool:
        """Return whether some part of the box is off the table."""
        return box.left < self.left or box.top < self.top or box.right > self.right or box.bottom > self.bottom

    def separation(self, box: Box) -> tuple[i64, i64, i64]:
        """Return the exact distance to the nearest edge, and the direction from the edge inwards."""
        best = box.left - self.left
        nx: i64 = 1
        ny: i64 = 0
        if box.top - self.top < best:
            best, nx, ny = box.top - self.top, 0, 1
        if self.right - box.right < best:
            best, nx, ny = self.right - box.right, -1, 0
        if self.bottom - box.bottom < best:
            best, nx, ny = self.bottom - box.bottom, 0, -1
        return best, nx, ny

    def slide_hit(self, box: Box, path: SlidePath) -> i64:
        """Return the first distance at which part of a sliding box is off the table; -1 for none."""
        if path.last < 0:
            return -1
        if self.overlaps(box):
            return 0
        across = self.right - box.right if path.cosine > 0 else box.left - self.left
        along = self.bottom - box.bottom if path.sine > 0 else box.top - self.top
        first = min(
            first_distance_beyond(across, absolute(path.cosine)), first_distance_beyond(along, absolute(path.sine))
        )
        return first if first <= path.last else -1

    def is_clear_of_bounds(self, left: i64, top: i64, right: i64, bottom: i64) -> bool:
        """Return whether these bounds lie on the table."""
        return left >= self.left and top >= self.top and right <= self.right and bottom <= self.bottom

    def distance_until_inside(self, left: i64, top: i64, right: i64, bottom: i64, path: SlidePath) -> i64:
        """Return the distance along a path after which these bounds lie on the table; -1 if they never do."""
        across = _distance_back_inside(self.left - left, right - self.right, path.cosine)
        along = _distance_back_inside(self.top - top, bottom - self.bottom, path.sine)
        done = max(across, along)
        if min(across, along) < 0 or done > path.last:
            return -1
        x, y = path.x(done), path.y(done)
        return done if self.is_clear_of_bounds(left + x, top + y, right + x, bottom + y) else -1

    def is_out_of_reach(self, x: i64, y: i64, reach: i64) -> bool:
        """Return whether every edge is at least `reach` away from a point on the table."""
        return min(x - self.left, self.right - x, y - self.top, self.bottom - y) >= reach


def _distance_back_inside(low: i64, high: i64, ratio: i64) -> i64:
    """Return the distance that brings an interval back inside; -1 for none.

    `low` and `high` say how far it sticks out at either end (not positive if it does not), and `ratio` is the change
    per unit of distance, times 2**30.
    """
    if low <= 0 and high <= 0:
        return 0
    need = low if low > 0 else high
    if (low > 0 and high > 0) or (ratio <= 0 if low > 0 else ratio >= 0):
        return -1
    return first_distance_beyond(need - 1, absolute(ratio))


def first_distance_beyond(room: i64, ratio: i64) -> i64:
    """Return the first distance that, times a ratio and rounded to the nearest, exceeds the room.

    The ratio is the absolute value of a sine or cosine, times 2**30; return NEVER if it is 0.
    """
    if ratio == 0:
        return NEVER
    return (((2 * room + 1) << 29) + ratio - 1) // ratio
