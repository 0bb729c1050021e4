"""Search policies for Ben-Hur."""

from __future__ import annotations

from hippodrome.bots.base import Bot
from hippodrome.bots.benhur import BenHurDriver
from hippodrome.bots.benhur.racer import BenHurRacer
from hippodrome.bots.search.budget import SearchBudget
from hippodrome.bots.search.search_policy import SearchPolicy


class BenHurSearchPolicy(SearchPolicy):
    """The veteran's policy: one round ahead, all options. Rollouts assume that all seats play like the plain driver."""

    def __init__(self) -> None:
        super().__init__(1, SearchBudget(4, 1.0), SearchBudget(150, 1.5))

    def for_champion(self) -> SearchPolicy:
        """Return the champion's policy."""
        return BenHurChampionPolicy()

    def rollout_bot(self, seed: int) -> Bot:
        """Return the plain driver."""
        return BenHurDriver()


def search_policy() -> SearchPolicy:
    """Return the search policy of the game."""
    return BenHurSearchPolicy()


class BenHurChampionPolicy(BenHurSearchPolicy):
    """The champion's policy: rollouts and the default action come from the racer."""

    def rollout_bot(self, seed: int) -> Bot:
        """Return the racer."""
        return BenHurRacer()
