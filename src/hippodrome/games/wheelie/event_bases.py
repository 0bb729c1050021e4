"""Base classes of events, by what they are about. The events themselves are in events.py."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64, mypyc_attr

from hippodrome.kit.events import SeatEvent


@mypyc_attr(acyclic=True)
class UnitEvent(SeatEvent):
    """An event of one unit."""

    FIELDS: ClassVar[tuple[str, ...]] = ("unit", "seat")
    __slots__ = ("unit",)

    def __init__(self, unit: i64, seat: i64) -> None:
        self.unit = unit
        self.seat = seat


@mypyc_attr(acyclic=True)
class NumberEvent(SeatEvent):
    """An event of one unit, with a number."""

    FIELDS: ClassVar[tuple[str, ...]] = ("unit", "seat", "number")
    __slots__ = ("number", "unit")

    def __init__(self, unit: i64, seat: i64, number: i64) -> None:
        self.unit = unit
        self.seat = seat
        self.number = number


@mypyc_attr(acyclic=True)
class PairEvent(SeatEvent):
    """An event between two units."""

    FIELDS: ClassVar[tuple[str, ...]] = ("unit", "seat", "target")
    __slots__ = ("target", "unit")

    def __init__(self, unit: i64, seat: i64, target: i64) -> None:
        self.unit = unit
        self.seat = seat
        self.target = target


@mypyc_attr(acyclic=True)
class DieEvent(SeatEvent):
    """A unit spent an action die."""

    FIELDS: ClassVar[tuple[str, ...]] = ("unit", "seat", "die")
    __slots__ = ("die", "unit")

    def __init__(self, unit: i64, seat: i64, die: i64) -> None:
        self.unit = unit
        self.seat = seat
        self.die = die


@mypyc_attr(acyclic=True)
class PoseEvent(SeatEvent):
    """A unit moved: the distance or angle, and its new position."""

    FIELDS: ClassVar[tuple[str, ...]] = ("unit", "seat", "amount", "x", "y", "turn")
    __slots__ = ("amount", "turn", "unit", "x", "y")

    def __init__(self, unit: i64, seat: i64, amount: i64, x: i64, y: i64, turn: i64) -> None:
        self.unit = unit
        self.seat = seat
        self.amount = amount
        self.x = x
        self.y = y
        self.turn = turn
