"""What a seat may know of a race: everything but the dice to come."""

from __future__ import annotations

from hippodrome.games.races.measures import name
from hippodrome.games.races.planning import Sketch
from hippodrome.games.races.running import can_turn_freely
from hippodrome.games.races.state import MOVING, Chariot, Race
from hippodrome.kit import agenda
from hippodrome.kit.dice import TapeDice
from hippodrome.kit.game import View
from hippodrome.kit.state import Json


def view(s: Race, seat: int) -> View:
    """All that stands on the track and on the record sheets."""
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
            "over": s.over,
            "places": list(s.places),
            "reason": s.reason,
            "trail": agenda.trail(s),
            "asked": {"name": s.agenda[-1].name() if s.agenda else "", "seats": list(agenda.seats(s))},
        },
    )


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
        "name": name(chariot.id, machine.name),
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
    """The move in hand: what was declared, what is planned, and where that would lead."""
    move = s.move
    running = s.phase == MOVING and not s.over and bool(s.agenda) and s.agenda[-1].name() in ("Declare", "MakePlan")
    planning = running and s.agenda[-1].name() == "MakePlan"
    sketch = Sketch(s) if planning else None
    return {
        "mover": int(move.mover) if s.phase == MOVING and not s.over else -1,
        "declared": int(move.declared),
        "owed": int(move.owed),
        "plan": list(move.plan) if planning else [],
        "poses": [list(pose.parts()) for pose in sketch.poses] if sketch is not None else [],
        "left": int(sketch.left(s)) if sketch is not None else 0,
        "turns": max(0, int(sketch.turns_left(s))) if sketch is not None else 0,
        "drift": sketch.can_drift(s) if sketch is not None else False,
        "free": sketch is not None and not move.plan and can_turn_freely(s, s.mover()),
    }


def imagine(s: Race, seat: int, seed: bytes) -> Race:
    """A copy with fresh dice."""
    other = s.clone()
    dice = TapeDice(seed)
    dice.thrown = s.dice.thrown
    other.dice = dice
    return other
