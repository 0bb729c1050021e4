"""A judge for duels who knows how they end: a place is as good as the chance to win from there.

A network learnt it (weights.py): it says what speaks for a chariot against the other when its activation is over.
"""

from __future__ import annotations

from math import exp
from typing import Final

from hippodrome.bots.wheelie.effects import outcomes, steadiness
from hippodrome.bots.wheelie.manner import Manner
from hippodrome.bots.wheelie.network import Network
from hippodrome.bots.wheelie.outlook import Outlook, Pair
from hippodrome.bots.wheelie.places import Judge
from hippodrome.bots.wheelie.rivals import Rival, coming
from hippodrome.bots.wheelie.weights import DUEL
from hippodrome.games.wheelie.combat import FATAL
from hippodrome.games.wheelie.conversions import AIM, END, RELOAD
from hippodrome.games.wheelie.state import BAD_KIT, NOBODY, PLAY, Skirmish, Unit
from hippodrome.games.wheelie.worth import is_duel
from hippodrome.kit.actions import Action
from hippodrome.kit.ground.plane.boxes import Box

SCALE: Final = 2000.0  # a certain win is worth as much as so much harm
MOST_DICE: Final = 16
OWN_AIM: Final = 10  # the input of a sight that tells of it
PATIENCE: Final = 2  # turns without a shot
CONVERTED: Final = 0.002  # what it costs to use up a die that might be something else

_LEARNT: Final = Network(DUEL)


def judge_of(s: Skirmish, unit: Unit, manner: Manner) -> Judge:
    """Who judges for a unit: in a duel of chariots a seer, if the manner wants one and the other fights on."""
    if manner.sees and is_duel(s):
        other = s.units[1 - int(unit.id)]
        if other.status == PLAY and not s.is_runners(unit) and not s.is_runners(other):
            return Seer(s, unit, manner)
    return Judge(s, unit, manner)


def logistic(score: float) -> float:
    """The chance that belongs to the logarithm of odds."""
    return 1.0 / (1.0 + exp(-score))


class Seer(Judge):
    """Judges places by the chance to win the duel."""

    def __init__(self, s: Skirmish, unit: Unit, manner: Manner) -> None:
        super().__init__(s, unit, manner)
        self.held = 0  # that is seen
        self.rival: Rival = self.rivals[0]
        self.pair = Pair(self, self.rival)
        self.outlook = self.outlook_of(unit, self.rival.unit)
        self.score = self.outlook.score(self.pair.sight(self.box))  # where the unit stands
        self.gains: dict[int, int] = {}  # by the dice of a shot

    def outlook_of(self, unit: Unit, rival: Unit) -> Outlook:
        """What is expected of the two, as their sheets are."""
        return Outlook(_LEARNT, unit, rival, coming(self.s, rival, unit) / 100.0)

    # ---------------------------------------------------------------- places

    def worth(self, box: Box, shots: int) -> tuple[int, int]:
        """What a shot from a place is worth if one can be made, and what all else about it is."""
        sight = self.pair.sight(box)
        attack = self.gain(sight.dice) if shots else 0
        return attack, round(SCALE * logistic(self.outlook.score(sight))) - self.impatience(box)

    def impatience(self, box: Box) -> int:
        """What it costs to stay far off once nobody has shot for a while: who only waits does not fight."""
        return self.distance_cost(box) if self.s.quiet > PATIENCE else 0

    def chance(self) -> float:
        """The chance to win if the unit stays where it is."""
        return logistic(self.score)

    # ---------------------------------------------------------------- shots

    def shot_worth(self, target: Unit, dice: int) -> int:
        """By how much a shot raises the chance to win."""
        return self.gain(dice)

    def gain(self, dice: int) -> int:
        """The same; it is reckoned once for so many dice."""
        if dice <= 0:
            return 0
        dice = min(dice, MOST_DICE)
        if dice not in self.gains:
            self.gains[dice] = round(SCALE * self.expected(dice))
        return self.gains[dice]

    def expected(self, dice: int) -> float:
        """The same by all that may come of the dice."""
        now, found = self.chance(), 0.0
        for temporary, permanent, likelihood in outcomes(dice, self.rival.defence, self.unit.trait == BAD_KIT):
            if temporary or permanent:
                found += likelihood * max(self.after(temporary, permanent) - now, 0.0)
        return found

    def after(self, temporary: int, permanent: int) -> float:
        """The chance to win once the rival has so much more damage: lost, destroyed or broken is the end."""
        target = self.rival.unit
        if target.criticals + permanent >= FATAL or temporary + permanent >= target.pool():
            return 1.0
        stays = steadiness(int(target.permanent), permanent) if self.s.rules.morale else 1.0
        hurt = target.clone()
        hurt.temporary += temporary
        hurt.permanent += permanent
        hurt.criticals += permanent
        return 1.0 - stays + stays * self.as_if(self.unit, hurt)

    # ---------------------------------------------------------------- what is left to do

    def ready(self, actions: list[Action]) -> Action:
        """The best use of a die for the next turn: to aim, reload, heal or bank; else the end."""
        best, found = self.as_if(self.unit, self.rival.unit), END
        for action in actions:
            then = self.made_ready(action)
            if then is not None:
                natural = (action.verb == "aim" and action.args[0] == AIM) or (
                    action.verb == "reload" and action.args[0] == RELOAD
                )
                chance = self.as_if(then, self.rival.unit) - (0.0 if natural else CONVERTED)
                if chance > best:
                    best, found = chance, action
        return found

    def made_ready(self, action: Action) -> Unit | None:
        """The unit after such a use of a die; None if it is another."""
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

    def as_if(self, unit: Unit, rival: Unit) -> float:
        """The chance to win from here with other sheets."""
        sight = self.pair.sight(self.box)
        sight.inputs[OWN_AIM] = 1.0 if unit.aim == rival.id else 0.0
        return logistic(self.outlook_of(unit, rival).score(sight))
