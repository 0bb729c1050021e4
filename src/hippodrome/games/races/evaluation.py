"""How likely a chariot is to win, and what speaks for it.

The weights come from some 1150 races of plain programs, two to four machines of all kinds on all tracks, looked at
whenever a turn began (22,000 places): a logistic regression of who won, fitted to one half and tested on the other.

What counts is how many turns everybody needs to the line at the pace of his machine. A turn's lead is worth less
the longer the race still is, as the root of the turns that are left; what a chariot can take, the more.
"""

from __future__ import annotations

from math import exp, log
from typing import Final

from mypy_extensions import i64

from hippodrome.games.races.charts import whip_dice
from hippodrome.games.races.planning import LONE
from hippodrome.games.races.state import INCH, RACING, Chariot, Race
from hippodrome.kit.evaluation import likely
from hippodrome.kit.geometry.fixed import root_floor

TURN: Final = 1000  # turns are counted in thousandths
WHIPPED: Final = 80  # how much of the whip's gain a chariot makes in the long run, per cent
DIE: Final = 3450  # what a die of a machine that dice move brings


class Weights:
    """What a turn's lead is worth, in thousandths; and for every turn that is left a wound, Toughness, Strength and the
    number of a save, of which low ones are good."""

    __slots__ = ("lead", "save", "strength", "toughness", "wound")

    def __init__(self, lead: i64, wound: i64, toughness: i64, strength: i64, save: i64) -> None:
        self.lead = lead
        self.wound = wound
        self.toughness = toughness
        self.strength = strength
        self.save = save


RACERS: Final = Weights(6000, 120, 320, 0, -620)
FIGHTERS: Final = Weights(3300, 140, 330, 360, -620)
"""Among drivers who swipe whomever they can reach, most races are decided by wrecks, and a lead is worth half as much.
Fitted to 85 races of two veterans, on the Old Oval and on the Broken Pass (1,155 places)."""


def chance(race: Race, seat: i64, weights: Weights = RACERS) -> int:
    """How likely a racing chariot is to win, in thousandths."""
    racing = race.racing()
    left = min([turns_left(race, chariot) for chariot in racing])
    mine = score(race, race.chariots[seat], left, weights)
    others = [score(race, chariot, left, weights) for chariot in racing if chariot.id != seat]
    best = max(others, default=mine)
    total = sum([exp((other - best) / 1000) for other in others])
    return likely(int(mine - best) - (round(1000 * log(total)) if total > 1 else 0))


def score(race: Race, chariot: Chariot, left: i64, weights: Weights) -> i64:
    """What speaks for a chariot when the first is so many turns from the line."""
    body = (
        weights.wound * chariot.wounds
        + weights.toughness * chariot.toughness
        + weights.strength * chariot.strength
        + weights.save * race.machine(chariot).save
    )
    return (body * left - weights.lead * turns_left(race, chariot)) // root_floor(TURN * (TURN + left))


def turns_left(race: Race, chariot: Chariot) -> i64:
    """How many turns a chariot needs to the line."""
    way = race.rules.laps * race.rules.track.lap - chariot.progress + chariot.penalty
    return max(0, way) * TURN // speed(race, chariot)


def speed(race: Race, chariot: Chariot) -> i64:
    """How far a chariot goes in a turn, in the long run."""
    machine = race.machine(chariot)
    if machine.is_random():
        return DIE * max(1, chariot.steeds if machine.has_lightning else machine.dice)
    move = machine.move * INCH - (LONE if chariot.steeds == 1 else 0)
    return max(INCH, move + whip_gain(whip_dice(chariot.steeds), machine.heavy) * WHIPPED // 100)


def whip_gain(dice: i64, heavy: i64) -> i64:
    """What the best of some dice brings on average."""
    total: i64 = 0
    ways: i64 = 1
    for _ in range(dice):
        ways *= 6
    below: i64 = 0
    for best in range(1, 7):
        upto: i64 = 1
        for _ in range(dice):
            upto *= best
        total += (upto - below) * max(0, best - heavy)
        below = upto
    return total * INCH // ways


# -------------------------------------------------------------------- aspects


def aspects(race: Race, seat: i64) -> list[int]:
    """Inches ahead of the best rival, pace, wounds left, wounds that rivals have lost, rivals who are out."""
    mine = race.chariots[seat]
    rivals = [chariot for chariot in race.chariots if chariot.id != seat]
    best = max([chariot.progress for chariot in rivals if chariot.status == RACING], default=mine.progress)
    return [
        int(mine.progress - best) // INCH,
        int(speed(race, mine)) // INCH,
        wounds_of(mine),
        sum([int(race.machine(chariot).wounds) - wounds_of(chariot) for chariot in rivals]),
        len([chariot for chariot in rivals if chariot.status != RACING]),
    ]


def wounds_of(chariot: Chariot) -> int:
    """Return the wounds that are left of a chariot; whoever is out has none."""
    return int(chariot.wounds) if chariot.status == RACING else 0
