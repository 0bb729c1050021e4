"""Outcomes: short texts that classify what came of an action, for odds."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import ClassVar, Final

from hippodrome.games.races import events as race_events
from hippodrome.games.races.collisions import AVOID, SIDE_SWIPE, Avoid
from hippodrome.games.races.event_bases import PairEvent
from hippodrome.games.races.forecast import (
    CONTACT_EVENTS,
    MoveForecast,
    forecast,
    forecast_beyond,
    is_contact_event,
    is_driving,
)
from hippodrome.games.races.odds import (
    CLEAR,
    FINISHES,
    THEN,
    avoided_text,
    contact_text,
    meets_text,
    plan_summary,
    wounds_text,
)
from hippodrome.games.races.state import MOVING, Race
from hippodrome.kit.actions import Action
from hippodrome.kit.analysis import GameAnalysis
from hippodrome.kit.events import Event
from hippodrome.kit.odds import first_outcome

Outcome = tuple[str, int]  # the text, and the number of events that decided it

CASUALTY_TEXTS: Final = (
    "", "a man falls", "two men fall", "three men fall", "four men fall", "five men fall", "six men fall",
)  # fmt: skip
HARMLESS: Final = ("missed", "no harm", "saved")
_END_OF_ACTION: tuple[type[Event], ...] = (
    race_events.Acted, race_events.PhaseBegan, race_events.TurnBegan, race_events.RanWild,
)  # fmt: skip

_HIT_RESULTS = (race_events.Unhurt, race_events.Saved, race_events.TableRolled)


# -------------------------------------------------------------------- at the start of a move


def distance_outcome(event: Event) -> str:
    """CR-M4: return the distance of a move, for the event that sets it."""
    return f"move {int(event.number) // 1000}" if isinstance(event, race_events.DistanceSet) else ""


def events_of_move(events: Sequence[Event], seat: int) -> Sequence[Event]:
    """Return the events before another chariot acts."""
    for place, event in enumerate(events):
        if isinstance(event, _END_OF_ACTION) and not (isinstance(event, race_events.Acted) and event.who == seat):
            return events[:place]
    return events


# -------------------------------------------------------------------- a plan


def plan_outcome(s: Race, action: Action, seat: int, events: Sequence[Event]) -> Outcome:
    """Return what a plan meets first, with what result, and what follows if that does no harm."""
    for place, event in enumerate(events):
        for kind, number in CONTACT_EVENTS:
            if isinstance(event, kind) and event.who == seat:
                contact = Avoid(seat, event.target, number, -1, 0, 0, 0, 0)
                return with_sequel(s, action, contact, events, place + 1)
        if is_end_of_drive(event, seat):
            return drive_outcome(s, forecast(s, action), seat, events, place)
    return CLEAR, len(events)


def with_sequel(s: Race, action: Action, contact: Avoid, events: Sequence[Event], start: int) -> Outcome:
    """Return the result of a contact and, unless it hurts, of the rest of the plan."""
    text, used = contact_outcome(s, contact, events, start)
    is_avoided = text == avoided_text(contact, s)
    seat = int(contact.attacker)
    if not is_avoided and text != contact_text(contact, []):
        return text, used
    for place in range(used, len(events)):
        event = events[place]
        if isinstance(event, PairEvent) and is_contact_event(event) and event.who == seat:
            return f"{text}{THEN}{meets_text(int(event.target))}", place + 1
        if is_end_of_drive(event, seat):
            rest, used = drive_outcome(s, forecast_beyond(s, action, is_avoided), seat, events, place)
            return text if rest == CLEAR else f"{text}{THEN}{rest}", used
    return text, len(events)


def is_end_of_drive(event: Event, seat: int) -> bool:
    """Return whether an event is an obstacle hit by a seat, its finish, or the end of a move."""
    if isinstance(event, (race_events.ObstacleHit, race_events.Finished)):
        return bool(event.who == seat)
    return isinstance(event, race_events.MoveEnded)


def drive_outcome(s: Race, result: MoveForecast, seat: int, events: Sequence[Event], place: int) -> Outcome:
    """Return what the end of a drive means; `result` is its forecast."""
    event = events[place]
    if isinstance(event, race_events.ObstacleHit):
        return obstacle_outcome(s, seat, result.obstacle(), events, place + 1)
    return (FINISHES, place + 1) if isinstance(event, race_events.Finished) else (CLEAR, place)


def obstacle_outcome(s: Race, seat: int, obstacle: str, events: Sequence[Event], start: int) -> Outcome:
    """CR-X1: return the wounds that an obstacle costs."""
    for place in range(start, len(events)):
        event = events[place]
        if isinstance(event, race_events.Unhurt):
            return f"{obstacle}: {wounds_text(s.chariots[seat], 0)}", place + 1
        if isinstance(event, race_events.WoundsLost):
            return f"{obstacle}: {wounds_text(s.chariots[seat], int(event.number))}", place + 1
    return "", len(events)


def contact_outcome(s: Race, contact: Avoid, events: Sequence[Event], start: int) -> Outcome:
    """CR-Z1: return whether a contact was avoided, or which chariots took damage."""
    seat, other = int(contact.attacker), int(contact.defender)
    damaged: list[int] = []
    resolved: list[int] = []
    for place in range(start, len(events)):
        event = events[place]
        if isinstance(event, race_events.Avoided):
            return avoided_text(contact, s), place + 1
        if isinstance(event, (race_events.Unhurt, race_events.Saved, race_events.TableRolled)) and event.who in (
            seat,
            other,
        ):
            resolved.append(int(event.who))
            if isinstance(event, race_events.TableRolled):
                damaged.append(int(event.who))
            if is_resolved(s, contact, resolved, damaged):
                return contact_text(contact, damaged), place + 1
    return contact_text(contact, damaged), len(events)


def is_resolved(s: Race, contact: Avoid, resolved: list[int], damaged: list[int]) -> bool:
    """Return whether a contact is fully resolved: for the victim of a roller or of a swipe, otherwise for both."""
    if s.machine(s.chariots[contact.attacker]).has_roller or contact.hits_roller(s):
        return True
    return len(resolved) == 2 or (contact.kind == SIDE_SWIPE and len(damaged) == 1)


def avoid_outcome(s: Race, seat: int, events: Sequence[Event]) -> Outcome:
    """CR-X12: return the result of an attempt to avoid: avoided, no harm, saved, or a row of the damage table."""
    for place, event in enumerate(events):
        if isinstance(event, race_events.Avoided):
            return "avoided", place + 1
        if isinstance(event, race_events.TableRolled) and event.who == seat:
            return s.rules.table[event.number].text, place + 1
        if isinstance(event, race_events.Saved) and event.who == seat:
            return "saved", place + 1
        if isinstance(event, race_events.Unhurt) and event.who == seat:
            return "no harm", place + 1
    return "", len(events)


# -------------------------------------------------------------------- shots and blows


def shot_outcome(s: Race, event: Event) -> str:
    """Return the wounds that a shot cost, for the event that decides it."""
    if isinstance(event, race_events.ShotMissed):
        return "missed"
    if isinstance(event, race_events.Unhurt):
        return "no harm"
    if isinstance(event, race_events.WoundsLost):
        return wounds_text(s.chariots[event.who], int(event.number))
    return ""


def blow_outcome(events: Sequence[Event]) -> Outcome:
    """CR-F2: return how many men fell, or how far the best blow got."""
    fallen = best = 0
    for place, event in enumerate(events):
        if isinstance(event, race_events.BlowMissed):
            best = max(best, 0)
        elif isinstance(event, race_events.Unhurt):
            best = max(best, 1)
        elif isinstance(event, race_events.Saved):
            best = max(best, 2)
        elif isinstance(event, race_events.CrewLost):
            fallen += 1
            if event.number == 0:
                return "the last man falls", place + 1
        elif isinstance(event, _END_OF_ACTION):
            return CASUALTY_TEXTS[fallen] or HARMLESS[best], place
    return CASUALTY_TEXTS[fallen] or HARMLESS[best], len(events)


class RacesOutcomes(GameAnalysis):
    """The outcomes and odds of the game's actions."""

    ODDS_VERBS: ClassVar[frozenset[str]] = frozenset(
        ("whip", "reins", "go", "straight", "swipe", "avoid", "brace", "shoot", "single", "fire", "strike", "act")
    )

    def has_odds(self, s: Race, action: Action) -> bool:
        """Return whether an action may have odds: not the begin of a move, which is planned first."""
        return super().has_odds(s, action) and not (action.verb == "act" and s.phase == MOVING)

    def assumed_answer(self, s: Race) -> Action | None:
        """Return the answer that odds assume: a driver about to be hit tries to avoid it."""
        return AVOID if isinstance(s.agenda[-1], Avoid) else None

    def classify_outcome(self, s: Race, action: Action, seat: int, events: Sequence[Event]) -> tuple[str, int]:
        """Return the outcome of an action, by its verb; an empty text if it has none."""
        verb = action.verb
        if verb in ("whip", "reins"):
            return first_outcome(events, distance_outcome)
        if verb in ("go", "straight") and is_driving(s):
            return plan_outcome(s, action, seat, events)
        if verb in ("avoid", "brace"):
            return avoid_outcome(s, seat, events)
        if verb in ("shoot", "single", "fire"):
            return first_outcome(events, lambda event: shot_outcome(s, event))
        if verb == "strike":
            return blow_outcome(events)
        if verb == "act":
            return first_outcome(events_of_move(events, seat), distance_outcome)
        return "", 0

    def odds_summary(
        self, s: Race, action: Action, seat: int, chances: dict[str, Fraction]
    ) -> tuple[list[tuple[str, Fraction]], list[str]]:
        """Return what matters most: of a plan the contact and what follows; of an attack whether it harms."""
        if action.verb in ("go", "straight", "swipe"):
            return plan_summary(chances)
        if action.verb in ("shoot", "single", "fire", "strike"):
            return attack_summary(chances), []
        return [], []


def attack_summary(chances: dict[str, Fraction]) -> list[tuple[str, Fraction]]:
    """Return the chances of harm by a shot or a strike, the worst first, or that of none."""
    harm = [(name, chance) for name, chance in chances.items() if name not in HARMLESS]
    return sorted(harm, key=lambda row: row[1], reverse=True) or [("no harm", sum(chances.values(), Fraction(0)))]
