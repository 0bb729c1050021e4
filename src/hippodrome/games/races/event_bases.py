"""Base classes of events, by what they are about. The events themselves are in events.py."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64, mypyc_attr

from hippodrome.kit.events import Event


@mypyc_attr(acyclic=True)
class ChariotEvent(Event):
    """Base of events about one chariot."""

    FIELDS: ClassVar[tuple[str, ...]] = ("who",)
    ACTOR: ClassVar[str] = "who"
    __slots__ = FIELDS

    def __init__(self, who: i64) -> None:
        self.who = who


@mypyc_attr(acyclic=True)
class NumberEvent(Event):
    """Base of events about one chariot and a number."""

    FIELDS: ClassVar[tuple[str, ...]] = ("who", "number")
    ACTOR: ClassVar[str] = "who"
    __slots__ = FIELDS

    def __init__(self, who: i64, number: i64) -> None:
        self.who = who
        self.number = number


@mypyc_attr(acyclic=True)
class PairEvent(Event):
    """Base of events between two chariots."""

    FIELDS: ClassVar[tuple[str, ...]] = ("who", "target")
    ACTOR: ClassVar[str] = "who"
    __slots__ = FIELDS

    def __init__(self, who: i64, target: i64) -> None:
        self.who = who
        self.target = target


@mypyc_attr(acyclic=True)
class PoseEvent(Event):
    """Base of events that move a chariot: the distance or angle, and its new position and heading."""

    FIELDS: ClassVar[tuple[str, ...]] = ("who", "amount", "x", "y", "turn")
    ACTOR: ClassVar[str] = "who"
    __slots__ = FIELDS

    def __init__(self, who: i64, amount: i64, x: i64, y: i64, turn: i64) -> None:
        self.who = who
        self.amount = amount
        self.x = x
        self.y = y
        self.turn = turn
