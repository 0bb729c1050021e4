"""What walls, rams and swipes are worth to a driver, in thousandths of an inch of the way, and who is worth harming.

A wound is the dearer the fewer are left, so a battered chariot is driven home with care. Harm done pays only if it is
done to the one to beat, and if he is the weaker: to fight with the beaten is to lose the race.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.races.charts import NEVER, modified_save, to_wound
from hippodrome.games.races.collisions import RAM_STRENGTH
from hippodrome.games.races.obstacles import OBSTACLE_STRENGTH
from hippodrome.games.races.state import INCH, RACING, Chariot, Race

BODY: Final = 60 * INCH  # what a whole body is worth
WHOLE: Final = 36  # chances are counted in thirty-sixths
WALL: Final = 6 * INCH  # the least that a wall costs
CONTACT: Final = 4 * INCH  # what a ram costs besides harm: the rest of the move is as good as lost
TABLE: Final = 2  # the wounds of a roll on the damage table, on average
ROLLER: Final = 7  # half the hits of a pump wagon's roller (CR-O8)
BEATEN: Final = 4 * INCH  # whoever is so far behind is left alone
PAYS: Final = 3 * INCH  # a swipe must be worth this


@mypyc_attr(acyclic=True)
class Prices:
    """The prices of one mover: of a wall, of running into each of the others, of swiping each of them."""

    def __init__(self, race: Race, chariot: Chariot) -> None:
        dear = wound_price(chariot)
        self.wall: i64 = max(WALL, 2 * dear * wound_chance(race, chariot, OBSTACLE_STRENGTH) // WHOLE)
        self.rams: list[i64] = [0] * len(race.chariots)
        self.swipes: list[i64] = [0] * len(race.chariots)
        rival = rival_of(race, chariot)
        for other in race.others(chariot):
            pays = other.id == rival and is_weaker(other, chariot)
            self.rams[other.id] = ram_price(race, chariot, other, pays)
            self.swipes[other.id] = swipe_price(race, chariot, other) if pays else PAYS


def wound_price(chariot: Chariot) -> i64:
    """What a wound is worth."""
    return BODY // max(1, chariot.wounds)


def harm_price(race: Race, other: Chariot) -> i64:
    """What a roll on the damage table for another is worth to oneself: all who race against him share the gain."""
    return TABLE * wound_price(other) // max(1, len(race.racing()) - 1)


def wound_chance(race: Race, victim: Chariot, strength: i64) -> i64:
    """How likely a hit is to cost a wound, in thirty-sixths."""
    need = to_wound(strength, victim.toughness)
    if need == NEVER:
        return 0
    save = modified_save(race.machine(victim).save, strength)
    return (7 - need) * (save - 1)


def caught_chance(race: Race, other: Chariot) -> i64:
    """How likely a chariot is not to avoid a ram, in sixths."""
    return 7 - race.machine(other).save if other.status == RACING else 6


def ram_price(race: Race, chariot: Chariot, other: Chariot, pays: bool) -> i64:
    """Return a shunt or smash: its cost in time, the harm to oneself, less the harm to a rival. A roller harms
    only others.
    """
    mine = wound_chance(race, chariot, RAM_STRENGTH) * TABLE * wound_price(chariot)
    theirs = wound_chance(race, other, RAM_STRENGTH) * harm_price(race, other) if pays else 0
    if race.machine(chariot).has_roller:
        mine, theirs = 0, theirs * ROLLER // 4
    return CONTACT + (mine - theirs) * caught_chance(race, other) // (6 * WHOLE)


def swipe_price(race: Race, chariot: Chariot, rival: Chariot) -> i64:
    """Return a swipe: the harm to oneself if it fails to do any, less the harm done; below nothing if it pays."""
    chance = wound_chance(race, rival, chariot.strength)
    back = (WHOLE - chance) * wound_chance(race, chariot, rival.strength) // WHOLE
    gain = chance * harm_price(race, rival)
    loss = back * TABLE * wound_price(chariot)
    return PAYS + (loss - gain) * caught_chance(race, rival) // (6 * WHOLE)


def is_weaker(other: Chariot, chariot: Chariot) -> bool:
    """Less Toughness or fewer wounds, and not more of either."""
    if other.toughness > chariot.toughness or other.wounds > chariot.wounds:
        return False
    return other.toughness < chariot.toughness or other.wounds < chariot.wounds


def rival_of(race: Race, chariot: Chariot) -> int:
    """Return the one to beat: the foremost of the others, if he is ahead or close behind; -1 if nobody is.

    The last who is left of a larger field is to be beaten at the line.
    """
    racing = race.racing()
    best, found = -1, chariot.progress - BEATEN
    if len(racing) == 2 < len(race.chariots):
        return best
    for other in racing:
        if other.id != chariot.id and other.progress > found:
            best, found = int(other.id), other.progress
    return best
