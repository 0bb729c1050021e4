"""The events of the Drill Yard. words.toml has their sentences."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64, mypyc_attr

from hippodrome.kit.events import Event


@mypyc_attr(acyclic=True)
class SeatEvent(Event):
    """An event about one player."""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat",)
    __slots__ = FIELDS

    def __init__(self, seat: i64) -> None:
        self.seat = seat


@mypyc_attr(acyclic=True)
class DistanceEvent(Event):
    """An event in which a chariot moved some distance."""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "distance")
    __slots__ = FIELDS

    def __init__(self, seat: i64, distance: i64) -> None:
        self.seat = seat
        self.distance = distance


@mypyc_attr(acyclic=True)
class Placed(Event):
    """A chariot was placed for the start, at a place in tenths of an inch."""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "x", "y")
    __slots__ = FIELDS

    def __init__(self, seat: i64, x: i64, y: i64) -> None:
        self.seat = seat
        self.x = x
        self.y = y


@mypyc_attr(acyclic=True)
class TurnBegan(Event):
    """A player's turn began."""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "round")
    __slots__ = FIELDS

    def __init__(self, seat: i64, number: i64) -> None:
        self.seat = seat
        self.round = number


@mypyc_attr(acyclic=True)
class Drove(DistanceEvent):
    """A chariot drove ahead."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Lurched(DistanceEvent):
    """A shout sent a chariot ahead."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Wheeled(Event):
    """A chariot turned on the spot."""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "angle")
    __slots__ = FIELDS

    def __init__(self, seat: i64, angle: i64) -> None:
        self.seat = seat
        self.angle = angle


@mypyc_attr(acyclic=True)
class Balked(SeatEvent):
    """A shout frightened the team, and the turn was over."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Won(SeatEvent):
    """The game has a winner."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Drawn(Event):
    """The rounds ran out with both chariots equally near to their far sides."""

    __slots__ = ()
