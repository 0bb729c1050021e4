"""Facing: three front sides and three flank sides (option; CH-S16.0 to CH-S16.33, CH-S16.13, CH-R53)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.games.chariot.ground import POINT
from hippodrome.games.chariot.state import Battle
from hippodrome.kit.geometry.hexes import NONE, SIDES, Ways, cube_distance

FRONT: Final = (0, 1, 5)  # CH-S16.0: straight on, and to both sides of it

# The middle of each front: a step in its direction, in the two axes of the cube.
_Q: Final = (1, 0, -1, -1, 0, 1)
_R: Final = (0, 1, 1, 0, -1, -1)


def is_front(s: Battle, unit: i64, hex: i64) -> bool:
    """CH-S16.0, CH-S16.12: whether another hex lies before a unit, by its own facing; between two sides either will do.

    It does if a step through one of the three front sides comes nearer to it and no step through another side comes
    nearer still.
    """
    hexes = s.rules.ground.hexes
    here = s.hexes[unit]
    dq, dr = hexes.q[hex] - hexes.q[here], hexes.row[hex] - hexes.row[here]
    best = [_off(dq, dr, side) for side in range(SIDES)]
    nearest = min(best)
    facing = s.facing[unit]
    return any(best[(facing + turn) % SIDES] == nearest for turn in FRONT)


def _off(dq: i64, dr: i64, side: i64) -> int:
    """How far off the straight line through a side a place lies: the square of the distance to a place far along it."""
    far = int(cube_distance(dq, dr))
    x, y = far * _Q[side] - int(dq), far * _R[side] - int(dr)
    return x * x + y * y + x * y


def toward(s: Battle, here: i64, there: i64) -> int:
    """Return the direction in which another place lies, as near as can be."""
    hexes = s.rules.ground.hexes
    dq, dr = hexes.q[there] - hexes.q[here], hexes.row[there] - hexes.row[here]
    off = [_off(dq, dr, side) for side in range(SIDES)]
    return off.index(min(off))


class FrontWays(Ways):
    """Where one can go through one's front, turning on the way (CH-S16.11), and how one faces then."""

    __slots__ = ("before", "facing")

    def __init__(self) -> None:
        super().__init__()
        self.before: dict[int, int] = {}  # by hex and facing: the hex and facing before
        self.facing: dict[int, int] = {}  # by hex: how one faces who came there by the cheapest way

    def path(self, hex: int) -> list[int]:
        """Return the hexes entered on the cheapest way; turns are left out."""
        found: list[int] = []
        place = hex * SIDES + self.facing[hex]
        while place in self.before:
            earlier = self.before[place]
            if earlier // SIDES != place // SIDES:
                found.append(place // SIDES)
            place = earlier
        found.reverse()
        return found


def front_ways(s: Battle, unit: i64, points: i64, shut: bytes, halts: bytes) -> FrontWays:
    """Return every hex that can be reached through the front; a turn, however far, costs a point."""
    found = FrontWays()
    ground = s.rules.ground
    start = s.hexes[unit] * SIDES + s.facing[unit]
    cost: dict[int, int] = {start: 0}
    waiting: list[list[int]] = [[] for _ in range(points + 1)]
    waiting[0].append(start)
    for spent in range(int(points) + 1):
        for place in waiting[spent]:
            hex, facing = place // SIDES, place % SIDES
            if cost[place] != spent:
                continue
            if hex not in found.cost and hex != s.hexes[unit]:
                found.order.append(hex)
                found.cost[hex] = spent
                found.facing[hex] = facing
            if halts[hex] and spent and hex != s.hexes[unit]:
                continue
            for other, price in _next(ground.hexes.next, ground.costs, hex, facing, shut):
                total = spent + price
                if total <= points and cost.get(other, total + 1) > total:
                    cost[other] = total
                    found.before[other] = place
                    waiting[total].append(other)
    return found


def _next(step: list[int], costs: bytes, hex: int, facing: int, shut: bytes) -> list[tuple[int, int]]:
    """Return the hexes before one with their costs, and the five other ways to face."""
    found: list[tuple[int, int]] = []
    for turn in FRONT:
        side = hex * SIDES + (facing + turn) % SIDES
        other = step[side]
        if other != NONE and not shut[other]:
            found.append((other * SIDES + facing, costs[side]))
    found.extend([(hex * SIDES + other, POINT) for other in range(SIDES) if other != facing])
    return found
