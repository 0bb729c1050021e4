"""Shots in imagined worlds of What a Wheelie are not thrown but reckoned: all that may come of them counts.

In such a world every attack misses, so everybody stays as whole as he is; how likely each shot was to end the battle,
and what it was likely to cost its target, is added up beside it. A few worlds then tell as much as many. A collision is
reckoned where a seer judges: it settles the world.
"""

from __future__ import annotations

from math import log
from typing import Final

from mypy_extensions import i64

from hippodrome.bots.wheelie.network_evaluator import NetworkEvaluator, evaluator_for
from hippodrome.bots.wheelie.shot_outcomes import ShotEffect, shot_effect
from hippodrome.bots.wheelie.style import Style
from hippodrome.games.wheelie.collisions import Collision
from hippodrome.games.wheelie.ending import KILL_POINTS
from hippodrome.games.wheelie.evaluation import (
    FUNERAL_BEGUN,
    FUNERAL_HURT,
    FUNERAL_LEAD,
    FUNERAL_RIVAL,
    damage,
    score,
    weights_of,
)
from hippodrome.games.wheelie.scenarios import BY_POINTS
from hippodrome.games.wheelie.state import PLAY, Skirmish, Unit
from hippodrome.kit.dice import SplitDice
from hippodrome.kit.evaluation import likely

MISS_DIE: Final = b"\x01"
NO_DOUBLE: Final = b"\x01\x02"  # no double (WW-CC1)
MIN_CHANCE: Final = 0.0001  # nothing is surer than that


class ExpectedValueDice(SplitDice):
    """The dice of such a world: who attacks misses, and what might have come of it is added up for a side.

    `won` is how likely its shots have ended the battle, `open` how likely nobody's have. `gain` is what all other harm
    is worth to it, in thousandths, as worth.py has it. `world` is where it all happens; it must be let go in the end.
    With a `manner` that sees, a seer judges how it stands in the end for the unit that acted first.
    """

    __slots__ = ("gain", "manner", "open", "seat", "side", "unit", "won", "world")

    def __init__(self, seed: bytes, world: Skirmish, seat: int, side: int, manner: Style) -> None:
        super().__init__(seed)
        self.manner = manner
        self.unit = int(world.act.unit)
        self.world: Skirmish | None = world
        self.seat = seat
        self.side = side
        self.won = 0.0
        self.open = 1.0
        self.gain = 0.0

    def roll(self, purpose: str, who: i64, n: i64) -> bytes:
        """Attacks are reckoned, collisions too where a seer judges; all else is thrown."""
        if purpose == "collision" and self.world is not None and self.settle_collision(self.world):
            self.rolled += n
            return NO_DOUBLE
        if purpose != "attack" or self.world is None:
            return super().roll(purpose, who, n)
        shooter = self.world.units[self.world.act.unit]
        self.add_shot(self.world, shooter, self.world.units[shooter.aim], n)
        self.rolled += n
        return MISS_DIE * n

    def settle_collision(self, s: Skirmish) -> bool:
        """Return whether a collision is reckoned, which ends the world: all that may come of it is known."""
        step = s.agenda[-1]
        if self.open > 0.0 and isinstance(step, Collision):
            mover = s.units[step.mover]
            judge = evaluator_for(s, mover, self.manner)
            if not isinstance(judge, NetworkEvaluator) or mover.side != self.side:
                return False
            self.won += self.open * judge.chance_after_collision(s.units[step.others[0]])
            self.open = 0.0
        return self.open == 0.0

    def add_shot(self, s: Skirmish, shooter: Unit, target: Unit, dice: i64) -> None:
        """Add up what a shot may do."""
        found = shot_effect(s, shooter, target, dice)
        is_ours = target.side == self.side
        if is_last_chariot(s, target):
            self.won += 0.0 if is_ours else self.open * found.removal_chance
            self.open *= 1.0 - found.removal_chance
            harm = 0.0
        else:
            harm = found.removal_chance * self.removal_value(s, shooter, target)
        hurt = self.damage_value(s, shooter, target, found)
        self.gain += -(harm + hurt) if is_ours else harm + hurt

    def damage_value(self, s: Skirmish, shooter: Unit, target: Unit, found: ShotEffect) -> float:
        """What the damage costs a side that takes it, or brings the other."""
        if s.rules.battle.ending == BY_POINTS and target.side != self.side:
            point = point_value(s) if shooter.seat == self.seat else 0.0
            return FUNERAL_HURT * (found.temporary + found.permanent) + point * found.permanent
        weights = weights_of(s)
        deep = (weights.team + weights.driver + weights.warrior) / 3
        return (weights.temporary * found.temporary + deep * found.permanent) * (1.0 - found.removal_chance)

    def removal_value(self, s: Skirmish, shooter: Unit, target: Unit) -> float:
        """What it is worth if a unit is gone."""
        if s.rules.battle.ending == BY_POINTS:
            if target.side == self.side:
                return 2.0 * FUNERAL_BEGUN
            return FUNERAL_RIVAL + (KILL_POINTS * point_value(s) if shooter.seat == self.seat else 0.0)
        weights = weights_of(s)
        whole = weights.runners if s.is_runners(target) else weights.chariot
        return float(max(whole - damage(target, weights), 0))

    def value(self, s: Skirmish) -> int:
        """How likely the seat is to win, in thousandths."""
        return round(1000 * self.won + self.open * likely(self.score(s) + round(self.gain)))

    def score(self, s: Skirmish) -> int:
        """What speaks for the seat."""
        unit = s.units[self.unit]
        if unit.status == PLAY and unit.seat == self.seat:
            judge = evaluator_for(s, unit, self.manner)
            if isinstance(judge, NetworkEvaluator):
                return round(1000 * log_odds(judge.chance()))
        return score(s, self.seat)


def log_odds(chance: float) -> float:
    """Return the logarithm of the odds that belong to a chance."""
    sure = min(max(chance, MIN_CHANCE), 1.0 - MIN_CHANCE)
    return log(sure / (1.0 - sure))


def point_value(s: Skirmish) -> float:
    """What a point is worth: the more, the later it is."""
    return FUNERAL_LEAD * int(s.turn) / (int(s.rules.limit) or 15)


def is_last_chariot(s: Skirmish, unit: Unit) -> bool:
    """Return whether the battle is over without this chariot (WW-P8)."""
    if s.rules.battle.ending == BY_POINTS or s.is_runners(unit):
        return False
    return not any(other.side == unit.side and other.id != unit.id and other.status == PLAY for other in s.units)
