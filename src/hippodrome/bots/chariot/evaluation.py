"""Position evaluation of the champion for battles in which objectives must be held or taken.

It has more features than `games/chariot/evaluation.py`, and their weights change during the battle: early on strength
matters, at the end the units in and around the objectives. The weights come from a logistic regression over the start
of every Player-Turn in 915 battles (the Delta, Tabal, the Aequi) between bots of many styles; none may be negative. All
values are seen from the first side, in thousandths.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.games.chariot import evaluation
from hippodrome.games.chariot.scenarios import HOLD, TAKE
from hippodrome.games.chariot.state import ELIMINATED, Battle
from hippodrome.kit.evaluation import logistic

SCALE: Final = evaluation.SCALE
STRENGTH_OFFSET: Final = 4  # added to the total strength, so that a few units do not count as dominance
CLOSENESS_OFFSET: Final = 2  # the same for the strength around one objective
CLOSENESS: Final = (1000, 670, 449, 301, 202, 135, 91, 61, 41, 27, 18, 12, 8, 6, 4, 2, 2, 1)
"""Weight of a unit near an objective in thousandths, by distance in hexes."""

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
"""Weights of each feature by victory condition: at the start, at the end, and extra in the last turns."""

BIAS: Final[dict[str, tuple[int, int, int]]] = {
    "delta": (1008, 1164, -1465),
    "tabal": (-2420, -846, -469),
    "aequi": (65, 3173, 2024),
}
"""Advantage of the first side that the features do not cover, with the same three weights."""


def can_evaluate(s: Battle) -> bool:
    """Return whether the battle is decided by control of objectives."""
    return s.rules.order.victory.rule in WEIGHTS


def chance(s: Battle, seat: int) -> int:
    """Return the winning chance of a side, in thousandths."""
    first_chance = logistic(score(s))
    return first_chance if seat == 0 else SCALE - first_chance


def score(s: Battle) -> int:
    """Return the advantage of the first side, in thousandths of a logit."""
    elapsed = evaluation.elapsed_share(s)
    key = s.rules.order.key
    constant = evaluation.BIAS.get(key, 0)
    total = SCALE * weight_at(BIAS.get(key, (constant, constant, 0)), elapsed)
    for weights, feature in zip(WEIGHTS[s.rules.order.victory.rule], features(s), strict=True):
        total += weight_at(weights, elapsed) * feature
    return evaluation.with_handicap(s, total // SCALE)


def weight_at(weights: tuple[int, int, int], elapsed: int) -> int:
    """Return a weight when this share of the battle, in thousandths, is over."""
    square = elapsed * elapsed // SCALE
    early, end, final = weights
    return (early * (SCALE - elapsed) + end * elapsed + final * (square * square // SCALE)) // SCALE


class SideFeatures:
    """Totals of one side from which the features are made."""

    def __init__(self, s: Battle, side: i64) -> None:
        objectives = s.rules.order.objectives
        self.points = 0  # VP of units not lost
        self.strength = 0
        self.arriving = 0  # strength that can reach an objective in two turns
        self.adjacent = 0  # strength in or next to an objective
        self.closeness = [0] * len(objectives)  # by objective, in thousandths
        for unit in s.units_of(side):
            if s.hexes[unit] != ELIMINATED:
                self._count(s, unit)
        occupied = s.occupancy().occupied[side]
        self.inside = len([hex for hex in objectives if occupied[hex]])
        self.around = sum([1 for hex in objectives for other in s.rules.ground.hexes.around(hex) if occupied[other]])

    def _count(self, s: Battle, unit: i64) -> None:
        """Add one unit to the totals."""
        kind = s.kind(unit)
        strength = int((kind.melee // 2 if s.disrupted[unit] else kind.melee) + kind.fire + kind.bonus)
        self.points += int(kind.vp)
        self.strength += strength
        hex = s.hexes[unit]
        if hex < 0:
            return
        nearest = len(CLOSENESS)
        for number, objective in enumerate(s.rules.order.objectives):
            distance = int(s.rules.ground.hexes.distance(hex, objective))
            if distance < len(CLOSENESS):
                self.closeness[number] += strength * CLOSENESS[distance]
                nearest = min(nearest, distance)
        if nearest <= 1:
            self.adjacent += strength
        if nearest <= 2 * kind.allowance:
            self.arriving += strength


def features(s: Battle) -> list[int]:
    """Return VP, strength, control and closeness, and the strength arriving, adjacent, inside and around objectives."""
    first, second = SideFeatures(s, 0), SideFeatures(s, 1)
    objectives = max(len(s.rules.order.objectives), 1)
    closeness = 0
    for ours, theirs in zip(first.closeness, second.closeness, strict=True):
        closeness += relative_advantage(ours, theirs, CLOSENESS_OFFSET * SCALE)
    return [
        relative_advantage(first.points, second.points, 1),
        relative_advantage(first.strength, second.strength, 1),
        evaluation.control_balance(s),
        closeness // objectives,
        relative_advantage(first.arriving, second.arriving, STRENGTH_OFFSET),
        relative_advantage(first.adjacent, second.adjacent, STRENGTH_OFFSET),
        SCALE * (first.inside - second.inside) // objectives,
        SCALE * (first.around - second.around) // (6 * objectives),
    ]


def relative_advantage(first: int, second: int, offset: int) -> int:
    """Return the lead of the first value over the second, in thousandths of their sum plus an offset."""
    return SCALE * (first - second) // (first + second + offset)
