"""The events of the Drill Yard. words.toml has their sentences."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64, mypyc_attr

from hippodrome.kit.events import Event, SeatEvent


@mypyc_attr(acyclic=True)
class DistanceEvent(SeatEvent):
    """An event in which a chariot moved some distance."""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "distance")
    __slots__ = ("distance",)

    def __init__(self, seat: i64, distance: i64) -> None:
        self.seat = seat
        self.distance = distance


@mypyc_attr(acyclic=True)
class Placed(SeatEvent):
    """A chariot was placed for the start, at a place in tenths of an inch."""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "x", "y")
    __slots__ = ("x", "y")

    def __init__(self, seat: i64, x: i64, y: i64) -> None:
        self.seat = seat
        self.x = x
        self.y = y


@mypyc_attr(acyclic=True)
class TurnBegan(SeatEvent):
    """A player's turn began."""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "round")
    HEADING: ClassVar[bool] = True
    __slots__ = ("round",)

    def __init__(self, seat: i64, round: i64) -> None:
        self.seat = seat
        self.round = round


@mypyc_attr(acyclic=True)
class Drove(DistanceEvent):
    """A chariot drove ahead."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Lurched(DistanceEvent):
    """A shout sent a chariot ahead."""

    KEY_MOMENT: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class Wheeled(SeatEvent):
    """A chariot turned on the spot."""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "angle")
    ROUTINE: ClassVar[bool] = True
    __slots__ = ("angle",)

    def __init__(self, seat: i64, angle: i64) -> None:
        self.seat = seat
        self.angle = angle


@mypyc_attr(acyclic=True)
class Balked(SeatEvent):
    """A shout frightened the team, and the turn was over."""

    KEY_MOMENT: ClassVar[bool] = True
    HARM: ClassVar[str] = "seat"
    __slots__ = ()


@mypyc_attr(acyclic=True)
class Won(SeatEvent):
    """The game has a winner."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Drawn(Event):
    """The rounds ran out with both chariots equally near to their far sides."""

    __slots__ = ()
