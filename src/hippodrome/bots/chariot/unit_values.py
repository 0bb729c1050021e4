"""Values of units, and the average share of them that an attack destroys."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.games.chariot.combat_table import COLUMNS, DISRUPTED, ELIMINATED, HALF, CombatTable
from hippodrome.games.chariot.state import Battle
from hippodrome.games.chariot.strength import ILLEGAL
from hippodrome.games.chariot.units import UNIT_TYPES

# By type, MI MS AX SD MC CH BW IB SK HB, then leaders of level 1 to 6.
UNIT_VALUES: Final = (30, 40, 40, 45, 45, 15, 50, 50, 45, 40, 90, 70, 50, 30, 50, 40)
DISRUPTED_LOSS: Final = 20  # percent of a unit's value lost by disruption: it misses a turn
REDUCED_LEADER_LOSS: Final = 12  # percent of a stack's value lost if its leader is reduced instead
DIE_FACES: Final = 6


class ExpectedLosses:
    """The average share, in percent, that each odds column takes from the units in a hex."""

    def __init__(self, table: CombatTable) -> None:
        self.percentages = [
            _average_share(table, column, is_disrupted, is_alone, has_leader)
            for column in range(COLUMNS)
            for is_disrupted in (0, 1)
            for is_alone in (0, 1)
            for has_leader in (0, 1)
        ]

    def percent(self, column: i64, is_disrupted: bool, is_alone: bool, has_leader: bool) -> int:
        """Return the percentage lost in a column; 0 where an attack is not allowed."""
        if column == ILLEGAL:
            return 0
        flags = (4 if is_disrupted else 0) + (2 if is_alone else 0) + (1 if has_leader else 0)
        return self.percentages[column * 8 + flags]

    def value_lost(self, s: Battle, hex: i64, column: i64) -> int:
        """Return the average value that an attack in a column takes from a hex."""
        if column == ILLEGAL:
            return 0
        total, count, is_disrupted, has_leader = 0, 0, False, False
        for unit in s.stack(hex):
            total += UNIT_VALUES[s.kinds[unit]]
            if s.kinds[unit] >= UNIT_TYPES:
                has_leader = True
            else:
                count += 1
                is_disrupted = is_disrupted or s.disrupted[unit] > 0
        return total * self.percent(column, is_disrupted, count == 1, has_leader) // 100


def _average_share(table: CombatTable, column: int, is_disrupted: int, is_alone: int, has_leader: int) -> int:
    """Return the mean loss in percent over the six faces of the die."""
    total = 0
    for die in range(1, DIE_FACES + 1):
        result = table.result(die + is_disrupted, column)
        if result == ELIMINATED:
            total += 100
        elif result == HALF:
            total += 100 if is_alone else 50 + (DISRUPTED_LOSS if not has_leader else 0) // 2
        elif result == DISRUPTED:
            total += _disruption_loss(is_disrupted, is_alone, has_leader)
    return total // DIE_FACES


def _disruption_loss(is_disrupted: int, is_alone: int, has_leader: int) -> int:
    """Return the loss in percent from a disrupted result."""
    if has_leader:
        return REDUCED_LEADER_LOSS
    if is_disrupted:
        return 100 if is_alone else 65
    return DISRUPTED_LOSS
