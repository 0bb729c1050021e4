"""A second implementation of the plane, with exact fractions and other methods, for comparison in tests."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from math import ceil, floor, isqrt

from hypothesis import settings
from hypothesis import strategies as st

from hippodrome.kit.geometry.plane import Box, Pose, box_at
from tests.support import COMPILED

Corner = tuple[int, int]
Exact = tuple[Fraction, Fraction]


def examples(count: int) -> settings:
    """Return settings with this number of examples on the compiled build, and a quarter of them on the plain one.

    Both builds give the same results, as test_plane_digest.py shows.
    """
    return settings(max_examples=count if COMPILED else count // 4)


# polygons -----------------------------------------------------------------------------------------


def cut(points: Sequence[Exact], start: Exact, end: Exact) -> list[Exact]:
    """Return the part of a polygon to the right of a line (on the screen, where y grows downwards)."""

    def depth(point: Exact) -> Fraction:
        return (end[0] - start[0]) * (point[1] - start[1]) - (end[1] - start[1]) * (point[0] - start[0])

    rest: list[Exact] = []
    for n, point in enumerate(points):
        before = points[n - 1]
        a, b = depth(before), depth(point)
        if (a < 0 < b) or (b < 0 < a):
            share = a / (a - b)
            rest.append((before[0] + share * (point[0] - before[0]), before[1] + share * (point[1] - before[1])))
        if b >= 0:
            rest.append(point)
    return rest


def area(points: Sequence[Exact]) -> Fraction:
    """Return twice the area, positive if the points run clockwise on the screen."""
    return sum(
        (points[n - 1][0] * points[n][1] - points[n - 1][1] * points[n][0] for n in range(len(points))), Fraction(0)
    )


def exact(points: Sequence[Corner]) -> list[Exact]:
    return [(Fraction(x), Fraction(y)) for x, y in points]


def shared_area(outline: Sequence[Corner], convex: Sequence[Corner]) -> Fraction:
    """Return twice the area that a simple polygon and a convex one (clockwise) have in common."""
    rest = exact(outline)
    corners = exact(convex)
    for n in range(len(corners)):
        if not rest:
            return Fraction(0)
        rest = cut(rest, corners[n - 1], corners[n])
    return abs(area(rest)) if rest else Fraction(0)


def is_in(point: Exact, outline: Sequence[Corner]) -> bool:
    """Return whether a point lies inside a simple polygon: on no side, with an odd number of sides to its right."""
    x, y = point
    inside = False
    for n in range(len(outline)):
        (x0, y0), (x1, y1) = outline[n - 1], outline[n]
        if squared_from_line(point, (x0, y0), (x1, y1)) == 0:
            return False
        if (y0 > y) != (y1 > y) and x < x0 + (y - y0) * Fraction(x1 - x0, y1 - y0):
            inside = not inside
    return inside


def line_is_in(start: Corner, end: Corner, outline: Sequence[Corner]) -> bool:
    """Return whether a line enters a simple polygon: cut where it meets sides, the middle of some part is inside."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    cuts = {Fraction(0), Fraction(1)}
    for n in range(len(outline)):
        (x0, y0), (x1, y1) = outline[n - 1], outline[n]
        ex, ey = x1 - x0, y1 - y0
        across = dx * ey - dy * ex
        if across:
            cuts.add(Fraction((x0 - start[0]) * ey - (y0 - start[1]) * ex, across))
        elif dx or dy:
            for x, y in ((x0, y0), (x1, y1)):
                cuts.add(Fraction((x - start[0]) * dx + (y - start[1]) * dy, dx * dx + dy * dy))
    places = sorted(share for share in cuts if 0 <= share <= 1)
    middles = [(one + other) / 2 for one, other in pairwise(places)]
    return any(is_in((start[0] + share * dx, start[1] + share * dy), outline) for share in middles)


def line_is_strictly_in(start: Corner, end: Corner, convex: Sequence[Corner]) -> bool:
    """Return whether part of a line lies inside a convex polygon: a part remains between all sides."""
    low, high = Fraction(0), Fraction(1)
    for n in range(len(convex)):
        (x0, y0), (x1, y1) = convex[n - 1], convex[n]
        a = Fraction((x1 - x0) * (start[1] - y0) - (y1 - y0) * (start[0] - x0))
        b = Fraction((x1 - x0) * (end[1] - y0) - (y1 - y0) * (end[0] - x0))
        if a <= 0 and b <= 0:
            return False
        if a < 0:
            low = max(low, a / (a - b))
        elif b < 0:
            high = min(high, a / (a - b))
    return low < high


# distances ----------------------------------------------------------------------------------------


def squared_from_line(point: Exact, start: Corner, end: Corner) -> Fraction:
    """Return the squared distance from a point to a segment."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    x, y = point[0] - start[0], point[1] - start[1]
    share = min(Fraction(1), max(Fraction(0), (x * dx + y * dy) / Fraction(dx * dx + dy * dy or 1)))
    return (x - share * dx) ** 2 + (y - share * dy) ** 2


def lines_cross(a: Corner, b: Corner, c: Corner, d: Corner) -> bool:
    """Return whether two segments have a point in common, by solving for it."""
    ex, ey, fx, fy = b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]
    across = ex * fy - ey * fx
    if not across:
        return (
            min(
                squared_from_line(exact([a])[0], c, d),
                squared_from_line(exact([b])[0], c, d),
                squared_from_line(exact([c])[0], a, b),
                squared_from_line(exact([d])[0], a, b),
            )
            == 0
        )
    s = Fraction((c[0] - a[0]) * fy - (c[1] - a[1]) * fx, across)
    t = Fraction((c[0] - a[0]) * ey - (c[1] - a[1]) * ex, across)
    return 0 <= s <= 1 and 0 <= t <= 1


def squared_gap(one: Sequence[Corner], other: Sequence[Corner]) -> Fraction:
    """Return the squared distance between two outlines or segments; 0 if one lies in the other."""
    if any(len(b) > 2 and is_in(exact(a)[0], b) for a, b in ((one, other), (other, one))):
        return Fraction(0)
    best = None
    for n in range(len(one)):
        for m in range(len(other)):
            a, b, c, d = one[n - 1], one[n], other[m - 1], other[m]
            if lines_cross(a, b, c, d):
                return Fraction(0)
            for point, start, end in ((a, c, d), (c, a, b)):
                near = squared_from_line(exact([point])[0], start, end)
                best = near if best is None else min(best, near)
    assert best is not None
    return best


def sqrt_floor(square: Fraction) -> int:
    return isqrt(floor(square))


def sqrt_ceil(square: Fraction) -> int:
    low = isqrt(ceil(square))
    return low if low * low >= square else low + 1


# ovals --------------------------------------------------------------------------------------------


def least_in_oval(points: Sequence[Corner], middle: Corner, p: Corner, q: Corner) -> Fraction:
    """Return the minimum of (distance from the middle / rim in that direction) squared over a polygon or line."""
    whole = p[0] * q[1] - p[1] * q[0]

    def to_circle(point: Corner) -> Exact:
        x, y = point[0] - middle[0], point[1] - middle[1]
        return (Fraction(x * q[1] - y * q[0], whole), Fraction(p[0] * y - p[1] * x, whole))

    if len(points) > 2 and is_in(exact([middle])[0], points):
        return Fraction(0)
    best = None
    for n in range(len(points)):
        (x0, y0), (x1, y1) = to_circle(points[n - 1]), to_circle(points[n])
        dx, dy = x1 - x0, y1 - y0
        square = dx * dx + dy * dy
        share = min(Fraction(1), max(Fraction(0), -(x0 * dx + y0 * dy) / square)) if square else Fraction(0)
        near = (x0 + share * dx) ** 2 + (y0 + share * dy) ** 2
        best = near if best is None else min(best, near)
    assert best is not None
    return best


# positions -------------------------------------------------------------------------------------------


def nearest(value: Fraction) -> int:
    """Round to the nearest whole number, halves away from zero."""
    return floor(value + Fraction(1, 2)) if value >= 0 else -floor(-value + Fraction(1, 2))


# examples -------------------------------------------------------------------------------------------

TURNS = st.one_of(st.integers(0, 3599), st.sampled_from([0, 300, 450, 600, 900, 1350, 1800, 2700, 3150]))


@st.composite
def boxes(draw: st.DrawFn, reach: int, low: int, high: int, grid: int = 1) -> Box:
    """Draw boxes around the origin with sides between low and high."""
    x, y = (draw(st.integers(-reach // grid, reach // grid)) * grid for _ in range(2))
    length, width = (draw(st.integers(low // 2, high // 2)) * 2 for _ in range(2))
    return box_at(Pose(x, y, draw(TURNS)), length, width)


COARSE = boxes(60, 2, 60)
"""Small boxes close together: many touch, and rounding distorts them."""
SQUARED = boxes(6000, 2000, 4000, 1000).map(lambda box: box_at(Pose(box.x, box.y, box.turn // 900 * 900), 4000, 2000))
"""Bases parallel to the table at whole inches: sides and corners touch exactly."""
REAL = boxes(7000, 1500, 5000)
"""Bases of the sizes used in the games."""
LARGE = boxes(16_000, 2, 20_000)
FAR_BOXES = boxes(1_000_000, 10_000, 20_000)
"""The largest boxes at the largest distances: the compiled build must not overflow 64 bits."""
ANY_BOX = st.one_of(COARSE, SQUARED, REAL, LARGE)
PAIRS = st.one_of(*[st.tuples(kind, kind) for kind in (COARSE, SQUARED, REAL, LARGE, FAR_BOXES)])


@st.composite
def outlines(draw: st.DrawFn, reach: int) -> list[Corner]:
    """Draw simple polygons, convex or concave: points in order around a centre, at different distances."""
    count = draw(st.integers(3, 8))
    points: list[Corner] = []
    for n in range(count):
        # Each direction lies in its own part of the circle, so that the outline cannot cross itself.
        dx, dy = [(8, 0), (6, 5), (1, 8), (-5, 6), (-8, 1), (-6, -5), (-1, -8), (5, -6)][n * 8 // count]
        far = draw(st.integers(1, reach // 10))
        points.append((dx * far, dy * far))
    x, y = draw(st.integers(-reach, reach)), draw(st.integers(-reach, reach))
    return [(px + x, py + y) for px, py in points]
