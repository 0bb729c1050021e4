"""The race tracks: lanes of squares with walls, bends, jumps, water, a line and two start rows (BH-Q9 to BH-Q12)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from hippodrome.kit.actions import Action
from hippodrome.kit.data_tables import (
    NUMBERS,
    TEXTS,
    Column,
    DataFile,
    Record,
    Table,
    choice_column,
    key_column,
    number_column,
    rows_column,
    table_column,
    text_column,
)
from hippodrome.kit.geometry.lanes import LANES, Lanes, TrackError
from hippodrome.kit.toml_reader import DataError, raise_all

PLAIN: Final = 0
BEND: Final = 1
JUMP: Final = 2
WATER: Final = 3

STRAIGHT: Final = Action("straight")
LEFT: Final = Action("left")
RIGHT: Final = Action("right")

WALLS: Final = ("stone", "hedge")
_MOVES: Final = ([STRAIGHT], [STRAIGHT, LEFT], [STRAIGHT, RIGHT], [STRAIGHT, LEFT, RIGHT])
MAX_SEGMENTS: Final = 60
TRACKS: Final = DataFile(
    "data/tracks/",
    "Tracks",
    Table(
        "A track: four lanes of squares, made of straights and corners that lead back to the start.",
        key_column("The word that players choose it by."),
        text_column("title", "The name for players."),
        text_column("text", "A sentence or two about it."),
        number_column("order", 1, 99, "Its place in menus."),
        number_column("laps", 1, 7, "Laps by default."),
        number_column("line", 1, 99, "The square of the first straight before the start line, counted from 0."),
        Column("start", NUMBERS, "The squares of the two start rows on the first straight, the front row first."),
        Column(
            "segments",
            TEXTS,
            'Straights and corners in the direction of the race: "S14" is a straight of 14 squares, "L" and "R" are '
            "corners to the left and to the right, each between two straights. The first is the straight with "
            "the line.",
        ),
        table_column(
            "walls",
            Table(
                "The walls, on which a chariot is wounded: stone on 5 or more, a hedge on 6.",
                choice_column("left", WALLS, "The wall on the left of the track."),
                choice_column("right", WALLS, "The wall on the right of the track."),
            ),
        ),
        rows_column(
            "jumps",
            Table(
                "A jump: three squares of a straight, with the water in the middle.",
                number_column("segment", 0, MAX_SEGMENTS, "The straight, counted from 0."),
                number_column("square", 0, 99, "Its first square on the straight, counted from 0."),
                Column("lanes", NUMBERS, "The lanes with the jump, from 1 (left) to 4 (right)."),
            ),
            is_required=False,
        ),
        table_column(
            "expect",
            Table(
                "A check for the designer. It may be left out.",
                Column("lengths", NUMBERS, "The lengths of the four lanes. They are counted; a wrong one is an error."),
            ),
            is_required=False,
        ),
    ),
)
_SKID: Final = (0, 5, 4, 3, 3)  # BH-S2, by lane counted from the inside of the corner (BH-Q11)


class Track:
    """A race track. Its lists are indexed by the number of a square."""

    def __init__(self, table: Record) -> None:
        self.key = table.text("key")
        self.title = table.text("title")
        self.text = table.text("text")
        self.order = table.number("order")
        self.laps = table.number("laps")
        self.line = table.number("line")
        self.start = table.numbers("start")
        walls = table.table("walls")
        self.left_wall = walls.text("left")
        self.right_wall = walls.text("right")
        if len(table.texts("segments")) > MAX_SEGMENTS:
            raise table.error("segments", f"a track may have at most {MAX_SEGMENTS} segments")
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
        self.lengths = [self.lanes.lap_length(lane) for lane in range(1, LANES + 1)]
        if "expect" in table and table.table("expect").numbers("lengths") != self.lengths:
            given = table.table("expect").numbers("lengths")
            raise table.error("expect", f"the lanes have the lengths {self.lengths}, not {given}")

    def _read_jumps(self, table: Record) -> None:
        """BH-Q26: jump, water and landing are three squares of a straight, in the named lanes."""
        segments = self.lanes.segments
        for jump in table.rows("jumps"):
            segment = jump.number("segment")
            square = jump.number("square")
            lanes = jump.numbers("lanes")
            if segment >= len(segments):
                raise jump.error("segment", f"must be from 0 to {len(segments) - 1}, not {segment}")
            if not lanes:
                raise jump.error("lanes", "must name at least one lane, or the jump is nowhere")
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

    def _check_start(self, table: Record) -> None:
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


def read_tracks(texts: Mapping[str, str]) -> list[Track]:
    """Return all tracks in the order of menus; raise DataError with the errors of all files."""
    tracks: list[Track] = []
    errors: list[DataError] = []
    for name in TRACKS.names(texts):
        try:
            track = Track(TRACKS.table.read(texts[name], name))
            if track.key in [other.key for other in tracks]:
                raise DataError(f"{name}, line 1, key: there is another track {track.key!r}", 1, "key")
            tracks.append(track)
        except DataError as error:
            errors.append(error)
    raise_all(errors)
    return sorted(tracks, key=lambda track: track.order)
