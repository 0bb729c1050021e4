"""Events: descriptions of what happened, with their clause. The rules never read them back."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64, mypyc_attr

SPECTATOR = -1


@mypyc_attr(acyclic=True)
class Event:
    """Something that happened. `rule` is its clause, set when the event is emitted."""

    FIELDS: ClassVar[tuple[str, ...]] = ()
    __slots__ = ("rule",)

    def __init__(self) -> None:
        self.rule = ""

    def __repr__(self) -> str:
        return describe_fields(self, type(self).FIELDS)

    def seen_by(self, seat: i64) -> Event | None:
        """Return the event as a seat (or SPECTATOR) may see it; None if it may not know about it."""
        return self


@mypyc_attr(acyclic=True)
class DiceRolled(Event):
    """Dice were rolled for a purpose; `who` is the seat, chariot or unit that rolled them."""

    FIELDS: ClassVar[tuple[str, ...]] = ("who", "purpose", "dice")
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


def event_fields(event: Event) -> dict[str, object]:
    """Return the fields of an event by name, as plain values: dice become a list."""
    fields: dict[str, object] = {}
    for name in type(event).FIELDS:
        value: object = getattr(event, name)
        fields[name] = list(value) if isinstance(value, bytes) else value
    return fields
