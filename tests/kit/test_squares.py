"""Boards of squares: names, neighbours, edges, lines, rear and flank, for boards of any size."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippodrome.kit.geometry.squares import BRIDGE, DEEP, DRY, EAST, NO_SQUARE, NORTH, SHALLOW, SOUTH, WEST, Squares

BOARDS = st.builds(Squares, st.integers(1, 11), st.integers(1, 9))


def board() -> Squares:
    return Squares(7, 5)


def test_squares_are_numbered_in_the_order_of_their_names() -> None:
    squares = board()
    assert squares.name == sorted(squares.name)
    assert (squares.name[0], squares.name[4], squares.name[5], squares.name[-1]) == ("a1", "a5", "b1", "g5")
    assert squares.parse_name("d3") == squares.number(3, 2)
    assert squares.parse_name("h1") == squares.number(7, 0) == squares.number(0, 5) == NO_SQUARE


@pytest.mark.parametrize("size", [(0, 5), (27, 5), (7, 0)])
def test_a_board_without_columns_or_rows_or_with_too_many_is_rejected(size: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="columns"):
        Squares(*size)


@given(BOARDS)
def test_neighbours_are_neighbours_of_each_other(squares: Squares) -> None:
    for square in range(squares.size):
        for d in range(4):
            other = squares.beside[square * 4 + d]
            if other != NO_SQUARE:
                assert squares.beside[other * 4 + (d + 2) % 4] == square
                assert squares.direction(square, other) == d
                assert squares.step_distance(square, other) == squares.line_distance(square, other) == 1
            diagonal = squares.diagonal[square * 4 + d]
            if diagonal != NO_SQUARE:
                assert squares.diagonal[diagonal * 4 + (d + 2) % 4] == square
                assert squares.is_diagonal(square, diagonal)
                assert (squares.step_distance(square, diagonal), squares.line_distance(square, diagonal)) == (
                    2,
                    NO_SQUARE,
                )


@given(BOARDS)
def test_only_squares_at_the_rim_have_fewer_than_four_neighbours(squares: Squares) -> None:
    links = sum([1 for other in squares.beside if other != NO_SQUARE])
    across, up = squares.columns, squares.rows
    assert links == 2 * ((across - 1) * up + across * (up - 1))


def test_rear_and_flank_depend_on_the_direction_of_the_attack() -> None:
    squares = board()
    d3, d4 = squares.parse_name("d3"), squares.parse_name("d4")
    line = squares.direction(d3, d4)
    assert line == NORTH
    assert squares.behind(d3, line) == squares.parse_name("d2")
    assert [squares.flank(d3, line, hand) for hand in (0, 1)] == [squares.parse_name("e3"), squares.parse_name("c3")]
    west = squares.direction(d3, squares.parse_name("c3"))
    assert west == WEST
    assert squares.behind(d3, west) == squares.parse_name("e3")
    assert [squares.flank(d3, west, hand) for hand in (0, 1)] == [d4, squares.parse_name("d2")]
    assert squares.behind(squares.parse_name("a1"), NORTH) == NO_SQUARE
    assert squares.direction(d3, squares.parse_name("e4")) == NO_SQUARE


def test_an_edge_is_the_same_from_both_sides() -> None:
    squares = board()
    d3, d4 = squares.parse_name("d3"), squares.parse_name("d4")
    for kind, is_open, is_wet in ((DRY, True, False), (SHALLOW, True, True), (DEEP, False, True), (BRIDGE, True, True)):
        squares.set_edge(d3, NORTH, kind)
        for square, d in ((d3, NORTH), (d4, SOUTH)):
            assert squares.edge[square * 4 + d] == kind
            assert squares.is_open_edge(square, d) is is_open
            assert squares.is_wet_edge(square, d) is is_wet
    squares.set_edge(squares.parse_name("g3"), EAST, DEEP)
    assert not squares.is_open_edge(squares.parse_name("g3"), EAST)


@pytest.mark.parametrize(("square", "d"), [("d3", NORTH), ("d3", EAST), ("e4", SOUTH), ("e4", WEST)])
def test_deep_water_at_the_corner_blocks_a_diagonal_step(square: str, d: int) -> None:
    squares = board()
    d3, e4 = squares.parse_name("d3"), squares.parse_name("e4")
    assert squares.is_open_corner(d3, e4)
    squares.set_edge(squares.parse_name(square), d, DEEP)
    assert not squares.is_open_corner(d3, e4)
    assert not squares.is_open_corner(e4, d3)
    squares.set_edge(squares.parse_name(square), d, SHALLOW)
    assert squares.is_open_corner(d3, e4)


def test_lines_run_straight_in_four_directions() -> None:
    squares = board()
    line = [squares.name[square] for square in squares.squares_in_line(squares.parse_name("b2"), 2)]
    assert line == ["a2", "b1", "b3", "b4", "c2", "d2"]
    assert squares.line_distance(squares.parse_name("b2"), squares.parse_name("b2")) == 0
    assert not squares.is_diagonal(squares.parse_name("b2"), squares.parse_name("b3"))
