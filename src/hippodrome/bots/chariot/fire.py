"""Fire: the target that suffers most from all units in sight, with no more of them than needed."""

from __future__ import annotations

from typing import Final

from hippodrome.bots.chariot.unit_values import ExpectedLosses
from hippodrome.games.chariot.fire import Volley, fire_targets, units_able_to_fire
from hippodrome.games.chariot.melee import may_attack
from hippodrome.games.chariot.state import FIRE, Battle
from hippodrome.games.chariot.steps import ADD, AIM, DONE, LOOSE
from hippodrome.games.chariot.strength import COLUMN_1_2, fire_column, fire_strength
from hippodrome.kit.actions import Action

MIN_EXPECTED_LOSS: Final = 1  # value that a volley must take on average


def choose_target(s: Battle, expected_losses: ExpectedLosses) -> Action:
    """Return the best target, or the end of the fire."""
    best, most = -1, MIN_EXPECTED_LOSS - 1
    for hex in fire_targets(s):
        units = choose_firers(s, hex)
        if not units:
            continue
        value = expected_losses.value_lost(s, hex, fire_column(s, units, hex))
        if value > most:
            best, most = hex, value
    return AIM[best] if best >= 0 else DONE


def choose_firers(s: Battle, hex: int) -> list[int]:
    """Return as few units as the best column needs; at 1-2, units that could attack in melee do not fire."""
    units = units_able_to_fire(s, hex)
    most = fire_column(s, units, hex)
    if most == COLUMN_1_2 and s.phase == FIRE:
        units = [unit for unit in units if not (may_attack(s, unit) and is_next_to_enemy(s, unit))]
    units.sort(key=lambda unit: (-fire_strength(s, unit, hex), unit))
    chosen: list[int] = []
    for unit in units:
        chosen.append(unit)
        if fire_column(s, chosen, hex) >= most:
            return chosen
    return []


def is_next_to_enemy(s: Battle, unit: int) -> bool:
    """Return whether an enemy is next to a unit."""
    enemy = s.occupancy().occupied[1 - s.rules.sides[unit]]
    return any(enemy[hex] for hex in s.rules.ground.hexes.around(s.hexes[unit]))


def add_firer(s: Battle, step: Volley, actions: list[Action]) -> Action:
    """Add the wanted units one by one, then fire."""
    wanted = [unit for unit in choose_firers(s, int(step.target)) if unit not in step.units]
    if LOOSE in actions and not wanted:
        return LOOSE
    for unit in wanted:
        if ADD[unit] in actions:
            return ADD[unit]
    return actions[0]
