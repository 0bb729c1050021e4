"""Stacking: how many, and which classes, may share a hex (CH-S5.31 to CH-S5.42, CH-1.8b, CH-1.9, CH-R5, CH-R6)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.games.chariot.state import NOBODY, Battle
from hippodrome.games.chariot.units import CH, FF, MF, UNITS, A, B, C, D, E
from hippodrome.kit.actions import Refusal

_TOO_MANY: Final = 1
_CHARIOT: Final = 2
_CLASSES: Final = 3


def fault(s: Battle, units: list[int], afoot: i64 = NOBODY) -> int:
    """What is wrong with these units of one side in one hex; 0 if they may stay together. One may be taken to be afoot.

    Leaders do not count and mix with everything (CH-S5.42, CH-S5.38). A rider counts with its chariot (CH-R5) unless
    passengers count (CH-1.8b).
    """
    count: i64 = 0
    chariots: i64 = 0
    classes: i64 = 0
    alone = True
    kinds = s.rules.kinds
    for unit in units:
        kind = s.kinds[unit]
        if kind >= UNITS:
            continue
        count += 1
        if kind == CH:
            chariots += 1
        elif s.aboard[unit] and unit != afoot:
            if not s.rules.options.passengers:
                count -= 1
        else:
            alone = False
            classes |= 1 << kinds[kind].klass
    if count > s.rules.armies[s.rules.sides[units[0]]].stacking:
        return _TOO_MANY
    if chariots > 1 or (chariots == 1 and not alone):
        return _CHARIOT
    return 0 if _MIXES[classes] else _CLASSES


def mixes(classes: int) -> bool:
    """Return whether a set of classes, a bit for each, may share a hex (CH-S5.31 to CH-S5.37)."""
    fire = classes & (1 << FF | 1 << MF)
    others = classes & (1 << A | 1 << B | 1 << C)
    if fire == 0:
        return others in (0, 1 << A, 1 << B, 1 << C)  # CH-S5.31, CH-S5.32
    if fire == 1 << FF:
        return others in (0, 1 << A, 1 << B)  # CH-S5.33, CH-S5.35
    if fire == 1 << MF:
        return others in (0, 1 << C)  # CH-S5.34, CH-S5.36
    return False


_MIXES: Final = [mixes(classes & ~(1 << D | 1 << E)) for classes in range(128)]


def fits(s: Battle, units: list[int]) -> bool:
    """Return whether these units may stay together in a hex."""
    return len(units) < 2 or fault(s, units) == 0


def refusal(s: Battle, units: list[int]) -> Refusal:
    """Why they may not."""
    wrong = fault(s, units)
    if wrong == _TOO_MANY:
        limit = s.rules.armies[s.rules.sides[units[0]]].stacking
        return Refusal("CH-S5.4", f"At most {limit} of your units may share a hex; leaders do not count.")
    if wrong == _CHARIOT:
        return Refusal("CH-1.9", "A chariot shares its hex only with whoever is aboard and with leaders.")
    return Refusal("CH-S5.31", "Units of these classes may not share a hex.")


def joined(s: Battle, units: list[int], hex: i64) -> list[int]:
    """Everybody in a hex once these units are there too."""
    stack = s.stack(hex)
    return [*[unit for unit in stack if unit not in units], *units] if stack else units


def may_join(s: Battle, units: list[int], hex: i64, afoot: i64 = NOBODY) -> bool:
    """Return whether these units may stay in a hex beside those who are there; one of them may come on foot."""
    together = joined(s, units, hex)
    return len(together) < 2 or fault(s, together, afoot) == 0
