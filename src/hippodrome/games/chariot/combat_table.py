"""The combat results table, for 1 six-sided die (CH-C, CH-S3.5)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.kit.data_tables import TEXTS, Column, DataFile, Table

NONE: Final = 0
DISRUPTED: Final = 1
HALF: Final = 2
ELIMINATED: Final = 3
RESULT_SYMBOLS: Final = ".DHE"
RESULT_NAMES: Final = ("no effect", "disrupted", "half eliminated", "eliminated")
MAX_SCORE: Final = 7
COLUMNS: Final = 9

ODDS: Final = ("1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1", "7-1", "8-1")
COMBAT: Final = DataFile(
    "data/combat.toml",
    "Combat results table",
    Table(
        "The combat results table.",
        Column("columns", TEXTS, "The odds of the columns. They are those of the rules and cannot change.", known=ODDS),
        Column(
            "rows",
            TEXTS,
            "One text for each score of the die from 1 to 7, with one character for each column: . no effect, "
            "D disrupted, H half eliminated, E eliminated. A score of 7 occurs only against disrupted hexes.",
        ),
    ),
)


class CombatTable:
    """Combat results by score of the die and column of odds."""

    __slots__ = ("columns", "rows")

    def __init__(self, columns: list[str], rows: list[bytes]) -> None:
        self.columns = columns
        self.rows = rows

    def result(self, score: i64, column: i64) -> int:
        """Return the result of a score in a column."""
        return self.rows[score - 1][column]


def read_combat_table(text: str) -> CombatTable:
    """Read the combat results table from its file."""
    table = COMBAT.table.read(text, COMBAT.path)
    columns = table.texts("columns")
    rows = table.texts("rows")
    if len(columns) != COLUMNS:
        raise table.error("columns", f"there must be {COLUMNS} columns, not {len(columns)}")
    if tuple(columns) != ODDS:
        raise table.error("columns", f"must be {', '.join(ODDS)} in this order: the rules compute these odds")
    bad_rows = [row for row in rows if len(row) != COLUMNS or any(symbol not in RESULT_SYMBOLS for symbol in row)]
    if len(rows) != MAX_SCORE or bad_rows:
        raise table.error("rows", f"there must be {MAX_SCORE} rows of {COLUMNS} characters from {RESULT_SYMBOLS}")
    return CombatTable(columns, [bytes([RESULT_SYMBOLS.index(symbol) for symbol in row]) for row in rows])
