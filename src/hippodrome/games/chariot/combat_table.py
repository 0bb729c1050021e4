"""The combat results table, for 1 six-sided die (CH-C, CH-S3.5)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.kit.toml_reader import Table

NONE: Final = 0
DISRUPTED: Final = 1
HALF: Final = 2
ELIMINATED: Final = 3
LETTERS: Final = ".DHE"
NAMES: Final = ("no effect", "disrupted", "half eliminated", "eliminated")
SCORES: Final = 7
COLUMNS: Final = 9


class CombatTable:
    """Results by score of the die and column of odds."""

    __slots__ = ("columns", "rows")

    def __init__(self, columns: list[str], rows: list[bytes]) -> None:
        self.columns = columns
        self.rows = rows

    def result(self, score: i64, column: i64) -> int:
        """What a score does in a column."""
        return self.rows[score - 1][column]


def read_table(text: str) -> CombatTable:
    """Return the table as its file has it."""
    table = Table(text, "combat.toml")
    columns = table.texts("columns")
    rows = table.texts("rows")
    table.done()
    if len(columns) != COLUMNS:
        raise table.wrong("columns", f"there must be {COLUMNS} columns, not {len(columns)}")
    wrong = [row for row in rows if len(row) != COLUMNS or any(letter not in LETTERS for letter in row)]
    if len(rows) != SCORES or wrong:
        raise table.wrong("rows", f"there must be {SCORES} rows of {COLUMNS} letters, each one of {LETTERS}")
    return CombatTable(columns, [bytes([LETTERS.index(letter) for letter in row]) for row in rows])
