"""What a seat may know of a battle: everything but the dice to come."""

from __future__ import annotations

from hippodrome.games.chariot.boarding import Board, GetOff
from hippodrome.games.chariot.deployment import Face
from hippodrome.games.chariot.fire import Volley, is_shaken, shooters
from hippodrome.games.chariot.ground import PROTECTION
from hippodrome.games.chariot.melee import Advance, Assault, Withdrawal, attackers
from hippodrome.games.chariot.movement import Go, left, routes
from hippodrome.games.chariot.naming import hexes_names, points, strength_text, unit_name, units_names
from hippodrome.games.chariot.panic import Flee
from hippodrome.games.chariot.state import DRAW, ELIMINATED, EXITED, OFF_MAP, PHASES, Battle
from hippodrome.games.chariot.strength import (
    ILLEGAL,
    attack_strength,
    defence_strength,
    fire_column,
    fire_strength,
    is_flanked,
    melee_column,
)
from hippodrome.games.chariot.table import NAMES
from hippodrome.games.chariot.victory import standing
from hippodrome.kit import agenda
from hippodrome.kit.agenda import Step
from hippodrome.kit.dice import TapeDice
from hippodrome.kit.game import View
from hippodrome.kit.state import Json

SIXTH = 6


def view(s: Battle, seat: int) -> View:
    """All that lies on the map and beside it."""
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
            "asked": _asked(s),
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
        "waiting": len([unit for unit in s.units_of(side) if s.hexes[unit] == OFF_MAP]),
    }


def _asked(s: Battle) -> Json:
    """The question that waits, and the plan it belongs to."""
    step = s.agenda[-1] if s.agenda else None
    found: dict[str, Json] = {"name": step.name() if step else "", "seats": list(agenda.seats(s)), "plan": []}
    found["hexes"], found["units"], found["costs"] = [], [], {}
    found["pairs"] = pairs(s, step)
    if isinstance(step, Volley):
        found["hexes"], found["units"] = [int(step.target)], list(step.units)
        found["plan"] = fire_plan(s, step)
    elif isinstance(step, Assault):
        found["hexes"], found["units"] = list(step.targets), list(step.units)
        found["plan"] = melee_plan(s, step)
    elif isinstance(step, Go):
        found["units"] = [int(step.unit)]
        found["costs"] = {str(hex): points(cost) for hex, cost in routes(s, step.unit).cost.items()}
        found["plan"] = [["Unit", unit_name(s, step.unit)], ["Movement Points left", points(left(s, step.unit))]]
    elif isinstance(step, Flee | Face):
        found["units"] = [int(step.unit)]
    elif isinstance(step, Advance):
        found["hexes"] = list(step.targets)
    return found


def pairs(s: Battle, step: Step | None) -> list[Json]:
    """The legal answers that name a unit and a place."""
    if isinstance(step, Board | GetOff | Withdrawal | Advance):
        return [[action.verb, *action.args] for action in step.legal(s) if len(action.args) == 2]
    return []


# -------------------------------------------------------------------- plans, modifier by modifier


def fire_plan(s: Battle, step: Volley) -> list[list[str]]:
    """The volley as it stands: who fires, with what strength, against what protection, and what may come of it."""
    hex = int(step.target)
    rows = [["Target", f"{hexes_names(s, (hex,))}: {units_names(s, tuple(s.stack(hex)))}"]]
    rows.extend([[unit_name(s, unit), strength_text(fire_strength(s, unit, hex))] for unit in step.units])
    total = sum([int(fire_strength(s, unit, hex)) for unit in step.units])
    rows.append(["Fire strength", strength_text(total)])
    rows.append(["Fire Protection", str(PROTECTION[s.rules.ground.terrain[hex]])])
    rows.append(["Could join", str(len([unit for unit in shooters(s, hex) if unit not in step.units]))])
    column = fire_column(s, list(step.units), hex) if step.units else ILLEGAL
    return rows + chances(s, column, (hex,))


def melee_plan(s: Battle, step: Assault) -> list[list[str]]:
    """The attack as it stands: who attacks whom, the strengths, the flank, and what may come of it."""
    units, targets = list(step.units), step.targets
    rows = [["Defenders", f"{hexes_names(s, targets)}: {units_names(s, defenders(s, targets))}"]]
    rows.append(["Attackers", units_names(s, step.units)])
    rows.append(["Could join", str(len([unit for unit in attackers(s, targets) if unit not in units]))])
    if not units:
        return rows + chances(s, ILLEGAL, targets)
    defence = sum([int(defence_strength(s, hex, units)) for hex in targets])
    rows.append(["Attack strength", strength_text(attack_strength(s, units, targets))])
    if is_flanked(s, units, targets):
        rows.append(["Flank attack", "doubled"])
    rows.append(["Defence strength", strength_text(defence)])
    return rows + chances(s, melee_column(s, units, targets), targets)


def defenders(s: Battle, targets: tuple[int, ...]) -> tuple[int, ...]:
    """Whoever stands in the hexes that are attacked."""
    return tuple([unit for hex in targets for unit in s.stack(hex)])


def chances(s: Battle, column: int, targets: tuple[int, ...]) -> list[list[str]]:
    """The column, and in how many of six throws each result comes, for each hex."""
    if column == ILLEGAL:
        return [["Odds", "below 1-2"]]
    rows = [["Odds", s.rules.table.columns[column]]]
    for hex in targets:
        shaken = is_shaken(s, hex)
        results = [s.rules.table.result(die + shaken, column) for die in range(1, SIXTH + 1)]
        counts = [(NAMES[result], results.count(result)) for result in range(len(NAMES)) if result in results]
        words = ", ".join([f"{name} {count} in {SIXTH}" for name, count in counts])
        rows.append([f"Hex {hexes_names(s, (hex,))}", f"{words}{' (+1: disrupted)' if shaken else ''}"])
    return rows


def imagine(s: Battle, seat: int, seed: bytes) -> Battle:
    """A copy with fresh dice."""
    other = s.clone()
    dice = TapeDice(seed)
    dice.thrown = s.dice.thrown
    other.dice = dice
    return other
