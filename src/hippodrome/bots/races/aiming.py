"""Whom a driver's crew shoots at: the one to beat."""

from __future__ import annotations

from hippodrome.bots.races.prices import rival_of
from hippodrome.games.races.shooting import FIRE, HOLD, nearest_ones
from hippodrome.games.races.state import Chariot, Race
from hippodrome.kit.actions import Action

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
