"""Lookahead for Chariot: compare playing styles once in each of the bot's own Player-Turns.

A battle has hundreds of small decisions that mean little one by one. So the search compares plans for a whole
Player-Turn: each candidate style plays it in the same simulated states, the enemy replies, and the best plan is
followed to its end. A champion searches only after the fire of its Player-Turn has been resolved.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.bots.base import Bot
from hippodrome.bots.chariot import ChariotBot
from hippodrome.bots.chariot.evaluation import can_evaluate, chance
from hippodrome.bots.chariot.style import Style
from hippodrome.bots.chariot.style_presets import aggressive_style, champion_styles, side_style, veteran_styles
from hippodrome.bots.search.budget import SearchBudget
from hippodrome.bots.search.search_policy import Plan, SearchPolicy
from hippodrome.games.chariot.state import FIRE, RECOVERY, SET_UP, Battle
from hippodrome.kit import agenda
from hippodrome.kit.actions import Action
from hippodrome.kit.game import Game
from hippodrome.kit.state import State

LOOKAHEAD_TURNS: Final = 2  # Player-Turns: the bot's own and the enemy's reply
COMPARISON_SEED: Final = bytes(32)  # dice for testing whether two plans have the same outcome


class TurnPlan(Plan):
    """A Player-Turn played by one bot, to the end or up to some phase."""

    def __init__(self, number: i64, bot: ChariotBot, last_phase: i64 = RECOVERY) -> None:
        self.number = number
        self.bot = bot
        self.last_phase = last_phase

    def applies(self, state: State) -> bool:
        """Return whether the Player-Turn and its last phase are not over."""
        assert isinstance(state, Battle)
        return state.number == self.number and state.phase <= self.last_phase

    def choose(self, game: Game, state: State, seat: int) -> Action:
        """Return the bot's action."""
        return self.bot.choose(game, state, seat)

    def fresh_copy(self) -> Plan:
        """Return the same plan with a bot that has cached nothing yet."""
        return TurnPlan(self.number, self.bot.with_style(self.bot.style), self.last_phase)


class BothSidesBot(Bot):
    """A bot that plays each side in its default style."""

    def __init__(self, policy: ChariotSearchPolicy) -> None:
        self.policy = policy
        self.bots: list[ChariotBot] = []

    def choose(self, game: Game, state: State, seat: int) -> Action:
        """Return the action of the seat's bot."""
        assert isinstance(state, Battle)
        if not self.bots:
            self.bots = [self.policy.shared_bot.with_style(self.policy.default_style(state, side)) for side in range(2)]
        return self.bots[seat].choose(game, state, seat)


class ChariotSearchPolicy(SearchPolicy):
    """Search policy that looks ahead to the end of the enemy's next Player-Turn.

    A veteran follows another plan only if it is better in every simulation. A champion tries all plans in a few
    simulations and the better half in some more.
    """

    def __init__(self) -> None:
        super().__init__(LOOKAHEAD_TURNS, SearchBudget(2, 1.0), SearchBudget(8, 0.7, prune_after=3))
        self.shared_bot = ChariotBot()  # shares its caches with all other bots

    def for_champion(self) -> SearchPolicy:
        """Return the policy with more styles and a better evaluation."""
        policy = ChampionPolicy()
        policy.shared_bot = self.shared_bot
        return policy

    def default_style(self, s: Battle, side: int) -> Style:
        """Return the default style of a side."""
        return side_style(s, side)

    def candidate_styles(self, first: Style) -> list[Style]:
        """Return the styles to compare, the given one first."""
        return veteran_styles(first)

    def rollout_bot(self, seed: int) -> Bot:
        """Return a bot that plays both sides."""
        return BothSidesBot(self)

    def plans(self, game: Game, state: State, seat: int, base: Plan | None) -> list[Plan]:
        """Return one plan for each style to compare; none outside the bot's own Player-Turn."""
        assert isinstance(state, Battle)
        if not is_own_turn(state, seat):
            return []
        first = base.bot.style if isinstance(base, TurnPlan) else self.default_style(state, seat)
        plans: list[Plan] = [
            TurnPlan(state.number, self.shared_bot.with_style(style)) for style in self.candidate_styles(first)
        ]
        return distinct_plans(game, state, seat, plans if base is None else [base, *plans[1:]])

    def candidates(self, game: Game, state: State, seat: int, usual: Action) -> list[Action]:
        """Return the next actions of all styles; outside the bot's own Player-Turn only the default."""
        assert isinstance(state, Battle)
        actions = [usual]
        if is_own_turn(state, seat):
            for style in self.candidate_styles(self.default_style(state, seat)):
                action = self.shared_bot.with_style(style).choose(game, state, seat)
                if action not in actions:
                    actions.append(action)
        return actions


def search_policy() -> SearchPolicy:
    """Return the search policy of the game."""
    return ChariotSearchPolicy()


class ChampionPolicy(ChariotSearchPolicy):
    """Search policy of a champion: bolder, with more styles and a better evaluation."""

    def default_style(self, s: Battle, side: int) -> Style:
        """Return the aggressive style."""
        return aggressive_style(s, side)

    def candidate_styles(self, first: Style) -> list[Style]:
        """Return the styles a champion compares."""
        return champion_styles(first)

    def plans(self, game: Game, state: State, seat: int, base: Plan | None) -> list[Plan]:
        """Return only the default plan until the fire of the Player-Turn is resolved; then compare all plans."""
        assert isinstance(state, Battle)
        if is_own_turn(state, seat) and state.phase <= FIRE:
            return [TurnPlan(state.number, self.shared_bot.with_style(self.default_style(state, seat)), FIRE)]
        return super().plans(game, state, seat, base)

    def value(self, game: Game, world: State, seat: int) -> int:
        """Evaluate by distance to objectives where they decide the battle, otherwise as the game does."""
        assert isinstance(world, Battle)
        return game.analysis.value(world, seat) if world.over or not can_evaluate(world) else chance(world, seat)


def is_own_turn(s: Battle, seat: int) -> bool:
    """Return whether a seat decides in its own Player-Turn."""
    return s.phase != SET_UP and s.side == seat


def distinct_plans(game: Game, s: Battle, seat: int, plans: list[Plan]) -> list[Plan]:
    """Return the plans without those that lead to the same outcome as an earlier one."""
    seen: set[tuple[tuple[int, ...], bytes]] = set()
    distinct: list[Plan] = []
    for plan in plans:
        plan_end = plan_outcome(game, s, seat, plan.fresh_copy())
        if plan_end not in seen:
            seen.add(plan_end)
            distinct.append(plan)
    return distinct


def plan_outcome(game: Game, s: Battle, seat: int, plan: Plan) -> tuple[tuple[int, ...], bytes]:
    """Return the positions and disruptions at the end of a Player-Turn played with fixed dice."""
    world: Battle = game.imagine(s, seat, COMPARISON_SEED)
    while world.agenda and plan.applies(world):
        asked = agenda.seats(world)[0]
        agenda.act(world, plan.choose(game, world, asked), asked)
    return world.hexes, world.disrupted
