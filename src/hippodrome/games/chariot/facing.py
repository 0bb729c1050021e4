"""Facing: three front sides and three flank sides (option; CH-S16.0 to CH-S16.33, CH-S16.13, CH-R53)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.games.chariot.ground import POINT
from hippodrome.games.chariot.state import Battle
from hippodrome.kit.geometry.hexes import NO_HEX, SIDES, ReachableHexes, cube_distance

FRONT_TURNS: Final = (0, 1, 5)  # CH-S16.0: straight ahead, and the two sides next to it

# A step in each direction, on the first two axes of cube coordinates.
_Q: Final = (1, 0, -1, -1, 0, 1)
_R: Final = (0, 1, 1, 0, -1, -1)


def is_front(s: Battle, unit: i64, hex: i64) -> bool:
    """CH-S16.0, CH-S16.12: return whether a hex lies in front of a unit, by its own facing.

    A hex is in front if no side of the unit points more directly at it than one of the three front sides. If two sides
    are equally near, one front side is enough.
    """
    hexes = s.rules.ground.hexes
    here = s.hexes[unit]
    dq, dr = hexes.q[hex] - hexes.q[here], hexes.row[hex] - hexes.row[here]
    offsets = [_squared_offset(dq, dr, side) for side in range(SIDES)]
    nearest = min(offsets)
    facing = s.facing[unit]
    return any(offsets[(facing + turn) % SIDES] == nearest for turn in FRONT_TURNS)


def _squared_offset(dq: i64, dr: i64, side: i64) -> int:
    """Return how far a hex is off the line through a side: the squared distance to an equally distant hex on it."""
    far = int(cube_distance(dq, dr))
    x, y = far * _Q[side] - int(dq), far * _R[side] - int(dr)
    return x * x + y * y + x * y


def direction_towards(s: Battle, here: i64, there: i64) -> int:
    """Return the direction that points most directly at another hex."""
    hexes = s.rules.ground.hexes
    dq, dr = hexes.q[there] - hexes.q[here], hexes.row[there] - hexes.row[here]
    offsets = [_squared_offset(dq, dr, side) for side in range(SIDES)]
    return offsets.index(min(offsets))


class FacingRoutes(ReachableHexes):
    """Routes of a unit that moves only through its front (CH-S16.11), with its facing on arrival.

    A unit that enters a hex faces the way it moved (CH-R56); turning further costs a point.
    """

    __slots__ = ("before", "facing")

    def __init__(self) -> None:
        super().__init__()
        self.before: dict[int, int] = {}  # previous hex and facing, by hex and facing
        self.facing: dict[int, int] = {}  # facing on arrival by the cheapest path, by hex

    def path(self, hex: int) -> list[int]:
        """Return the hexes entered on the cheapest path, without the turns."""
        entered: list[int] = []
        position = hex * SIDES + self.facing[hex]
        while position in self.before:
            earlier = self.before[position]
            if earlier // SIDES != position // SIDES:
                entered.append(position // SIDES)
            position = earlier
        entered.reverse()
        return entered


def facing_routes(s: Battle, unit: i64, points: i64, blocked: bytes, stops: bytes) -> FacingRoutes:
    """Return every hex a unit can reach through its front; a turn of any size costs 1 point."""
    reachable = FacingRoutes()
    ground = s.rules.ground
    start = s.hexes[unit] * SIDES + s.facing[unit]
    cost: dict[int, int] = {start: 0}
    frontier: list[list[int]] = [[] for _ in range(points + 1)]
    frontier[0].append(start)
    for spent in range(int(points) + 1):
        for position in frontier[spent]:
            hex, facing = position // SIDES, position % SIDES
            if cost[position] != spent:
                continue
            if hex not in reachable.cost and hex != s.hexes[unit]:
                reachable.order.append(hex)
                reachable.cost[hex] = spent
                reachable.facing[hex] = facing
            if stops[hex] and spent and hex != s.hexes[unit]:
                continue
            for other, price in _next_states(ground.hexes.next, ground.costs, hex, facing, blocked):
                total = spent + price
                if total <= points and cost.get(other, total + 1) > total:
                    cost[other] = total
                    reachable.before[other] = position
                    frontier[total].append(other)
    return reachable


def _next_states(step: list[int], costs: bytes, hex: int, facing: int, blocked: bytes) -> list[tuple[int, int]]:
    """Return the hexes in front with their costs and the facing after the step, and the five other facings."""
    states: list[tuple[int, int]] = []
    for turn in FRONT_TURNS:
        direction = (facing + turn) % SIDES
        side = hex * SIDES + direction
        other = step[side]
        if other != NO_HEX and not blocked[other]:
            states.append((other * SIDES + direction, costs[side]))
    states.extend([(hex * SIDES + other, POINT) for other in range(SIDES) if other != facing])
    return states
