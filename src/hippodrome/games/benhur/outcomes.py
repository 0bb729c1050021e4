"""What comes of an action, in a few words: the classes of its odds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hippodrome.games.benhur import events as told
from hippodrome.kit.events import DiceRolled, Event
from hippodrome.kit.scene import FACTIONS

TIMES: Final = ("", "wounded", "wounded twice", "wounded three times", "wounded four times", "wounded five times")

_TESTS: list[tuple[type[told.OfChariot], str]] = [
    (told.LaneMissed, "straight on"),
    (told.SpunOut, "spins"),
    (told.Skidded, "skids"),
    (told.BendHeld, "holds"),
    (told.JumpCleared, "over"),
    (told.JumpFailed, "into the water"),
]


def outcome(seat: int, events: Sequence[Event]) -> tuple[str, int]:
    """Return the length of a move, what a test of driving brought, or who was wounded before the next turn.

    A test whose dice lie on the table already is told, and what comes after it too.
    """
    said: list[str] = []
    wounds: dict[int, int] = {}
    thrown = False
    for place, event in enumerate(events):
        if isinstance(event, DiceRolled):
            thrown = True
        elif isinstance(event, (told.RoundBegan, told.TurnBegan, told.TurnedRound)):
            return words(said, wounds, seat, thrown), place if thrown else 0
        elif isinstance(event, told.Wounded):
            wounds[int(event.chariot)] = wounds.get(int(event.chariot), 0) + 1
        elif isinstance(event, told.Healed):
            wounds[int(event.chariot)] = wounds.get(int(event.chariot), 0) - 1
        elif isinstance(event, told.Destroyed):
            wounds[int(event.chariot)] = len(TIMES)
        elif name := test(event, seat):
            said.append(name)
            if thrown:
                return words(said, wounds, seat, thrown), place + 1
    return words(said, wounds, seat, thrown), len(events)


def test(event: Event, seat: int) -> str:
    """What a test, or the dice of a move, brought; nothing for any other event."""
    if isinstance(event, told.MoveCounted):
        return f"move {event.number}"
    if isinstance(event, told.LaneChanged):
        return "across" if event.chariot == seat else f"{FACTIONS[event.chariot]} across"
    for kind, name in _TESTS:
        if isinstance(event, kind):
            return name if event.chariot == seat else f"{FACTIONS[event.chariot]} {name}"
    return ""


def words(said: list[str], wounds: dict[int, int], seat: int, thrown: bool) -> str:
    """Return all of it in a line, one's own wounds first."""
    parts = list(said)
    for chariot in sorted(wounds, key=lambda chariot: (chariot != seat, chariot)):
        times = wounds[chariot]
        if times > 0:
            harm = TIMES[times] if times < len(TIMES) else "destroyed"
            parts.append(f"{'you' if chariot == seat else FACTIONS[chariot]} {harm}")
    return ", ".join(parts) or ("no harm" if thrown else "")
