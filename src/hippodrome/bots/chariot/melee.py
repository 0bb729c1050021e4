"""Melee decisions: attacks, losses, advances, retreats before combat, and flight."""

from __future__ import annotations

from typing import Final

from hippodrome.bots.chariot.attacks import attack_value
from hippodrome.bots.chariot.leaders import commanded_hexes, leader_score
from hippodrome.bots.chariot.movement import hex_score
from hippodrome.bots.chariot.situation import Situation
from hippodrome.bots.chariot.style import Style
from hippodrome.bots.chariot.unit_values import UNIT_VALUES, ExpectedLosses
from hippodrome.games.chariot.melee import Assault, Withdrawal, melee_targets, units_able_to_attack
from hippodrome.games.chariot.panic import Flee
from hippodrome.games.chariot.state import Battle
from hippodrome.games.chariot.steps import ADD, ALL, ATTACK, DONE, STAND, STRIKE
from hippodrome.games.chariot.strength import melee_column
from hippodrome.games.chariot.units import UNIT_TYPES
from hippodrome.kit.actions import Action

RETREAT_LOSS_PERCENT: Final = 15  # average loss of a stack, in percent, from which it steps back


# -------------------------------------------------------------------- attacks


def choose_attack(s: Battle, expected_losses: ExpectedLosses, style: Style) -> Action:
    """Return the attack that does most. An attacker risks nothing, so every possible attack is made."""
    best, most = -1, -1
    for hex in melee_targets(s):
        value = attack_value(s, expected_losses, hex, melee_column(s, choose_attackers(s, hex), (hex,)), style)
        if value > most:
            best, most = hex, value
    return ATTACK[best] if best >= 0 else DONE


def choose_attackers(s: Battle, hex: int) -> list[int]:
    """Return the attackers of a hex, without those that have another target and are not needed for the same odds."""
    units = [unit for unit in units_able_to_attack(s, (hex,)) if s.kinds[unit] < UNIT_TYPES]
    column = melee_column(s, units, (hex,))
    others = [other for other in melee_targets(s) if other != hex]
    hexes = s.rules.ground.hexes
    for unit in sorted(units, key=lambda unit: (s.kind(unit).melee, unit)):
        if len(units) > 1 and any(hexes.distance(s.hexes[unit], other) == 1 for other in others):
            fewer = [other for other in units if other != unit]
            if melee_column(s, fewer, (hex,)) == column:
                units = fewer
    return units


def add_attacker(s: Battle, step: Assault, actions: list[Action]) -> Action:
    """Add the wanted attackers one by one, then attack."""
    wanted = [unit for unit in choose_attackers(s, step.targets[0]) if unit not in step.units]
    if not wanted and STRIKE in actions:
        return STRIKE
    for unit in wanted:
        if ADD[unit] in actions:
            return ADD[unit]
    return ALL if ALL in actions else actions[0]


# -------------------------------------------------------------------- results


def choose_loss(s: Battle, actions: list[Action]) -> Action:
    """Return the unit to lose: disrupted units first, then the least valuable."""
    units = {action.args[0]: action for action in actions}
    return units[min(units, key=lambda unit: (s.disrupted[unit] == 0, UNIT_VALUES[s.kinds[unit]], unit))]


def choose_advance(s: Battle, situation: Situation, actions: list[Action]) -> Action:
    """Return the advance that improves a unit's position most, or none."""
    best, most = DONE, 0
    for action in actions:
        if action.verb != "advance":
            continue
        unit, hex = action.args
        value = position_value(s, situation, unit, hex) - position_value(s, situation, unit, s.hexes[unit])
        if value > most:
            best, most = action, value
    return best


def position_value(s: Battle, situation: Situation, unit: int, hex: int) -> int:
    """Return how good a hex is for a unit or leader."""
    if s.kinds[unit] >= UNIT_TYPES:
        return leader_score(s, situation, unit, hex, commanded_hexes(s, situation, unit))
    return hex_score(s, situation, unit, hex)


def choose_withdrawal(s: Battle, situation: Situation, step: Withdrawal, actions: list[Action]) -> Action:
    """Step back to the safest hex from an attack that would hurt, unless that gives up an objective."""
    targets = tuple([hex for hex in step.targets if s.stack(hex)])
    column = melee_column(s, list(step.units), targets) if targets else -1
    if situation.expected_losses.percent(column, False, True, False) < RETREAT_LOSS_PERCENT:
        return STAND
    retreats = [action for action in actions if action.verb == "withdraw" and not holds_objective(s, action.args[0])]
    if not retreats:
        return STAND
    return min(retreats, key=lambda action: (situation.danger(s, action.args[0], action.args[1]), action.args))


def holds_objective(s: Battle, unit: int) -> bool:
    """Return whether a unit is in an objective."""
    return s.hexes[unit] in s.rules.order.objectives


def choose_flight(s: Battle, step: Flee, actions: list[Action]) -> Action:
    """Flee towards the nearest friendly leader, who may rally the unit."""
    side = s.rules.sides[step.unit]
    leaders = [s.hexes[unit] for unit in s.units_of(side) if s.kinds[unit] >= UNIT_TYPES and s.hexes[unit] >= 0]
    hexes = s.rules.ground.hexes
    return min(
        actions,
        key=lambda action: (min([int(hexes.distance(action.args[0], hex)) for hex in leaders], default=0), action.args),
    )
