"""Melee and what comes of it: who attacks whom, who dies, who advances, who steps back, where the panicked run."""

from __future__ import annotations

from typing import Final

from hippodrome.bots.chariot.attacks import gain
from hippodrome.bots.chariot.leading import commanded, leader_score
from hippodrome.bots.chariot.marching import score
from hippodrome.bots.chariot.situation import Picture
from hippodrome.bots.chariot.style import Temper
from hippodrome.bots.chariot.unit_values import WORTH, Odds
from hippodrome.games.chariot.melee import Assault, Withdrawal, attackers, melee_targets
from hippodrome.games.chariot.panic import Flee
from hippodrome.games.chariot.state import Battle
from hippodrome.games.chariot.steps import ADD, ALL, ATTACK, DONE, STAND, STRIKE
from hippodrome.games.chariot.strength import melee_column
from hippodrome.games.chariot.units import UNITS
from hippodrome.kit.actions import Action

RISKY: Final = 15  # per cent of a stack lost on average from which it steps back if it may


# -------------------------------------------------------------------- attacks


def next_attack(s: Battle, odds: Odds, temper: Temper) -> Action:
    """Return the attack that does most; an attacker risks nothing, so every attack is made."""
    best, most = -1, -1
    for hex in melee_targets(s):
        value = gain(s, odds, hex, melee_column(s, strikers(s, hex), (hex,)), temper)
        if value > most:
            best, most = hex, value
    return ATTACK[best] if best >= 0 else DONE


def strikers(s: Battle, hex: int) -> list[int]:
    """Return all who can, without those who can do something else and are not needed for the same odds."""
    units = [unit for unit in attackers(s, (hex,)) if s.kinds[unit] < UNITS]
    odds = melee_column(s, units, (hex,))
    others = [other for other in melee_targets(s) if other != hex]
    hexes = s.rules.ground.hexes
    for unit in sorted(units, key=lambda unit: (s.kind(unit).melee, unit)):
        if len(units) > 1 and any(hexes.distance(s.hexes[unit], other) == 1 for other in others):
            fewer = [one for one in units if one != unit]
            if melee_column(s, fewer, (hex,)) == odds:
                units = fewer
    return units


def join(s: Battle, step: Assault, actions: list[Action]) -> Action:
    """One after the other, then strike."""
    wanted = [unit for unit in strikers(s, step.targets[0]) if unit not in step.units]
    if not wanted and STRIKE in actions:
        return STRIKE
    for unit in wanted:
        if ADD[unit] in actions:
            return ADD[unit]
    return ALL if ALL in actions else actions[0]


# -------------------------------------------------------------------- what comes of them


def lose(s: Battle, actions: list[Action]) -> Action:
    """Whoever would not live anyway, then whoever is worth least."""
    return min(actions, key=lambda one: (s.disrupted[one.args[0]] == 0, WORTH[s.kinds[one.args[0]]], one.args))


def advance(s: Battle, picture: Picture, actions: list[Action]) -> Action:
    """Whoever is better off in the hex that is empty now."""
    best, most = DONE, 0
    for action in actions:
        if action.verb != "advance":
            continue
        unit, hex = action.args
        value = value_of(s, picture, unit, hex) - value_of(s, picture, unit, s.hexes[unit])
        if value > most:
            best, most = action, value
    return best


def value_of(s: Battle, picture: Picture, unit: int, hex: int) -> int:
    """How good it is for a unit or leader to be in a hex."""
    if s.kinds[unit] >= UNITS:
        return leader_score(s, picture, unit, hex, commanded(s, picture, unit))
    return score(s, picture, unit, hex)


def withdraw(s: Battle, picture: Picture, step: Withdrawal, actions: list[Action]) -> Action:
    """Step back from an attack that hurts, to the safest hex, unless an objective would be given up."""
    targets = tuple([hex for hex in step.targets if s.stack(hex)])
    odds = melee_column(s, list(step.units), targets) if targets else -1
    if picture.odds.share(odds, False, True, False) < RISKY:
        return STAND
    ways = [action for action in actions if action.verb == "withdraw" and not is_last_guard(s, action.args[0])]
    if not ways:
        return STAND
    return min(ways, key=lambda action: (picture.danger(s, action.args[0], action.args[1]), action.args))


def is_last_guard(s: Battle, unit: int) -> bool:
    """Return whether a unit holds an objective."""
    return s.hexes[unit] in s.rules.order.objectives


def flee(s: Battle, step: Flee, actions: list[Action]) -> Action:
    """Towards the nearest leader of one's own: he may rally them."""
    side = s.rules.sides[step.unit]
    leaders = [s.hexes[unit] for unit in s.units_of(side) if s.kinds[unit] >= UNITS and s.hexes[unit] >= 0]
    hexes = s.rules.ground.hexes
    return min(
        actions,
        key=lambda action: (min([int(hexes.distance(action.args[0], hex)) for hex in leaders], default=0), action.args),
    )
