"""Rollouts that replace attacks by their expected results.

Every attack misses, so units stay undamaged; the chance that it would have ended the battle, and the expected damage,
are added up separately. A few rollouts are then as precise as many with real dice. With the network evaluator a
collision is settled in the same way, and its value becomes the value of the rollout.
"""

from __future__ import annotations

from math import log
from typing import Final

from mypy_extensions import i64

from hippodrome.bots.search.search_policy import Rollout, SearchPolicy
from hippodrome.bots.wheelie.network_evaluator import trained_evaluator
from hippodrome.bots.wheelie.shot_outcomes import ShotEffect, shot_effect
from hippodrome.bots.wheelie.style import Style
from hippodrome.games.wheelie.arcs import shot
from hippodrome.games.wheelie.collisions import Collision
from hippodrome.games.wheelie.combat import Attack
from hippodrome.games.wheelie.ending import KILL_POINTS
from hippodrome.games.wheelie.evaluation import (
    FUNERAL_BASE,
    FUNERAL_PER_DAMAGE,
    FUNERAL_PER_ENEMY,
    FUNERAL_PER_POINT,
    damage_cost,
    side_of,
    weights_of,
    win_score,
)
from hippodrome.games.wheelie.scenarios import BY_POINTS
from hippodrome.games.wheelie.state import FIGHTING, Skirmish, Unit
from hippodrome.kit import agenda
from hippodrome.kit.actions import Action
from hippodrome.kit.dice import SplitDice
from hippodrome.kit.evaluation import logistic
from hippodrome.kit.game import Game

MISS: Final = b"\x01"
NO_DOUBLE: Final = b"\x01\x02"  # WW-CC1
MIN_CHANCE: Final = 0.0001  # chances are clamped so that their log odds stay finite


class ExpectedValueRollout(Rollout):
    """A rollout in which attacks miss and their expected results are added up for one side.

    won     chance that the side's shots have ended the battle
    open    chance that no shot has ended it
    gain    value of all other damage to the side, in thousandths of log odds (see games/wheelie/evaluation.py)

    With a style that uses the network, the network evaluates the end for the unit that acted first.
    """

    __slots__ = ("battle", "dice", "gain", "open", "side", "style", "unit", "won")

    def __init__(
        self, policy: SearchPolicy, game: Game, battle: Skirmish, seat: int, dice: SplitDice, style: Style
    ) -> None:
        super().__init__(policy, game, battle, seat)
        self.battle = battle
        self.dice = dice
        self.style = style
        self.unit = int(battle.act.unit)
        self.side = side_of(battle, seat)
        self.won = 0.0
        self.open = 1.0
        self.gain = 0.0
        dice.fixed["attack"] = MISS
        battle.dice = dice

    def act(self, action: Action, seat: int) -> None:
        """Play a legal action; an attack or collision that it leads to is evaluated before it is resolved."""
        s = self.battle
        steps = agenda.answer(s, action, seat)
        step = steps[0] if steps else None
        if isinstance(step, Attack):
            shooter, target = s.units[step.shooter], s.units[step.target]
            self.add_shot(s, shooter, target, shot(s, shooter, target).dice)
        elif isinstance(step, Collision):
            self.add_collision(s, s.units[step.mover], s.units[step.others[0]])
        agenda.follow(s, steps)

    def add_collision(self, s: Skirmish, mover: Unit, other: Unit) -> None:
        """Settle a collision by its expected value, if the network can; the result of its dice is then fixed."""
        if self.open > 0.0 and mover.side == self.side:
            evaluator = trained_evaluator(s, mover, self.style)
            if evaluator is not None:
                self.won += self.open * evaluator.chance_after_collision(other)
                self.open = 0.0
        if self.open == 0.0:
            self.dice.fixed["collision"] = NO_DOUBLE

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

    def value(self) -> int:
        """Return the seat's chance to win, in thousandths, including the expected results of attacks."""
        s = self.battle
        if s.over:
            return round(1000 * self.won + self.open * self.game.analysis.value(s, self.seat))
        return round(1000 * self.won + self.open * logistic(self.score(s) + round(self.gain)))

    def score(self, s: Skirmish) -> int:
        """Return the log odds of the seat's victory, in thousandths, without the damage that was added up."""
        unit = s.units[self.unit]
        evaluator = trained_evaluator(s, unit, self.style) if unit.seat == self.seat else None
        return win_score(s, self.seat) if evaluator is None else round(1000 * log_odds(evaluator.chance()))


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
