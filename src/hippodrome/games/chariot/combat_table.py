"""The combat results table, for 1 six-sided die (CH-C, CH-S3.5)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.kit.toml_reader import TomlTable

NONE: Final = 0
DISRUPTED: Final = 1
HALF: Final = 2
ELIMINATED: Final = 3
RESULT_SYMBOLS: Final = ".DHE"
RESULT_NAMES: Final = ("no effect", "disrupted", "half eliminated", "eliminated")
MAX_SCORE: Final = 7
COLUMNS: Final = 9


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
    table = TomlTable(text, "combat.toml")
    columns = table.texts("columns")
    rows = table.texts("rows")
    table.reject_unread()
    if len(columns) != COLUMNS:
        raise table.error("columns", f"there must be {COLUMNS} columns, not {len(columns)}")
    bad_rows = [row for row in rows if len(row) != COLUMNS or any(symbol not in RESULT_SYMBOLS for symbol in row)]
    if len(rows) != MAX_SCORE or bad_rows:
        raise table.error("rows", f"there must be {MAX_SCORE} rows of {COLUMNS} characters from {RESULT_SYMBOLS}")
    return CombatTable(columns, [bytes([RESULT_SYMBOLS.index(symbol) for symbol in row]) for row in rows])
