"""Search policy for What a Wheelie: whether to ram, and which enemy."""

from __future__ import annotations

from typing import Final

from hippodrome.bots.base import Bot
from hippodrome.bots.search.budget import SearchBudget
from hippodrome.bots.search.search_policy import Plan, Rollout, SearchPolicy
from hippodrome.bots.wheelie import NetworkDriver, WheelieDriver, is_prey, sampler_for
from hippodrome.bots.wheelie.driving import best_leg, shots_left, turn_drive_distance
from hippodrome.bots.wheelie.expected_value_rollout import ExpectedValueRollout
from hippodrome.bots.wheelie.network_evaluator import NetworkEvaluator, trained_evaluator
from hippodrome.bots.wheelie.path_candidates import TURN_ANGLES, Path, PathSampler
from hippodrome.bots.wheelie.plans import ChargePlan, DefaultAction, LegPlan, RamPlan, TurnPlan
from hippodrome.bots.wheelie.ramming import enemy_chariots_within, ram_action
from hippodrome.bots.wheelie.rollout_bot import RolloutBot
from hippodrome.bots.wheelie.style import QUICK, QUICK_NETWORK, WARY, Style
from hippodrome.games.wheelie.evaluation import is_duel
from hippodrome.games.wheelie.movement import NextLeg, TurnDrive, acting_unit
from hippodrome.games.wheelie.sequence import SpendDie
from hippodrome.games.wheelie.state import Skirmish, Unit
from hippodrome.kit import agenda
from hippodrome.kit.actions import Action
from hippodrome.kit.dice import SplitDice
from hippodrome.kit.game import Game
from hippodrome.kit.state import State

RAM_REACH_MI: Final = 16_000  # enemies that a chariot may reach in one activation
LOST_DUEL_VALUE: Final = 150  # the veteran considers a ram below this chance to win a duel, in thousandths
MIN_RAM_GAIN: Final = 0.02  # the champion rams if this raises the chance to win by at least this much
CHAMPION_ROLLOUTS: Final = 24
VERBS_BEFORE_RAMMING: Final = ("shoot", "aim", "heal")  # the champion does these before a ram


class WheeliePolicy(SearchPolicy):
    """Search policy that compares ramming with the baseline bot's plan.

    In rollouts a quick bot plays to the end of some activations, with expected values in place of attack dice and, with
    the network evaluator, of collisions. Where to drive is left to the evaluator: rollouts of several ends of each leg
    take nine times as long and win no more.
    """

    def __init__(self, driver: WheelieDriver, rollout_style: Style, rounds_ahead: int) -> None:
        super().__init__(rounds_ahead, SearchBudget(8, 0.5), SearchBudget(CHAMPION_ROLLOUTS, 1.0))
        self.driver = driver
        self.rollout_style = rollout_style  # of the rollout bot, and of the evaluation of rams

    def for_champion(self) -> SearchPolicy:
        """Return the champion's policy: it uses the network after one activation and rams whenever that pays off."""
        return WheeliePolicy(NetworkDriver(0), QUICK_NETWORK, 1)

    def start_rollout(self, game: Game, state: State, seat: int, seed: bytes) -> Rollout:
        """Return a rollout with separate dice for each purpose and expected values for attacks."""
        battle = game.imagine(state, seat, seed)
        assert isinstance(battle, Skirmish)
        dice = SplitDice(seed)
        dice.rolled = state.dice.rolled
        return ExpectedValueRollout(self, game, battle, seat, dice, self.rollout_style)

    def baseline(self, seed: int) -> Bot:
        """Return the baseline bot."""
        return self.driver.with_seed(seed)

    def rollout_bot(self, seed: int) -> Bot:
        """Return the bot that plays all seats in rollouts."""
        return RolloutBot(self.rollout_style)

    def candidates(self, game: Game, state: State, seat: int, baseline: Action) -> list[Action]:
        """Return only the baseline action: without plans there is nothing to search."""
        return [baseline]

    # ---------------------------------------------------------------- plans

    def plans(self, game: Game, state: State, seat: int, base: Plan | None) -> list[Plan]:
        """Return the default plan and plans to ram; none if no enemy is worth ramming."""
        assert isinstance(state, Skirmish)
        if state.turn == 0 or is_prey(state, seat):
            return []
        enemies = rammable_enemies(state)
        evaluator = trained_evaluator(state, acting_unit(state), self.rollout_style) if enemies else None
        targets = self.ram_targets(game, state, seat, enemies, evaluator) if enemies else []
        default = self.default_plan(state, seat, evaluator) if targets else None
        if default is None:
            return []
        if not self.rollout_style.use_network:
            return [default, *[RamPlan(state, target) for target in targets]]
        verbs = ram_verbs(state)
        return [default, *[ChargePlan(state, target, verb) for target in targets for verb in verbs]]

    def default_plan(self, s: Skirmish, seat: int, evaluator: NetworkEvaluator | None) -> Plan | None:
        """Return the baseline bot's plan for a die, a leg or a Turn; None if ramming is out of the question."""
        step = s.agenda[-1]
        if isinstance(step, SpendDie):
            action = self.driver.choose_in_turn(s, seat, evaluator)
            return (
                None
                if self.rollout_style.use_network and action.verb in VERBS_BEFORE_RAMMING
                else DefaultAction(s, action)
            )
        sampler = sampler_for(s, self.driver.style_for(s), evaluator)
        if isinstance(step, NextLeg):
            return None if s.act.bolts else LegPlan(s, best_leg(s, sampler))
        assert isinstance(step, TurnDrive)
        low, high = step.bounds(s)
        return None if low else TurnPlan(s, default_turn(s, sampler, int(high)))

    # ---------------------------------------------------------------- ramming

    def ram_targets(
        self, game: Game, s: Skirmish, seat: int, enemies: list[Unit], evaluator: NetworkEvaluator | None
    ) -> list[Unit]:
        """Return those of the enemies that the acting unit might profitably ram.

        For the champion these are enemies whose collision raises the chance to win, for example when a crippled chariot
        takes a sound one with it. The veteran rams only in a duel that is almost lost.
        """
        if evaluator is not None:
            required_chance = evaluator.chance() + MIN_RAM_GAIN
            return [target for target in enemies if evaluator.chance_after_collision(target) > required_chance]
        return enemies if is_duel(s) and game.analysis.value(s, seat) < LOST_DUEL_VALUE else []


def rammable_enemies(s: Skirmish) -> list[Unit]:
    """Return the enemy chariots that the acting unit may reach; none at decisions that do not begin a move."""
    unit = acting_unit(s)
    if s.is_runners(unit) or not isinstance(s.agenda[-1], (SpendDie, NextLeg, TurnDrive)):
        return []
    enemies = enemy_chariots_within(s, unit, RAM_REACH_MI)
    return enemies if enemies and can_ram(s) else []


def can_ram(s: Skirmish) -> bool:
    """Return whether any action brings the acting unit closer to an enemy."""
    action = ram_action(s, agenda.proposals(s))
    return action is not None and action.verb != "end"


def ram_verbs(s: Skirmish) -> list[str]:
    """Return the verbs of the moves that may begin a ram; an empty verb if a move is in progress."""
    if not isinstance(s.agenda[-1], SpendDie):
        return [""]
    verbs = {action.verb for action in agenda.proposals(s)}
    return [verb for verb in ("advance", "turn") if verb in verbs]


def default_turn(s: Skirmish, sampler: PathSampler, high: int) -> Path:
    """Return the baseline bot's Turn Manoeuvre, or a path that stays in place."""
    stay = Path(0, 0, sampler.evaluator.box)
    if turn_drive_distance(s, sampler, high) != high:
        return stay
    paths = sampler.rank(sampler.turn_paths(stay.box, high, TURN_ANGLES), shots_left(s, sampler.unit, False))
    return paths[0] if paths else stay


def search_policy() -> WheeliePolicy:
    """Return the veteran's policy: it looks one turn ahead, is slightly ram-averse, and rams only in lost duels."""
    return WheeliePolicy(WheelieDriver(0, WARY), QUICK, 2)
