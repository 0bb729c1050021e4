"""The view of a battle: everything is public except future dice."""

from __future__ import annotations

from hippodrome.games.chariot.attack_breakdown import fire_rows, melee_rows
from hippodrome.games.chariot.boarding import Board, Crowd, GetOff, crowded_hexes
from hippodrome.games.chariot.deployment import Face, Place
from hippodrome.games.chariot.fire import Volley
from hippodrome.games.chariot.formatting import hex_list, points_text, unit_list, unit_name
from hippodrome.games.chariot.melee import Advance, Assault, Withdrawal
from hippodrome.games.chariot.movement import Go, points_left, routes
from hippodrome.games.chariot.panic import Flee
from hippodrome.games.chariot.reach_overlay import attack_targets, command_radii, fields_of_fire, movement_ranges
from hippodrome.games.chariot.results import Halving
from hippodrome.games.chariot.state import DRAW, ELIMINATED, EXITED, NO_KIND, NO_SIDE, OFF_MAP, PHASES, Battle
from hippodrome.games.chariot.victory import side_ahead, south_of_stream
from hippodrome.kit import agenda
from hippodrome.kit.agenda import Step
from hippodrome.kit.dice import TapeDice
from hippodrome.kit.game import View
from hippodrome.kit.state import Json


def view(s: Battle, seat: int) -> View:
    """Return the state of the battle and the pending decision; the same for every seat."""
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
            "handicap_side": NO_SIDE if s.rules.handicap is None else int(s.rules.handicap.side),
            "handicap_lead": 0 if s.rules.handicap is None else int(s.rules.handicap.lead),
            "standing": DRAW if not s.turn else side_ahead(s),
            "over": s.over,
            "winner": int(s.winner),
            "reason": s.reason,
            "breadcrumbs": agenda.breadcrumbs(s),
            "asked": _pending_decision(s, step),
            "fields": fields_of_fire(s),
            "commands": command_radii(s),
        },
    )


def _unit(s: Battle, unit: int) -> Json:
    """Return one counter with its location and markers."""
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
    """Return the losses and totals of one side."""
    army = s.rules.armies[side]
    return {
        "id": side,
        "name": army.name,
        "vp": army.vp,
        "lost": s.losses(side),
        "panic": army.panic if s.rules.options.panic else 0,
        "killed": s.count_units(side, ELIMINATED),
        "exited": s.count_units(side, EXITED),
        "standing": len([unit for unit in s.units_of(side) if s.hexes[unit] >= 0]),
        "south": south_of_stream(s, side),
        "waiting": len([unit for unit in s.units_of(side) if s.hexes[unit] == OFF_MAP]),
    }


def _pending_decision(s: Battle, step: Step | None) -> Json:
    """Return the pending decision and the plan it belongs to."""
    asked: dict[str, Json] = {"name": step.name() if step else "", "seats": list(agenda.seats(s)), "plan": []}
    asked["hexes"], asked["units"], asked["costs"] = [], [], {}
    asked["pairs"] = unit_place_pairs(s, step)
    asked["prompt"] = prompt_fields(s, step)
    asked["ranges"], asked["targets"] = movement_ranges(s, step), attack_targets(s, step)
    asked["kind"] = int(step.kind) if isinstance(step, Place) else NO_KIND
    if isinstance(step, Volley):
        asked["hexes"], asked["units"] = [int(step.target)], list(step.units)
        asked["plan"] = fire_rows(s, step)
    elif isinstance(step, Assault):
        asked["hexes"], asked["units"] = list(step.targets), list(step.units)
        asked["plan"] = melee_rows(s, step)
    elif isinstance(step, Go):
        asked["units"] = s.with_riders(step.unit)
        asked["costs"] = {str(hex): cost for hex, cost in routes(s, step.unit).cost.items()}
        asked["plan"] = _move_rows(s, step)
    elif isinstance(step, Flee | Face):
        asked["units"] = [int(step.unit)]
    elif isinstance(step, Advance | Withdrawal):
        asked["hexes"], asked["units"] = list(step.targets), list(step.units)
    return asked


def _move_rows(s: Battle, step: Go) -> list[list[str]]:
    """Return the moving unit and its Movement Points (CH-S10.23: half without control)."""
    unit = step.unit
    full = points_text(s.allowance(unit))
    rows = [["Unit", unit_list(s, tuple(s.with_riders(unit)))]]
    rows.append(["Movement Points left", f"{points_text(points_left(s, unit))} of {full}"])
    if not s.controlled[unit]:
        rows.append(["Control", "half allowance: no leader controls this unit"])
    return rows


def prompt_fields(s: Battle, step: Step | None) -> dict[str, str]:
    """Return the texts that a prompt may contain, such as a unit, a hex or the points left."""
    fields = {"unit": "", "kind": "", "hex": "", "points": "", "count": "", "phase": PHASES[s.phase]}
    if isinstance(step, Go | Flee | Face):
        fields["unit"] = unit_name(s, step.unit)
        if isinstance(step, Go):
            fields["points"] = points_text(points_left(s, step.unit))
    elif isinstance(step, Place):
        fields["kind"] = s.rules.kinds[step.kind].name
    elif isinstance(step, Volley):
        fields["hex"] = hex_list(s, (int(step.target),))
    elif isinstance(step, Assault | Withdrawal | Advance):
        fields["hex"] = hex_list(s, step.targets)
    elif isinstance(step, Halving):
        fields["hex"] = hex_list(s, step.hexes)
        fields["count"] = str(int(step.count))
    elif isinstance(step, Crowd):
        fields["hex"] = hex_list(s, tuple(crowded_hexes(s)[:1]))
    return fields


def unit_place_pairs(s: Battle, step: Step | None) -> list[Json]:
    """Return the legal actions that name a unit and a place."""
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
