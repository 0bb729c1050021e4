"""How hard a program thinks."""

from __future__ import annotations

from typing import Final

FIRST: Final = 8  # worlds before an option may be left out for the first time, if nothing else is said


class Effort:
    """At most so many imagined worlds an option.

    `trust` is how many standard errors an option must be better than what the plain program would do. Where plans are
    weighed, the best of them is varied again until there have been so many `rounds`. After `first` worlds options are
    left out for the first time.
    """

    __slots__ = ("first", "rounds", "trust", "worlds")

    def __init__(self, worlds: int, trust: float, rounds: int = 1, first: int = FIRST) -> None:
        self.worlds = worlds
        self.trust = trust
        self.rounds = rounds
        self.first = first

    def part(self, percent: int) -> Effort:
        """So many per cent of it: fewer worlds, at least two, or more."""
        if percent == 100:
            return self
        return Effort(max(2, self.worlds * percent // 100), self.trust, self.rounds, self.first)
