"""The room that a turning box takes: how far its corners swing out, wherever it stands.

How far a box reaches from one of its spots depends on size, spot and turn alone. A game has few sizes of base, so this
is worked out for all turns when it is first asked for, and kept; so are whole swings, for the same turns come again and
again.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.kit.ground.fixed import ROUND, cosine, scaled_nearest, sine, size_of
from hippodrome.kit.ground.plane.boxes import Box

# So many are kept, and then forgotten.
_MOST_REACHES: Final = 64
_MOST_SWINGS: Final = 4000


@mypyc_attr(acyclic=True)
class Swing:
    """The bounds of all places of a turning box, from 0 to the whole angle, seen from the spot about which it turns."""

    __slots__ = ("bottom", "left", "right", "top")

    def __init__(self, left: int, top: int, right: int, bottom: int) -> None:
        self.left = left
        self.top = top
        self.right = right
        self.bottom = bottom


class Reaches:
    """How far boxes of one size reach from one of their spots, by turn, twice round."""

    __slots__ = ("bottoms", "lefts", "rights", "tops")

    def __init__(self, length: i64, width: i64, spot: i64) -> None:
        self.lefts: list[int] = []
        self.tops: list[int] = []
        self.rights: list[int] = []
        self.bottoms: list[int] = []
        for turn in range(ROUND):
            self.add(length >> 1, width >> 1, spot // 3 - 1, spot % 3 - 1, turn)
        for found in (self.lefts, self.tops, self.rights, self.bottoms):
            found.extend(found.copy())

    def add(self, length: i64, width: i64, along: i64, across: i64, turn: i64) -> None:
        """The next turn, with the half axes rounded as those of a box are."""
        c, s = cosine(turn), sine(turn)
        ax, ay = scaled_nearest(length, c), scaled_nearest(length, s)
        bx, by = -scaled_nearest(width, s), scaled_nearest(width, c)
        x, y = -along * ax - across * bx, -along * ay - across * by
        ex, ey = size_of(ax) + size_of(bx), size_of(ay) + size_of(by)
        self.lefts.append(x - ex)
        self.tops.append(y - ey)
        self.rights.append(x + ex)
        self.bottoms.append(y + ey)

    def swing(self, first: int, last: int) -> Swing:
        """The bounds from one turn to another, clockwise."""
        end = last + 1
        return Swing(
            min(self.lefts[first:end]),
            min(self.tops[first:end]),
            max(self.rights[first:end]),
            max(self.bottoms[first:end]),
        )


_REACHES: Final[dict[tuple[int, int, int], Reaches]] = {}
_SWINGS: Final[dict[tuple[int, int, int, int, int], Swing]] = {}


def swing_of(box: Box, spot: i64, angle: i64) -> Swing:
    """The swing of a box that turns about one of its spots, clockwise if the angle is positive; at most a round."""
    key = (int(box.length), int(box.width), int(spot), int(box.turn), int(angle))
    found = _SWINGS.get(key)
    if found is None:
        if len(_SWINGS) >= _MOST_SWINGS:
            _SWINGS.clear()
        first = int(box.turn if angle > 0 else (box.turn + angle) % ROUND)
        found = _reaches(box, spot).swing(first, first + int(size_of(angle)))
        _SWINGS[key] = found
    return found


def _reaches(box: Box, spot: i64) -> Reaches:
    """The reaches of boxes of this size from a spot."""
    key = (int(box.length), int(box.width), int(spot))
    found = _REACHES.get(key)
    if found is None:
        if len(_REACHES) >= _MOST_REACHES:
            _REACHES.clear()
        found = Reaches(box.length, box.width, spot)
        _REACHES[key] = found
    return found
