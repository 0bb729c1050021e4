"""Chariots: they take bowmen aboard, ride within range of a common target, and withdraw again."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.bots.chariot.situation import Situation
from hippodrome.games.chariot.fire import may_fire
from hippodrome.games.chariot.ground import PROTECTION
from hippodrome.games.chariot.movement import destinations
from hippodrome.games.chariot.sight import has_line_of_sight
from hippodrome.games.chariot.state import CHARIOT, OFF_MAP, Battle
from hippodrome.games.chariot.steps import DONE
from hippodrome.games.chariot.strength import COLUMN_1_1, odds_column
from hippodrome.games.chariot.units import SK, UNIT_TYPES
from hippodrome.kit.actions import Action

FIRE_TARGET_UNKNOWN: Final = -1
NO_FIRE_TARGET: Final = -2  # no target is worth firing at


def choose_boarding(s: Battle, actions: list[Action]) -> Action:
    """Embark bowmen and skirmishers before the Chariot Phase and before they enter the map."""
    for action in actions:
        is_troop = action.verb == "board" and s.kinds[action.args[0]] < UNIT_TYPES
        if is_troop and (s.phase == CHARIOT or s.hexes[action.args[0]] == OFF_MAP):
            return action
    return DONE


def choose_debarking(s: Battle, situation: Situation, actions: list[Action]) -> Action:
    """Keep riders aboard unless a hex is overcrowded."""
    if DONE in actions:
        return DONE
    return min(actions, key=lambda action: situation.danger(s, action.args[0], action.args[1]))


# -------------------------------------------------------------------- sorties


def firing_rider(s: Battle, chariot: i64) -> int:
    """Return the rider that may fire in this Player-Turn, or -1."""
    for unit in s.riders(chariot):
        if may_fire(s, unit):
            return unit
    return -1


def sortie_hex(s: Battle, situation: Situation, chariot: int) -> int:
    """Return the hex from which a chariot's rider can fire at the common target; -1 if the chariot stays."""
    if s.phase != CHARIOT or s.hexes[chariot] < 0:
        return -1
    rider = firing_rider(s, chariot)
    if rider < 0:
        return -1
    if situation.fire_target == FIRE_TARGET_UNKNOWN:
        situation.fire_target = find_fire_target(s, situation)
    target = situation.fire_target
    if target < 0:
        return -1
    reach = s.kind(rider).range
    distance = int(s.rules.ground.hexes.distance(s.hexes[chariot], target))
    can_fire_now = distance <= reach and has_line_of_sight(s, s.hexes[chariot], target)
    if distance > reach + situation.style.sortie_range or can_fire_now:
        return -1
    return best_firing_hex(s, situation, chariot, reach, target)


def best_firing_hex(s: Battle, situation: Situation, chariot: int, reach: int, target: int) -> int:
    """Return the safest hex in range and sight of the target, outside enemy zones; -1 if there is none."""
    hexes = s.rules.ground.hexes
    zone = s.zone(1 - s.side)
    best, least = -1, 10**6
    for hex in destinations(s, chariot):
        ride = int(hexes.distance(s.hexes[chariot], hex))
        if hexes.distance(hex, target) > reach or zone[hex] or ride > situation.style.sortie_range:
            continue
        if has_line_of_sight(s, hex, target):
            cost = situation.danger(s, chariot, hex) + 2 * ride
            if cost < least:
                best, least = hex, cost
    return best


def find_fire_target(s: Battle, situation: Situation) -> int:
    """Return the enemy hex where all units within reach do most damage; NO_FIRE_TARGET if none is worth it."""
    ready = [unit for unit in s.units_of(s.side) if may_fire(s, unit)]
    hexes = s.rules.ground.hexes
    best, most = NO_FIRE_TARGET, 0
    for target in situation.enemies:
        fire = 0
        for unit in ready:
            sortie_range = situation.style.sortie_range if s.aboard[unit] and s.kinds[unit] != SK else 0
            if hexes.distance(s.hexes[unit], target) <= s.kind(unit).range + sortie_range:
                fire += s.kind(unit).fire
        column = odds_column(fire, PROTECTION[s.rules.ground.terrain[target]]) if fire else -1
        if column >= COLUMN_1_1 and any(s.kinds[unit] < UNIT_TYPES for unit in s.stack(target)):
            value = situation.expected_losses.value_lost(s, target, column)
            if value > most:
                best, most = target, value
    return best
