"""Looking ahead in Ben-Hur."""

from __future__ import annotations

from hippodrome.bots.base import Bot
from hippodrome.bots.benhur import BenHurDriver
from hippodrome.bots.benhur.racer import BenHurRacer
from hippodrome.bots.search.effort import Effort
from hippodrome.bots.search.guide import Guide


class BenHurGuide(Guide):
    """One round ahead, all answers: there are few of them. A veteran takes everybody for a plain driver."""

    def __init__(self) -> None:
        super().__init__(1, Effort(4, 1.0), Effort(150, 1.5))

    def deeper(self) -> Guide:
        """A champion's."""
        return BenHurMasterGuide()

    def player(self, seed: int) -> Bot:
        """The plain driver."""
        return BenHurDriver()


class BenHurMasterGuide(BenHurGuide):
    """A champion drives as the quick driver does unless something else is clearly better, and takes all for such."""

    def player(self, seed: int) -> Bot:
        """The quick driver."""
        return BenHurRacer()
