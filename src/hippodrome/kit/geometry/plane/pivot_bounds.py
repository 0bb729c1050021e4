"""The room that a turning box takes: how far its corners swing out, wherever it stands.

How far a box reaches from one of its spots depends on size, spot and turn alone. A game has few sizes of base, so this
is worked out for all turns when it is first asked for, and kept; so are whole swings, for the same turns come again and
again.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.kit.geometry.fixed_point import FULL_TURN_TENTHS, absolute, cosine, scale_nearest, sine
from hippodrome.kit.geometry.plane.boxes import Box

# So many are kept, and then forgotten.
_MOST_REACHES: Final = 64
_MOST_SWINGS: Final = 4000
_BLOCK: Final = 24


@mypyc_attr(acyclic=True)
class PivotBounds:
    """The bounds of all places of a turning box, from 0 to the whole angle, seen from the spot about which it turns."""

    __slots__ = ("bottom", "left", "right", "top")

    def __init__(self, left: int, top: int, right: int, bottom: int) -> None:
        self.left = left
        self.top = top
        self.right = right
        self.bottom = bottom


class PivotReaches:
    """How far boxes of one size reach from one of their spots, by turn, twice round.

    For the sake of speed the farthest of every _BLOCK turns is known too: `far_lefts` and so on.
    """

    __slots__ = ("bottoms", "far_bottoms", "far_lefts", "far_rights", "far_tops", "lefts", "rights", "tops")

    def __init__(self, length: i64, width: i64, spot: i64) -> None:
        self.lefts: list[int] = []
        self.tops: list[int] = []
        self.rights: list[int] = []
        self.bottoms: list[int] = []
        for turn in range(FULL_TURN_TENTHS):
            self.add(length >> 1, width >> 1, spot // 3 - 1, spot % 3 - 1, turn)
        for found in (self.lefts, self.tops, self.rights, self.bottoms):
            found.extend(found.copy())
        self.far_lefts = block_extremes(self.lefts, False)
        self.far_tops = block_extremes(self.tops, False)
        self.far_rights = block_extremes(self.rights, True)
        self.far_bottoms = block_extremes(self.bottoms, True)

    def add(self, length: i64, width: i64, along: i64, across: i64, turn: i64) -> None:
        """The next turn, with the half axes rounded as those of a box are."""
        c, s = cosine(turn), sine(turn)
        ax, ay = scale_nearest(length, c), scale_nearest(length, s)
        bx, by = -scale_nearest(width, s), scale_nearest(width, c)
        x, y = -along * ax - across * bx, -along * ay - across * by
        ex, ey = absolute(ax) + absolute(bx), absolute(ay) + absolute(by)
        self.lefts.append(x - ex)
        self.tops.append(y - ey)
        self.rights.append(x + ex)
        self.bottoms.append(y + ey)

    def swing(self, first: int, last: int) -> PivotBounds:
        """Return the bounds from one turn to another, clockwise."""
        return PivotBounds(
            range_min(self.lefts, self.far_lefts, first, last + 1),
            range_min(self.tops, self.far_tops, first, last + 1),
            range_max(self.rights, self.far_rights, first, last + 1),
            range_max(self.bottoms, self.far_bottoms, first, last + 1),
        )


def block_extremes(values: list[int], most: bool) -> list[int]:
    """Return the least, or the most, of every _BLOCK values."""
    cut = [values[place : place + _BLOCK] for place in range(0, len(values), _BLOCK)]
    return [max(block) if most else min(block) for block in cut]


def range_min(values: list[int], blocks: list[int], first: int, end: int) -> int:
    """Return the least of the values from one place to before another, by way of the whole blocks between."""
    start, stop = first // _BLOCK + 1, end // _BLOCK
    if start >= stop:
        return min(values[first:end])
    found = min(min(values[first : start * _BLOCK]), min(blocks[start:stop]))
    return found if stop * _BLOCK == end else min(found, min(values[stop * _BLOCK : end]))


def range_max(values: list[int], blocks: list[int], first: int, end: int) -> int:
    """Return the most of them."""
    start, stop = first // _BLOCK + 1, end // _BLOCK
    if start >= stop:
        return max(values[first:end])
    found = max(max(values[first : start * _BLOCK]), max(blocks[start:stop]))
    return found if stop * _BLOCK == end else max(found, max(values[stop * _BLOCK : end]))


_REACHES: Final[dict[tuple[int, int, int], PivotReaches]] = {}
_SWINGS: Final[dict[tuple[int, int, int, int, int], PivotBounds]] = {}


def pivot_bounds(box: Box, spot: i64, angle: i64) -> PivotBounds:
    """Return the swing of a box that turns about one of its spots, clockwise if the angle is positive; at most a
    round.
    """
    key = (int(box.length), int(box.width), int(spot), int(box.turn), int(angle))
    found = _SWINGS.get(key)
    if found is None:
        if len(_SWINGS) >= _MOST_SWINGS:
            _SWINGS.clear()
        first = int(box.turn if angle > 0 else (box.turn + angle) % FULL_TURN_TENTHS)
        found = _reaches(box, spot).swing(first, first + int(absolute(angle)))
        _SWINGS[key] = found
    return found


def _reaches(box: Box, spot: i64) -> PivotReaches:
    """Return the reaches of boxes of this size from a spot."""
    key = (int(box.length), int(box.width), int(spot))
    found = _REACHES.get(key)
    if found is None:
        if len(_REACHES) >= _MOST_REACHES:
            _REACHES.clear()
        found = PivotReaches(box.length, box.width, spot)
        _REACHES[key] = found
    return found
