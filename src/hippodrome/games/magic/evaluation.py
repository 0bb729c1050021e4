"""How likely a side is to win as a battle stands: points, bases, and how near either is to breaking.

The weights are those of a logistic regression on the first moments of all turns of two thousand battles between plain
generals, half of them bolder or more careful at random: all layouts, equal and different armies, with and without
scenery, motives and rallies. Some have a part that grows as the countdown runs out.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.games.magic.kinds import BASES, FIRST_CHARACTER
from hippodrome.games.magic.state import NONE, START_COUNTDOWN, Battle
from hippodrome.games.magic.victory import motive_points, square_points, unit_points
from hippodrome.kit.evaluation import likely

# By aspect: points for destroyed enemies, for squares and for the motive; bases; hundredths of the losses that break a
# side; squares fewer that it is spread over.
BASE_WEIGHTS: Final = (125, 28, 25, 42, 7, 200)
COUNTDOWN_WEIGHTS: Final = (5, 7, 9, 1, 0, 0)  # more for each point that is off the countdown
ATTACKER_WEIGHT: Final = 136  # for the attacker
SINGLE_BASE_VALUE: Final = 4  # a monster, an elephant or artillery counts as so many bases


def win_chance(s: Battle, seat: int) -> int:
    """Return the chance of a seat to win, in thousandths; a draw is half of it."""
    if s.over:
        if s.places[seat] > 1:
            return 0
        return 500 if max(s.places) == 1 else 1000
    gone = START_COUNTDOWN - int(s.countdown)
    score = ATTACKER_WEIGHT if seat == s.attacker else -ATTACKER_WEIGHT
    for place, aspect in enumerate(feature_differences(s, seat)):
        score += (BASE_WEIGHTS[place] + COUNTDOWN_WEIGHTS[place] * gone) * aspect
    return likely(score)


def feature_differences(s: Battle, seat: int) -> list[int]:
    """What one side has more than the other, in the order of the weights."""
    mine, theirs = side_features(s, seat), side_features(s, 1 - seat)
    return [mine[place] - theirs[place] for place in range(len(mine))]


def side_features(s: Battle, side: i64) -> list[int]:
    """Return the same for one side by itself."""
    kills: i64 = 0
    bases: i64 = 0
    units: i64 = 0
    lost: i64 = 0
    squares: set[int] = set()
    for unit in s.units:
        if unit.side != side:
            kills += unit_points(unit) if unit.bases == 0 else 0
        elif unit.kind < FIRST_CHARACTER:
            units += 1
            if unit.bases == 0:
                lost += 1
            else:
                bases += unit.bases * (1 if BASES[unit.kind] > 1 else SINGLE_BASE_VALUE)
            if unit.square != NONE:
                squares.add(int(unit.square))
    land = sum([int(square_points(s, side, square)) for square in squares])
    motive = motive_points(s, side) if s.rules.motives else 0
    return [int(kills), land, int(motive), int(bases), int(distance_from_breaking(units, lost)), -len(squares)]


def distance_from_breaking(units: i64, lost: i64) -> i64:
    """WAM-Q41: how far a side is from breaking, in hundredths of the losses that break it."""
    return max(0, 100 - 1000 * lost // max(6 * units, 1))
