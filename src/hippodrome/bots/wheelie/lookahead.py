"""Looking ahead in What a Wheelie: whom to run into, and when."""

from __future__ import annotations

from typing import Final

from hippodrome.bots.base import Bot
from hippodrome.bots.search.budget import SearchBudget
from hippodrome.bots.search.search_policy import Plan, SearchPolicy
from hippodrome.bots.wheelie import SeeingDriver, WheelieDriver, is_prey
from hippodrome.bots.wheelie.driving import best_leg, shots_left, turn_drive
from hippodrome.bots.wheelie.expected_damage import Reckoner
from hippodrome.bots.wheelie.network_evaluator import Seer, judge_of
from hippodrome.bots.wheelie.path_candidates import TURNS, Explorer, Way
from hippodrome.bots.wheelie.plans import Charge, Habit, Leg, Ram, Turn
from hippodrome.bots.wheelie.ramming import ram, victims
from hippodrome.bots.wheelie.rollout_bot import Sketch
from hippodrome.bots.wheelie.style import GLANCING, QUICK, WARY, Manner
from hippodrome.games.wheelie.evaluation import is_duel, side_of
from hippodrome.games.wheelie.movement import NextLeg, TurnDrive, mover
from hippodrome.games.wheelie.sequence import SpendDie
from hippodrome.games.wheelie.state import Skirmish, Unit
from hippodrome.kit import agenda
from hippodrome.kit.actions import Action
from hippodrome.kit.game import Game
from hippodrome.kit.state import State

NEAR: Final = 16_000  # whom a chariot may run into in one activation
LOST: Final = 150  # thousandths of a chance to win a duel, below which a veteran thinks of a collision
GAIN: Final = 0.02  # by so much a collision must raise a champion's chance to win
WORLDS: Final = 24
BEFORE: Final = ("shoot", "aim", "heal")  # what a champion does before he rams


class WheelieGuide(SearchPolicy):
    """Whether to ram, instead of driving as usual.

    In imagined worlds a quick program plays on, to the end of some activations, and shots are reckoned; with a seer to
    judge, collisions too. Where to drive to is left to rules of thumb and the seer: weighing several ends of each leg
    in imagined worlds takes nine times as long and wins no more.
    """

    def __init__(self, driver: WheelieDriver, quick: Manner, ahead: int) -> None:
        super().__init__(ahead, SearchBudget(8, 0.5), SearchBudget(WORLDS, 1.0))
        self.driver = driver
        self.quick = quick  # of who plays on in imagined worlds and judges them

    def for_champion(self) -> SearchPolicy:
        """Return a champion has a seer, who judges at the end of the activation, and rams wherever that pays."""
        return WheelieGuide(SeeingDriver(0), GLANCING, 1)

    def imagine(self, game: Game, state: State, seat: int, seed: bytes) -> State:
        """Return a world in which each has his own luck, whatever the others do, and shots are reckoned."""
        world = super().imagine(game, state, seat, seed)
        assert isinstance(world, Skirmish)
        dice = Reckoner(seed, world, seat, side_of(world, seat), self.quick)
        dice.rolled = state.dice.rolled
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

    def baseline(self, seed: int) -> Bot:
        """Return the plain program, in a better manner."""
        return self.driver.again(seed)

    def rollout_bot(self, seed: int) -> Bot:
        """Return a quick one."""
        return Sketch(self.quick)

    def candidates(self, game: Game, state: State, seat: int, usual: Action) -> list[Action]:
        """Where there is nothing to plan, the usual answer."""
        return [usual]

    # ---------------------------------------------------------------- plans

    def plans(self, game: Game, state: State, seat: int, base: Plan | None) -> list[Plan]:
        """To go on as usual, and to run into somebody; none where nobody is worth it."""
        assert isinstance(state, Skirmish)
        if state.turn == 0 or is_prey(state, seat):
            return []
        targets = self.targets(game, state, seat)
        usual = self.usual(game, state, seat) if targets else None
        if usual is None:
            return []
        if not self.quick.sees:
            return [usual, *[Ram(state, target) for target in targets]]
        verbs = moves_of(state)
        return [usual, *[Charge(state, target, verb) for target in targets for verb in verbs]]

    def usual(self, game: Game, s: Skirmish, seat: int) -> Plan | None:
        """What the plain program would do with a die, in a leg or in a Turn; None where that is not to be weighed."""
        step = s.agenda[-1]
        if isinstance(step, SpendDie):
            action = self.driver.choose(game, s, seat)
            return None if self.quick.sees and action.verb in BEFORE else Habit(s, action)
        explorer = Explorer(judge_of(s, mover(s), self.driver.manner_in(s)))
        if isinstance(step, NextLeg):
            return None if s.act.bolts else Leg(s, best_leg(s, explorer))
        assert isinstance(step, TurnDrive)
        low, high = step.bounds(s)
        return None if low else Turn(s, usual_turn(s, explorer, int(high)))

    # ---------------------------------------------------------------- ramming

    def targets(self, game: Game, s: Skirmish, seat: int) -> list[Unit]:
        """Whom the unit that acts might run into so that it pays.

        For a champion it does if the battle stands better for him afterwards, as for a chariot that is badly hurt and
        takes a sound one with it. A veteran thinks of it when he has as good as lost a duel.
        """
        unit = mover(s)
        if s.is_runners(unit) or not isinstance(s.agenda[-1], (SpendDie, NextLeg, TurnDrive)):
            return []
        found = victims(s, unit, NEAR)
        if not found or not can_charge(s):
            return []
        judge = judge_of(s, unit, self.quick)
        if isinstance(judge, Seer):
            least = judge.chance() + GAIN
            return [target for target in found if judge.after_collision(target) > least]
        return found if is_duel(s) and game.value(s, seat) < LOST else []


def can_charge(s: Skirmish) -> bool:
    """Return whether there is anything to do that brings a unit nearer to another."""
    action = ram(s, agenda.proposals(s))
    return action is not None and action.verb != "end"


def moves_of(s: Skirmish) -> list[str]:
    """Return the kinds of moves with which a unit may begin; if it is in one already, that one, which needs no name."""
    if not isinstance(s.agenda[-1], SpendDie):
        return [""]
    verbs = {action.verb for action in agenda.proposals(s)}
    return [verb for verb in ("advance", "turn") if verb in verbs]


def usual_turn(s: Skirmish, explorer: Explorer, high: int) -> Way:
    """Return the Turn Manoeuvre of the plain program, or to stay."""
    stays = Way(0, 0, explorer.judge.box)
    if turn_drive(s, explorer, high) != high:
        return stays
    ways = explorer.judged(explorer.turns(stays.box, high, TURNS), shots_left(s, explorer.unit, False))
    return ways[0] if ways else stays


def wheelie_guide() -> WheelieGuide:
    """That of a veteran: he thinks of the next turn, is a little wary, and rams when he has as good as lost."""
    return WheelieGuide(WheelieDriver(0, WARY), QUICK, 2)
