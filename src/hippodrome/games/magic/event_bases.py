"""The shapes of events: what an event is about. The events themselves are in events.py."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64, mypyc_attr

from hippodrome.kit.events import Event


@mypyc_attr(acyclic=True)
class SeatEvent(Event):
    """Something a seat did."""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat",)
    __slots__ = FIELDS

    def __init__(self, seat: i64) -> None:
        self.seat = seat


@mypyc_attr(acyclic=True)
class SeatNumberEvent(Event):
    """Something a seat did, with a number."""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "number")
    __slots__ = FIELDS

    def __init__(self, seat: i64, number: i64) -> None:
        self.seat = seat
        self.number = number


@mypyc_attr(acyclic=True)
class UnitEvent(Event):
    """Something that happened to one unit or character."""

    FIELDS: ClassVar[tuple[str, ...]] = ("unit", "seat")
    __slots__ = FIELDS

    def __init__(self, unit: i64, seat: i64) -> None:
        self.unit = unit
        self.seat = seat


@mypyc_attr(acyclic=True)
class UnitSquareEvent(Event):
    """Something that happened to one unit or character, and a square."""

    FIELDS: ClassVar[tuple[str, ...]] = ("unit", "seat", "square")
    __slots__ = FIELDS

    def __init__(self, unit: i64, seat: i64, square: i64) -> None:
        self.unit = unit
        self.seat = seat
        self.square = square


@mypyc_attr(acyclic=True)
class UnitPairEvent(Event):
    """Something between two units or characters."""

    FIELDS: ClassVar[tuple[str, ...]] = ("unit", "seat", "victim")
    __slots__ = FIELDS

    def __init__(self, unit: i64, seat: i64, victim: i64) -> None:
        self.unit = unit
        self.seat = seat
        self.victim = victim


@mypyc_attr(acyclic=True)
class UnitsEvent(Event):
    """Something that happened to several units at once."""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "number", "units")
    __slots__ = FIELDS

    def __init__(self, seat: i64, number: i64, units: tuple[int, ...]) -> None:
        self.seat = seat
        self.number = number
        self.units = units


@mypyc_attr(acyclic=True)
class UnitsSquareEvent(Event):
    """Something that several units did about a square."""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "square", "units")
    __slots__ = FIELDS

    def __init__(self, seat: i64, square: i64, units: tuple[int, ...]) -> None:
        self.seat = seat
        self.square = square
        self.units = units


@mypyc_attr(acyclic=True)
class SceneryEvent(Event):
    """Something about a special piece of scenery."""

    FIELDS: ClassVar[tuple[str, ...]] = ("scenery", "seat", "ground", "square")
    __slots__ = FIELDS

    def __init__(self, scenery: i64, seat: i64, ground: i64, square: i64) -> None:
        self.scenery = scenery
        self.seat = seat
        self.ground = ground
        self.square = square


@mypyc_attr(acyclic=True)
class FightEvent(Event):
    """Something about a fight: who attacks from where to where."""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "square", "target", "units")
    __slots__ = FIELDS

    def __init__(self, seat: i64, square: i64, target: i64, units: tuple[int, ...]) -> None:
        self.seat = seat
        self.square = square
        self.target = target
        self.units = units


@mypyc_attr(acyclic=True)
class ShotsEvent(Event):
    """All shots of one sort of a player at a square, and how many hit."""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "square", "hits")
    __slots__ = FIELDS

    def __init__(self, seat: i64, square: i64, hits: i64) -> None:
        self.seat = seat
        self.square = square
        self.hits = hits
