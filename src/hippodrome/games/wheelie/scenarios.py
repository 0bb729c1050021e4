"""What can be played: tables (WW-P2), parties, what lies in the middle, and how it ends."""

from __future__ import annotations

from typing import Final

from hippodrome.games.wheelie.chariots import ChariotKind, chariot_kind_named
from hippodrome.games.wheelie.terrain import TerrainKind, terrain_kind_named
from hippodrome.kit.toml_reader import Table

INCH: Final = 1000
FOOT: Final = 12 * INCH

# How a battle is judged when time runs out (WW-Q49).
BY_KILLS: Final = "kills"
BY_POINTS: Final = "points"
BY_PREY: Final = "prey"

# Tables by number of chariots (WW-P2).
_TABLE_SIZES_INCHES: Final = {2: (36, 36), 3: (48, 36), 4: (48, 48), 5: (72, 48), 6: (72, 48)}


class ScenarioData:
    """A scenario as its file tells it."""

    def __init__(self, table: Table, kinds: list[ChariotKind], stuffs: list[TerrainKind]) -> None:
        self.key = table.text("key")
        self.title = table.text("title")
        self.text = table.text("text")
        self.seats = range(table.integer("least", 1, 6), table.integer("most", 1, 6) + 1)
        self.default_seats = table.integer("usual", 1, 6)
        self.is_free_for_all = table.flag("everyone")
        self.parties = _parties(table, kinds)
        self.table_chariots = table.integer("table", 0, 6)
        self.centre = _centre(table, stuffs)
        self.clear_distance = table.integer("clear", 0, 20 * INCH)
        self.limit = table.integer("limit", 0, 99)
        self.ending = table.one_of("ending", (BY_KILLS, BY_POINTS, BY_PREY))
        table.done()

    def seat_sides(self, seats: int) -> list[int]:
        """Return the side of every seat: each his own, or turn by turn."""
        return [seat if self.is_free_for_all else seat % 2 for seat in range(seats)]


def _parties(table: Table, kinds: list[ChariotKind]) -> list[list[int]]:
    """What each party brings: chariots by their keys, with blanks between them."""
    rows = table.texts("parties")
    if not rows or not all(row.split() for row in rows):
        raise table.error("parties", "must be a list of texts, each with the keys of one chariot or more")
    try:
        return [[int(chariot_kind_named(kinds, key).number) for key in row.split()] for row in rows]
    except ValueError as error:
        raise table.error("parties", str(error)) from None


def _centre(table: Table, stuffs: list[TerrainKind]) -> str:
    """Return the terrain that lies in the middle; nothing, where nothing does."""
    found = table.text("centre")
    try:
        return terrain_kind_named(stuffs, found).key if found else ""
    except ValueError as error:
        raise table.error("centre", str(error)) from None


def read_scenarios(text: str, kinds: list[ChariotKind], stuffs: list[TerrainKind]) -> list[ScenarioData]:
    """Return the scenarios in the order of the file."""
    table = Table(text, "scenarios.toml")
    battles = [ScenarioData(row, kinds, stuffs) for row in table.tables("scenario")]
    table.done()
    return battles


def table_size(chariots: int) -> tuple[int, int]:
    """Width and depth of the table for so many chariots (WW-P2)."""
    wide, deep = _TABLE_SIZES_INCHES[min(max(chariots, 2), 6)]
    return wide * INCH, deep * INCH


def pieces_allowed(width: int, depth: int) -> int:
    """One piece of terrain for every 4 square feet (WW-P3)."""
    return width * depth // (4 * FOOT * FOOT)
