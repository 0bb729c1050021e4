"""Looking ahead in What a Wheelie."""

from __future__ import annotations

from typing import Final

from hippodrome.bots.base import Bot
from hippodrome.bots.search.effort import Effort
from hippodrome.bots.search.guide import Guide, Plan
from hippodrome.bots.search.legs import Habit, Leg, Ram, Turn, distinct, is_elsewhere
from hippodrome.bots.search.reckoning import Reckoner
from hippodrome.bots.wheelie import SeeingDriver, WheelieDriver, is_prey
from hippodrome.bots.wheelie.driving import best_leg, shots_left, turn_drive
from hippodrome.bots.wheelie.manner import GLANCING, KEEN, QUICK, Manner
from hippodrome.bots.wheelie.ramming import ram, victim
from hippodrome.bots.wheelie.seer import Seer, judge_of
from hippodrome.bots.wheelie.sketch import Sketch
from hippodrome.bots.wheelie.ways import COARSE, LEAST, TURNS, Explorer, Way, leg_cap
from hippodrome.games.wheelie.movement import NextLeg, TurnDrive, mover
from hippodrome.games.wheelie.scenarios import BY_POINTS
from hippodrome.games.wheelie.sequence import SpendDie
from hippodrome.games.wheelie.state import Skirmish
from hippodrome.games.wheelie.worth import is_duel, side_of
from hippodrome.kit import agenda
from hippodrome.kit.actions import Action
from hippodrome.kit.game import Game
from hippodrome.kit.state import State

NEAR: Final = 16_000  # whom a chariot may run into in one activation
LOST: Final = 150  # thousandths of a chance to win, below which a veteran thinks of a collision
BEHIND: Final = 300  # and a champion
WAYS: Final = 3  # ends of a leg or turn that a champion weighs


class WheelieGuide(Guide):
    """Whether to ram, and where a leg or a turn is to end.

    In imagined worlds a quick program plays on, to the end of some activations, and shots are reckoned.
    """

    def __init__(self, driver: WheelieDriver, quick: Manner, ahead: int, desperate: int, ways: int) -> None:
        super().__init__(ahead, Effort(8, 0.5), Effort(8, 1.5))
        self.driver = driver
        self.quick = quick
        self.desperate = desperate  # thousandths of a chance to win, below which he may ram
        self.ways = ways  # so many ends of a leg or turn are weighed; none if he drives as he is used to

    def deeper(self) -> Guide:
        """A champion has a seer for duels, who judges at the end of the activation, and rams sooner."""
        return WheelieGuide(SeeingDriver(0), GLANCING, 1, BEHIND, WAYS)

    def imagine(self, game: Game, state: State, seat: int, seed: bytes) -> State:
        """A world in which each has his own luck, whatever the others do, and shots are reckoned."""
        world = super().imagine(game, state, seat, seed)
        assert isinstance(world, Skirmish)
        dice = Reckoner(seed, world, seat, side_of(world, seat), self.driver.manner_in(world))
        dice.thrown = state.dice.thrown
        world.dice = dice
        return world

    def value(self, game: Game, world: State, seat: int) -> int:
        """How likely the seat is to win, with what the shots may have done."""
        assert isinstance(world, Skirmish)
        dice = world.dice
        assert isinstance(dice, Reckoner)
        dice.world = None
        if world.over:
            return round(1000 * dice.won + dice.open * game.value(world, seat))
        return dice.value(world)

    def plain(self, seed: int) -> Bot:
        """The plain program, in a better manner."""
        return self.driver.again(seed)

    def player(self, seed: int) -> Bot:
        """A quick one."""
        return Sketch(self.quick)

    def candidates(self, game: Game, state: State, seat: int, usual: Action) -> list[Action]:
        """Where there is nothing to plan, the usual answer."""
        return [usual]

    # ---------------------------------------------------------------- plans

    def plans(self, game: Game, state: State, seat: int, base: Plan | None) -> list[Plan]:
        """Where a leg or a Turn Manoeuvre is to end, the usual end first; and to ram, if it is time for that.

        None in funeral games: with so many rivals a look ahead at one activation misleads.
        """
        assert isinstance(state, Skirmish)
        if state.turn == 0 or is_prey(state, seat) or state.rules.battle.ending == BY_POINTS:
            return []
        rams = self.is_ramming_worthwhile(game, state, seat)
        step = state.agenda[-1]
        found: list[Plan] = []
        if isinstance(step, SpendDie):
            found = [Habit(state, self.driver.choose(game, state, seat))] if rams else []
        elif not self.ways and not rams:
            return []
        elif isinstance(step, NextLeg) and not state.act.bolts:
            found = self.leg_plans(state)
        elif isinstance(step, TurnDrive) and step.bounds(state)[0] == 0:
            found = self.turn_plans(state, int(step.bounds(state)[1]))
        if found and rams:
            found.append(Ram(state, None))
        return found

    def explorer(self, s: Skirmish) -> Explorer:
        """Who looks for ways."""
        return Explorer(judge_of(s, mover(s), self.driver.manner_in(s)))

    def leg_plans(self, s: Skirmish) -> list[Plan]:
        """The leg of the plain program, others that look good, and none."""
        explorer = self.explorer(s)
        shots = shots_left(s, explorer.unit, False)
        usual = best_leg(s, explorer)
        cap = leg_cap(explorer, max(s.act.move))
        ways = explorer.judged(explorer.legs(explorer.judge.box, cap, LEAST, COARSE), shots)
        found: list[Plan] = [Leg(s, usual)]
        if usual is not None and self.ways:
            found.append(Leg(s, None))
        for way in distinct(ways, shots, self.ways):
            if usual is None or is_elsewhere(way, usual):
                found.append(Leg(s, way))
        return found

    def turn_plans(self, s: Skirmish, high: int) -> list[Plan]:
        """The turn of the plain program, others that look good, and none."""
        explorer = self.explorer(s)
        shots = shots_left(s, explorer.unit, False)
        first = turn_drive(s, explorer, high)
        ways = explorer.judged(explorer.turns(explorer.judge.box, high, TURNS), shots)
        stays = Way(0, 0, explorer.judge.box)
        usual = ways[0] if first == high and ways else stays
        found: list[Plan] = [Turn(s, usual)]
        if usual is not stays and self.ways:
            found.append(Turn(s, stays))
        for way in distinct(ways, shots, self.ways):
            if is_elsewhere(way, usual):
                found.append(Turn(s, way))
        return found

    # ---------------------------------------------------------------- ramming

    def is_ramming_worthwhile(self, game: Game, s: Skirmish, seat: int) -> bool:
        """Whether an enemy is near, and a duel stands so badly that a collision may be a way out.

        With friends or others about it is none: they have a chariot more then, or he has one less.
        """
        if not is_duel(s):
            return False
        unit = mover(s)
        target = victim(s, unit)
        if target is None or s.is_runners(unit) or s.box(unit).gap_floor(s.box(target)) > NEAR:
            return False
        judge = judge_of(s, unit, self.driver.manner_in(s))
        chance = round(1000 * judge.chance()) if isinstance(judge, Seer) else game.value(s, seat)
        if chance >= self.desperate:
            return False
        action = ram(s, agenda.proposals(s))
        return action is not None and action.verb != "end"


def wheelie_guide() -> WheelieGuide:
    """That of a veteran: he drives keenly, and rams when he has as good as lost."""
    return WheelieGuide(WheelieDriver(0, KEEN), QUICK, 2, LOST, 0)
