"""Where a plan leads: it is run on a copy as the rules run it, up to the first die (CR-Q49)."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

from hippodrome.games.races.bases import A_WRECK, OUTCROP
from hippodrome.games.races.collisions import HEAD_ON, SHUNT, SMASH, Avoid
from hippodrome.games.races.collisions import SWIPE as A_SWIPE
from hippodrome.games.races.events import (
    Finished,
    MetHeadOn,
    MoveEnded,
    OfPose,
    OfTwo,
    Shunted,
    Skipped,
    Smashed,
    Swiped,
)
from hippodrome.games.races.planning import GO, MAKE_PLAN, Declare, MakePlan, Sketch
from hippodrome.games.races.state import NOBODY, SWIPE, Race
from hippodrome.kit import agenda
from hippodrome.kit.actions import Action
from hippodrome.kit.events import Event
from hippodrome.kit.preview import DieFell, NoDice

NO_CODE: Final = -1
NAMES: Final = ("shunt", "smash", "head on", "swipe")
CONTACTS: Final[list[tuple[type[OfTwo], int]]] = [
    (Shunted, SHUNT),
    (Smashed, SMASH),
    (MetHeadOn, HEAD_ON),
    (Swiped, A_SWIPE),
]


class Forecast:
    """How a move runs until the first die, or to its end.

    `way` are the places it passes, the start first; `code` is the obstacle that it hits, `contact` what kind of
    contact it makes with the chariot `other`, and `skipped` the kinds of steps that cannot be carried out.
    """

    __slots__ = ("code", "contact", "finishes", "mover", "other", "skipped", "way")

    def __init__(self, mover: int, start: tuple[int, int, int]) -> None:
        self.mover = mover
        self.way = [start]
        self.code = NO_CODE
        self.contact = NO_CODE
        self.other = NOBODY
        self.finishes = False
        self.skipped: list[int] = []

    def is_clear(self) -> bool:
        """Return whether it touches nothing."""
        return self.code == NO_CODE and self.contact == NO_CODE

    def obstacle(self) -> str:
        """What it hits, in a word."""
        if self.code < OUTCROP:
            return "wall"
        return "outcrop" if self.code < A_WRECK else "wreck"

    def step(self) -> Avoid:
        """Return the question that its contact leads to."""
        return Avoid(self.mover, self.other, self.contact, -1, 0, 0, 0)

    def take(self, event: Event) -> None:
        """What was told of the mover."""
        if isinstance(event, OfPose):
            self.way.append((int(event.x), int(event.y), int(event.turn)))
        elif isinstance(event, Skipped):
            self.skipped.append(int(event.number))
        elif isinstance(event, Finished):
            self.finishes = True
        elif isinstance(event, OfTwo):
            for kind, number in CONTACTS:
                if isinstance(event, kind):
                    self.contact, self.other = number, int(event.target)


def is_driving(s: Race) -> bool:
    """Return whether a driver is about to say what he does."""
    return bool(s.agenda) and isinstance(s.agenda[-1], (Declare, MakePlan))


def is_planning(s: Race) -> bool:
    """Return whether a plan is being made."""
    return bool(s.agenda) and isinstance(s.agenda[-1], MakePlan)


def forecast(s: Race, action: Action = GO) -> Forecast:
    """What comes of an action of the driver that throws no die at once: of the plan as it is, unless said otherwise."""
    mover = s.mover()
    found = Forecast(int(mover.id), mover.pose().parts())
    after = s.clone()
    after.dice = NoDice(s.dice.rolled)
    after.logging = True
    with suppress(DieFell):
        agenda.act(after, action, mover.id)
    for event in after.events:
        if isinstance(event, MoveEnded):
            return found
        if getattr(event, "who", NOBODY) == found.mover:
            found.take(event)
    if found.contact == NO_CODE:
        found.code = first_bit(int(after.move.hit))
    return found


def first_bit(mask: int) -> int:
    """Return the number of the lowest bit that is set."""
    return (mask & -mask).bit_length() - 1 if mask else NO_CODE


def with_swipe(s: Race, target: int) -> Forecast:
    """What comes of the plan with one more swipe."""
    other = s.clone()
    other.move.plan = (*s.move.plan, SWIPE, target)
    return forecast(other)


def reached(s: Race, sketch: Sketch) -> list[int]:
    """Whom a swipe would reach from where the plan has led (CR-X9)."""
    found: list[int] = []
    for other in s.others(s.mover()):
        if MAKE_PLAN.may_swipe(s, sketch, other) and is_reached(with_swipe(s, int(other.id)), int(other.id)):
            found.append(int(other.id))
    return found


def is_reached(found: Forecast, target: int) -> bool:
    """Return whether a swipe comes off."""
    return found.contact == A_SWIPE and found.other == target
