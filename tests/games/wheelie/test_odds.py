"""Attack odds, computed exactly over every count of dice, against a table."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import comb

import pytest

from hippodrome.games.wheelie.combat import resolve_hits
from tests.support import clause

# attack, defence: any damage, even exchange, saved outright, all miss, Temporary, Permanent, three criticals
TABLE = {
    (2, 6): (0.150, 0.113, 0.293, 0.444, 0.044, 0.123, 0.0),
    (4, 6): (0.321, 0.160, 0.321, 0.198, 0.150, 0.287, 0.006),
    (6, 6): (0.487, 0.163, 0.263, 0.088, 0.317, 0.484, 0.024),
    (8, 6): (0.630, 0.142, 0.189, 0.039, 0.535, 0.710, 0.058),
    (10, 6): (0.743, 0.112, 0.127, 0.017, 0.792, 0.959, 0.107),
    (12, 6): (0.828, 0.083, 0.082, 0.008, 1.076, 1.225, 0.166),
    (6, 7): (0.426, 0.154, 0.332, 0.088, 0.254, 0.427, 0.021),
    (8, 7): (0.568, 0.143, 0.249, 0.039, 0.446, 0.636, 0.051),
}


def hit_counts(dice: int) -> Iterator[tuple[int, int, Fraction]]:
    """Yield (number of 5s, number of 6s, chance) for every count that this many dice can show."""
    for fives in range(dice + 1):
        for sixes in range(dice + 1 - fives):
            ways = comb(dice, fives) * comb(dice - fives, sixes) * 4 ** (dice - fives - sixes)
            yield fives, sixes, Fraction(ways, 6**dice)


def odds_row(attack: int, defence: int) -> list[Fraction]:
    """Return the row of the table for these numbers of dice."""
    row = [Fraction(0)] * 7
    saves = list(hit_counts(defence))
    for fives, sixes, chance in hit_counts(attack):
        for saves_5, saves_6, other in saves:
            chance_of_both = chance * other
            temporary, permanent, even = resolve_hits(fives, sixes, saves_5, saves_6)
            is_damage = temporary + permanent > 0
            row[0] += chance_of_both * is_damage
            row[1] += chance_of_both * even
            row[2] += chance_of_both * (not is_damage and not even and fives + sixes > 0)
            row[3] += chance_of_both * (fives + sixes == 0)
            row[4] += chance_of_both * temporary
            row[5] += chance_of_both * permanent
            row[6] += chance_of_both * (permanent >= 3)
    return row


@clause("WW-I1", "WW-I2", "WW-I3", "WW-I6", "WW-Q35", "WW-Q36")
@pytest.mark.parametrize("dice", list(TABLE), ids=str)
def test_the_odds_match_the_table(dice: tuple[int, int]) -> None:
    row = odds_row(*dice)
    assert sum(row[:4]) == 1
    for value, expected in zip(row, TABLE[dice], strict=True):
        assert float(value) == pytest.approx(expected, abs=0.0006)


@clause("WW-M2", "WW-Q35")
def test_the_exchange_of_the_example_is_even() -> None:
    assert resolve_hits(2, 1, 1, 2) == (0, 0, True)
