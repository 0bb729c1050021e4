"""Whom a driver's crew shoots at: the one to beat, unless he is a cripple already."""

from __future__ import annotations

from hippodrome.bots.races.collision_cost import rival_of
from hippodrome.games.races.shooting import FIRE, HOLD, nearest_chariots
from hippodrome.games.races.state import Chariot, Race
from hippodrome.kit.actions import Action


def aim(race: Race, shooter: Chariot, actions: list[Action]) -> Action:
    """Return all shots at the target, if he is in sight."""
    target = target_of(race, shooter)
    for action in actions:
        if action.verb == "shoot" and action.args[0] == target:
            return action
    return HOLD


def bolt(race: Race, engineer: Chariot) -> Action:
    """Warp lightning strikes the nearest: fire if that is the target."""
    target = target_of(race, engineer)
    return FIRE if all(other.id == target for other in nearest_chariots(race, engineer)) else HOLD


def target_of(race: Race, chariot: Chariot) -> int:
    """Return the one to beat; in a field of several one who limps home on his last wound is let go. -1 if there
    is none.
    """
    rival = rival_of(race, chariot)
    if rival >= 0 and race.chariots[rival].wounds == 1 and len(race.racing()) > 2:
        return -1
    return rival
