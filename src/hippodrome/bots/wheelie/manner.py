"""How a program drives: what it fears, and how closely it looks."""

from __future__ import annotations

from typing import Final


class Manner:
    """What a judge of places goes by.

    `threat` is what a shot that may come is worth, in hundredths of one that may be made: to be hit is worse than not
    to hit. `rammed` are hundredths of each thousandth of a chance to be rammed: a collision is the end of most.
    `deepest` is how many further moves are tried, `parts` into how many a straight drive is cut to look for places.
    `later` are hundredths of a shot that may be made next turn; who may shoot as well as `enough` then is near enough,
    and `bowshot` is a good distance for archers.
    """

    __slots__ = ("bowshot", "deepest", "enough", "later", "parts", "rammed", "threat")

    def __init__(
        self, threat: int, rammed: int, deepest: int, parts: int, later: int, enough: int, bowshot: int
    ) -> None:
        self.threat = threat
        self.rammed = rammed
        self.deepest = deepest
        self.parts = parts
        self.later = later
        self.enough = enough
        self.bowshot = bowshot


PLAIN: Final = Manner(250, 500, 3, 3, 100, 120, 9000)
KEEN: Final = Manner(250, 0, 3, 3, 200, 240, 13_000)
"""Looks for places from which to shoot next turn, and fears nobody's pole: it beats the plain one in five duels of
eight."""
QUICK: Final = Manner(250, 0, 0, 2, 200, 240, 13_000)
"""The same without looking at further moves."""
