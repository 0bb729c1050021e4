"""Strengths and odds, in sixteenths of a point, because halves of halves are kept (CH-S3.37, CH-S7.6, CH-S7.32)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.games.chariot.facing import is_front
from hippodrome.games.chariot.ground import PROTECTION, SLOPE, STREAM, VILLAGE, WOODS
from hippodrome.games.chariot.state import Battle
from hippodrome.games.chariot.units import AX, BW, HB, IB, MC, MI, MS, SD, SK, UNITS, A, B
from hippodrome.kit.geometry.hexes import NONE, SIDES

WHOLE: Final = 16
ILLEGAL: Final = -1
HALF: Final = 0  # the column 1-2
FIRST: Final = 1  # the column 1-1

# CH-3.1: fire strength in halves by distance 1, 2 and 3.
_RANGES: Final = {BW: (4, 2, 0), IB: (4, 4, 2), SK: (4, 0, 0), HB: (2, 1, 0)}


def column(attack: i64, defence: i64) -> int:
    """CH-S7.32, CH-S8.1a, CH-S8.1b: the column of the table, in the defender's favour; ILLEGAL below 1-2."""
    if attack >= defence:
        return min(int(attack // defence), 8)
    return HALF if attack * 2 >= defence else ILLEGAL


# -------------------------------------------------------------------- fire


def fire_strength(s: Battle, unit: i64, target: i64) -> i64:
    """Return the fire strength of a unit at a hex; with range effects it fades (CH-3.1)."""
    if not s.rules.options.ranges:
        return s.kind(unit).fire * WHOLE
    distance = s.rules.ground.hexes.distance(s.hexes[unit], target)
    return _RANGES[s.kinds[unit]][distance - 1] * WHOLE // 2


def protection(s: Battle, hex: i64) -> i64:
    """CH-S6.22: the Fire Protection of a hex, however many stand there."""
    return PROTECTION[s.rules.ground.terrain[hex]] * WHOLE


# -------------------------------------------------------------------- melee attack


def attack_strength(s: Battle, units: list[int], targets: tuple[int, ...]) -> i64:
    """CH-S7.21, CH-S7.22: the sum over the hexes that attack, doubled last of all by a flank attack (CH-S7.52)."""
    total: i64 = 0
    for hex in dict.fromkeys([s.hexes[unit] for unit in units]):
        own = [unit for unit in units if s.hexes[unit] == hex]
        strength: i64 = 0
        for unit in own:
            strength += unit_attack(s, unit, targets)
        total += strength + min(bonus(s, hex), strength)  # CH-S10.14, CH-R40
    return total * 2 if is_flanked(s, units, targets) else total


def unit_attack(s: Battle, unit: i64, targets: tuple[int, ...]) -> i64:
    """Full, halved in a stream (CH-T.stream, CH-R14), and uphill for classes A and B (CH-S14.11)."""
    strength: i64 = s.kind(unit).melee * WHOLE
    if s.rules.ground.terrain[s.hexes[unit]] == STREAM:
        strength //= 2
    if s.rules.options.elevation and s.kind(unit).klass in (A, B) and climbs(s, s.hexes[unit], targets):
        strength //= 2
    return strength


def climbs(s: Battle, hex: i64, targets: tuple[int, ...]) -> bool:
    """CH-S14.11, CH-S14.21, CH-S14.23: up to a slope or a hilltop, or from any slope to any other.

    Fractions are kept (CH-S14.12, CH-S14.22), others do not matter (CH-S14.14), bonus and flank come after (CH-S14.13).
    """
    ground = s.rules.ground
    level = ground.level(hex)
    for target in targets:
        other = ground.level(target)
        if other > level or (level == SLOPE and other == SLOPE):
            return True
    return False


def bonus(s: Battle, hex: i64) -> i64:
    """CH-S10.11: the combat bonus of all leaders in a hex; it is added to units, never to leaders (CH-S10.12)."""
    total: i64 = 0
    for unit in s.stack(hex):
        if s.kinds[unit] >= UNITS:
            total += s.kind(unit).bonus * WHOLE
    return total


def is_flanked(s: Battle, units: list[int], targets: tuple[int, ...]) -> bool:
    """CH-S7.51, CH-R9: each of the six hexes round every defending hex is held by, or next to, an attacker's.

    Only units taking part count (CH-S7.53), and enemies do not hinder it (CH-S7.55). Off the map there are hexes
    too (CH-S7.54, CH-R10). With facing there is no such thing (CH-S16.24).
    """
    if s.rules.options.facing:
        return False
    hexes = s.rules.ground.hexes
    for target in targets:
        covered = 0
        for hex in {s.hexes[unit] for unit in units}:
            side = hexes.direction(target, hex)
            if side == NONE:
                return False
            covered |= _COVER[side]
        if covered != _ROUND:
            return False
    return True


# An attacker covers its own side of the target and the sides next to it.
_COVER: Final = [1 << side | 1 << (side + 1) % SIDES | 1 << (side + 5) % SIDES for side in range(SIDES)]
_ROUND: Final = 63


# -------------------------------------------------------------------- melee defence


def defence_strength(s: Battle, hex: i64, units: list[int]) -> i64:
    """CH-S7.12, CH-S5.41: a hex defends as one whole: units, the dots of leaders (CH-R1), and the bonus (CH-S10.13)."""
    stack = s.stack(hex)
    dot: i64 = 0 if any(s.kind(unit).melee for unit in stack) else WHOLE  # CH-S3.36b, CH-R18
    doubled = s.rules.ground.terrain[hex] in (WOODS, VILLAGE)  # CH-T.woods, CH-T.village
    own: i64 = 0
    others: i64 = 0
    for unit in stack:
        strength = unit_defence(s, unit, dot, doubled, units)
        if s.kinds[unit] >= UNITS:
            others += strength
        else:
            own += strength
    return own + others + min(bonus(s, hex), own)


def unit_defence(s: Battle, unit: i64, dot: i64, doubled: bool, units: list[int]) -> i64:
    """One unit: bracket or dot, terrain, capability, facing, panic, in this order."""
    kind = s.kind(unit)
    strength: i64 = kind.melee * WHOLE if kind.melee else dot
    if kind.bracket:  # CH-S3.37
        strength //= 2
    if doubled:
        strength *= 2
    if s.rules.options.capability:
        strength = strength * capability(s, kind.number, units) // 2
    if s.rules.options.facing and any(
        not is_front(s, unit, s.hexes[other]) for other in units
    ):  # CH-S16.21 to CH-S16.25, CH-S16.22, CH-S16.23
        strength //= 2
    if s.panicked[unit]:  # CH-S13.0b
        strength //= 2
    return strength


def capability(s: Battle, kind: i64, units: list[int]) -> i64:
    """CH-3.2, CH-R41: the factor for a defending type, in halves: the best for the attacker over all his types."""
    return min([_factor(kind, s.kinds[unit]) for unit in units])


def _factor(defender: i64, attacker: i64) -> int:
    if defender in (MI, MS):
        return 1 if attacker in (AX, SD) else 4 if attacker == MC else 2
    if defender in (AX, SD):
        return 1 if attacker == MC else 2
    return 2


def melee_column(s: Battle, units: list[int], targets: tuple[int, ...]) -> int:
    """Return the column for an attack by these units on these hexes."""
    defence: i64 = 0
    for hex in targets:
        defence += defence_strength(s, hex, units)
    return column(attack_strength(s, units, targets), defence)


def fire_column(s: Battle, units: list[int], target: i64) -> int:
    """CH-S6.21: the column for the combined fire of these units at a hex."""
    total: i64 = 0
    for unit in units:
        total += fire_strength(s, unit, target)
    return column(total, protection(s, target))
