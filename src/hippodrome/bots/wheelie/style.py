"""Driving styles: weights and search depth of the position evaluators."""

from __future__ import annotations

from typing import Final


class Style:
    """Weights of the heuristic position evaluator and the depth of its path search.

    Values are in points: 160 for an expected Temporary Damage, 400 for an expected Permanent Damage.

    threat             expected enemy fire, in percent; above 100 because being hit costs more than hitting gains
    ram_risk           points per 10 % chance of being rammed
    search_depth       further moves searched after this one
    drive_samples      stopping points tried along a straight drive
    next_turn          shots that become possible next turn, in percent
    good_enough        value of next turn's best shot from which being nearer brings nothing more
    bow_range_mi       preferred distance of archers, in 1/1000 inch
    approach_bow       distance beyond the preferred range that costs an archer one point, in 1/1000 inch
    approach_javelin   the same for javelins
    cripple_bonus      added value of a target for each action die it has lost, in percent
    use_network        evaluate with the trained network instead; of the weights, only the range and the approach apply
    """

    __slots__ = (
        "approach_bow", "approach_javelin", "bow_range_mi", "cripple_bonus", "drive_samples", "good_enough",
        "next_turn", "ram_risk", "search_depth", "threat", "use_network",
    )  # fmt: skip

    def __init__(
        self, threat: int, ram_risk: int, search_depth: int, drive_samples: int, next_turn: int, good_enough: int,
        bow_range_mi: int, approach_bow: int = 200, approach_javelin: int = 35, cripple_bonus: int = 15,
        use_network: bool = False,
    ) -> None:  # fmt: skip
        self.threat = threat
        self.ram_risk = ram_risk
        self.search_depth = search_depth
        self.drive_samples = drive_samples
        self.next_turn = next_turn
        self.good_enough = good_enough
        self.bow_range_mi = bow_range_mi
        self.approach_bow = approach_bow
        self.approach_javelin = approach_javelin
        self.cripple_bonus = cripple_bonus
        self.use_network = use_network


PLAIN: Final = Style(
    threat=250, ram_risk=500, search_depth=0, drive_samples=2, next_turn=0, good_enough=120, bow_range_mi=9000
)
"""Driver: considers only shots available now; avoids enemy arcs and collisions."""
KEEN: Final = Style(
    threat=250, ram_risk=0, search_depth=3, drive_samples=3, next_turn=200, good_enough=240, bow_range_mi=13_000
)
"""Champion in games won by points: seeks next turn's shots, ignores the risk of being rammed."""
QUICK: Final = Style(
    threat=250, ram_risk=0, search_depth=0, drive_samples=2, next_turn=200, good_enough=240, bow_range_mi=13_000
)
"""The veteran's rollouts: KEEN without a search of further moves. It wins 46 % against KEEN."""
WARY: Final = Style(
    threat=250, ram_risk=100, search_depth=0, drive_samples=2, next_turn=200, good_enough=240, bow_range_mi=13_000
)
"""Veteran: QUICK with some regard for the risk of being rammed."""
KEEN_NETWORK: Final = Style(
    threat=250, ram_risk=0, search_depth=3, drive_samples=3, next_turn=200, good_enough=240, bow_range_mi=13_000,
    use_network=True,
)  # fmt: skip
"""Champion: KEEN with the network evaluator."""
QUICK_NETWORK: Final = Style(
    threat=250, ram_risk=0, search_depth=0, drive_samples=2, next_turn=200, good_enough=240, bow_range_mi=13_000,
    use_network=True,
)  # fmt: skip
"""The champion's rollouts: QUICK with the network evaluator."""
