"""Leaders in command: which units have their full allowance (CH-S10.21 to CH-S10.24, CH-R15, CH-R17)."""

from __future__ import annotations

from mypy_extensions import i64

from hippodrome.games.chariot.state import OFF_MAP, Battle
from hippodrome.games.chariot.units import CH, UNIT_TYPES


def update_control(s: Battle, chariots_only: bool) -> None:
    """CH-S10.21, CH-R15: mark the units that start the phase within the radius of a leader of their side.

    A chariot that was controlled when its Chariot Phase began stays so. Units off the map count as controlled (CH-R17),
    and without leader rules all units do (CH-V.4.0-3). No scenario exempts mounted units (CH-S10.0b, CH-S10.22).
    """
    if not s.rules.has_leaders:
        s.controlled = bytes([1]) * s.rules.count
        return
    leaders = [unit for unit in s.units_of(s.side) if s.kinds[unit] >= UNIT_TYPES and s.hexes[unit] >= 0]
    controlled = bytearray(s.controlled)
    for unit in s.units_of(s.side):
        if chariots_only and s.kinds[unit] != CH:
            continue
        if not controlled[unit] and is_controlled(s, unit, leaders):
            controlled[unit] = 1
    s.controlled = bytes(controlled)


def is_controlled(s: Battle, unit: i64, leaders: list[int]) -> bool:
    """Return whether a unit is within the radius of one of these leaders; a leader is within its own."""
    hex = s.hexes[unit]
    if hex == OFF_MAP or s.kinds[unit] >= UNIT_TYPES:
        return True
    if hex < 0:
        return False
    hexes = s.rules.ground.hexes
    return any(hexes.distance(hex, s.hexes[leader]) <= s.kind(leader).radius for leader in leaders)
