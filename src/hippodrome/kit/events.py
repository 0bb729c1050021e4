"""Events: what happened, for people. They describe, cite their clause, and are never read back by the rules."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64, mypyc_attr

SPECTATOR = -1


@mypyc_attr(acyclic=True)
class Event:
    """Something that happened. `rule` is the clause, stamped when the event is told."""

    FIELDS: ClassVar[tuple[str, ...]] = ()
    __slots__ = ("rule",)

    def __init__(self) -> None:
        self.rule = ""

    def seen_by(self, seat: i64) -> Event | None:
        """Return the event as a seat may see it (SPECTATOR for a spectator); None if it may not know of it at all."""
        return self


@mypyc_attr(acyclic=True)
class DiceRolled(Event):
    """Dice were thrown by somebody for some purpose."""

    FIELDS: ClassVar[tuple[str, ...]] = ("who", "purpose", "dice")
    __slots__ = FIELDS

    def __init__(self, who: i64, purpose: str, dice: bytes) -> None:
        self.who = who
        self.purpose = purpose
        self.dice = dice


def facts(event: Event) -> dict[str, object]:
    """Return the fields of an event by name, as plain values: dice become a list."""
    found: dict[str, object] = {}
    for name in type(event).FIELDS:
        value: object = getattr(event, name)
        found[name] = list(value) if isinstance(value, bytes) else value
    return found
