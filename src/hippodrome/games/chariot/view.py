"""What a seat may know of a battle: everything but the dice to come."""

from __future__ import annotations

from hippodrome.games.chariot.attack_breakdown import fire_plan, melee_plan
from hippodrome.games.chariot.boarding import Board, GetOff
from hippodrome.games.chariot.deployment import Face, Place
from hippodrome.games.chariot.fire import Volley
from hippodrome.games.chariot.formatting import hexes_names, points, unit_name, units_names
from hippodrome.games.chariot.melee import Advance, Assault, Withdrawal
from hippodrome.games.chariot.movement import Go, left, routes
from hippodrome.games.chariot.panic import Flee
from hippodrome.games.chariot.reach_overlay import aims, commands, fields_of_fire, walks
from hippodrome.games.chariot.results import Halving
from hippodrome.games.chariot.state import DRAW, ELIMINATED, EXITED, NOBODY, OFF_MAP, PHASES, Battle
from hippodrome.games.chariot.victory import south_of_stream, standing
from hippodrome.kit import agenda
from hippodrome.kit.agenda import Step
from hippodrome.kit.dice import TapeDice
from hippodrome.kit.game import View
from hippodrome.kit.state import Json


def view(s: Battle, seat: int) -> View:
    """Return all that lies on the map and beside it, and what whoever decides can do: the same for everybody."""
    step = s.agenda[-1] if s.agenda else None
    return View(
        seat,
        {
            "scenario": s.rules.order.key,
            "turns": int(s.rules.options.turns),
            "turn": int(s.turn),
            "side": int(s.side),
            "phase": PHASES[s.phase],
            "facing": s.rules.options.facing,
            "units": [_unit(s, unit) for unit in range(s.rules.count)],
            "moved": [unit for unit in range(s.rules.count) if s.moved[unit]],
            "fired": [unit for unit in range(s.rules.count) if s.fired[unit] and s.number - s.fired[unit] < 2],
            "owners": [owner - 1 for owner in s.owners],
            "armies": [_army(s, side) for side in (0, 1)],
            "panic": int(s.panic),
            "standing": DRAW if not s.turn else standing(s),
            "over": s.over,
            "winner": int(s.winner),
            "reason": s.reason,
            "trail": agenda.trail(s),
            "asked": _asked(s, step),
            "fields": fields_of_fire(s),
            "commands": commands(s),
        },
    )


def _unit(s: Battle, unit: int) -> Json:
    """One counter: where it is and what is marked on it."""
    return {
        "id": unit,
        "side": s.rules.sides[unit],
        "kind": s.kinds[unit],
        "name": unit_name(s, unit),
        "hex": s.hexes[unit],
        "disrupted": s.disrupted[unit] > 0,
        "panicked": s.panicked[unit] > 0,
        "aboard": s.aboard[unit] - 1,
        "contact": s.contact[unit],
        "facing": s.facing[unit],
    }


def _army(s: Battle, side: int) -> Json:
    """One side's balance."""
    army = s.rules.armies[side]
    return {
        "id": side,
        "name": army.name,
        "vp": army.vp,
        "lost": s.losses(side),
        "panic": army.panic if s.rules.options.panic else 0,
        "killed": s.counted(side, ELIMINATED),
        "exited": s.counted(side, EXITED),
        "standing": len([unit for unit in s.units_of(side) if s.hexes[unit] >= 0]),
        "south": south_of_stream(s, side),
        "waiting": len([unit for unit in s.units_of(side) if s.hexes[unit] == OFF_MAP]),
    }


def _asked(s: Battle, step: Step | None) -> Json:
    """Return the question that waits, and the plan it belongs to."""
    found: dict[str, Json] = {"name": step.name() if step else "", "seats": list(agenda.seats(s)), "plan": []}
    found["hexes"], found["units"], found["costs"] = [], [], {}
    found["pairs"] = pairs(s, step)
    found["words"] = asked_words(s, step)
    found["walks"], found["aims"] = walks(s, step), aims(s, step)
    found["kind"] = int(step.kind) if isinstance(step, Place) else NOBODY
    if isinstance(step, Volley):
        found["hexes"], found["units"] = [int(step.target)], list(step.units)
        found["plan"] = fire_plan(s, step)
    elif isinstance(step, Assault):
        found["hexes"], found["units"] = list(step.targets), list(step.units)
        found["plan"] = melee_plan(s, step)
    elif isinstance(step, Go):
        found["units"] = s.with_riders(step.unit)
        found["costs"] = {str(hex): cost for hex, cost in routes(s, step.unit).cost.items()}
        found["plan"] = _move_plan(s, step)
    elif isinstance(step, Flee | Face):
        found["units"] = [int(step.unit)]
    elif isinstance(step, Advance | Withdrawal):
        found["hexes"], found["units"] = list(step.targets), list(step.units)
    return found


def _move_plan(s: Battle, step: Go) -> list[list[str]]:
    """Return the unit in hand and its Movement Points (CH-S10.23: half without a leader's control)."""
    unit = step.unit
    full = points(s.allowance(unit))
    rows = [["Unit", units_names(s, tuple(s.with_riders(unit)))]]
    rows.append(["Movement Points left", f"{points(left(s, unit))} of {full}"])
    if not s.controlled[unit]:
        rows.append(["Control", "no leader commands it: half its allowance"])
    return rows


def asked_words(s: Battle, step: Step | None) -> dict[str, str]:
    """What the prompt of a question may name: a unit, a kind, a hex, the phase."""
    found = {"unit": "", "kind": "", "hex": "", "phase": PHASES[s.phase]}
    if isinstance(step, Go | Flee | Face):
        found["unit"] = unit_name(s, step.unit)
    elif isinstance(step, Place):
        found["kind"] = s.rules.kinds[step.kind].name
    elif isinstance(step, Volley):
        found["hex"] = hexes_names(s, (int(step.target),))
    elif isinstance(step, Assault | Withdrawal | Advance):
        found["hex"] = hexes_names(s, step.targets)
    elif isinstance(step, Halving):
        found["hex"] = hexes_names(s, step.hexes)
    return found


def pairs(s: Battle, step: Step | None) -> list[Json]:
    """Return the legal answers that name a unit and a place."""
    if isinstance(step, Board | GetOff | Withdrawal | Advance):
        return [[action.verb, *action.args] for action in step.legal(s) if len(action.args) == 2]
    return []


def imagine(s: Battle, seat: int, seed: bytes) -> Battle:
    """Return a copy with fresh dice."""
    other = s.clone()
    dice = TapeDice(seed)
    dice.rolled = s.dice.rolled
    other.dice = dice
    return other
