"""The damage table (CR-D2 to CR-D12), read from its file."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.kit.toml_reader import Table as File

A_DIE: Final = 7  # wounds by a die (CR-D11)
EFFECTS: Final = ("locked", "halts", "cracks", "weaker", "softer", "throws", "steed", "destroyed")


@mypyc_attr(acyclic=True)
class Damage:
    """A row: how many wounds, and what else happens."""

    def __init__(self, row: File) -> None:
        self.first: i64 = row.whole("from", 2, 12)
        self.last: i64 = row.whole("to", 2, 12)
        self.rule = row.text("rule")
        self.wounds: i64 = row.whole("wounds", 0, A_DIE)
        self.effects = row.texts("effects")
        for effect in self.effects:
            if effect not in EFFECTS:
                raise row.wrong("effects", f"there is no effect {effect!r}; there are: {', '.join(EFFECTS)}")
        self.words = row.text("words")
        row.done()

    def has(self, effect: str) -> bool:
        """Return whether this effect is among its effects."""
        return effect in self.effects


Table = list[Damage]


def read_table(text: str) -> Table:
    """Return the rows by the sum of two dice: 13 of them, of which the first two are never used."""
    file = File(text, "damage.toml")
    rows = [Damage(row) for row in file.tables("row")]
    file.done()
    found: Table = []
    for total in range(13):
        fitting = [row for row in rows if row.first <= max(total, 2) <= row.last]
        if len(fitting) != 1:
            raise file.wrong("row", f"{len(fitting)} rows are for a roll of {total}; there must be one")
        found.append(fitting[0])
    return found
