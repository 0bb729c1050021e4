"""Bases for steps of a race that have the same fields."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64, mypyc_attr

from hippodrome.kit.agenda import Step


@mypyc_attr(acyclic=True)
class ChariotStep(Step):
    """A step about one chariot and the square it came from."""

    FIELDS: ClassVar[tuple[str, ...]] = ("chariot", "came")
    __slots__ = FIELDS

    def __init__(self, chariot: i64, came: i64) -> None:
        self.chariot = chariot
        self.came = came


@mypyc_attr(acyclic=True)
class PairStep(Step):
    """A step about an attacker and a defender."""

    FIELDS: ClassVar[tuple[str, ...]] = ("attacker", "defender")
    __slots__ = FIELDS

    def __init__(self, attacker: i64, defender: i64) -> None:
        self.attacker = attacker
        self.defender = defender


@mypyc_attr(acyclic=True)
class RamStep(Step):
    """A step of a ram: `side` is 0 for a shunt, -1 for a sideswipe to the left and 1 for one to the right."""

    FIELDS: ClassVar[tuple[str, ...]] = ("attacker", "defender", "side")
    __slots__ = FIELDS

    def __init__(self, attacker: i64, defender: i64, side: i64) -> None:
        self.attacker = attacker
        self.defender = defender
        self.side = side
