"""Leaders: with the troops, where they command most of them and lend their weight to an attack."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.bots.chariot.picture import Picture
from hippodrome.games.chariot.movement import can_move
from hippodrome.games.chariot.state import OFF_MAP, Battle
from hippodrome.games.chariot.units import UNITS

COMMAND: Final = 6  # for a unit that nobody else commands
SHARED: Final = 1  # for one that somebody else commands too
SUPPORT: Final = 4  # for each point of the bonus in an attack
STEADY: Final = 6  # to steady men who the enemy can reach
ALONE: Final = 200  # to be without troops


def leader_score(s: Battle, picture: Picture, leader: int, hex: int) -> int:
    """How good it is for a leader to be in a hex. Troops have moved before him."""
    kind = s.kind(leader)
    value = -picture.danger(s, leader, hex) - picture.fields[leader][hex] // 4
    mine = [unit for unit in s.stack(hex) if s.kinds[unit] < UNITS]
    if not mine:
        value -= ALONE
    melee = sum([s.kind(unit).melee for unit in mine if not s.disrupted[unit]])
    if picture.steps[hex] == 1:
        value += SUPPORT * min(kind.bonus, melee)
    if picture.threat[hex]:
        value += STEADY
    if any(other != leader and s.kinds[other] >= UNITS for other in s.stack(hex)):
        value -= STEADY
    return value + command(s, picture, leader, hex, kind.radius)


def command(s: Battle, picture: Picture, leader: int, hex: int, radius: int) -> int:
    """Those within his radius; they count little if a leader who stays where he is commands them already."""
    hexes = s.rules.ground.hexes
    others = [
        unit
        for unit in s.units_of(picture.side)
        if s.kinds[unit] >= UNITS and unit != leader and s.hexes[unit] > OFF_MAP and not can_move(s, unit)
    ]
    value = 0
    for near in picture.maps.disc(hex, radius):
        for unit in s.stack(near):
            if s.rules.sides[unit] != picture.side or s.kinds[unit] >= UNITS or s.aboard[unit]:
                continue
            is_shared = any(hexes.distance(near, s.hexes[other]) <= s.kind(other).radius for other in others)
            value += SHARED if is_shared else COMMAND
    return value


def weight(s: Battle, unit: i64) -> int:
    """How much a leader's presence matters: his bonus and the reach of his command."""
    return s.kind(unit).bonus + 3 * s.kind(unit).radius
