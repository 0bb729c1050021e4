"""How likely a side is to win where a place must be held or taken, as a champion judges it.

He looks closer than `games/chariot/worth.py` does, and what matters changes: early on it is men, and in the end who is
in the place and round it. The weights are those of a logistic regression over the beginnings of all Player-Turns of 915
battles (the Delta, Tabal, the Aequi) in which generals of many tempers met; none of them may be negative. Everything is
seen from the first side, in thousandths.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.games.chariot import evaluation
from hippodrome.games.chariot.scenarios import HOLD, TAKE
from hippodrome.games.chariot.state import ELIMINATED, Battle
from hippodrome.kit.evaluation import likely

SCALE: Final = evaluation.SCALE
STRENGTH_OFFSET: Final = 4  # points of strength that count as nobody
CLOSENESS_OFFSET: Final = 2  # the same round one place
CLOSENESS: Final = (1000, 670, 449, 301, 202, 135, 91, 61, 41, 27, 18, 12, 8, 6, 4, 2, 2, 1)
"""What a man counts at a place, by how many hexes he is away."""

WEIGHTS: Final[dict[str, tuple[tuple[int, int, int], ...]]] = {
    HOLD: (
        (1192, 0, 0),
        (2913, 0, 0),
        (0, 433, 2385),
        (1890, 1884, 0),
        (902, 620, 0),
        (0, 0, 0),
        (0, 325, 2053),
        (77, 3076, 940),
    ),
    TAKE: (
        (390, 0, 0),
        (640, 0, 0),
        (0, 1306, 1500),
        (1025, 1966, 0),
        (2113, 955, 0),
        (0, 2452, 1102),
        (0, 0, 241),
        (0, 6, 0),
    ),
}
"""By the victory condition and for each of the features: at the beginning, at the end, and more in the last turns."""

BIAS: Final[dict[str, tuple[int, int, int]]] = {
    "delta": (1008, 1164, -1465),
    "tabal": (-2420, -846, -469),
    "aequi": (65, 3173, 2024),
}
"""What speaks for the first side of a battle besides, in the same way."""


def can_evaluate(s: Battle) -> bool:
    """Return whether it is a battle for places."""
    return s.rules.order.victory.rule in WEIGHTS


def chance(s: Battle, seat: int) -> int:
    """How likely a side is to win, in thousandths."""
    found = likely(score(s))
    return found if seat == 0 else SCALE - found


def score(s: Battle) -> int:
    """How much speaks for the first side."""
    late = evaluation.elapsed_share(s)
    key = s.rules.order.key
    flat = evaluation.BIAS.get(key, 0)
    total = SCALE * weight_at(BIAS.get(key, (flat, flat, 0)), late)
    for weights, feature in zip(WEIGHTS[s.rules.order.victory.rule], features(s), strict=True):
        total += weight_at(weights, late) * feature
    return total // SCALE


def weight_at(weights: tuple[int, int, int], late: int) -> int:
    """What something weighs when so much of the battle is over."""
    square = late * late // SCALE
    early, end, last = weights
    return (early * (SCALE - late) + end * late + last * (square * square // SCALE)) // SCALE


class SideFeatures:
    """What one side has."""

    def __init__(self, s: Battle, side: i64) -> None:
        places = s.rules.order.objectives
        self.points = 0  # of all who are left
        self.strength = 0
        self.coming = 0  # of those who can be at a place in two turns
        self.beside = 0  # of those at or beside a place
        self.closeness = [0] * len(places)  # by place, in thousandths
        for unit in s.units_of(side):
            if s.hexes[unit] != ELIMINATED:
                self._count(s, unit)
        held = s.board().occupied[side]
        self.inside = len([hex for hex in places if held[hex]])
        self.round = sum([1 for hex in places for other in s.rules.ground.hexes.around(hex) if held[other]])

    def _count(self, s: Battle, unit: i64) -> None:
        kind = s.kind(unit)
        strength = int((kind.melee // 2 if s.disrupted[unit] else kind.melee) + kind.fire + kind.bonus)
        self.points += int(kind.vp)
        self.strength += strength
        hex = s.hexes[unit]
        if hex < 0:
            return
        least = len(CLOSENESS)
        for number, place in enumerate(s.rules.order.objectives):
            far = int(s.rules.ground.hexes.distance(hex, place))
            if far < len(CLOSENESS):
                self.closeness[number] += strength * CLOSENESS[far]
                least = min(least, far)
        if least <= 1:
            self.beside += strength
        if least <= 2 * kind.allowance:
            self.coming += strength


def features(s: Battle) -> list[int]:
    """Points, strength, places held, closeness to them, men on their way, beside, in and round the places."""
    one, other = SideFeatures(s, 0), SideFeatures(s, 1)
    places = max(len(s.rules.order.objectives), 1)
    close = sum(
        [
            relative_advantage(mine, theirs, CLOSENESS_OFFSET * SCALE)
            for mine, theirs in zip(one.closeness, other.closeness, strict=True)
        ]
    )
    return [
        relative_advantage(one.points, other.points, 1),
        relative_advantage(one.strength, other.strength, 1),
        evaluation.control_balance(s),
        close // places,
        relative_advantage(one.coming, other.coming, STRENGTH_OFFSET),
        relative_advantage(one.beside, other.beside, STRENGTH_OFFSET),
        SCALE * (one.inside - other.inside) // places,
        SCALE * (one.round - other.round) // (6 * places),
    ]


def relative_advantage(one: int, other: int, nobody: int) -> int:
    """By how much the first is more than the other."""
    return SCALE * (one - other) // (one + other + nobody)
