"""Deployment in two large adjacent stacks; many dice in few squares win battles in War in the Age of Magic.

With the same army, rule-based bots that deploy like this and advance closed up win three of four battles against bots
that follow the prepared plans.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.games.magic.kinds import ARMOURED, ARTILLERY, FIRST_CHARACTER, MISSILE, SHOCK, is_skirmisher
from hippodrome.games.magic.layouts import CHASM
from hippodrome.games.magic.setup import PLACE, Deploy, nearest_square, next_to_deploy
from hippodrome.games.magic.state import Battle, Unit
from hippodrome.kit.actions import Action

# Approximate fight points of a unit in tenths, by kind and by quality.
KIND_TENTHS: Final = (30, 20, 10, 30, 10, 30, 20, 0, 20, 40)
QUALITY_TENTHS: Final = (0, 10, 20, -10)


def stacked_placement(s: Battle, step: Deploy) -> Action:
    """Return the placement of the next unit or character: units alternate between the stacks by rank."""
    unit = next_to_deploy(s, step.side)
    assert unit is not None
    if unit.kind >= FIRST_CHARACTER:
        return PLACE[nearest_square(s, unit, 0, 1)]
    if unit.kind == ARTILLERY:
        return PLACE[nearest_square(s, unit, 0, 0)]
    return PLACE[nearest_square(s, unit, first_column(s, step.side) + rank_in_group(s, unit) % 2, 1)]


def first_column(s: Battle, side: i64) -> int:
    """Return the left column of the two stacks, from the middle: the nearest pair of squares without a chasm."""
    board = s.board
    middle = (board.columns - 1) // 2
    best, best_distance = 0, board.columns
    for column in range(-middle, board.columns - 1 - middle):
        across = middle + column if side == s.attacker else board.columns - 1 - middle - column
        other = across + (1 if side == s.attacker else -1)
        row = 1 if side == s.attacker else board.rows - 2
        is_free = s.ground[board.number(across, row)] != CHASM and s.ground[board.number(other, row)] != CHASM
        if is_free and abs(column) < best_distance:
            best, best_distance = column, abs(column)
    return best


def rank_in_group(s: Battle, unit: Unit) -> int:
    """Return how many units of its group (skirmishers or other units of its side) have a higher value."""
    own_key = (-unit_tenths(unit), int(unit.id))
    rank = 0
    for other in s.units:
        if other.side == unit.side and other.kind < FIRST_CHARACTER and is_same_group(other, unit):
            rank += 1 if (-unit_tenths(other), int(other.id)) < own_key else 0
    return rank


def is_same_group(other: Unit, unit: Unit) -> bool:
    """Return whether both units are skirmishers, or both are not; False if `other` is artillery."""
    return other.kind != ARTILLERY and is_skirmisher(other.kind) == is_skirmisher(unit.kind)


def unit_tenths(unit: Unit) -> int:
    """Return the approximate fight points of a unit, in tenths; missile troops count less in the front line."""
    tenths = KIND_TENTHS[unit.kind] + QUALITY_TENTHS[unit.quality]
    tenths += 15 if unit.gear & SHOCK else 0
    tenths += 5 if unit.gear & ARMOURED else 0
    return tenths - (6 if unit.gear & MISSILE else 0)
