"""Deployment in two great stacks side by side: in War in the Age of Magic many dice in few squares win battles.

Plain generals who deploy like this and close up as they go forward win three of four battles against plain generals
who follow the ready plans, with the same army.
"""

from __future__ import annotations

from typing import Final

from hippodrome.games.magic.kinds import ARMOURED, ARTILLERY, FIRST_CHARACTER, MISSILE, SHOCK, is_skirmisher
from hippodrome.games.magic.setup import PLACE, Deploy, nearest_square, next_to_deploy
from hippodrome.games.magic.state import Battle, Unit
from hippodrome.kit.actions import Action

# Tenths of the points a unit brings to a fight, by kind and by quality, roughly.
BY_KIND: Final = (30, 20, 10, 30, 10, 30, 20, 0, 20, 40)
BY_QUALITY: Final = (0, 10, 20, -10)


def massed(s: Battle, step: Deploy) -> Action:
    """Where the next unit or character goes."""
    unit = next_to_deploy(s, step.side)
    assert unit is not None
    if unit.kind >= FIRST_CHARACTER:
        return PLACE[nearest_square(s, unit, 0, 1)]
    if unit.kind == ARTILLERY:
        return PLACE[nearest_square(s, unit, 0, 0)]
    return PLACE[nearest_square(s, unit, rank(s, unit) % 2, 1)]


def rank(s: Battle, unit: Unit) -> int:
    """How many of its side, skirmishers or others, are better than it; every other one goes to the other stack."""
    mine = (-strength(unit), int(unit.id))
    found = 0
    for other in s.units:
        if other.side == unit.side and other.kind < FIRST_CHARACTER and is_like(other, unit):
            found += 1 if (-strength(other), int(other.id)) < mine else 0
    return found


def is_like(other: Unit, unit: Unit) -> bool:
    """Return whether both are skirmishers, or both units of another kind; artillery is like nobody."""
    return other.kind != ARTILLERY and is_skirmisher(other.kind) == is_skirmisher(unit.kind)


def strength(unit: Unit) -> int:
    """Roughly what a unit is worth in a fight."""
    found = BY_KIND[unit.kind] + BY_QUALITY[unit.quality]
    found += 15 if unit.gear & SHOCK else 0
    found += 5 if unit.gear & ARMOURED else 0
    return found - (6 if unit.gear & MISSILE else 0)
