"""The forecast of a plan: it runs on a copy of the race up to the first die (CR-Q49)."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.races.bases import OUTCROP_CODE, WRECK_CODE
from hippodrome.games.races.collisions import AVOID, HEAD_ON, SHUNT, SIDE_SWIPE, SMASH, Avoid, PassBy
from hippodrome.games.races.event_bases import PairEvent, PoseEvent
from hippodrome.games.races.events import Finished, MetHeadOn, MoveEnded, Shunted, Skipped, Smashed, Swiped
from hippodrome.games.races.planning import GO, MAKE_PLAN, Declare, MakePlan, PlannedPath
from hippodrome.games.races.state import NO_SEAT, SWIPE, Race
from hippodrome.kit import agenda
from hippodrome.kit.actions import Action
from hippodrome.kit.dice import Dice
from hippodrome.kit.events import Event
from hippodrome.kit.preview import DiceNeeded, NoDice
from hippodrome.kit.scene import FACTIONS

NO_CODE: Final = -1
ALWAYS_AVOIDS: Final = bytes([1])  # CR-X12: a die below the save avoids
NEVER_AVOIDS: Final = bytes([6])
NEVER_WOUNDS: Final = bytes([1])
CONTACT_NAMES: Final = ("shunt", "smash", "head on", "swipe")
CONTACT_EVENTS: Final[list[tuple[type[PairEvent], int]]] = [
    (Shunted, SHUNT),
    (Smashed, SMASH),
    (MetHeadOn, HEAD_ON),
    (Swiped, SIDE_SWIPE),
]


class MoveForecast:
    """The course of a move up to the first die, or to its end.

    `way` are the places it passes, the start first; `code` is the contact code of the obstacle it hits, or NO_CODE;
    `contact` is the kind of its contact with the chariot `other`, or NO_CODE; `skipped` are the kinds of steps that
    cannot be carried out; `chooses` says that it ends where the driver may pass a chariot or stay behind it.
    """

    __slots__ = ("chooses", "code", "contact", "finishes", "mover", "other", "skipped", "way")

    def __init__(self, mover: int, start: tuple[int, int, int]) -> None:
        self.mover = mover
        self.way = [start]
        self.code = NO_CODE
        self.contact = NO_CODE
        self.other = NO_SEAT
        self.finishes = False
        self.chooses = False
        self.skipped: list[int] = []

    def is_clear(self) -> bool:
        """Return whether the move touches nothing."""
        return self.code == NO_CODE and self.contact == NO_CODE

    def obstacle(self) -> str:
        """Return the name of the obstacle it hits."""
        if self.code < OUTCROP_CODE:
            return "wall"
        return "outcrop" if self.code < WRECK_CODE else "wreck"

    def meets(self) -> str:
        """Return what it meets first, or an empty string."""
        if self.contact >= 0:
            return f"{FACTIONS[self.other]} ({CONTACT_NAMES[self.contact]})"
        return f"the {self.obstacle()}" if self.code >= 0 else ""

    def step(self) -> Avoid:
        """Return the decision that its contact leads to."""
        return Avoid(self.mover, self.other, self.contact, -1, 0, 0, 0, 0)

    def swipes_at(self, target: int) -> bool:
        """Return whether the move reaches a chariot with a swipe."""
        return self.contact == SIDE_SWIPE and self.other == target

    def apply(self, event: Event) -> None:
        """Update the forecast with an event about the mover."""
        if isinstance(event, PoseEvent):
            self.way.append((int(event.x), int(event.y), int(event.turn)))
        elif isinstance(event, Skipped):
            self.skipped.append(int(event.number))
        elif isinstance(event, Finished):
            self.finishes = True
        elif isinstance(event, PairEvent):
            for kind, number in CONTACT_EVENTS:
                if isinstance(event, kind):
                    self.contact, self.other = number, int(event.target)


def is_driving(s: Race) -> bool:
    """Return whether a driver is about to declare or to plan a move."""
    return bool(s.agenda) and isinstance(s.agenda[-1], (Declare, MakePlan))


def is_planning(s: Race) -> bool:
    """Return whether a driver is planning a move."""
    return bool(s.agenda) and isinstance(s.agenda[-1], MakePlan)


@mypyc_attr(acyclic=True)
class ContactDice(NoDice):
    """Dice that let one contact be avoided, or else land without harm, and raise DiceNeeded at any other roll.

    `tries` says that the next die is the attempt to avoid it.
    """

    __slots__ = ("is_avoided", "tries")

    def __init__(self, rolled: i64, is_avoided: bool) -> None:
        super().__init__(rolled)
        self.is_avoided = is_avoided
        self.tries = False

    def roll_d6(self, n: i64) -> bytes:
        """Return the die of the attempt, then dice that do not wound."""
        if self.tries:
            self.tries = False
            return ALWAYS_AVOIDS if self.is_avoided else NEVER_AVOIDS
        if self.is_avoided:
            raise DiceNeeded
        return NEVER_WOUNDS * int(n)

    def roll(self, purpose: str, who: i64, n: i64) -> bytes:
        """Return the hits of a roller, and raise DiceNeeded for an obstacle or a wild run."""
        if purpose == "roller":
            return self.roll_d6(n)
        raise DiceNeeded


def forecast(s: Race, action: Action = GO) -> MoveForecast:
    """Return how the move runs after an action that rolls no die at once; by default, after going with the plan."""
    mover = s.mover()
    result = MoveForecast(int(mover.id), mover.pose().as_tuple())
    after = run_with(s, action, NoDice(s.dice.rolled))
    for event in after.events:
        if isinstance(event, MoveEnded):
            return result
        if event.actor() == result.mover:
            result.apply(event)
    if result.contact == NO_CODE:
        result.code = lowest_bit(int(after.move.hit))
    return result


def forecast_beyond(s: Race, action: Action, is_avoided: bool) -> MoveForecast:
    """Return how the move runs on after its first contact, if that is avoided or else lands without harm.

    It ends at the next contact or obstacle, or where the driver decides whether to pass.
    """
    mover = s.mover()
    result = MoveForecast(int(mover.id), mover.pose().as_tuple())
    dice = ContactDice(s.dice.rolled, is_avoided)
    after = run_with(s, action, dice)
    if after.agenda and isinstance(after.agenda[-1], Avoid):
        dice.tries = True
        with suppress(DiceNeeded):
            agenda.act(after, AVOID, after.agenda[-1].seats(after)[0])
    has_met = False
    for event in after.events:
        if isinstance(event, MoveEnded):
            return result
        if event.actor() != result.mover:
            continue
        is_contact = is_contact_event(event)
        if has_met or (isinstance(event, PoseEvent) and not is_contact):
            result.apply(event)
        if has_met and is_contact:
            return result
        if is_contact:
            has_met = True
            result.way = result.way[-1:]
    result.code = lowest_bit(int(after.move.hit))
    result.chooses = bool(after.agenda) and isinstance(after.agenda[-1], PassBy)
    return result


def is_contact_event(event: Event) -> bool:
    """Return whether an event is a contact of chariots."""
    return any(isinstance(event, kind) for kind, _ in CONTACT_EVENTS)


def run_with(s: Race, action: Action, dice: Dice) -> Race:
    """Return a copy of a race after an action, up to a roll that these dice do not have."""
    after = s.clone()
    after.dice = dice
    after.logging = True
    with suppress(DiceNeeded):
        agenda.act(after, action, s.mover().id)
    return after


def lowest_bit(mask: int) -> int:
    """Return the number of the lowest bit that is set, or NO_CODE."""
    return (mask & -mask).bit_length() - 1 if mask else NO_CODE


def with_swipe(s: Race, target: int) -> Race:
    """Return the race with one more swipe in the plan."""
    after = s.clone()
    after.move.plan = (*s.move.plan, SWIPE, target)
    return after


def forecast_with_swipe(s: Race, target: int) -> MoveForecast:
    """Return the forecast of the plan with one more swipe."""
    return forecast(with_swipe(s, target))


def swipe_targets(s: Race, path: PlannedPath) -> list[int]:
    """CR-X9: return the chariots that a swipe at the end of the plan would reach."""
    targets: list[int] = []
    for other in s.others(s.mover()):
        who = int(other.id)
        if MAKE_PLAN.can_swipe(s, path, other) and forecast_with_swipe(s, who).swipes_at(who):
            targets.append(who)
    return targets
