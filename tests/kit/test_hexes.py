"""Hexes: coordinates, distances, lines and ways."""

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
def test_names_of_places_lead_back(hex: int) -> None:
    assert MAP.at(MAP.column[hex], MAP.row[hex]) == hex
    assert MAP.at_cube(MAP.q[hex], MAP.row[hex]) == hex
    assert MAP.from_label(MAP.label(hex)) == hex


@given(hexes, st.integers(0, SIDES - 1))
def test_a_neighbour_is_a_step_away_and_has_one_back(hex: int, direction: int) -> None:
    other = MAP.neighbour(hex, direction)
    if other != NO_HEX:
        assert MAP.distance(hex, other) == 1
        assert MAP.neighbour(other, opposite(direction)) == hex
        assert MAP.direction(hex, other) == direction
        assert other in MAP.around(hex)
    else:
        assert MAP.is_border(hex)


def test_odd_rows_sit_half_a_hex_further_east() -> None:
    middle = MAP.at(3, 3)
    names = [(MAP.column[MAP.neighbour(middle, d)], MAP.row[MAP.neighbour(middle, d)]) for d in range(SIDES)]
    assert names == [(4, 3), (4, 4), (3, 4), (2, 3), (3, 2), (4, 2)]


@given(hexes, hexes, hexes)
def test_distance_is_a_distance(a: int, b: int, c: int) -> None:
    assert MAP.distance(a, a) == 0
    assert MAP.distance(a, b) == MAP.distance(b, a)
    assert MAP.distance(a, c) <= MAP.distance(a, b) + MAP.distance(b, c)


@given(hexes, st.integers(0, 5))
def test_rings_and_discs_hold_what_is_that_far(hex: int, radius: int) -> None:
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
def test_what_a_line_crosses(dq: int, dr: int, parts: list[tuple[tuple[int, int], ...]]) -> None:
    assert crossed_offsets(dq, dr) == parts


@given(steps, steps)
def test_a_line_leads_from_hex_to_hex(dq: int, dr: int) -> None:
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
def test_a_line_crosses_at_least_one_part_for_every_step_between(dq: int, dr: int) -> None:
    assert len(crossed_offsets(dq, dr)) >= cube_distance(dq, dr) // 2
    assert all(0 < cube_distance(q, r) <= cube_distance(dq, dr) for part in crossed_offsets(dq, dr) for q, r in part)


def test_on_the_map_what_lies_off_it_is_none() -> None:
    assert MAP.line(MAP.at(0, 0), MAP.at(0, 2)) == [(NO_HEX, MAP.at(0, 1))]
    assert MAP.line(MAP.at(1, 1), MAP.at(3, 1)) == [(MAP.at(2, 1),)]


# -------------------------------------------------------------------- ways


def prices(entry: list[int]) -> bytes:
    """The cost of every step, from what it costs to enter each hex."""
    found = bytearray(MAP.count * SIDES)
    for hex in range(MAP.count):
        for direction in range(SIDES):
            other = MAP.neighbour(hex, direction)
            found[hex * SIDES + direction] = entry[other] if other != NO_HEX else 0
    return bytes(found)


def marks(places: set[int]) -> bytes:
    return bytes([int(hex in places) for hex in range(MAP.count)])


def slowly(start: int, points: int, entry: list[int], shut: set[int], halts: set[int]) -> dict[int, int]:
    """The same by trying over and over until nothing gets cheaper."""
    best = {start: 0}
    for _ in range(MAP.count):
        for hex, cost in list(best.items()):
            if hex in halts and hex != start:
                continue
            for other in MAP.around(hex):
                total = cost + entry[other]
                if entry[other] and other not in shut and total <= points and total < best.get(other, points + 1):
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
def test_ways_are_the_cheapest(start: int, points: int, entry: list[int], shut: set[int], halts: set[int]) -> None:
    shut = shut - {start}
    found = reachable_hexes(MAP, start, points, prices(entry), marks(shut), marks(halts))
    assert found.cost == slowly(start, points, entry, shut, halts)
    assert sorted(found.order) == sorted(found.cost)
    assert [found.cost[hex] for hex in found.order] == sorted(found.cost.values())
    for hex in found.order:
        path = found.path(hex)
        assert path[-1] == hex
        assert sum(entry[step] for step in path) == found.cost[hex]
        assert not any(step in shut for step in path)
        assert not any(step in halts for step in path[:-1])
        places = [start, *path]
        assert all(MAP.distance(a, b) == 1 for a, b in zip(places, path, strict=False))
