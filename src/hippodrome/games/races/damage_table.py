"""The damage table (CR-D2 to CR-D12), read from its file."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.kit.data_tables import (
    DataFile,
    Record,
    Table,
    choices_column,
    clause_column,
    number_column,
    rows_column,
    text_column,
)
from hippodrome.kit.rulebook import Profile, clause_id

ROLL_A_DIE: Final = 7  # CR-D11: stands for a die in `wounds`
EFFECTS: Final = ("locked", "halts", "cracks", "weaker", "softer", "throws", "steed", "destroyed")
DAMAGE: Final = DataFile(
    "data/damage.toml",
    "Damage table",
    Table(
        "The damage table, by the sum of two dice.",
        rows_column(
            "row",
            Table(
                "A row of the table. The rows together must cover every sum from 2 to 12 once.",
                number_column("from", 2, 12, "The lowest sum of the row, which also names it."),
                number_column("to", 2, 12, "The highest sum of the row."),
                clause_column("The clause that describes it, which the log cites."),
                number_column("wounds", 0, ROLL_A_DIE, "Wounds of the chariot; 7 means that a die is rolled."),
                choices_column(
                    "effects",
                    EFFECTS,
                    "Everything else: locked (5 inches less in the next move), halts (the attacker loses the rest of "
                    "the move), cracks (1 Toughness on 4 or more), weaker (1 Strength), softer (1 Toughness), throws "
                    "(it is turned aside), steed (an animal dies), destroyed.",
                ),
                text_column("words", "The result in two or three words."),
            ),
        ),
    ),
)


@mypyc_attr(acyclic=True)
class DamageRow:
    """A row of the damage table: wounds and other effects."""

    def __init__(self, row: Record) -> None:
        self.first: i64 = row.number("from")
        self.last: i64 = row.number("to")
        self.rule = row.text("rule")
        self.wounds: i64 = row.number("wounds")
        self.effects = row.texts("effects")
        self.text = row.text("words")
        if self.last < self.first:
            raise row.error("to", f"must be at least {self.first}, as in from")
        if "destroyed" in self.effects and (
            self.wounds or [e for e in self.effects if e not in ("destroyed", "halts")]
        ):
            raise row.error("effects", "a destroyed chariot suffers nothing else: remove the wounds and other effects")

    def has(self, effect: str) -> bool:
        """Return whether the row has an effect."""
        return effect in self.effects


DamageTable = list[DamageRow]


def read_table(text: str) -> DamageTable:
    """Return the rows indexed by the sum of two dice, 0 to 12; 0 and 1 repeat the row of 2."""
    file = DAMAGE.table.read(text, DAMAGE.path)
    rows = [DamageRow(row) for row in file.rows("row")]
    table: DamageTable = []
    for total in range(13):
        fitting = [row for row in rows if row.first <= max(total, 2) <= row.last]
        if len(fitting) != 1:
            raise file.error("row", f"a roll of {total} needs exactly 1 row, and has {len(fitting)}")
        table.append(fitting[0])
    return table


_EFFECT_TEXTS: Final = {
    "locked": "the chariot has 5 inches less in its next move",
    "halts": "the attacker loses the rest of their move",
    "cracks": "on a die of 4 to 6 it also loses 1 Toughness",
    "weaker": "it loses 1 Strength",
    "softer": "it loses 1 Toughness",
    "throws": "a die is rolled for each man aboard, who falls off and dies on a 1",
    "steed": "it loses a steed",
    "destroyed": "the chariot is torn apart and taken off the track",
}


def profile(row: DamageRow) -> Profile:
    """Return the description of a row from its numbers."""
    wounds = "D6 wounds" if row.wounds == ROLL_A_DIE else f"{row.wounds} wound{'s' if row.wounds != 1 else ''}"
    parts = [*([wounds] if row.wounds else []), *[_EFFECT_TEXTS[effect] for effect in row.effects]]
    text = "; ".join(parts) or "nothing happens"
    sums = str(row.first) if row.first == row.last else f"{row.first}-{row.last}"
    return Profile(
        str(row.first),
        row,
        clause_id("CR-V.D", str(row.first)),
        "Damage table",
        f"{sums}: {row.text}",
        f"{text[:1].upper()}{text[1:]}.",
    )
