"""Win chance of a side: points, bases, and how near either side is to breaking.

The weights come from a logistic regression on the positions at the start of every turn of 2,000 battles between
rule-based bots, half of them with a random bolder or more careful style; on all layouts, with equal and different
armies, with and without scenery, motives and rallies. Some weights grow as the countdown runs out.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.games.magic.kinds import BASES, FIRST_CHARACTER
from hippodrome.games.magic.state import NONE, START_COUNTDOWN, Battle
from hippodrome.games.magic.victory import motive_points, square_points, unit_points
from hippodrome.kit.evaluation import logistic

# Weights in thousandths of a logit, by feature: points for destroyed enemies, for squares and for the motive; bases;
# distance from breaking in percent; concentration (minus the number of squares the side is spread over).
BASE_WEIGHTS: Final = (125, 28, 25, 42, 7, 200)
COUNTDOWN_WEIGHTS: Final = (5, 7, 9, 1, 0, 0)  # added for each point off the countdown
ATTACKER_WEIGHT: Final = 136
SINGLE_BASE_VALUE: Final = 4  # bases that a monster, an elephant or artillery counts as


def win_chance(s: Battle, seat: int) -> int:
    """Return the chance that a seat wins, in thousandths; a draw counts half."""
    if s.over:
        if s.places[seat] > 1:
            return 0
        return 500 if max(s.places) == 1 else 1000
    elapsed = START_COUNTDOWN - int(s.countdown)
    score = ATTACKER_WEIGHT if seat == s.attacker else -ATTACKER_WEIGHT
    for index, difference in enumerate(feature_differences(s, seat)):
        score += (BASE_WEIGHTS[index] + COUNTDOWN_WEIGHTS[index] * elapsed) * difference
    return logistic(score)


def feature_differences(s: Battle, seat: int) -> list[int]:
    """Return the features of a seat minus those of its enemy, in the order of the weights."""
    mine, theirs = side_features(s, seat), side_features(s, 1 - seat)
    return [mine[index] - theirs[index] for index in range(len(mine))]


def side_features(s: Battle, side: i64) -> list[int]:
    """Return the features of one side, in the order of the weights."""
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
    motive = motive_points(s, side) if s.rules.options.motives else 0
    return [int(kills), land, int(motive), int(bases), int(distance_from_breaking(units, lost)), -len(squares)]


def distance_from_breaking(units: i64, lost: i64) -> i64:
    """WAM-Q41: return how far a side is from breaking, in hundredths of the losses that break it."""
    return max(0, 100 - 1000 * lost // max(6 * units, 1))
