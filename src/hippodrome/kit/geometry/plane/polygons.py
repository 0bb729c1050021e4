"""Shapes with straight sides: polygons and walls.

A polygon may have dents but no holes, and its outline may not cross itself. A wall is a line of straight stretches
without thickness: a box overlaps it when some of it lies inside the box, and it blocks every line of sight that
meets it, at its tips too, for otherwise one could look through where two stretches join.
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
    """A side of a convex piece: where it starts, how it runs, and its length rounded up."""

    __slots__ = ("ex", "ey", "size", "x", "y")

    def __init__(self, x: i64, y: i64, ex: i64, ey: i64) -> None:
        self.x: i64 = x
        self.y: i64 = y
        self.ex: i64 = ex
        self.ey: i64 = ey
        self.size: i64 = sqrt_ceil(ex * ex + ey * ey)


@mypyc_attr(acyclic=True)
class ConvexShape(MeasurableShape):
    """A convex piece, its corners clockwise on the screen; with two corners, a straight stretch of wall."""

    __slots__ = ("sides",)

    def __init__(self, points: list[Point]) -> None:
        self.left, self.top, self.right, self.bottom = bounds(points)
        self.sides: list[Side] = []
        x0, y0 = points[-1]
        for x1, y1 in points:
            self.sides.append(Side(x0, y0, x1 - x0, y1 - y0))
            x0, y0 = x1, y1

    def overlaps(self, box: Box) -> bool:
        """Return whether no side of the piece and no side of the box has the other beyond it."""
        return not self.has_disjoint_bounds(box) and self.separation(box)[0] < 0

    def separation(self, box: Box) -> tuple[i64, i64, i64]:
        """Return the room between the piece and a box, by the side of either that leaves most."""
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
            # The box lies beyond this side by so much, measured in lengths of the side.
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

    def slide_hit(self, box: Box, way: SlidePath) -> i64:
        """Return the first distance at which a sliding box overlaps the piece: each side is asked how long it
        parts them.
        """
        if self.is_clear_of_path(box, way) or self.is_clear_of_lane(box, way):
            return -1
        done: i64 = 0
        x, y = box.x, box.y
        while done <= way.last:
            skip = self.steps_own_sides_separate(box, x, y, way)
            if skip == 0:
                skip = self.steps_box_sides_separate(box, x, y, way)
            if skip == 0:
                return done
            done += skip
            if done <= way.last:
                x, y = box.x + way.x(done), box.y + way.y(done)
        return -1

    def is_clear_of_lane(self, box: Box, way: SlidePath) -> bool:
        """Return whether all of the piece lies to one side of the lane that a sliding box needs."""
        low: i64 = NEVER << 20
        high: i64 = -(NEVER << 20)
        for side in self.sides:
            aside = way.cosine * (side.y - box.y) - way.sine * (side.x - box.x)
            if aside < low:
                low = aside
            if aside > high:
                high = aside
        return low >= way.lane or high <= -way.lane

    def steps_own_sides_separate(self, box: Box, x: i64, y: i64, way: SlidePath) -> i64:
        """How many places on a side of the piece may first fail to part it from a box that is at (x, y) now; or 0."""
        for side in self.sides:
            ex, ey = side.ex, side.ey
            offset = ex * (side.y - y) - ey * (side.x - x)
            if offset >= 0:
                reach = absolute(ex * box.ay - ey * box.ax) + absolute(ex * box.by - ey * box.bx)
                if offset >= reach:
                    return steps_axis_separates(ex, ey, offset, reach, way)
        return 0

    def steps_box_sides_separate(self, box: Box, x: i64, y: i64, way: SlidePath) -> i64:
        """Return the same of the sides of the box."""
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
            return steps_axis_separates(bx, by, low_b if low_b > -high_b else high_b, box.area, way)
        if low_a >= box.area or high_a <= -box.area:
            return steps_axis_separates(ax, ay, low_a if low_a > -high_a else high_a, box.area, way)
        return 0

    def contains_point(self, x: i64, y: i64) -> bool:
        """Return whether a point lies inside the piece; a wall has no inside."""
        return all(side.ex * (y - side.y) - side.ey * (x - side.x) > 0 for side in self.sides)

    def contains(self, box: Box) -> bool:
        """Return whether a box lies wholly within the piece."""
        for side in self.sides:
            ex, ey = side.ex, side.ey
            depth = ex * (box.y - side.y) - ey * (box.x - side.x)
            if depth < absolute(ex * box.ay - ey * box.ax) + absolute(ex * box.by - ey * box.bx):
                return False
        return True

    def blocks(self, x0: i64, y0: i64, x1: i64, y1: i64) -> bool:
        """Return whether a straight line passes through the inside, or meets the wall."""
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
        """Return the distance between the piece and a box, rounded down."""
        return sqrt_floor(self.gap_squared(box)[0])

    def gap_ceil(self, box: Box) -> i64:
        """Return the distance between the piece and a box, rounded up."""
        return sqrt_ceil(self.gap_squared(box)[1])

    def gap_squared(self, box: Box) -> tuple[i64, i64]:
        """Return the squared gap, rounded down and up: the least from a corner of either to the other."""
        if self.overlaps(box):
            return 0, 0
        low: i64 = NEVER << 20
        high: i64 = NEVER << 20
        for number, side in enumerate(self.sides):
            near = box.measure_to_point(side.x, side.y)
            low, high = min(low, near[0]), min(high, near[1])
            if number and len(self.sides) == 2:
                break  # the same stretch, seen from its other end
            for spot in CORNERS:
                near = measure_to_segment(box.spot_x(spot) - side.x, box.spot_y(spot) - side.y, side.ex, side.ey)
                low, high = min(low, near[0]), min(high, near[1])
        return low, high


@mypyc_attr(acyclic=True)
class CompoundShape(MeasurableShape):
    """A shape put together from convex pieces."""

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
        """Return the room to the piece that leaves least."""
        return self.pieces[self.nearest_piece(box)].separation(box)

    def nearest_piece(self, box: Box) -> i64:
        """Return the number of the piece that leaves least room; of equal ones the first. A wall's pieces are
        stretches.
        """
        best: i64 = NEVER
        found: i64 = 0
        for number, piece in enumerate(self.pieces):
            room = piece.separation(box)[0]
            if room < best:
                best, found = room, number
        return found

    def slide_hit(self, box: Box, way: SlidePath) -> i64:
        """Return the first distance at which a sliding box overlaps any piece; -1 for none."""
        if self.is_clear_of_path(box, way):
            return -1
        first: i64 = -1
        for piece in self.pieces:
            hit = piece.slide_hit(box, way)
            if hit >= 0:
                first = hit
                way.end_at(hit - 1)
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
    """A piece of ground with straight sides, dented or not."""

    __slots__ = ("seams",)

    def __init__(self, points: list[Point]) -> None:
        outline = simplify_outline(points)
        parts, seams = split_convex(outline)
        super().__init__(outline, [ConvexShape(part) for part in parts])
        self.seams: list[Line] = seams
        """Where the pieces meet: what runs along such a line is inside, though inside no piece."""

    def overlaps(self, box: Box) -> bool:
        """Return whether any piece overlaps the box; a point may also lie where pieces meet."""
        return super().overlaps(box) if box.length else self.contains_point(box.x, box.y)

    def separation(self, box: Box) -> tuple[i64, i64, i64]:
        """Return the room to the piece that leaves least; a point where pieces meet has none."""
        room, nx, ny = super().separation(box)
        if room == 0 and not box.length and self.contains_point(box.x, box.y):
            room = -1
        return room, nx, ny

    def slide_hit(self, box: Box, way: SlidePath) -> i64:
        """Return the first distance at which a sliding box overlaps any piece, or a point is inside; -1 for none."""
        if box.length or not self.seams or self.is_clear_of_path(box, way):
            return super().slide_hit(box, way)
        done: i64 = 0
        while done <= way.last:
            room = self.separation(box.translate(way.x(done), way.y(done)))[0]
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
        """Return whether a straight line passes through the inside."""
        if x0 == x1 and y0 == y1:
            return self.contains_point(x0, y0)
        for piece in self.pieces:
            if piece.blocks(x0, y0, x1, y1):
                return True
        return any(segments_overlap(x0, y0, x1, y1, x2, y2, x3, y3) for (x2, y2), (x3, y3) in self.seams)

    def contains(self, box: Box) -> bool:
        """Return whether a box lies wholly within: its middle is inside, and no side of the outline cuts into it."""
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
    """A line of straight stretches, open or closed; piece n of it runs from point n to the next."""

    __slots__ = ()

    def __init__(self, points: list[Point]) -> None:
        if len(points) < 2 or any(points[n] == points[n + 1] for n in range(len(points) - 1)):
            raise OutlineError("a wall runs through at least two points, and no two in a row are the same")
        check_coordinates(points)
        stretches = [ConvexShape([points[n + 1], points[n]]) for n in range(len(points) - 1)]
        super().__init__(points, stretches)

    def contains_point(self, x: i64, y: i64) -> bool:
        """Return a wall has no inside."""
        return False

    def contains(self, box: Box) -> bool:
        """Return a wall has no inside."""
        return False

    def blocks(self, x0: i64, y0: i64, x1: i64, y1: i64) -> bool:
        """Return whether a straight line meets the wall anywhere."""
        return any(piece.blocks(x0, y0, x1, y1) for piece in self.pieces)
