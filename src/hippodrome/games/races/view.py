"""The view of a race, the same for all seats: everything but the dice to come."""

from __future__ import annotations

from typing import Final

from hippodrome.games.races.collisions import Avoid
from hippodrome.games.races.forecast import forecast, forecast_beyond, is_planning, swipe_targets
from hippodrome.games.races.odds import hits_of
from hippodrome.games.races.plan_execution import RUN_UP_MI, can_turn_freely
from hippodrome.games.races.planning import GO, MAX_TURN, TURN_HINTS, PlannedPath
from hippodrome.games.races.state import Chariot, Race
from hippodrome.kit import agenda
from hippodrome.kit.dice import TapeDice
from hippodrome.kit.game import View
from hippodrome.kit.geometry.fixed_point import angle_to
from hippodrome.kit.state import Json

MOVE_DECISIONS: Final = ("Declare", "MakePlan", "Avoid", "PassBy")
LOOK_AHEAD_MI: Final = 6000  # where on the centre line a suggested turn aims


def view(s: Race, seat: int) -> View:
    """Return the track, the chariots and the record sheets, as a seat sees them."""
    return View(
        seat,
        {
            "track": s.rules.track.key,
            "laps": int(s.rules.options.laps),
            "turn": int(s.turn),
            "phase": int(s.phase),
            "number": int(s.number),
            "acted": [int(chariot.id) for chariot in s.chariots if chariot.acted],
            "chariots": [_chariot(s, chariot) for chariot in s.chariots],
            "ranked": [int(chariot.id) for chariot in s.ranking()],
            "move": _move(s),
            "contact": _contact(s),
            "over": s.over,
            "places": list(s.places),
            "reason": s.reason,
            "breadcrumbs": agenda.breadcrumbs(s),
            "asked": {"name": s.agenda[-1].name() if s.agenda else "", "seats": list(agenda.seats(s))},
        },
    )


def _chariot(s: Race, chariot: Chariot) -> Json:
    """Return the record sheet and position of a chariot."""
    machine = s.machine(chariot)
    fields: dict[str, Json] = {
        field: int(getattr(chariot, field))
        for field in Chariot.FIELDS
        if field not in ("acted", "crew", "left", "tie", "hurt")
    }
    return {
        **fields,
        "name": s.chariot_name(chariot.id),
        "machine": machine.key,
        "symbol": machine.symbol,
        "team": machine.team,
        "crew": [s.rules.weapons[weapon].name for weapon in chariot.crew],
        "grit": max(0, int(machine.crew_wounds - chariot.hurt)),
        "save": int(machine.save),
        "width": int(s.width(chariot)),
        "lap": int(s.lap_of(chariot)),
        "dice": int(machine.dice),
        "full": int(machine.wounds),
    }


def _move(s: Race) -> Json:
    """Return the current move and, while it is planned, its path, forecast and possible next steps."""
    move = s.move
    fields: dict[str, Json] = {
        "mover": int(move.mover) if s.agenda and s.agenda[-1].name() in MOVE_DECISIONS else -1,
        "declared": int(move.declared),
        "owed": int(move.owed),
        "poses": [],
        "reach": [],
    }
    if not is_planning(s):
        return fields
    path = PlannedPath(s)
    return {
        **fields,
        "plan": list(move.plan),
        "poses": [list(pose.as_tuple()) for pose in path.poses],
        "left": int(path.distance_left(s)),
        "turns": max(0, int(path.turns_left(s))),
        "to_turn": max(0, int(RUN_UP_MI - path.since_turn)),
        "drift": path.can_drift(s),
        "to_drift": int(path.distance_to_drift()),
        "steer": _suggested_turn(s, path),
        "free": not move.plan and can_turn_freely(s, s.mover()),
        "reach": swipe_targets(s, path),
        "forecast": _forecast(s),
    }


def _suggested_turn(s: Race, path: PlannedPath) -> int:
    """Return the turn from the end of the plan towards the centre line ahead, at most 45 degrees."""
    goal = s.rules.track.at(path.progress + LOOK_AHEAD_MI)
    wanted = int(angle_to(path.pose.turn, path.pose.turn_to_nearest(goal.x, goal.y)))
    return max(-MAX_TURN, min(MAX_TURN, wanted)) or TURN_HINTS[-1]


def _forecast(s: Race) -> Json:
    """Return the course of the plan up to what it meets first, and beyond a contact that is avoided."""
    result = forecast(s)
    fields = {"way": [list(pose) for pose in result.way], "meets": result.meets(), "finishes": result.finishes}
    if result.contact < 0 or not result.step().waits(s):
        return {**fields, "beyond": [], "then": "", "harmful": False}
    beyond = forecast_beyond(s, GO, True)
    then = "you may pass" if beyond.chooses else beyond.meets() or "nothing more"
    way = [list(pose) for pose in beyond.way]
    return {**fields, "beyond": way, "then": then, "harmful": not beyond.is_clear()}


def _contact(s: Race) -> Json:
    """CR-Z1: return the contact that may still be avoided, with the rolls needed; None if there is none."""
    step = s.agenda[-1] if s.agenda else None
    if not isinstance(step, Avoid):
        return None
    attacker, defender = s.chariots[step.attacker], s.chariots[step.defender]
    dodger = step.dodger(s)
    return {
        "kind": int(step.kind),
        "attacker": int(attacker.id),
        "defender": int(defender.id),
        "dodger": int(dodger.id),
        "avoid": int(s.machine(dodger).save) - 1,
        "hits": [list(hit) for hit in hits_of(s, step)],
    }


def imagine(s: Race, seat: int, seed: bytes) -> Race:
    """Return a copy with fresh dice: nothing else is hidden from a seat."""
    other = s.clone()
    dice = TapeDice(seed)
    dice.rolled = s.dice.rolled
    other.dice = dice
    return other
