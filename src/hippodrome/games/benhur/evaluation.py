"""How likely a chariot is to win, as far as its place and its shape tell; and what speaks for it and against it.

Every chariot in the race has a score, and its chance is its share of all, as in a conditional logit. The weights were
fitted to the rounds of 1600 races on all tracks, two to four chariots, by quick drivers (pace.py) who now and then did
something else. words.toml names what `aspects` counts under [aspects], in the same order.
"""

from __future__ import annotations

from math import exp, sqrt
from typing import Final

from hippodrome.games.benhur.state import WOUNDS, Chariot, Race, in_hand
from hippodrome.games.benhur.track import BEND
from hippodrome.games.benhur.turns_to_finish import pace_of
from hippodrome.kit.geometry.lanes import LANES

AHEAD: Final = 3.9  # a turn nearer to the finish, by the root of the turns that the foremost has to go
WOUND: Final = 0.08  # every wound that is left
LAST: Final = 0.5  # being down to the last one
TRICK: Final = 0.08  # a trick in hand


def value(race: Race, seat: int) -> int:
    """Return the chance of a seat to win, in thousandths."""
    if race.over:
        return 1000 if race.winner == seat else 0
    mine = race.chariots[seat]
    if mine.fell:
        return 0
    racing = race.in_race()
    root = sqrt(max(min([turns_left(race, chariot) for chariot in racing]), 1.0))
    own = score(race, mine, root)
    total = sum([exp(max(-20.0, min(20.0, score(race, other, root) - own))) for other in racing])
    return max(1, min(999, round(1000 / total)))


def score(race: Race, chariot: Chariot, root: float) -> float:
    """How well a chariot stands."""
    found = WOUND * int(chariot.wounds) - AHEAD * turns_left(race, chariot) / root
    if chariot.wounds <= 1:
        found -= LAST
    return found + TRICK if chariot.hand else found


def turns_left(race: Race, chariot: Chariot) -> float:
    """How many turns a chariot needs to the finish, if nobody is in its way; one more if it has to turn round."""
    if chariot.square < 0:
        return float((int(race.laps) + 1) * race.track.lap)
    crossings = int(race.laps) + 1 - int(chariot.crossings)
    found = pace_of(race.track).turns(int(chariot.square), 0 if chariot.wet else int(chariot.whips), crossings)
    return found + 1 if chariot.spun else found


def to_go(race: Race, chariot: Chariot) -> int:
    """How many squares a chariot has to the finish, by the shortest way."""
    track = race.track
    if chariot.square < 0:
        return (int(race.laps) + 1) * track.lap
    return track.to_line[chariot.square] + (int(race.laps) - int(chariot.crossings)) * track.lap


# -------------------------------------------------------------------- in words


def aspects(race: Race, seat: int) -> list[int]:
    """Squares ahead of the best rival, wounds to lose, wounds rivals lost, lanes nearer the inside, tricks in hand."""
    mine = race.chariots[seat]
    rivals = [chariot for chariot in race.chariots if chariot.id != seat]
    return [
        lead(race, mine, rivals),
        int(mine.wounds),
        sum([WOUNDS - int(rival.wounds) for rival in rivals]),
        LANES - inside(race, mine),
        len(in_hand(mine.hand)),
    ]


def lead(race: Race, mine: Chariot, rivals: list[Chariot]) -> int:
    """How many squares fewer are left to go than for the best rival, of those that are still in the race."""
    if mine.square < 0:
        return 0
    running = [rival for rival in rivals if rival.fell == 0] or rivals
    return min([to_go(race, rival) for rival in running if rival.square >= 0], default=0) - to_go(race, mine)


def inside(race: Race, chariot: Chariot) -> int:
    """Return the lane counted from the inside of the next corner."""
    square = int(chariot.square)
    if square < 0:
        return LANES
    while race.track.kind[square] != BEND:
        square = race.track.ahead[square]
    return race.track.lanes.rank[square]
