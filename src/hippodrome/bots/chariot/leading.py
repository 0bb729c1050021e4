"""Leaders: with the troops, where they command most of them and lend their weight to an attack."""

from __future__ import annotations

from typing import Final

from hippodrome.bots.chariot.situation import Situation
from hippodrome.games.chariot.movement import can_move
from hippodrome.games.chariot.state import OFF_MAP, Battle
from hippodrome.games.chariot.units import UNIT_TYPES

COMMAND_VALUE: Final = 6  # for a unit that nobody else commands
SHARED_COMMAND_VALUE: Final = 1  # for one that somebody else commands too
SUPPORT_VALUE: Final = 4  # for each point of the bonus in an attack
STEADY_VALUE: Final = 6  # to steady men who the enemy can reach
ALONE_PENALTY: Final = 200  # to be without troops


def best_post(s: Battle, picture: Situation, leader: int, found: list[int]) -> int:
    """Return the best of the hexes with troops that a leader can reach, where he stands included."""
    held = commanded_hexes(s, picture, leader)
    best = s.hexes[leader]
    most = leader_score(s, picture, leader, best, held)
    for hex in found:
        if s.stack(hex):
            value = leader_score(s, picture, leader, hex, held)
            if value > most:
                best, most = hex, value
    return best


def commanded_hexes(s: Battle, picture: Situation, leader: int) -> set[int]:
    """Return the hexes within the radius of other leaders who stay where they are."""
    found: set[int] = set()
    for unit in s.units_of(picture.side):
        if s.kinds[unit] >= UNIT_TYPES and unit != leader and s.hexes[unit] > OFF_MAP and not can_move(s, unit):
            found.update(picture.maps.disc(s.hexes[unit], s.kind(unit).radius))
    return found


def leader_score(s: Battle, picture: Situation, leader: int, hex: int, held: set[int]) -> int:
    """How good it is for a leader to be in a hex. Troops have moved before him."""
    kind = s.kind(leader)
    value = -picture.danger(s, leader, hex) - picture.fields[leader][hex] // 4
    mine = [unit for unit in s.stack(hex) if s.kinds[unit] < UNIT_TYPES]
    if not mine:
        value -= ALONE_PENALTY
    melee = sum([s.kind(unit).melee for unit in mine if not s.disrupted[unit]])
    if picture.steps[hex] == 1:
        value += SUPPORT_VALUE * min(kind.bonus, melee)
    if picture.threat[hex]:
        value += STEADY_VALUE
    if any(other != leader and s.kinds[other] >= UNIT_TYPES for other in s.stack(hex)):
        value -= STEADY_VALUE
    return value + command_value(s, picture, hex, kind.radius, held)


def command_value(s: Battle, picture: Situation, hex: int, radius: int, held: set[int]) -> int:
    """Those within his radius; they count little if another leader commands them already."""
    own = s.board().occupied[picture.side]
    value = 0
    for near in picture.maps.disc(hex, radius):
        if own[near]:
            count = len([unit for unit in s.stack(near) if s.kinds[unit] < UNIT_TYPES and not s.aboard[unit]])
            value += count * (SHARED_COMMAND_VALUE if near in held else COMMAND_VALUE)
    return value
