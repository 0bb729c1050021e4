"""The events of Pig. words.toml has their sentences."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64, mypyc_attr

from hippodrome.kit.events import Event, SeatEvent


@mypyc_attr(acyclic=True)
class SeatNumberEvent(SeatEvent):
    """An event about one player, with a number."""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "number")
    __slots__ = ("number",)

    def __init__(self, seat: i64, number: i64) -> None:
        self.seat = seat
        self.number = number


@mypyc_attr(acyclic=True)
class CallSealed(SeatEvent):
    """A player made a secret call."""


@mypyc_attr(acyclic=True)
class Called(SeatNumberEvent):
    """A call was revealed."""


@mypyc_attr(acyclic=True)
class Started(SeatEvent):
    """The calls were compared with the die, and this player starts."""


@mypyc_attr(acyclic=True)
class Added(SeatNumberEvent):
    """A roll was added to the turn total."""


@mypyc_attr(acyclic=True)
class LostPoints(SeatNumberEvent):
    """A player rolled a 1 and lost the turn total."""


@mypyc_attr(acyclic=True)
class Held(SeatNumberEvent):
    """A player made the turn total safe; the number is the new score."""


@mypyc_attr(acyclic=True)
class Passed(SeatEvent):
    """A player held without any points."""


@mypyc_attr(acyclic=True)
class Won(SeatNumberEvent):
    """The game has a winner; the number is the winner's score."""


@mypyc_attr(acyclic=True)
class Drawn(Event):
    """The turns ran out with equal scores."""
