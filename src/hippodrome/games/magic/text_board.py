"""The board in letters, for the terminal: nine cells a square, for its name, its ground and who stands there."""

from __future__ import annotations

from typing import Final

from hippodrome.games.magic.layouts import OPEN, Layout
from hippodrome.games.magic.pieces import TILE_SIZE, tile_left, tile_top
from hippodrome.kit.geometry.squares import BRIDGE, DEEP, DRY, NORTH, WEST, Squares
from hippodrome.kit.scene import Node
from hippodrome.kit.state import Json

CELL_SIZE: Final = TILE_SIZE // 3
KIND_LETTERS: Final = "cstvrwaghoklm"  # the kinds in their order; k is the king, that is the general
GROUND_CODES: Final = ("", "wo", "vi", "br", "de", "ma", "st", "ge", "fi", "CH", "WW", "FO", "FI")
GROUND_CSS: Final = ("", "hedge", "stone", "hedge", "stone", "water", "stone", "", "", "", "hedge", "water", "harm")
GROUND_CELL: Final = (1, 1)  # of the ground
NORTH_EDGE_CELL: Final = (1, 0)  # of a river or bridge on the upper edge
WEST_EDGE_CELL: Final = (0, 1)  # and on the left one
PIECE_CELLS: Final = (
    (2, 0),
    (2, 1),
    (0, 2),
    (1, 2),
    (2, 2),
    WEST_EDGE_CELL,
    NORTH_EDGE_CELL,
)  # for the pieces, in this order


def text_cells(layout: Layout, table: Json) -> list[Node]:
    """What the terminal shows of the squares; these nodes draw nothing in a picture."""
    ground = list(layout.ground)
    for piece in table["scenery"]:
        ground[piece["square"]] = piece["ground"]
    there: dict[int, list[Json]] = {}
    for unit in table["units"]:
        there.setdefault(unit["square"], []).append(unit)
    nodes: list[Node] = []
    for square in range(layout.squares.size):
        nodes.extend(square_cells(layout.squares, square, ground[square], there.get(square, [])))
    return nodes


def square_cells(board: Squares, square: int, ground: int, there: list[Json]) -> list[Node]:
    """Return the cells of one square."""
    nodes = [text_cell(board, square, (0, 0), board.name[square], "note")]
    if ground != OPEN:
        nodes.append(text_cell(board, square, GROUND_CELL, GROUND_CODES[ground], GROUND_CSS[ground]))
    water = [
        (place, edge)
        for place, d in ((NORTH_EDGE_CELL, NORTH), (WEST_EDGE_CELL, WEST))
        if (edge := river_code(board, square, d))
    ]
    nodes.extend([text_cell(board, square, place, edge, "wood" if edge == "##" else "water") for place, edge in water])
    free = [place for place in PIECE_CELLS if place not in [taken for taken, _ in water]]
    for place, (words, css) in zip(free, piece_codes(there, len(free)), strict=False):
        nodes.append(text_cell(board, square, place, words, css))
    return nodes


def river_code(board: Squares, square: int, d: int) -> str:
    """What is on an edge of a square: a river, a bridge, or nothing."""
    edge = board.edge[square * 4 + d]
    return {DRY: "", DEEP: "==", BRIDGE: "##"}.get(edge, "~~")


def piece_codes(there: list[Json], room: int) -> list[tuple[str, str]]:
    """Return the pieces of a square by kind, a letter and how many: s3. White's letters are large."""
    count: dict[tuple[int, int], int] = {}
    for unit in there:
        count[unit["kind"], unit["side"]] = count.get((unit["kind"], unit["side"]), 0) + 1
    found: list[tuple[str, str]] = []
    for kind, side in sorted(count):
        letter = KIND_LETTERS[kind].upper() if side else KIND_LETTERS[kind]
        number = count[kind, side]
        found.append((f"{letter}{number if number > 1 else ' '}", f"plate seat{side}"))
    if len(found) > room:
        found[room - 1 :] = [("..", found[-1][1])]
    return found


def text_cell(board: Squares, square: int, place: tuple[int, int], words: str, css: str) -> Node:
    """One cell of a square; a path without a line, so that only the terminal shows it."""
    x, y = (
        tile_left(board, square) + place[0] * CELL_SIZE + CELL_SIZE // 2,
        tile_top(board, square) + place[1] * CELL_SIZE + CELL_SIZE // 2,
    )
    return Node(f"letters-{board.name[square]}-{place[0]}{place[1]}", "path", x, y, "", 0, css, glyph=words)
