"""The bounds of a turning box are exactly those of all its positions."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hippodrome.kit.geometry.plane import (
    CORNERS,
    Circle,
    Ellipse,
    Pose,
    Shape,
    TableEdge,
    back_distance_for_pivot,
    box_at,
)
from hippodrome.kit.geometry.plane.pivot_bounds import pivot_bounds

turns = st.integers(0, 3599)
angles = st.integers(-900, 900).filter(bool)
coordinates = st.integers(2500, 9500)


@given(turns, angles, st.sampled_from(CORNERS), st.sampled_from([(4000, 2000), (4000, 3000), (1500, 2500)]))
def test_the_bounds_of_a_turn_are_the_tightest_around_every_position(
    turn: int, angle: int, spot: int, size: tuple[int, int]
) -> None:
    box = box_at(Pose(0, 0, turn), *size)
    x, y = box.spot_x(spot), box.spot_y(spot)
    boxes = [box.pivot(spot, tenth if angle > 0 else -tenth) for tenth in range(abs(angle) + 1)]
    bounds = pivot_bounds(box, spot, angle)
    assert x + bounds.left == min(each.left for each in boxes)
    assert y + bounds.top == min(each.top for each in boxes)
    assert x + bounds.right == max(each.right for each in boxes)
    assert y + bounds.bottom == max(each.bottom for each in boxes)


@given(coordinates, coordinates, turns, angles, st.tuples(coordinates, coordinates), st.booleans())
def test_the_distance_back_for_a_turn_is_the_smallest_on_a_table(
    x: int, y: int, turn: int, angle: int, at: tuple[int, int], is_round: bool
) -> None:
    ground = Circle(*at, 1500) if is_round else Ellipse(*at, 300, 4000, 2400)
    box, spot = box_at(Pose(x, y, turn), 4000, 2000), 2 if angle > 0 else 0
    shapes: list[Shape] = [TableEdge(0, 0, 12_000, 12_000), ground]
    shapes = [shape for shape in shapes if not shape.overlaps(box)]

    def can_turn(back: int) -> bool:
        start = box.forward(-back)
        positions = [start.pivot(spot, tenth if angle > 0 else -tenth) for tenth in range(abs(angle) + 1)]
        return not any(shape.overlaps(position) for position in positions for shape in shapes)

    distance = back_distance_for_pivot(box, spot, angle, 600, shapes)
    if distance >= 0:
        assert can_turn(distance)
        assert distance == 0 or not can_turn(distance - 1)
    else:
        assert not any(can_turn(back) for back in (0, 150, 300, 450, 600))
