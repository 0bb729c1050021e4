"""A map of hexes with points up: cube coordinates inside, columns, rows and printed numbers at the edges.

Every hex has a number, counted row by row from the north-west; -1 means: there is none. Rows run west to east; odd rows
sit half a hex further east. Directions count clockwise from the east: 0 east, 1 south-east, 2 south-west, 3 west,
4 north-west, 5 north-east. Everything is whole numbers.
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

# A step in each direction, in the two axes of the cube that are kept; the third is minus their sum.
_DQ: Final = (1, 0, -1, -1, 0, 1)
_DR: Final = (0, 1, 1, 0, -1, -1)


def opposite(direction: i64) -> i64:
    """Return the direction that leads back."""
    return (direction + 3) % SIDES


def cube_distance(dq: i64, dr: i64) -> i64:
    """How many steps lead from the origin to a place."""
    ds = dq + dr
    dq = dq if dq >= 0 else -dq
    dr = dr if dr >= 0 else -dr
    ds = ds if ds >= 0 else -ds
    return (dq + dr + ds) // 2


class Hexes:
    """The hexes of a map and how they hang together."""

    def __init__(self, rows: int, even: int, odd: int) -> None:
        """So many rows; those with an even number have `even` columns, the others `odd`."""
        self.rows = rows
        self.widths = (even, odd)
        self.column: list[int] = []
        self.row: list[int] = []
        self.first: list[int] = []  # by row: the number of its first hex
        for row in range(rows):
            self.first.append(len(self.column))
            self.column.extend(range(self.widths[row % 2]))
            self.row.extend([row] * self.widths[row % 2])
        self.count = len(self.column)
        self.q = [column - row // 2 for column, row in zip(self.column, self.row, strict=True)]
        self.next: list[int] = []  # six for each hex: the neighbour in each direction
        for hex in range(self.count):
            self.next.extend([self.at_cube(self.q[hex] + _DQ[d], self.row[hex] + _DR[d]) for d in range(SIDES)])
        self._around: list[list[int]] = [
            [other for other in self.next[hex * SIDES : hex * SIDES + SIDES] if other != NO_HEX]
            for hex in range(self.count)
        ]
        self._lines: dict[tuple[int, int], list[tuple[tuple[int, int], ...]]] = {}

    # ---------------------------------------------------------------- names of places

    def at(self, column: int, row: int) -> int:
        """Return the hex at a column and row, or NONE."""
        if not 0 <= row < self.rows or not 0 <= column < self.widths[row % 2]:
            return NO_HEX
        return self.first[row] + column

    def at_cube(self, q: int, r: int) -> int:
        """Return the hex at a place of the cube, or NONE."""
        return self.at(q + r // 2, r)

    def label(self, hex: int) -> str:
        """Return the number on the map: column and row, two digits each, counted from 1."""
        return f"{self.column[hex] + 1:02}{self.row[hex] + 1:02}"

    def from_label(self, text: str) -> int:
        """Return the hex with this number on the map, or NONE."""
        if len(text) != 4 or not text.isascii() or not text.isdigit():
            return NO_HEX
        return self.at(int(text[:2]) - 1, int(text[2:]) - 1)

    # ---------------------------------------------------------------- near and far

    def neighbour(self, hex: i64, direction: i64) -> int:
        """Return the hex beside another in a direction, or NONE off the map."""
        return self.next[hex * SIDES + direction]

    def around(self, hex: i64) -> list[int]:
        """Return the neighbours that are on the map. Not to be changed."""
        return self._around[hex]

    def is_border(self, hex: i64) -> bool:
        """Return whether it lies at the edge of the map."""
        return len(self._around[hex]) < SIDES

    def distance(self, one: i64, other: i64) -> i64:
        """How many steps lead from one hex to another."""
        return cube_distance(self.q[other] - self.q[one], self.row[other] - self.row[one])

    def direction(self, one: i64, other: i64) -> int:
        """In which direction a neighbour lies; NONE if they are not neighbours."""
        for direction in range(SIDES):
            if self.next[one * SIDES + direction] == other:
                return direction
        return NO_HEX

    def within(self, hex: i64, radius: i64) -> list[int]:
        """Return all hexes at most so far away, in the order of their numbers."""
        q, r = self.q[hex], self.row[hex]
        found: list[int] = []
        for dr in range(-int(radius), int(radius) + 1):
            low = max(-int(radius), -dr - int(radius))
            high = min(int(radius), -dr + int(radius))
            found.extend([self.at_cube(q + dq, r + dr) for dq in range(low, high + 1)])
        return [other for other in found if other != NO_HEX]

    def ring(self, hex: i64, radius: i64) -> list[int]:
        """Return all hexes exactly so far away, in the order of their numbers."""
        return [other for other in self.within(hex, radius) if self.distance(hex, other) == radius]

    # ---------------------------------------------------------------- lines

    def line(self, one: i64, other: i64) -> list[tuple[int, ...]]:
        """What a straight line between the middles of two hexes crosses on its way, the two ends left out.

        Each part is one hex, or the two on both sides where the line runs along their common hexside; hexes off the
        map are NONE.
        """
        q, r = self.q[one], self.row[one]
        parts = self.line_offsets(self.q[other] - q, self.row[other] - r)
        return [tuple([self.at_cube(q + dq, r + dr) for dq, dr in part]) for part in parts]

    def line_offsets(self, dq: int, dr: int) -> list[tuple[tuple[int, int], ...]]:
        """Return the same for a place so far off, as steps from the first hex. Worked out once for each."""
        key = (dq, dr)
        if key not in self._lines:
            self._lines[key] = crossed_offsets(dq, dr)
        return self._lines[key]


def crossed_offsets(dq: int, dr: int) -> list[tuple[tuple[int, int], ...]]:
    """Return the places that a line from the origin to another place crosses, in order, those of one hexside
    together.
    """
    found: list[tuple[int, int, int, tuple[int, int]]] = []
    size = int(cube_distance(dq, dr))
    looked: set[tuple[int, int]] = {(0, 0), (dq, dr)}
    for step in range(1, size):
        near = (dq * step // size, dr * step // size)
        for aq in range(-1, 3):
            for ar in range(-1, 3):
                place = (near[0] + aq, near[1] + ar)
                if place not in looked:
                    looked.add(place)
                    span = _span(place[0], place[1], dq, dr)
                    if span is not None:
                        found.append((*span, place))
    # Entry times are fractions; the denominators are at most a few times the size, so this multiple orders them.
    found.sort(key=lambda row: (row[0] * _SCALE // row[2], row[3]))
    parts: list[list[tuple[int, int]]] = []
    last = -1
    for start, _, under, place in found:
        time = start * _SCALE // under
        if time == last:
            parts[-1].append(place)
        else:
            parts.append([place])
        last = time
    return [tuple(part) for part in parts]


_SCALE: Final = 10**9


def _span(q: int, r: int, dq: int, dr: int) -> tuple[int, int, int] | None:
    """When a line from the origin enters and leaves a hex: two numerators and their denominator; None if it misses.

    A point is in the hex of its middle if no difference of two of its three coordinates is above 1; on the hexside
    one is exactly 1. A line that only touches a corner misses.
    """
    ds, s = -dq - dr, -q - r
    low, low_under, high, high_under = 0, 1, 1, 1
    for step, middle in ((dq - dr, q - r), (dr - ds, r - s), (ds - dq, s - q)):
        if step == 0:
            if abs(middle) > 1:
                return None
            continue
        first, last = (middle - 1, middle + 1) if step > 0 else (-middle - 1, -middle + 1)
        under = abs(step)
        if first * low_under > low * under:
            low, low_under = first, under
        if last * high_under < high * under:
            high, high_under = last, under
    if low * high_under >= high * low_under:
        return None
    return low * high_under, high * low_under, low_under * high_under


# -------------------------------------------------------------------- ways


class ReachableHexes:
    """Where one can go from a hex with so many points: the cost of every hex reached, and how one came there."""

    __slots__ = ("came", "cost", "order")

    def __init__(self) -> None:
        self.order: list[int] = []  # the hexes reached, the cheapest first, without the start
        self.cost: dict[int, int] = {}
        self.came: dict[int, int] = {}

    def path(self, hex: int) -> list[int]:
        """Return the hexes entered on the cheapest way to one that was reached."""
        found: list[int] = []
        while hex in self.came:
            found.append(hex)
            hex = self.came[hex]
        found.reverse()
        return found


def reachable_hexes(hexes: Hexes, start: i64, points: i64, costs: bytes, shut: bytes, halts: bytes) -> ReachableHexes:
    """Return every hex that can be reached, by the cheapest way; of equal ways the one found first, in a fixed order.

    `costs` holds the price of leaving each hex in each of its six directions, 0 where there is no way; hexes marked in
    `shut` are not entered; whoever enters one marked in `halts` goes no further.
    """
    found = ReachableHexes()
    step = hexes.next
    least = [int(points) + 1] * hexes.count
    came = [NO_HEX] * hexes.count
    waiting: list[list[int]] = [[] for _ in range(points + 1)]
    waiting[0].append(int(start))
    least[start] = 0
    spent: i64
    for spent in range(points + 1):
        for hex in waiting[spent]:
            if least[hex] != spent or (spent and hex == start):
                continue
            if spent:
                found.order.append(hex)
                found.cost[hex] = int(spent)
                found.came[hex] = came[hex]
                if halts[hex]:
                    continue
            base: i64 = hex * SIDES
            side: i64
            for side in range(base, base + SIDES):
                total: i64 = spent + costs[side]
                if total == spent or total > points:
                    continue
                other = step[side]
                if total < least[other] and not shut[other]:
                    least[other] = int(total)
                    came[other] = hex
                    waiting[total].append(other)
    return found
