"""The kinds of chariot (WW-J1 to WW-J7) and the Runners (WW-S1, WW-S2), read from chariots.toml.

The table lists dice by arc: bows reach forward, to the rear and to their own side (WW-D1, WW-D2), javelins forward and
to their own forward side (WW-E1, WW-E2, WW-E3). It also holds the exceptions: the two sides of the Hittite (WW-J3), the
cramped Indian (WW-J6) and the high sides of the Sumerian (WW-J11).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.kit.data_tables import (
    MILLI_INCH,
    NUMBERS,
    TEXT,
    Column,
    DataFile,
    Record,
    Table,
    choices_column,
    clause_column,
    key_column,
    number_column,
    rows_column,
    text_column,
)
from hippodrome.kit.rulebook import Profile, clause_id
from hippodrome.kit.templates import join_words, sentence_case
from hippodrome.kit.toml_reader import DataError, raise_all

# Arcs (WW-Q27). "Own" is the warrior's side, "other" the opposite side.
FRONT: Final = 0
OWN_FORWARD: Final = 1
OWN_REAR: Final = 2
OTHER_FORWARD: Final = 3
OTHER_REAR: Final = 4
REAR: Final = 5
ARC_KEYS: Final = ("front", "own_forward", "own_rear", "other_forward", "other_rear", "rear")

WARRIOR_FROM_REAR_MI: Final = 1000  # WW-Q47
_TRAITS: Final = (
    "fast",
    "manoeuvrable",
    "aggressive",
    "fierce",  # WW-Q7: the option may lift its limit
    "sure",  # WW-J2: bad going does not slow it
    "shield",  # WW-J4
    "lance",  # WW-E4
    "tough",  # WW-J5
    "wild",  # WW-J5
    "slow",  # WW-J9
    "runners",
)

PICTURES: Final = "wheelie-([a-z]+|own-[a-z0-9-]+)-mirrored"  # the ids of pictures of chariots
MAX_KINDS: Final = 40  # of chariots, and of pieces of terrain
GENERATED_CLAUSE: Final = "WW-V."  # the start of the ids of generated clauses
_ARC_HELP: Final = ("forward", "into the forward arc of its own side", "into the rear arc of its own side",
    "into the forward arc of the other side", "into the rear arc of the other side", "to the rear",
)  # fmt: skip
_DICE_PARTS: Final = ("bow at Short range", "bow at Medium range", "bow at Long range", "javelins at Short range")
CHARIOTS: Final = DataFile(
    "data/chariots.toml",
    "Chariots",
    Table(
        "The chariots, and the Runners who fight on foot beside them.",
        rows_column(
            "chariot",
            Table(
                'A chariot. "Own" is the warrior\'s side (on a Hittite, the archer\'s side); "other" is the '
                "opposite side.",
                key_column("The word that scenarios use for it."),
                text_column("name", "The name for players."),
                clause_column("The clause with its profile; without one, a clause is written from the numbers.", ""),
                number_column("points", 0, 999, "Its measured value in points (WW-Q65); 0 for unknown.", default=0),
                number_column("length", 1000, 8000, "Length of the base.", MILLI_INCH),
                number_column("width", 1000, 8000, "Width of the base.", MILLI_INCH),
                number_column("defence", 1, 9, "Defence dice."),
                choices_column("traits", _TRAITS, "Its special characteristics."),
                *[
                    Column(arc, NUMBERS, f"Attack dice {help}.", 0, 12, parts=_DICE_PARTS)
                    for arc, help in zip(ARC_KEYS, _ARC_HELP, strict=True)
                ],
                Column(
                    "symbol",
                    TEXT,
                    "The chariot whose picture it has, or one of the variant's own symbols; by default its key.",
                    refers=f"symbols {PICTURES}",
                    default="",
                ),
            ),
            most=MAX_KINDS,
        ),
    ),
)


@mypyc_attr(acyclic=True)
class ChariotKind:
    """A kind of chariot: base, defence dice, traits, and attack dice by arc."""

    def __init__(self, number: i64, table: Record) -> None:
        self.number = number
        self.key = table.text("key")
        self.name = table.text("name")
        self.rule = table.text("rule") or clause_id(GENERATED_CLAUSE, self.key)
        self.symbol = table.text("symbol") or self.key
        self.points: i64 = table.number("points")  # WW-Q65
        self.length: i64 = table.number("length")
        self.width: i64 = table.number("width")
        self.defence: i64 = table.number("defence")
        traits = table.texts("traits")
        self.traits = traits
        self.is_fast = "fast" in traits
        self.is_manoeuvrable = "manoeuvrable" in traits
        self.is_aggressive = "aggressive" in traits
        self.is_fierce = "fierce" in traits
        self.is_sure = "sure" in traits
        self.has_shield = "shield" in traits
        self.has_lance = "lance" in traits
        self.is_tough = "tough" in traits
        self.is_wild = "wild" in traits
        self.is_slow = "slow" in traits
        self.is_runners = "runners" in traits
        self.dice = [tuple(table.numbers(arc)) for arc in ARC_KEYS]
        self.has_bow = any(dice[0] > 0 for dice in self.dice)
        # WW-Q47: distance of the warrior's point ahead of the centre of the base.
        self.warrior: i64 = 0 if self.is_runners else WARRIOR_FROM_REAR_MI - self.length // 2
        if self.is_runners and len(traits) > 1:
            raise table.error("traits", "runners can have no other traits: they are those of chariots")
        if self.is_fierce and not self.is_aggressive:
            raise table.error("traits", "fierce has no effect without aggressive; add that, too")
        if self.is_slow and self.is_fast:
            raise table.error("traits", "a chariot cannot be both fast and slow")

    @property
    def priced_name(self) -> str:
        """The name with the measured value: "Hittite (110 points)" (WW-Q65)."""
        return f"{self.name} ({self.points} points)" if self.points else self.name

    @property
    def max_moves(self) -> int:
        """The movement actions in a game turn: 2 if slow (WW-J9), 1 for Runners (WW-S1), else no limit."""
        if self.is_runners:
            return 1
        return 2 if self.is_slow else 6


def read_chariot_kinds(text: str, pictures: Sequence[str] = ()) -> list[ChariotKind]:
    """Return the kinds in the order of the file; Runners come last. Each needs one of these pictures."""
    kinds: list[ChariotKind] = []
    errors: list[DataError] = []
    for number, row in enumerate(CHARIOTS.table.read(text, CHARIOTS.path).rows("chariot")):
        try:
            kind = ChariotKind(number, row)
            if pictures and kind.symbol not in pictures:
                raise row.error("symbol", f"missing; a new chariot needs the picture of another: {', '.join(pictures)}")
            kinds.append(kind)
        except DataError as error:
            errors.append(error)
    raise_all(errors)
    return kinds


def chariot_kind_named(kinds: list[ChariotKind], key: str) -> ChariotKind:
    """Return the kind with this key; ValueError if there is none."""
    for kind in kinds:
        if kind.key == key:
            return kind
    raise ValueError(f"unknown chariot {key!r}; must be one of {', '.join([kind.key for kind in kinds])}")


def _weapons(bow: str, javelins: str) -> list[str]:
    """Return the dice of the weapons in an arc: "bow 6/4/2"."""
    return [*([f"bow {bow}"] if bow else []), *([f"javelins {javelins} at Short range"] if javelins else [])]


def profile(kind: ChariotKind) -> Profile:
    """Return the description of a chariot from its numbers."""
    arcs: dict[tuple[str, str], list[str]] = {}
    for arc, help in enumerate(_ARC_HELP):
        bow, javelins = kind.dice[arc][:3], kind.dice[arc][3]
        arcs.setdefault(("/".join([str(die) for die in bow]) if any(bow) else "", str(javelins or "")), []).append(help)
    dice = [
        f"{join_words(_weapons(bow, javelins))} {join_words(where)}"
        for (bow, javelins), where in arcs.items()
        if bow or javelins
    ]
    size = f"{kind.length / 1000:g} by {kind.width / 1000:g} inches"
    parts = [f"A base of {size}, {kind.defence} defence dice."]
    parts += [f"{sentence_case(join_words(kind.traits))}."] if kind.traits else []
    parts.append(f"Dice: {'; '.join(dice) or 'none'}.")
    return Profile(
        kind.key, kind, clause_id(GENERATED_CLAUSE, kind.key), "Chariots", sentence_case(kind.name), " ".join(parts)
    )
