"""Whom a driver's crew shoots at: whoever may still beat him."""

from __future__ import annotations

from typing import Final

from hippodrome.games.races.shooting import FIRE, HOLD, nearest_ones
from hippodrome.games.races.state import INCH, RACING, Chariot, Race
from hippodrome.kit.actions import Action

BEATEN: Final = 12 * INCH  # whoever has fallen so far behind is left alone


def aim(race: Race, shooter: Chariot, actions: list[Action]) -> Action:
    """All shots at the foremost of those in sight who may still beat him; hold if there is none."""
    best, found = HOLD, shooter.progress - BEATEN
    for action in actions:
        if action.verb != "shoot":
            continue
        target = race.chariots[action.args[0]]
        if target.status == RACING and target.progress > found:
            best, found = action, target.progress
    return best


def bolt(race: Race, engineer: Chariot) -> Action:
    """Warp lightning strikes the nearest: fire if that is a rival who may still win."""
    for target in nearest_ones(race, engineer):
        if target.status != RACING or target.progress <= engineer.progress - BEATEN:
            return HOLD
    return FIRE
