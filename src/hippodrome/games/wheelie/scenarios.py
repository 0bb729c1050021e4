"""What can be played: tables (WW-P2), parties, what lies in the middle, and how it ends."""

from __future__ import annotations

from typing import Final

from hippodrome.games.wheelie.chariots import Kind, kind_named
from hippodrome.games.wheelie.terrain import Stuff, stuff_named
from hippodrome.kit.toml_reader import Table

INCH: Final = 1000
FOOT: Final = 12 * INCH

# How a battle is judged when time runs out (WW-Q49).
BY_KILLS: Final = "kills"
BY_POINTS: Final = "points"
BY_PREY: Final = "prey"

# Tables by number of chariots (WW-P2).
_TABLES: Final = {2: (36, 36), 3: (48, 36), 4: (48, 48), 5: (72, 48), 6: (72, 48)}


class Battle:
    """A scenario as its file tells it."""

    def __init__(self, table: Table, kinds: list[Kind], stuffs: list[Stuff]) -> None:
        self.key = table.text("key")
        self.title = table.text("title")
        self.text = table.text("text")
        self.seats = range(table.whole("least", 1, 6), table.whole("most", 1, 6) + 1)
        self.usual = table.whole("usual", 1, 6)
        self.everyone = table.flag("everyone")
        self.parties = _parties(table, kinds)
        self.table = table.whole("table", 0, 6)
        self.centre = _centre(table, stuffs)
        self.clear = table.whole("clear", 0, 20 * INCH)
        self.limit = table.whole("limit", 0, 99)
        self.ending = table.one_of("ending", (BY_KILLS, BY_POINTS, BY_PREY))
        table.done()

    def sides(self, seats: int) -> list[int]:
        """Return the side of every seat: each his own, or turn by turn."""
        return [seat if self.everyone else seat % 2 for seat in range(seats)]


def _parties(table: Table, kinds: list[Kind]) -> list[list[int]]:
    """What each party brings: chariots by their keys, with blanks between them."""
    rows = table.texts("parties")
    if not rows or not all(row.split() for row in rows):
        raise table.wrong("parties", "must be a list of texts, each with the keys of one chariot or more")
    try:
        return [[int(kind_named(kinds, key).number) for key in row.split()] for row in rows]
    except ValueError as error:
        raise table.wrong("parties", str(error)) from None


def _centre(table: Table, stuffs: list[Stuff]) -> str:
    """Return the terrain that lies in the middle; nothing, where nothing does."""
    found = table.text("centre")
    try:
        return stuff_named(stuffs, found).key if found else ""
    except ValueError as error:
        raise table.wrong("centre", str(error)) from None


def read_battles(text: str, kinds: list[Kind], stuffs: list[Stuff]) -> list[Battle]:
    """Return the scenarios in the order of the file."""
    table = Table(text, "scenarios.toml")
    battles = [Battle(row, kinds, stuffs) for row in table.tables("scenario")]
    table.done()
    return battles


def table_size(chariots: int) -> tuple[int, int]:
    """Width and depth of the table for so many chariots (WW-P2)."""
    wide, deep = _TABLES[min(max(chariots, 2), 6)]
    return wide * INCH, deep * INCH


def pieces_allowed(width: int, depth: int) -> int:
    """One piece of terrain for every 4 square feet (WW-P3)."""
    return width * depth // (4 * FOOT * FOOT)
