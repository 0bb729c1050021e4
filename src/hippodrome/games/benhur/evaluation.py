"""Evaluation of a race: each chariot's chance to win, and the features that explain it.

Every chariot in the race has a score, and its chance is its share of the total, as in a conditional logit. The weights
were fitted to the rounds of 1600 races on all tracks, with two to four chariots driven by the racer bot with occasional
other moves. words.toml names the `features` under [features], in the same order.
"""

from __future__ import annotations

from math import exp, sqrt
from typing import Final

from hippodrome.games.benhur.state import Chariot, Race, tricks_in_hand
from hippodrome.games.benhur.track import BEND
from hippodrome.games.benhur.turns_to_finish import turns_to_finish
from hippodrome.kit.geometry.lanes import LANES

TURN_WEIGHT: Final = 3.9  # per turn to the finish, divided by the root of the leader's turns
WOUND_WEIGHT: Final = 0.08  # per wound left
LAST_WOUND_PENALTY: Final = 0.5
TRICK_WEIGHT: Final = 0.08  # for holding a trick


def value(race: Race, seat: int) -> int:
    """Return a seat's chance to win, in thousandths."""
    if race.over:
        return 1000 if race.winner == seat else 0
    mine = race.chariots[seat]
    if mine.fell:
        return 0
    racing = race.survivors()
    root = sqrt(max(min([turns_left(race, chariot) for chariot in racing]), 1.0))
    own = score(race, mine, root)
    total = sum([exp(max(-20.0, min(20.0, score(race, other, root) - own))) for other in racing])
    return max(1, min(999, round(1000 / total)))


def score(race: Race, chariot: Chariot, root: float) -> float:
    """Return the score of a chariot. `root` is the square root of the leader's turns to the finish."""
    points = WOUND_WEIGHT * int(chariot.wounds) - TURN_WEIGHT * turns_left(race, chariot) / root
    if chariot.wounds <= 1:
        points -= LAST_WOUND_PENALTY
    return points + TRICK_WEIGHT if chariot.hand else points


def turns_left(race: Race, chariot: Chariot) -> float:
    """Return the turns a chariot needs to finish on an empty track; one more if it has to turn round."""
    if chariot.square < 0:
        return float((int(race.laps) + 1) * race.track.lap_length)
    crossings = int(race.laps) + 1 - int(chariot.crossings)
    whips = 0 if chariot.wet else int(chariot.whips)
    turns = turns_to_finish(race.track).after_turn(int(chariot.square), whips, crossings)
    return turns + 1 if chariot.spun else turns


def squares_to_finish(race: Race, chariot: Chariot) -> int:
    """Return how many squares a chariot has to the finish by the shortest way."""
    track = race.track
    if chariot.square < 0:
        return (int(race.laps) + 1) * track.lap_length
    return track.squares_to_line[chariot.square] + (int(race.laps) - int(chariot.crossings)) * track.lap_length


# -------------------------------------------------------------------- features


def features(race: Race, seat: int) -> list[int]:
    """Return squares ahead of the best rival, wounds left, wounds taken by rivals, lanes nearer the inside, tricks."""
    mine = race.chariots[seat]
    rivals = [chariot for chariot in race.chariots if chariot.id != seat]
    return [
        squares_ahead(race, mine, rivals),
        int(mine.wounds),
        sum([int(race.max_wounds) - int(rival.wounds) for rival in rivals]),
        LANES - lane_from_inside(race, mine),
        len(tricks_in_hand(mine.hand)),
    ]


def squares_ahead(race: Race, mine: Chariot, rivals: list[Chariot]) -> int:
    """Return how many squares fewer this chariot has to go than the best rival still in the race."""
    if mine.square < 0:
        return 0
    running = [rival for rival in rivals if rival.fell == 0] or rivals
    best = min([squares_to_finish(race, rival) for rival in running if rival.square >= 0], default=0)
    return best - squares_to_finish(race, mine)


def lane_from_inside(race: Race, chariot: Chariot) -> int:
    """Return the lane of a chariot, counted from the inside of the next corner."""
    square = int(chariot.square)
    if square < 0:
        return LANES
    while race.track.kind[square] != BEND:
        square = race.track.ahead[square]
    return race.track.lanes.rank[square]
