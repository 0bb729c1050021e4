"""Shapes with straight sides: polygons and walls.

A polygon may be concave but has no holes, and its outline may not cross itself. A wall is a line of segments without
thickness: a box overlaps it if part of it lies inside the box. A wall blocks every line of sight that meets it, also at
its ends; otherwise a line could pass between two adjoining segments.
"""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from hippodrome.kit.geometry.fixed_point import absolute, sqrt_ceil, sqrt_floor
from hippodrome.kit.geometry.plane.boxes import CORNERS, Box, measure_to_segment, steps_axis_separates
from hippodrome.kit.geometry.plane.outlines import (
    Line,
    OutlineError,
    Point,
    bounds,
    check_coordinates,
    segments_intersect,
    segments_overlap,
    simplify_outline,
    split_convex,
)
from hippodrome.kit.geometry.plane.shapes import NEVER, MeasurableShape, SlidePath


@mypyc_attr(acyclic=True)
class Side:
    """A side of a convex shape: its start (x, y), its vector (ex, ey) and its length rounded up."""

    __slots__ = ("ex", "ey", "size", "x", "y")

    def __init__(self, x: i64, y: i64, ex: i64, ey: i64) -> None:
        self.x: i64 = x
        self.y: i64 = y
        self.ex: i64 = ex
        self.ey: i64 = ey
        self.size: i64 = sqrt_ceil(ex * ex + ey * ey)


@mypyc_attr(acyclic=True)
class ConvexShape(MeasurableShape):
    """A convex polygon with its corners clockwise on the screen; with two corners, a segment of a wall."""

    __slots__ = ("sides",)

    def __init__(self, points: list[Point]) -> None:
        self.left, self.top, self.right, self.bottom = bounds(points)
        self.sides: list[Side] = []
        x0, y0 = points[-1]
        for x1, y1 in points:
            self.sides.append(Side(x0, y0, x1 - x0, y1 - y0))
            x0, y0 = x1, y1

    def overlaps(self, box: Box) -> bool:
        """Return whether shape and box overlap: no side of either has the other wholly beyond it."""
        return not self.has_disjoint_bounds(box) and self.separation(box)[0] < 0

    def separation(self, box: Box) -> tuple[i64, i64, i64]:
        """Return the room to a box, measured across the side of either that leaves most room."""
        ax, ay, bx, by = box.ax, box.ay, box.bx, box.by
        best: i64 = -NEVER
        nx: i64 = 0
        ny: i64 = 0
        low_a: i64 = NEVER
        low_b: i64 = NEVER
        high_a: i64 = -NEVER
        high_b: i64 = -NEVER
        for side in self.sides:
            x, y = side.x - box.x, side.y - box.y
            ex, ey = side.ex, side.ey
            # The distance of the box beyond this side, times the length of the side.
            beyond = ex * y - ey * x - absolute(ex * ay - ey * ax) - absolute(ex * by - ey * bx)
            room = beyond // side.size
            if room > best:
                best, nx, ny = room, ey, -ex
            across = ax * y - ay * x
            low_a, high_a = min(low_a, across), max(high_a, across)
            along = bx * y - by * x
            low_b, high_b = min(low_b, along), max(high_b, along)
        room = max(low_a, -high_a) - box.area
        room //= (box.length >> 1) + 3
        if room > best:
            best, nx, ny = (room, ay, -ax) if low_a > -high_a else (room, -ay, ax)
        room = max(low_b, -high_b) - box.area
        room //= (box.width >> 1) + 3
        if room > best:
            best, nx, ny = (room, by, -bx) if low_b > -high_b else (room, -by, bx)
        return best, nx, ny

    def slide_hit(self, box: Box, path: SlidePath) -> i64:
        """Return the first distance at which a sliding box overlaps the shape; -1 for none.

        Each side gives the number of steps for which it separates them.
        """
        if self.is_clear_of_path(box, path) or self.is_clear_of_lane(box, path):
            return -1
        done: i64 = 0
        x, y = box.x, box.y
        while done <= path.last:
            skip = self.steps_own_sides_separate(box, x, y, path)
            if skip == 0:
                skip = self.steps_box_sides_separate(box, x, y, path)
            if skip == 0:
                return done
            done += skip
            if done <= path.last:
                x, y = box.x + path.x(done), box.y + path.y(done)
        return -1

    def is_clear_of_lane(self, box: Box, path: SlidePath) -> bool:
        """Return whether the shape lies wholly to one side of the lane that a sliding box needs."""
        low: i64 = NEVER << 20
        high: i64 = -(NEVER << 20)
        for side in self.sides:
            aside = path.cosine * (side.y - box.y) - path.sine * (side.x - box.x)
            if aside < low:
                low = aside
            if aside > high:
                high = aside
        return low >= path.lane or high <= -path.lane

    def steps_own_sides_separate(self, box: Box, x: i64, y: i64, path: SlidePath) -> i64:
        """Return the steps until a side of the shape may stop separating it from a box at (x, y); 0 if none does."""
        for side in self.sides:
            ex, ey = side.ex, side.ey
            offset = ex * (side.y - y) - ey * (side.x - x)
            if offset >= 0:
                reach = absolute(ex * box.ay - ey * box.ax) + absolute(ex * box.by - ey * box.bx)
                if offset >= reach:
                    return steps_axis_separates(ex, ey, offset, reach, path)
        return 0

    def steps_box_sides_separate(self, box: Box, x: i64, y: i64, path: SlidePath) -> i64:
        """Return the steps until a side of the box may stop separating it from the shape; 0 if none does now."""
        ax, ay, bx, by = box.ax, box.ay, box.bx, box.by
        low_a: i64 = NEVER
        low_b: i64 = NEVER
        high_a: i64 = -NEVER
        high_b: i64 = -NEVER
        for side in self.sides:
            across = ax * (side.y - y) - ay * (side.x - x)
            low_a = across if across < low_a else low_a
            high_a = across if across > high_a else high_a
            along = bx * (side.y - y) - by * (side.x - x)
            low_b = along if along < low_b else low_b
            high_b = along if along > high_b else high_b
        if low_b >= box.area or high_b <= -box.area:
            return steps_axis_separates(bx, by, low_b if low_b > -high_b else high_b, box.area, path)
        if low_a >= box.area or high_a <= -box.area:
            return steps_axis_separates(ax, ay, low_a if low_a > -high_a else high_a, box.area, path)
        return 0

    def contains_point(self, x: i64, y: i64) -> bool:
        """Return whether a point lies inside the shape; a wall has no inside."""
        return all(side.ex * (y - side.y) - side.ey * (x - side.x) > 0 for side in self.sides)

    def contains(self, box: Box) -> bool:
        """Return whether a box lies wholly within the shape."""
        for side in self.sides:
            ex, ey = side.ex, side.ey
            depth = ex * (box.y - side.y) - ey * (box.x - side.x)
            if depth < absolute(ex * box.ay - ey * box.ax) + absolute(ex * box.by - ey * box.bx):
                return False
        return True

    def blocks(self, x0: i64, y0: i64, x1: i64, y1: i64) -> bool:
        """Return whether a line passes through the inside, or meets the segment of a wall."""
        if len(self.sides) == 2:
            side = self.sides[0]
            return segments_intersect(x0, y0, x1, y1, side.x, side.y, side.x + side.ex, side.y + side.ey)
        low: i64 = NEVER << 20
        high: i64 = -(NEVER << 20)
        for side in self.sides:
            start = side.ex * (y0 - side.y) - side.ey * (x0 - side.x)
            end = side.ex * (y1 - side.y) - side.ey * (x1 - side.x)
            if start <= 0 and end <= 0:
                return False
            offset = (x1 - x0) * (side.y - y0) - (y1 - y0) * (side.x - x0)
            low, high = min(low, offset), max(high, offset)
        return low < 0 < high or (x0 == x1 and y0 == y1)

    def gap_floor(self, box: Box) -> i64:
        """Return the distance between the shape and a box, rounded down."""
        return sqrt_floor(self.gap_squared(box)[0])

    def gap_ceil(self, box: Box) -> i64:
        """Return the distance between the shape and a box, rounded up."""
        return sqrt_ceil(self.gap_squared(box)[1])

    def gap_squared(self, box: Box) -> tuple[i64, i64]:
        """Return the squared gap, rounded down and up: the smallest from a corner of either to the other."""
        if self.overlaps(box):
            return 0, 0
        low: i64 = NEVER << 20
        high: i64 = NEVER << 20
        for number, side in enumerate(self.sides):
            near = box.measure_to_point(side.x, side.y)
            low, high = min(low, near[0]), min(high, near[1])
            if number and len(self.sides) == 2:
                break  # the same segment, in the opposite direction
            for spot in CORNERS:
                near = measure_to_segment(box.spot_x(spot) - side.x, box.spot_y(spot) - side.y, side.ex, side.ey)
                low, high = min(low, near[0]), min(high, near[1])
        return low, high


@mypyc_attr(acyclic=True)
class CompoundShape(MeasurableShape):
    """A shape composed of convex pieces."""

    __slots__ = ("pieces", "points")

    def __init__(self, points: list[Point], pieces: list[ConvexShape]) -> None:
        self.left, self.top, self.right, self.bottom = bounds(points)
        self.points = points
        self.pieces = pieces

    def overlaps(self, box: Box) -> bool:
        """Return whether any piece overlaps the box."""
        if self.has_disjoint_bounds(box):
            return False
        return any(piece.overlaps(box) for piece in self.pieces)

    def separation(self, box: Box) -> tuple[i64, i64, i64]:
        """Return the room to the nearest piece."""
        return self.pieces[self.nearest_piece(box)].separation(box)

    def nearest_piece(self, box: Box) -> i64:
        """Return the index of the piece with the least room to a box, the first of equal ones."""
        best: i64 = NEVER
        nearest: i64 = 0
        for number, piece in enumerate(self.pieces):
            room = piece.separation(box)[0]
            if room < best:
                best, nearest = room, number
        return nearest

    def slide_hit(self, box: Box, path: SlidePath) -> i64:
        """Return the first distance at which a sliding box overlaps any piece; -1 for none."""
        if self.is_clear_of_path(box, path):
            return -1
        first: i64 = -1
        for piece in self.pieces:
            hit = piece.slide_hit(box, path)
            if hit >= 0:
                first = hit
                path.end_at(hit - 1)
        return first

    def pivot_hit(self, box: Box, spot: i64, clockwise: bool, last: i64) -> i64:
        """Return the first angle at which a turning box overlaps any piece; -1 for none."""
        first: i64 = -1
        for piece in self.pieces:
            hit = piece.pivot_hit(box, spot, clockwise, last)
            if hit >= 0:
                first, last = hit, hit - 1
        return first

    def gap_floor(self, box: Box) -> i64:
        """Return the distance to the nearest piece, rounded down."""
        least: i64 = NEVER
        for piece in self.pieces:
            least = min(least, piece.gap_floor(box))
        return least

    def gap_ceil(self, box: Box) -> i64:
        """Return the distance to the nearest piece, rounded up."""
        least: i64 = NEVER
        for piece in self.pieces:
            least = min(least, piece.gap_ceil(box))
        return least


@mypyc_attr(acyclic=True)
class Polygon(CompoundShape):
    """A polygon, convex or concave."""

    __slots__ = ("seams",)

    def __init__(self, points: list[Point]) -> None:
        outline = simplify_outline(points)
        parts, seams = split_convex(outline)
        super().__init__(outline, [ConvexShape(part) for part in parts])
        self.seams: list[Line] = seams
        """The lines where pieces meet. Points on them are inside the polygon, but inside no piece."""

    def overlaps(self, box: Box) -> bool:
        """Return whether any piece overlaps the box; a point may also lie where pieces meet."""
        return super().overlaps(box) if box.length else self.contains_point(box.x, box.y)

    def separation(self, box: Box) -> tuple[i64, i64, i64]:
        """Return the room to the nearest piece; negative for a point where pieces meet."""
        room, nx, ny = super().separation(box)
        if room == 0 and not box.length and self.contains_point(box.x, box.y):
            room = -1
        return room, nx, ny

    def slide_hit(self, box: Box, path: SlidePath) -> i64:
        """Return the first distance at which a sliding box overlaps any piece, or a point is inside; -1 for none."""
        if box.length or not self.seams or self.is_clear_of_path(box, path):
            return super().slide_hit(box, path)
        done: i64 = 0
        while done <= path.last:
            room = self.separation(box.translate(path.x(done), path.y(done)))[0]
            if room < 0:
                return done
            done += max(1, room - 1)
        return -1

    def contains_point(self, x: i64, y: i64) -> bool:
        """Return whether a point lies inside."""
        for piece in self.pieces:
            if piece.contains_point(x, y):
                return True
        for (x0, y0), (x1, y1) in self.seams:
            if (x, y) != (x0, y0) and (x, y) != (x1, y1) and segments_intersect(x, y, x, y, x0, y0, x1, y1):
                return True
        return False

    def blocks(self, x0: i64, y0: i64, x1: i64, y1: i64) -> bool:
        """Return whether a line passes through the inside."""
        if x0 == x1 and y0 == y1:
            return self.contains_point(x0, y0)
        for piece in self.pieces:
            if piece.blocks(x0, y0, x1, y1):
                return True
        return any(segments_overlap(x0, y0, x1, y1, x2, y2, x3, y3) for (x2, y2), (x3, y3) in self.seams)

    def contains(self, box: Box) -> bool:
        """Return whether a box lies wholly within: its middle is inside, and no side of the outline overlaps it."""
        if len(self.pieces) == 1:
            return self.pieces[0].contains(box)
        if not self.contains_point(box.x, box.y):
            return False
        before = self.points[-1]
        for point in self.points:
            if ConvexShape([before, point]).overlaps(box):
                return False
            before = point
        return True


@mypyc_attr(acyclic=True)
class Wall(CompoundShape):
    """A line of segments, open or closed; piece n runs from point n to point n + 1."""

    __slots__ = ()

    def __init__(self, points: list[Point]) -> None:
        if len(points) < 2 or any(points[n] == points[n + 1] for n in range(len(points) - 1)):
            raise OutlineError("a wall needs at least two points, and consecutive points must differ")
        check_coordinates(points)
        segments = [ConvexShape([points[n + 1], points[n]]) for n in range(len(points) - 1)]
        super().__init__(points, segments)

    def contains_point(self, x: i64, y: i64) -> bool:
        """Return False, because a wall has no inside."""
        return False

    def contains(self, box: Box) -> bool:
        """Return False, because a wall has no inside."""
        return False

    def blocks(self, x0: i64, y0: i64, x1: i64, y1: i64) -> bool:
        """Return whether a line meets the wall anywhere."""
        return any(piece.blocks(x0, y0, x1, y1) for piece in self.pieces)
