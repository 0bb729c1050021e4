"""How hard a program thinks."""

from __future__ import annotations

from typing import Final

FIRST: Final = 8  # worlds before an option may be left out for the first time, if nothing else is said


class SearchBudget:
    """At most so many imagined worlds an option.

    `trust` is how many standard errors an option must be better than what the plain program would do. Where plans are
    weighed, the best of them is varied again until there have been so many `rounds`. After `first` worlds options are
    left out for the first time.
    """

    __slots__ = ("min_z", "prune_after", "rollouts", "rounds")

    def __init__(self, worlds: int, trust: float, rounds: int = 1, first: int = FIRST) -> None:
        self.rollouts = worlds
        self.min_z = trust
        self.rounds = rounds
        self.prune_after = first

    def scaled(self, percent: int) -> SearchBudget:
        """So many per cent of it: fewer worlds, at least two, or more."""
        if percent == 100:
            return self
        return SearchBudget(max(2, self.rollouts * percent // 100), self.min_z, self.rounds, self.prune_after)
