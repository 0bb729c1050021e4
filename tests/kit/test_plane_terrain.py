"""Polygons, walls, circles, ellipses and the edge of the table, compared with exact fractions."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippodrome.kit.geometry.plane import (
    Box,
    Circle,
    ConvexShape,
    Ellipse,
    MeasurableShape,
    OutlineError,
    Polygon,
    Pose,
    Shape,
    Solid,
    TableEdge,
    Wall,
    arc_points,
    box_at,
    segments_intersect,
    side_of_line,
)
from tests.kit.plane_oracle import (
    COARSE,
    FAR_BOXES,
    LARGE,
    REAL,
    TURNS,
    Corner,
    area,
    boxes,
    exact,
    examples,
    is_in,
    least_in_oval,
    line_is_in,
    line_is_strictly_in,
    lines_cross,
    outlines,
    shared_area,
    sqrt_ceil,
    sqrt_floor,
    squared_gap,
)

LINES = st.tuples(*[st.integers(-90, 90)] * 4)
POINTS = st.tuples(st.integers(-90, 90), st.integers(-90, 90))
ROCKS: list[Corner] = [(0, 0), (3000, -400), (6000, 1000), (5200, 3000), (6000, 5000), (2500, 4600), (2000, 2500)]


def base(x: int, y: int, turn: int = 0, length: int = 4000, width: int = 2000) -> Box:
    return box_at(Pose(x, y, turn), length, width)


def check_separation(shape: Shape, box: Box, overlap: bool, square: Fraction | None) -> None:
    """Check the contract of `overlaps` and `separation`."""
    room, nx, ny = shape.separation(box)
    assert shape.overlaps(box) is overlap
    assert (room < 0) is overlap
    if not overlap:
        assert (nx, ny) != (0, 0)
        if square is not None:
            assert room * room <= square
    elif room < -2:  # a smaller move does not clear it
        for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1)):
            assert shape.overlaps(box.translate(dx * (-room - 2), dy * (-room - 2)))


def check_strip(points: list[Corner], shape: Shape, box: Box) -> None:
    """Check that the strip between a convex outline and a box is as wide as the room."""
    room, nx, ny = shape.separation(box)
    if room >= 0:
        width = min(nx * x + ny * y for x, y in box.corners()) - max(nx * x + ny * y for x, y in points)
        assert width >= 0
        assert width * width >= room * room * (nx * nx + ny * ny)


# polygons -----------------------------------------------------------------------------------------


@examples(300)
@given(outlines(60), COARSE)
def test_overlap_and_gap_of_box_and_polygon_are_exact(points: list[Corner], box: Box) -> None:
    polygon = Polygon(points)
    square = squared_gap(points, box.corners())
    check_separation(polygon, box, shared_area(points, box.corners()) > 0, square)
    assert polygon.gap_floor(box) == sqrt_floor(square)
    assert polygon.gap_ceil(box) == sqrt_ceil(square)
    assert polygon.touches_or_overlaps(box) is (square == 0)
    for piece in polygon.pieces:
        check_strip([(side.x, side.y) for side in piece.sides], piece, box)


@examples(150)
@given(outlines(5000), REAL)
def test_overlap_and_gap_of_base_and_terrain_are_exact(points: list[Corner], box: Box) -> None:
    square = squared_gap(points, box.corners())
    check_separation(Polygon(points), box, shared_area(points, box.corners()) > 0, square)
    assert Polygon(points).gap_floor(box) == sqrt_floor(square)


@examples(100)
@given(outlines(500_000), st.one_of(FAR_BOXES, LARGE), st.tuples(*[st.integers(-1_000_000, 1_000_000)] * 4))
def test_the_largest_polygons_are_exact(points: list[Corner], box: Box, line: tuple[int, int, int, int]) -> None:
    square = squared_gap(points, box.corners())
    polygon, wall = Polygon(points), Wall(points)
    check_separation(polygon, box, shared_area(points, box.corners()) > 0, square)
    assert polygon.gap_floor(box) == sqrt_floor(square)
    assert polygon.gap_ceil(box) == sqrt_ceil(square)
    assert polygon.blocks(*line) is line_is_in((line[0], line[1]), (line[2], line[3]), points)
    pairs = list(pairwise(points))
    assert wall.gap_ceil(box) == sqrt_ceil(min(squared_gap(list(pair), box.corners()) for pair in pairs))
    assert wall.blocks(*line) is any(lines_cross((line[0], line[1]), (line[2], line[3]), *pair) for pair in pairs)


@examples(150)
@given(
    st.integers(-14_000, 14_000),
    st.integers(-14_000, 14_000),
    TURNS,
    st.integers(1, 10_000),
    st.integers(1, 10_000),
    LARGE,
    st.tuples(*[st.integers(-1_000_000, 1_000_000)] * 2),
)
def test_the_largest_ellipses_are_exact(
    x: int, y: int, turn: int, length: int, width: int, box: Box, far: tuple[int, int]
) -> None:
    oval = Ellipse(x, y, turn, 2 * length, 2 * width)
    p, q = (oval.px, oval.py), (oval.qx, oval.qy)
    check_separation(oval, box, least_in_oval(box.corners(), (x, y), p, q) < 1, None)
    check_oval_strip(oval, box)
    assert oval.touches_or_overlaps(box) is (least_in_oval(box.corners(), (x, y), p, q) <= 1)
    line = [(box.x, box.y), far]
    assert oval.blocks(box.x, box.y, *far) is (least_in_oval(line, (x, y), p, q) < 1)
    round_one = Circle(x, y, length * 50)
    axes = ((length * 50, 0), (0, length * 50))
    assert round_one.overlaps(box) is (least_in_oval(box.corners(), (x, y), *axes) < 1)
    assert round_one.blocks(box.x, box.y, *far) is (least_in_oval(line, (x, y), *axes) < 1)


@examples(200)
@given(outlines(60), COARSE)
def test_a_polygon_contains_a_box_that_lies_wholly_within(points: list[Corner], box: Box) -> None:
    small = box_at(box.pose(), 2 + box.length // 4 * 2, 2 + box.width // 4 * 2)
    want = shared_area(points, small.corners()) == area(exact(small.corners()))
    assert Polygon(points).contains(small) is want
    assert Polygon(points[::-1]).contains(small) is want  # in either direction of the outline


@examples(300)
@given(st.one_of(outlines(30), outlines(60)), POINTS)
def test_a_polygon_contains_the_points_inside_its_outline(points: list[Corner], point: Corner) -> None:
    want = is_in(exact([point])[0], points)
    assert Polygon(points).contains_point(*point) is want
    assert Polygon(points).overlaps(box_at(Pose(*point, 0), 0, 0)) is want
    assert (Polygon(points).separation(box_at(Pose(*point, 0), 0, 0))[0] < 0) is want
    for corner in points:
        assert not Polygon(points).contains_point(*corner)


def test_a_point_where_two_pieces_meet_is_inside() -> None:
    arrow = Polygon([(0, 0), (100, 50), (0, 100), (50, 50)])
    ((x0, y0), (x1, y1)) = arrow.seams[0]
    assert {y0, y1} == {50}
    point = box_at(Pose(75, 50, 0), 0, 0)
    assert arrow.contains_point(75, 50)
    assert arrow.overlaps(point)
    assert arrow.blocks(min(x0, x1) + 5, 50, max(x0, x1) - 5, 50)
    assert not arrow.contains_point(50, 50)


@examples(400)
@given(outlines(60), LINES)
def test_a_polygon_blocks_the_lines_through_its_inside(points: list[Corner], line: tuple[int, int, int, int]) -> None:
    if line[:2] != line[2:]:
        assert Polygon(points).blocks(*line) is line_is_in((line[0], line[1]), (line[2], line[3]), points)


@examples(200)
@given(outlines(60), st.integers(0, 7), st.integers(0, 7))
def test_a_polygon_blocks_a_line_between_corners_only_through_its_inside(points: list[Corner], n: int, m: int) -> None:
    start, end = points[n % len(points)], points[m % len(points)]
    if start != end:
        assert Polygon(points).blocks(*start, *end) is line_is_in(start, end, points)


@examples(150)
@given(st.one_of(outlines(30), outlines(60)))
def test_the_pieces_of_a_polygon_cover_it_exactly(points: list[Corner]) -> None:
    polygon = Polygon(points)
    for start, end in polygon.seams:
        middle = (Fraction(start[0] + end[0], 2), Fraction(start[1] + end[1], 2))
        assert is_in(middle, points)
        assert [corner for corner in points if lines_cross(corner, corner, start, end)] in ([start, end], [end, start])
    parts = [[(side.x, side.y) for side in piece.sides] for piece in polygon.pieces]
    assert all(area(exact(part)) > 0 for part in parts)
    assert sum(area(exact(part)) for part in parts) == abs(area(exact(points)))


def test_a_dent_does_not_belong_to_a_concave_polygon() -> None:
    rocks = Polygon(ROCKS)
    assert len(rocks.pieces) > 1
    assert not rocks.overlaps(base(900, 3600, 0, 1800, 1000))  # in the dent
    assert rocks.overlaps(base(1900, 2600, 0, 1800, 1000))
    assert rocks.contains(base(3600, 2500, 900, 2000, 1000))
    assert not rocks.contains(base(5000, 3000, 900, 2000, 1000))  # its corners are inside, but a dent is not
    assert rocks.blocks(0, 2000, 7000, 2000)
    assert not rocks.blocks(5200, 3000, 9000, 3000)  # away from the tip of the dent


def test_no_cut_runs_through_a_corner() -> None:
    """Cut a shape with two teeth: a line between their roots would touch the tip of the dent."""
    points = [(0, 0), (40, 0), (40, 20), (30, 30), (20, 10), (10, 30), (0, 20)]
    for n in range(len(points)):
        polygon = Polygon(points[n:] + points[:n])
        assert not any(polygon.contains_point(*corner) for corner in points)
    level = Polygon([(0, 0), (40, 0), (40, 20), (20, 20), (20, 10), (10, 20), (0, 20)])
    assert not level.contains_point(20, 20)


def test_points_on_a_straight_side_do_not_matter() -> None:
    plain = Polygon([(0, 0), (10, 0), (10, 10), (0, 10)])
    redundant = Polygon([(0, 0), (5, 0), (5, 0), (10, 0), (10, 3), (10, 10), (0, 10), (0, 10)])
    assert plain.points == redundant.points
    assert len(redundant.pieces) == 1


@pytest.mark.parametrize(
    "points",
    [
        [],
        [(0, 0), (10, 0)],
        [(0, 0), (10, 0), (20, 0)],
        [(0, 0), (10, 10), (10, 0), (0, 10)],  # crosses itself
        [(0, 0), (10, 0), (10, 10), (5, 0)],  # touches itself
        [(0, 0), (10, 0), (10, 10), (10, 20), (10, 5), (0, 10)],  # reverses
        [(0, 0), (1_000_001, 0), (0, 10)],
    ],
)
def test_an_outline_that_is_not_a_simple_polygon_is_rejected(points: list[Corner]) -> None:
    with pytest.raises(OutlineError):
        Polygon(points)


# walls --------------------------------------------------------------------------------------------


@examples(300)
@given(st.lists(POINTS, min_size=2, max_size=5), COARSE)
def test_overlap_and_gap_of_box_and_wall_are_exact(points: list[Corner], box: Box) -> None:
    points = [point for n, point in enumerate(points) if n == 0 or point != points[n - 1]]
    if len(points) < 2:
        return
    wall = Wall(points)
    pairs = list(pairwise(points))
    overlap = any(line_is_strictly_in(start, end, box.corners()) for start, end in pairs)
    square = min(squared_gap(list(pair), box.corners()) for pair in pairs)
    check_separation(wall, box, overlap, square)
    assert wall.gap_floor(box) == sqrt_floor(square)
    assert wall.gap_ceil(box) == sqrt_ceil(square)
    piece = wall.pieces[wall.nearest_piece(box)]
    assert piece.separation(box) == wall.separation(box)
    check_strip([(side.x, side.y) for side in piece.sides], piece, box)


@examples(300)
@given(st.tuples(POINTS, POINTS), LINES)
def test_a_wall_blocks_every_line_that_meets_it(ends: tuple[Corner, Corner], line: tuple[int, int, int, int]) -> None:
    if ends[0] != ends[1]:
        want = lines_cross((line[0], line[1]), (line[2], line[3]), *ends)
        assert Wall(list(ends)).blocks(*line) is want
        assert segments_intersect(*line, *ends[0], *ends[1]) is want


def test_a_line_cannot_pass_the_joint_of_a_wall() -> None:
    wall = Wall([(0, 0), (1000, 1000), (2000, 0)])
    assert wall.blocks(1000, 500, 1000, 1500)
    assert wall.blocks(1000, 1000, 1000, 1500)
    assert not wall.blocks(0, 1001, 2000, 1001)
    assert not wall.contains_point(500, 500)
    assert not wall.contains(base(500, 500))


def test_a_base_along_a_wall_touches_it_without_overlap() -> None:
    wall = Wall([(-9000, 1000), (9000, 1000)])
    assert not wall.overlaps(base(0, 0))
    assert wall.overlaps(base(0, 1))
    assert not wall.overlaps(base(0, 2000))
    assert wall.overlaps(base(0, 0, 1))  # a corner crosses it
    assert wall.gap_ceil(base(0, 0)) == 0


def test_a_base_overlaps_a_wall_that_ends_inside_it() -> None:
    assert Wall([(1999, 0), (9000, 0)]).overlaps(base(0, 0))
    assert not Wall([(2000, 0), (9000, 0)]).overlaps(base(0, 0))
    assert Wall([(-100, 0), (100, 0)]).overlaps(base(0, 0))  # wholly inside


@pytest.mark.parametrize(
    "points", [[], [(0, 0)], [(0, 0), (0, 0)], [(0, 0), (5, 5), (5, 5)], [(0, 0), (0, -1_000_001)]]
)
def test_a_wall_without_two_different_points_is_rejected(points: list[Corner]) -> None:
    with pytest.raises(OutlineError):
        Wall(points)


def test_an_arc_is_divided_into_points() -> None:
    assert arc_points(0, 0, 1000, 0, 900, 450) == [(1000, 0), (707, 707), (0, 1000)]
    assert arc_points(0, 0, 1000, 0, -900, 600) == [(1000, 0), (500, -866), (0, -1000)]
    assert arc_points(5, 6, 1000, 900, 0, 450) == [(5, 1006)]


def test_the_side_of_a_line_has_a_sign() -> None:
    assert side_of_line(0, 0, 10, 0, 5, 3) > 0  # below on the screen, which is right of a line that runs to the right
    assert side_of_line(0, 0, 10, 0, 5, -3) < 0
    assert side_of_line(0, 0, 10, 0, 50, 0) == 0


# circles ------------------------------------------------------------------------------------------


@examples(300)
@given(POINTS, st.integers(1, 60), COARSE)
def test_overlap_and_gap_of_box_and_circle_are_exact(middle: Corner, radius: int, box: Box) -> None:
    circle = Circle(*middle, radius)
    axes = ((radius, 0), (0, radius))
    least = least_in_oval(box.corners(), middle, *axes)
    far = [(x - middle[0]) ** 2 + (y - middle[1]) ** 2 for x, y in box.corners()]
    check_separation(circle, box, least < 1, None)
    if least >= 1:
        # sqrt(least) * radius is the distance from the middle.
        assert circle.gap_floor(box) == circle.separation(box)[0] == sqrt_floor(least * radius * radius) - radius
        assert circle.gap_ceil(box) == sqrt_ceil(least * radius * radius) - radius
    else:
        assert circle.gap_floor(box) == circle.gap_ceil(box) == 0
    assert circle.contains(box) is (max(far) <= radius * radius)


@examples(300)
@given(POINTS, st.integers(1, 60), TURNS, LINES, st.integers(1, 60))
def test_round_terrain_blocks_lines_and_contains_points_exactly(
    middle: Corner, half: int, turn: int, line: tuple[int, int, int, int], other: int
) -> None:
    start, end = (line[0], line[1]), (line[2], line[3])
    circle = Circle(*middle, half)
    ellipse = Ellipse(*middle, turn, 2 * half, 2 * other)
    for solid, axes in (
        (circle, ((half, 0), (0, half))),
        (ellipse, ((ellipse.px, ellipse.py), (ellipse.qx, ellipse.qy))),
    ):
        assert isinstance(solid, Solid)
        assert solid.blocks(*line) is (least_in_oval([start, end], middle, *axes) < 1)
        assert solid.contains_point(*start) is (least_in_oval([start, start], middle, *axes) < 1)


def test_touching_a_circle_is_not_overlapping() -> None:
    assert not Circle(3000, 0, 1000).overlaps(base(0, 0))
    assert Circle(2999, 0, 1000).overlaps(base(0, 0))
    assert not Circle(2600, 1800, 1000).overlaps(base(0, 0))  # 3-4-5 from the corner
    assert Circle(2599, 1800, 1000).overlaps(base(0, 0))
    assert Circle(0, 0, 100).overlaps(base(0, 0))
    assert Circle(0, 0, 9000).contains(base(0, 0))
    assert not Circle(0, 3000, 2000).blocks(-5000, 1000, 5000, 1000)  # a tangent
    assert Circle(0, 3000, 2000).blocks(-5000, 1001, 5000, 1001)
    with pytest.raises(ValueError, match="cannot have radius 0"):
        Circle(0, 0, 0)


# ellipses -----------------------------------------------------------------------------------------


@examples(400)
@given(POINTS, TURNS, st.integers(1, 50), st.integers(1, 50), COARSE)
def test_overlap_of_box_and_ellipse_is_exact(middle: Corner, turn: int, length: int, width: int, box: Box) -> None:
    ellipse = Ellipse(*middle, turn, 2 * length, 2 * width)
    p, q = (ellipse.px, ellipse.py), (ellipse.qx, ellipse.qy)
    check_separation(ellipse, box, least_in_oval(box.corners(), middle, p, q) < 1, None)
    check_oval_strip(ellipse, box)
    assert ellipse.touches_or_overlaps(box) is (least_in_oval(box.corners(), middle, p, q) <= 1)
    corners = [least_in_oval([corner, corner], middle, p, q) for corner in box.corners()]
    assert ellipse.contains(box) is (max(corners) <= 1)


@examples(400)
@given(st.integers(0, 9), st.integers(0, 9), TURNS, st.integers(1, 5), st.integers(1, 5), boxes(9, 2, 12))
def test_the_smallest_ellipses_are_exact(x: int, y: int, turn: int, length: int, width: int, box: Box) -> None:
    """Use sizes whose square roots lie between whole numbers, so that only squares can be compared."""
    oval = Ellipse(x, y, turn, 2 * length, 2 * width)
    least = least_in_oval(box.corners(), (x, y), (oval.px, oval.py), (oval.qx, oval.qy))
    assert oval.overlaps(box) is (least < 1)
    assert (oval.separation(box)[0] < 0) is (least < 1)
    assert oval.touches_or_overlaps(box) is (least <= 1)


@examples(300)
@given(st.integers(-6000, 6000), st.integers(-6000, 6000), TURNS, REAL)
def test_overlap_of_base_and_large_ellipse_is_exact(x: int, y: int, turn: int, box: Box) -> None:
    grove = Ellipse(x, y, turn, 8000, 6000)
    p, q = (grove.px, grove.py), (grove.qx, grove.qy)
    check_separation(grove, box, least_in_oval(box.corners(), (x, y), p, q) < 1, None)
    check_oval_strip(grove, box)
    assert grove.touches_or_overlaps(box) is (least_in_oval(box.corners(), (x, y), p, q) <= 1)


def check_oval_strip(ellipse: Ellipse, box: Box) -> None:
    """Check that the strip between ellipse and box is as wide as the room, up to rounding."""
    room, nx, ny = (int(value) for value in ellipse.separation(box))
    if room < 0:
        return
    low = min(nx * (x - ellipse.x) + ny * (y - ellipse.y) for x, y in box.corners())
    support = (nx * ellipse.px + ny * ellipse.py) ** 2 + (nx * ellipse.qx + ny * ellipse.qy) ** 2
    width = low - sqrt_floor(Fraction(support))  # of the strip, times the length of (nx, ny)
    spare = (abs(nx) + abs(ny)) // 20 + 100_000
    assert width + spare >= room * sqrt_floor(Fraction(nx * nx + ny * ny))


def test_touching_an_ellipse_is_not_overlapping() -> None:
    """Touch it at its axes, with a corner and with lines."""
    oval = Ellipse(0, 0, 0, 8000, 6000)
    assert not oval.overlaps(base(6000, 0))
    assert oval.touches_or_overlaps(base(6000, 0))
    assert not oval.touches_or_overlaps(base(6001, 0))
    assert oval.overlaps(base(5999, 0))
    assert not oval.overlaps(base(0, 4000))
    assert oval.overlaps(base(0, 3999))
    # A 3-4-5 triangle: the point (2400, 1800) lies on the rim.
    turned = Ellipse(0, 0, 0, 6000, 6000)
    assert not turned.overlaps(base(3200, 2400, 0, 1600, 1200))  # touches it with a corner
    assert turned.overlaps(base(3199, 2400, 0, 1600, 1200))
    assert turned.overlaps(base(3200, 2399, 0, 1600, 1200))
    assert not oval.blocks(-9000, 3000, 9000, 3000)
    assert oval.blocks(-9000, 2999, 9000, 2999)
    assert not oval.blocks(4000, 0, 9000, 0)
    assert oval.contains_point(3999, 0)
    assert not oval.contains_point(4000, 0)


def test_a_point_on_the_rim_touches_round_terrain() -> None:
    for solid in (Ellipse(0, 0, 0, 8000, 6000), Circle(0, 0, 4000)):
        assert solid.overlaps(box_at(Pose(0, 0, 0), 0, 0))
        assert solid.overlaps(box_at(Pose(3999, 0, 0), 0, 0))
        assert not solid.overlaps(box_at(Pose(4000, 0, 0), 0, 0))
        assert solid.touches_or_overlaps(box_at(Pose(4000, 0, 0), 0, 0))
        assert not solid.touches_or_overlaps(box_at(Pose(4001, 0, 0), 0, 0))


def test_an_ellipse_can_be_turned() -> None:
    upright = Ellipse(0, 0, 900, 8000, 6000)
    assert upright.contains_point(0, 3999)
    assert not upright.contains_point(3001, 0)
    assert (upright.left, upright.top, upright.right, upright.bottom) == (-3000, -4000, 3000, 4000)


def test_the_outline_of_an_ellipse_runs_along_its_rim() -> None:
    oval = Ellipse(0, 0, 0, 8000, 6000)
    assert oval.outline(4) == [(4000, 0), (0, 3000), (-4000, 0), (0, -3000)]
    assert len(oval.outline(72)) == 72
    Polygon(oval.outline(72))


def test_an_ellipse_with_an_invalid_size_is_rejected() -> None:
    with pytest.raises(ValueError, match="ellipse"):
        Ellipse(0, 0, 0, 0, 0)
    with pytest.raises(ValueError, match="cannot be"):
        Ellipse(0, 0, 0, 30_000, 10)


# the table ----------------------------------------------------------------------------------------


@examples(200)
@given(COARSE)
def test_the_room_to_the_edge_of_the_table_is_exact(box: Box) -> None:
    table = TableEdge(-50, -40, 30, 45)
    inside = all(-50 <= x <= 30 and -40 <= y <= 45 for x, y in box.corners())
    assert table.overlaps(box) is not inside
    room, nx, ny = table.separation(box)
    margins = [min(x + 50, 30 - x, y + 40, 45 - y) for x, y in box.corners()]
    assert room == min(margins)
    assert (nx, ny) in ((1, 0), (-1, 0), (0, 1), (0, -1))


def test_a_base_may_touch_the_edge_of_the_table() -> None:
    table = TableEdge(0, 0, 36_000, 36_000)
    assert not table.overlaps(base(2000, 1000))
    assert table.overlaps(base(1999, 1000))
    assert table.overlaps(base(35_000, 18_000))
    assert not table.overlaps(base(35_000, 18_000, 900))


def test_all_shapes_but_ellipse_and_table_edge_are_measurable() -> None:
    for shape in (
        base(0, 0),
        Polygon(ROCKS),
        Wall([(0, 0), (1, 0)]),
        Circle(0, 0, 5),
        ConvexShape([(0, 0), (5, 0), (0, 5)]),
    ):
        assert isinstance(shape, MeasurableShape)
