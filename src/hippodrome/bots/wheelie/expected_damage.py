"""Dice for rollouts that replace attacks by their expected results.

Every attack misses, so units stay undamaged; the chance that it would have ended the battle, and the expected damage,
are added up separately. A few rollouts are then as precise as many with real dice. With the network evaluator a
collision is settled in the same way, and its value becomes the value of the rollout.
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
    FUNERAL_BASE,
    FUNERAL_PER_DAMAGE,
    FUNERAL_PER_ENEMY,
    FUNERAL_PER_POINT,
    damage_cost,
    weights_of,
    win_score,
)
from hippodrome.games.wheelie.scenarios import BY_POINTS
from hippodrome.games.wheelie.state import FIGHTING, Skirmish, Unit
from hippodrome.kit.dice import SplitDice
from hippodrome.kit.evaluation import logistic

MISS_DIE: Final = b"\x01"
NO_DOUBLE: Final = b"\x01\x02"  # WW-CC1
MIN_CHANCE: Final = 0.0001  # chances are clamped so that their log odds stay finite


class ExpectedValueDice(SplitDice):
    """Dice of a rollout in which attacks miss and their expected results are added up for one side.

    won     chance that the side's shots have ended the battle
    open    chance that no shot has ended it
    gain    value of all other damage to the side, in thousandths of log odds (see games/wheelie/evaluation.py)
    world   the imagined state; `WheeliePolicy.value` sets it to None at the end to break the reference cycle

    With a style that uses the network, the network evaluates the end for the unit that acted first.
    """

    __slots__ = ("gain", "open", "seat", "side", "style", "unit", "won", "world")

    def __init__(self, seed: bytes, world: Skirmish, seat: int, side: int, style: Style) -> None:
        super().__init__(seed)
        self.style = style
        self.unit = int(world.act.unit)
        self.world: Skirmish | None = world
        self.seat = seat
        self.side = side
        self.won = 0.0
        self.open = 1.0
        self.gain = 0.0

    def roll(self, purpose: str, who: i64, n: i64) -> bytes:
        """Return dice that miss for an attack, or collide for a settled collision; roll all other dice."""
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
        """Settle a collision by its expected value, if the network can; return whether it is settled."""
        step = s.agenda[-1]
        if self.open > 0.0 and isinstance(step, Collision):
            mover = s.units[step.mover]
            evaluator = evaluator_for(s, mover, self.style)
            if not isinstance(evaluator, NetworkEvaluator) or mover.side != self.side:
                return False
            self.won += self.open * evaluator.chance_after_collision(s.units[step.others[0]])
            self.open = 0.0
        return self.open == 0.0

    def add_shot(self, s: Skirmish, shooter: Unit, target: Unit, dice: i64) -> None:
        """Add the expected results of a shot."""
        effect = shot_effect(s, shooter, target, dice)
        hits_us = target.side == self.side
        if is_last_chariot(s, target):
            self.won += 0.0 if hits_us else self.open * effect.removal_chance
            self.open *= 1.0 - effect.removal_chance
            removal = 0.0
        else:
            removal = effect.removal_chance * self.removal_value(s, shooter, target)
        damage = self.damage_value(s, shooter, target, effect)
        self.gain += -(removal + damage) if hits_us else removal + damage

    def damage_value(self, s: Skirmish, shooter: Unit, target: Unit, effect: ShotEffect) -> float:
        """Return the value of the expected damage to the side that inflicts it."""
        if s.rules.scenario.ending == BY_POINTS and target.side != self.side:
            points_per_hit = point_value(s) if shooter.seat == self.seat else 0.0
            return FUNERAL_PER_DAMAGE * (effect.temporary + effect.permanent) + points_per_hit * effect.permanent
        weights = weights_of(s)
        per_permanent = (weights.team + weights.driver + weights.warrior) / 3
        return (weights.temporary * effect.temporary + per_permanent * effect.permanent) * (1.0 - effect.removal_chance)

    def removal_value(self, s: Skirmish, shooter: Unit, target: Unit) -> float:
        """Return the value of removing a unit."""
        if s.rules.scenario.ending == BY_POINTS:
            if target.side == self.side:
                return 2.0 * FUNERAL_BASE
            return FUNERAL_PER_ENEMY + (KILL_POINTS * point_value(s) if shooter.seat == self.seat else 0.0)
        weights = weights_of(s)
        unit_value = weights.runners if s.is_runners(target) else weights.chariot
        return float(max(unit_value - damage_cost(target, weights), 0))

    def value(self, s: Skirmish) -> int:
        """Return the seat's chance to win, in thousandths."""
        return round(1000 * self.won + self.open * logistic(self.score(s) + round(self.gain)))

    def score(self, s: Skirmish) -> int:
        """Return the log odds of the seat's victory, in thousandths, without the damage that was added up."""
        unit = s.units[self.unit]
        if unit.status == FIGHTING and unit.seat == self.seat:
            evaluator = evaluator_for(s, unit, self.style)
            if isinstance(evaluator, NetworkEvaluator):
                return round(1000 * log_odds(evaluator.chance()))
        return win_score(s, self.seat)


def log_odds(chance: float) -> float:
    """Return the logarithm of the odds of a chance."""
    clamped = min(max(chance, MIN_CHANCE), 1.0 - MIN_CHANCE)
    return log(clamped / (1.0 - clamped))


def point_value(s: Skirmish) -> float:
    """Return the value of a point in the funeral games; it grows with the turns played."""
    return FUNERAL_PER_POINT * int(s.turn) / (int(s.rules.options.limit) or 15)


def is_last_chariot(s: Skirmish, unit: Unit) -> bool:
    """Return whether removing this chariot ends the battle (WW-P8)."""
    if s.rules.scenario.ending == BY_POINTS or s.is_runners(unit):
        return False
    return not any(other.side == unit.side and other.id != unit.id and other.status == FIGHTING for other in s.units)
