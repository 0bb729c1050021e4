"""A judge who knows how battles end: a place is as good as the chance to win from there.

A network learnt it (weights.py): it says what speaks for each chariot when an activation is over.
"""

from __future__ import annotations

from typing import Final

from hippodrome.bots.wheelie.features import Field, score_of
from hippodrome.bots.wheelie.network import Network
from hippodrome.bots.wheelie.network_weights import BATTLE, DUEL, FUNERAL
from hippodrome.bots.wheelie.position_evaluator import Judge
from hippodrome.bots.wheelie.shot_outcomes import outcomes, steadiness
from hippodrome.bots.wheelie.style import Manner
from hippodrome.games.wheelie.combat import FATAL
from hippodrome.games.wheelie.conversions import AIM, END, RELOAD
from hippodrome.games.wheelie.evaluation import is_duel
from hippodrome.games.wheelie.scenarios import BY_POINTS, BY_PREY
from hippodrome.games.wheelie.state import BAD_KIT, BROKEN, DESTROYED, NOBODY, PLAY, Skirmish, Unit
from hippodrome.kit.actions import Action
from hippodrome.kit.geometry.plane.boxes import Box

SCALE: Final = 2000.0  # a certain win is worth as much as so much harm
MOST_DICE: Final = 16
UNLIKELY: Final = 0.004  # what is less likely of a shot is not looked at
LIVES: Final = 1 / 6  # how likely a chariot survives a collision
DIES: Final = 1.0 - LIVES
PATIENCE: Final = 2  # turns without a shot
CONVERTED: Final = 0.002  # what it costs to use up a die that might be something else

_BATTLE: Final = Network(BATTLE)
_DUEL: Final = Network(DUEL)
_FUNERAL: Final = Network(FUNERAL)


def judge_of(s: Skirmish, unit: Unit, manner: Manner) -> Judge:
    """Who judges for a unit: a seer, if the manner wants one and knows such battles."""
    return Seer(s, unit, manner) if manner.sees and is_known(s, unit) else Judge(s, unit, manner)


def is_known(s: Skirmish, unit: Unit) -> bool:
    """Return whether a seer has seen battles of this kind: he acts with a chariot, an enemy fights, and it is no
    hunt.
    """
    if s.rules.battle.ending == BY_PREY or unit.status != PLAY or s.is_runners(unit):
        return False
    return any(other.status == PLAY and other.side != unit.side for other in s.units)


def network_of(s: Skirmish) -> Network:
    """What was learnt from battles of this kind."""
    if s.rules.battle.ending == BY_POINTS:
        return _FUNERAL
    return _DUEL if is_duel(s) else _BATTLE


def settled(s: Skirmish, units: list[Unit], side: int) -> float:
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
        best = max([score_of(unit) for unit in units])
        left = {int(unit.side) for unit in units if score_of(unit) == best}
    elif not left:
        left = {int(unit.side) for unit in units}
    return 1.0 / len(left) if side in left else 0.0


class Seer(Judge):
    """Judges places by the chance to win the battle."""

    def __init__(self, s: Skirmish, unit: Unit, manner: Manner) -> None:
        super().__init__(s, unit, manner)
        self.held = 0  # that is seen
        self.field = Field(self, network_of(s))
        self.now = self.field.chance(s.units)
        self.gains: dict[int, int] = {}  # by target and the dice of a shot
        self.wild = -1  # not reckoned yet
        self.load = -1

    def chance(self) -> float:
        """Return the chance to win if the unit stays where it is."""
        return self.now

    # ---------------------------------------------------------------- places

    def worth(self, box: Box, shots: int) -> tuple[int, int]:
        """What a shot from a place is worth if one can be made, and what all else about it is."""
        chance, dice = self.field.chance_at(box)
        attack = 0
        if shots:
            for target, count in enumerate(dice):
                attack = max(attack, self.gain(self.s.units[target], count))
            attack = max(attack - self.unloading(shots) // shots, 0)
        return attack, round(SCALE * chance) - self.impatience(box)

    def impatience(self, box: Box) -> int:
        """What it costs to stay far off once nobody has shot for a while: who only waits does not fight."""
        return self.distance_cost(box) if self.s.quiet > PATIENCE else 0

    # ---------------------------------------------------------------- shots

    def shot_worth(self, target: Unit, dice: int) -> int:
        """By how much a shot raises the chance to win."""
        return self.gain(target, dice)

    def gain(self, target: Unit, dice: int) -> int:
        """Return the same; it is reckoned once for so many dice."""
        if dice <= 0 or target.status != PLAY:
            return 0
        dice = min(dice, MOST_DICE)
        key = int(target.id) * (MOST_DICE + 1) + dice
        if key not in self.gains:
            self.gains[key] = round(SCALE * self.expected(target, dice))
        return self.gains[key]

    def expected(self, target: Unit, dice: int) -> float:
        """Return the same by all that may come of the dice."""
        found = 0.0
        defence = int(self.s.kind(target).defence)
        for temporary, permanent, likelihood in outcomes(dice, defence, self.unit.trait == BAD_KIT):
            if (temporary or permanent) and likelihood >= UNLIKELY:
                found += likelihood * max(self.after(target, temporary, permanent) - self.now, 0.0)
        return found

    def after(self, target: Unit, temporary: int, permanent: int) -> float:
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
            return self.as_if(proud, hurt)
        stays = steadiness(int(target.permanent), permanent) if self.s.rules.morale else 1.0
        found = stays * self.as_if(proud, hurt)
        if stays < 1.0:
            hurt.status = BROKEN
            found += (1.0 - stays) * self.as_if(proud, hurt)
        return found

    def after_collision(self, other: Unit) -> float:
        """Return the chance to win once the unit has run into another: each of them lives with a double (WW-CC1)."""
        gone, lost = self.unit.clone(), other.clone()
        gone.status = lost.status = DESTROYED
        winner, loser = self.unit.clone(), other.clone()
        if other.side != self.unit.side:
            winner.kills += 1
            loser.kills += 1
        found = DIES * DIES * self.as_if(gone, lost) + LIVES * LIVES * self.now
        return found + LIVES * DIES * (self.as_if(winner, lost) + self.as_if(gone, loser))

    def as_if(self, unit: Unit, other: Unit | None) -> float:
        """Return the chance to win from here with other sheets of the unit and of another one."""
        units = self.s.units.copy()
        units[unit.id] = unit
        if other is not None:
            units[other.id] = other
            found = settled(self.s, units, int(self.unit.side))
            if found >= 0.0:
                return found
        return self.field.chance(units)

    def unloading(self, shots: int) -> int:
        """What it costs to be unloaded after so many shots: nothing if dice that show a Reload follow them all."""
        if not self.unit.loaded or self.s.act.dice.count(RELOAD) >= shots:
            return 0
        if self.load < 0:
            empty = self.unit.clone()
            empty.loaded = False
            self.load = max(round(SCALE * (self.now - self.as_if(empty, None))), 0)
        return self.load

    # ---------------------------------------------------------------- what is left to do

    def wild_worth(self) -> int:
        """By how much a wild die raises the chance to win that heals, or is kept for initiative."""
        if self.wild < 0:
            then = self.unit.clone()
            if then.temporary:
                then.temporary -= 1
            else:
                then.banked += 1
            self.wild = max(round(SCALE * (self.as_if(then, None) - self.now)), 0)
        return self.wild

    def ready(self, actions: list[Action]) -> Action:
        """Return the best use of a die for the next turn: to aim, reload, heal or bank; else the end."""
        best, found = self.now, END
        for action in actions:
            then = self.made_ready(action)
            if then is not None:
                natural = (action.verb == "aim" and action.args[0] == AIM) or (
                    action.verb == "reload" and action.args[0] == RELOAD
                )
                chance = self.field.aimed(then) if action.verb == "aim" else self.as_if(then, None)
                chance -= 0.0 if natural else CONVERTED
                if chance > best:
                    best, found = chance, action
        return found

    def made_ready(self, action: Action) -> Unit | None:
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
