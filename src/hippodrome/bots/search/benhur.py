"""Looking ahead in Ben-Hur."""

from __future__ import annotations

from hippodrome.bots.base import Bot
from hippodrome.bots.benhur.racer import BenHurRacer
from hippodrome.bots.search.effort import Effort
from hippodrome.bots.search.guide import Guide


class BenHurGuide(Guide):
    """Two rounds ahead, all answers: there are few of them."""

    def __init__(self) -> None:
        super().__init__(2, Effort(6, 1.0), Effort(300, 0.5))

    def player(self, seed: int) -> Bot:
        """The quick driver."""
        return BenHurRacer()
