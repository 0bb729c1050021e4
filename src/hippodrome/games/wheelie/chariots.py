"""The kinds of chariot (WW-J1 to WW-J7) and the Runners (WW-S1, WW-S2), read from chariots.toml.

The table lists dice by arc: bows reach forward, to the rear and to their own side (WW-D1, WW-D2), javelins forward and
to their own forward side (WW-E1, WW-E2, WW-E3). It also holds the exceptions: the two sides of the Hittite (WW-J3), the
cramped Indian (WW-J6) and the high sides of the Sumerian (WW-J11).
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.kit.toml_reader import TomlTable, read_tables

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


@mypyc_attr(acyclic=True)
class ChariotKind:
    """A kind of chariot: base, defence dice, traits, and attack dice by arc."""

    def __init__(self, number: i64, table: TomlTable) -> None:
        self.number = number
        self.key = table.text("key")
        self.name = table.text("name")
        self.rule = table.text("rule")
        self.points: i64 = table.integer("points", 0, 999) if "points" in table else 0  # WW-Q65
        self.length: i64 = table.integer("length", 1000, 8000)
        self.width: i64 = table.integer("width", 1000, 8000)
        self.defence: i64 = table.integer("defence", 1, 9)
        traits = table.texts("traits")
        for trait in traits:
            if trait not in _TRAITS:
                raise table.error("traits", f"unknown trait {trait!r}; must be one of {', '.join(_TRAITS)}")
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
        self.dice = [_dice(table, arc) for arc in ARC_KEYS]
        self.has_bow = any(dice[0] > 0 for dice in self.dice)
        # WW-Q47: distance of the warrior's point ahead of the centre of the base.
        self.warrior: i64 = 0 if self.is_runners else WARRIOR_FROM_REAR_MI - self.length // 2
        table.reject_unread()

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


def _dice(table: TomlTable, arc: str) -> tuple[int, ...]:
    """Return the dice of an arc: bow at three ranges, then javelins."""
    dice = table.integers(arc)
    if len(dice) != 4 or min(dice) < 0 or max(dice) > 12:
        raise table.error(arc, "must be 4 numbers of dice from 0 to 12: the bow at 3 ranges, then javelins")
    return tuple(dice)


def read_chariot_kinds(text: str) -> list[ChariotKind]:
    """Return the kinds in the order of the file; Runners come last."""
    return [ChariotKind(number, row) for number, row in enumerate(read_tables(text, "chariots.toml", "chariot"))]


def chariot_kind_named(kinds: list[ChariotKind], key: str) -> ChariotKind:
    """Return the kind with this key; ValueError if there is none."""
    for kind in kinds:
        if kind.key == key:
            return kind
    raise ValueError(f"unknown chariot {key!r}; must be one of {', '.join([kind.key for kind in kinds])}")
