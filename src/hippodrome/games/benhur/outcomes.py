"""Outcomes of an action, in a few words, for its odds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hippodrome.games.benhur.events import (
    BendHeld,
    ChariotEvent,
    Destroyed,
    Healed,
    JumpCleared,
    JumpFailed,
    LaneChanged,
    LaneMissed,
    MoveCounted,
    RoundBegan,
    Skidded,
    SpunOut,
    TurnBegan,
    TurnedRound,
    Wounded,
)
from hippodrome.games.benhur.state import Race
from hippodrome.kit.actions import Action
from hippodrome.kit.analysis import GameAnalysis
from hippodrome.kit.events import DiceRolled, Event
from hippodrome.kit.scene import FACTIONS

WOUND_PHRASES: Final = (
    "",
    "wounded",
    "wounded twice",
    "wounded three times",
    "wounded four times",
    "wounded five times",
    "wounded six times",
)
"""The phrase for a chariot, by the number of wounds it takes."""

_TEST_PHRASES: list[tuple[type[ChariotEvent], str]] = [
    (LaneMissed, "straight on"),
    (SpunOut, "spins"),
    (Skidded, "skids"),
    (BendHeld, "holds"),
    (JumpCleared, "over"),
    (JumpFailed, "into the water"),
]


def event_phrase(event: Event, seat: int) -> str:
    """Return the result of a movement roll or a test, or an empty string for any other event."""
    if isinstance(event, MoveCounted):
        return f"move {event.number}"
    if isinstance(event, LaneChanged):
        return "across" if event.chariot == seat else f"{FACTIONS[event.chariot]} across"
    for kind, name in _TEST_PHRASES:
        if isinstance(event, kind):
            return name if event.chariot == seat else f"{FACTIONS[event.chariot]} {name}"
    return ""


def summary(phrases: list[str], wounds: dict[int, int], seat: int, rolled: bool) -> str:
    """Return the phrases and wounds in one line, the seat's own wounds first."""
    parts = list(phrases)
    for chariot in sorted(wounds, key=lambda chariot: (chariot != seat, chariot)):
        times = wounds[chariot]
        if times > 0:
            harm = WOUND_PHRASES[times] if times < len(WOUND_PHRASES) else "destroyed"
            parts.append(f"you are {harm}" if chariot == seat else f"{FACTIONS[chariot]} is {harm}")
    return ", ".join(parts) or ("no harm" if rolled else "")


class BenHurOutcomes(GameAnalysis):
    """The outcomes and odds of the game's actions."""

    def classify_outcome(self, race: Race, action: Action, seat: int, events: Sequence[Event]) -> tuple[str, int]:
        """Return the outcome for a seat, and how many events it covers.

        The outcome is the length of a move, the result of a test, or the wounds up to the next turn. The result of a
        test whose dice were rolled before the action is included, and what follows it too.
        """
        phrases: list[str] = []
        wounds: dict[int, int] = {}
        rolled = False
        for place, event in enumerate(events):
            if isinstance(event, DiceRolled):
                rolled = True
            elif isinstance(event, (RoundBegan, TurnBegan, TurnedRound)):
                return summary(phrases, wounds, seat, rolled), place if rolled else 0
            elif isinstance(event, Wounded):
                wounds[int(event.chariot)] = wounds.get(int(event.chariot), 0) + 1
            elif isinstance(event, Healed):
                wounds[int(event.chariot)] = wounds.get(int(event.chariot), 0) - 1
            elif isinstance(event, Destroyed):
                wounds[int(event.chariot)] = len(WOUND_PHRASES)
            elif name := event_phrase(event, seat):
                phrases.append(name)
                if rolled:
                    return summary(phrases, wounds, seat, rolled), place + 1
        return summary(phrases, wounds, seat, rolled), len(events)
