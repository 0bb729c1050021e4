"""A closed track of lanes on a square grid: straights, and corners that are blocks as wide as the track.

Lanes count from 1 on the left in the racing direction; segments and squares count from 0. Every square has a number,
which indexes the tables of the track, so that the rules compute no geometry during play.
"""

from __future__ import annotations

from typing import Final

LANES: Final = 4
EAST: Final = 0
NORTH: Final = 1
WEST: Final = 2
SOUTH: Final = 3
_DX: Final = (1, 0, -1, 0)
_DY: Final = (0, 1, 0, -1)


class TrackError(ValueError):
    """Raised for a track that cannot be driven; the message names the segment."""


class Lanes:
    """The squares of a track and their neighbours. Square number -1 stands for no square."""

    def __init__(self, segments: list[str]) -> None:
        self.segments = segments
        self.segment: list[int] = []
        self.lane: list[int] = []
        self.index: list[int] = []
        self.x: list[int] = []
        self.y: list[int] = []
        self.heading: list[int] = []
        self.rank: list[int] = []  # of a bend square: its lane counted from the inside; otherwise 0
        self.bend: list[int] = []  # of a bend square: 1 for a left corner, -1 for a right one; otherwise 0
        self.straight: list[bool] = []
        self._first: list[list[int]] = []  # number of the first square, by segment and lane - 1
        self._length: list[list[int]] = []
        self._lay_segments()
        size = len(self.x)
        self.ahead: list[int] = [-1] * size
        self.left: list[int] = [-1] * size  # forward and one lane left, on the same straight
        self.right: list[int] = [-1] * size
        self.side_left: list[int] = [-1] * size  # the square to the left, one lane over
        self.side_right: list[int] = [-1] * size
        self.out: list[int] = [-1] * size  # of a bend square: straight ahead, into the next lane out
        self.beside: list[tuple[int, ...]] = [()] * size  # squares of other lanes that share an edge with it
        self._link_squares()

    def __len__(self) -> int:
        return len(self.x)

    # ---------------------------------------------------------------- lookup

    def number(self, segment: int, lane: int, index: int) -> int:
        """Return the number of a square; raise ValueError if the track has no such square."""
        known = 0 <= segment < len(self.segments) and 1 <= lane <= LANES
        if known and 0 <= index < self._length[segment][lane - 1]:
            return self._first[segment][lane - 1] + index
        raise ValueError(f"the track has no square {segment}/{lane}/{index}")

    def name(self, square: int) -> str:
        """Return the name of a square: segment/lane/square."""
        return f"{self.segment[square]}/{self.lane[square]}/{self.index[square]}"

    def parse_name(self, text: str) -> int:
        """Return the square with this name; raise ValueError for bad syntax or an unknown square."""
        parts = text.split("/")
        if len(parts) != 3 or not all(part.isdecimal() for part in parts):
            raise ValueError(f"{text!r} is not a square: write segment/lane/square, for example 1/2/0")
        return self.number(int(parts[0]), int(parts[1]), int(parts[2]))

    def length(self, segment: int, lane: int) -> int:
        """Return the number of squares of a lane in a segment."""
        return self._length[segment][lane - 1]

    def lap_length(self, lane: int) -> int:
        """Return the number of squares of a lane in a whole lap."""
        return sum([lengths[lane - 1] for lengths in self._length])

    def segments_apart(self, one: int, other: int) -> int:
        """Return the distance of two squares in segments, the shorter way round."""
        gap = abs(self.segment[one] - self.segment[other])
        return min(gap, len(self.segments) - gap)

    def grid_distance(self, one: int, other: int) -> int:
        """Return the distance of two squares on the grid; diagonal steps count 1."""
        return max(abs(self.x[one] - self.x[other]), abs(self.y[one] - self.y[other]))

    # ---------------------------------------------------------------- building

    def _lay_segments(self) -> None:
        """Lay the segments one after another; raise TrackError if the last one does not meet the first."""
        if not self.segments:
            raise TrackError("a track needs at least one segment")
        x, y, heading = 0, 0, EAST
        occupied: dict[tuple[int, int], int] = {}
        for number, code in enumerate(self.segments):
            self._check_code(number, code)
            self._first.append([])
            self._length.append([])
            for lane in range(1, LANES + 1):
                self._lay_lane(number, code, lane, x, y, heading, occupied)
            if code[0] == "S":
                n = int(code[1:])
                x, y = x + n * _DX[heading], y + n * _DY[heading]
            elif code == "L":
                heading = (heading + 1) % 4
                x, y = x + _DX[heading], y + _DY[heading]
            else:
                ahead, heading = heading, (heading + 3) % 4
                x += (LANES - 1) * _DX[ahead] + LANES * _DX[heading]
                y += (LANES - 1) * _DY[ahead] + LANES * _DY[heading]
        if (x, y, heading) != (0, 0, EAST):
            raise TrackError(
                f"the track does not close: after the last segment it is {x} squares east and {y} north of the start, "
                f"heading {('east', 'north', 'west', 'south')[heading]}"
            )

    def _check_code(self, number: int, code: str) -> None:
        before = self.segments[number - 1]
        if code in ("L", "R"):
            if before in ("L", "R"):
                raise TrackError(f"segment {number} ({code}): two corners need a straight between them")
        elif code[:1] != "S" or not code[1:].isdecimal():
            raise TrackError(f"segment {number}: {code!r} must be S with a length, L or R")
        elif int(code[1:]) < 1:
            raise TrackError(f"segment {number} ({code}): a straight needs at least 1 column")

    def _lay_lane(
        self, number: int, code: str, lane: int, x: int, y: int, heading: int, occupied: dict[tuple[int, int], int]
    ) -> None:
        """Add the squares of one lane of a segment."""
        right = (heading + 3) % 4
        x, y = x + (lane - 1) * _DX[right], y + (lane - 1) * _DY[right]
        if code[0] == "S":
            before, after, turn = int(code[1:]), 0, 0
        else:
            rank = lane if code == "L" else LANES + 1 - lane
            before, after, turn = rank, rank - 1, 1 if code == "L" else -1
        self._first[number].append(len(self.x))
        self._length[number].append(before + after)
        for index in range(before + after):
            if index:
                x, y = x + _DX[heading], y + _DY[heading]
            is_bend = turn != 0 and index == before - 1
            if is_bend:
                heading = (heading + turn) % 4
            if (x, y) in occupied:
                raise TrackError(f"segment {number} ({code}) overlaps segment {occupied[(x, y)]}")
            occupied[(x, y)] = number
            self.segment.append(number)
            self.lane.append(lane)
            self.index.append(index)
            self.x.append(x)
            self.y.append(y)
            self.heading.append(heading)
            self.rank.append(before if is_bend else 0)
            self.bend.append(turn if is_bend else 0)
            self.straight.append(turn == 0)

    def _link_squares(self) -> None:
        """Set the neighbours of every square; raise TrackError if segments that are not adjacent share an edge."""
        where = {(self.x[square], self.y[square]): square for square in range(len(self))}
        for square in range(len(self)):
            segment, lane, index = self.segment[square], self.lane[square], self.index[square]
            if index + 1 < self._length[segment][lane - 1]:
                self.ahead[square] = square + 1
            else:
                self.ahead[square] = self._first[(segment + 1) % len(self.segments)][lane - 1]
            if self.straight[square] and index + 1 < self._length[segment][lane - 1]:
                self.left[square] = self.number(segment, lane - 1, index + 1) if lane > 1 else -1
                self.right[square] = self.number(segment, lane + 1, index + 1) if lane < LANES else -1
            near = [
                where.get((self.x[square] + _DX[heading], self.y[square] + _DY[heading]), -1) for heading in range(4)
            ]
            for other in near:
                if other >= 0 and self.segments_apart(square, other) > 1:
                    raise TrackError(f"segments {segment} and {self.segment[other]} share an edge")
            others = [other for other in near if other >= 0 and self.lane[other] != lane]
            self.beside[square] = tuple(sorted(others, key=lambda other: (self.lane[other], other)))
            if self.rank[square]:
                before = (self.heading[square] - self.bend[square]) % 4
                if self.rank[square] < LANES:
                    self.out[square] = near[before]
            else:
                self.side_left[square] = self._if_in_lane(near[(self.heading[square] + 1) % 4], lane - 1)
                self.side_right[square] = self._if_in_lane(near[(self.heading[square] + 3) % 4], lane + 1)

    def _if_in_lane(self, square: int, lane: int) -> int:
        """Return the square if it is in this lane, else -1."""
        return square if square >= 0 and self.lane[square] == lane else -1
