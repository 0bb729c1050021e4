"""The costs of walls, rams and swipes, in 1/1000 inch of progress, and the choice of the main rival.

A wound costs more the fewer are left, so a damaged chariot is driven carefully. Damage to the main rival counts in
full as a gain, damage to a weaker chariot in part, and damage to others not at all: fighting every opponent loses
races.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.races.charts import NEVER, modified_save, to_wound
from hippodrome.games.races.collisions import RAM_STRENGTH
from hippodrome.games.races.obstacles import OBSTACLE_STRENGTH
from hippodrome.games.races.state import RACING, Chariot, Race
from hippodrome.kit.units import INCH

BODY_VALUE_MI: Final = 60 * INCH  # of an undamaged body
CHANCE_UNITS: Final = 36  # chances to wound are in thirty-sixths
MIN_WALL_COST_MI: Final = 6 * INCH
CONTACT_COST_MI: Final = 2 * INCH  # of a ram besides damage and the inches it costs
MEAN_TABLE_WOUNDS: Final = 2  # of a roll on the damage table
ROLLER_QUARTERS: Final = 7  # a roller's mean of 3.5 hits (CR-O8), counted half, in quarters
BEATEN_DISTANCE_MI: Final = 4 * INCH  # chariots this far behind are ignored
BASE_SWIPE_COST_MI: Final = INCH  # a swipe must gain at least this


@mypyc_attr(acyclic=True)
class CollisionCosts:
    """The costs for one mover: of a wall, and of ramming or swiping each other chariot."""

    def __init__(self, race: Race, chariot: Chariot) -> None:
        wounds_cost = 2 * wound_cost(chariot) * wound_chance(race, chariot, OBSTACLE_STRENGTH) // CHANCE_UNITS
        self.wall: i64 = max(MIN_WALL_COST_MI, wounds_cost)
        self.rams: list[i64] = [0] * len(race.chariots)
        self.swipes: list[i64] = [0] * len(race.chariots)
        rival = main_rival(race, chariot)
        for other in race.others(chariot):
            gain = damage_gain(race, chariot, other, other.id == rival)
            self.rams[other.id] = ram_cost(race, chariot, other, gain)
            self.swipes[other.id] = swipe_cost(race, chariot, other, gain)


def wound_cost(chariot: Chariot) -> i64:
    """Return the cost of a wound to a chariot."""
    return BODY_VALUE_MI // max(1, chariot.wounds)


def damage_gain(race: Race, chariot: Chariot, other: Chariot, is_rival: bool) -> i64:
    """Return the gain from damaging another chariot: in full for the main rival; all opponents share it otherwise."""
    if is_rival:
        return MEAN_TABLE_WOUNDS * wound_cost(other)
    if not is_weaker(other, chariot):
        return 0
    return MEAN_TABLE_WOUNDS * wound_cost(other) // max(1, len(race.racing()) - 1)


def wound_chance(race: Race, victim: Chariot, strength: i64) -> i64:
    """Return the chance that a hit costs a wound, in thirty-sixths."""
    need = to_wound(strength, victim.toughness)
    if need == NEVER:
        return 0
    save = modified_save(race.machine(victim).save, strength)
    return (7 - need) * (save - 1)


def caught_chance(race: Race, other: Chariot) -> i64:
    """Return the chance that a chariot does not avoid a hit, in sixths."""
    return 7 - race.machine(other).save if other.status == RACING else 6


def ram_cost(race: Race, chariot: Chariot, other: Chariot, gain: i64) -> i64:
    """Return the cost of a shunt or smash: own damage, less the gain from damage to the other.

    A roller damages only the other chariot. `gain` is that of a damaged opponent.
    """
    mine = wound_chance(race, chariot, RAM_STRENGTH) * MEAN_TABLE_WOUNDS * wound_cost(chariot)
    theirs = wound_chance(race, other, RAM_STRENGTH) * gain
    if race.machine(chariot).has_roller:
        mine, theirs = 0, theirs * ROLLER_QUARTERS // 4
    return CONTACT_COST_MI + (mine - theirs) * caught_chance(race, other) // (6 * CHANCE_UNITS)


def swipe_cost(race: Race, chariot: Chariot, rival: Chariot, gain: i64) -> i64:
    """Return the cost of a swipe: own damage if it fails, less the gain from damage done; negative if it pays."""
    chance = wound_chance(race, rival, chariot.strength)
    back = (CHANCE_UNITS - chance) * wound_chance(race, chariot, rival.strength) // CHANCE_UNITS
    loss = back * MEAN_TABLE_WOUNDS * wound_cost(chariot)
    return BASE_SWIPE_COST_MI + (loss - chance * gain) * caught_chance(race, rival) // (6 * CHANCE_UNITS)


def is_weaker(other: Chariot, chariot: Chariot) -> bool:
    """Return whether a chariot has less Toughness or fewer wounds, and not more of either."""
    if other.toughness > chariot.toughness or other.wounds > chariot.wounds:
        return False
    return other.toughness < chariot.toughness or other.wounds < chariot.wounds


def main_rival(race: Race, chariot: Chariot) -> int:
    """Return the foremost other chariot, if it is ahead or close behind; -1 if there is none.

    The last opponent left of a larger field is not a rival: it is beaten by finishing first.
    """
    racing = race.racing()
    rival, progress = -1, chariot.progress - BEATEN_DISTANCE_MI
    if len(racing) == 2 < len(race.chariots):
        return rival
    for other in racing:
        if other.id != chariot.id and other.progress > progress:
            rival, progress = int(other.id), other.progress
    return rival
