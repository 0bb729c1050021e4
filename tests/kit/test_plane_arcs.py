"""Wedges, quarters and lines of sight, compared with exact fractions and with the examples of the rulebooks."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippodrome.kit.geometry import fixed_point
from hippodrome.kit.geometry.plane import (
    FRONT_ARC,
    LEFT,
    LEFT_AFT_ARC,
    LEFT_FORE_ARC,
    REAR_ARC,
    RIGHT,
    RIGHT_AFT_ARC,
    RIGHT_FORE_ARC,
    Box,
    Circle,
    Ellipse,
    Polygon,
    Pose,
    Solid,
    Wall,
    Wedge,
    blockers,
    box_at,
    first_blocker,
    is_line_in_side_wedge,
    quarter_of_point,
    quarters_of_box,
    side_line,
)
from tests.kit.plane_oracle import (
    COARSE,
    PAIRS,
    REAL,
    TURNS,
    Exact,
    area,
    cut,
    exact,
    examples,
    squared_from_line,
    squared_gap,
)

NORTH = 2700
ANGLES = st.one_of(st.integers(1, 1800), st.sampled_from([1, 450, 900, 1799, 1800]))
WAIST = -1000  # an inch ahead of the rear edge of a base 4 inches long


def base(x: int, y: int, turn: int = 0, length: int = 4000, width: int = 2000) -> Box:
    return box_at(Pose(x, y, turn), length, width)


def inch(x: float, y: float, turn: int = NORTH, width: int = 2000) -> Box:
    """Return a base in the coordinates of the rulebooks: inches, y upwards, facing up."""
    return base(round(1000 * x), round(-1000 * y), turn, 4000, width)


# wedges -------------------------------------------------------------------------------------------


def in_wedge(points: list[Exact], tip: tuple[int, int], turn: int, angle: int) -> list[Exact]:
    """Return the part of a polygon between two directions, cut along both."""
    borders = [(fixed_point.cosine(border), fixed_point.sine(border)) for border in (turn, (turn + angle) % 3600)]
    (ux, uy), (vx, vy) = borders
    start = (Fraction(tip[0]), Fraction(tip[1]))
    rest = cut(points, start, (start[0] + ux, start[1] + uy))
    return cut(rest, (start[0] + vx, start[1] + vy), start) if rest else []


@examples(400)
@given(st.integers(-60, 60), st.integers(-60, 60), TURNS, ANGLES, COARSE, st.integers(0, 120))
def test_a_wedge_overlaps_contains_and_reaches_a_box_exactly(
    x: int, y: int, turn: int, angle: int, box: Box, reach: int
) -> None:
    wedge = Wedge(x, y, turn, angle)
    corners = exact(box.corners())
    rest = in_wedge(corners, (x, y), turn, angle)
    shared = abs(area(rest)) if rest else Fraction(0)
    assert wedge.overlaps(box) is (shared > 0)
    assert wedge.contains(box) is (shared == area(corners))
    if shared > 0:
        tip = (Fraction(x), Fraction(y))
        near = min(point_gap(tip, rest[n - 1], rest[n]) for n in range(len(rest)))
        if box.contains_point(x, y):
            near = Fraction(0)
        assert wedge.reaches(box, reach) is (near <= reach * reach)


def point_gap(point: Exact, start: Exact, end: Exact) -> Fraction:
    """Return the squared distance of a point from a segment between exact points."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    x, y = point[0] - start[0], point[1] - start[1]
    square = dx * dx + dy * dy
    share = min(Fraction(1), max(Fraction(0), (x * dx + y * dy) / square)) if square else Fraction(0)
    return (x - share * dx) ** 2 + (y - share * dy) ** 2


@given(TURNS, ANGLES, st.integers(-90, 90), st.integers(-90, 90))
def test_a_wedge_contains_the_points_between_its_borders(turn: int, angle: int, dx: int, dy: int) -> None:
    wedge = Wedge(5, 6, turn, angle)
    inside = wedge.contains_point(5 + dx, 6 + dy)
    if dx or dy:
        exact_turn = fixed_point.direction_floor(dx, dy)
        past = fixed_point.angle_to(turn, exact_turn) % 3600
        on_tenth = fixed_point.cosine(exact_turn) * dy == fixed_point.sine(exact_turn) * dx
        assert inside is (past < angle or (past == angle and on_tenth))
    else:
        assert inside


def test_the_borders_of_a_wedge_belong_to_it() -> None:
    ahead = Wedge(0, 0, 3150, 900)  # 45 degrees to either side of the x axis
    assert ahead.contains_point(0, 0)
    assert ahead.contains_point(500, 500)
    assert ahead.contains_point(500, -500)
    assert not ahead.contains_point(500, 501)
    assert not ahead.contains_point(-500, 0)
    assert ahead.contains(base(3000, 0))
    assert not ahead.contains(base(2999, 0))
    assert ahead.overlaps(base(2999, 0))
    assert not ahead.overlaps(base(0, 3000))  # only its corner touches the border
    assert ahead.overlaps(base(0, 2999))
    assert ahead.reaches(base(0, 3000), 2829)
    assert not ahead.reaches(base(0, 3000), 2828)
    with pytest.raises(ValueError, match="wedge"):
        Wedge(0, 0, 0, 1801)
    with pytest.raises(ValueError, match="wedge"):
        Wedge(0, 0, 0, 0)


@pytest.mark.parametrize("turn", [0, 900, 1800, 2700])
def test_a_wedge_of_180_degrees_is_a_half_plane(turn: int) -> None:
    """Place it parallel to the table, with its border along the sides of the box."""
    half = Wedge(0, 0, turn, 1800)
    inside = Pose(0, 0, turn).point_nearest(0, 5000)
    outside = Pose(0, 0, turn).point_nearest(0, -5000)
    assert half.overlaps(base(*inside))
    assert half.contains(base(*inside))
    assert not half.overlaps(base(*outside))
    assert half.overlaps(base(0, 0))
    assert not half.contains(base(0, 0))


def test_a_wedge_that_faces_away_from_a_box_does_not_reach_it() -> None:
    box = base(0, 0, 450, 20, 10)
    for x in range(-15, 16):
        for y in range(-15, 16):
            if box.measure_to_point(x, y)[1]:
                away = fixed_point.direction_floor(x, y)
                assert not Wedge(x, y, away, 1).reaches(box, 100)
                assert Wedge(x, y, away + 1800, 1).reaches(box, 100) or not Wedge(x, y, away + 1800, 1).overlaps(box)


def test_a_wedge_reaches_a_point_up_to_its_limit() -> None:
    ahead = Wedge(0, 0, 3150, 900)
    assert ahead.reaches(box_at(Pose(300, 0, 0), 0, 0), 300)
    assert not ahead.reaches(box_at(Pose(300, 0, 0), 0, 0), 299)
    assert not ahead.reaches(box_at(Pose(-300, 0, 0), 0, 0), 999)
    assert not ahead.overlaps(box_at(Pose(-300, 0, 0), 0, 0))


# quarters -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("x", "y", "arc"),
    [
        (1.5, 2.5, FRONT_ARC),
        (1.6, 2.5, RIGHT_FORE_ARC),
        (-1.6, 2.5, LEFT_FORE_ARC),
        (5, -1, RIGHT_FORE_ARC),
        (5, -1.1, RIGHT_AFT_ARC),
        (-1.2, -2.1, LEFT_AFT_ARC),
        (1.1, -2.1, REAR_ARC),
        (0, 2, FRONT_ARC),
        (0, -2, REAR_ARC),
        (0, 0, RIGHT_FORE_ARC),  # inside the base, on its middle line
        (-0.1, -1.5, LEFT_AFT_ARC),
    ],
)
def test_a_point_lies_in_the_quarter_of_the_rulebook(x: float, y: float, arc: int) -> None:
    assert quarter_of_point(inch(0, 0), WAIST, round(1000 * x), round(-1000 * y)) == arc


@examples(300)
@given(REAL, st.integers(-9000, 9000), st.integers(-9000, 9000))
def test_every_point_has_the_quarter_of_the_definition(box: Box, x: int, y: int) -> None:
    """Apply the definition of the quarters literally, in exact local coordinates."""
    ahead = Fraction(box.pose().ahead_scaled(x, y), 2**30)
    aside = Fraction(box.pose().aside_scaled(x, y), 2**30)
    half, end = Fraction(box.width, 2), Fraction(box.length, 2)
    if ahead >= end and abs(aside) <= half + (ahead - end):
        want = FRONT_ARC
    elif ahead <= -end and abs(aside) <= half + (-end - ahead):
        want = REAR_ARC
    elif aside >= 0:
        want = RIGHT_FORE_ARC if ahead >= WAIST else RIGHT_AFT_ARC
    else:
        want = LEFT_FORE_ARC if ahead >= WAIST else LEFT_AFT_ARC
    assert quarter_of_point(box, WAIST, x, y) == want


@given(PAIRS)
def test_a_target_counts_with_its_nine_spots(pair: tuple[Box, Box]) -> None:
    box, target = pair
    (x0, y0), _, (x1, y1), _ = target.corners()
    spots = [*target.corners(), ((x0 + x1) // 2, (y0 + y1) // 2)]
    corners = target.corners()
    spots += [((corners[n - 1][0] + corners[n][0]) // 2, (corners[n - 1][1] + corners[n][1]) // 2) for n in range(4)]
    want = 0
    for x, y in spots:
        want |= 1 << quarter_of_point(box, WAIST, x, y)
    assert quarters_of_box(box, WAIST, target) == want


def test_a_target_can_lie_in_two_quarters() -> None:
    quarters = quarters_of_box(inch(0, 0), WAIST, inch(-5, 6))
    assert quarters == 1 << FRONT_ARC | 1 << LEFT_FORE_ARC
    assert quarters_of_box(inch(0, 0), WAIST, inch(0, 9)) == 1 << FRONT_ARC


# the lance ----------------------------------------------------------------------------------------


def lance_hits(target: Box) -> bool:
    """Return whether a long side of the target comes within an inch of a base in its right forward wedge."""
    lancer = inch(0, 0)
    return any(is_line_in_side_wedge(lancer, WAIST, True, side_line(target, side), 1000) for side in (LEFT, RIGHT))


@pytest.mark.parametrize(
    ("x", "y", "hit"),
    [
        (2.5, 0, True),
        (2.999, 0, True),
        (3, 0, False),  # a gap of exactly one inch
        (2.5, -3.2, False),  # wholly behind the warrior
        (2.5, -2.99, True),  # the last hundredth of an inch is ahead of the warrior
        (-2.5, 0, False),
        (2.5, 2.4, True),  # its rear is 0.1 inch behind the border at 45 degrees
        (2.5, 2.6, False),  # its rear is 0.1 inch ahead of it
        (2.9, 2.8, True),  # further aside the wedge reaches further ahead
    ],
)
def test_a_lance_hits_a_side_within_an_inch(x: float, y: float, hit: bool) -> None:
    assert lance_hits(inch(x, y, 900)) is hit


@examples(150)
@given(st.integers(-4000, 4000), st.integers(-5000, 5000), TURNS, st.booleans(), st.integers(100, 2500))
def test_part_of_a_line_lies_in_a_side_wedge(x: int, y: int, turn: int, to_right: bool, reach: int) -> None:
    """Compare with every point of the line, except near the limits, where the points are too coarse."""
    box = base(0, 0, 123)
    end_x, end_y, _ = Pose(x, y, turn).forward(3000).as_tuple()
    line = Wall([(x, y), (end_x, end_y)]).pieces[0]
    points = [(x + (end_x - x) * n // 1000, y + (end_y - y) * n // 1000) for n in range(1001)]
    tip = box.pose().point_nearest(WAIST, 0)
    wedge = Wedge(*tip, (123 + 450) % 3600, 450) if to_right else Wedge(*tip, (123 + 2700) % 3600, 450)
    inside = [point for point in points if wedge.contains_point(*point)]
    hit = is_line_in_side_wedge(box, WAIST, to_right, line, reach)
    if any(box.distance_ceil(*point) < reach - 3 for point in inside[2:-2]):
        assert hit
    if not inside or min(box.distance_floor(*point) for point in inside) > reach + 6:
        assert not hit or not inside


# ranges -------------------------------------------------------------------------------------------


def test_a_range_includes_its_limit() -> None:
    shooter = inch(0, 0)
    assert shooter.gap_ceil(inch(0, 10)) <= 6000
    assert shooter.gap_ceil(inch(0, 10.001)) > 6000
    assert shooter.gap_floor(inch(2.999, 0)) < 1000
    assert not shooter.gap_floor(inch(3, 0)) < 1000
    # 30 degrees off: the rulebook's gap of 0.63 inch.
    assert shooter.gap_floor(inch(3.5, 0, 600)) == 634


def test_the_angle_between_headings_takes_the_shorter_way() -> None:
    assert fixed_point.angle_between(NORTH, NORTH + 225) == 225
    assert fixed_point.angle_between(3590, 10) == 20
    assert min(fixed_point.angle_between(0, 1500), 1800 - fixed_point.angle_between(0, 1500)) == 300


# sight --------------------------------------------------------------------------------------------


def test_insides_and_walls_block_a_line_but_rims_and_corners_do_not() -> None:
    solids: list[Solid] = [
        base(5000, 0),
        Polygon([(9000, -500), (10_000, 500), (9000, 1500)]),
        Circle(13_000, 0, 500),
        Ellipse(16_000, 0, 0, 2000, 1000),
        Wall([(19_000, -500), (19_000, 500)]),
    ]
    assert blockers(0, 0, 20_000, 0, solids) == [0, 1, 2, 3, 4]
    assert blockers(20_000, 0, 0, 0, solids) == [0, 1, 2, 3, 4]
    assert first_blocker(8000, 0, 20_000, 0, solids) == 1
    assert first_blocker(0, 5000, 20_000, 5000, solids) == -1
    # Along the side of the base, past a tip, along tangents, and touching the end of the wall.
    assert blockers(0, 1000, 7000, 1000, solids) == []
    assert blockers(8000, -500, 9500, -500, solids) == []
    assert blockers(11_000, -500, 18_000, -500, solids) == []
    assert blockers(18_000, 500, 20_000, 500, solids) == [4]
    # A line that ends at a side does not enter; one that starts inside is blocked.
    assert blockers(0, 0, 3000, 0, solids) == []
    assert blockers(0, 0, 3001, 0, solids) == [0]
    assert blockers(5000, 0, 5000, 10, solids) == [0]


@given(REAL, REAL)
def test_a_base_blocks_every_line_through_its_middle(one: Box, other: Box) -> None:
    x0, y0 = one.x - 3 * (other.x - one.x), one.y - 3 * (other.y - one.y)
    if (other.x, other.y) != (one.x, one.y):
        assert one.blocks(x0, y0, other.x, other.y)


def test_the_gap_between_a_line_and_a_base_is_measured_from_its_sides() -> None:
    rear = side_line(inch(0, 0), 4)
    ends = [(rear.sides[0].x, rear.sides[0].y), (rear.sides[1].x, rear.sides[1].y)]
    men = base(300, 4321, 77, 1500, 2500)
    assert rear.gap_floor(men) ** 2 <= squared_gap(ends, men.corners()) < (rear.gap_floor(men) + 1) ** 2
    assert squared_from_line(exact([(0, 2000)])[0], *ends) == 0
