"""A map of pointy-topped hexes. Internally it uses cube coordinates; callers use columns, rows and printed labels.

Hexes are numbered row by row from the north-west; -1 stands for no hex. Rows run west to east; odd rows lie half a hex
further east. Directions count clockwise from the east: 0 east, 1 south-east, 2 south-west, 3 west, 4 north-west,
5 north-east.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

NO_HEX: Final = -1
SIDES: Final = 6
EAST: Final = 0
SOUTH_EAST: Final = 1
SOUTH_WEST: Final = 2
WEST: Final = 3
NORTH_WEST: Final = 4
NORTH_EAST: Final = 5
COMPASS: Final = ("east", "southeast", "southwest", "west", "northwest", "northeast")

# A step in each direction along the cube axes q and r; the third coordinate is minus their sum.
_DQ: Final = (1, 0, -1, -1, 0, 1)
_DR: Final = (0, 1, 1, 0, -1, -1)


def opposite(direction: i64) -> i64:
    """Return the opposite direction."""
    return (direction + 3) % SIDES


def cube_distance(dq: i64, dr: i64) -> i64:
    """Return the distance of an offset in cube coordinates from the origin, in hexes."""
    ds = dq + dr
    dq = dq if dq >= 0 else -dq
    dr = dr if dr >= 0 else -dr
    ds = ds if ds >= 0 else -ds
    return (dq + dr + ds) // 2


class Hexes:
    """The hexes of a map, their neighbours and lines between them."""

    def __init__(self, rows: int, even: int, odd: int) -> None:
        """Lay out a map; rows with an even number have `even` columns, the others `odd`."""
        self.rows = rows
        self.widths = (even, odd)
        self.column: list[int] = []
        self.row: list[int] = []
        self.first: list[int] = []  # number of the first hex of each row
        for row in range(rows):
            self.first.append(len(self.column))
            self.column.extend(range(self.widths[row % 2]))
            self.row.extend([row] * self.widths[row % 2])
        self.count = len(self.column)
        self.q = [column - row // 2 for column, row in zip(self.column, self.row, strict=True)]
        self.next: list[int] = []  # six neighbours of each hex, by direction
        for hex in range(self.count):
            self.next.extend([self.at_cube(self.q[hex] + _DQ[d], self.row[hex] + _DR[d]) for d in range(SIDES)])
        self._around: list[list[int]] = [
            [other for other in self.next[hex * SIDES : hex * SIDES + SIDES] if other != NO_HEX]
            for hex in range(self.count)
        ]
        self._lines: dict[tuple[int, int], list[tuple[tuple[int, int], ...]]] = {}

    # ---------------------------------------------------------------- coordinates and labels

    def at(self, column: int, row: int) -> int:
        """Return the hex at a column and row, or NO_HEX."""
        if not 0 <= row < self.rows or not 0 <= column < self.widths[row % 2]:
            return NO_HEX
        return self.first[row] + column

    def at_cube(self, q: int, r: int) -> int:
        """Return the hex at cube coordinates, or NO_HEX."""
        return self.at(q + r // 2, r)

    def label(self, hex: int) -> str:
        """Return the number printed on the map: column and row, two digits each, counted from 1."""
        return f"{self.column[hex] + 1:02}{self.row[hex] + 1:02}"

    def from_label(self, text: str) -> int:
        """Return the hex with this printed number, or NO_HEX."""
        if len(text) != 4 or not text.isascii() or not text.isdigit():
            return NO_HEX
        return self.at(int(text[:2]) - 1, int(text[2:]) - 1)

    # ---------------------------------------------------------------- neighbours and distances

    def neighbour(self, hex: i64, direction: i64) -> int:
        """Return the neighbour in a direction, or NO_HEX off the map."""
        return self.next[hex * SIDES + direction]

    def around(self, hex: i64) -> list[int]:
        """Return the neighbours on the map. The list must not be changed."""
        return self._around[hex]

    def is_border(self, hex: i64) -> bool:
        """Return whether a hex lies at the edge of the map."""
        return len(self._around[hex]) < SIDES

    def distance(self, one: i64, other: i64) -> i64:
        """Return the distance between two hexes, in hexes."""
        return cube_distance(self.q[other] - self.q[one], self.row[other] - self.row[one])

    def direction(self, one: i64, other: i64) -> int:
        """Return the direction of a neighbour, or NO_HEX if the hexes are not neighbours."""
        for direction in range(SIDES):
            if self.next[one * SIDES + direction] == other:
                return direction
        return NO_HEX

    def within(self, hex: i64, radius: i64) -> list[int]:
        """Return all hexes within a radius, in the order of their numbers."""
        q, r = self.q[hex], self.row[hex]
        hexes: list[int] = []
        for dr in range(-int(radius), int(radius) + 1):
            low = max(-int(radius), -dr - int(radius))
            high = min(int(radius), -dr + int(radius))
            hexes.extend([self.at_cube(q + dq, r + dr) for dq in range(low, high + 1)])
        return [other for other in hexes if other != NO_HEX]

    def ring(self, hex: i64, radius: i64) -> list[int]:
        """Return all hexes at exactly this distance, in the order of their numbers."""
        return [other for other in self.within(hex, radius) if self.distance(hex, other) == radius]

    # ---------------------------------------------------------------- lines

    def line(self, one: i64, other: i64) -> list[tuple[int, ...]]:
        """Return the hexes that a straight line between the centres of two hexes crosses, without the two ends.

        Each part is one hex, or two where the line runs along their common hexside. Hexes off the map are NO_HEX.
        """
        q, r = self.q[one], self.row[one]
        parts = self.line_offsets(self.q[other] - q, self.row[other] - r)
        return [tuple([self.at_cube(q + dq, r + dr) for dq, dr in part]) for part in parts]

    def line_offsets(self, dq: int, dr: int) -> list[tuple[tuple[int, int], ...]]:
        """Return the same parts as cube offsets from the first hex, computed once for each pair of offsets."""
        key = (dq, dr)
        if key not in self._lines:
            self._lines[key] = crossed_offsets(dq, dr)
        return self._lines[key]


def crossed_offsets(dq: int, dr: int) -> list[tuple[tuple[int, int], ...]]:
    """Return the cube offsets that a line from the origin to an offset crosses, in order.

    The two hexes on both sides of a common hexside form one part.
    """
    spans: list[tuple[int, int, int, tuple[int, int]]] = []
    size = int(cube_distance(dq, dr))
    examined: set[tuple[int, int]] = {(0, 0), (dq, dr)}
    for step in range(1, size):
        near = (dq * step // size, dr * step // size)
        for aq in range(-1, 3):
            for ar in range(-1, 3):
                place = (near[0] + aq, near[1] + ar)
                if place not in examined:
                    examined.add(place)
                    span = _span(place[0], place[1], dq, dr)
                    if span is not None:
                        spans.append((*span, place))
    # Entry times are fractions with denominators of a few times the distance at most, so scaling keeps their order.
    spans.sort(key=lambda row: (row[0] * _TIME_SCALE // row[2], row[3]))
    parts: list[list[tuple[int, int]]] = []
    last = -1
    for start, _, denominator, place in spans:
        time = start * _TIME_SCALE // denominator
        if time == last:
            parts[-1].append(place)
        else:
            parts.append([place])
        last = time
    return [tuple(part) for part in parts]


_TIME_SCALE: Final = 10**9


def _span(q: int, r: int, dq: int, dr: int) -> tuple[int, int, int] | None:
    """Return when a line from the origin enters and leaves a hex, or None if it misses.

    The times are fractions: two numerators and their common denominator. A point lies in a hex if no two of its three
    coordinates, relative to the centre, differ by more than 1; on a hexside they differ by exactly 1. A line that only
    touches a corner misses.
    """
    ds, s = -dq - dr, -q - r
    low, low_denominator, high, high_denominator = 0, 1, 1, 1
    for step, middle in ((dq - dr, q - r), (dr - ds, r - s), (ds - dq, s - q)):
        if step == 0:
            if abs(middle) > 1:
                return None
            continue
        first, last = (middle - 1, middle + 1) if step > 0 else (-middle - 1, -middle + 1)
        denominator = abs(step)
        if first * low_denominator > low * denominator:
            low, low_denominator = first, denominator
        if last * high_denominator < high * denominator:
            high, high_denominator = last, denominator
    if low * high_denominator >= high * low_denominator:
        return None
    return low * high_denominator, high * low_denominator, low_denominator * high_denominator


# -------------------------------------------------------------------- movement


class ReachableHexes:
    """The hexes reachable from a start with a number of movement points: the cost of each, and its predecessor."""

    __slots__ = ("cost", "order", "predecessor")

    def __init__(self) -> None:
        self.order: list[int] = []  # reachable hexes, cheapest first, without the start
        self.cost: dict[int, int] = {}
        self.predecessor: dict[int, int] = {}

    def path(self, hex: int) -> list[int]:
        """Return the hexes entered on the cheapest path to a reachable hex, in order."""
        path: list[int] = []
        while hex in self.predecessor:
            path.append(hex)
            hex = self.predecessor[hex]
        path.reverse()
        return path


def reachable_hexes(
    hexes: Hexes, start: i64, points: i64, costs: bytes, blocked: bytes, halts: bytes
) -> ReachableHexes:
    """Return every reachable hex with its cheapest path; ties go to the path found first, in a fixed order.

    `costs` holds the cost of leaving each hex in each of its six directions, 0 where it is impossible. Hexes marked in
    `blocked` cannot be entered. A unit that enters a hex marked in `halts` goes no further.
    """
    reachable = ReachableHexes()
    neighbours = hexes.next
    least = [int(points) + 1] * hexes.count
    predecessor = [NO_HEX] * hexes.count
    waiting: list[list[int]] = [[] for _ in range(points + 1)]
    waiting[0].append(int(start))
    least[start] = 0
    spent: i64
    for spent in range(points + 1):
        for hex in waiting[spent]:
            if least[hex] != spent or (spent and hex == start):
                continue
            if spent:
                reachable.order.append(hex)
                reachable.cost[hex] = int(spent)
                reachable.predecessor[hex] = predecessor[hex]
                if halts[hex]:
                    continue
            base: i64 = hex * SIDES
            side: i64
            for side in range(base, base + SIDES):
                total: i64 = spent + costs[side]
                if total == spent or total > points:
                    continue
                other = neighbours[side]
                if total < least[other] and not blocked[other]:
                    least[other] = int(total)
                    predecessor[other] = hex
                    waiting[total].append(other)
    return reachable
