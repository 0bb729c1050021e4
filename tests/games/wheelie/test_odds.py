"""Attack odds: exact, by our own settling of hits and saves over every count of dice, against the notes' table."""

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


def counts(dice: int) -> Iterator[tuple[int, int, Fraction]]:
    """How many 5s and 6s so many dice show, with the chance of it."""
    for fives in range(dice + 1):
        for sixes in range(dice + 1 - fives):
            ways = comb(dice, fives) * comb(dice - fives, sixes) * 4 ** (dice - fives - sixes)
            yield fives, sixes, Fraction(ways, 6**dice)


def odds(attack: int, defence: int) -> list[Fraction]:
    """The row of the table for these numbers of dice."""
    row = [Fraction(0)] * 7
    saves = list(counts(defence))
    for fives, sixes, chance in counts(attack):
        for saves_5, saves_6, other in saves:
            part = chance * other
            temporary, permanent, even = resolve_hits(fives, sixes, saves_5, saves_6)
            hurt = temporary + permanent > 0
            row[0] += part * hurt
            row[1] += part * even
            row[2] += part * (not hurt and not even and fives + sixes > 0)
            row[3] += part * (fives + sixes == 0)
            row[4] += part * temporary
            row[5] += part * permanent
            row[6] += part * (permanent >= 3)
    return row


@clause("WW-I1", "WW-I2", "WW-I3", "WW-I6", "WW-Q35", "WW-Q36")
@pytest.mark.parametrize("dice", list(TABLE), ids=str)
def test_the_odds_are_those_of_the_notes(dice: tuple[int, int]) -> None:
    found = odds(*dice)
    assert sum(found[:4]) == 1
    for value, expected in zip(found, TABLE[dice], strict=True):
        assert float(value) == pytest.approx(expected, abs=0.0006)


@clause("WW-M2", "WW-Q35")
def test_the_exchange_of_the_example_is_even() -> None:
    assert resolve_hits(2, 1, 1, 2) == (0, 0, True)
