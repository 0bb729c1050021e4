"""Moves on the plane: every result is compared with a search of all positions."""

from __future__ import annotations

from collections.abc import Callable
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
    MIDDLE,
    REAR,
    REAR_LEFT,
    REAR_RIGHT,
    Box,
    Circle,
    Ellipse,
    MeasurableShape,
    Polygon,
    Pose,
    Shape,
    TableEdge,
    Wall,
    back_distance_for_pivot,
    box_at,
    distance_until_clear,
    first_overlap,
    forward,
    is_in_contact,
    last_pivot_with_gap,
    last_slide_with_gap,
    meeting_sides,
    overlapping_mask,
    overlapping_shapes,
    pivot,
    slide,
)
from tests.kit.plane_oracle import (
    COARSE,
    FAR_BOXES,
    LARGE,
    REAL,
    TURNS,
    Corner,
    boxes,
    examples,
    nearest,
    outlines,
    shared_area,
    squared_gap,
)

NORTH = 2700
SPOTS = st.sampled_from([*CORNERS, MIDDLE])
POINTS = st.tuples(st.integers(-90, 90), st.integers(-90, 90))


def base(x: int, y: int, turn: int = 0, length: int = 4000, width: int = 2000) -> Box:
    return box_at(Pose(x, y, turn), length, width)


def without_repeats(points: list[Corner]) -> list[Corner]:
    """Return the points without consecutive duplicates."""
    return [point for n, point in enumerate(points) if n == 0 or point != points[n - 1]]


def straight_wall(x: int, y: int, turn: int) -> Wall:
    """Return a wall of six inches."""
    return Wall([(x, y), Pose(x, y, turn).forward(6000).as_tuple()[:2]])


COARSE_SHAPES: st.SearchStrategy[Shape] = st.one_of(
    COARSE,
    outlines(60).map(Polygon),
    st.lists(POINTS, min_size=2, max_size=4).map(without_repeats).filter(lambda points: len(points) > 1).map(Wall),
    st.builds(Circle, st.integers(-90, 90), st.integers(-90, 90), st.integers(1, 50)),
    st.builds(
        Ellipse,
        st.integers(-90, 90),
        st.integers(-90, 90),
        TURNS,
        st.integers(1, 50).map(lambda half: 2 * half),
        st.integers(1, 50).map(lambda half: 2 * half),
    ),
    st.just(TableEdge(-100, -80, 90, 110)),
)
REAL_SHAPES: st.SearchStrategy[Shape] = st.one_of(
    REAL,
    outlines(6000).map(Polygon),
    st.builds(straight_wall, st.integers(-5000, 5000), st.integers(-5000, 5000), TURNS),
    st.builds(Circle, st.integers(-6000, 6000), st.integers(-6000, 6000), st.integers(500, 3000)),
    st.builds(Ellipse, st.integers(-6000, 6000), st.integers(-6000, 6000), TURNS, st.just(8000), st.just(5000)),
    st.just(TableEdge(-7000, -6000, 7000, 8000)),
)


def slide_positions(box: Box, turn: int, limit: int) -> list[Box]:
    """Return every position of a slide, computed with fractions."""
    c, s = Fraction(fixed_point.cosine(turn), 2**30), Fraction(fixed_point.sine(turn), 2**30)
    return [box.translate(nearest(k * c), nearest(k * s)) for k in range(limit + 1)]


def pivot_positions(box: Box, spot: int, angle: int) -> list[Box]:
    """Return every position of a turn."""
    return [box.pivot(spot, k if angle > 0 else -k) for k in range(abs(angle) + 1)]


def first_index(positions: list[Box], test: Callable[[Box], bool]) -> int:
    """Return the index of the first position for which a test holds; -1 for none."""
    return next((k for k, position in enumerate(positions) if test(position)), -1)


def search_sweep(positions: list[Box], shapes: list[Shape]) -> tuple[int, int]:
    """Return the last free position, and the first shape that is overlapped at the next; -1 for none."""
    hit = first_index(positions, lambda position: any(shape.overlaps(position) for shape in shapes))
    if hit < 0:
        return len(positions) - 1, -1
    return hit - 1, next(n for n, shape in enumerate(shapes) if shape.overlaps(positions[hit]))


# straight -----------------------------------------------------------------------------------------


@examples(400)
@given(COARSE, TURNS, st.integers(0, 150), st.lists(COARSE_SHAPES, max_size=4))
def test_a_slide_ends_before_the_first_overlap(box: Box, turn: int, limit: int, shapes: list[Shape]) -> None:
    assert slide(box, turn, limit, shapes) == search_sweep(slide_positions(box, turn, limit), shapes)


@examples(60)
@given(boxes(3000, 1500, 5000), TURNS, REAL_SHAPES)
def test_a_slide_of_a_base_ends_before_the_first_overlap(box: Box, turn: int, shape: Shape) -> None:
    assert slide(box, turn, 900, [shape]) == search_sweep(slide_positions(box, turn, 900), [shape])


@examples(300)
@given(boxes(3000, 1500, 5000), TURNS, st.integers(0, 40), st.integers(-880, 880), REAL_SHAPES)
def test_a_slide_from_a_few_thousandths_away_is_exact(box: Box, turn: int, back: int, slant: int, shape: Shape) -> None:
    """Start close to the shape and at a slant, where rounding decides the first position that overlaps."""
    reached, met = slide(box, turn, 9000, [shape])
    if met == 0 and reached >= 0:
        near = box.slide(turn, reached).slide(turn + 1800, back)
        direction = (turn + slant) % 3600
        assert slide(near, direction, 80, [shape]) == search_sweep(slide_positions(near, direction, 80), [shape])


@pytest.mark.parametrize(
    ("turned", "turn", "shape", "free"),
    [
        (1637, 2097, Polygon([(-1049, -746), (-6030, -1182), (-5530, -405)]), 13),
        (3478, 488, Circle(599, 1156, 249), 8),
        (752, 2904, Circle(848, -1810, 279), 4),
    ],
)
def test_rounding_can_cause_an_overlap_one_step_sooner(turned: int, turn: int, shape: Shape, free: int) -> None:
    box = base(0, 0, turned)
    assert slide(box, turn, 60, [shape]) == search_sweep(slide_positions(box, turn, 60), [shape]) == (free, 0)


@examples(200)
@given(REAL, st.integers(0, 12_000), REAL)
def test_a_base_moves_ahead_until_the_next_thousandth_would_overlap(box: Box, limit: int, other: Box) -> None:
    distance, met = forward(box, limit, [other])
    if met == 0:
        assert distance < 0 or shared_area(box.forward(distance).corners(), other.corners()) == 0
        assert shared_area(box.forward(distance + 1).corners(), other.corners()) > 0
        if distance >= 0:
            assert squared_gap(box.forward(distance).corners(), other.corners()) <= 2
            assert is_in_contact(box.forward(distance), other)
    else:
        assert (distance, met) == (limit, -1)
        assert shared_area(box.forward(limit).corners(), other.corners()) == 0


@examples(200)
@given(POINTS, TURNS, st.integers(0, 150), COARSE_SHAPES)
def test_a_point_slides_until_it_is_inside(point: Corner, turn: int, limit: int, shape: Shape) -> None:
    box = box_at(Pose(*point, 0), 0, 0)
    assert slide(box, turn, limit, [shape]) == search_sweep(slide_positions(box, turn, limit), [shape])


@examples(150)
@given(FAR_BOXES, TURNS, st.integers(0, 1_000_000), st.integers(-30_000, 30_000), LARGE)
def test_a_slide_of_1000_inches_stops_at_a_shape_near_its_path(
    box: Box, turn: int, distance: int, aside: int, other: Box
) -> None:
    x, y = Pose(box.x, box.y, turn).point_nearest(distance, aside)
    stands = other.translate(x - other.x, y - other.y)
    round_one = Circle(max(-(10**6), min(10**6, x)), max(-(10**6), min(10**6, y)), 7000)
    for shape in (stands, round_one):
        reached, met = slide(box, turn, 1_000_000, [shape])
        if met == 0:
            assert shape.overlaps(box.slide(turn, reached + 1))
        for k in (0, reached // 2, reached - 1, reached):
            assert not 0 <= k <= reached or not shape.overlaps(box.slide(turn, k))
        for k in range(max(0, distance - 40_000), min(distance + 40_000, 1_000_000), 500):
            assert k > reached or not shape.overlaps(box.slide(turn, k))


def test_a_front_stops_at_a_side_as_in_the_rulebook() -> None:
    """Move 5 inches, until the front touches the side."""
    mover, enemy = base(0, 0, NORTH), base(0, -8000, 0)
    assert forward(mover, 6000, [enemy]) == (5000, 0)
    assert mover.forward(5000).gap_ceil(enemy) == 0
    assert meeting_sides(mover.forward(5000), enemy)[0] == FRONT
    assert forward(mover, 5000, [enemy]) == (5000, -1)


def test_the_nearest_shape_stops_a_move_and_of_equals_the_first() -> None:
    near, far, beside = base(6000, 0), base(9000, 0), base(6000, 1500)
    assert forward(base(0, 0), 9000, [far, near]) == (2000, 1)
    assert forward(base(0, 0), 9000, [far, beside, near]) == (2000, 1)
    assert forward(base(0, 0), 9000, [near, beside]) == (2000, 0)
    assert overlapping_shapes(base(0, 0).forward(2001), [far, beside, near]) == [1, 2]
    assert first_overlap(base(0, 0).forward(2001), [far, beside, near]) == 1
    assert first_overlap(base(0, 0), [far]) == -1
    assert overlapping_mask(base(0, 0).forward(2001), [far, beside, near]) == 0b110
    assert overlapping_mask(base(0, 0), [near] * 61 + [base(0, 0)]) == 1 << 61
    with pytest.raises(ValueError, match="62"):
        overlapping_mask(base(0, 0), [near] * 63)


def test_a_touching_shape_does_not_stop_a_move_away_or_along_it() -> None:
    touching: list[Shape] = [base(4000, 0)]
    assert forward(base(0, 0), 5000, touching) == (0, 0)
    assert slide(base(0, 0), 1800, 5000, touching) == (5000, -1)
    assert slide(base(0, 0), 900, 5000, touching) == (5000, -1)
    assert slide(base(0, 0), 600, 5000, touching) == (0, 0)
    corner: list[Shape] = [base(4000, 2000)]
    assert forward(base(0, 0), 5000, corner) == (5000, -1)
    assert slide(base(0, 0), 900, 5000, corner) == (5000, -1)
    assert slide(base(0, 0), 450, 5000, corner) == (0, 0)


def test_a_box_that_overlaps_at_the_start_cannot_move() -> None:
    assert forward(base(0, 0), 5000, [base(100, 0)]) == (-1, 0)
    assert pivot(base(0, 0), MIDDLE, 900, [base(9000, 0), base(100, 0)]) == (-1, 1)
    assert forward(base(0, 0), 0, []) == (0, -1)


def test_a_base_with_a_small_gap_slides_along_another_at_any_angle() -> None:
    for turn in range(0, 3600, 37):
        box = base(0, 0, turn)
        x, y = box.pose().point_nearest(2000, 2000 + CONTACT_TOLERANCE_MI)
        assert forward(box, 12_000, [base(x, y, turn)]) == (12_000, -1)


def test_a_base_stops_at_the_edge_of_the_table() -> None:
    table = TableEdge(0, 0, 36_000, 36_000)
    assert forward(base(18_000, 18_000), 99_999, [table]) == (16_000, 0)
    assert forward(base(18_000, 18_000, 900), 16_000, [table]) == (16_000, -1)
    distance, met = forward(base(18_000, 18_000, 450), 99_999, [table])
    assert met == 0
    assert not table.overlaps(base(18_000, 18_000, 450).forward(distance))
    assert forward(base(-1, 0), 10, [table]) == (-1, 0)


def test_a_corner_meets_the_rim_of_round_terrain() -> None:
    """Use a 3-4-5 triangle: the corner (2000, 1000) runs along y = 1000 into a rim of radius 5000 at (9000, 5000)."""
    assert forward(base(0, 0), 9000, [Circle(9000, 5000, 5000)]) == (4000, 0)
    assert forward(base(0, 0), 9000, [Ellipse(9000, 5000, 0, 10_000, 10_000)]) == (4000, 0)
    assert forward(base(0, 0), 9000, [Ellipse(9000, 6000, 0, 8000, 10_000)]) == (9000, -1)  # a tangent


def test_a_path_that_is_negative_or_too_long_is_rejected() -> None:
    for limit in (-1, 1_000_001):
        with pytest.raises(ValueError, match="long"):
            slide(base(0, 0), 0, limit, [])
        with pytest.raises(ValueError, match="long"):
            distance_until_clear(base(0, 0), 0, limit, [])


# turning ------------------------------------------------------------------------------------------


@examples(250)
@given(COARSE, SPOTS, st.integers(-900, 900), st.lists(COARSE_SHAPES, max_size=3))
def test_a_turn_ends_before_the_first_overlap(box: Box, spot: int, angle: int, shapes: list[Shape]) -> None:
    assert pivot(box, spot, angle, shapes) == search_sweep(pivot_positions(box, spot, angle), shapes)


@examples(80)
@given(boxes(3000, 1500, 5000), SPOTS, st.sampled_from([-900, -450, 450, 900, 3599]), REAL_SHAPES)
def test_a_turn_of_a_base_ends_before_the_first_overlap(box: Box, spot: int, angle: int, shape: Shape) -> None:
    assert pivot(box, spot, angle, [shape]) == search_sweep(pivot_positions(box, spot, angle), [shape])


@examples(150)
@given(TURNS, st.sampled_from(CORNERS), st.sampled_from([-900, 900]), REAL, st.sampled_from([2000, 3000]))
def test_a_turn_that_is_stopped_ends_in_contact(turn: int, spot: int, angle: int, other: Box, width: int) -> None:
    box = base(0, 0, turn, 4000, width)
    reached, met = pivot(box, spot, angle, [other])
    if met == 0 and reached >= 0:
        assert is_in_contact(box.pivot(spot, reached if angle > 0 else -reached), other)


def test_a_turn_stops_at_a_base_on_either_side() -> None:
    """Stand side by side, 1 inch apart: the front can swing by the angle whose sine is 1/4 (14.5 degrees)."""
    mover = base(0, 0, NORTH)
    right, left = base(3000, 0, NORTH), base(-3000, 0, NORTH)
    assert pivot(mover, REAR_RIGHT, 450, [right]) == (144, 0)
    assert pivot(mover, REAR_LEFT, -450, [left]) == (144, 0)
    assert pivot(mover, REAR_RIGHT, 450, [left]) == (450, -1)  # away from it, the far corner does not swing out
    assert pivot(mover, REAR_LEFT, 450, [right]) == pivot(mover, REAR_RIGHT, -450, [left])
    assert pivot(mover, REAR_RIGHT, 450, [left, right]) == (144, 1)


def test_a_turn_stops_at_a_shape_that_it_would_sweep_over() -> None:
    """Place a stake that overlaps neither the start nor the end of the turn."""
    mover = base(0, 0, 0, 4000, 200)
    stake = base(0, 3000, 0, 100, 100)
    end = mover.pivot(REAR_LEFT, 900)
    assert not stake.overlaps(mover)
    assert not stake.overlaps(end)
    reached, met = pivot(mover, REAR_LEFT, 900, [stake])
    assert met == 0
    assert 0 < reached < 900
    assert search_sweep(pivot_positions(mover, REAR_LEFT, 900), [stake]) == (reached, met)


def test_a_touching_shape_stops_a_turn_towards_it_but_not_away() -> None:
    mover, behind = base(0, 0), base(-4000, 0)
    assert pivot(mover, REAR_LEFT, -900, [behind])[1] == -1  # the rear swings clear of what it touched
    assert pivot(mover, MIDDLE, 100, [behind]) == (0, 0)


def test_a_turn_by_0_is_free() -> None:
    assert pivot(base(0, 0), REAR_LEFT, 0, [base(4000, 0)]) == (0, -1)


# clearance --------------------------------------------------------------------------------------


@examples(200)
@given(COARSE, TURNS, st.integers(0, 120), st.lists(COARSE_SHAPES, min_size=1, max_size=3))
def test_the_distance_until_clear_is_the_smallest(box: Box, turn: int, limit: int, shapes: list[Shape]) -> None:
    want = first_index(slide_positions(box, turn, limit), lambda position: not overlapping_shapes(position, shapes))
    assert distance_until_clear(box, turn, limit, shapes) == want


@examples(40)
@given(boxes(3000, 1500, 5000), TURNS, REAL_SHAPES)
def test_the_distance_until_clear_of_terrain_is_the_smallest(box: Box, turn: int, shape: Shape) -> None:
    want = first_index(slide_positions(box, turn, 1200), lambda position: not shape.overlaps(position))
    assert distance_until_clear(box, turn, 1200, [shape]) == want


def test_men_move_aside_by_the_depth_of_the_overlap() -> None:
    """Overlap men 1.5 inches deep by half: they move 3/4 inch."""
    men = base(0, -6000, 900, 1500, 2500)
    chariot = base(0, -4000, NORTH)
    assert distance_until_clear(men, NORTH, 5000, [chariot]) == 750
    assert distance_until_clear(men, 0, 5000, [chariot]) == 2250
    assert distance_until_clear(men, 900, 2000, [chariot]) == -1


@examples(150)
@given(
    st.one_of(COARSE, boxes(60, 100, 400)),
    st.sampled_from([REAR_LEFT, REAR_RIGHT, MIDDLE]),
    st.integers(-300, 300),
    COARSE_SHAPES,
)
def test_the_distance_back_for_a_turn_is_the_smallest(box: Box, spot: int, angle: int, shape: Shape) -> None:
    def can_turn(position: Box) -> bool:
        return pivot(position, spot, angle, [shape])[1] < 0

    back = slide_positions(box, (box.turn + 1800) % 3600, 40)
    assert back_distance_for_pivot(box, spot, angle, 40, [shape]) == first_index(back, can_turn)


def test_a_wheel_at_the_edge_of_the_table_needs_room_for_the_front_corner() -> None:
    """The far front corner needs 0.472 inch, or 0.474 after rounding; the base ends at (19.707, 33.647) of 36."""
    table = TableEdge(0, 0, 36_000, 36_000)
    box = base(18_000, 2000, NORTH)
    assert pivot(box, REAR_RIGHT, 450, [table]) == (0, 0)
    back = back_distance_for_pivot(box, REAR_RIGHT, 450, 1500, [table])
    assert back == 474
    end = box.slide(900, back).pivot(REAR_RIGHT, 450)
    assert end.pose().as_tuple() == (19_707, 36_000 - 33_647, 3150)
    assert back_distance_for_pivot(box, REAR_RIGHT, 450, 473, [table]) == -1
    assert back_distance_for_pivot(base(18_000, 9000, NORTH), REAR_RIGHT, 450, 0, [table]) == 0


@pytest.mark.parametrize(
    ("x", "y", "turn", "spot", "angle"),
    [
        (-67, -3606, 2650, REAR_LEFT, -422),
        (-526, -3643, 2777, REAR_RIGHT, 447),
        (2202, -3625, 2637, REAR_LEFT, -406),
    ],
)
def test_a_distance_back_of_one_thousandth_is_found(x: int, y: int, turn: int, spot: int, angle: int) -> None:
    table, box = TableEdge(-6000, -6000, 6000, 6000), base(x, y, turn)
    assert back_distance_for_pivot(box, spot, angle, 1500, [table]) == 1
    assert pivot(box, spot, angle, [table])[1] == 0
    assert pivot(box.forward(-1), spot, angle, [table])[1] == -1


# gaps -------------------------------------------------------------------------------


@examples(100)
@given(COARSE, TURNS, st.integers(0, 120), st.integers(0, 40), st.lists(COARSE, min_size=1, max_size=2))
def test_a_slide_is_shortened_to_keep_a_gap(
    box: Box, turn: int, distance: int, gap: int, others: list[MeasurableShape]
) -> None:
    free = [all(other.gap_floor(place) >= gap for other in others) for place in slide_positions(box, turn, distance)]
    want = max((k for k, is_free in enumerate(free) if is_free), default=-1)
    assert last_slide_with_gap(box, turn, distance, gap, others) == want


@examples(60)
@given(boxes(3000, 1500, 4000), SPOTS, st.sampled_from([-450, 450, 900]), st.integers(0, 900), REAL)
def test_a_turn_is_shortened_to_keep_a_gap(box: Box, spot: int, angle: int, gap: int, other: Box) -> None:
    free = [other.gap_floor(place) >= gap for place in pivot_positions(box, spot, angle)]
    want = max((k for k, is_free in enumerate(free) if is_free), default=-1)
    assert last_pivot_with_gap(box, spot, angle, gap, [other]) == want


@examples(100)
@given(TURNS, st.integers(100, 899), st.integers(0, 900), TURNS)
def test_a_turn_is_not_shortened_too_much_when_its_fastest_corner_hits(
    turn: int, angle: int, gap: int, slant: int
) -> None:
    """Put a shape just ahead of the corner that moves fastest: no step back may be too long."""
    box = base(0, 0, turn)
    struck = box.pivot(REAR_RIGHT, angle)
    other = base(struck.spot_x(FRONT_LEFT), struck.spot_y(FRONT_LEFT), slant, 2, 2)
    free = [other.gap_floor(place) >= gap for place in pivot_positions(box, REAR_RIGHT, angle)]
    want = max((k for k, is_free in enumerate(free) if is_free), default=-1)
    assert last_pivot_with_gap(box, REAR_RIGHT, angle, gap, [other]) == want


def test_a_collision_in_the_rulebook_ends_half_an_inch_earlier() -> None:
    """Move back from 5 inches to 4.5."""
    mover, enemy = base(0, 0, NORTH), base(0, -8000, 0)
    assert last_slide_with_gap(mover, NORTH, 5000, 500, [enemy]) == 4500
    assert last_slide_with_gap(mover, NORTH, 5000, 5001, [enemy]) == -1
    assert last_slide_with_gap(base(0, 0), 0, 3000, 250, [Circle(9000, 0, 1000), Wall([(6000, -1), (6000, 1)])]) == 3000
    assert last_slide_with_gap(base(0, 0), 0, 5000, 250, [Circle(9000, 0, 1000), Wall([(6000, -1), (6000, 1)])]) == 3750


# walls of a track ---------------------------------------------------------------------------------


def test_the_separation_from_a_wall_points_away_from_the_nearest_segment() -> None:
    wall = Wall([(0, 5000), (10_000, 5000), (20_000, 0)])
    box = base(2000, 2000, 300)
    distance, met = forward(box, 9000, [wall])
    assert met == 0
    place = box.forward(distance)
    assert wall.nearest_piece(place) == 0
    _, nx, ny = wall.separation(place)
    away = fixed_point.direction_nearest(nx, ny)
    assert away == NORTH  # up, away from the segment
    assert fixed_point.angle_between(box.turn, away) == 1200  # 30 degrees to the wall
    assert meeting_sides(place, base(0, 6000, 0, 20_000, 2000))[0] & FRONT


def test_a_drift_stops_at_a_wall() -> None:
    wall = Wall([(-20_000, 1600), (20_000, 1600)])
    assert slide(base(0, 0), 900, 1000, [wall]) == (600, 0)
    assert slide(base(0, 0), NORTH, 1000, [wall]) == (1000, -1)


def test_the_halves_of_a_base_show_which_end_touched() -> None:
    wall = Wall([(-20_000, 1000), (20_000, 1000)])
    turned = base(0, 0).pivot(MIDDLE, 100)
    assert wall.overlaps(turned)
    assert wall.overlaps(turned.front_half())
    assert not wall.overlaps(turned.rear_half())
    assert distance_until_clear(turned, NORTH, 2000, [wall]) > 0
    assert meeting_sides(base(0, 0), base(-4000, 0))[0] == REAR
    assert pivot(base(0, 0), REAR_LEFT, 100, [wall]) == (0, 0)
    assert pivot(base(0, 0), FRONT_LEFT, 100, [wall]) == (100, -1)
