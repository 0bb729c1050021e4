"""How likely a chariot is to win, as far as its place, its wounds and its speed tell.

The weights are those of a logistic regression on the rounds of a thousand races by plain programs that now and then did
something else: Circus, River, Villa and Serpent, two to four chariots.
"""

from __future__ import annotations

from math import isqrt
from typing import Final

from hippodrome.games.benhur.state import Chariot, Race
from hippodrome.kit.worth import likely

LEAD: Final = 1750  # a square ahead of the best rival, by the root of the squares he or oneself still has to go
WOUND: Final = 60  # a wound more than he has
LAST: Final = 600  # being down to the last wound
SPUN: Final = 1250  # facing the wrong way
OTHER: Final = 330  # every further rival


def value(race: Race, seat: int) -> int:
    """The chance of a seat to win, in thousandths."""
    if race.over:
        return 1000 if race.winner == seat else 0
    mine = race.chariots[seat]
    if mine.fell:
        return 0
    rivals = [other for other in race.in_race() if other.id != seat]
    best = min(rivals, key=lambda other: to_go(race, other))
    left, his = to_go(race, mine), to_go(race, best)
    lead = 1000 * LEAD * (his - left) // isqrt(1_000_000 * max(min(left, his), 1))
    return likely(lead + shape(mine) - shape(best) - OTHER * (len(rivals) - 1))


def to_go(race: Race, chariot: Chariot) -> int:
    """How many squares a chariot has to the finish, by the shortest way."""
    track = race.track
    if chariot.square < 0:
        return (int(race.laps) + 1) * track.lap
    return track.to_line[chariot.square] + (int(race.laps) - int(chariot.crossings)) * track.lap


def shape(chariot: Chariot) -> int:
    """What speaks for a chariot besides its place."""
    score = WOUND * int(chariot.wounds)
    if chariot.wounds <= 1:
        score -= LAST
    return score - SPUN if chariot.spun else score
