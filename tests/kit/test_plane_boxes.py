"""Fixed-point numbers, poses, and the overlap, gaps and contact of boxes, compared with exact fractions."""

from __future__ import annotations

from decimal import Decimal, getcontext
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippodrome.kit.geometry import fixed_point
from hippodrome.kit.geometry.plane import (
    CONTACT_TOLERANCE_MI,
    CORNERS,
    FRONT,
    FRONT_LEFT,
    FRONT_RIGHT,
    LEFT,
    MIDDLE,
    REAR,
    REAR_LEFT,
    REAR_RIGHT,
    RIGHT,
    Box,
    Pose,
    box_at,
    is_in_contact,
    meeting_sides,
    side_line,
)
from tests.kit.plane_oracle import (
    ANY_BOX,
    COARSE,
    PAIRS,
    REAL,
    TURNS,
    exact,
    examples,
    is_in,
    line_is_strictly_in,
    nearest,
    shared_area,
    sqrt_ceil,
    sqrt_floor,
    squared_from_line,
    squared_gap,
)

NORTH = 2700  # y grows downwards, so this is up the screen
LENGTHS = st.integers(-50_000, 50_000)


def base(x: int, y: int, turn: int = 0, length: int = 4000, width: int = 2000) -> Box:
    return box_at(Pose(x, y, turn), length, width)


# numbers ------------------------------------------------------------------------------------------


def test_sines_are_correctly_rounded() -> None:
    getcontext().prec = 50
    pi = Decimal("3.14159265358979323846264338327950288419716939937510")
    for turn in range(0, 3600, 7):
        angle, total, term, n = pi * turn / 1800, Decimal(0), Decimal(1), 0
        while abs(term) > Decimal("1e-40") or n < 2:
            if n % 2:
                total += term if n % 4 == 1 else -term
            n += 1
            term = term * angle / n
        assert abs(int(fixed_point.sine(turn)) - total * 2**30) <= Decimal("0.5000001")
        assert fixed_point.cosine((turn + 2700) % 3600) == fixed_point.sine(turn)


def test_the_sine_table_is_exact_at_right_angles_and_symmetric() -> None:
    assert [fixed_point.sine(turn) for turn in (0, 300, 900, 1500, 1800, 2700)] == [0, 2**29, 2**30, 2**29, 0, -(2**30)]
    for turn in range(1, 1800):
        assert fixed_point.sine(turn) == fixed_point.sine(1800 - turn) == -fixed_point.sine(3600 - turn)


def test_a_different_table_has_a_different_digest() -> None:
    table = [fixed_point.sine(turn) for turn in range(3600)]
    before = fixed_point.sine_table_digest(table)
    table[7] += 1
    assert fixed_point.sine_table_digest(table) != before


@given(LENGTHS, TURNS)
def test_scaling_rounds_to_the_nearest_and_is_symmetric(length: int, turn: int) -> None:
    scaled = fixed_point.scale_nearest(length, fixed_point.sine(turn))
    assert scaled == nearest(Fraction(length * fixed_point.sine(turn), 2**30))
    assert fixed_point.scale_nearest(-length, fixed_point.sine(turn)) == -scaled
    assert fixed_point.unscale_nearest(length * fixed_point.sine(turn)) == scaled


@given(st.integers(0, 10**14))
def test_square_roots_round_as_their_names_say(square: int) -> None:
    assert fixed_point.sqrt_floor(square) == sqrt_floor(Fraction(square))
    assert fixed_point.sqrt_ceil(square) == sqrt_ceil(Fraction(square))


@examples(300)
@given(st.integers(-(10**6), 10**6), st.integers(-(10**6), 10**6))
def test_a_direction_lies_between_its_rounded_value_and_the_next_tenth(dx: int, dy: int) -> None:
    if dx == 0 == dy:
        return
    turn = fixed_point.direction_floor(dx, dy)
    after = (turn + 1) % 3600
    assert fixed_point.cosine(turn) * dy - fixed_point.sine(turn) * dx >= 0
    assert fixed_point.cosine(after) * dy - fixed_point.sine(after) * dx < 0
    assert fixed_point.cosine(turn) * dx + fixed_point.sine(turn) * dy > 0
    to_floor, to_next = (fixed_point.cosine(t) * dx + fixed_point.sine(t) * dy for t in (turn, after))
    closest = fixed_point.direction_nearest(dx, dy)
    assert closest in (turn, after)
    if abs(int(to_floor - to_next)) > 2 * (abs(dx) + abs(dy)):  # beyond the rounding of the table
        assert closest == (turn if to_floor > to_next else after)


def test_directions_along_the_axes_and_at_every_tenth_are_exact() -> None:
    assert [fixed_point.direction_floor(*vector) for vector in ((1, 0), (0, 1), (-1, 0), (0, -1))] == [
        0,
        900,
        1800,
        2700,
    ]
    assert [fixed_point.direction_nearest(*vector) for vector in ((5, 5), (-5, 5), (-5, -5), (5, -5))] == [
        450,
        1350,
        2250,
        3150,
    ]
    for turn in range(3600):
        x, y = fixed_point.cosine(turn) >> 8, fixed_point.sine(turn) >> 8
        assert fixed_point.direction_nearest(x, y) == turn
    with pytest.raises(ValueError, match="no direction"):
        fixed_point.direction_floor(0, 0)


@given(TURNS, TURNS)
def test_the_angle_between_turns_leads_from_one_to_the_other(one: int, other: int) -> None:
    angle = fixed_point.angle_to(one, other)
    assert -1800 < angle <= 1800
    assert fixed_point.add_angle(one, angle) == other
    assert fixed_point.angle_between(one, other) == fixed_point.angle_between(other, one) == fixed_point.absolute(angle)


# poses --------------------------------------------------------------------------------------------


def test_turn_0_points_along_x_and_clockwise_is_positive() -> None:
    assert Pose(5, 7, 0).forward(1000).as_tuple() == (1005, 7, 0)
    assert Pose(5, 7, 0).rotate(900).as_tuple() == (5, 7, 900)
    assert Pose(5, 7, 900).forward(1000).as_tuple() == (5, 1007, 900)  # down the screen
    assert Pose(5, 7, NORTH).forward(1000).as_tuple() == (5, -993, NORTH)
    assert Pose(5, 7, NORTH).slide(0, 10).as_tuple() == (15, 7, NORTH)
    assert Pose(0, 0, 3500).rotate(200).as_tuple() == (0, 0, 100)
    assert Pose(0, 0, -900).as_tuple() == Pose(0, 0, 6300).as_tuple() == (0, 0, NORTH)
    assert Pose(0, 0, 0).slide(-900, 10).as_tuple() == Pose(0, 0, 0).slide(6300, 10).as_tuple() == (0, -10, 0)


@given(TURNS, st.integers(0, 20_000))
def test_a_move_back_returns_exactly_to_the_start(turn: int, distance: int) -> None:
    pose = Pose(123, -456, turn)
    assert pose.forward(0).as_tuple() == pose.as_tuple()
    assert pose.forward(distance).forward(-distance).as_tuple() == pose.as_tuple()


@given(TURNS, st.lists(st.integers(0, 5000), min_size=1, max_size=8))
def test_a_move_in_parts_deviates_by_at_most_half_a_thousandth_per_part(turn: int, parts: list[int]) -> None:
    pose = Pose(0, 0, turn)
    for part in parts:
        pose = pose.forward(part)
    whole = Pose(0, 0, turn).forward(sum(parts))
    assert 2 * abs(int(pose.x - whole.x)) <= len(parts) + 1
    assert 2 * abs(int(pose.y - whole.y)) <= len(parts) + 1


@given(TURNS, st.integers(-9000, 9000), st.integers(-9000, 9000))
def test_a_point_can_be_given_by_its_distances_ahead_and_aside(turn: int, ahead: int, aside: int) -> None:
    pose = Pose(100, 200, turn)
    x, y = pose.point_nearest(ahead, aside)
    assert abs(int(pose.ahead_scaled(x, y)) - ahead * 2**30) <= 2**30
    assert abs(int(pose.aside_scaled(x, y)) - aside * 2**30) <= 2**30
    if (x, y) != (100, 200):
        assert pose.turn_to_nearest(x, y) == fixed_point.direction_nearest(x - 100, y - 200)


def test_ahead_and_right_are_positive() -> None:
    pose = Pose(0, 0, NORTH)
    assert pose.ahead_scaled(0, -5) == 5 * 2**30
    assert pose.aside_scaled(5, 0) == 5 * 2**30  # facing up the screen, right is right
    assert pose.point_nearest(300, 40) == (40, -300)


# boxes --------------------------------------------------------------------------------------------


def test_a_base_has_the_expected_corners_and_bounds() -> None:
    box = base(100, 200)
    assert box.corners() == [(2100, 1200), (-1900, 1200), (-1900, -800), (2100, -800)]
    assert (box.spot_x(FRONT_RIGHT), box.spot_y(FRONT_RIGHT)) == (2100, 1200)
    assert (box.left, box.top, box.right, box.bottom) == (-1900, -800, 2100, 1200)
    assert base(0, 0, 450).corners() == [(707, 2121), (-2121, -707), (-707, -2121), (2121, 707)]
    assert box.pose().as_tuple() == (100, 200, 0)


@pytest.mark.parametrize(
    ("length", "width"), [(3, 2), (2, 3), (0, 2), (2, 0), (-2, 2), (2, -2), (20_002, 2), (2, 20_002)]
)
def test_a_base_with_an_invalid_size_is_rejected(length: int, width: int) -> None:
    with pytest.raises(ValueError, match="cannot be"):
        base(0, 0, 0, length, width)


@pytest.mark.parametrize(("x", "y"), [(1_000_001, 0), (0, -1_000_001)])
def test_a_base_beyond_the_coordinate_limit_is_rejected(x: int, y: int) -> None:
    with pytest.raises(ValueError, match="too far out"):
        base(x, y)


@given(ANY_BOX)
def test_a_box_is_a_parallelogram_close_to_its_rectangle(box: Box) -> None:
    for spot, along, across in ((FRONT_RIGHT, 1, 1), (REAR_RIGHT, -1, 1), (REAR_LEFT, -1, -1), (FRONT_LEFT, 1, -1)):
        x, y = box.pose().point_nearest(along * box.length // 2, across * box.width // 2)
        assert abs(int(box.spot_x(spot)) - x) <= 1
        assert abs(int(box.spot_y(spot)) - y) <= 1
    assert sum(x for x, _ in box.corners()) == 4 * box.x
    assert sum(y for _, y in box.corners()) == 4 * box.y


@given(REAL, st.sampled_from([*CORNERS, MIDDLE]), st.lists(st.integers(-900, 900), max_size=6))
def test_a_turn_in_parts_ends_exactly_like_a_single_turn(box: Box, spot: int, angles: list[int]) -> None:
    turned = box
    for angle in angles:
        turned = turned.pivot(spot, angle)
        assert (turned.spot_x(spot), turned.spot_y(spot)) == (box.spot_x(spot), box.spot_y(spot))
    assert turned.pose().as_tuple() == box.pivot(spot, sum(angles)).pose().as_tuple()


def test_a_wheel_about_a_rear_corner_ends_as_in_the_rulebook() -> None:
    """Wheel a base of 2 by 4 inches that faces up by 45 degrees."""
    right = base(0, 0, NORTH).pivot(REAR_RIGHT, 450)
    assert right.pose().as_tuple() == (1707, -121, 3150)
    left = base(0, 0, NORTH).pivot(REAR_LEFT, -450)
    assert left.pose().as_tuple() == (-1707, -121, 2250)


def test_a_base_is_split_into_two_halves() -> None:
    front, rear = base(0, 0).front_half(), base(0, 0).rear_half()
    assert front.corners() == [(2000, 1000), (0, 1000), (0, -1000), (2000, -1000)]
    assert rear.corners() == [(0, 1000), (-2000, 1000), (-2000, -1000), (0, -1000)]
    assert not front.overlaps(rear)


@given(REAL)
def test_halves_share_the_ends_of_the_box_and_meet_in_the_middle(box: Box) -> None:
    front, rear = box.front_half(), box.rear_half()
    for spot in (FRONT_LEFT, FRONT_RIGHT):
        assert (front.spot_x(spot), front.spot_y(spot)) == (box.spot_x(spot), box.spot_y(spot))
    for spot in (REAR_LEFT, REAR_RIGHT):
        assert (rear.spot_x(spot), rear.spot_y(spot)) == (box.spot_x(spot), box.spot_y(spot))
        assert fixed_point.absolute(front.spot_x(spot) - box.spot_x(spot + 3)) <= 1
        assert fixed_point.absolute(front.spot_y(spot) - box.spot_y(spot + 3)) <= 1


# overlap ------------------------------------------------------------------------------------------


@examples(500)
@given(PAIRS)
def test_boxes_overlap_if_they_share_an_area(pair: tuple[Box, Box]) -> None:
    one, other = pair
    want = shared_area(one.corners(), other.corners()) > 0
    assert one.overlaps(other) is want
    assert other.overlaps(one) is want
    assert (one.separation(other)[0] < 0) is want
    assert (other.separation(one)[0] < 0) is want


@examples(300)
@given(PAIRS)
def test_the_room_is_never_larger_than_the_gap_and_points_to_the_other_box(pair: tuple[Box, Box]) -> None:
    one, other = pair
    room, nx, ny = one.separation(other)
    if room >= 0:
        assert room * room <= squared_gap(one.corners(), other.corners())
        # Across (nx, ny), the other box lies wholly beyond this one, at least by the room.
        low = min(nx * x + ny * y for x, y in other.corners())
        high = max(nx * x + ny * y for x, y in one.corners())
        assert low >= high
        assert (low - high) ** 2 >= room * room * (nx * nx + ny * ny)
    else:
        # After a move of less than the room says, they still overlap.
        for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1)):
            assert other.translate(dx * (-room - 2), dy * (-room - 2)).overlaps(one) or room == -1


@pytest.mark.parametrize(
    ("other", "overlap"),
    [
        (base(0, 0), True),  # the same place
        (base(4000, 0), False),  # nose to tail
        (base(3999, 0), True),
        (base(0, 2000), False),  # side by side
        (base(0, 1999), True),
        (base(4000, 2000), False),  # corner to corner
        (base(3999, 1999), True),
        (base(0, 0, 0, 400, 200), True),  # nested
        (base(0, 0, 0, 8000, 8000), True),
        (base(1800, 900, 0, 400, 200), True),  # nested in a corner
        (base(3000, 0, 900), False),  # perpendicular, touching
        (base(2999, 0, 900), True),
        (base(3414, 0, 450, 2000, 2000), False),  # its corner on the front side
        (base(3413, 0, 450, 2000, 2000), True),
    ],
)
def test_touching_is_not_overlapping(other: Box, overlap: bool) -> None:
    assert base(0, 0).overlaps(other) is overlap
    assert other.overlaps(base(0, 0)) is overlap


@pytest.mark.parametrize(("x", "y"), [(1414, 1414), (-707, 707), (-1414, -1414), (707, -707)])
def test_a_corner_on_a_slanting_side_touches_it(x: int, y: int) -> None:
    """Touch the middle of each side of a base at 45 degrees with a corner of an upright one."""
    slanting = base(0, 0, 450)
    upright = base(x + (2000 if x > 0 else -2000), y + (1000 if y > 0 else -1000))
    nearer = upright.translate(-1 if x > 0 else 1, 0)
    assert not slanting.overlaps(upright)
    assert not upright.overlaps(slanting)
    assert slanting.overlaps(nearer)
    assert nearer.overlaps(slanting)
    assert slanting.gap_ceil(upright) == 0


@examples(300)
@given(PAIRS)
def test_a_box_contains_a_box_that_lies_wholly_within(pair: tuple[Box, Box]) -> None:
    outer, inner = pair
    whole = shared_area(inner.corners(), inner.corners())
    assert outer.contains(inner) is (shared_area(inner.corners(), outer.corners()) == whole)


def test_a_nested_box_may_touch_the_rim() -> None:
    assert base(0, 0).contains(base(1000, 500, 0, 2000, 1000))
    assert not base(0, 0).contains(base(1001, 500, 0, 2000, 1000))
    assert base(0, 0).contains(base(0, 0))


@examples(300)
@given(ANY_BOX, st.integers(-70, 70), st.integers(-70, 70))
def test_a_box_contains_the_points_inside_its_corners(box: Box, dx: int, dy: int) -> None:
    scale = max(1, box.length // 60)
    x, y = box.x + dx * scale, box.y + dy * scale
    want = is_in((Fraction(x), Fraction(y)), box.corners())
    assert box.contains_point(x, y) is want
    assert box.overlaps(box_at(Pose(x, y, 0), 0, 0)) is want  # a box of size 0
    assert (box.separation(box_at(Pose(x, y, 0), 0, 0))[0] < 0) is want


@examples(300)
@given(ANY_BOX, st.tuples(*[st.integers(-70, 70)] * 4))
def test_a_box_blocks_the_lines_through_its_inside(box: Box, ends: tuple[int, int, int, int]) -> None:
    scale = max(1, box.length // 60)
    x0, y0, x1, y1 = (
        box.x + ends[0] * scale,
        box.y + ends[1] * scale,
        box.x + ends[2] * scale,
        box.y + ends[3] * scale,
    )
    if (x0, y0) == (x1, y1):
        assert box.blocks(x0, y0, x1, y1) is box.contains_point(x0, y0)
    else:
        assert box.blocks(x0, y0, x1, y1) is line_is_strictly_in((x0, y0), (x1, y1), box.corners())


# gaps ---------------------------------------------------------------------------------------------


@examples(400)
@given(PAIRS)
def test_the_gap_between_boxes_is_exact(pair: tuple[Box, Box]) -> None:
    one, other = pair
    square = squared_gap(one.corners(), other.corners())
    assert one.gap_floor(other) == other.gap_floor(one) == sqrt_floor(square)
    assert one.gap_ceil(other) == other.gap_ceil(one) == sqrt_ceil(square)


@examples(300)
@given(ANY_BOX, st.integers(-300, 300), st.integers(-300, 300))
def test_the_distance_from_a_point_to_a_box_is_exact(box: Box, dx: int, dy: int) -> None:
    scale = max(1, box.length // 100)
    x, y = box.x + dx * scale, box.y + dy * scale
    corners = box.corners()
    point = (Fraction(x), Fraction(y))
    square = min(squared_from_line(point, corners[n - 1], corners[n]) for n in range(4))
    if is_in(point, corners):
        square = Fraction(0)
    low, high, nx, ny = box.measure_to_point(x, y)
    assert (low, high) == (square.__floor__(), square.__ceil__())
    assert box.distance_floor(x, y) == sqrt_floor(square)
    assert box.distance_ceil(x, y) == sqrt_ceil(square)
    if square:
        # The whole box lies beyond the line perpendicular to the direction, at this distance.
        beyond = min(nx * (px - x) + ny * (py - y) for px, py in corners)
        assert beyond > 0
        assert Fraction(beyond * beyond, nx * nx + ny * ny) == square


def test_the_gap_is_exact_at_the_largest_distances() -> None:
    one, other = base(-999_000, -999_000, 130), base(999_000, 998_000, 471)
    square = squared_gap(one.corners(), other.corners())
    assert one.gap_floor(other) == sqrt_floor(square)
    assert one.gap_ceil(other) == sqrt_ceil(square)
    # Far from the long side of a long base: products exceed 64 bits.
    one = base(-999_000, 0, 899, 20_000, 2000)
    x, y = one.pose().point_nearest(123, -1_990_000)
    low, high, _, _ = one.measure_to_point(x, y)
    corners = one.corners()
    square = min(squared_from_line(exact([(x, y)])[0], corners[n - 1], corners[n]) for n in range(4))
    assert (low, high) == (square.__floor__(), square.__ceil__())
    assert low != high


def test_gaps_between_parallel_bases() -> None:
    assert base(0, 0).gap_floor(base(5000, 0)) == base(0, 0).gap_ceil(base(5000, 0)) == 1000
    assert base(0, 0).gap_ceil(base(4000, 2000)) == 0  # corner to corner
    assert base(0, 0).gap_floor(base(4001, 2001)) == 1
    assert base(0, 0).gap_ceil(base(4001, 2001)) == 2
    assert base(0, 0).gap_ceil(base(0, 0)) == 0


# contact ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("other", "sides"),
    [
        (base(4000, 0), (FRONT, REAR)),
        (base(4300, 700), (FRONT, REAR)),
        (base(-4000, 0), (REAR, FRONT)),
        (base(4000, 0, 1800), (FRONT, FRONT)),
        (base(300, 2000), (RIGHT, LEFT)),
        (base(300, -2500, 1800), (LEFT, LEFT)),
        (base(3500, 0, 900), (FRONT, RIGHT)),
        (base(3500, 0, 2700), (FRONT, LEFT)),
        (base(4000, 2000), (FRONT | RIGHT, REAR | LEFT)),  # corner to corner
        (base(4500, 0, 450), (FRONT, REAR | RIGHT)),
        (base(4500, 200, 3150), (FRONT, REAR | LEFT)),
        (base(500, 3200, 300), (RIGHT, REAR | LEFT)),
    ],
)
def test_two_bases_meet_on_the_expected_sides(other: Box, sides: tuple[int, int]) -> None:
    assert meeting_sides(base(0, 0), other) == sides
    assert meeting_sides(other, base(0, 0)) == sides[::-1]


@examples(300)
@given(PAIRS)
def test_the_gap_lies_between_the_sides_that_meet(pair: tuple[Box, Box]) -> None:
    one, other = pair
    if one.overlaps(other):
        return
    square = squared_gap(one.corners(), other.corners())
    ones, others = meeting_sides(one, other)
    for side in (FRONT, RIGHT, REAR, LEFT):
        for mask, here, there in ((ones, one, other), (others, other, one)):
            if mask & side:
                line = side_line(here, side).sides[0]
                ends = [(line.x, line.y), (line.x + line.ex, line.y + line.ey)]
                assert squared_gap(ends, there.corners()) == square


def test_a_side_of_a_box_is_a_line_with_gaps() -> None:
    line = side_line(base(0, 0), REAR)
    assert line.gap_ceil(base(-4000, 1999)) == 0
    assert line.gap_floor(base(-4000, 2010)) == 10
    assert line.gap_floor(base(4000, 0)) == 4000
    with pytest.raises(ValueError, match="not a side"):
        side_line(base(0, 0), FRONT | REAR)


def test_bases_within_the_tolerance_are_in_contact() -> None:
    assert is_in_contact(base(0, 0), base(4000, 0))
    assert is_in_contact(base(0, 0), base(4000 + CONTACT_TOLERANCE_MI, 0))
    assert not is_in_contact(base(0, 0), base(4001 + CONTACT_TOLERANCE_MI, 0))


def test_a_box_of_size_0_is_a_point() -> None:
    point = box_at(Pose(3000, 0, 0), 0, 0)
    assert base(0, 0).gap_floor(point) == point.gap_floor(base(0, 0)) == 1000
    assert not base(0, 0).overlaps(point)
    assert base(0, 0).overlaps(box_at(Pose(1999, 0, 0), 0, 0))
    assert not base(0, 0).overlaps(box_at(Pose(2000, 0, 0), 0, 0))
    assert base(0, 0).contains(box_at(Pose(2000, 0, 0), 0, 0))


@given(COARSE, st.integers(-40, 40), st.integers(-40, 40))
def test_moving_a_box_moves_all_its_corners(box: Box, dx: int, dy: int) -> None:
    assert box.translate(dx, dy).corners() == [(x + dx, y + dy) for x, y in box.corners()]
    assert box.forward(dx).pose().as_tuple() == box.pose().forward(dx).as_tuple()
    assert box.slide(abs(dy), dx).pose().as_tuple() == box.pose().slide(abs(dy), dx).as_tuple()
