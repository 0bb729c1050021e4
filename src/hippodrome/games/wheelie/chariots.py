"""The kinds of chariot (WW-J1 to WW-J7) and the Runners (WW-S1, WW-S2), read from their table.

The table gives dice by arc: bows reach forward, to the rear and to their own side (WW-D1, WW-D2), javelins forward
and to their own forward side (WW-E1, WW-E2, WW-E3). It holds the exceptions: the Hittite's two sides (WW-J3), the
cramped Indian (WW-J6), the high sides of the Sumerian (WW-J11).
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.kit.toml_reader import Table

# Arcs (WW-Q27). "Own" is the warrior's side, "other" the side across from it.
FRONT: Final = 0
OWN_FORWARD: Final = 1
OWN_REAR: Final = 2
OTHER_FORWARD: Final = 3
OTHER_REAR: Final = 4
REAR: Final = 5
ARC_KEYS: Final = ("front", "own_forward", "own_rear", "other_forward", "other_rear", "rear")

WARRIOR_FROM_REAR_MI: Final = 1000  # WW-Q47: the warrior stands so far ahead of the rear edge
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
    """A kind of chariot: base, defence dice, traits, and its dice by arc."""

    def __init__(self, number: i64, table: Table) -> None:
        self.number = number
        self.key = table.text("key")
        self.name = table.text("name")
        self.rule = table.text("rule")
        self.length: i64 = table.integer("length", 1000, 8000)
        self.width: i64 = table.integer("width", 1000, 8000)
        self.defence: i64 = table.integer("defence", 1, 9)
        traits = table.texts("traits")
        for trait in traits:
            if trait not in _TRAITS:
                raise table.error("traits", f"there is no trait {trait!r}; there are: {', '.join(_TRAITS)}")
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
        # WW-Q47: how far the warrior's point is ahead of the middle of the base.
        self.warrior: i64 = 0 if self.is_runners else WARRIOR_FROM_REAR_MI - self.length // 2
        table.done()

    @property
    def max_moves(self) -> int:
        """How many movement actions it has in a game turn: 2 if slow (WW-J9), 1 for Runners (WW-S1), else no limit."""
        if self.is_runners:
            return 1
        return 2 if self.is_slow else 6


def _dice(table: Table, arc: str) -> tuple[int, ...]:
    """Return the dice of an arc: bow at three ranges, and javelins at theirs."""
    found = table.integers(arc)
    if len(found) != 4 or min(found) < 0 or max(found) > 12:
        raise table.error(arc, "must be 4 numbers of dice from 0 to 12: bow at 3 ranges, and javelins")
    return tuple(found)


def read_chariot_kinds(text: str) -> list[ChariotKind]:
    """Return the kinds in the order of the file; Runners come last."""
    table = Table(text, "chariots.toml")
    kinds = [ChariotKind(number, row) for number, row in enumerate(table.tables("chariot"))]
    table.done()
    return kinds


def chariot_kind_named(kinds: list[ChariotKind], key: str) -> ChariotKind:
    """Return the kind with this key."""
    for kind in kinds:
        if kind.key == key:
            return kind
    raise ValueError(f"there is no chariot {key!r}; there are: {', '.join([kind.key for kind in kinds])}")
