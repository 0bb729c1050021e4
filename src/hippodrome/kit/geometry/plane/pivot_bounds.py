"""The bounds of a turning box: how far its corners swing out, relative to the spot it turns about.

How far a box reaches from one of its spots depends only on size, spot and turn. A game has few sizes of base, so the
reaches for all turns are computed on first use and cached. The bounds of whole turns are cached as well, because the
same turns recur.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.kit.geometry.fixed_point import FULL_TURN_TENTHS, absolute, cosine, scale_nearest, sine
from hippodrome.kit.geometry.plane.boxes import Box

# A cache that is full is cleared.
_MAX_CACHED_REACHES: Final = 64
_MAX_CACHED_BOUNDS: Final = 4000
_BLOCK_TURNS: Final = 24


@mypyc_attr(acyclic=True)
class PivotBounds:
    """The bounds of a box during a whole turn, relative to the spot about which it turns."""

    __slots__ = ("bottom", "left", "right", "top")

    def __init__(self, left: int, top: int, right: int, bottom: int) -> None:
        self.left = left
        self.top = top
        self.right = right
        self.bottom = bottom


class PivotReaches:
    """The reach of boxes of one size from one of their spots, by turn, for two full circles.

    For speed, `far_lefts` and so on hold the farthest reach of every block of turns.
    """

    __slots__ = ("bottoms", "far_bottoms", "far_lefts", "far_rights", "far_tops", "lefts", "rights", "tops")

    def __init__(self, length: i64, width: i64, spot: i64) -> None:
        self.lefts: list[int] = []
        self.tops: list[int] = []
        self.rights: list[int] = []
        self.bottoms: list[int] = []
        for turn in range(FULL_TURN_TENTHS):
            self.add(length >> 1, width >> 1, spot // 3 - 1, spot % 3 - 1, turn)
        for reaches in (self.lefts, self.tops, self.rights, self.bottoms):
            reaches.extend(reaches.copy())
        self.far_lefts = block_extremes(self.lefts, False)
        self.far_tops = block_extremes(self.tops, False)
        self.far_rights = block_extremes(self.rights, True)
        self.far_bottoms = block_extremes(self.bottoms, True)

    def add(self, length: i64, width: i64, along: i64, across: i64, turn: i64) -> None:
        """Append the reaches of the next turn, with half axes rounded like those of a box."""
        c, s = cosine(turn), sine(turn)
        ax, ay = scale_nearest(length, c), scale_nearest(length, s)
        bx, by = -scale_nearest(width, s), scale_nearest(width, c)
        x, y = -along * ax - across * bx, -along * ay - across * by
        ex, ey = absolute(ax) + absolute(bx), absolute(ay) + absolute(by)
        self.lefts.append(x - ex)
        self.tops.append(y - ey)
        self.rights.append(x + ex)
        self.bottoms.append(y + ey)

    def bounds(self, first: int, last: int) -> PivotBounds:
        """Return the bounds from one turn to another, clockwise."""
        return PivotBounds(
            range_min(self.lefts, self.far_lefts, first, last + 1),
            range_min(self.tops, self.far_tops, first, last + 1),
            range_max(self.rights, self.far_rights, first, last + 1),
            range_max(self.bottoms, self.far_bottoms, first, last + 1),
        )


def block_extremes(values: list[int], maximum: bool) -> list[int]:
    """Return the minimum, or the maximum, of every block of values."""
    blocks = [values[place : place + _BLOCK_TURNS] for place in range(0, len(values), _BLOCK_TURNS)]
    return [max(block) if maximum else min(block) for block in blocks]


def range_min(values: list[int], blocks: list[int], first: int, end: int) -> int:
    """Return the minimum of values[first:end], using the minima of the whole blocks in between."""
    start, stop = first // _BLOCK_TURNS + 1, end // _BLOCK_TURNS
    if start >= stop:
        return min(values[first:end])
    low = min(min(values[first : start * _BLOCK_TURNS]), min(blocks[start:stop]))
    return low if stop * _BLOCK_TURNS == end else min(low, min(values[stop * _BLOCK_TURNS : end]))


def range_max(values: list[int], blocks: list[int], first: int, end: int) -> int:
    """Return the maximum of values[first:end], using the maxima of the whole blocks in between."""
    start, stop = first // _BLOCK_TURNS + 1, end // _BLOCK_TURNS
    if start >= stop:
        return max(values[first:end])
    high = max(max(values[first : start * _BLOCK_TURNS]), max(blocks[start:stop]))
    return high if stop * _BLOCK_TURNS == end else max(high, max(values[stop * _BLOCK_TURNS : end]))


_REACHES: Final[dict[tuple[int, int, int], PivotReaches]] = {}
_BOUNDS: Final[dict[tuple[int, int, int, int, int], PivotBounds]] = {}


def pivot_bounds(box: Box, spot: i64, angle: i64) -> PivotBounds:
    """Return the bounds of a turn of a box about one of its spots, clockwise if the angle is positive.

    The angle is at most a full circle.
    """
    key = (int(box.length), int(box.width), int(spot), int(box.turn), int(angle))
    bounds = _BOUNDS.get(key)
    if bounds is None:
        if len(_BOUNDS) >= _MAX_CACHED_BOUNDS:
            _BOUNDS.clear()
        first = int(box.turn if angle > 0 else (box.turn + angle) % FULL_TURN_TENTHS)
        bounds = _reaches(box, spot).bounds(first, first + int(absolute(angle)))
        _BOUNDS[key] = bounds
    return bounds


def _reaches(box: Box, spot: i64) -> PivotReaches:
    """Return the cached reaches of boxes of this size from a spot."""
    key = (int(box.length), int(box.width), int(spot))
    reaches = _REACHES.get(key)
    if reaches is None:
        if len(_REACHES) >= _MAX_CACHED_REACHES:
            _REACHES.clear()
        reaches = PivotReaches(box.length, box.width, spot)
        _REACHES[key] = reaches
    return reaches
