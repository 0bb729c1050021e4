"""A judge who knows how battles end: a place is as good as the chance to win from there.

A network learnt it (weights.py): it says what speaks for each chariot when an activation is over.
"""

from __future__ import annotations

from typing import Final

from hippodrome.bots.wheelie.features import BattleModel, points_of
from hippodrome.bots.wheelie.network import Network
from hippodrome.bots.wheelie.network_weights import BATTLE, DUEL, FUNERAL
from hippodrome.bots.wheelie.position_evaluator import HeuristicEvaluator
from hippodrome.bots.wheelie.shot_outcomes import damage_outcomes, hold_chance
from hippodrome.bots.wheelie.style import Style
from hippodrome.games.wheelie.combat import FATAL
from hippodrome.games.wheelie.conversions import AIM, END, RELOAD
from hippodrome.games.wheelie.evaluation import is_duel
from hippodrome.games.wheelie.scenarios import BY_POINTS, BY_PREY
from hippodrome.games.wheelie.state import BAD_KIT, BROKEN, DESTROYED, NOBODY, PLAY, Skirmish, Unit
from hippodrome.kit.actions import Action
from hippodrome.kit.geometry.plane.boxes import Box

WIN_VALUE: Final = 2000.0  # a certain win is worth as much as so much harm
MAX_DICE: Final = 16
MIN_OUTCOME_CHANCE: Final = 0.004  # what is less likely of a shot is not looked at
SURVIVAL_CHANCE: Final = 1 / 6  # how likely a chariot survives a collision
DESTRUCTION_CHANCE: Final = 1.0 - SURVIVAL_CHANCE
PATIENT_TURNS: Final = 2  # turns without a shot
CONVERSION_COST: Final = 0.002  # what it costs to use up a die that might be something else

_BATTLE_NETWORK: Final = Network(BATTLE)
_DUEL_NETWORK: Final = Network(DUEL)
_FUNERAL_NETWORK: Final = Network(FUNERAL)


def evaluator_for(s: Skirmish, unit: Unit, manner: Style) -> HeuristicEvaluator:
    """Who judges for a unit: a seer, if the manner wants one and knows such battles."""
    return NetworkEvaluator(s, unit, manner) if manner.use_network and is_trained_for(s, unit) else HeuristicEvaluator(s, unit, manner)


def is_trained_for(s: Skirmish, unit: Unit) -> bool:
    """Return whether a seer has seen battles of this kind: he acts with a chariot, an enemy fights, and it is no
    hunt.
    """
    if s.rules.battle.ending == BY_PREY or unit.status != PLAY or s.is_runners(unit):
        return False
    return any(other.status == PLAY and other.side != unit.side for other in s.units)


def network_for(s: Skirmish) -> Network:
    """What was learnt from battles of this kind."""
    if s.rules.battle.ending == BY_POINTS:
        return _FUNERAL_NETWORK
    return _DUEL_NETWORK if is_duel(s) else _BATTLE_NETWORK


def final_share(s: Skirmish, units: list[Unit], side: int) -> float:
    """What a side has of a battle that is over with these sheets; less than nothing if it goes on (WW-P8, WW-Q61)."""
    with_chariots = {int(unit.side) for unit in units if not s.is_runners(unit)}
    left = {
        int(unit.side)
        for unit in units
        if unit.status == PLAY and not (s.is_runners(unit) and unit.side in with_chariots)
    }
    if len(left) > 1:
        return -1.0
    if s.rules.battle.ending == BY_POINTS:
        best = max([points_of(unit) for unit in units])
        left = {int(unit.side) for unit in units if points_of(unit) == best}
    elif not left:
        left = {int(unit.side) for unit in units}
    return 1.0 / len(left) if side in left else 0.0


class NetworkEvaluator(HeuristicEvaluator):
    """Judges places by the chance to win the battle."""

    def __init__(self, s: Skirmish, unit: Unit, manner: Style) -> None:
        super().__init__(s, unit, manner)
        self.held = 0  # that is seen
        self.model = BattleModel(self, network_for(s))
        self.current_chance = self.model.chance(s.units)
        self.shot_gains: dict[int, int] = {}  # by target and the dice of a shot
        self.wild_die_gain = -1  # not reckoned yet
        self.unloaded_loss = -1

    def chance(self) -> float:
        """Return the chance to win if the unit stays where it is."""
        return self.current_chance

    # ---------------------------------------------------------------- places

    def evaluate(self, box: Box, shots: int) -> tuple[int, int]:
        """What a shot from a place is worth if one can be made, and what all else about it is."""
        chance, dice = self.model.chance_at(box)
        attack = 0
        if shots:
            for target, count in enumerate(dice):
                attack = max(attack, self.shot_gain(self.s.units[target], count))
            attack = max(attack - self.unloaded_cost(shots) // shots, 0)
        return attack, round(WIN_VALUE * chance) - self.quiet_cost(box)

    def quiet_cost(self, box: Box) -> int:
        """What it costs to stay far off once nobody has shot for a while: who only waits does not fight."""
        return self.distance_cost(box) if self.s.quiet > PATIENT_TURNS else 0

    # ---------------------------------------------------------------- shots

    def shot_value(self, target: Unit, dice: int) -> int:
        """By how much a shot raises the chance to win."""
        return self.shot_gain(target, dice)

    def shot_gain(self, target: Unit, dice: int) -> int:
        """Return the same; it is reckoned once for so many dice."""
        if dice <= 0 or target.status != PLAY:
            return 0
        dice = min(dice, MAX_DICE)
        key = int(target.id) * (MAX_DICE + 1) + dice
        if key not in self.shot_gains:
            self.shot_gains[key] = round(WIN_VALUE * self.expected_gain(target, dice))
        return self.shot_gains[key]

    def expected_gain(self, target: Unit, dice: int) -> float:
        """Return the same by all that may come of the dice."""
        found = 0.0
        defence = int(self.s.kind(target).defence)
        for temporary, permanent, likelihood in damage_outcomes(dice, defence, self.unit.trait == BAD_KIT):
            if (temporary or permanent) and likelihood >= MIN_OUTCOME_CHANCE:
                found += likelihood * max(self.chance_after_damage(target, temporary, permanent) - self.current_chance, 0.0)
        return found

    def chance_after_damage(self, target: Unit, temporary: int, permanent: int) -> float:
        """Return the chance to win once a target has so much more damage: lost or destroyed it is gone, broken as
        good as.
        """
        hurt, proud = target.clone(), self.unit.clone()
        hurt.temporary += temporary
        hurt.permanent += permanent
        hurt.criticals += permanent
        proud.inflicted += permanent
        if hurt.criticals >= FATAL or hurt.pool() <= 0:
            hurt.status = DESTROYED
            proud.kills += 1
            return self.chance_with(proud, hurt)
        stays = hold_chance(int(target.permanent), permanent) if self.s.rules.morale else 1.0
        found = stays * self.chance_with(proud, hurt)
        if stays < 1.0:
            hurt.status = BROKEN
            found += (1.0 - stays) * self.chance_with(proud, hurt)
        return found

    def chance_after_collision(self, other: Unit) -> float:
        """Return the chance to win once the unit has run into another: each of them lives with a double (WW-CC1)."""
        gone, lost = self.unit.clone(), other.clone()
        gone.status = lost.status = DESTROYED
        winner, loser = self.unit.clone(), other.clone()
        if other.side != self.unit.side:
            winner.kills += 1
            loser.kills += 1
        found = DESTRUCTION_CHANCE * DESTRUCTION_CHANCE * self.chance_with(gone, lost) + SURVIVAL_CHANCE * SURVIVAL_CHANCE * self.current_chance
        return found + SURVIVAL_CHANCE * DESTRUCTION_CHANCE * (self.chance_with(winner, lost) + self.chance_with(gone, loser))

    def chance_with(self, unit: Unit, other: Unit | None) -> float:
        """Return the chance to win from here with other sheets of the unit and of another one."""
        units = self.s.units.copy()
        units[unit.id] = unit
        if other is not None:
            units[other.id] = other
            found = final_share(self.s, units, int(self.unit.side))
            if found >= 0.0:
                return found
        return self.model.chance(units)

    def unloaded_cost(self, shots: int) -> int:
        """What it costs to be unloaded after so many shots: nothing if dice that show a Reload follow them all."""
        if not self.unit.loaded or self.s.act.dice.count(RELOAD) >= shots:
            return 0
        if self.unloaded_loss < 0:
            empty = self.unit.clone()
            empty.loaded = False
            self.unloaded_loss = max(round(WIN_VALUE * (self.current_chance - self.chance_with(empty, None))), 0)
        return self.unloaded_loss

    # ---------------------------------------------------------------- what is left to do

    def wild_die_value(self) -> int:
        """By how much a wild die raises the chance to win that heals, or is kept for initiative."""
        if self.wild_die_gain < 0:
            then = self.unit.clone()
            if then.temporary:
                then.temporary -= 1
            else:
                then.banked += 1
            self.wild_die_gain = max(round(WIN_VALUE * (self.chance_with(then, None) - self.current_chance)), 0)
        return self.wild_die_gain

    def best_preparation(self, actions: list[Action]) -> Action:
        """Return the best use of a die for the next turn: to aim, reload, heal or bank; else the end."""
        best, found = self.current_chance, END
        for action in actions:
            then = self.prepared_unit(action)
            if then is not None:
                natural = (action.verb == "aim" and action.args[0] == AIM) or (
                    action.verb == "reload" and action.args[0] == RELOAD
                )
                chance = self.model.chance_if_aimed(then) if action.verb == "aim" else self.chance_with(then, None)
                chance -= 0.0 if natural else CONVERSION_COST
                if chance > best:
                    best, found = chance, action
        return found

    def prepared_unit(self, action: Action) -> Unit | None:
        """Return the unit after such a use of a die; None if it is another."""
        then = self.unit.clone()
        if action.verb == "aim" and self.unit.aim == NOBODY:
            then.aim = action.args[1]
        elif action.verb == "reload":
            then.loaded = True
        elif action.verb == "heal":
            then.temporary -= 1
        elif action.verb == "bank":
            then.banked += 1
        else:
            return None
        return then
