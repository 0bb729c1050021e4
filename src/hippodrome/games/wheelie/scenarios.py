"""Scenarios: table sizes (WW-P2), parties, central terrain and victory conditions."""

from __future__ import annotations

from typing import Final

from hippodrome.games.wheelie.chariots import ChariotKind, chariot_kind_named
from hippodrome.games.wheelie.terrain import TerrainKind, terrain_kind_named
from hippodrome.kit.data_tables import (
    MILLI_INCH,
    TEXT,
    WORDS,
    Column,
    DataFile,
    Record,
    Table,
    choice_column,
    flag_column,
    key_column,
    number_column,
    rows_column,
    text_column,
)
from hippodrome.kit.toml_reader import DataError, raise_all
from hippodrome.kit.units import INCH

FOOT: Final = 12 * INCH

# What decides a battle when time runs out (WW-Q49).
BY_KILLS: Final = "kills"
BY_POINTS: Final = "points"
BY_PREY: Final = "prey"

PREY_SIDE: Final = 1  # the hunted side of a hunt

MAX_PER_SIDE: Final = 4  # WW-P1
MAX_LISTED: Final = 8  # chariots and Runners of a party in a scenario
MAX_SEATS: Final = 6
MAX_TABLE_CHARIOTS: Final = 8
# Tables by number of chariots (WW-P2).
_TABLE_SIZES_INCHES: Final = {
    2: (36, 36), 3: (48, 36), 4: (48, 48), 5: (60, 48), 6: (72, 48), 7: (84, 48), 8: (96, 48),
}  # fmt: skip
SCENARIOS: Final = DataFile(
    "data/scenarios.toml",
    "Scenarios",
    Table(
        "The scenarios.",
        rows_column(
            "scenario",
            Table(
                "A battle between two sides, or between all players.",
                key_column("The word that players choose it by."),
                text_column("title", "The name for players."),
                text_column("text", "A sentence or two about it."),
                number_column("least", 1, MAX_SEATS, "The fewest players."),
                number_column("most", 1, MAX_SEATS, "The most players."),
                number_column("usual", 1, MAX_SEATS, "Players by default."),
                flag_column("everyone", "Whether each player is a side; otherwise there are two."),
                Column(
                    "parties",
                    WORDS,
                    f'The chariots of each side, such as "egyptian egyptian celtic": up to {MAX_LISTED}, with Runners.',
                    refers="data/chariots.toml chariot",
                ),
                flag_column(
                    "even",
                    "Whether by default every side has the chariots of the first; players may choose otherwise.",
                    False,
                ),
                Column(
                    "reserves",
                    WORDS,
                    "Chariots that join each side if the players choose more than parties lists. With them, the "
                    "number of "
                    "chariots can be chosen.",
                    refers="data/chariots.toml chariot",
                    default=(),
                ),
                number_column(
                    "table", 0, MAX_TABLE_CHARIOTS, "Chariots that the table is sized for; 0 for the number in play."
                ),
                Column(
                    "centre",
                    TEXT,
                    'The piece in the middle of the table; "" for none.',
                    refers="data/terrain.toml piece",
                    may_be_empty=True,
                ),
                number_column(
                    "clear", 0, 20 * INCH, "Least distance of terrain from that piece.", MILLI_INCH, default=0
                ),
                number_column("spacing", 0, 20 * INCH, "Least distance of bases at deployment.", MILLI_INCH, default=0),
                number_column("limit", 0, 99, "Game turns; 0 for no limit."),
                choice_column(
                    "ending",
                    (BY_KILLS, BY_POINTS, BY_PREY),
                    "What decides: kills (the last side on the table), points (for kills, damage and survival), "
                    "or prey "
                    "(the second side is hunted).",
                ),
            ),
        ),
    ),
)


class ScenarioData:
    """A scenario as defined in scenarios.toml."""

    def __init__(self, table: Record, kinds: list[ChariotKind], terrain_kinds: list[TerrainKind]) -> None:
        self.key = table.text("key")
        self.title = table.text("title")
        self.text = table.text("text")
        self.seats = range(table.number("least"), table.number("most") + 1)
        self.default_seats = table.number("usual")
        self.is_free_for_all = table.flag("everyone")
        self.parties = _parties(table, kinds, "parties")
        self.is_even = table.flag("even")
        self.reserves = _parties(table, kinds, "reserves") if "reserves" in table else []
        if self.reserves and len(self.reserves) != len(self.parties):
            raise table.error("reserves", f"must list {len(self.parties)} parties, as in parties")
        self.table_chariots = table.number("table")
        self.centre = _centre(table, terrain_kinds)
        self.clear_distance = table.number("clear")
        self.spacing = table.number("spacing")
        self.limit = table.number("limit")
        self.ending = table.text("ending")
        self._check(table, kinds)

    def _check(self, table: Record, kinds: list[ChariotKind]) -> None:
        """Raise DataError for values that contradict each other, or that would have no effect."""
        if not self.seats:
            raise table.error("most", f"must be at least {self.seats.start}, as in least")
        if self.default_seats not in self.seats:
            raise table.error("usual", f"must be from {self.seats[0]} to {self.seats[-1]}, as in least and most")
        if self.seats.start < 2:
            raise table.error("least", "must be at least 2: there is no battle with 1 player")
        sides = self.seats[-1] if self.is_free_for_all else 2
        if len(self.parties) != sides:
            why = f"each of up to {sides} players" if self.is_free_for_all else "each of the 2 sides"
            raise table.error("parties", f"must have {sides} texts, one for {why}, not {len(self.parties)}")
        for party in self.parties:
            if len(party) > MAX_LISTED:
                raise table.error(
                    "parties", f"a party may have at most {MAX_LISTED} chariots and Runners, not {len(party)}"
                )
            if all(kinds[kind].is_runners for kind in party):
                raise table.error("parties", "every party needs a chariot: Runners cannot fight alone")
        if any(kinds[kind].is_runners for party in self.reserves for kind in party):
            raise table.error("reserves", "Runners have no effect in reserves; put them into parties")
        if self.clear_distance and not self.centre:
            raise table.error("clear", "has no effect without a centre; remove it, or name a piece")
        if self.ending == BY_PREY and (self.is_free_for_all or self.reserves):
            raise table.error("ending", "prey needs two sides without reserves: the second side is hunted")
        if self.ending == BY_PREY and self.is_even:
            raise table.error("even", "has no effect where the second side is hunted; remove it")

    def seat_sides(self, seats: int) -> list[int]:
        """Return the side of every seat: a side each in a free-for-all, else alternating."""
        return [seat if self.is_free_for_all else seat % 2 for seat in range(seats)]


def _parties(table: Record, kinds: list[ChariotKind], key: str) -> list[list[int]]:
    """Return the chariots of each party, given as keys separated by blanks."""
    try:
        return [[int(chariot_kind_named(kinds, name).number) for name in row.split()] for row in table.texts(key)]
    except ValueError as error:
        raise table.error(key, str(error)) from None


def _centre(table: Record, terrain_kinds: list[TerrainKind]) -> str:
    """Return the key of the terrain in the middle of the table; empty for none."""
    key = table.text("centre")
    try:
        return terrain_kind_named(terrain_kinds, key).key if key else ""
    except ValueError as error:
        raise table.error("centre", str(error)) from None


def read_scenarios(text: str, kinds: list[ChariotKind], terrain_kinds: list[TerrainKind]) -> list[ScenarioData]:
    """Return the scenarios in the order of the file."""
    scenarios: list[ScenarioData] = []
    errors: list[DataError] = []
    for row in SCENARIOS.table.read(text, SCENARIOS.path).rows("scenario"):
        try:
            scenarios.append(ScenarioData(row, kinds, terrain_kinds))
        except DataError as error:
            errors.append(error)
    raise_all(errors)
    return scenarios


def table_size(chariots: int) -> tuple[int, int]:
    """WW-P2: return the width and depth of the table for a number of chariots."""
    width, depth = _TABLE_SIZES_INCHES[min(max(chariots, 2), MAX_TABLE_CHARIOTS)]
    return width * INCH, depth * INCH


def pieces_allowed(width: int, depth: int) -> int:
    """WW-P3: return the number of pieces of terrain, one for every 4 square feet."""
    return width * depth // (4 * FOOT * FOOT)
