"""Leaders in command: who has its full allowance (CH-S10.21 to CH-S10.24, CH-R15, CH-R17)."""

from __future__ import annotations

from mypy_extensions import i64

from hippodrome.games.chariot.state import OFF_MAP, Battle
from hippodrome.games.chariot.units import CH, UNITS


def measure(s: Battle, chariots_only: bool) -> None:
    """CH-S10.21, CH-R15: note whoever begins the phase within the radius of a leader of its side.

    A chariot that had control when its Chariot Phase began keeps it. Units off the map count as controlled (CH-R17).
    Without leader rules everybody does (CH-V.4.0-3). No scenario exempts mounted units (CH-S10.0b, CH-S10.22).
    """
    if not s.rules.has_leaders:
        s.controlled = bytes([1]) * s.rules.count
        return
    leaders = [unit for unit in s.units_of(s.side) if s.kinds[unit] >= UNITS and s.hexes[unit] >= 0]
    found = bytearray(s.controlled)
    for unit in s.units_of(s.side):
        if chariots_only and s.kinds[unit] != CH:
            continue
        if not found[unit] and is_controlled(s, unit, leaders):
            found[unit] = 1
    s.controlled = bytes(found)


def is_controlled(s: Battle, unit: i64, leaders: list[int]) -> bool:
    """Return whether a unit is in the radius of one of these leaders; a leader is in his own."""
    hex = s.hexes[unit]
    if hex == OFF_MAP or s.kinds[unit] >= UNITS:
        return True
    if hex < 0:
        return False
    hexes = s.rules.ground.hexes
    return any(hexes.distance(hex, s.hexes[leader]) <= s.kind(leader).radius for leader in leaders)
