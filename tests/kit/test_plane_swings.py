"""The room that a turning box takes is exactly that of all its places."""

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
places = st.integers(2500, 9500)


@given(turns, angles, st.sampled_from(CORNERS), st.sampled_from([(4000, 2000), (4000, 3000), (1500, 2500)]))
def test_a_swing_bounds_every_place_and_no_more(turn: int, angle: int, spot: int, size: tuple[int, int]) -> None:
    box = box_at(Pose(0, 0, turn), *size)
    x, y = box.spot_x(spot), box.spot_y(spot)
    boxes = [box.pivot(spot, tenth if angle > 0 else -tenth) for tenth in range(abs(angle) + 1)]
    swing = pivot_bounds(box, spot, angle)
    assert x + swing.left == min(place.left for place in boxes)
    assert y + swing.top == min(place.top for place in boxes)
    assert x + swing.right == max(place.right for place in boxes)
    assert y + swing.bottom == max(place.bottom for place in boxes)


@given(places, places, turns, angles, st.tuples(places, places), st.booleans())
def test_the_way_back_for_a_turn_is_the_least_on_a_table(
    x: int, y: int, turn: int, angle: int, at: tuple[int, int], is_round: bool
) -> None:
    ground = Circle(*at, 1500) if is_round else Ellipse(*at, 300, 4000, 2400)
    box, spot = box_at(Pose(x, y, turn), 4000, 2000), 2 if angle > 0 else 0
    shapes: list[Shape] = [TableEdge(0, 0, 12_000, 12_000), ground]
    shapes = [shape for shape in shapes if not shape.overlaps(box)]

    def turns_freely(back: int) -> bool:
        start = box.forward(-back)
        steps = [start.pivot(spot, tenth if angle > 0 else -tenth) for tenth in range(abs(angle) + 1)]
        return not any(shape.overlaps(step) for step in steps for shape in shapes)

    found = back_distance_for_pivot(box, spot, angle, 600, shapes)
    if found >= 0:
        assert turns_freely(found)
        assert found == 0 or not turns_freely(found - 1)
    else:
        assert not any(turns_freely(back) for back in (0, 150, 300, 450, 600))
