"""Fields that several steps of a race have in common."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64, mypyc_attr

from hippodrome.kit.agenda import Step


@mypyc_attr(acyclic=True)
class OfOne(Step):
    """A step about one chariot and the square it came from."""

    FIELDS: ClassVar[tuple[str, ...]] = ("chariot", "came")
    __slots__ = FIELDS

    def __init__(self, chariot: i64, came: i64) -> None:
        self.chariot = chariot
        self.came = came


@mypyc_attr(acyclic=True)
class OfTwo(Step):
    """A step between two chariots."""

    FIELDS: ClassVar[tuple[str, ...]] = ("attacker", "defender")
    __slots__ = FIELDS

    def __init__(self, attacker: i64, defender: i64) -> None:
        self.attacker = attacker
        self.defender = defender


@mypyc_attr(acyclic=True)
class OfRam(Step):
    """A step of a ram: `side` is 0 for a shunt, -1 or 1 for the way a sideswipe goes."""

    FIELDS: ClassVar[tuple[str, ...]] = ("attacker", "defender", "side")
    __slots__ = FIELDS

    def __init__(self, attacker: i64, defender: i64, side: i64) -> None:
        self.attacker = attacker
        self.defender = defender
        self.side = side
