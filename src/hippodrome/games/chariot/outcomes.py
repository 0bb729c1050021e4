"""What comes of an attack, in a few words: the classes of its odds."""

from __future__ import annotations

from collections.abc import Sequence

from hippodrome.games.chariot import events as told
from hippodrome.games.chariot.melee import Withdrawal
from hippodrome.games.chariot.state import Battle
from hippodrome.games.chariot.steps import STAND
from hippodrome.kit.actions import Action
from hippodrome.kit.events import DiceRolled, Event

# The results of an attack, the worst for the defender first.
_RESULTS: list[tuple[type[Event], str]] = [
    (told.WipedOut, "eliminated"),
    (told.Halved, "half eliminated"),
    (told.Lost, "units eliminated"),
    (told.Disrupted, "disrupted"),
    (told.HeldSlope, "the slope is held"),
    (told.Steadied, "leaders steady them"),
    (told.NoEffect, "no effect"),
]


def presumed(s: Battle) -> Action | None:
    """Whoever may step back before combat stands."""
    return STAND if isinstance(s.agenda[-1], Withdrawal) else None


def outcome(events: Sequence[Event]) -> tuple[str, int]:
    """Return the worst result of the die on the hexes attacked, and whether an army panics at it."""
    thrown = False
    worst = len(_RESULTS)
    panic = ""
    for place, event in enumerate(events):
        if isinstance(event, DiceRolled):
            if thrown:
                return words(worst, panic), place
            thrown = True
        elif thrown:
            worst = min(worst, rank(event))
            if isinstance(event, told.ArmyPanicked):
                panic = ", an army panics"
    return (words(worst, panic), len(events)) if thrown else ("", 0)


def rank(event: Event) -> int:
    """How bad a result is; beyond all of them if the event is none."""
    for place, (kind, _) in enumerate(_RESULTS):
        if isinstance(event, kind):
            return place
    return len(_RESULTS)


def words(worst: int, panic: str) -> str:
    """Return the result in words."""
    return f"{_RESULTS[worst][1]}{panic}" if worst < len(_RESULTS) else ""
