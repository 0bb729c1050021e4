"""Outcome classes of an attack, for its odds."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import ClassVar, Final

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

HARMFUL_RESULTS: Final[tuple[type[Event], ...]] = (WipedOut, Halved, Lost, Disrupted)
PANIC: Final = ", an army panics"


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

    ODDS_VERBS: ClassVar[frozenset[str]] = frozenset(("strike", "loose", "stand", "withdraw"))

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
                    panic = PANIC
        return (outcome_text(worst, panic), len(events)) if has_rolled else ("", 0)

    def odds_summary(
        self, battle: Battle, action: Action, seat: int, chances: dict[str, Fraction]
    ) -> tuple[list[tuple[str, Fraction]], list[str]]:
        """Return the chances of harm to the defenders, the worst first, and of a panic."""
        names = [name for kind, name in _RESULTS if kind in HARMFUL_RESULTS]
        sums = {name: Fraction(0) for name in [*names, PANIC]}
        for outcome, chance in chances.items():
            result, panic, _ = outcome.partition(PANIC)
            for name in [result, *([PANIC] if panic else [])]:
                if name in sums:
                    sums[name] += chance
        key = [(name.removeprefix(", "), chance) for name, chance in sums.items() if chance]
        return key, []
