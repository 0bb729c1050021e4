"""What can happen in Pig, in the past tense. Words for it are in words.toml."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64, mypyc_attr

from hippodrome.kit.events import Event


@mypyc_attr(acyclic=True)
class OfSeat(Event):
    """Something that happened to one player."""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat",)
    __slots__ = FIELDS

    def __init__(self, seat: i64) -> None:
        self.seat = seat


@mypyc_attr(acyclic=True)
class OfNumber(Event):
    """Something that happened to one player, with a number."""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "number")
    __slots__ = FIELDS

    def __init__(self, seat: i64, number: i64) -> None:
        self.seat = seat
        self.number = number


@mypyc_attr(acyclic=True)
class CallSealed(OfSeat):
    """A player has called; nobody else knows what."""


@mypyc_attr(acyclic=True)
class Called(OfNumber):
    """A call was opened."""


@mypyc_attr(acyclic=True)
class Started(OfSeat):
    """The calls were compared with the die: this player starts."""


@mypyc_attr(acyclic=True)
class Added(OfNumber):
    """A throw added to the points of the turn."""


@mypyc_attr(acyclic=True)
class LostPoints(OfNumber):
    """A 1 cost a player the points of the turn."""


@mypyc_attr(acyclic=True)
class Held(OfNumber):
    """A player made the points of the turn safe; the number is the new score."""


@mypyc_attr(acyclic=True)
class Passed(OfSeat):
    """A player held without a point."""


@mypyc_attr(acyclic=True)
class Won(OfNumber):
    """The game has a winner; the number is his score."""


@mypyc_attr(acyclic=True)
class Drawn(Event):
    """The turns ran out with level scores."""
