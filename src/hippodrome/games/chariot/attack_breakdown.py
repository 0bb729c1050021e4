"""Breakdown of a planned attack: the units, what each counts and why, the odds and the exact chances."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from mypy_extensions import i64

from hippodrome.games.chariot.combat_table import RESULT_NAMES
from hippodrome.games.chariot.fire import Volley, disruption_modifier, units_able_to_fire
from hippodrome.games.chariot.formatting import hex_list, hex_name, strength_text, unit_list, unit_name
from hippodrome.games.chariot.ground import PROTECTION, TERRAIN_NAMES
from hippodrome.games.chariot.melee import Assault, units_able_to_attack
from hippodrome.games.chariot.state import Battle
from hippodrome.games.chariot.strength import (
    ILLEGAL,
    SIXTEENTHS,
    Modifier,
    attack_strength,
    defence_strength,
    dot_strength,
    fire_column,
    fire_strength,
    is_flanked,
    leader_bonus,
    melee_column,
    terrain_modifier,
    unit_attack,
    unit_defence,
)
from hippodrome.games.chariot.units import UNIT_TYPES
from hippodrome.kit.game import View
from hippodrome.kit.odds_text import percent

DIE_FACES: Final = 6
BELOW_MINIMUM: Final = "below 1-2"
CHANCE_ROW_PREFIX: Final = "Hex "  # start of the rows with chances

Rows = list[list[str]]


def odds_name(s: Battle, column: int) -> str:
    """Return the name of a column of the combat table."""
    return BELOW_MINIMUM if column == ILLEGAL else s.rules.table.columns[column]


# -------------------------------------------------------------------- fire


def fire_rows(s: Battle, step: Volley) -> Rows:
    """CH-S6.21, CH-S6.22: return odds and chances of a volley, the units firing, and the protection of the target."""
    hex, units = int(step.target), list(step.units)
    total = sum([int(fire_strength(s, unit, hex)) for unit in units])
    kind = s.rules.ground.terrain[hex]
    column = fire_column(s, units, hex) if units else ILLEGAL
    rows = [["Target", f"{hex_name(s, hex)}: {unit_list(s, tuple(s.stack(hex)))}"]]
    rows += odds_rows(s, total, PROTECTION[kind] * SIXTEENTHS, column) + chance_rows(s, column, (hex,))
    rows.append(["Could join", unit_list(s, tuple(step.available_units(s)))])
    rows.extend([[unit_name(s, unit), _fire_text(s, unit, hex)] for unit in units])
    rows.append(["Fire strength", strength_text(total)])
    rows.append(["Fire Protection", f"{PROTECTION[kind]} ({TERRAIN_NAMES[kind]})"])
    return rows


def _fire_text(s: Battle, unit: i64, hex: i64) -> str:
    """CH-3.1: return a unit's fire strength, and the effect of distance on it."""
    text = strength_text(fire_strength(s, unit, hex))
    if not s.rules.options.range_effects:
        return text
    distance = int(s.rules.ground.hexes.distance(s.hexes[unit], hex))
    return f"{text} (of {s.kind(unit).fire}, at {distance} hex{'' if distance == 1 else 'es'})"


# -------------------------------------------------------------------- melee


def melee_rows(s: Battle, step: Assault) -> Rows:
    """CH-S7.21, CH-S7.22: return odds and chances of an attack, and what each attacker and defender counts."""
    units, targets = list(step.units), step.targets
    others = tuple(step.available_units(s))
    rows = [["Target", f"{hex_list(s, targets)}: {unit_list(s, defenders(s, targets))}"]]
    if not units:
        return [*rows, *chance_rows(s, ILLEGAL, targets), ["Could join", unit_list(s, others)]]
    attack = int(attack_strength(s, units, targets))
    defence = sum([int(defence_strength(s, hex, units)) for hex in targets])
    column = melee_column(s, units, targets)
    rows += odds_rows(s, attack, defence, column) + chance_rows(s, column, targets)
    rows.append(["Could join", unit_list(s, others)])
    return rows + _attack_rows(s, units, targets, attack) + _defence_rows(s, units, targets, defence)


def _attack_rows(s: Battle, units: list[int], targets: tuple[int, ...], attack: int) -> Rows:
    """Return what each attacker counts and why, the bonus of leaders, and the flank attack."""
    rows = [[unit_name(s, unit), _attack_text(s, unit, targets)] for unit in units]
    rows.extend(_bonus_rows(s, tuple(dict.fromkeys([s.hexes[unit] for unit in units]))))
    if is_flanked(s, units, targets):
        rows.append(["Flank attack", "doubled"])
    return [*rows, ["Attack strength", strength_text(attack)]]


def defenders(s: Battle, targets: tuple[int, ...]) -> tuple[int, ...]:
    """Return the units in the attacked hexes."""
    return tuple([unit for hex in targets for unit in s.stack(hex)])


def _attack_text(s: Battle, unit: i64, targets: tuple[int, ...]) -> str:
    """Return an attacker's strength and the reasons for it."""
    applied: list[Modifier] = []
    return _with_reasons(unit_attack(s, unit, s.hexes[unit], targets, applied), applied)


def _bonus_rows(s: Battle, hexes: tuple[int, ...]) -> Rows:
    """CH-S10.11: return the bonus of leaders by hex; it is at most the strength of the units there (CH-S10.14)."""
    return [
        [f"Leaders in {hex_name(s, hex)}", f"+{strength_text(leader_bonus(s, hex))} at most"]
        for hex in hexes
        if leader_bonus(s, hex)
    ]


def _defence_rows(s: Battle, units: list[int], targets: tuple[int, ...], defence: int) -> Rows:
    """Return what each defender counts and why, and the bonus of leaders."""
    rows: Rows = []
    for hex in targets:
        stack = s.stack(hex)
        dot, terrain = dot_strength(s, stack), terrain_modifier(s, hex)
        for unit in stack:
            applied: list[Modifier] = []
            strength = unit_defence(s, unit, dot, terrain, units, applied)
            rows.append([unit_name(s, unit), _with_reasons(strength, applied)])
        rows.extend(_bonus_rows(s, (int(hex),)))
    return [*rows, ["Defence strength", strength_text(defence)]]


def _with_reasons(strength: i64, applied: list[Modifier]) -> str:
    """Return a strength followed by the reasons for it, in the order they apply."""
    text = strength_text(strength)
    return f"{text} ({', '.join([modifier.reason for modifier in applied])})" if applied else text


# -------------------------------------------------------------------- odds


def odds_rows(s: Battle, attack: int, defence: int, column: int) -> Rows:
    """CH-S8.1a: return the ratio of strengths and its column; nothing without an attack strength."""
    if not attack:
        return []
    return [["Odds", f"{strength_text(attack)} to {strength_text(defence)}: {odds_name(s, column)}"]]


def chance_rows(s: Battle, column: int, targets: tuple[int, ...]) -> Rows:
    """CH-S8.24: return by hex the chance of each result, as the odds of the attack show it."""
    if column == ILLEGAL:
        return [["Chances", "Odds below 1-2 are not allowed. Add units."]]
    rows: Rows = []
    for hex in targets:
        modifier = disruption_modifier(s, hex)
        results = [s.rules.table.result(die + modifier, column) for die in range(1, DIE_FACES + 1)]
        counts = [(name, results.count(result)) for result, name in enumerate(RESULT_NAMES)]
        text = ", ".join([f"{percent(Fraction(count, DIE_FACES))} {name}" for name, count in counts if count])
        rows.append([f"{CHANCE_ROW_PREFIX}{hex_name(s, hex)}", f"{text}{' (+1: disrupted)' if modifier else ''}"])
    return rows


def visible_rows(view: View) -> Rows:
    """Return the breakdown in a view, without chances if the view hides odds."""
    rows: Rows = view.table["asked"]["plan"]
    return rows if view.odds else [row for row in rows if not row[0].startswith(CHANCE_ROW_PREFIX)]


# -------------------------------------------------------------------- labels


def best_fire(s: Battle, hex: i64) -> str:
    """Return the odds if all eligible units fire."""
    return odds_name(s, fire_column(s, units_able_to_fire(s, hex), hex))


def best_attack(s: Battle, hex: i64) -> str:
    """Return the odds if all eligible units attack."""
    units = [unit for unit in units_able_to_attack(s, (int(hex),)) if s.kinds[unit] < UNIT_TYPES]
    return odds_name(s, melee_column(s, units, (int(hex),)))


def odds_with(s: Battle, more: list[int]) -> str:
    """Return the odds of the planned attack with some more units; empty if none is planned."""
    step = s.agenda[-1] if s.agenda else None
    if isinstance(step, Volley):
        units = [*step.units, *more]
        return odds_name(s, fire_column(s, units, step.target)) if units else BELOW_MINIMUM
    if isinstance(step, Assault):
        units = [*step.units, *more]
        return odds_name(s, melee_column(s, units, step.targets)) if units else BELOW_MINIMUM
    return ""


def units_that_may_join(s: Battle) -> list[int]:
    """Return the units that may still join the planned attack."""
    step = s.agenda[-1] if s.agenda else None
    return step.available_units(s) if isinstance(step, Volley | Assault) else []
