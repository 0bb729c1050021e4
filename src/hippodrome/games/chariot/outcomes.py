"""Outcome classes of an attack, for its odds."""

from __future__ import annotations

from collections.abc import Sequence

from hippodrome.games.chariot.events import (
    ArmyPanicked,
    Disrupted,
    Halved,
    HeldSlope,
    Lost,
    NoEffect,
    Steadied,
    WipedOut,
)
from hippodrome.games.chariot.melee import Withdrawal
from hippodrome.games.chariot.state import Battle
from hippodrome.games.chariot.steps import STAND
from hippodrome.kit.actions import Action
from hippodrome.kit.analysis import GameAnalysis
from hippodrome.kit.events import DiceRolled, Event

# Results of an attack, the worst for the defender first.
_RESULTS: list[tuple[type[Event], str]] = [
    (WipedOut, "eliminated"),
    (Halved, "half eliminated"),
    (Lost, "units eliminated"),
    (Disrupted, "disrupted"),
    (HeldSlope, "the slope is held"),
    (Steadied, "leaders prevent disruption"),
    (NoEffect, "no effect"),
]


def severity(event: Event) -> int:
    """Return the place of a result in _RESULTS; its length for other events."""
    for index, (kind, _) in enumerate(_RESULTS):
        if isinstance(event, kind):
            return index
    return len(_RESULTS)


def outcome_text(worst: int, panic: str) -> str:
    """Return the outcome as text; empty if there was no result."""
    return f"{_RESULTS[worst][1]}{panic}" if worst < len(_RESULTS) else ""


class ChariotOutcomes(GameAnalysis):
    """The outcomes and odds of the game's actions."""

    def assumed_answer(self, s: Battle) -> Action | None:
        """Return the answer assumed in odds: units that may retreat before combat stand."""
        return STAND if isinstance(s.agenda[-1], Withdrawal) else None

    def classify_outcome(self, battle: Battle, action: Action, seat: int, events: Sequence[Event]) -> tuple[str, int]:
        """Return the worst result of the roll, with any panic, and the number of events it covers."""
        has_rolled = False
        worst = len(_RESULTS)
        panic = ""
        for index, event in enumerate(events):
            if isinstance(event, DiceRolled):
                if has_rolled:
                    return outcome_text(worst, panic), index
                has_rolled = True
            elif has_rolled:
                worst = min(worst, severity(event))
                if isinstance(event, ArmyPanicked):
                    panic = ", an army panics"
        return (outcome_text(worst, panic), len(events)) if has_rolled else ("", 0)
