"""Outcomes of an action, in a few words, for its odds."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import ClassVar, Final

from hippodrome.games.benhur.events import (
    BendHeld,
    Blocked,
    ChariotEvent,
    Destroyed,
    Healed,
    JumpCleared,
    JumpFailed,
    LaneChanged,
    LaneMissed,
    MoveCounted,
    RoundBegan,
    Shunted,
    Sideswiped,
    Skidded,
    SpunOut,
    TurnBegan,
    TurnedRound,
    Wounded,
)
from hippodrome.games.benhur.hazards import MOVE, whips_summary
from hippodrome.games.benhur.state import Race
from hippodrome.kit.actions import Action
from hippodrome.kit.analysis import GameAnalysis
from hippodrome.kit.events import DiceRolled, Event
from hippodrome.kit.scene import FACTIONS

ACROSS: Final = "across"
SKIDS: Final = "skids"
SPINS: Final = "spins"
CLEARS: Final = "over"
RAMS: Final = "rams "
BLOCKED: Final = "blocked"
DESTROYED: Final = "destroyed"
YOU: Final = "you are"
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
    (SpunOut, SPINS),
    (Skidded, SKIDS),
    (BendHeld, "holds"),
    (JumpCleared, CLEARS),
    (JumpFailed, "into the water"),
]
_GROUND_TESTS: tuple[type[ChariotEvent], ...] = (SpunOut, Skidded, BendHeld, JumpCleared, JumpFailed)


class Course:
    """The course of an action for a seat: its test, its rams, and the wounds of all chariots."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.phrases: list[str] = []
        self.wounds: dict[int, int] = {}
        self.has_rolled = False
        self.tested: list[int] = []  # chariots that have left a bend or a jump square

    def begins_another_test(self, event: DiceRolled) -> bool:
        """Return whether a chariot leaves a bend or a jump square for the second time; that is a step of its own."""
        return event.purpose in ("skid", "jump") and int(event.who) in self.tested

    def note(self, event: Event) -> None:
        """Add what an event means to the seat."""
        if isinstance(event, Wounded):
            self.add_wounds(int(event.chariot), 1)
        elif isinstance(event, Healed):
            self.add_wounds(int(event.chariot), -1)
        elif isinstance(event, Destroyed):
            self.wounds[int(event.chariot)] = len(WOUND_PHRASES)
        elif isinstance(event, (Sideswiped, Shunted)):
            if event.attacker == self.seat:
                self.note_ram(int(event.defender))
        elif isinstance(event, Blocked):
            if event.attacker == self.seat:
                self.phrases.append(BLOCKED)
        elif isinstance(event, LaneChanged):
            self.phrases.append(ACROSS if event.chariot == self.seat else f"{FACTIONS[event.chariot]} {ACROSS}")
        elif isinstance(event, MoveCounted):
            self.phrases.append(f"{MOVE}{event.number}")
        elif isinstance(event, ChariotEvent):
            self.note_test(event)

    def note_ram(self, defender: int) -> None:
        """Add a ram: it takes the place of the lane change that led to it, which does not yet succeed."""
        if self.phrases[-1:] == [ACROSS]:
            self.phrases.pop()
        self.phrases.append(f"{RAMS}{FACTIONS[defender]}")

    def note_test(self, event: ChariotEvent) -> None:
        """Add the result of a test."""
        for kind, name in _TEST_PHRASES:
            if isinstance(event, kind):
                self.phrases.append(name if event.chariot == self.seat else f"{FACTIONS[event.chariot]} {name}")
        if isinstance(event, _GROUND_TESTS):
            self.tested.append(int(event.chariot))

    def add_wounds(self, chariot: int, number: int) -> None:
        """Count wounds; a negative number heals."""
        self.wounds[chariot] = self.wounds.get(chariot, 0) + number

    def text(self) -> str:
        """Return everything in one line, the seat's own wounds first among the wounds."""
        parts = list(self.phrases)
        for chariot in sorted(self.wounds, key=lambda chariot: (chariot != self.seat, chariot)):
            times = self.wounds[chariot]
            if times > 0:
                harm = WOUND_PHRASES[times] if times < len(WOUND_PHRASES) else DESTROYED
                parts.append(f"{YOU} {harm}" if chariot == self.seat else f"{FACTIONS[chariot]} is {harm}")
        return ", ".join(parts) or ("no harm" if self.has_rolled else "")


# -------------------------------------------------------------------- what matters most


def key_chances(chances: dict[str, Fraction]) -> list[tuple[str, Fraction]]:
    """Return the chances of the test, the rams and the wounds, each summed over all outcomes that contain it."""
    sums: dict[str, Fraction] = {}
    for outcome, chance in chances.items():
        for name in dict.fromkeys([_key_name(phrase) for phrase in outcome.split(", ")]):
            sums[name] = sums.get(name, Fraction(0)) + chance
    rams = sorted([name for name in sums if name.startswith("ram ")], key=lambda name: -sums[name])
    if rams:
        sums.pop(ACROSS, None)
    names = [*[name for name in (ACROSS, "skid", "spin", CLEARS) if name in sums], *[n for n in rams if sums[n] < 1]]
    names += sorted([name for name in sums if name.startswith("you ")], reverse=True)  # wounded, then destroyed
    names += sorted([name for name in sums if name.endswith((" wounded", " destroyed")) and name not in names])
    return [(name, sums[name]) for name in names]


def _key_name(phrase: str) -> str:
    """Return the name under which the chances of a phrase are summed: "you are wounded twice" is "you wounded"."""
    if phrase.startswith(RAMS):
        return f"ram {phrase.removeprefix(RAMS)}"
    if phrase in (SKIDS, SPINS):
        return phrase[:-1]
    who, is_harm, harm = phrase.replace(f"{YOU} ", "you is ").partition(" is ")
    return f"{who} {harm.split(' ')[0]}" if is_harm else phrase


class BenHurOutcomes(GameAnalysis):
    """The outcomes and odds of the game's actions."""

    ORDER_OF_DICE_MATTERS: ClassVar[bool] = False
    ODDS_VERBS: ClassVar[frozenset[str]] = frozenset(("whips", "straight", "left", "right", "pass", "fight", "trick"))

    def classify_outcome(self, race: Race, action: Action, seat: int, events: Sequence[Event]) -> tuple[str, int]:
        """Return the outcome for a seat, and how many events it covers.

        It is the length of a move, or everything up to the driver's next choice, the next test or the next turn: the
        result of a test, rams and wounds. A test whose dice were rolled before the action is included.
        """
        course = Course(seat)
        for place, event in enumerate(events):
            if isinstance(event, (RoundBegan, TurnBegan, TurnedRound)):
                return course.text(), place if course.has_rolled else 0
            if isinstance(event, DiceRolled):
                if course.begins_another_test(event):
                    return course.text(), place
                course.has_rolled = True
            else:
                course.note(event)
                if isinstance(event, MoveCounted) and course.has_rolled:
                    return course.text(), place + 1
        return course.text(), len(events)

    def odds_summary(
        self, race: Race, action: Action, seat: int, chances: dict[str, Fraction]
    ) -> tuple[list[tuple[str, Fraction]], list[str]]:
        """Return the chances of a test, of rams and of wounds; for whips, what the bend or jump ahead asks."""
        if action.verb == "whips":
            return whips_summary(race, race.chariots[seat], action.args[0], chances)
        return key_chances(chances), []
