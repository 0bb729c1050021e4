"""Scenarios: table sizes (WW-P2), parties, central terrain and victory conditions."""

from __future__ import annotations

from typing import Final

from hippodrome.games.wheelie.chariots import ChariotKind, chariot_kind_named
from hippodrome.games.wheelie.terrain import TerrainKind, terrain_kind_named
from hippodrome.kit.toml_reader import TomlTable, read_tables
from hippodrome.kit.units import INCH

FOOT: Final = 12 * INCH

# What decides a battle when time runs out (WW-Q49).
BY_KILLS: Final = "kills"
BY_POINTS: Final = "points"
BY_PREY: Final = "prey"

PREY_SIDE: Final = 1  # the hunted side of a hunt

MAX_PER_SIDE: Final = 4  # WW-P1
MAX_TABLE_CHARIOTS: Final = 8
# Tables by number of chariots (WW-P2).
_TABLE_SIZES_INCHES: Final = {
    2: (36, 36), 3: (48, 36), 4: (48, 48), 5: (60, 48), 6: (72, 48), 7: (84, 48), 8: (96, 48),
}  # fmt: skip


class ScenarioData:
    """A scenario as defined in scenarios.toml."""

    def __init__(self, table: TomlTable, kinds: list[ChariotKind], terrain_kinds: list[TerrainKind]) -> None:
        self.key = table.text("key")
        self.title = table.text("title")
        self.text = table.text("text")
        self.seats = range(table.integer("least", 1, 6), table.integer("most", 1, 6) + 1)
        self.default_seats = table.integer("usual", 1, 6)
        self.is_free_for_all = table.flag("everyone")
        self.parties = _parties(table, kinds, "parties")
        self.reserves = _parties(table, kinds, "reserves") if "reserves" in table else []
        if self.reserves and len(self.reserves) != len(self.parties):
            raise table.error("reserves", f"must list {len(self.parties)} parties, as in parties")
        self.table_chariots = table.integer("table", 0, MAX_TABLE_CHARIOTS)
        self.centre = _centre(table, terrain_kinds)
        self.clear_distance = table.integer("clear", 0, 20 * INCH) if "clear" in table else 0
        self.spacing = table.integer("spacing", 0, 20 * INCH) if "spacing" in table else 0
        self.limit = table.integer("limit", 0, 99)
        self.ending = table.one_of("ending", (BY_KILLS, BY_POINTS, BY_PREY))
        table.reject_unread()

    def seat_sides(self, seats: int) -> list[int]:
        """Return the side of every seat: a side each in a free-for-all, else alternating."""
        return [seat if self.is_free_for_all else seat % 2 for seat in range(seats)]


def _parties(table: TomlTable, kinds: list[ChariotKind], key: str) -> list[list[int]]:
    """Return the chariots of each party, given as keys separated by blanks."""
    rows = table.texts(key)
    if not rows or not all(row.split() for row in rows):
        raise table.error(key, "must be a list of texts, each with the keys of one or more chariots")
    try:
        return [[int(chariot_kind_named(kinds, name).number) for name in row.split()] for row in rows]
    except ValueError as error:
        raise table.error(key, str(error)) from None


def _centre(table: TomlTable, terrain_kinds: list[TerrainKind]) -> str:
    """Return the key of the terrain in the middle of the table; empty for none."""
    key = table.text("centre")
    try:
        return terrain_kind_named(terrain_kinds, key).key if key else ""
    except ValueError as error:
        raise table.error("centre", str(error)) from None


def read_scenarios(text: str, kinds: list[ChariotKind], terrain_kinds: list[TerrainKind]) -> list[ScenarioData]:
    """Return the scenarios in the order of the file."""
    return [ScenarioData(row, kinds, terrain_kinds) for row in read_tables(text, "scenarios.toml", "scenario")]


def table_size(chariots: int) -> tuple[int, int]:
    """WW-P2: return the width and depth of the table for a number of chariots."""
    width, depth = _TABLE_SIZES_INCHES[min(max(chariots, 2), MAX_TABLE_CHARIOTS)]
    return width * INCH, depth * INCH


def pieces_allowed(width: int, depth: int) -> int:
    """WW-P3: return the number of pieces of terrain, one for every 4 square feet."""
    return width * depth // (4 * FOOT * FOOT)
