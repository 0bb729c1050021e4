"""How far it is from everywhere to somewhere on the map of a scenario; worked out once for each place."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.games.chariot.ground import Ground
from hippodrome.kit.geometry.hexes import SIDES, Hexes, opposite

UNREACHABLE: Final = 9999
_MAX_RADIUS: Final = 64
OPPOSITE_SIDE: Final = [opposite(side) for side in range(SIDES)]


class DistanceMaps:
    """The distances on one map that have been asked for so far."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self._fields: dict[tuple[int, ...], list[int]] = {}
        self._discs: dict[int, list[int]] = {}

    def to(self, goals: tuple[int, ...]) -> list[int]:
        """Return the half points it costs to come from each hex to the nearest of these."""
        found = self._fields.get(goals)
        if found is None:
            found = costs_to(self.ground, goals)
            self._fields[goals] = found
        return found

    def disc(self, hex: i64, radius: i64) -> list[int]:
        """Return all hexes at most so far away."""
        key = int(hex) * _MAX_RADIUS + int(radius)
        found = self._discs.get(key)
        if found is None:
            found = self.ground.hexes.within(hex, radius)
            self._discs[key] = found
        return found


def costs_to(ground: Ground, goals: tuple[int, ...]) -> list[int]:
    """Return the half points it costs to come from each hex to the nearest goal; FAR if there is no goal."""
    step = ground.hexes.next
    prices = ground.costs
    cost = [UNREACHABLE] * ground.hexes.count
    waiting: list[list[int]] = [list(goals)]
    for hex in goals:
        cost[hex] = 0
    spent = 0
    while spent < len(waiting):
        for hex in waiting[spent]:
            if cost[hex] != spent:
                continue
            for side in range(SIDES):
                other = step[hex * SIDES + side]
                if other < 0:
                    continue
                total = spent + prices[other * SIDES + OPPOSITE_SIDE[side]]
                if total < cost[other]:
                    cost[other] = total
                    while len(waiting) <= total:
                        waiting.append([])
                    waiting[total].append(other)
        spent += 1
    return cost


def steps_to(hexes: Hexes, goals: list[int], most: int) -> list[int]:
    """How many hexes each hex is away from the nearest goal; FAR if that is more than the most."""
    found = [UNREACHABLE] * hexes.count
    for hex in goals:
        found[hex] = 0
    step = hexes.next
    wave = goals
    steps = 0
    while wave and steps < most:
        steps += 1
        following: list[int] = []
        for hex in wave:
            for other in step[hex * SIDES : hex * SIDES + SIDES]:
                if other >= 0 and found[other] == UNREACHABLE:
                    found[other] = steps
                    following.append(other)
        wave = following
    return found
