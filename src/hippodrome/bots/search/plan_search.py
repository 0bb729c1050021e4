"""Search over plans, for games in which single actions mean little.

Plans are compared like actions (rollouts.py), each in the same imagined states; after the plan the rollout bot plays.
The best plan is varied and searched again if the budget allows it, and then followed without another search while it
applies.
"""

from __future__ import annotations

from typing import Final

from hippodrome.bots.analysis import Analysis
from hippodrome.bots.search.budget import SearchBudget
from hippodrome.bots.search.rollouts import OptionTally, RolloutSearch
from hippodrome.bots.search.search_policy import Plan, Rollout, SearchPolicy
from hippodrome.kit import agenda
from hippodrome.kit.actions import Action
from hippodrome.kit.game import Game
from hippodrome.kit.state import State

SEED_STEP: Final = 1_000_003  # between the seeds of two rounds


class PlanTally(OptionTally):
    """The results of a plan, rollout by rollout; its action is the first one of the plan."""

    __slots__ = ("plan",)

    def __init__(self, action: Action, plan: Plan) -> None:
        super().__init__(action)
        self.plan = plan


class PlanSearch(RolloutSearch):
    """A search for the best plan; the first one is the default."""

    def __init__(
        self,
        game: Game,
        policy: SearchPolicy,
        state: State,
        seat: int,
        budget: SearchBudget,
        seconds: float,
        seed: int,
        plans: list[Plan],
    ) -> None:
        super().__init__(game, policy, state, seat, budget, seconds, seed)
        self.plan = plans[0]  # the best so far
        self.start_round(plans)

    def start_round(self, plans: list[Plan]) -> None:
        """Start a round with these plans."""
        self.tallies = [PlanTally(plan.choose(self.game, self.state, self.seat), plan) for plan in plans]
        self.live = list(self.tallies)

    def run(self) -> Analysis:
        """Search, vary the best plan and search again, until it stays the best or the rounds are used up.

        Every round has new imagined states, so that a plan that was only lucky is found out.
        """
        analysis = self.run_round()
        for _ in range(self.budget.rounds - 1):
            before = self.plan
            self.seed += SEED_STEP
            self.start_round(self.policy.plans(self.game, self.state, self.seat, before))
            analysis = self.run_round()
            if self.plan is before:
                break
        return analysis

    def run_round(self) -> Analysis:
        """Run one round and remember its best plan."""
        analysis = super().run()
        best = self.best()
        assert isinstance(best, PlanTally)
        self.plan = best.plan
        return analysis

    def apply(self, tally: OptionTally, rollout: Rollout) -> None:
        """Follow a plan in a rollout while it applies; the rollout bot plays the other seats."""
        assert isinstance(tally, PlanTally)
        state = rollout.state
        plan, others = tally.plan.fresh_copy(), self.policy.rollout_bot(0)
        while state.agenda and plan.applies(state):
            seat = agenda.seats(state)[0]
            bot = plan if seat == self.seat else others
            rollout.act(bot.choose(self.game, state, seat), seat)
