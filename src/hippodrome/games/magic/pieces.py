"""Drawing of pieces: their places in a square, and the plate, figure, bases, marks and badges of each."""

from __future__ import annotations

from typing import Final

from hippodrome.games.magic.formatting import activities, are_shots_aimed, piece_text
from hippodrome.games.magic.kinds import FIRST_CHARACTER, GEAR, GENERAL, QUALITIES
from hippodrome.kit.geometry.squares import Squares
from hippodrome.kit.scene import FACTIONS, Node
from hippodrome.kit.state import Json

# Sizes in scene units.
TILE_SIZE: Final = 6000
BOARD_MARGIN: Final = 300  # around the board
STRIP_HEIGHT: Final = 800  # of the strip above the pieces, which shows the ground and the name
TILE_PADDING: Final = 130  # beside and below the pieces
PIECE_GAP: Final = 110
MAX_PIECE_SIZE: Final = (2900, 3500)  # width and height
# Columns and rows for 1, 2, 3, ... pieces.
GRID_SHAPES: Final = ((1, 1), (2, 1), (2, 2), (2, 2), (3, 2), (3, 2), (3, 3), (3, 3), (3, 3))
FULL_GRID: Final = len(GRID_SHAPES)  # with more pieces, four characters share a cell
PIP_PERCENT: Final = 12  # height of a bar, in percent of the piece's height
MARK_PERCENT: Final = 27  # size of a mark, in percent of the piece's shorter side


class Spot:
    """The centre and size of a drawn piece."""

    __slots__ = ("height", "width", "x", "y")

    def __init__(self, x: int, y: int, width: int, height: int) -> None:
        self.x = x
        self.y = y
        self.width = width
        self.height = height

    @property
    def diameter(self) -> int:
        """The diameter of a round piece."""
        return min(self.width, self.height)


def tile_left(board: Squares, square: int) -> int:
    """Return the left edge of a tile."""
    return BOARD_MARGIN + board.column[square] * TILE_SIZE


def tile_top(board: Squares, square: int) -> int:
    """Return the upper edge of a tile; row 1 is at the bottom."""
    return BOARD_MARGIN + (board.rows - 1 - board.row[square]) * TILE_SIZE


# -------------------------------------------------------------------- stacks


def piece_spots(board: Squares, table: Json) -> dict[int, Spot]:
    """Return the spot of every piece on the board by id; in a square units come before characters."""
    stacks: dict[int, tuple[list[int], list[int]]] = {}
    for unit in table["units"]:
        if unit["square"] >= 0:
            stacks.setdefault(unit["square"], ([], []))[unit["kind"] >= FIRST_CHARACTER].append(unit["id"])
    spots: dict[int, Spot] = {}
    for square, (units, characters) in stacks.items():
        x, y = tile_left(board, square), tile_top(board, square)
        for id, spot in zip([*units, *characters], tile_spots(len(units), len(characters)), strict=True):
            spots[id] = Spot(x + spot.x, y + spot.y, spot.width, spot.height)
    return spots


def tile_spots(units: int, characters: int) -> list[Spot]:
    """Return the spots of units, then characters, relative to the corner of their tile."""
    count = units + characters
    if count <= FULL_GRID:
        return grid_spots(count, *GRID_SHAPES[count - 1])
    if units < FULL_GRID and characters <= 4 * (FULL_GRID - units):
        cells = grid_spots(FULL_GRID, *GRID_SHAPES[FULL_GRID - 1])
        return [*cells[:units], *[quarter for cell in cells[units:] for quarter in quarter_spots(cell)][:characters]]
    return grid_spots(count, 4, (count + 3) // 4)


def grid_spots(count: int, columns: int, rows: int) -> list[Spot]:
    """Return spots row by row; an incomplete last row is centred."""
    width, height = (TILE_SIZE - 2 * TILE_PADDING) // columns, (TILE_SIZE - STRIP_HEIGHT - TILE_PADDING) // rows
    spots: list[Spot] = []
    for number in range(count):
        row, column = divmod(number, columns)
        aside = (columns - min(columns, count - row * columns)) * width // 2
        x, y = TILE_PADDING + aside + column * width + width // 2, STRIP_HEIGHT + row * height + height // 2
        spots.append(Spot(x, y, min(width - PIECE_GAP, MAX_PIECE_SIZE[0]), min(height - PIECE_GAP, MAX_PIECE_SIZE[1])))
    return spots


def quarter_spots(cell: Spot) -> list[Spot]:
    """Return four small spots in one cell."""
    width, height = cell.width // 2, cell.height // 2
    return [
        Spot(cell.x + dx * width // 2, cell.y + dy * height // 2, width - PIECE_GAP // 3, height - PIECE_GAP // 3)
        for dy in (-1, 1)
        for dx in (-1, 1)
    ]


# -------------------------------------------------------------------- a piece


def piece_nodes(board: Squares, table: Json) -> list[Node]:
    """Return the nodes of all units and characters on the board."""
    nodes: list[Node] = []
    spots = piece_spots(board, table)
    for unit in table["units"]:
        if unit["id"] in spots:
            nodes.extend(nodes_of_piece(board, unit, spots[unit["id"]], table["asked"]))
    return nodes


def nodes_of_piece(board: Squares, unit: Json, spot: Spot, asked: Json) -> list[Node]:
    """Return a plate with the figure of the kind, marks of quality and gear, a bar for each base, and badges."""
    id, seat, is_unit = unit["id"], unit["side"], unit["kind"] < FIRST_CHARACTER
    is_aiming = are_shots_aimed(asked)
    css = f"plate broad seat{seat}" + (" acting" if asked["about"] == id else "")
    words = f"{FACTIONS[seat]}'s {', '.join([piece_text(unit), *activities(board, unit, is_aiming)])}"
    nodes = [plate_node(unit, spot, css, words), *(unit_face(unit, spot) if is_unit else character_face(unit, spot))]
    return [*nodes, *badge_nodes(unit, spot, is_aiming)]


def plate_node(unit: Json, spot: Spot, css: str, words: str) -> Node:
    """Return the plate: for Red a rectangle or, for a character, a circle; for White an octagon."""
    name, is_unit = f"unit-{unit['id']}", unit["kind"] < FIRST_CHARACTER
    width, height = (spot.width, spot.height) if is_unit else (spot.diameter, spot.diameter)
    if unit["side"] == 1:
        path = octagon_path(width, height, spot.diameter // (6 if is_unit else 3))
        return Node(name, "path", spot.x, spot.y, path, 0, css, words)
    if is_unit:
        return Node(name, "rect", spot.x, spot.y, f"{width} {height} 110", 0, css, words)
    return Node(name, "circle", spot.x, spot.y, str(width // 2), 0, css, words)


def octagon_path(width: int, height: int, corner: int) -> str:
    """Return the path of a rectangle with its corners cut off."""
    w, h = width // 2, height // 2
    x, y = w - corner, h - corner
    return f"M{-x} {-h}L{x} {-h}L{w} {-y}L{w} {y}L{x} {h}L{-x} {h}L{-w} {y}L{-w} {-y}z"


def unit_face(unit: Json, spot: Spot) -> list[Node]:
    """Return figure, bars and marks; the marks are beside the figure on a broad plate, else below it."""
    id, foot, names = unit["id"], spot.height * PIP_PERCENT // 100 + 120, mark_names(unit)
    is_broad = spot.width * 100 > spot.height * 108
    length = spot.height - foot if is_broad else spot.width - 160
    mark = min(spot.diameter * MARK_PERCENT // 100, length * 86 // 100 // max(len(names), 1))
    room = spot.height - foot - (0 if is_broad or not names else mark)
    size = min(room, spot.width) - 60
    aside = (spot.width - size) // 2 - 60 if is_broad and names else 0
    top = spot.y - spot.height // 2
    nodes = [
        Node(f"unit-{id}-figure", "use", spot.x - aside, top + room // 2 + 30, f"magic-{unit['kind']}", 0,
             f"figure seat{unit['side']}", size=size),
        Node(f"unit-{id}-pips", "path", spot.x, spot.y + spot.height // 2, pip_path(unit, spot), 0, "figure"),
    ]  # fmt: skip
    if is_broad:
        return nodes + mark_nodes(unit, spot.x + spot.width // 2 - mark * 6 // 10, top + length // 2 + 40, mark, (0, 1))
    return nodes + mark_nodes(unit, spot.x, top + 60 + size + mark // 2, mark, (1, 0))


def mark_nodes(unit: Json, x: int, y: int, mark: int, along: tuple[int, int]) -> list[Node]:
    """Return the marks of quality and gear, centred on a point along a row (1, 0) or a column (0, 1)."""
    names = mark_names(unit)
    nodes: list[Node] = []
    for number, name in enumerate(names):
        away = (2 * number - len(names) + 1) * mark * 58 // 100
        at = (x + along[0] * away, y + along[1] * away)
        css = f"figure seat{unit['side']} fine"
        nodes.append(Node(f"unit-{unit['id']}-{name}", "use", *at, f"magic-{name}", 0, css, size=mark))
    return nodes


def mark_names(unit: Json) -> list[str]:
    """Return the names of the symbols for quality and gear."""
    names = [QUALITIES[unit["quality"]]] if unit["quality"] else []
    return names + [GEAR[bit] for bit in range(len(GEAR)) if unit["gear"] >> bit & 1]


def pip_path(unit: Json, spot: Spot) -> str:
    """Return a bar for each base above the lower edge; bars of lost bases are hollow."""
    full, height = unit["full"], spot.height * PIP_PERCENT // 100
    step = min((spot.width - 260) // full, spot.width // 3)
    width, line, bars = step * 82 // 100, max(30, height // 8), []
    for number in range(full):
        x = step * (2 * number - full) // 2 + (step - width) // 2
        bars.append(f"M{x} -90h{width}v-{height}h-{width}z")
        if number >= unit["bases"]:
            bars.append(f"M{x + line} -{90 + line}v-{height - 2 * line}h{width - 2 * line}v{height - 2 * line}z")
    return "".join(bars)


def character_face(unit: Json, spot: Spot) -> list[Node]:
    """Return the figure of a character; a general has a wreath."""
    name, diameter = f"unit-{unit['id']}", spot.diameter
    css = f"figure seat{unit['side']}"
    if unit["kind"] != GENERAL:
        return [
            Node(f"{name}-figure", "use", spot.x, spot.y, f"magic-{unit['kind']}", 0, css, size=diameter * 74 // 100)
        ]
    return [
        Node(f"{name}-wreath", "use", spot.x, spot.y, "magic-wreath", 0, css, size=diameter * 96 // 100),
        Node(f"{name}-figure", "use", spot.x, spot.y - diameter // 30, f"magic-{GENERAL}", 0, css,
             size=diameter * 62 // 100),
    ]  # fmt: skip


# -------------------------------------------------------------------- badges


def badge_nodes(unit: Json, spot: Spot, is_aiming: bool) -> list[Node]:
    """Return small round badges along the upper edge, from right to left."""
    radius = max(240, spot.diameter * 13 // 100)
    width = spot.width if unit["kind"] < FIRST_CHARACTER else spot.diameter
    x, y = (
        spot.x + width // 2 - radius * 7 // 10,
        spot.y - (spot.height if unit["kind"] < FIRST_CHARACTER else width) // 2,
    )
    nodes: list[Node] = []
    for name in badge_names(unit, is_aiming):
        id = f"unit-{unit['id']}-{name}"
        nodes.append(Node(f"{id}-badge", "circle", x, y + radius // 2, str(radius), 0, "badge"))
        if name == "hits":
            nodes.append(Node(id, "text", x, y + radius // 2, str(unit["hits"]), 0, "harm", size=radius * 17 // 10))
        else:
            nodes.append(Node(id, "use", x, y + radius // 2, f"magic-{name}", 0, "badge", size=radius * 17 // 10))
        x -= radius * 21 // 10
    return nodes


def badge_names(unit: Json, is_aiming: bool) -> list[str]:
    """Return the names of the badges of a piece, the most urgent first."""
    has_declared = unit["target"] >= 0
    badges = (
        ("hits", unit["hits"] > 0),
        ("attacks", has_declared and not unit["spent"]),
        ("aims", unit["aim"] >= 0 and is_aiming),
        ("dread", unit["dread"]),
        ("haste", unit["hasted"]),
        ("beaten", unit["beaten"]),
        ("fought", has_declared and unit["spent"] and not unit["beaten"]),
        ("fresh", unit["won_before"]),
    )
    return [name for name, is_shown in badges if is_shown]
