"""Warnings of rams, obstacles and swipes out of reach before a plan runs."""

from __future__ import annotations

from typing import Final

from hippodrome.games.races.collisions import PassBy
from hippodrome.games.races.fighting import Fight
from hippodrome.games.races.forecast import (
    MoveForecast,
    forecast,
    forecast_beyond,
    forecast_with_swipe,
    is_driving,
    is_planning,
)
from hippodrome.games.races.obstacles import OBSTACLE_STRENGTH
from hippodrome.games.races.shooting import FireLightning, Shoot
from hippodrome.games.races.state import SWIPE, Race
from hippodrome.kit.actions import Action
from hippodrome.kit.units import inches

CONTACT_VERBS: Final = ("run into the rear of", "run into the side of", "run head on into", "swipe at")


def warning(s: Race, seat: int, action: Action) -> str:
    """Return a warning of what an action runs into; empty if there is nothing to warn of."""
    if action.verb == "swipe" and is_planning(s):
        target = action.args[0]
        if forecast_with_swipe(s, target).swipes_at(target):
            return ""
        name = s.chariot_name(target)
        return f"{name} is out of reach at the end of your plan: its side must be within 1 inch of yours."
    if action.verb not in ("go", "straight") or not is_driving(s):
        return ""
    result = forecast(s, action)
    if result.code >= 0:
        return obstacle_warning(result)
    if result.contact >= 0:
        return " ".join([text for text in (contact_warning(s, result), sequel_warning(s, action, result)) if text])
    return "Your swipe is out of reach and will be skipped." if SWIPE in result.skipped else ""


def obstacle_warning(result: MoveForecast) -> str:
    """CR-X1: return a warning of the obstacle that a move hits."""
    hits = f"1 to 3 hits of Strength {OBSTACLE_STRENGTH}"
    return f"You will hit the {result.obstacle()}: {hits}, and perhaps the end of your move."


def sequel_warning(s: Race, action: Action, result: MoveForecast) -> str:
    """Return a warning of what follows if the first contact is avoided or does no harm; empty if nothing does."""
    ways = (True, False) if result.step().waits(s) else (False,)
    for is_avoided in ways:
        then = forecast_beyond(s, action, is_avoided)
        when = "If it is avoided, your plan continues." if is_avoided else "If it does no harm, your plan continues."
        if then.contact >= 0:
            return f"{when} You will {CONTACT_VERBS[then.contact]} {s.chariot_name(then.other)}."
        if then.code >= 0:
            return f"{when} {obstacle_warning(then)}"
    return ""


def contact_warning(s: Race, result: MoveForecast) -> str:
    """Return a warning of the chariot that a plan runs into, and what avoids the hit."""
    contact = result.step()
    hit = f"You will {CONTACT_VERBS[result.contact]} {s.chariot_name(result.other)}."
    dodger = contact.dodger(s)
    if not contact.waits(s):
        return hit
    who = "You avoid" if dodger.id == result.mover else "It avoids"
    return f"{hit} {who} the hit on {int(s.machine(dodger).save) - 1} or less."


def given_up(s: Race) -> str:
    """Return what a pass gives up: a shot, a strike or the rest of a move; an empty string if one may act later."""
    step = s.agenda[-1]
    if isinstance(step, Shoot):
        return "A target is in range, and this man does not shoot again in this phase."
    if isinstance(step, FireLightning):
        return "A target is in range, and the lightning does not strike again in this phase."
    if isinstance(step, Fight):
        return "A chariot is in contact, and this man does not strike again in this phase."
    if isinstance(step, PassBy):
        return f"The rest of your move is lost: {inches(s.move.distance_left())}."
    return ""
