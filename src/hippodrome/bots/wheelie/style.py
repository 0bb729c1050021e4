"""How a program drives: what it fears and looks for, and how closely it looks."""

from __future__ import annotations

from typing import Final


class Style:
    """What a judge of places goes by.

    `threat` is what a shot that may come is worth, in hundredths of one that may be made: to be hit is worse than not
    to hit. `rammed` are hundredths of each thousandth of a chance to be rammed: a collision is the end of most.
    `deepest` is how many further moves are tried, `parts` into how many a straight drive is cut to look for places.
    `later` are hundredths of a shot that may be made next turn; who may shoot as well as `enough` then is near enough,
    and `bowshot` is a good distance for archers. So many thousandths of an inch out of reach cost 1: `far` for archers,
    `far_javelin` for those who must come near. Each die that a target has lost makes it worth `prize` hundredths more.
    Who `sees` has a seer for a judge (seer.py); of a manner a seer needs only `deepest` and `parts`.
    """

    __slots__ = (
        "bow_range_mi", "search_depth", "good_enough", "approach_bow", "approach_javelin", "next_turn", "drive_samples", "cripple_bonus", "ram_risk", "use_network", "threat",
    )  # fmt: skip

    def __init__(
        self, threat: int, rammed: int, deepest: int, parts: int, later: int, enough: int, bowshot: int,
        far: int = 200, far_javelin: int = 35, prize: int = 15, sees: bool = False,
    ) -> None:  # fmt: skip
        self.threat = threat
        self.ram_risk = rammed
        self.search_depth = deepest
        self.drive_samples = parts
        self.next_turn = later
        self.good_enough = enough
        self.bow_range_mi = bowshot
        self.approach_bow = far
        self.approach_javelin = far_javelin
        self.cripple_bonus = prize
        self.use_network = sees


PLAIN: Final = Style(250, 500, 0, 2, 0, 120, 9000)
"""Looks at what can be shot at now, keeps out of arcs and of the way of others, and thinks of no other turn."""
KEEN: Final = Style(250, 0, 3, 3, 200, 240, 13_000)
"""Looks for places from which to shoot next turn, and fears nobody's pole."""
QUICK: Final = Style(250, 0, 0, 2, 200, 240, 13_000)
"""The keen manner without looking at further moves: it wins 46 of 100 against that."""
WARY: Final = Style(250, 100, 0, 2, 200, 240, 13_000)
"""The quick manner with some fear of poles."""
KEEN_NETWORK: Final = Style(250, 0, 3, 3, 200, 240, 13_000, sees=True)
"""The keen manner with a seer."""
QUICK_NETWORK: Final = Style(250, 0, 0, 2, 200, 240, 13_000, sees=True)
"""The quick manner with a seer."""
