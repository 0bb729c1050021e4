"""Events: descriptions of what happened, with their clause. The rules never read them back."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64, mypyc_attr

SPECTATOR = -1


@mypyc_attr(acyclic=True)
class Event:
    """Something that happened. `rule` is its clause, set when the event is emitted.

    FIELDS       the names of its fields
    ACTOR        the field with the seat that the event is about; empty if it is about no single seat
    KEY_MOMENT   True if screens draw attention to it: the browser flashes it on the board, and a short log includes it
    MERGES       True if consecutive events of the class with the same actor and clause become one log line, the last
    """

    FIELDS: ClassVar[tuple[str, ...]] = ()
    ACTOR: ClassVar[str] = ""
    KEY_MOMENT: ClassVar[bool] = False
    MERGES: ClassVar[bool] = False
    __slots__ = ("rule",)

    def __init__(self) -> None:
        self.rule = ""

    def __repr__(self) -> str:
        return describe_fields(self, type(self).FIELDS)

    def seen_by(self, seat: i64) -> Event | None:
        """Return the event as a seat (or SPECTATOR) may see it; None if it may not know about it."""
        return self

    def actor(self) -> int:
        """Return the seat that the event is about; SPECTATOR if it is about no single seat."""
        field = type(self).ACTOR
        return int(getattr(self, field)) if field else SPECTATOR


@mypyc_attr(acyclic=True)
class SeatEvent(Event):
    """An event about one seat."""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat",)
    ACTOR: ClassVar[str] = "seat"
    __slots__ = FIELDS

    def __init__(self, seat: i64) -> None:
        self.seat = seat


@mypyc_attr(acyclic=True)
class DiceRolled(Event):
    """Dice were rolled for a purpose; `who` is the seat that rolled them."""

    FIELDS: ClassVar[tuple[str, ...]] = ("who", "purpose", "dice")
    ACTOR: ClassVar[str] = "who"
    __slots__ = FIELDS

    def __init__(self, who: i64, purpose: str, dice: bytes) -> None:
        self.who = who
        self.purpose = purpose
        self.dice = dice


def describe_fields(item: object, fields: tuple[str, ...]) -> str:
    """Return an event, step or row in one line: its class and fields."""
    values: list[str] = []
    for name in fields:
        value: object = getattr(item, name)
        values.append(f" {name}={list(value) if isinstance(value, bytes) else value!r}")
    return f"<{type(item).__name__}{''.join(values)}>"


def event_field(event: Event, name: str) -> object:
    """Return a field of an event as a plain value: dice become a list."""
    value: object = getattr(event, name)
    return list(value) if isinstance(value, bytes) else value


def event_fields(event: Event) -> dict[str, object]:
    """Return the fields of an event by name, as plain values: dice become a list."""
    return {name: event_field(event, name) for name in type(event).FIELDS}
