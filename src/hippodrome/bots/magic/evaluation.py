"""Win chance as the champion evaluates it: the features of the game's own evaluation, and the strength of stacks.

The weights come from a logistic regression on the positions at the start of every turn of 3,000 battles between
rule-based bots, most of them with stacked deployment and the closed-up style, some with random other styles; on all
layouts, with equal and different armies. Motives have the weights of games/magic/evaluation.py.
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
from hippodrome.kit.evaluation import logistic

# Weights in thousandths of a logit, for our value minus the enemy's. First the features of games/magic/evaluation.py:
# points for destroyed enemies, for squares and for the motive; bases; distance from breaking; concentration. Then fight
# points: of all units, of units on their own base row, multiplied by the row, and of the general's stack; the general;
# skirmishers; bases with missiles; armoured bases; units with one base left.
WEIGHTS: Final = (48, 152, BASE_WEIGHTS[2], 40, 4, 142, 35, -29, -9, 30, -325, 124, 37, 37, -54)
WEIGHTS_PER_COUNTDOWN: Final = (12, 5, COUNTDOWN_WEIGHTS[2], -2, 0, 0)  # added for each point off the countdown
ATTACKER_WEIGHT: Final = 170

KIND_POINTS: Final = (3, 2, 1, 3, 1, 3, 2, 0, 2, 4)  # fight points of a unit at strength, by kind
WEAKENED_POINTS: Final = 1


def champion_win_chance(s: Battle, seat: int) -> int:
    """Return the chance that a seat wins, in thousandths."""
    if s.over:
        return win_chance(s, seat)
    elapsed = START_COUNTDOWN - int(s.countdown)
    mine, theirs = champion_features(s, seat), champion_features(s, 1 - seat)
    score = ATTACKER_WEIGHT if seat == s.attacker else -ATTACKER_WEIGHT
    for place, weight in enumerate(WEIGHTS):
        score += weight * (mine[place] - theirs[place])
    for place, weight in enumerate(WEIGHTS_PER_COUNTDOWN):
        score += weight * elapsed * (mine[place] - theirs[place])
    return logistic(score)


def champion_features(s: Battle, side: i64) -> list[int]:
    """Return the features of one side, in the order of WEIGHTS."""
    stacks: dict[int, int] = {}
    general, skirmishers, shooters, armour, single = NONE, 0, 0, 0, 0
    for unit in s.units:
        if unit.side != side or unit.square == NONE:
            continue
        if unit.kind >= FIRST_CHARACTER:
            general = int(unit.square) if unit.kind == GENERAL else general
            continue
        square, bases = int(unit.square), int(unit.bases)
        stacks[square] = stacks.get(square, 0) + fight_points(unit)
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


def fight_points(unit: Unit) -> int:
    """Return the approximate fight points of a unit at its present strength."""
    kind, quality = unit.kind, unit.quality
    if kind == ARTILLERY:
        return 0
    points = KIND_POINTS[kind] if is_skirmisher(kind) or unit.at_strength() else WEAKENED_POINTS
    if quality == ELITE:
        points += 2
    elif quality == VETERAN:
        points += 1
    elif quality == LEVY:
        points -= 1
    if unit.gear & SHOCK:
        points += 2 if unit.is_full() else 1
    return max(points, 0)
