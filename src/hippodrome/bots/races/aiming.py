"""Whom a driver's crew shoots at: whoever leads the race, for he is the one to beat."""

from __future__ import annotations

from typing import Final

from hippodrome.games.races.shooting import FIRE, HOLD, nearest_ones
from hippodrome.games.races.state import INCH, Chariot, Race
from hippodrome.kit.actions import Action

BEATEN: Final = 4 * INCH  # a rival who is so far behind is left alone


def rival_of(race: Race, chariot: Chariot) -> int:
    """The foremost of the others, if he is ahead or close behind; -1 if nobody is."""
    best, found = -1, chariot.progress - BEATEN
    for other in race.racing():
        if other.id != chariot.id and other.progress > found:
            best, found = int(other.id), other.progress
    return best


def aim(race: Race, shooter: Chariot, actions: list[Action]) -> Action:
    """All shots at the rival, if he is in sight."""
    rival = rival_of(race, shooter)
    for action in actions:
        if action.verb == "shoot" and action.args[0] == rival:
            return action
    return HOLD


def bolt(race: Race, engineer: Chariot) -> Action:
    """Warp lightning strikes the nearest: fire if that is the rival."""
    rival = rival_of(race, engineer)
    for target in nearest_ones(race, engineer):
        if target.id != rival:
            return HOLD
    return FIRE
