"""What comes of an action, in a few words, as its dice tell it: the classes of its odds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hippodrome.games.races import events as told
from hippodrome.games.races.collisions import AVOID, SWIPE, Avoid
from hippodrome.games.races.forecast import CONTACTS, forecast, is_driving
from hippodrome.games.races.state import Race
from hippodrome.games.races.warnings import avoided_words, contact_words, wounds_words
from hippodrome.kit.actions import Action
from hippodrome.kit.events import Event
from hippodrome.kit.odds import first_named

Found = tuple[str, int]

MEN: Final = ("", "a man falls", "two men fall", "three men fall", "four men fall", "five men fall", "six men fall")
_LATER: tuple[type[Event], ...] = (told.Acted, told.PhaseBegan, told.TurnBegan, told.RanWild)


def presumed(s: Race) -> Action | None:
    """Whoever is run into tries to avoid it."""
    return AVOID if isinstance(s.agenda[-1], Avoid) else None


def outcome(s: Race, action: Action, seat: int, events: Sequence[Event]) -> Found:
    """By what the action is about."""
    verb = action.verb
    if verb in ("whip", "reins"):
        return first_named(events, paced)
    if verb in ("go", "straight") and is_driving(s):
        return driven(s, action, seat, events)
    if verb in ("avoid", "brace"):
        return dodged(s, seat, events)
    if verb in ("shoot", "single", "fire"):
        return first_named(events, lambda event: hit(s, event))
    if verb == "strike":
        return struck(events)
    if verb == "act":
        return first_named(own_move(events, seat), paced)
    return "", 0


# -------------------------------------------------------------------- at the start of a move


def paced(event: Event) -> str:
    """CR-M4: how far a chariot has to move."""
    return f"move {int(event.number) // 1000}" if isinstance(event, told.DistanceSet) else ""


def own_move(events: Sequence[Event], seat: int) -> Sequence[Event]:
    """What happens until somebody else is called."""
    for place, event in enumerate(events):
        if isinstance(event, _LATER) and not (isinstance(event, told.Acted) and event.who == seat):
            return events[:place]
    return events


# -------------------------------------------------------------------- a plan


def driven(s: Race, action: Action, seat: int, events: Sequence[Event]) -> Found:
    """What a plan meets first, and what comes of that."""
    for place, event in enumerate(events):
        for kind, number in CONTACTS:
            if isinstance(event, kind) and event.who == seat:
                return met(s, Avoid(seat, event.target, number, -1, 0, 0, 0), events, place + 1)
        if isinstance(event, told.ObstacleHit) and event.who == seat:
            what = forecast(s, action).obstacle()
            return ran_into(s, seat, what, events, place + 1)
        if isinstance(event, told.Finished) and event.who == seat:
            return "over the line", place + 1
        if isinstance(event, told.MoveEnded):
            return "nothing in the way", place
    return "nothing in the way", len(events)


def ran_into(s: Race, seat: int, what: str, events: Sequence[Event], start: int) -> Found:
    """CR-X1: the wounds that an obstacle costs."""
    for place in range(start, len(events)):
        event = events[place]
        if isinstance(event, told.Unhurt):
            return f"{what}: {wounds_words(s.chariots[seat], 0)}", place + 1
        if isinstance(event, told.WoundsLost):
            return f"{what}: {wounds_words(s.chariots[seat], int(event.number))}", place + 1
    return "", len(events)


def met(s: Race, contact: Avoid, events: Sequence[Event], start: int) -> Found:
    """CR-Z1: avoided or not, and who takes damage."""
    seat, other = int(contact.attacker), int(contact.defender)
    hurts: list[int] = []
    told_of: list[int] = []
    for place in range(start, len(events)):
        event = events[place]
        if isinstance(event, told.Avoided):
            return avoided_words(contact, s), place + 1
        if isinstance(event, (told.Unhurt, told.Saved, told.TableRolled)) and event.who in (seat, other):
            told_of.append(int(event.who))
            if isinstance(event, told.TableRolled):
                hurts.append(int(event.who))
            if is_all(s, contact, told_of, hurts):
                return contact_words(contact, hurts), place + 1
    return contact_words(contact, hurts), len(events)


def is_all(s: Race, contact: Avoid, told_of: list[int], hurts: list[int]) -> bool:
    """Return whether everybody in a contact has been told of: one victim of a roller or of a swipe that hurts,
    else both.
    """
    if s.machine(s.chariots[contact.attacker]).has_roller or contact.is_on_roller(s):
        return True
    return len(told_of) == 2 or (contact.kind == SWIPE and len(hurts) == 1)


def dodged(s: Race, seat: int, events: Sequence[Event]) -> Found:
    """CR-X12: for whoever may avoid it: avoided, no wound, saved, or a row of the damage table."""
    for place, event in enumerate(events):
        if isinstance(event, told.Avoided):
            return "avoided", place + 1
        if isinstance(event, told.TableRolled) and event.who == seat:
            return s.rules.table[event.number].words, place + 1
        if isinstance(event, told.Saved) and event.who == seat:
            return "saved", place + 1
        if isinstance(event, told.Unhurt) and event.who == seat:
            return "no harm", place + 1
    return "", len(events)


# -------------------------------------------------------------------- shots and blows


def hit(s: Race, event: Event) -> str:
    """What became of a shot: the wounds it cost."""
    if isinstance(event, told.ShotMissed):
        return "missed"
    if isinstance(event, told.Unhurt):
        return "no harm"
    if isinstance(event, told.WoundsLost):
        return wounds_words(s.chariots[event.who], int(event.number))
    return ""


def struck(events: Sequence[Event]) -> Found:
    """CR-F2: who fell, or how far the best of the blows got."""
    fallen = best = 0
    stages = ("missed", "no harm", "saved")
    for place, event in enumerate(events):
        if isinstance(event, told.BlowMissed):
            best = max(best, 0)
        elif isinstance(event, told.Unhurt):
            best = max(best, 1)
        elif isinstance(event, told.Saved):
            best = max(best, 2)
        elif isinstance(event, told.CrewLost):
            fallen += 1
            if event.number == 0:
                return "the last man falls", place + 1
        elif isinstance(event, _LATER):
            return MEN[fallen] or stages[best], place
    return MEN[fallen] or stages[best], len(events)
