"""Leaders: they go where they command most troops and support an attack."""

from __future__ import annotations

from typing import Final

from hippodrome.bots.chariot.situation import Situation
from hippodrome.games.chariot.movement import can_move
from hippodrome.games.chariot.state import OFF_MAP, Battle
from hippodrome.games.chariot.units import UNIT_TYPES

COMMAND_VALUE: Final = 6  # per unit that no other leader commands
SHARED_COMMAND_VALUE: Final = 1  # per unit that another leader commands too
SUPPORT_VALUE: Final = 4  # per point of the bonus in an attack
STEADY_VALUE: Final = 6  # for protecting troops in reach of the enemy
ALONE_PENALTY: Final = 200  # for being without troops


def best_post(s: Battle, situation: Situation, leader: int, reachable: list[int]) -> int:
    """Return the best hex with troops that a leader can reach, including its current hex."""
    commanded = commanded_hexes(s, situation, leader)
    best = s.hexes[leader]
    most = leader_score(s, situation, leader, best, commanded)
    for hex in reachable:
        if s.stack(hex):
            value = leader_score(s, situation, leader, hex, commanded)
            if value > most:
                best, most = hex, value
    return best


def commanded_hexes(s: Battle, situation: Situation, leader: int) -> set[int]:
    """Return the hexes within the radius of other leaders that have finished their move."""
    hexes: set[int] = set()
    for unit in s.units_of(situation.side):
        if s.kinds[unit] >= UNIT_TYPES and unit != leader and s.hexes[unit] > OFF_MAP and not can_move(s, unit):
            hexes.update(situation.maps.hexes_within(s.hexes[unit], s.kind(unit).radius))
    return hexes


def leader_score(s: Battle, situation: Situation, leader: int, hex: int, commanded: set[int]) -> int:
    """Return how good a hex is for a leader. Troops have moved before their leaders."""
    kind = s.kind(leader)
    value = -situation.danger(s, leader, hex) - situation.goal_distances[leader][hex] // 4
    troops = [unit for unit in s.stack(hex) if s.kinds[unit] < UNIT_TYPES]
    if not troops:
        value -= ALONE_PENALTY
    melee = sum([s.kind(unit).melee for unit in troops if not s.disrupted[unit]])
    if situation.enemy_distances[hex] == 1:
        value += SUPPORT_VALUE * min(kind.bonus, melee)
    if situation.melee_threat[hex]:
        value += STEADY_VALUE
    if any(other != leader and s.kinds[other] >= UNIT_TYPES for other in s.stack(hex)):
        value -= STEADY_VALUE
    return value + command_value(s, situation, hex, kind.radius, commanded)


def command_value(s: Battle, situation: Situation, hex: int, radius: int, commanded: set[int]) -> int:
    """Return the value of the units within a radius; those already commanded count little."""
    own = s.occupancy().occupied[situation.side]
    value = 0
    for other in situation.maps.hexes_within(hex, radius):
        if own[other]:
            count = len([unit for unit in s.stack(other) if s.kinds[unit] < UNIT_TYPES and not s.aboard[unit]])
            value += count * (SHARED_COMMAND_VALUE if other in commanded else COMMAND_VALUE)
    return value
