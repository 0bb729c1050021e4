"""Maps of hexes: coordinates, distances, lines and movement."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippodrome.kit.geometry.hexes import (
    NO_HEX,
    SIDES,
    Hexes,
    crossed_offsets,
    cube_distance,
    opposite,
    reachable_hexes,
)

MAP = Hexes(9, 8, 7)
hexes = st.integers(0, MAP.count - 1)
steps = st.integers(-7, 7)


def test_rows_have_their_widths_and_hexes_their_numbers() -> None:
    assert MAP.count == 5 * 8 + 4 * 7
    assert MAP.at(0, 0) == 0
    assert MAP.at(0, 1) == 8
    assert MAP.at(7, 1) == NO_HEX
    assert MAP.at(-1, 0) == MAP.at(0, 9) == NO_HEX
    assert MAP.label(MAP.at(3, 4)) == "0405"
    assert MAP.from_label("0405") == MAP.at(3, 4)
    assert MAP.from_label("0") == MAP.from_label("abcd") == MAP.from_label("9999") == NO_HEX


@given(hexes)
def test_coordinates_and_labels_lead_back_to_the_hex(hex: int) -> None:
    assert MAP.at(MAP.column[hex], MAP.row[hex]) == hex
    assert MAP.at_cube(MAP.q[hex], MAP.row[hex]) == hex
    assert MAP.from_label(MAP.label(hex)) == hex


@given(hexes, st.integers(0, SIDES - 1))
def test_a_neighbour_is_one_step_away_in_both_directions(hex: int, direction: int) -> None:
    other = MAP.neighbour(hex, direction)
    if other != NO_HEX:
        assert MAP.distance(hex, other) == 1
        assert MAP.neighbour(other, opposite(direction)) == hex
        assert MAP.direction(hex, other) == direction
        assert other in MAP.around(hex)
    else:
        assert MAP.is_border(hex)


def test_odd_rows_lie_half_a_hex_further_east() -> None:
    middle = MAP.at(3, 3)
    neighbours = [(MAP.column[MAP.neighbour(middle, d)], MAP.row[MAP.neighbour(middle, d)]) for d in range(SIDES)]
    assert neighbours == [(4, 3), (4, 4), (3, 4), (2, 3), (3, 2), (4, 2)]


@given(hexes, hexes, hexes)
def test_distance_is_symmetric_and_satisfies_the_triangle_inequality(a: int, b: int, c: int) -> None:
    assert MAP.distance(a, a) == 0
    assert MAP.distance(a, b) == MAP.distance(b, a)
    assert MAP.distance(a, c) <= MAP.distance(a, b) + MAP.distance(b, c)


@given(hexes, st.integers(0, 5))
def test_rings_and_discs_contain_the_hexes_at_that_distance(hex: int, radius: int) -> None:
    assert MAP.within(hex, radius) == [h for h in range(MAP.count) if MAP.distance(hex, h) <= radius]
    assert MAP.ring(hex, radius) == [h for h in range(MAP.count) if MAP.distance(hex, h) == radius]


# -------------------------------------------------------------------- lines


@pytest.mark.parametrize(
    ("dq", "dr", "parts"),
    [
        (1, 0, []),
        (2, 0, [((1, 0),)]),
        (1, 1, [((0, 1), (1, 0))]),
        (2, -1, [((1, -1), (1, 0))]),
        (2, 1, [((1, 0),), ((1, 1),)]),
        (3, 0, [((1, 0),), ((2, 0),)]),
        (2, 2, [((0, 1), (1, 0)), ((1, 1),), ((1, 2), (2, 1))]),
        (3, 1, [((1, 0),), ((1, 1),), ((2, 0),), ((2, 1),)]),
    ],
)
def test_a_line_crosses_the_expected_hexes(dq: int, dr: int, parts: list[tuple[tuple[int, int], ...]]) -> None:
    assert crossed_offsets(dq, dr) == parts


@given(steps, steps)
def test_the_parts_of_a_line_are_adjacent(dq: int, dr: int) -> None:
    parts = [((0, 0),), *crossed_offsets(dq, dr), ((dq, dr),)]
    for near, far in pairwise(parts):
        if (dq, dr) != (0, 0):
            assert any(cube_distance(a[0] - b[0], a[1] - b[1]) == 1 for a in near for b in far)
    for part in parts:
        assert len(part) in (1, 2)
        if len(part) == 2:
            assert cube_distance(part[0][0] - part[1][0], part[0][1] - part[1][1]) == 1


@given(steps, steps)
def test_a_line_is_the_same_from_both_ends(dq: int, dr: int) -> None:
    back = [tuple(sorted((dq - q, dr - r) for q, r in part)) for part in crossed_offsets(dq, dr)]
    assert back[::-1] == crossed_offsets(dq, dr)


@given(steps, steps)
def test_a_line_has_at_least_one_part_for_every_two_steps(dq: int, dr: int) -> None:
    assert len(crossed_offsets(dq, dr)) >= cube_distance(dq, dr) // 2
    assert all(0 < cube_distance(q, r) <= cube_distance(dq, dr) for part in crossed_offsets(dq, dr) for q, r in part)


def test_a_line_marks_hexes_off_the_map() -> None:
    assert MAP.line(MAP.at(0, 0), MAP.at(0, 2)) == [(NO_HEX, MAP.at(0, 1))]
    assert MAP.line(MAP.at(1, 1), MAP.at(3, 1)) == [(MAP.at(2, 1),)]


# -------------------------------------------------------------------- movement


def step_costs(entry: list[int]) -> bytes:
    """Return the cost of every step, given the cost of entering each hex."""
    costs = bytearray(MAP.count * SIDES)
    for hex in range(MAP.count):
        for direction in range(SIDES):
            other = MAP.neighbour(hex, direction)
            costs[hex * SIDES + direction] = entry[other] if other != NO_HEX else 0
    return bytes(costs)


def mask(marked: set[int]) -> bytes:
    return bytes([int(hex in marked) for hex in range(MAP.count)])


def slow_costs(start: int, points: int, entry: list[int], blocked: set[int], halts: set[int]) -> dict[int, int]:
    """Return the cost of each reachable hex by relaxing all steps until nothing gets cheaper."""
    best = {start: 0}
    for _ in range(MAP.count):
        for hex, cost in list(best.items()):
            if hex in halts and hex != start:
                continue
            for other in MAP.around(hex):
                total = cost + entry[other]
                if entry[other] and other not in blocked and total <= points and total < best.get(other, points + 1):
                    best[other] = total
    del best[start]
    return best


@given(
    hexes,
    st.integers(0, 9),
    st.lists(st.integers(0, 4), min_size=MAP.count, max_size=MAP.count),
    st.sets(hexes, max_size=20),
    st.sets(hexes, max_size=20),
)
def test_every_path_is_the_cheapest(
    start: int, points: int, entry: list[int], blocked: set[int], halts: set[int]
) -> None:
    blocked = blocked - {start}
    reachable = reachable_hexes(MAP, start, points, step_costs(entry), mask(blocked), mask(halts))
    assert reachable.cost == slow_costs(start, points, entry, blocked, halts)
    assert sorted(reachable.order) == sorted(reachable.cost)
    assert [reachable.cost[hex] for hex in reachable.order] == sorted(reachable.cost.values())
    for hex in reachable.order:
        path = reachable.path(hex)
        assert path[-1] == hex
        assert sum(entry[step] for step in path) == reachable.cost[hex]
        assert not any(step in blocked for step in path)
        assert not any(step in halts for step in path[:-1])
        places = [start, *path]
        assert all(MAP.distance(a, b) == 1 for a, b in zip(places, path, strict=False))
