"""Looking ahead in Ben-Hur."""

from __future__ import annotations

from hippodrome.bots.base import Bot
from hippodrome.bots.benhur import BenHurDriver
from hippodrome.bots.benhur.racer import BenHurRacer
from hippodrome.bots.search.budget import SearchBudget
from hippodrome.bots.search.search_policy import SearchPolicy


class BenHurGuide(SearchPolicy):
    """One round ahead, all answers: there are few of them. A veteran takes everybody for a plain driver."""

    def __init__(self) -> None:
        super().__init__(1, SearchBudget(4, 1.0), SearchBudget(150, 1.5))

    def for_champion(self) -> SearchPolicy:
        """Return a champion's."""
        return BenHurMasterGuide()

    def rollout_bot(self, seed: int) -> Bot:
        """Return the plain driver."""
        return BenHurDriver()


class BenHurMasterGuide(BenHurGuide):
    """A champion drives as the quick driver does unless something else is clearly better, and takes all for such."""

    def rollout_bot(self, seed: int) -> Bot:
        """Return the quick driver."""
        return BenHurRacer()
