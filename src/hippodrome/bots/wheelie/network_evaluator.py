"""Evaluation of positions by a trained network: the chance to win from there.

The network (network_weights.py) scores every unit as the battle stands at the end of an activation.
"""

from __future__ import annotations

from typing import Final

from hippodrome.bots.wheelie.features import BattleModel, points_of
from hippodrome.bots.wheelie.network import Network
from hippodrome.bots.wheelie.network_weights import BATTLE, DUEL, FUNERAL
from hippodrome.bots.wheelie.position_evaluator import HeuristicEvaluator
from hippodrome.bots.wheelie.shot_outcomes import damage_outcomes, hold_chance
from hippodrome.bots.wheelie.style import Style
from hippodrome.games.wheelie.combat import FATAL_CRITICALS
from hippodrome.games.wheelie.die_uses import AIM, END, RELOAD
from hippodrome.games.wheelie.evaluation import is_duel
from hippodrome.games.wheelie.scenarios import BY_POINTS, BY_PREY
from hippodrome.games.wheelie.state import BAD_KIT, BROKEN, DESTROYED, FIGHTING, NO_ID, Skirmish, Unit
from hippodrome.kit.actions import Action
from hippodrome.kit.geometry.plane.boxes import Box

WIN_VALUE: Final = 2000.0  # points for a certain win
MAX_DICE: Final = 16
MIN_OUTCOME_CHANCE: Final = 0.004  # less likely results of a shot are ignored
SURVIVAL_CHANCE: Final = 1 / 6  # in a collision (WW-CC1)
DESTRUCTION_CHANCE: Final = 1.0 - SURVIVAL_CHANCE
PATIENT_TURNS: Final = 2  # turns without an attack before keeping away has a cost
CONVERSION_COST: Final = 0.002  # chance lost with a die that could have been something else

_BATTLE_NETWORK: Final = Network(BATTLE)
_DUEL_NETWORK: Final = Network(DUEL)
_FUNERAL_NETWORK: Final = Network(FUNERAL)


def evaluator_for(s: Skirmish, unit: Unit, style: Style) -> HeuristicEvaluator:
    """Return the evaluator for a unit: the network if the style uses it and it was trained for such battles."""
    evaluator = trained_evaluator(s, unit, style)
    return HeuristicEvaluator(s, unit, style) if evaluator is None else evaluator


def trained_evaluator(s: Skirmish, unit: Unit, style: Style) -> NetworkEvaluator | None:
    """Return the network evaluator for a unit; None if the style does not use it or it was not trained for that."""
    return NetworkEvaluator(s, unit, style) if style.use_network and is_trained_for(s, unit) else None


def is_trained_for(s: Skirmish, unit: Unit) -> bool:
    """Return whether a network was trained for such a unit: a chariot with an enemy left, and not in a hunt."""
    if s.rules.scenario.ending == BY_PREY or unit.status != FIGHTING or s.is_runners(unit):
        return False
    return any(other.status == FIGHTING and other.side != unit.side for other in s.units)


def network_for(s: Skirmish) -> Network:
    """Return the network trained on battles of this kind."""
    if s.rules.scenario.ending == BY_POINTS:
        return _FUNERAL_NETWORK
    return _DUEL_NETWORK if is_duel(s) else _BATTLE_NETWORK


def final_share(s: Skirmish, units: list[Unit], side: int) -> float:
    """Return a side's share of the victory if the battle is over with these units, else -1 (WW-P8, WW-Q61)."""
    with_chariots = {int(unit.side) for unit in units if not s.is_runners(unit)}
    sides_left = {
        int(unit.side)
        for unit in units
        if unit.status == FIGHTING and not (s.is_runners(unit) and unit.side in with_chariots)
    }
    if len(sides_left) > 1:
        return -1.0
    if s.rules.scenario.ending == BY_POINTS:
        best = max([points_of(unit) for unit in units])
        sides_left = {int(unit.side) for unit in units if points_of(unit) == best}
    elif not sides_left:
        sides_left = {int(unit.side) for unit in units}
    return 1.0 / len(sides_left) if side in sides_left else 0.0


class NetworkEvaluator(HeuristicEvaluator):
    """Evaluates positions by the chance to win the battle; a certain win has `WIN_VALUE` points."""

    def __init__(self, s: Skirmish, unit: Unit, style: Style) -> None:
        super().__init__(s, unit, style)
        self.held_aim_percent = 0  # the network already accounts for a held aim
        self.model = BattleModel(self.estimator, unit, network_for(s))
        self.current_chance = self.model.chance(s.units)
        self.shot_gains: dict[int, int] = {}  # by target and dice
        self.wild_die_gain = -1  # not computed yet
        self.unloaded_loss = -1

    def chance(self) -> float:
        """Return the chance to win if the unit stays where it is."""
        return self.current_chance

    # ---------------------------------------------------------------- positions

    def evaluate(self, box: Box, shots: int) -> tuple[int, int]:
        """Return the value of one shot from a position (0 without shots) and the value of the position otherwise."""
        chance, dice = self.model.chance_at(box)
        shot_value = 0
        if shots:
            for target, count in enumerate(dice):
                shot_value = max(shot_value, self.shot_gain(self.s.units[target], count))
            shot_value = max(shot_value - self.unloaded_cost(shots) // shots, 0)
        return shot_value, round(WIN_VALUE * chance) - self.quiet_cost(box)

    def quiet_cost(self, box: Box) -> int:
        """Return the cost of keeping away after some turns without an attack; the network might wait for ever."""
        return self.distance_cost(box) if self.s.quiet > PATIENT_TURNS else 0

    # ---------------------------------------------------------------- shots

    def shot_value(self, target: Unit, dice: int) -> int:
        """Return how much a shot raises the chance to win, in points."""
        return self.shot_gain(target, dice)

    def shot_gain(self, target: Unit, dice: int) -> int:
        """Return how much a shot raises the chance to win, in points, from a cache."""
        if dice <= 0 or target.status != FIGHTING:
            return 0
        dice = min(dice, MAX_DICE)
        key = int(target.id) * (MAX_DICE + 1) + dice
        if key not in self.shot_gains:
            self.shot_gains[key] = round(WIN_VALUE * self.expected_gain(target, dice))
        return self.shot_gains[key]

    def expected_gain(self, target: Unit, dice: int) -> float:
        """Return how much a shot raises the chance to win, averaged over its likely results."""
        gain = 0.0
        defence = int(self.s.kind(target).defence)
        for temporary, permanent, chance in damage_outcomes(dice, defence, self.unit.trait == BAD_KIT):
            if (temporary or permanent) and chance >= MIN_OUTCOME_CHANCE:
                gain += chance * max(self.chance_after_damage(target, temporary, permanent) - self.current_chance, 0.0)
        return gain

    def chance_after_damage(self, target: Unit, temporary: int, permanent: int) -> float:
        """Return the chance to win after a target takes this much more damage, with its morale tests."""
        damaged, shooter = target.clone(), self.unit.clone()
        damaged.temporary += temporary
        damaged.permanent += permanent
        damaged.criticals += permanent
        shooter.inflicted += permanent
        if damaged.criticals >= FATAL_CRITICALS or damaged.pool() <= 0:
            damaged.status = DESTROYED
            shooter.kills += 1
            return self.chance_with(shooter, damaged)
        holds = hold_chance(int(target.permanent), permanent) if self.s.rules.options.morale else 1.0
        chance = holds * self.chance_with(shooter, damaged)
        if holds < 1.0:
            damaged.status = BROKEN
            chance += (1.0 - holds) * self.chance_with(shooter, damaged)
        return chance

    def chance_after_collision(self, other: Unit) -> float:
        """Return the chance to win after the unit collides with another; each survives with a double (WW-CC1)."""
        own_wreck, enemy_wreck = self.unit.clone(), other.clone()
        own_wreck.status = enemy_wreck.status = DESTROYED
        survivor, enemy_survivor = self.unit.clone(), other.clone()
        if other.side != self.unit.side:
            survivor.kills += 1
            enemy_survivor.kills += 1
        chance = (
            DESTRUCTION_CHANCE * DESTRUCTION_CHANCE * self.chance_with(own_wreck, enemy_wreck)
            + SURVIVAL_CHANCE * SURVIVAL_CHANCE * self.current_chance
        )
        return chance + SURVIVAL_CHANCE * DESTRUCTION_CHANCE * (
            self.chance_with(survivor, enemy_wreck) + self.chance_with(own_wreck, enemy_survivor)
        )

    def chance_with(self, unit: Unit, other: Unit | None) -> float:
        """Return the chance to win with changed versions of the unit and, if given, of another one."""
        units = self.s.units.copy()
        units[unit.id] = unit
        if other is not None:
            units[other.id] = other
            share = final_share(self.s, units, int(self.unit.side))
            if share >= 0.0:
                return share
        return self.model.chance(units)

    def unloaded_cost(self, shots: int) -> int:
        """Return the cost of being unloaded after this many shots; 0 if there is a Reload die for each of them."""
        if not self.unit.loaded or self.s.act.dice.count(RELOAD) >= shots:
            return 0
        if self.unloaded_loss < 0:
            unloaded = self.unit.clone()
            unloaded.loaded = False
            self.unloaded_loss = max(round(WIN_VALUE * (self.current_chance - self.chance_with(unloaded, None))), 0)
        return self.unloaded_loss

    # ---------------------------------------------------------------- preparing for the next turn

    def wild_die_value(self) -> int:
        """Return how much a wild die that heals or is banked raises the chance to win, in points."""
        if self.wild_die_gain < 0:
            after = self.unit.clone()
            if after.temporary:
                after.temporary -= 1
            else:
                after.banked += 1
            self.wild_die_gain = max(round(WIN_VALUE * (self.chance_with(after, None) - self.current_chance)), 0)
        return self.wild_die_gain

    def best_preparation(self, actions: list[Action]) -> Action:
        """Return the best preparation for the next turn (aim, reload, heal or bank), or the end of the activation."""
        best_chance, best_action = self.current_chance, END
        for action in actions:
            after = self.prepared_unit(action)
            if after is not None:
                is_natural = (action.verb == "aim" and action.args[0] == AIM) or (
                    action.verb == "reload" and action.args[0] == RELOAD
                )
                chance = self.model.chance_if_aimed(after) if action.verb == "aim" else self.chance_with(after, None)
                chance -= 0.0 if is_natural else CONVERSION_COST
                if chance > best_chance:
                    best_chance, best_action = chance, action
        return best_action

    def prepared_unit(self, action: Action) -> Unit | None:
        """Return the unit after it aims, reloads, heals or banks; None for any other action."""
        prepared = self.unit.clone()
        if action.verb == "aim" and self.unit.aim == NO_ID:
            prepared.aim = action.args[1]
        elif action.verb == "reload":
            prepared.loaded = True
        elif action.verb == "heal":
            prepared.temporary -= 1
        elif action.verb == "bank":
            prepared.banked += 1
        else:
            return None
        return prepared
