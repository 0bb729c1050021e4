"""Search budgets: how many rollouts a search may use."""

from __future__ import annotations

from typing import Final

PRUNE_AFTER: Final = 8  # rollouts per option before the first pruning, by default


class SearchBudget:
    """The budget of a search.

    rollouts      maximum number of rollouts per option
    min_z         standard errors by which an option must be better than the baseline bot's choice
    rounds        maximum number of rounds in which the best plan is varied, where plans are searched
    prune_after   rollouts per option before the first pruning
    """

    __slots__ = ("min_z", "prune_after", "rollouts", "rounds")

    def __init__(self, rollouts: int, min_z: float, rounds: int = 1, prune_after: int = PRUNE_AFTER) -> None:
        self.rollouts = rollouts
        self.min_z = min_z
        self.rounds = rounds
        self.prune_after = prune_after

    def scale(self, percent: int) -> SearchBudget:
        """Return the budget with the number of rollouts scaled, at least two."""
        if percent == 100:
            return self
        return SearchBudget(max(2, self.rollouts * percent // 100), self.min_z, self.rounds, self.prune_after)
