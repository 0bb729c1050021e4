"""Melee and what comes of it: who attacks whom, who dies, who advances, who steps back, where the panicked run."""

from __future__ import annotations

from typing import Final

from hippodrome.bots.chariot.attacks import attack_value
from hippodrome.bots.chariot.leading import commanded_hexes, leader_score
from hippodrome.bots.chariot.marching import hex_score
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

RETREAT_LOSS_PERCENT: Final = 15  # per cent of a stack lost on average from which it steps back if it may


# -------------------------------------------------------------------- attacks


def choose_attack(s: Battle, odds: ExpectedLosses, temper: Style) -> Action:
    """Return the attack that does most; an attacker risks nothing, so every attack is made."""
    best, most = -1, -1
    for hex in melee_targets(s):
        value = attack_value(s, odds, hex, melee_column(s, choose_attackers(s, hex), (hex,)), temper)
        if value > most:
            best, most = hex, value
    return ATTACK[best] if best >= 0 else DONE


def choose_attackers(s: Battle, hex: int) -> list[int]:
    """Return all who can, without those who can do something else and are not needed for the same odds."""
    units = [unit for unit in units_able_to_attack(s, (hex,)) if s.kinds[unit] < UNIT_TYPES]
    odds = melee_column(s, units, (hex,))
    others = [other for other in melee_targets(s) if other != hex]
    hexes = s.rules.ground.hexes
    for unit in sorted(units, key=lambda unit: (s.kind(unit).melee, unit)):
        if len(units) > 1 and any(hexes.distance(s.hexes[unit], other) == 1 for other in others):
            fewer = [one for one in units if one != unit]
            if melee_column(s, fewer, (hex,)) == odds:
                units = fewer
    return units


def add_attacker(s: Battle, step: Assault, actions: list[Action]) -> Action:
    """One after the other, then strike."""
    wanted = [unit for unit in choose_attackers(s, step.targets[0]) if unit not in step.units]
    if not wanted and STRIKE in actions:
        return STRIKE
    for unit in wanted:
        if ADD[unit] in actions:
            return ADD[unit]
    return ALL if ALL in actions else actions[0]


# -------------------------------------------------------------------- what comes of them


def choose_loss(s: Battle, actions: list[Action]) -> Action:
    """Whoever would not live anyway, then whoever is worth least."""
    return min(actions, key=lambda one: (s.disrupted[one.args[0]] == 0, UNIT_VALUES[s.kinds[one.args[0]]], one.args))


def choose_advance(s: Battle, picture: Situation, actions: list[Action]) -> Action:
    """Whoever is better off in the hex that is empty now."""
    best, most = DONE, 0
    for action in actions:
        if action.verb != "advance":
            continue
        unit, hex = action.args
        value = position_value(s, picture, unit, hex) - position_value(s, picture, unit, s.hexes[unit])
        if value > most:
            best, most = action, value
    return best


def position_value(s: Battle, picture: Situation, unit: int, hex: int) -> int:
    """How good it is for a unit or leader to be in a hex."""
    if s.kinds[unit] >= UNIT_TYPES:
        return leader_score(s, picture, unit, hex, commanded_hexes(s, picture, unit))
    return hex_score(s, picture, unit, hex)


def choose_withdrawal(s: Battle, picture: Situation, step: Withdrawal, actions: list[Action]) -> Action:
    """Step back from an attack that hurts, to the safest hex, unless an objective would be given up."""
    targets = tuple([hex for hex in step.targets if s.stack(hex)])
    odds = melee_column(s, list(step.units), targets) if targets else -1
    if picture.odds.share(odds, False, True, False) < RETREAT_LOSS_PERCENT:
        return STAND
    ways = [action for action in actions if action.verb == "withdraw" and not holds_objective(s, action.args[0])]
    if not ways:
        return STAND
    return min(ways, key=lambda action: (picture.danger(s, action.args[0], action.args[1]), action.args))


def holds_objective(s: Battle, unit: int) -> bool:
    """Return whether a unit holds an objective."""
    return s.hexes[unit] in s.rules.order.objectives


def choose_flight(s: Battle, step: Flee, actions: list[Action]) -> Action:
    """Towards the nearest leader of one's own: he may rally them."""
    side = s.rules.sides[step.unit]
    leaders = [s.hexes[unit] for unit in s.units_of(side) if s.kinds[unit] >= UNIT_TYPES and s.hexes[unit] >= 0]
    hexes = s.rules.ground.hexes
    return min(
        actions,
        key=lambda action: (min([int(hexes.distance(action.args[0], hex)) for hex in leaders], default=0), action.args),
    )
