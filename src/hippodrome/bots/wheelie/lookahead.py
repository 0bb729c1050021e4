"""Looking ahead in What a Wheelie: whom to run into, and when."""

from __future__ import annotations

from typing import Final

from hippodrome.bots.base import Bot
from hippodrome.bots.search.budget import SearchBudget
from hippodrome.bots.search.search_policy import Plan, SearchPolicy
from hippodrome.bots.wheelie import NetworkDriver, WheelieDriver, is_prey
from hippodrome.bots.wheelie.driving import best_leg, shots_left, turn_drive_distance
from hippodrome.bots.wheelie.expected_damage import ExpectedValueDice
from hippodrome.bots.wheelie.network_evaluator import NetworkEvaluator, evaluator_for
from hippodrome.bots.wheelie.path_candidates import TURN_ANGLES, PathSampler, Path
from hippodrome.bots.wheelie.plans import ChargePlan, DefaultAction, LegPlan, RamPlan, TurnPlan
from hippodrome.bots.wheelie.ramming import ram_action, enemy_chariots_within
from hippodrome.bots.wheelie.rollout_bot import RolloutBot
from hippodrome.bots.wheelie.style import QUICK_NETWORK, QUICK, WARY, Style
from hippodrome.games.wheelie.evaluation import is_duel, side_of
from hippodrome.games.wheelie.movement import NextLeg, TurnDrive, mover
from hippodrome.games.wheelie.sequence import SpendDie
from hippodrome.games.wheelie.state import Skirmish, Unit
from hippodrome.kit import agenda
from hippodrome.kit.actions import Action
from hippodrome.kit.game import Game
from hippodrome.kit.state import State

RAM_REACH_MI: Final = 16_000  # whom a chariot may run into in one activation
LOST_DUEL_VALUE: Final = 150  # thousandths of a chance to win a duel, below which a veteran thinks of a collision
MIN_RAM_GAIN: Final = 0.02  # by so much a collision must raise a champion's chance to win
CHAMPION_ROLLOUTS: Final = 24
VERBS_BEFORE_RAMMING: Final = ("shoot", "aim", "heal")  # what a champion does before he rams


class WheeliePolicy(SearchPolicy):
    """Whether to ram, instead of driving as usual.

    In imagined worlds a quick program plays on, to the end of some activations, and shots are reckoned; with a seer to
    judge, collisions too. Where to drive to is left to rules of thumb and the seer: weighing several ends of each leg
    in imagined worlds takes nine times as long and wins no more.
    """

    def __init__(self, driver: WheelieDriver, quick: Style, ahead: int) -> None:
        super().__init__(ahead, SearchBudget(8, 0.5), SearchBudget(CHAMPION_ROLLOUTS, 1.0))
        self.driver = driver
        self.rollout_style = quick  # of who plays on in imagined worlds and judges them

    def for_champion(self) -> SearchPolicy:
        """Return a champion has a seer, who judges at the end of the activation, and rams wherever that pays."""
        return WheeliePolicy(NetworkDriver(0), QUICK_NETWORK, 1)

    def imagine(self, game: Game, state: State, seat: int, seed: bytes) -> State:
        """Return a world in which each has his own luck, whatever the others do, and shots are reckoned."""
        world = super().imagine(game, state, seat, seed)
        assert isinstance(world, Skirmish)
        dice = ExpectedValueDice(seed, world, seat, side_of(world, seat), self.rollout_style)
        dice.rolled = state.dice.rolled
        world.dice = dice
        return world

    def value(self, game: Game, world: State, seat: int) -> int:
        """How likely the seat is to win, with what the shots may have done."""
        assert isinstance(world, Skirmish)
        dice = world.dice
        assert isinstance(dice, ExpectedValueDice)
        dice.world = None
        if world.over:
            return round(1000 * dice.won + dice.open * game.value(world, seat))
        return dice.value(world)

    def baseline(self, seed: int) -> Bot:
        """Return the plain program, in a better manner."""
        return self.driver.with_seed(seed)

    def rollout_bot(self, seed: int) -> Bot:
        """Return a quick one."""
        return RolloutBot(self.rollout_style)

    def candidates(self, game: Game, state: State, seat: int, usual: Action) -> list[Action]:
        """Where there is nothing to plan, the usual answer."""
        return [usual]

    # ---------------------------------------------------------------- plans

    def plans(self, game: Game, state: State, seat: int, base: Plan | None) -> list[Plan]:
        """To go on as usual, and to run into somebody; none where nobody is worth it."""
        assert isinstance(state, Skirmish)
        if state.turn == 0 or is_prey(state, seat):
            return []
        targets = self.ram_targets(game, state, seat)
        usual = self.default_plan(game, state, seat) if targets else None
        if usual is None:
            return []
        if not self.rollout_style.use_network:
            return [usual, *[RamPlan(state, target) for target in targets]]
        verbs = ram_verbs(state)
        return [usual, *[ChargePlan(state, target, verb) for target in targets for verb in verbs]]

    def default_plan(self, game: Game, s: Skirmish, seat: int) -> Plan | None:
        """What the plain program would do with a die, in a leg or in a Turn; None where that is not to be weighed."""
        step = s.agenda[-1]
        if isinstance(step, SpendDie):
            action = self.driver.choose(game, s, seat)
            return None if self.rollout_style.use_network and action.verb in VERBS_BEFORE_RAMMING else DefaultAction(s, action)
        explorer = PathSampler(evaluator_for(s, mover(s), self.driver.style_for(s)))
        if isinstance(step, NextLeg):
            return None if s.act.bolts else LegPlan(s, best_leg(s, explorer))
        assert isinstance(step, TurnDrive)
        low, high = step.bounds(s)
        return None if low else TurnPlan(s, default_turn(s, explorer, int(high)))

    # ---------------------------------------------------------------- ramming

    def ram_targets(self, game: Game, s: Skirmish, seat: int) -> list[Unit]:
        """Whom the unit that acts might run into so that it pays.

        For a champion it does if the battle stands better for him afterwards, as for a chariot that is badly hurt and
        takes a sound one with it. A veteran thinks of it when he has as good as lost a duel.
        """
        unit = mover(s)
        if s.is_runners(unit) or not isinstance(s.agenda[-1], (SpendDie, NextLeg, TurnDrive)):
            return []
        found = enemy_chariots_within(s, unit, RAM_REACH_MI)
        if not found or not can_ram(s):
            return []
        judge = evaluator_for(s, unit, self.rollout_style)
        if isinstance(judge, NetworkEvaluator):
            least = judge.chance() + MIN_RAM_GAIN
            return [target for target in found if judge.chance_after_collision(target) > least]
        return found if is_duel(s) and game.value(s, seat) < LOST_DUEL_VALUE else []


def can_ram(s: Skirmish) -> bool:
    """Return whether there is anything to do that brings a unit nearer to another."""
    action = ram_action(s, agenda.proposals(s))
    return action is not None and action.verb != "end"


def ram_verbs(s: Skirmish) -> list[str]:
    """Return the kinds of moves with which a unit may begin; if it is in one already, that one, which needs no name."""
    if not isinstance(s.agenda[-1], SpendDie):
        return [""]
    verbs = {action.verb for action in agenda.proposals(s)}
    return [verb for verb in ("advance", "turn") if verb in verbs]


def default_turn(s: Skirmish, explorer: PathSampler, high: int) -> Path:
    """Return the Turn Manoeuvre of the plain program, or to stay."""
    stays = Path(0, 0, explorer.judge.box)
    if turn_drive_distance(s, explorer, high) != high:
        return stays
    ways = explorer.ranked(explorer.turn_paths(stays.box, high, TURN_ANGLES), shots_left(s, explorer.unit, False))
    return ways[0] if ways else stays


def wheelie_policy() -> WheeliePolicy:
    """That of a veteran: he thinks of the next turn, is a little wary, and rams when he has as good as lost."""
    return WheeliePolicy(WheelieDriver(0, WARY), QUICK, 2)
