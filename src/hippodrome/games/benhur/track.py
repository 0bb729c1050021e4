"""The race tracks: lanes of squares with walls, bends, jumps, water, a line and two start rows (BH-Q9 to BH-Q12)."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from hippodrome.kit.actions import Action
from hippodrome.kit.geometry.lanes import LANES, Lanes, TrackError
from hippodrome.kit.toml_reader import TomlTable

PLAIN: Final = 0
BEND: Final = 1
JUMP: Final = 2
WATER: Final = 3

STRAIGHT: Final = Action("straight")
LEFT: Final = Action("left")
RIGHT: Final = Action("right")

WALLS: Final = ("stone", "hedge")
_MOVES: Final = ([STRAIGHT], [STRAIGHT, LEFT], [STRAIGHT, RIGHT], [STRAIGHT, LEFT, RIGHT])
_SKID: Final = (0, 5, 4, 3, 3)  # BH-S2, by lane counted from the inside of the corner (BH-Q11)


class Track:
    """A race track. Its lists are indexed by the number of a square."""

    def __init__(self, table: TomlTable) -> None:
        self.key = table.text("key")
        self.title = table.text("title")
        self.text = table.text("text")
        self.order = table.integer("order", 1, 99)
        self.laps = table.integer("laps", 1, 7)
        self.line = table.integer("line", 1, 99)
        self.start = table.integers("start")
        walls = table.table("walls")
        self.left_wall = walls.one_of("left", WALLS)
        self.right_wall = walls.one_of("right", WALLS)
        walls.reject_unread()
        try:
            self.lanes = Lanes(table.texts("segments"))
        except TrackError as error:
            raise table.error("segments", str(error)) from None
        size = len(self.lanes)
        self.ahead: list[int] = self.lanes.ahead
        self.kind: list[int] = [BEND if self.lanes.rank[square] else PLAIN for square in range(size)]
        self.skid: list[int] = [_SKID[self.lanes.rank[square]] for square in range(size)]
        self.has_jump = False
        self._read_jumps(table)
        self._check_start(table)
        self.past_line: list[bool] = [  # whether a square is just past the line
            self.lanes.segment[square] == 0 and self.lanes.index[square] == self.line + 1 for square in range(size)
        ]
        self.progress_rank: list[int] = self._progress_ranks()
        self.shortest = [
            min([self.lanes.length(segment, lane) for lane in range(1, LANES + 1)])
            for segment in range(len(self.lanes.segments))
        ]
        self.lap_length = sum(self.shortest)  # in squares, by the shortest way
        self.squares_to_line = [self._squares_to_line(square) for square in range(len(self.lanes))]
        self.moves: list[list[Action]] = [_MOVES[self._lane_changes(square)] for square in range(size)]
        expect = table.table("expect")
        lengths = expect.integers("lengths")
        expect.reject_unread()
        if lengths != [self.lanes.lap_length(lane) for lane in range(1, LANES + 1)]:
            actual = [self.lanes.lap_length(lane) for lane in range(1, LANES + 1)]
            raise table.error("expect", f"the lanes have the lengths {actual}, not {lengths}")
        table.reject_unread()

    def _read_jumps(self, table: TomlTable) -> None:
        """BH-Q26: jump, water and landing are three squares of a straight, in the named lanes."""
        segments = self.lanes.segments
        for jump in table.tables("jumps"):
            segment = jump.integer("segment", 0, len(segments) - 1)
            square = jump.integer("square", 0, 99)
            lanes = jump.integers("lanes")
            jump.reject_unread()
            if segments[segment][0] != "S":
                raise jump.error("segment", f"segment {segment} is a corner; a jump needs a straight")
            if square + 2 >= int(segments[segment][1:]):
                raise jump.error(
                    "square", f"the landing square {square + 2} is not on the straight {segments[segment]}"
                )
            if segment == 0 and square - 2 <= self.line + 1 and self.line <= square + 4:
                raise jump.error("square", f"the jump lies within 2 squares of the line after square {self.line}")
            for lane in lanes:
                if not 1 <= lane <= LANES:
                    raise jump.error("lanes", f"there is no lane {lane}")
                place = self.lanes.number(segment, lane, square)
                if self.kind[place] == WATER or self.kind[place + 1] != PLAIN or self.kind[place + 2] == WATER:
                    raise jump.error("square", f"the jump overlaps another jump in lane {lane}")
                self.kind[place] = JUMP
                self.kind[place + 1] = WATER
                self.has_jump = True

    def _check_start(self, table: TomlTable) -> None:
        first = self.lanes.segments[0]
        if first[0] != "S" or self.line + 1 >= int(first[1:]):
            raise table.error("line", f"the square after the line must be on segment 0 ({first})")
        if len(self.start) != 2 or not 0 <= self.start[1] < self.start[0] <= self.line:
            raise table.error("start", f"must be two squares of segment 0 up to {self.line}, first row then second")

    def _progress_ranks(self) -> list[int]:
        """BH-Q35: return the rank of each square by its distance round the lap; level squares share a rank."""
        lanes = self.lanes
        keys = []
        for square in range(len(lanes)):
            segment, index = lanes.segment[square], lanes.index[square]
            part = len(lanes.segments) if segment == 0 and index <= self.line else segment
            keys.append((part, Fraction(2 * index + 1, 2 * lanes.length(segment, lanes.lane[square]))))
        rank = {key: place for place, key in enumerate(sorted(set(keys)))}
        return [rank[key] for key in keys]

    def _squares_to_line(self, square: int) -> int:
        """Return the squares to the line: to the end of the segment in this lane, then by the shortest way."""
        lanes = self.lanes
        segment, index = lanes.segment[square], lanes.index[square]
        if segment == 0 and index <= self.line:
            return self.line + 1 - index
        rest = lanes.length(segment, lanes.lane[square]) - index
        return rest + sum(self.shortest[segment + 1 :]) + self.line + 1

    def _lane_changes(self, square: int) -> int:
        """BH-Q18: return which lane changes the ground allows from a square: 1 for left plus 2 for right.

        A change may end on a jump square, but not begin there, and neither begin nor end in the water.
        """
        if self.kind[square] != PLAIN:
            return 0
        left, right = self.lanes.left[square], self.lanes.right[square]
        ways = 1 if left >= 0 and self.kind[left] != WATER else 0
        return ways + (2 if right >= 0 and self.kind[right] != WATER else 0)

    def wall(self, side: int) -> str:
        """BH-Q40: return the wall on the left (-1) or right (1) of the track."""
        return self.left_wall if side < 0 else self.right_wall
