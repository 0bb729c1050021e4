"""A bot that looks ahead: it evaluates plans or single actions by rollouts."""

from __future__ import annotations

from hippodrome.bots.analysis import Analysis, ScoredOption
from hippodrome.bots.base import Bot
from hippodrome.bots.search.budget import SearchBudget
from hippodrome.bots.search.plan_search import PlanSearch
from hippodrome.bots.search.rollouts import RolloutSearch
from hippodrome.bots.search.search_policy import Plan, SearchPolicy
from hippodrome.kit.actions import Action
from hippodrome.kit.game import Game
from hippodrome.kit.state import State


class LookaheadBot(Bot):
    """Weighs its options in imagined worlds, for some seconds at the most (0: as long as it takes)."""

    def __init__(self, guide: SearchPolicy, effort: SearchBudget, seconds: float, seed: int) -> None:
        self.policy = guide
        self.budget = effort
        self.seconds = seconds
        self.seed = seed
        self.count = 0
        self.plan: Plan | None = None

    def choose(self, game: Game, state: State, seat: int) -> Action:
        """Return the best option."""
        return self.analyse(game, state, seat).chosen

    def analyse(self, game: Game, state: State, seat: int) -> Analysis:
        """Return the options with what was expected of them; a plan that holds is followed without a thought."""
        self.count += 1
        plan = self.plan
        if plan is not None and plan.applies(state):
            action = plan.choose(game, state, seat)
            return Analysis([ScoredOption(action, 0, 0, [])], action, planned=True)
        return self.search(game, state, seat)

    def search(self, game: Game, state: State, seat: int) -> Analysis:
        """Plans where the guide has some, else answers."""
        seed = self.seed + self.count
        plans = self.policy.plans(game, state, seat, None)
        if not plans:
            return RolloutSearch(game, self.policy, state, seat, self.budget, self.seconds, seed).run()
        planning = PlanSearch(game, self.policy, state, seat, self.budget, self.seconds, seed, plans)
        found = planning.run()
        self.plan = planning.plan
        return found
