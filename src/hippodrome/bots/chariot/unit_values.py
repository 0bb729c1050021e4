"""What units are worth, and what share of it an attack takes on average."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.games.chariot.combat_table import COLUMNS, DISRUPTED, ELIMINATED, HALF, CombatTable
from hippodrome.games.chariot.state import Battle
from hippodrome.games.chariot.strength import ILLEGAL
from hippodrome.games.chariot.units import UNIT_TYPES

# By type, MI MS AX SD MC CH BW IB SK HB, then leaders of level 1 to 6.
UNIT_VALUES: Final = (30, 40, 40, 45, 45, 15, 50, 50, 45, 40, 90, 70, 50, 30, 50, 40)
DISRUPTED_LOSS: Final = 20  # per cent of a unit's worth that is lost if it is disrupted: it misses a turn
REDUCED_LEADER_LOSS: Final = 12  # per cent of a stack's worth that is lost if its leader is reduced in its stead
DIE_FACES: Final = 6


class ExpectedLosses:
    """The average share, in per cent, that each column of the table takes from what stands in a hex."""

    def __init__(self, table: CombatTable) -> None:
        self.shares = [
            _average_share(table, column, shaken, alone, led)
            for column in range(COLUMNS)
            for shaken in (0, 1)
            for alone in (0, 1)
            for led in (0, 1)
        ]

    def share(self, column: i64, shaken: bool, alone: bool, led: bool) -> int:
        """Per cent lost in a column; nothing where an attack is not allowed."""
        if column == ILLEGAL:
            return 0
        return self.shares[column * 8 + (4 if shaken else 0) + (2 if alone else 0) + (1 if led else 0)]

    def harm(self, s: Battle, hex: i64, column: i64) -> int:
        """Return the worth that an attack in a column takes from a hex on average."""
        if column == ILLEGAL:
            return 0
        total, count, shaken, led = 0, 0, False, False
        for unit in s.stack(hex):
            total += UNIT_VALUES[s.kinds[unit]]
            if s.kinds[unit] >= UNIT_TYPES:
                led = True
            else:
                count += 1
                shaken = shaken or s.disrupted[unit] > 0
        return total * self.share(column, shaken, count == 1, led) // 100


def _average_share(table: CombatTable, column: int, shaken: int, alone: int, led: int) -> int:
    """Return the mean over the six faces of the die."""
    total = 0
    for die in range(1, DIE_FACES + 1):
        result = table.result(die + shaken, column)
        if result == ELIMINATED:
            total += 100
        elif result == HALF:
            total += 100 if alone else 50 + (DISRUPTED_LOSS if not led else 0) // 2
        elif result == DISRUPTED:
            total += REDUCED_LEADER_LOSS if led else 100 if shaken and alone else 65 if shaken else DISRUPTED_LOSS
    return total // DIE_FACES
