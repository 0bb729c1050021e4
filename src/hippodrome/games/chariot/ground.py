"""The map: terrain, costs, protection, letters, edges and the two banks of the stream.

CH-S2.1, CH-M.grid, CH-M.village, CH-M.woods.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.kit.data_tables import (
    NUMBERS,
    TEXTS,
    Column,
    DataFile,
    Record,
    Table,
    key_column,
    table_column,
    text_column,
)
from hippodrome.kit.geometry.hexes import NO_HEX, SIDES, Hexes

CLEAR: Final = 0
SLOPE: Final = 1
HILLTOP: Final = 2
WOODS: Final = 3
VILLAGE: Final = 4
STREAM: Final = 5
TERRAIN_SYMBOLS: Final = "./^wv~"
TERRAIN_NAMES: Final = ("clear", "slope", "hilltop", "woods", "village", "stream")

# Movement Points are counted in halves, because allowances are halved (CH-S10.23, CH-S5.27).
POINT: Final = 2
# CH-T.clear, CH-T.slope, CH-T.hilltop, CH-T.woods, CH-T.village, CH-T.stream: cost to enter.
# There are no roads (CH-S5.51, CH-S5.52, CH-S5.53).
ENTRY_COST: Final = (1, 2, 1, 3, 1, 2)
CREST_COST: Final = 2  # CH-S5.62: from a slope to a hilltop
PROTECTION: Final = (3, 3, 3, 4, 5, 1)

ROW_COUNT: Final = 35  # CH-R28
EVEN_ROW_WIDTH: Final = 37
ODD_ROW_WIDTH: Final = 36
EDGES: Final = ("west", "north", "east", "south", "southwest")
CORNER_DISTANCE: Final = 5  # CH-M.southwest: hexes from the corner
MIN_ROWS: Final = 8  # of a variant's map
MIN_WIDTH: Final = 8
LETTERS: Final = "ABCDEFGHIJKLMNPQ"
_ROWS_COLUMN: Final = Column(
    "rows",
    TEXTS,
    f"The map from north to south: one text for each row, one character for each hex from west to east. "
    f"{TERRAIN_SYMBOLS[0]} "
    "clear, / slope, ^ hilltop, ~ stream, w woods (an oasis), v village. Every second row is one hex shorter.",
)
_LETTERS_COLUMN: Final = table_column(
    "letters",
    Table(
        "The hexes with a letter. Zones and victory conditions use them.",
        *[
            Column(
                letter, NUMBERS, "The hex, counted from 0.", 0, max(EVEN_ROW_WIDTH, ROW_COUNT) - 1,
                parts=("column", "row"), default=(),
            )
            for letter in LETTERS
        ],
    ),
)  # fmt: skip
MAP: Final = DataFile(
    "data/map.toml",
    "The map",
    Table(f"The map of all battles that name no other: {ROW_COUNT} rows.", _ROWS_COLUMN, _LETTERS_COLUMN),
)
MAPS: Final = DataFile(
    "data/maps/",
    "More maps",
    Table(
        "A map of a variant, for the battles that name it.",
        key_column("The word that battles use for it."),
        text_column("title", "The name of the map."),
        _ROWS_COLUMN,
        _LETTERS_COLUMN,
    ),
)


class Ground:
    """The map of one scenario. Where slopes and hilltops are ignored they are clear (CH-V.4.0-2)."""

    def __init__(self, hexes: Hexes, terrain: bytes, letters: dict[str, int], name: str = "land") -> None:
        self.name = name  # in the names of its symbols
        self.hexes = hexes
        self.terrain = terrain
        self.letters = letters
        self.costs = _costs(hexes, terrain)
        self.entry_costs = bytes([ENTRY_COST[kind] * POINT for kind in terrain])
        self.streams = int.from_bytes(bytes([int(kind == STREAM) for kind in terrain]), "big")
        self.south = _south(hexes, terrain)
        self.edges = {edge: [hex for hex in range(hexes.count) if is_on_edge(hexes, hex, edge)] for edge in EDGES}

    def flat(self) -> Ground:
        """CH-V.4.0-2: return the same map without hills."""
        plain = bytes([CLEAR if kind in (SLOPE, HILLTOP) else kind for kind in self.terrain])
        return Ground(self.hexes, plain, self.letters, "plain" if self.name == "land" else f"{self.name}-plain")

    def level(self, hex: i64) -> i64:
        """Return 0 at ground level, including woods, village and stream, 1 on a slope, 2 on a hilltop."""
        kind = self.terrain[hex]
        return kind if kind <= HILLTOP else CLEAR

    def find_hex(self, text: str) -> int:
        """Return the hex with a letter or a printed number (CH-R29), NONE if there is none."""
        return self.letters[text] if text in self.letters else self.hexes.from_label(text)

    def hex_name(self, hex: int) -> str:
        """Return the printed number of a hex, after its letter if it has one."""
        number = self.hexes.label(hex)
        letters = [letter for letter, other in self.letters.items() if other == hex]
        return f"{letters[0]} {number}" if letters else number


def is_on_edge(hexes: Hexes, hex: int, edge: str) -> bool:
    """CH-M.edges, CH-M.southwest: return whether a hex is on an edge; corner hexes are on two."""
    column, row = hexes.column[hex], hexes.row[hex]
    if edge == "west":
        return column == 0
    if edge == "east":
        return column == hexes.widths[row % 2] - 1
    if edge == "north":
        return row == 0
    if edge == "south":
        return row == hexes.rows - 1
    corner = hexes.at(0, hexes.rows - 1)
    return (column == 0 or row == hexes.rows - 1) and hexes.distance(hex, corner) <= CORNER_DISTANCE


def _costs(hexes: Hexes, terrain: bytes) -> bytes:
    """CH-S5.11, CH-S5.61, CH-S5.62: return the cost of each step, six per hex; terrain may be mixed (CH-S5.25)."""
    costs = bytearray(hexes.count * SIDES)
    for hex in range(hexes.count):
        for side in range(SIDES):
            neighbour = hexes.next[hex * SIDES + side]
            if neighbour != NO_HEX:
                climbs = terrain[hex] == SLOPE and terrain[neighbour] == HILLTOP
                costs[hex * SIDES + side] = POINT * (CREST_COST if climbs else ENTRY_COST[terrain[neighbour]])
    return bytes(costs)


def _south(hexes: Hexes, terrain: bytes) -> bytes:
    """CH-M.sides, CH-R24: mark the hexes that can be reached from the south-east corner without crossing the stream."""
    marked = bytearray(hexes.count)
    frontier = [hexes.count - 1]
    marked[frontier[0]] = 1
    while frontier:
        for neighbour in hexes.around(frontier.pop()):
            if not marked[neighbour] and terrain[neighbour] != STREAM:
                marked[neighbour] = 1
                frontier.append(neighbour)
    return bytes(marked)


def _letter_hex(letters: Record, letter: str, hexes: Hexes) -> int:
    """Read the hex of a letter, given as column and row."""
    column, row = letters.numbers(letter)
    hex = hexes.at(column, row)
    if hex == NO_HEX:
        even, odd = hexes.widths
        columns = f"columns 0 to {even - 1} in even rows and 0 to {odd - 1} in odd rows"
        expected = f"must be the column and row of a hex (rows 0 to {hexes.rows - 1}, {columns})"
        raise letters.error(letter, f"{expected}, not {[column, row]}")
    return hex


def read_ground(text: str) -> Ground:
    """CH-M.grid, CH-M.letters, CH-M.rest: read the map from its file."""
    return _ground(MAP.table.read(text, MAP.path), "land", ROW_COUNT, EVEN_ROW_WIDTH)


def read_map(text: str, file: str) -> tuple[str, Ground]:
    """Return the key and the ground of a variant's map."""
    record = MAPS.table.read(text, file)
    rows = record.texts("rows")
    width = len(rows[0])
    if not (MIN_ROWS <= len(rows) <= ROW_COUNT and MIN_WIDTH <= width <= EVEN_ROW_WIDTH):
        limits = f"{MIN_ROWS} to {ROW_COUNT} rows of {MIN_WIDTH} to {EVEN_ROW_WIDTH} characters"
        raise record.error("rows", f"there must be {limits}, not {len(rows)} of {width}")
    return record.text("key"), _ground(record, f"map-{record.text('key')}", len(rows), width)


def _ground(record: Record, name: str, row_count: int, width: int) -> Ground:
    """Return the map in a record; DataError if a row or letter is wrong."""
    rows = record.texts("rows")
    hexes = Hexes(row_count, width, width - 1)
    if [len(row) for row in rows] != [hexes.widths[row % 2] for row in range(row_count)]:
        raise record.error("rows", f"there must be {row_count} rows of {width} and {width - 1} characters in turn")
    symbols = "".join(rows)
    unknown = [symbol for symbol in symbols if symbol not in TERRAIN_SYMBOLS]
    if unknown:
        raise record.error("rows", f"{unknown[0]!r} is not a terrain symbol; known symbols: {TERRAIN_SYMBOLS}")
    letters = record.table("letters")
    hexes_by_letter = {letter: _letter_hex(letters, letter, hexes) for letter in LETTERS if letter in letters}
    return Ground(hexes, bytes([TERRAIN_SYMBOLS.index(symbol) for symbol in symbols]), hexes_by_letter, name)
