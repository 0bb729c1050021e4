"""The damage table (CR-D2 to CR-D12), read from its file."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.kit.toml_reader import TomlTable

ROLL_A_DIE: Final = 7  # CR-D11: stands for a die in `wounds`
EFFECTS: Final = ("locked", "halts", "cracks", "weaker", "softer", "throws", "steed", "destroyed")


@mypyc_attr(acyclic=True)
class DamageRow:
    """A row of the damage table: wounds and other effects."""

    def __init__(self, row: TomlTable) -> None:
        self.first: i64 = row.integer("from", 2, 12)
        self.last: i64 = row.integer("to", 2, 12)
        self.rule = row.text("rule")
        self.wounds: i64 = row.integer("wounds", 0, ROLL_A_DIE)
        self.effects = row.texts("effects")
        for effect in self.effects:
            if effect not in EFFECTS:
                raise row.error("effects", f"there is no effect {effect!r}; there are: {', '.join(EFFECTS)}")
        self.text = row.text("words")
        row.reject_unread()

    def has(self, effect: str) -> bool:
        """Return whether the row has an effect."""
        return effect in self.effects


DamageTable = list[DamageRow]


def read_table(text: str) -> DamageTable:
    """Return the rows indexed by the sum of two dice, 0 to 12; 0 and 1 repeat the row of 2."""
    file = TomlTable(text, "damage.toml")
    rows = [DamageRow(row) for row in file.tables("row")]
    file.reject_unread()
    table: DamageTable = []
    for total in range(13):
        fitting = [row for row in rows if row.first <= max(total, 2) <= row.last]
        if len(fitting) != 1:
            raise file.error("row", f"a roll of {total} needs exactly 1 row, and has {len(fitting)}")
        table.append(fitting[0])
    return table
