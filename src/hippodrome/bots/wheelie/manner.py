"""How a program drives: what it fears, and how closely it looks."""

from __future__ import annotations

from typing import Final


class Manner:
    """What a judge of places goes by.

    `threat` is what a shot that may come is worth, in hundredths of one that may be made: to be hit is worse than not
    to hit. `rammed` are hundredths of each thousandth of a chance to be rammed: a collision is the end of most.
    `deepest` is how many further moves are tried, `parts` into how many a straight drive is cut to look for places.
    """

    __slots__ = ("deepest", "parts", "rammed", "threat")

    def __init__(self, threat: int, rammed: int, deepest: int, parts: int) -> None:
        self.threat = threat
        self.rammed = rammed
        self.deepest = deepest
        self.parts = parts


PLAIN: Final = Manner(250, 500, 3, 3)
BOLD: Final = Manner(100, 250, 3, 3)
WARY: Final = Manner(450, 800, 3, 3)
