"""What a seat may know of a race: everything but the dice to come."""

from __future__ import annotations

from typing import Final

from hippodrome.games.races.collisions import Avoid
from hippodrome.games.races.forecast import NAMES, forecast, is_planning, reached
from hippodrome.games.races.formatting import name
from hippodrome.games.races.planning import MOST_TURN, TURNS, Sketch
from hippodrome.games.races.running import RUN_UP, can_turn_freely
from hippodrome.games.races.state import Chariot, Race
from hippodrome.games.races.warnings import hits_of
from hippodrome.kit import agenda
from hippodrome.kit.dice import TapeDice
from hippodrome.kit.game import View
from hippodrome.kit.geometry.fixed import angle_to
from hippodrome.kit.scene import FACTIONS
from hippodrome.kit.state import Json

MOVES: Final = ("Declare", "MakePlan", "Avoid", "PassBy")  # what is asked in the middle of a move
AHEAD: Final = 6000  # how far a driver looks down the road


def view(s: Race, seat: int) -> View:
    """Return all that stands on the track and on the record sheets."""
    return View(
        seat,
        {
            "track": s.rules.track.key,
            "laps": int(s.rules.laps),
            "turn": int(s.turn),
            "phase": int(s.phase),
            "number": int(s.number),
            "acted": [int(chariot.id) for chariot in s.chariots if chariot.acted],
            "chariots": [_chariot(s, chariot) for chariot in s.chariots],
            "ranked": [int(chariot.id) for chariot in s.ranked()],
            "move": _move(s),
            "contact": _contact(s),
            "over": s.over,
            "places": list(s.places),
            "reason": s.reason,
            "trail": agenda.trail(s),
            "asked": {"name": s.agenda[-1].name() if s.agenda else "", "seats": list(agenda.seats(s))},
        },
    )


def _name(s: Race, chariot: Chariot) -> str:
    """Whose chariot, and which."""
    return name(chariot.id, s.machine(chariot).name)


def _chariot(s: Race, chariot: Chariot) -> Json:
    """One record sheet, and where the chariot stands."""
    machine = s.machine(chariot)
    found: dict[str, Json] = {
        field: int(getattr(chariot, field))
        for field in Chariot.FIELDS
        if field not in ("acted", "crew", "left", "tie", "hurt")
    }
    return {
        **found,
        "name": _name(s, chariot),
        "machine": machine.key,
        "symbol": machine.symbol,
        "team": machine.team,
        "crew": [s.rules.weapons[weapon].name for weapon in chariot.crew],
        "grit": max(0, int(machine.grit - chariot.hurt)),
        "save": int(machine.save),
        "width": int(s.width(chariot)),
        "lap": int(s.lap_of(chariot)),
        "dice": int(machine.dice),
        "full": int(machine.wounds),
    }


def _move(s: Race) -> Json:
    """Return the move in hand: what was declared, what is planned, where that leads, and what may still be added."""
    move = s.move
    found: dict[str, Json] = {
        "mover": int(move.mover) if s.agenda and s.agenda[-1].name() in MOVES else -1,
        "declared": int(move.declared),
        "owed": int(move.owed),
        "poses": [],
        "reach": [],
    }
    if not is_planning(s):
        return found
    sketch = Sketch(s)
    return {
        **found,
        "plan": list(move.plan),
        "poses": [list(pose.parts()) for pose in sketch.poses],
        "left": int(sketch.left(s)),
        "turns": max(0, int(sketch.turns_left(s))),
        "to_turn": max(0, int(RUN_UP - sketch.since_turn)),
        "drift": sketch.can_drift(s),
        "to_drift": max(0, int(RUN_UP - sketch.since_drift)),
        "steer": _steer(s, sketch),
        "free": not move.plan and can_turn_freely(s, s.mover()),
        "reach": reached(s, sketch),
        "forecast": _forecast(s),
    }


def _steer(s: Race, sketch: Sketch) -> int:
    """Return the turn towards the middle of the road ahead from where the plan has led, by up to 45 degrees."""
    goal = s.rules.track.at(sketch.progress + AHEAD)
    wanted = int(angle_to(sketch.pose.turn, sketch.pose.turn_to_nearest(goal.x, goal.y)))
    return max(-MOST_TURN, min(MOST_TURN, wanted)) or TURNS[-1]


def _forecast(s: Race) -> Json:
    """How the plan runs up to the first die, and what it meets there."""
    found = forecast(s)
    meets = ""
    if found.contact >= 0:
        meets = f"{FACTIONS[found.other]} ({NAMES[found.contact]})"
    elif found.code >= 0:
        meets = f"the {found.obstacle()}"
    return {"way": [list(pose) for pose in found.way], "meets": meets, "finishes": found.finishes}


def _contact(s: Race) -> Json:
    """Return the contact that somebody may still avoid: of what kind, and what every die needs (CR-Z1); nothing
    else.
    """
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
    """Return a copy with fresh dice."""
    other = s.clone()
    dice = TapeDice(seed)
    dice.rolled = s.dice.rolled
    other.dice = dice
    return other
