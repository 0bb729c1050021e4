"""The lookahead bot, which searches plans or single actions by rollouts."""

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
    """A bot that searches, for at most `seconds` per decision (0: no time limit)."""

    def __init__(self, policy: SearchPolicy, budget: SearchBudget, seconds: float, seed: int) -> None:
        self.policy = policy
        self.budget = budget
        self.seconds = seconds
        self.seed = seed
        self.count = 0
        self.plan: Plan | None = None

    def choose(self, game: Game, state: State, seat: int) -> Action:
        """Return the best action."""
        return self.analyse(game, state, seat).chosen

    def analyse(self, game: Game, state: State, seat: int) -> Analysis:
        """Return the options with their results; a plan that still applies is followed without a search."""
        self.count += 1
        plan = self.plan
        if plan is not None and plan.applies(state):
            action = plan.choose(game, state, seat)
            return Analysis([ScoredOption(action, 0, 0, [])], action, planned=True)
        return self.search(game, state, seat)

    def search(self, game: Game, state: State, seat: int) -> Analysis:
        """Search the plans of the policy or, if it has none here, single actions."""
        seed = self.seed + self.count
        plans = self.policy.plans(game, state, seat, None)
        if not plans:
            return RolloutSearch(game, self.policy, state, seat, self.budget, self.seconds, seed).run()
        search = PlanSearch(game, self.policy, state, seat, self.budget, self.seconds, seed, plans)
        analysis = search.run()
        self.plan = search.plan
        return analysis
