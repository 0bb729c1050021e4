"""Chariots: they take bowmen aboard, bring them within range of one target together, and carry them off again."""

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

FOCUS_UNKNOWN: Final = -1
NO_FOCUS: Final = -2  # worth shooting at


def choose_boarding(s: Battle, actions: list[Action]) -> Action:
    """Bowmen and skirmishers embark before the Chariot Phase, and before they come onto the map."""
    for action in actions:
        is_troop = action.verb == "board" and s.kinds[action.args[0]] < UNIT_TYPES
        if is_troop and (s.phase == CHARIOT or s.hexes[action.args[0]] == OFF_MAP):
            return action
    return DONE


def choose_debarking(s: Battle, picture: Situation, actions: list[Action]) -> Action:
    """Riders stay aboard unless somebody must make room."""
    if DONE in actions:
        return DONE
    return min(actions, key=lambda action: picture.danger(s, action.args[0], action.args[1]))


# -------------------------------------------------------------------- going out to shoot


def firing_rider(s: Battle, chariot: i64) -> int:
    """Return the bowman aboard who may fire in this Player-Turn, or -1."""
    for unit in s.riders(chariot):
        if may_fire(s, unit):
            return unit
    return -1


def sortie_hex(s: Battle, picture: Situation, chariot: int) -> int:
    """Return the hex from which the rider of a chariot can shoot at the target that all go for; -1 if it stays."""
    if s.phase != CHARIOT or s.hexes[chariot] < 0:
        return -1
    rider = firing_rider(s, chariot)
    if rider < 0:
        return -1
    if picture.focus == FOCUS_UNKNOWN:
        picture.focus = find_fire_target(s, picture)
    target = picture.focus
    if target < 0:
        return -1
    reach = s.kind(rider).range
    distance = int(s.rules.ground.hexes.distance(s.hexes[chariot], target))
    if distance > reach + picture.temper.sally or (
        distance <= reach and has_line_of_sight(s, s.hexes[chariot], target)
    ):
        return -1
    return best_firing_hex(s, picture, chariot, reach, target)


def best_firing_hex(s: Battle, picture: Situation, chariot: int, reach: int, target: int) -> int:
    """Return the hex in range and sight that costs least danger, beside no enemy who could fire at once."""
    hexes = s.rules.ground.hexes
    zone = s.zone(1 - s.side)
    best, least = -1, 10**6
    for hex in destinations(s, chariot):
        if (
            hexes.distance(hex, target) > reach
            or zone[hex]
            or hexes.distance(s.hexes[chariot], hex) > picture.temper.sally
        ):
            continue
        if has_line_of_sight(s, hex, target):
            cost = picture.danger(s, chariot, hex) + 2 * int(hexes.distance(s.hexes[chariot], hex))
            if cost < least:
                best, least = hex, cost
    return best


def find_fire_target(s: Battle, picture: Situation) -> int:
    """Return the enemy hex at which all who can get within range do the most harm; NOBODY if there is none worth it."""
    ready = [unit for unit in s.units_of(s.side) if may_fire(s, unit)]
    hexes = s.rules.ground.hexes
    best, most = NO_FOCUS, 0
    for target in picture.enemies:
        fire = 0
        for unit in ready:
            far = hexes.distance(s.hexes[unit], target)
            if far <= s.kind(unit).range + (picture.temper.sally if s.aboard[unit] and s.kinds[unit] != SK else 0):
                fire += s.kind(unit).fire
        odds = odds_column(fire, PROTECTION[s.rules.ground.terrain[target]]) if fire else -1
        if odds >= COLUMN_1_1 and any(s.kinds[unit] < UNIT_TYPES for unit in s.stack(target)):
            harm = picture.odds.harm(s, target, odds)
            if harm > most:
                best, most = target, harm
    return best
