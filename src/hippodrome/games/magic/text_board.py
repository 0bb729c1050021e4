"""The board as text for the terminal: nine cells of two letters for each square, with its name, ground and pieces."""

from __future__ import annotations

from typing import Final

from hippodrome.games.magic.layouts import OPEN, Layout
from hippodrome.games.magic.pieces import TILE_SIZE, tile_left, tile_top
from hippodrome.kit.geometry.squares import BRIDGE, DEEP, DRY, NORTH, WEST, Squares
from hippodrome.kit.scene import Node
from hippodrome.kit.state import Json

CELL_SIZE: Final = TILE_SIZE // 3
KIND_LETTERS: Final = "cstvrwaghoklm"  # by kind; k (king) is the general
GROUND_CODES: Final = ("", "wo", "vi", "br", "de", "ma", "st", "ge", "fi", "CH", "WW", "FO", "FI")
GROUND_CSS: Final = ("", "hedge", "stone", "hedge", "stone", "water", "stone", "", "", "", "hedge", "water", "harm")
# Cells of a square as (column, row) from the upper left.
GROUND_CELL: Final = (1, 1)
NORTH_EDGE_CELL: Final = (1, 0)  # for a river or bridge on the upper edge
WEST_EDGE_CELL: Final = (0, 1)  # for a river or bridge on the left edge
PIECE_CELLS: Final = ((2, 0), (2, 1), (0, 2), (1, 2), (2, 2), WEST_EDGE_CELL, NORTH_EDGE_CELL)  # in order of use


def text_cells(layout: Layout, table: Json) -> list[Node]:
    """Return the text cells of all squares; these nodes are invisible in a picture."""
    ground = list(layout.ground)
    for piece in table["scenery"]:
        ground[piece["square"]] = piece["ground"]
    pieces: dict[int, list[Json]] = {}
    for unit in table["units"]:
        pieces.setdefault(unit["square"], []).append(unit)
    nodes: list[Node] = []
    for square in range(layout.squares.size):
        nodes.extend(square_cells(layout.squares, square, ground[square], pieces.get(square, [])))
    return nodes


def square_cells(board: Squares, square: int, ground: int, pieces: list[Json]) -> list[Node]:
    """Return the text cells of one square."""
    nodes = [text_cell(board, square, (0, 0), board.name[square], "note")]
    if ground != OPEN:
        nodes.append(text_cell(board, square, GROUND_CELL, GROUND_CODES[ground], GROUND_CSS[ground]))
    water = [
        (cell, edge)
        for cell, d in ((NORTH_EDGE_CELL, NORTH), (WEST_EDGE_CELL, WEST))
        if (edge := river_code(board, square, d))
    ]
    nodes.extend([text_cell(board, square, cell, edge, "wood" if edge == "##" else "water") for cell, edge in water])
    free = [cell for cell in PIECE_CELLS if cell not in [taken for taken, _ in water]]
    for cell, (code, css) in zip(free, piece_codes(pieces, len(free)), strict=False):
        nodes.append(text_cell(board, square, cell, code, css))
    return nodes


def river_code(board: Squares, square: int, d: int) -> str:
    """Return the code of the river or bridge on an edge of a square, or an empty string."""
    edge = board.edge[square * 4 + d]
    return {DRY: "", DEEP: "==", BRIDGE: "##"}.get(edge, "~~")


def piece_codes(pieces: list[Json], room: int) -> list[tuple[str, str]]:
    """Return code and CSS class for each kind of piece in a square, such as s3; White's letters are capitals."""
    count: dict[tuple[int, int], int] = {}
    for unit in pieces:
        count[unit["kind"], unit["side"]] = count.get((unit["kind"], unit["side"]), 0) + 1
    codes: list[tuple[str, str]] = []
    for kind, side in sorted(count):
        letter = KIND_LETTERS[kind].upper() if side else KIND_LETTERS[kind]
        number = count[kind, side]
        codes.append((f"{letter}{number if number > 1 else ' '}", f"plate seat{side}"))
    if len(codes) > room:
        codes[room - 1 :] = [("..", codes[-1][1])]
    return codes


def text_cell(board: Squares, square: int, cell: tuple[int, int], code: str, css: str) -> Node:
    """Return one cell of a square: an empty path, so that only the terminal shows it."""
    x = tile_left(board, square) + cell[0] * CELL_SIZE + CELL_SIZE // 2
    y = tile_top(board, square) + cell[1] * CELL_SIZE + CELL_SIZE // 2
    return Node(f"letters-{board.name[square]}-{cell[0]}{cell[1]}", "path", x, y, "", 0, css, glyph=code)
