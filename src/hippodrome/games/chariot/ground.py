"""The map: terrain, costs, protection, letters, edges and the two banks of the stream.

CH-S2.1, CH-M.grid, CH-M.village, CH-M.woods.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.kit.geometry.hexes import NONE, SIDES, Hexes
from hippodrome.kit.toml_reader import Table

CLEAR: Final = 0
SLOPE: Final = 1
HILLTOP: Final = 2
WOODS: Final = 3
VILLAGE: Final = 4
STREAM: Final = 5
SIGNS: Final = "./^wv~"
NAMES: Final = ("clear", "slope", "hilltop", "woods", "village", "stream")

# Movement Points are counted in halves, because allowances are halved (CH-S10.23, CH-S5.27).
POINT: Final = 2
# CH-T.clear, CH-T.slope, CH-T.hilltop, CH-T.woods, CH-T.village, CH-T.stream: what it costs to enter.
# There are no roads (CH-S5.51, CH-S5.52, CH-S5.53).
ENTRY: Final = (1, 2, 1, 3, 1, 2)
CREST: Final = 2  # CH-S5.62: from a slope to a hilltop
PROTECTION: Final = (3, 3, 3, 4, 5, 1)

ROWS: Final = 35  # CH-R28
EVEN: Final = 37
ODD: Final = 36
EDGES: Final = ("west", "north", "east", "south", "southwest")
CORNER: Final = 5  # CH-M.southwest: so far from the corner hex


class Ground:
    """The map of one scenario. Where slopes and hilltops are ignored they are clear (CH-V.4.0-2)."""

    def __init__(self, hexes: Hexes, terrain: bytes, letters: dict[str, int]) -> None:
        self.hexes = hexes
        self.terrain = terrain
        self.letters = letters
        self.costs = _costs(hexes, terrain)
        self.entry = bytes([ENTRY[kind] * POINT for kind in terrain])
        self.streams = int.from_bytes(bytes([int(kind == STREAM) for kind in terrain]), "big")
        self.south = _south(hexes, terrain)
        self.edges = {edge: [hex for hex in range(hexes.count) if is_at(hexes, hex, edge)] for edge in EDGES}

    def flat(self) -> Ground:
        """CH-V.4.0-2: the same map without hills."""
        plain = bytes([CLEAR if kind in (SLOPE, HILLTOP) else kind for kind in self.terrain])
        return Ground(self.hexes, plain, self.letters)

    def level(self, hex: i64) -> i64:
        """0 on the ground, where woods, village and stream lie too, 1 on a slope, 2 on a hilltop."""
        kind = self.terrain[hex]
        return kind if kind <= HILLTOP else CLEAR

    def named(self, text: str) -> int:
        """Return the hex of a letter, or of a printed number (CH-R29)."""
        return self.letters[text] if text in self.letters else self.hexes.from_printed(text)

    def name(self, hex: int) -> str:
        """Return the printed number of a hex, with its letter if it has one."""
        number = self.hexes.printed(hex)
        letters = [letter for letter, place in self.letters.items() if place == hex]
        return f"{letters[0]} {number}" if letters else number


def is_at(hexes: Hexes, hex: int, edge: str) -> bool:
    """CH-M.edges, CH-M.southwest: whether a hex lies at an edge; corner hexes lie at two."""
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
    return (column == 0 or row == hexes.rows - 1) and hexes.distance(hex, corner) <= CORNER


def _costs(hexes: Hexes, terrain: bytes) -> bytes:
    """CH-S5.11, CH-S5.61, CH-S5.62: what each step costs, six for each hex; terrains may be mixed (CH-S5.25)."""
    found = bytearray(hexes.count * SIDES)
    for hex in range(hexes.count):
        for side in range(SIDES):
            other = hexes.next[hex * SIDES + side]
            if other != NONE:
                climbs = terrain[hex] == SLOPE and terrain[other] == HILLTOP
                found[hex * SIDES + side] = POINT * (CREST if climbs else ENTRY[terrain[other]])
    return bytes(found)


def _south(hexes: Hexes, terrain: bytes) -> bytes:
    """CH-M.sides, CH-R24: what is south of the stream, reached from the south-east corner without crossing it."""
    found = bytearray(hexes.count)
    waiting = [hexes.count - 1]
    found[waiting[0]] = 1
    while waiting:
        for other in hexes.around(waiting.pop()):
            if not found[other] and terrain[other] != STREAM:
                found[other] = 1
                waiting.append(other)
    return bytes(found)


def _place(letters: Table, letter: str, hexes: Hexes) -> int:
    """Return the hex of a letter, given as column and row."""
    found = letters.wholes(letter)
    place = hexes.at(found[0], found[1]) if len(found) == 2 else NONE
    if place == NONE:
        told = f"must be column and row of a hex: rows 0 to {ROWS - 1}, columns 0 to {EVEN - 1} or {ODD - 1} by turns"
        raise letters.wrong(letter, f"{told}, not {found}")
    return place


def read_ground(text: str) -> Ground:
    """CH-M.grid, CH-M.letters, CH-M.rest: the map as its file draws it."""
    table = Table(text, "map.toml")
    rows = table.texts("rows")
    hexes = Hexes(ROWS, EVEN, ODD)
    if [len(row) for row in rows] != [hexes.widths[row % 2] for row in range(ROWS)]:
        raise table.wrong("rows", f"there must be {ROWS} rows of {EVEN} and {ODD} signs in turn")
    signs = "".join(rows)
    strange = [sign for sign in signs if sign not in SIGNS]
    if strange:
        raise table.wrong("rows", f"{strange[0]!r} is no terrain; there are: {SIGNS}")
    letters = table.table("letters")
    places = {letter: _place(letters, letter, hexes) for letter in letters.names()}
    letters.done()
    table.done()
    return Ground(hexes, bytes([SIGNS.index(sign) for sign in signs]), places)
