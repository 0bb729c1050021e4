"""Distances on the map of a scenario, calculated once for each goal."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.games.chariot.ground import Ground
from hippodrome.kit.geometry.hexes import SIDES, Hexes, opposite

UNREACHABLE: Final = 9999
_MAX_RADIUS: Final = 64
OPPOSITE_SIDE: Final = [opposite(side) for side in range(SIDES)]


class DistanceMaps:
    """Cached distances on one map."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self._distances: dict[tuple[int, ...], list[int]] = {}
        self._hexes_within: dict[int, list[int]] = {}

    def distances_to(self, goals: tuple[int, ...]) -> list[int]:
        """Return the half points from each hex to the nearest goal."""
        distances = self._distances.get(goals)
        if distances is None:
            distances = costs_to(self.ground, goals)
            self._distances[goals] = distances
        return distances

    def hexes_within(self, hex: i64, radius: i64) -> list[int]:
        """Return all hexes within a radius."""
        key = int(hex) * _MAX_RADIUS + int(radius)
        hexes = self._hexes_within.get(key)
        if hexes is None:
            hexes = self.ground.hexes.within(hex, radius)
            self._hexes_within[key] = hexes
        return hexes


def costs_to(ground: Ground, goals: tuple[int, ...]) -> list[int]:
    """Return the half points from each hex to the nearest goal; UNREACHABLE without a goal."""
    step = ground.hexes.next
    step_costs = ground.costs
    cost = [UNREACHABLE] * ground.hexes.count
    frontier: list[list[int]] = [list(goals)]
    for hex in goals:
        cost[hex] = 0
    spent = 0
    while spent < len(frontier):
        for hex in frontier[spent]:
            if cost[hex] != spent:
                continue
            for side in range(SIDES):
                neighbour = step[hex * SIDES + side]
                if neighbour < 0:
                    continue
                total = spent + step_costs[neighbour * SIDES + OPPOSITE_SIDE[side]]
                if total < cost[neighbour]:
                    cost[neighbour] = total
                    while len(frontier) <= total:
                        frontier.append([])
                    frontier[total].append(neighbour)
        spent += 1
    return cost


def steps_to(hexes: Hexes, goals: list[int], limit: int) -> list[int]:
    """Return the number of hexes from each hex to the nearest goal; UNREACHABLE beyond the limit."""
    distances = [UNREACHABLE] * hexes.count
    for hex in goals:
        distances[hex] = 0
    step = hexes.next
    frontier = goals
    steps = 0
    while frontier and steps < limit:
        steps += 1
        next_frontier: list[int] = []
        for hex in frontier:
            for neighbour in step[hex * SIDES : hex * SIDES + SIDES]:
                if neighbour >= 0 and distances[neighbour] == UNREACHABLE:
                    distances[neighbour] = steps
                    next_frontier.append(neighbour)
        frontier = next_frontier
    return distances
