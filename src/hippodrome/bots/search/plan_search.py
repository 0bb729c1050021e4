"""Where single answers mean little, whole plans are weighed: how to play on until a stretch of the game is over.

Plans are compared as answers are (weighing.py): each in the same imagined worlds, and the plain program plays on when
the plan has ended. The best plan is varied and weighed again, if the effort allows it; then it is followed, without
more thinking, for as long as it holds.
"""

from __future__ import annotations

from typing import Final

from hippodrome.bots.analysis import Analysis
from hippodrome.bots.search.budget import SearchBudget
from hippodrome.bots.search.rollouts import RolloutSearch, Tally
from hippodrome.bots.search.search_policy import Plan, SearchPolicy
from hippodrome.kit import agenda
from hippodrome.kit.actions import Action
from hippodrome.kit.game import Game
from hippodrome.kit.state import State

APART: Final = 1_000_003  # between the seeds of the rounds


class PlanTally(Tally):
    """What a plan came to, world by world; its action is what it does first."""

    __slots__ = ("plan",)

    def __init__(self, action: Action, plan: Plan) -> None:
        super().__init__(action)
        self.plan = plan


class PlanSearch(RolloutSearch):
    """A choice among plans, the usual one first."""

    def __init__(
        self,
        game: Game,
        guide: SearchPolicy,
        state: State,
        seat: int,
        effort: SearchBudget,
        seconds: float,
        seed: int,
        plans: list[Plan],
    ) -> None:
        super().__init__(game, guide, state, seat, effort, seconds, seed)
        self.plan = plans[0]  # the best so far
        self.set_out(plans)

    def set_out(self, plans: list[Plan]) -> None:
        """These are to be weighed."""
        self.tallies = [PlanTally(plan.choose(self.game, self.state, self.seat), plan) for plan in plans]
        self.live = list(self.tallies)

    def run(self) -> Analysis:
        """Weigh, vary the best plan and weigh again, until it stays the best or the effort is spent.

        Every round has worlds of its own: a plan that was lucky must prove itself again.
        """
        found = self.once()
        for _ in range(self.budget.rounds - 1):
            before = self.plan
            self.seed += APART
            self.set_out(self.policy.plans(self.game, self.state, self.seat, before))
            found = self.once()
            if self.plan is before:
                break
        return found

    def once(self) -> Analysis:
        """One round."""
        found = super().run()
        best = self.best()
        assert isinstance(best, PlanTally)
        self.plan = best.plan
        return found

    def apply(self, tally: Tally, world: State) -> None:
        """Play a plan in a world as long as it holds; whoever else is asked meanwhile does the usual."""
        assert isinstance(tally, PlanTally)
        plan, others = tally.plan.fresh_copy(), self.policy.rollout_bot(0)
        while world.agenda and plan.applies(world):
            seat = agenda.seats(world)[0]
            player = plan if seat == self.seat else others
            agenda.act(world, player.choose(self.game, world, seat), seat)
