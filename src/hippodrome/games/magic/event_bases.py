"""Base classes of events, by what they are about. The events themselves are in events.py."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64, mypyc_attr

from hippodrome.kit.events import SeatEvent


@mypyc_attr(acyclic=True)
class SeatNumberEvent(SeatEvent):
    """An event of a seat, with a number."""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "number")
    __slots__ = ("number",)

    def __init__(self, seat: i64, number: i64) -> None:
        self.seat = seat
        self.number = number


@mypyc_attr(acyclic=True)
class UnitEvent(SeatEvent):
    """An event of one unit or character."""

    FIELDS: ClassVar[tuple[str, ...]] = ("unit", "seat")
    __slots__ = ("unit",)

    def __init__(self, unit: i64, seat: i64) -> None:
        self.unit = unit
        self.seat = seat


@mypyc_attr(acyclic=True)
class ScoreEvent(SeatEvent):
    """The result of a roll by one unit or character, with the score it needed."""

    FIELDS: ClassVar[tuple[str, ...]] = ("unit", "seat", "score")
    __slots__ = ("score", "unit")

    def __init__(self, unit: i64, seat: i64, score: i64) -> None:
        self.unit = unit
        self.seat = seat
        self.score = score


@mypyc_attr(acyclic=True)
class UnitSquareEvent(SeatEvent):
    """An event of one unit or character, with a square."""

    FIELDS: ClassVar[tuple[str, ...]] = ("unit", "seat", "square")
    __slots__ = ("square", "unit")

    def __init__(self, unit: i64, seat: i64, square: i64) -> None:
        self.unit = unit
        self.seat = seat
        self.square = square


@mypyc_attr(acyclic=True)
class UnitPairEvent(SeatEvent):
    """An event between two units or characters."""

    FIELDS: ClassVar[tuple[str, ...]] = ("unit", "seat", "victim")
    __slots__ = ("unit", "victim")

    def __init__(self, unit: i64, seat: i64, victim: i64) -> None:
        self.unit = unit
        self.seat = seat
        self.victim = victim


@mypyc_attr(acyclic=True)
class UnitsEvent(SeatEvent):
    """An event of several units at once, with a number."""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "number", "units")
    __slots__ = ("number", "units")

    def __init__(self, seat: i64, number: i64, units: tuple[int, ...]) -> None:
        self.seat = seat
        self.number = number
        self.units = units


@mypyc_attr(acyclic=True)
class UnitsSquareEvent(SeatEvent):
    """An event of several units, with a square."""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "square", "units")
    __slots__ = ("square", "units")

    def __init__(self, seat: i64, square: i64, units: tuple[int, ...]) -> None:
        self.seat = seat
        self.square = square
        self.units = units


@mypyc_attr(acyclic=True)
class SceneryEvent(SeatEvent):
    """An event of a piece of special scenery."""

    FIELDS: ClassVar[tuple[str, ...]] = ("scenery", "seat", "ground", "square")
    __slots__ = ("ground", "scenery", "square")

    def __init__(self, scenery: i64, seat: i64, ground: i64, square: i64) -> None:
        self.scenery = scenery
        self.seat = seat
        self.ground = ground
        self.square = square


@mypyc_attr(acyclic=True)
class FightEvent(SeatEvent):
    """An event of a fight: the attacker, the square it comes from, the target, and the units concerned."""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "square", "target", "units")
    __slots__ = ("square", "target", "units")

    def __init__(self, seat: i64, square: i64, target: i64, units: tuple[int, ...]) -> None:
        self.seat = seat
        self.square = square
        self.target = target
        self.units = units


@mypyc_attr(acyclic=True)
class ShotsEvent(SeatEvent):
    """All shots of one kind by a player at a square, and the number of hits."""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "square", "hits")
    __slots__ = ("hits", "square")

    def __init__(self, seat: i64, square: i64, hits: i64) -> None:
        self.seat = seat
        self.square = square
        self.hits = hits
