"""Strengths and odds, in sixteenths of a point because fractions are kept (CH-S3.37, CH-S7.6, CH-S7.32)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.games.chariot.facing import is_front
from hippodrome.games.chariot.ground import PROTECTION, SLOPE, STREAM, VILLAGE, WOODS
from hippodrome.games.chariot.state import Battle
from hippodrome.games.chariot.units import AX, BW, HB, IB, MC, MI, MS, SD, SK, UNIT_TYPES, A, B
from hippodrome.kit.geometry.hexes import NO_HEX, SIDES

SIXTEENTHS: Final = 16
ILLEGAL: Final = -1
COLUMN_1_2: Final = 0  # column index of 1-2
COLUMN_1_1: Final = 1  # column index of 1-1

# CH-3.1: fire strength in halves by distance 1, 2 and 3.
_FIRE_BY_DISTANCE: Final = {BW: (4, 2, 0), IB: (4, 4, 2), SK: (4, 0, 0), HB: (2, 1, 0)}


class Modifier:
    """Something that changes what a unit counts: its factor, in halves, and the reason as players read it."""

    __slots__ = ("halves", "reason")

    def __init__(self, halves: i64, reason: str) -> None:
        self.halves = halves
        self.reason = reason

    def apply(self, strength: i64, applied: list[Modifier] | None) -> i64:
        """Return the strength after this modifier, and add it to those applied, if there is a list."""
        if applied is not None:
            applied.append(self)
        return strength * self.halves // 2


# In the order in which they apply: first those of attackers, then those of defenders.
_STREAM: Final = Modifier(1, "halved in the stream")  # CH-T.stream, CH-R14
_UPHILL: Final = Modifier(1, "halved uphill")  # CH-S14.11
_DOT: Final = Modifier(2, "a dot")  # CH-S3.36b, CH-R18
_BRACKETS: Final = Modifier(1, "halved by its brackets")  # CH-S3.37
_WOODS: Final = Modifier(4, "doubled in woods")
_VILLAGE: Final = Modifier(4, "doubled in the village")
_OUTMATCHED: Final = Modifier(1, "halved against these attackers")  # CH-3.2
_SUPERIOR: Final = Modifier(4, "doubled against these attackers")  # CH-3.2
_FLANK: Final = Modifier(1, "halved from the flank")  # CH-S16.21 to CH-S16.25, CH-S16.22, CH-S16.23
_PANIC: Final = Modifier(1, "halved by panic")  # CH-S13.0b


def odds_column(attack: i64, defence: i64) -> int:
    """CH-S7.32, CH-S8.1a, CH-S8.1b: return the column, rounded in the defender's favour; ILLEGAL below 1-2."""
    if attack >= defence:
        return min(int(attack // defence), 8)
    return COLUMN_1_2 if attack * 2 >= defence else ILLEGAL


# -------------------------------------------------------------------- fire


def fire_strength(s: Battle, unit: i64, target: i64) -> i64:
    """Return the fire strength of a unit against a hex; with range effects it falls with distance (CH-3.1)."""
    if not s.rules.options.range_effects:
        return s.kind(unit).fire * SIXTEENTHS
    distance = s.rules.ground.hexes.distance(s.hexes[unit], target)
    return _FIRE_BY_DISTANCE[s.kinds[unit]][distance - 1] * SIXTEENTHS // 2


def protection(s: Battle, hex: i64) -> i64:
    """CH-S6.22: return the Fire Protection of a hex, however many units are there."""
    return PROTECTION[s.rules.ground.terrain[hex]] * SIXTEENTHS


# -------------------------------------------------------------------- melee attack


def attack_strength(s: Battle, units: list[int], targets: tuple[int, ...]) -> i64:
    """CH-S7.21, CH-S7.22: return the total of all attacking hexes, doubled last for a flank attack (CH-S7.52)."""
    total: i64 = 0
    for hex in dict.fromkeys([s.hexes[unit] for unit in units]):
        own = [unit for unit in units if s.hexes[unit] == hex]
        strength: i64 = 0
        for unit in own:
            strength += unit_attack(s, unit, hex, targets)
        total += strength + min(leader_bonus(s, hex), strength)  # CH-S10.14, CH-R40
    return total * 2 if is_flanked(s, units, targets) else total


def unit_attack(s: Battle, unit: i64, hex: i64, targets: tuple[int, ...], applied: list[Modifier] | None = None) -> i64:
    """Return a unit's attack strength from a hex, and add its modifiers to `applied` in the order they apply."""
    kind = s.kind(unit)
    strength: i64 = kind.melee * SIXTEENTHS
    if s.rules.ground.terrain[hex] == STREAM:
        strength = _STREAM.apply(strength, applied)
    if s.rules.options.elevation and kind.unit_class in (A, B) and attacks_uphill(s, hex, targets):
        strength = _UPHILL.apply(strength, applied)
    return strength


def attacks_uphill(s: Battle, hex: i64, targets: tuple[int, ...]) -> bool:
    """CH-S14.11, CH-S14.21, CH-S14.23: return whether an attack goes up a slope or hilltop, or from slope to slope.

    Fractions are kept (CH-S14.12, CH-S14.22), other classes do not matter (CH-S14.14), and bonus and flank attack come
    later (CH-S14.13).
    """
    ground = s.rules.ground
    level = ground.level(hex)
    for target in targets:
        other = ground.level(target)
        if other > level or (level == SLOPE and other == SLOPE):
            return True
    return False


def leader_bonus(s: Battle, hex: i64) -> i64:
    """CH-S10.11: return the combat bonus of all leaders in a hex, which only other units receive (CH-S10.12)."""
    total: i64 = 0
    for unit in s.stack(hex):
        if s.kinds[unit] >= UNIT_TYPES:
            total += s.kind(unit).bonus * SIXTEENTHS
    return total


def is_flanked(s: Battle, units: list[int], targets: tuple[int, ...]) -> bool:
    """CH-S7.51, CH-R9: return whether each of the six hexes around every defender is held by, or next to, an attacker.

    Only units that take part count (CH-S7.53), and enemies do not prevent it (CH-S7.55). Hexes beyond the map edge must
    be covered too (CH-S7.54, CH-R10). With facing there are no flank attacks (CH-S16.24).
    """
    if s.rules.options.facing:
        return False
    hexes = s.rules.ground.hexes
    for target in targets:
        covered = 0
        for hex in {s.hexes[unit] for unit in units}:
            side = hexes.direction(target, hex)
            if side == NO_HEX:
                return False
            covered |= _COVERED_SIDES[side]
        if covered != _ALL_SIDES:
            return False
    return True


# An attacker covers its own side of the target and the sides next to it.
_COVERED_SIDES: Final = [1 << side | 1 << (side + 1) % SIDES | 1 << (side + 5) % SIDES for side in range(SIDES)]
_ALL_SIDES: Final = 63


# -------------------------------------------------------------------- melee defence


def defence_strength(s: Battle, hex: i64, units: list[int]) -> i64:
    """CH-S7.12, CH-S5.41: return the total defence of a hex: units, leaders' dots (CH-R1) and the bonus (CH-S10.13)."""
    stack = s.stack(hex)
    dot = dot_strength(s, stack)
    terrain = terrain_modifier(s, hex)
    troops: i64 = 0
    leaders: i64 = 0
    for unit in stack:
        strength = unit_defence(s, unit, dot, terrain, units)
        if s.kinds[unit] >= UNIT_TYPES:
            leaders += strength
        else:
            troops += strength
    return troops + leaders + min(leader_bonus(s, hex), troops)


def dot_strength(s: Battle, stack: list[int]) -> i64:
    """CH-S3.36b, CH-R18: return what a dot counts in a stack: nothing beside a unit with a printed strength."""
    return 0 if any(s.kind(unit).melee for unit in stack) else SIXTEENTHS


def terrain_modifier(s: Battle, hex: i64) -> Modifier | None:
    """CH-T.woods, CH-T.village: return how the terrain of a hex changes its defence; None if it does not."""
    terrain = s.rules.ground.terrain[hex]
    if terrain == WOODS:
        return _WOODS
    return _VILLAGE if terrain == VILLAGE else None


def unit_defence(
    s: Battle, unit: i64, dot: i64, terrain: Modifier | None, units: list[int], applied: list[Modifier] | None = None
) -> i64:
    """Return one unit's defence against attackers, and add its modifiers to `applied` in the order they apply.

    `dot` and `terrain` are those of its hex, from `dot_strength` and `terrain_modifier`.
    """
    kind = s.kind(unit)
    strength: i64 = kind.melee * SIXTEENTHS if kind.melee else _DOT.apply(dot, applied)
    if kind.bracket:
        strength = _BRACKETS.apply(strength, applied)
    if terrain is not None:
        strength = terrain.apply(strength, applied)
    if s.rules.options.capability_chart:
        factor = capability_factor(s, kind.number, units)
        if factor == 1:
            strength = _OUTMATCHED.apply(strength, applied)
        elif factor == 4:
            strength = _SUPERIOR.apply(strength, applied)
    if s.rules.options.facing and any(not is_front(s, unit, s.hexes[other]) for other in units):
        strength = _FLANK.apply(strength, applied)
    if s.panicked[unit]:
        strength = _PANIC.apply(strength, applied)
    return strength


def capability_factor(s: Battle, kind: i64, units: list[int]) -> i64:
    """CH-3.2, CH-R41: return the factor of a defending type, in halves: the best for any attacking type."""
    return min([_factor(kind, s.kinds[unit]) for unit in units])


def _factor(defender: i64, attacker: i64) -> int:
    """Return the factor, in halves, of one defending type against one attacking type."""
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
    return odds_column(attack_strength(s, units, targets), defence)


def fire_column(s: Battle, units: list[int], target: i64) -> int:
    """CH-S6.21: return the column for the combined fire of these units at a hex."""
    total: i64 = 0
    for unit in units:
        total += fire_strength(s, unit, target)
    return odds_column(total, protection(s, target))
