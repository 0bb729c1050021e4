"""A board of squares with edges between them: neighbours, lines, and the squares behind and beside an attack.

Squares are numbered in the order of their names: a1, a2, ... b1, b2, ... Row 1 is at the bottom. -1 stands for no
square. Directions go clockwise from the top: north, east, south, west.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

NORTH: Final = 0
EAST: Final = 1
SOUTH: Final = 2
WEST: Final = 3
NO_SQUARE: Final = -1

# Kinds of edges between two squares.
DRY: Final = 0
SHALLOW: Final = 1
DEEP: Final = 2
BRIDGE: Final = 3

# A step in each direction.
_COLUMN_STEP: Final = (0, 1, 0, -1)
_ROW_STEP: Final = (1, 0, -1, 0)
_DIAGONALS: Final = ((1, 1), (1, -1), (-1, -1), (-1, 1))  # north-east, south-east, south-west, north-west
MAX_COLUMNS: Final = 26


class Squares:
    """A board. Tables are indexed by square * 4 + direction, so that the rules compute no geometry during play."""

    def __init__(self, columns: int, rows: int) -> None:
        if not 1 <= columns <= MAX_COLUMNS or rows < 1:
            raise ValueError(
                f"a board must have 1 to {MAX_COLUMNS} columns and at least 1 row, not {columns} by {rows}"
            )
        self.columns = columns
        self.rows = rows
        self.size = columns * rows
        self.column: list[int] = [square // rows for square in range(self.size)]
        self.row: list[int] = [square % rows for square in range(self.size)]
        self.name: list[str] = [f"{chr(97 + self.column[n])}{self.row[n] + 1}" for n in range(self.size)]
        self.beside: list[int] = []  # the neighbours, by direction
        self.diagonal: list[int] = []  # the diagonal neighbours, in the order of _DIAGONALS
        for square in range(self.size):
            self.beside += [self._at(square, _COLUMN_STEP[d], _ROW_STEP[d]) for d in range(4)]
            self.diagonal += [self._at(square, across, up) for across, up in _DIAGONALS]
        self.edge: list[int] = [DRY] * (4 * self.size)

    def _at(self, square: int, across: int, up: int) -> int:
        return self.number(self.column[square] + across, self.row[square] + up)

    def number(self, column: int, row: int) -> int:
        """Return the square at a column and row, both counted from 0; NO_SQUARE off the board."""
        if 0 <= column < self.columns and 0 <= row < self.rows:
            return column * self.rows + row
        return NO_SQUARE

    def parse_name(self, name: str) -> int:
        """Return the square with a name such as d3; NO_SQUARE if there is none."""
        return self.name.index(name) if name in self.name else NO_SQUARE

    # ---------------------------------------------------------------- edges

    def set_edge(self, square: i64, direction: i64, kind: i64) -> None:
        """Set the kind of an edge, for the squares on both sides."""
        other = self.beside[square * 4 + direction]
        self.edge[square * 4 + direction] = int(kind)
        if other != NO_SQUARE:
            self.edge[other * 4 + (direction + 2) % 4] = int(kind)

    def is_open_edge(self, square: i64, direction: i64) -> bool:
        """Return whether an edge can be crossed: deep water only at a bridge."""
        return self.edge[square * 4 + direction] != DEEP

    def is_wet_edge(self, square: i64, direction: i64) -> bool:
        """Return whether the edge has water: shallow, deep, or deep with a bridge."""
        return self.edge[square * 4 + direction] != DRY

    def is_open_corner(self, square: i64, other: i64) -> bool:
        """Return whether a diagonal step is possible: all four edges that meet at its corner must be open."""
        east = EAST if self.column[other] > self.column[square] else WEST
        north = NORTH if self.row[other] > self.row[square] else SOUTH
        back_east, back_north = (east + 2) % 4, (north + 2) % 4
        return (
            self.is_open_edge(square, east)
            and self.is_open_edge(square, north)
            and self.is_open_edge(other, back_east)
            and self.is_open_edge(other, back_north)
        )

    # ---------------------------------------------------------------- lines

    def direction(self, square: i64, other: i64) -> i64:
        """Return the direction from a square to an adjacent one; NO_SQUARE if they are not adjacent."""
        for d in range(4):
            if self.beside[square * 4 + d] == other:
                return d
        return NO_SQUARE

    def is_diagonal(self, square: i64, other: i64) -> bool:
        """Return whether the other square touches this one only at a corner."""
        for d in range(4):
            if self.diagonal[square * 4 + d] == other:
                return other != NO_SQUARE
        return False

    def behind(self, square: i64, direction: i64) -> int:
        """Return the square behind a piece on a square that faces a direction."""
        return self.beside[square * 4 + (direction + 2) % 4]

    def flank(self, square: i64, direction: i64, hand: i64) -> int:
        """Return the square beside a piece that faces a direction, on its right (hand 0) or left (hand 1)."""
        return self.beside[square * 4 + (direction + (1 if hand == 0 else 3)) % 4]

    def line_distance(self, square: i64, other: i64) -> i64:
        """Return the distance of two squares in a row or column, 0 for the same; NO_SQUARE if they are not in line."""
        across = self.column[square] - self.column[other]
        up = self.row[square] - self.row[other]
        if across != 0 and up != 0:
            return NO_SQUARE
        return abs(across) + abs(up)

    def step_distance(self, square: i64, other: i64) -> i64:
        """Return the number of steps between two squares without diagonals, if nothing is in the way."""
        return abs(self.column[square] - self.column[other]) + abs(self.row[square] - self.row[other])

    def squares_in_line(self, square: i64, reach: i64) -> list[int]:
        """Return the squares in one row or column with a square, within a reach, in the order of their names."""
        return [other for other in range(self.size) if 1 <= self.line_distance(square, other) <= reach]
