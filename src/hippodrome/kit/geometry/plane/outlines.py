"""Outlines of polygons: lists of points, and tests on the lines between them."""

from __future__ import annotations

from mypy_extensions import i64

from hippodrome.kit.geometry.fixed_point import absolute, add_angle, cosine, scale_nearest, sine
from hippodrome.kit.geometry.plane.poses import COORDINATE_LIMIT_MI

Point = tuple[int, int]
Line = tuple[Point, Point]


class OutlineError(ValueError):
    """Raised for an outline that is not a simple polygon, and for points that are repeated or too far out."""


# lines --------------------------------------------------------------------------------------------


def side_of_line(x0: i64, y0: i64, x1: i64, y1: i64, x: i64, y: i64) -> i64:
    """Return a positive number if a point lies right of the line from (x0, y0) to (x1, y1), negative left, 0 on it."""
    return (x1 - x0) * (y - y0) - (y1 - y0) * (x - x0)


def segments_intersect(x0: i64, y0: i64, x1: i64, y1: i64, x2: i64, y2: i64, x3: i64, y3: i64) -> bool:
    """Return whether two segments have a point in common, ends included."""
    if max(x0, x1) < min(x2, x3) or max(x2, x3) < min(x0, x1):
        return False
    if max(y0, y1) < min(y2, y3) or max(y2, y3) < min(y0, y1):
        return False
    one, other = side_of_line(x0, y0, x1, y1, x2, y2), side_of_line(x0, y0, x1, y1, x3, y3)
    if (one > 0 and other > 0) or (one < 0 and other < 0):
        return False
    one, other = side_of_line(x2, y2, x3, y3, x0, y0), side_of_line(x2, y2, x3, y3, x1, y1)
    return not ((one > 0 and other > 0) or (one < 0 and other < 0))


def segments_overlap(x0: i64, y0: i64, x1: i64, y1: i64, x2: i64, y2: i64, x3: i64, y3: i64) -> bool:
    """Return whether two segments share more than a point."""
    if side_of_line(x0, y0, x1, y1, x2, y2) or side_of_line(x0, y0, x1, y1, x3, y3):
        return False
    if max(x0, x1) - min(x0, x1) >= max(y0, y1) - min(y0, y1):
        return min(max(x0, x1), max(x2, x3)) > max(min(x0, x1), min(x2, x3))
    return min(max(y0, y1), max(y2, y3)) > max(min(y0, y1), min(y2, y3))


def arc_points(x: i64, y: i64, radius: i64, turn: i64, angle: i64, step: i64) -> list[Point]:
    """Return points on a circle, rounded to the nearest thousandth, for walls along bends.

    They run from a turn through an angle, one every `step` tenths of a degree and one at the end.
    """
    points: list[Point] = []
    done: i64 = 0
    last = absolute(angle)
    while True:
        at = add_angle(turn, done if angle > 0 else -done)
        points.append((x + scale_nearest(radius, cosine(at)), y + scale_nearest(radius, sine(at))))
        if done == last:
            return points
        done = min(done + step, last)


# outlines -----------------------------------------------------------------------------------------


def bounds(points: list[Point]) -> tuple[int, int, int, int]:
    """Return the bounding box of points: left, top, right, bottom."""
    across, along = [x for x, _ in points], [y for _, y in points]
    return (min(across), min(along), max(across), max(along))


def check_coordinates(points: list[Point]) -> None:
    """Raise OutlineError if a point is too far out."""
    for x, y in points:
        if max(abs(x), abs(y)) > COORDINATE_LIMIT_MI:
            raise OutlineError(f"({x}, {y}) is too far out: the limit of coordinates is {COORDINATE_LIMIT_MI}")


def simplify_outline(points: list[Point]) -> list[Point]:
    """Return the corners of an outline, clockwise on the screen, without points on a line between their neighbours.

    Raise OutlineError if it is not a simple polygon.
    """
    apart = [points[n] for n in range(len(points)) if points[n] != points[n - 1]]
    corners = [apart[n] for n in range(len(apart)) if not _continues_straight(apart, n)]
    if len(corners) < 3:
        raise OutlineError("an outline needs at least three corners")
    check_coordinates(corners)
    _check_simple(corners)
    return corners if _doubled_area(corners) > 0 else corners[::-1]


def split_convex(corners: list[Point]) -> tuple[list[list[Point]], list[Line]]:
    """Split a simplified outline into convex parts; return the parts and the cuts. A concave one becomes triangles."""
    rest = list(corners)
    if all(_bend(rest, n) > 0 for n in range(len(rest))):
        return [rest], []
    parts: list[list[Point]] = []
    cuts: list[Line] = []
    while len(rest) > 3:
        n = _find_ear(rest)
        before, tip, after = rest[n - 1], rest[n], rest[(n + 1) % len(rest)]
        if _bend(rest, n):
            parts.append([before, tip, after])
            cuts.append((before, after))
        del rest[n]
    parts.append(rest)
    return parts, cuts


def _bend(points: list[Point], n: int) -> i64:
    """Return a positive number if the outline bends right at point n, negative if left, 0 if not at all."""
    before, tip, after = points[n - 1], points[n], points[(n + 1) % len(points)]
    return side_of_line(before[0], before[1], tip[0], tip[1], after[0], after[1])


def _continues_straight(points: list[Point], n: int) -> bool:
    """Return whether the outline continues straight at point n; reversing does not count."""
    before, tip, after = points[n - 1], points[n], points[(n + 1) % len(points)]
    onwards = (tip[0] - before[0]) * (after[0] - tip[0]) + (tip[1] - before[1]) * (after[1] - tip[1])
    return _bend(points, n) == 0 and onwards > 0


def _doubled_area(points: list[Point]) -> int:
    total = 0
    for n in range(len(points)):
        total += points[n - 1][0] * points[n][1] - points[n - 1][1] * points[n][0]
    return total


def _check_simple(corners: list[Point]) -> None:
    """Raise OutlineError if two sides meet, except neighbours at their common corner."""
    count = len(corners)
    for n in range(count):
        (x0, y0), (x1, y1) = corners[n - 1], corners[n]
        for m in range(n + 1, count):
            (x2, y2), (x3, y3) = corners[m - 1], corners[m]
            if m == n + 1 or (n == 0 and m == count - 1):
                clash = segments_overlap(x0, y0, x1, y1, x2, y2, x3, y3)
            else:
                clash = segments_intersect(x0, y0, x1, y1, x2, y2, x3, y3)
            if clash:
                raise OutlineError(f"the outline crosses or touches itself near {corners[n]}")


def _find_ear(rest: list[Point]) -> int:
    """Return a corner that can be cut off because no other point lies in its triangle; points on a line go first."""
    for n in range(len(rest)):
        if not _bend(rest, n):
            return n
    for n in range(len(rest)):
        if _bend(rest, n) > 0 and _is_ear(rest, n):
            return n
    raise OutlineError("the outline crosses itself")


def _is_ear(rest: list[Point], n: int) -> bool:
    """Return whether no other point lies in or on the triangle at corner n."""
    before, tip, after = rest[n - 1], rest[n], rest[(n + 1) % len(rest)]
    for point in rest:
        if point in (before, tip, after):
            continue
        x, y = point
        if (
            side_of_line(before[0], before[1], tip[0], tip[1], x, y) >= 0
            and side_of_line(tip[0], tip[1], after[0], after[1], x, y) >= 0
            and side_of_line(after[0], after[1], before[0], before[1], x, y) >= 0
        ):
            return False
    return True
