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
    HARM         the field with the seat that is hurt; empty if the event hurts no seat
    LOSS         True if the harm is final: a piece of that seat is lost, or routed
    DECISIVE     True if the event may have decided the match, apart from losses: screens name it at the end
    ROUTINE      True if a short log leaves it out, because other events say what came of it
    HEADING      True if a new part of the log begins with it, such as the turn of a seat
    """

    FIELDS: ClassVar[tuple[str, ...]] = ()
    ACTOR: ClassVar[str] = ""
    KEY_MOMENT: ClassVar[bool] = False
    MERGES: ClassVar[bool] = False
    HARM: ClassVar[str] = ""
    LOSS: ClassVar[bool] = False
    DECISIVE: ClassVar[bool] = False
    ROUTINE: ClassVar[bool] = False
    HEADING: ClassVar[bool] = False
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

    def harmed_seat(self) -> int:
        """Return the seat that the event hurts; SPECTATOR if it hurts none."""
        field = type(self).HARM
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
class SeatNumberEvent(SeatEvent):
    """An event about one seat, with a number such as its points."""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "number")
    __slots__ = ("number",)

    def __init__(self, seat: i64, number: i64) -> None:
        self.seat = seat
        self.number = number


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


@mypyc_attr(acyclic=True)
class ScoredRoll(DiceRolled):
    """A roll with what matters for its result, as far as it does.

    needed   the lowest score that decides the result; the highest one, if negative; or 0
    bonus    what is added to the dice, or 0
    piece    the piece of the seat that rolls, or -1
    """

    FIELDS: ClassVar[tuple[str, ...]] = ("who", "purpose", "dice", "needed", "bonus", "piece")
    __slots__ = ("bonus", "needed", "piece")

    def __init__(self, who: i64, purpose: str, dice: bytes, needed: i64, bonus: i64, piece: i64) -> None:
        self.who = who
        self.purpose = purpose
        self.dice = dice
        self.needed = needed
        self.bonus = bonus
        self.piece = piece


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
