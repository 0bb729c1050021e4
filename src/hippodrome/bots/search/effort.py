"""How hard a program thinks."""

from __future__ import annotations


class Effort:
    """At most so many imagined worlds an option.

    `trust` is how many standard errors an option must be better than what the plain program would do. Where plans are
    weighed, the best of them is varied again until there have been so many `rounds`.
    """

    __slots__ = ("rounds", "trust", "worlds")

    def __init__(self, worlds: int, trust: float, rounds: int = 1) -> None:
        self.worlds = worlds
        self.trust = trust
        self.rounds = rounds
