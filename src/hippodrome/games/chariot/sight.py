"""Line of sight (CH-S6.32 to CH-S6.38, CH-R8, CH-R44)."""

from __future__ import annotations

from mypy_extensions import i64

from hippodrome.games.chariot.ground import HILLTOP, SLOPE, VILLAGE, WOODS
from hippodrome.games.chariot.state import Battle


def has_line_of_sight(s: Battle, firer: i64, target: i64) -> bool:
    """CH-S6.34: return whether nothing between two hexes blocks the line; the two ends never do.

    Where the line runs along a hexside, one open side is enough (CH-S6.38).
    """
    hexes = s.rules.ground.hexes
    if hexes.distance(firer, target) < 2:
        return True
    parts = hexes.line(firer, target)
    near = parts[0][0]
    for part in parts:
        if all(hex < 0 or blocks_sight(s, firer, target, near if len(part) == 1 else hex, hex) for hex in part):
            return False
    return True


def blocks_sight(s: Battle, firer: i64, target: i64, near: i64, middle: i64) -> bool:
    """CH-R44: return whether a hex on the line blocks it. `near` is the first hex of the line, next to the firer."""
    ground = s.rules.ground
    kind = ground.terrain[middle]
    if kind in (WOODS, VILLAGE):  # CH-S6.32
        return True
    if kind == SLOPE and not overlooks(s, firer, middle) and not overlooks(s, target, middle):  # CH-S6.36
        return True
    if kind == HILLTOP and ground.terrain[firer] == SLOPE:  # CH-S6.35
        return True
    if not s.stack(middle):
        return False
    return units_block_sight(s, firer, near, middle)


def overlooks(s: Battle, hex: i64, slope: i64) -> bool:
    """Return whether a hex is a hilltop next to this slope hex."""
    ground = s.rules.ground
    return ground.terrain[hex] == HILLTOP and ground.hexes.distance(hex, slope) == 1


def units_block_sight(s: Battle, firer: i64, near: i64, middle: i64) -> bool:
    """CH-S6.37a, CH-S6.37b, CH-S6.37c, CH-R8: return whether the units in a hex, of either side, block the line."""
    ground = s.rules.ground
    level = ground.level(firer)
    if level == 0:  # CH-S6.37a
        return True
    if level == SLOPE:  # CH-S6.37b
        return ground.terrain[middle] in (SLOPE, HILLTOP)
    if ground.terrain[near] != SLOPE:  # CH-S6.37c
        return True
    return middle != near and ground.terrain[middle] == HILLTOP
