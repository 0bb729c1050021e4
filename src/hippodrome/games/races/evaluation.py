"""The evaluation of a position: win chances and features.

The weights are a logistic regression of the winner on positions at the start of a turn: about 22,000 positions from
1150 races of driver bots, with two to four machines of all kinds on all tracks, one half to fit and one half to test.

The main input is the number of turns that each chariot needs to the finish at the mean speed of its machine. The
longer the race still is, the less a lead counts (by the square root of the turns left), and the more the chariot's
condition counts.
"""

from __future__ import annotations

from math import exp, log
from typing import Final

from mypy_extensions import i64

from hippodrome.games.races.charts import whip_dice
from hippodrome.games.races.planning import LONE_STEED_PENALTY_MI
from hippodrome.games.races.state import RACING, Chariot, Race
from hippodrome.kit.evaluation import logistic
from hippodrome.kit.geometry.fixed_point import sqrt_floor
from hippodrome.kit.units import INCH

TURN_UNITS: Final = 1000  # turns are measured in thousandths
WHIP_SHARE_PERCENT: Final = 80  # share of the whip's mean gain that a chariot makes over a race
MEAN_DIE_MI: Final = 3450  # mean distance per movement die of a machine


class Weights:
    """Weights of the win score, which is in thousandths of log-odds.

    `lead` counts per turn that a chariot needs to the finish; the others count per turn left in the race: a wound, a
    point of Toughness, of Strength and of the save, of which less is better.
    """

    __slots__ = ("lead", "save", "strength", "toughness", "wound")

    def __init__(self, lead: i64, wound: i64, toughness: i64, strength: i64, save: i64) -> None:
        self.lead = lead
        self.wound = wound
        self.toughness = toughness
        self.strength = strength
        self.save = save


RACING_WEIGHTS: Final = Weights(6000, 120, 320, 0, -620)
FIGHTING_WEIGHTS: Final = Weights(3300, 140, 330, 360, -620)
"""Weights among drivers who swipe at any chariot in reach, where wrecks decide most races and a lead counts half.

Fitted to 1,155 positions from 85 races of two veterans on the Old Oval and the Broken Pass.
"""


def win_chance(race: Race, seat: i64, weights: Weights = RACING_WEIGHTS) -> int:
    """Return the chance of a racing chariot to win, in thousandths."""
    racing = race.racing()
    left = min([turns_left(race, chariot) for chariot in racing])
    mine = win_score(race, race.chariots[seat], left, weights)
    others = [win_score(race, chariot, left, weights) for chariot in racing if chariot.id != seat]
    best = max(others, default=mine)
    total = sum([exp((other - best) / 1000) for other in others])
    return logistic(int(mine - best) - (round(1000 * log(total)) if total > 1 else 0))


def win_score(race: Race, chariot: Chariot, left: i64, weights: Weights) -> i64:
    """Return the win score of a chariot when the first chariot needs `left` thousandths of a turn to the finish."""
    body = (
        weights.wound * chariot.wounds
        + weights.toughness * chariot.toughness
        + weights.strength * chariot.strength
        + weights.save * race.machine(chariot).save
    )
    return (body * left - weights.lead * turns_left(race, chariot)) // sqrt_floor(TURN_UNITS * (TURN_UNITS + left))


def turns_left(race: Race, chariot: Chariot) -> i64:
    """Return how many turns a chariot needs to the finish, in thousandths."""
    distance = race.rules.options.laps * race.rules.track.lap - chariot.progress + chariot.penalty
    return max(0, distance) * TURN_UNITS // mean_speed(race, chariot)


def mean_speed(race: Race, chariot: Chariot) -> i64:
    """Return the mean distance that a chariot moves in a turn."""
    machine = race.machine(chariot)
    if machine.is_random():
        return MEAN_DIE_MI * max(1, chariot.steeds if machine.has_lightning else machine.dice)
    move = machine.move * INCH - (LONE_STEED_PENALTY_MI if chariot.steeds == 1 else 0)
    return max(INCH, move + mean_whip_gain(whip_dice(chariot.steeds), machine.whip_penalty) * WHIP_SHARE_PERCENT // 100)


def mean_whip_gain(dice: i64, penalty: i64) -> i64:
    """Return the mean of the best of some dice less a penalty, in 1/1000 inch."""
    total: i64 = 0
    ways: i64 = 1
    for _ in range(dice):
        ways *= 6
    below: i64 = 0
    for best in range(1, 7):
        at_most: i64 = 1
        for _ in range(dice):
            at_most *= best
        total += (at_most - below) * max(0, best - penalty)
        below = at_most
    return total * INCH // ways


# -------------------------------------------------------------------- features


def features(race: Race, seat: i64) -> list[int]:
    """Return inches ahead of the best rival, mean speed, wounds left, wounds dealt to rivals, and rivals out."""
    mine = race.chariots[seat]
    rivals = [chariot for chariot in race.chariots if chariot.id != seat]
    best = max([chariot.progress for chariot in rivals if chariot.status == RACING], default=mine.progress)
    return [
        int(mine.progress - best) // INCH,
        int(mean_speed(race, mine)) // INCH,
        wounds_left(mine),
        sum([int(race.machine(chariot).wounds) - wounds_left(chariot) for chariot in rivals]),
        len([chariot for chariot in rivals if chariot.status != RACING]),
    ]


def wounds_left(chariot: Chariot) -> int:
    """Return the wounds a chariot has left; 0 if it is out of the race."""
    return int(chariot.wounds) if chariot.status == RACING else 0
