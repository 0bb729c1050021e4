"""How likely a side is to win, as a champion judges it: what every program counts, and what its stacks are good for.

The weights are those of a logistic regression on the first moments of all turns of three thousand battles between plain
generals, most of them massed and closed up, with other tempers mixed in at random: all layouts, equal and different
armies. Motives count as in games/magic/worth.py.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.games.magic.evaluation import BASE_WEIGHTS, COUNTDOWN_WEIGHTS, side_features, win_chance
from hippodrome.games.magic.kinds import (
    ARMOURED,
    ARTILLERY,
    BASES,
    ELITE,
    FIRST_CHARACTER,
    GENERAL,
    LEVY,
    MISSILE,
    SHOCK,
    VETERAN,
    is_skirmisher,
)
from hippodrome.games.magic.state import NONE, START_COUNTDOWN, Battle, Unit
from hippodrome.kit.evaluation import likely

# In thousandths, for each more than the enemy has. First what worth.py counts: points for destroyed enemies, for
# squares and for the motive; bases; how far from breaking; squares fewer. Then strength: of all units, of those on the
# own base row, times the row it stands in, and of the general's stack; the general; skirmishers; bases with missiles,
# and in armour; units with one base left.
NOW: Final = (48, 152, BASE_WEIGHTS[2], 40, 4, 142, 35, -29, -9, 30, -325, 124, 37, 37, -54)
GROWING: Final = (12, 5, COUNTDOWN_WEIGHTS[2], -2, 0, 0)  # more for each point that is off the countdown
ATTACKER_WEIGHT: Final = 170  # for the attacker

POINTS: Final = (3, 2, 1, 3, 1, 3, 2, 0, 2, 4)  # of a unit in a fight, by kind
WEAKENED: Final = 1


def prospect(s: Battle, seat: int) -> int:
    """Return the chance of a seat to win, in thousandths."""
    if s.over:
        return win_chance(s, seat)
    gone = START_COUNTDOWN - int(s.countdown)
    mine, theirs = assets(s, seat), assets(s, 1 - seat)
    score = ATTACKER_WEIGHT if seat == s.attacker else -ATTACKER_WEIGHT
    for place, weight in enumerate(NOW):
        score += weight * (mine[place] - theirs[place])
    for place, weight in enumerate(GROWING):
        score += weight * gone * (mine[place] - theirs[place])
    return likely(score)


def assets(s: Battle, side: i64) -> list[int]:
    """What a side has, in the order of the weights."""
    stacks: dict[int, int] = {}
    general, skirmishers, shooters, armour, single = NONE, 0, 0, 0, 0
    for unit in s.units:
        if unit.side != side or unit.square == NONE:
            continue
        if unit.kind >= FIRST_CHARACTER:
            general = int(unit.square) if unit.kind == GENERAL else general
            continue
        square, bases = int(unit.square), int(unit.bases)
        stacks[square] = stacks.get(square, 0) + strength(unit)
        skirmishers += 1 if is_skirmisher(unit.kind) else 0
        shooters += bases if unit.gear & MISSILE and unit.kind != ARTILLERY else 0
        armour += bases if unit.gear & ARMOURED else 0
        single += 1 if bases == 1 and BASES[unit.kind] > 1 else 0
    total, base_row, rows = 0, 0, 0
    for square, points in stacks.items():
        row = int(s.row_for(side, square))
        total += points
        rows += points * row
        base_row += points if row == 0 else 0
    led = stacks.get(general, 0)
    lives = 1 if general != NONE else 0
    return [*side_features(s, side), total, base_row, rows, led, lives, skirmishers, shooters, armour, single]


def strength(unit: Unit) -> int:
    """Roughly the points of a unit in a fight, as it stands."""
    kind, quality = unit.kind, unit.quality
    if kind == ARTILLERY:
        return 0
    found = POINTS[kind] if is_skirmisher(kind) or unit.at_strength() else WEAKENED
    if quality == ELITE:
        found += 2
    elif quality == VETERAN:
        found += 1
    elif quality == LEVY:
        found -= 1
    if unit.gear & SHOCK:
        found += 2 if unit.is_full() else 1
    return max(found, 0)
