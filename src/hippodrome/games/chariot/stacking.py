"""Stacking: how many units of which classes may share a hex (CH-S5.31 to CH-S5.42, CH-1.8b, CH-1.9, CH-R5, CH-R6)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.games.chariot.state import NO_UNIT, Battle
from hippodrome.games.chariot.units import CH, FF, MF, UNIT_TYPES, A, B, C, D, E
from hippodrome.kit.actions import Refusal

_TOO_MANY: Final = 1
_CHARIOT: Final = 2
_CLASSES: Final = 3


def stacking_fault(s: Battle, units: list[int], afoot: i64 = NO_UNIT) -> int:
    """Return the code of the rule that these units of one side would break in one hex; 0 if they may stay together.

    Leaders do not count and mix with every class (CH-S5.42, CH-S5.38). A rider counts with its chariot (CH-R5) unless
    passengers count (CH-1.8b). The unit `afoot` is treated as if it were not aboard.
    """
    count: i64 = 0
    chariots: i64 = 0
    classes: i64 = 0
    is_alone = True
    kinds = s.rules.kinds
    for unit in units:
        kind = s.kinds[unit]
        if kind >= UNIT_TYPES:
            continue
        count += 1
        if kind == CH:
            chariots += 1
        elif s.aboard[unit] and unit != afoot:
            if not s.rules.options.passenger_counts_for_stacking:
                count -= 1
        else:
            is_alone = False
            classes |= 1 << kinds[kind].unit_class
    if count > s.rules.armies[s.rules.sides[units[0]]].stacking:
        return _TOO_MANY
    if chariots > 1 or (chariots == 1 and not is_alone):
        return _CHARIOT
    return 0 if _MIXES[classes] else _CLASSES


def may_mix(classes: int) -> bool:
    """Return whether a set of classes, given as bits, may share a hex (CH-S5.31 to CH-S5.37)."""
    fire = classes & (1 << FF | 1 << MF)
    others = classes & (1 << A | 1 << B | 1 << C)
    if fire == 0:
        return others in (0, 1 << A, 1 << B, 1 << C)  # CH-S5.31, CH-S5.32
    if fire == 1 << FF:
        return others in (0, 1 << A, 1 << B)  # CH-S5.33, CH-S5.35
    if fire == 1 << MF:
        return others in (0, 1 << C)  # CH-S5.34, CH-S5.36
    return False


_MIXES: Final = [may_mix(classes & ~(1 << D | 1 << E)) for classes in range(128)]


def may_share_hex(s: Battle, units: list[int]) -> bool:
    """Return whether these units may stay together in a hex."""
    return len(units) < 2 or stacking_fault(s, units) == 0


def stacking_refusal(s: Battle, units: list[int]) -> Refusal:
    """Return the refusal for units that may not share a hex."""
    fault = stacking_fault(s, units)
    if fault == _TOO_MANY:
        limit = s.rules.armies[s.rules.sides[units[0]]].stacking
        return Refusal("CH-S5.4", f"At most {limit} of your units may share a hex; leaders do not count.")
    if fault == _CHARIOT:
        return Refusal("CH-1.9", "A chariot may share its hex only with its rider and with leaders.")
    return Refusal("CH-S5.31", "Units of these classes may not share a hex.")


def units_after_joining(s: Battle, units: list[int], hex: i64) -> list[int]:
    """Return all units in a hex once these units have joined it."""
    stack = s.stack(hex)
    return [*[unit for unit in stack if unit not in units], *units] if stack else units


def may_join(s: Battle, units: list[int], hex: i64, afoot: i64 = NO_UNIT) -> bool:
    """Return whether these units may stay in a hex with the units already there; `afoot` comes on foot."""
    together = units_after_joining(s, units, hex)
    return len(together) < 2 or stacking_fault(s, together, afoot) == 0
