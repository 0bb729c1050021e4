"""The track: a centre line of straights and bends, with walls beside it and outcrops on it (CR-T1 to CR-T3).

Lengths are in 1/1000 inch, angles in tenths of a degree, and y grows downwards. Progress is measured along the centre
line from the start line and keeps growing lap after lap.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.kit.data_tables import (
    MILLI_INCH,
    NUMBERS,
    TENTH_DEGREE,
    Column,
    DataFile,
    Record,
    Table,
    choice_column,
    key_column,
    number_column,
    rows_column,
    text_column,
)
from hippodrome.kit.geometry.fixed_point import (
    absolute,
    add_angle,
    cosine,
    direction_nearest,
    scale_nearest,
    sine,
    sqrt_floor,
    unscale_nearest,
)
from hippodrome.kit.geometry.plane.outlines import Point, segments_intersect
from hippodrome.kit.geometry.plane.polygons import ConvexShape
from hippodrome.kit.geometry.plane.poses import Pose
from hippodrome.kit.geometry.plane.terrain import Circle
from hippodrome.kit.toml_reader import DataError

_PIECE_COLUMNS: Final = (("length",), ("side", "radius", "angle"))  # of a straight and of a bend
STRAIGHT: Final = 0
BEND: Final = 1
KINDS: Final = ("straight", "bend")
MATERIALS: Final = ("wall", "hedge", "building")  # CR-T1
LEFT: Final = 0
RIGHT: Final = 1
MIN_WIDTH_MI: Final = 5500  # CR-T1: two bases of 2 inches, an inch between them and some room beside
MAX_LAPS: Final = 9
MIN_LAP_MI: Final = 48_000  # CR-T1
MAX_CLOSING_GAP_MI: Final = 60  # between the two ends of the centre line
MIN_INNER_RADIUS_MI: Final = 1500  # of the inner wall of a bend
ARC_STEP: Final = 90  # the walls of a bend have a corner every 9 degrees
MAX_DISTANCE_SQUARED: Final = 1 << 40
MAX_COORDINATE_MI: Final = 400_000
MAX_PIECES: Final = 60
MAX_OUTCROPS: Final = 40
TRACKS: Final = DataFile(
    "data/tracks/",
    "Tracks",
    Table(
        "A track: pieces that lead back to the start, with walls on both sides. x grows to the right and y downwards.",
        key_column("The word that players choose it by."),
        text_column("title", "The name for players."),
        text_column("text", "A sentence or two about it."),
        number_column("laps", 1, MAX_LAPS, "Laps by default."),
        number_column("usual", 2, 8, "Number of chariots by default."),
        choice_column("ground", ("sand", "snow"), "The colour of the ground."),
        number_column("width", MIN_WIDTH_MI, 30_000, "Width of the road at the start.", MILLI_INCH),
        Column(
            "start",
            NUMBERS,
            "Where the centre of the start line lies.",
            -MAX_COORDINATE_MI,
            MAX_COORDINATE_MI,
            MILLI_INCH,
            parts=("x", "y"),
        ),
        number_column(
            "heading", 0, 3599, "The direction of the race at the start: 0 is to the right, 900 down.", TENTH_DEGREE
        ),
        Column(
            "checkpoints",
            NUMBERS,
            "Distances along the centre line that must be passed in turn in each lap.",
            1,
            10_000_000,
            MILLI_INCH,
        ),
        rows_column(
            "piece",
            Table(
                "A piece of the road. The last one must be a straight that holds the starting grid.",
                choice_column("kind", KINDS, "A straight has a length; a bend has a side, a radius and an angle."),
                number_column("length", 500, 400_000, "Length of a straight.", MILLI_INCH, default=0),
                choice_column("side", ("left", "right"), "The side to which a bend turns.", ""),
                number_column("radius", 2000, 100_000, "Radius of the centre line of a bend.", MILLI_INCH, default=0),
                number_column("angle", 50, 3400, "How far a bend turns: 900 is a quarter.", TENTH_DEGREE, default=0),
                number_column(
                    "width", MIN_WIDTH_MI, 30_000, "Width at its end; by default as before.", MILLI_INCH, default=0
                ),
                choice_column("left", MATERIALS, "The wall on its left."),
                choice_column("right", MATERIALS, "The wall on its right."),
            ),
        ),
        rows_column(
            "outcrop",
            Table(
                "A round rock on the road.",
                number_column("x", -MAX_COORDINATE_MI, MAX_COORDINATE_MI, "Its centre.", MILLI_INCH),
                number_column("y", -MAX_COORDINATE_MI, MAX_COORDINATE_MI, "Its centre.", MILLI_INCH),
                number_column("radius", 200, 3000, "Its radius.", MILLI_INCH),
            ),
            is_required=False,
        ),
    ),
)


@mypyc_attr(acyclic=True)
class TrackPiece:
    """A straight or a bend of the track.

    `begin` is its progress, (x, y) and `turn` its start on the centre line, `hand` 1 for a bend to the right and -1 to
    the left, (cx, cy) the centre of a bend.
    """

    def __init__(self, number: i64, row: Record, begin: i64, start: Pose, width: i64) -> None:
        self.number = number
        self.kind: i64 = KINDS.index(row.text("kind"))
        self.begin = begin
        self.x = start.x
        self.y = start.y
        self.turn = start.turn
        self.hand: i64 = 1
        self.radius: i64 = 0
        self.angle: i64 = 0
        self.cx: i64 = 0
        self.cy: i64 = 0
        needed, unused = _PIECE_COLUMNS[self.kind], _PIECE_COLUMNS[1 - self.kind]
        for name in needed:
            if name not in row:
                raise row.error(name, f"missing; a {KINDS[self.kind]} needs {', '.join(needed)}")
        for name in unused:
            if name in row:
                raise row.error(name, f"has no effect on a {KINDS[self.kind]}; remove it")
        if self.kind == STRAIGHT:
            self.length: i64 = row.number("length")
        else:
            self.hand = 1 if row.text("side") == "right" else -1
            self.radius = row.number("radius")
            self.angle = row.number("angle")
            self.length = self.radius * self.angle * 355 // (113 * 1800)
            middle = start.slide(start.turn + self.hand * 900, self.radius)
            self.cx, self.cy = middle.x, middle.y
        self.start_width = width
        self.end_width: i64 = row.number("width") or width
        self.left = row.text("left")
        self.right = row.text("right")

    def name(self) -> str:
        """Return the name of the piece in error messages."""
        return f"piece {self.number + 1} ({KINDS[self.kind]})"

    def at(self, along: i64) -> Pose:
        """Return the point and direction of the centre line at a distance along the piece (CR-M3)."""
        if self.kind == STRAIGHT:
            return Pose(self.x, self.y, self.turn).forward(along)
        angle = along * self.angle // self.length
        out = add_angle(self.turn, self.hand * (angle - 900))
        x = self.cx + scale_nearest(self.radius, cosine(out))
        y = self.cy + scale_nearest(self.radius, sine(out))
        return Pose(x, y, self.turn + self.hand * angle)

    def half_width(self, along: i64) -> i64:
        """Return half the width at a distance along the piece (CR-T3)."""
        return (self.start_width + (self.end_width - self.start_width) * along // self.length) // 2

    def along(self, x: i64, y: i64) -> i64:
        """Return the distance along the piece of its point nearest to (x, y)."""
        if self.kind == STRAIGHT:
            ahead = unscale_nearest((x - self.x) * cosine(self.turn) + (y - self.y) * sine(self.turn))
            return min(max(ahead, 0), self.length)
        if x == self.cx and y == self.cy:
            return 0
        out = add_angle(self.turn, -self.hand * 900)
        angle = ((direction_nearest(x - self.cx, y - self.cy) - out) * self.hand) % 3600
        if angle > self.angle:
            angle = self.angle if angle - self.angle < 3600 - angle else 0
        return angle * self.length // self.angle

    def nearest_along(self, x: i64, y: i64, along: i64) -> i64:
        """Return the distance along the piece reached from `along` by moving closer to (x, y) as long as possible."""
        if self.kind == STRAIGHT or (x == self.cx and y == self.cy):
            return self.along(x, y) if self.kind == STRAIGHT else along
        out = add_angle(self.turn, -self.hand * 900)
        here = along * self.angle // self.length
        more = ((direction_nearest(x - self.cx, y - self.cy) - out) * self.hand - here) % 3600
        angle = here + (more if more <= 1800 else more - 3600)
        return min(max(angle, 0), self.angle) * self.length // self.angle

    def corner_places(self) -> list[i64]:
        """Return the distances along the piece at which its walls have corners."""
        if self.kind == STRAIGHT:
            return [0]
        places: list[i64] = []
        angle: i64 = 0
        while angle < self.angle:
            places.append(angle * self.length // self.angle)
            angle += ARC_STEP
        return places


@mypyc_attr(acyclic=True)
class WallSegment(ConvexShape):
    """A straight segment of a side wall, with its side, the number of its piece and its material."""

    def __init__(self, side: i64, piece: i64, material: str, start: Point, end: Point) -> None:
        super().__init__([end, start])
        self.side = side
        self.piece = piece
        self.material = material
        self.x0, self.y0 = start
        self.x1, self.y1 = end


class Track:
    """A track read from its file, with its walls.

    `lap` is the length of a lap, `inside` the side of the first bend, `marks` the progress of line and checkpoints.
    """

    def __init__(self, table: Record) -> None:
        self.key = table.text("key")
        self.title = table.text("title")
        self.text = table.text("text")
        self.laps = table.number("laps")
        self.default_seats = table.number("usual")
        self.ground = table.text("ground")
        self.pieces: list[TrackPiece] = []
        self.lap: i64 = 0
        self._lay(table)
        self.width: i64 = max([piece.start_width for piece in self.pieces])
        self.inside: i64 = self._inside(table)
        self.crossings: list[Point] = []
        self.walls: list[WallSegment] = self._walls(table)
        self.marks: list[i64] = self._marks(table)
        self.outcrops: list[Circle] = [self._outcrop(row) for row in table.rows("outcrop")]
        if len(self.outcrops) > MAX_OUTCROPS:
            raise table.error("outcrop", f"there may be at most {MAX_OUTCROPS} rocks")
        self.box = self._box()

    # ---------------------------------------------------------------- laying it out

    def _lay(self, table: Record) -> None:
        """CR-T1: lay the pieces end to end; DataError unless the last leads back to the first."""
        x, y = table.numbers("start")
        turn = table.number("heading")
        first = Pose(x, y, turn)
        pose = first
        first_width: i64 = table.number("width")
        width = first_width
        if len(table.rows("piece")) > MAX_PIECES:
            raise table.error("piece", f"a track may have at most {MAX_PIECES} pieces")
        for number, row in enumerate(table.rows("piece")):
            piece = TrackPiece(number, row, self.lap, pose, width)
            if min(piece.end_width, piece.start_width) < MIN_WIDTH_MI:
                raise row.error("width", f"{piece.name()} is too narrow: two chariots side by side need {MIN_WIDTH_MI}")
            if piece.kind == BEND and piece.radius - max(piece.end_width, piece.start_width) // 2 < MIN_INNER_RADIUS_MI:
                raise row.error("radius", f"{piece.name()} is too tight for its width")
            self.pieces.append(piece)
            self.lap += piece.length
            pose = piece.at(piece.length)
            pose = Pose(pose.x, pose.y, piece.turn + piece.hand * piece.angle)
            width = piece.end_width
        last = self.pieces[-1].name() if self.pieces else "no piece at all"
        apart = sqrt_floor((pose.x - first.x) * (pose.x - first.x) + (pose.y - first.y) * (pose.y - first.y))
        if not self.pieces or apart > MAX_CLOSING_GAP_MI or pose.turn != first.turn:
            raise table.error("piece", f"the track does not close: {last} ends {apart} away, facing {pose.turn}")
        if width != first_width:
            raise table.error("width", f"{last} ends {width} wide, but the track begins {first_width} wide")
        if self.lap < MIN_LAP_MI:
            raise table.error("piece", f"a lap of {self.lap} is too short: it must be at least {MIN_LAP_MI}")

    def _inside(self, table: Record) -> i64:
        """CR-Q47: return the side of the first bend; DataError if there is none."""
        for piece in self.pieces:
            if piece.kind == BEND:
                return RIGHT if piece.hand > 0 else LEFT
        raise table.error("piece", "a track needs a bend")

    def _marks(self, table: Record) -> list[i64]:
        """Return the progress of the start line (CR-T2) and of the checkpoints after it (CR-Q44)."""
        marks: list[i64] = [0]
        for distance in table.numbers("checkpoints"):
            if not marks[-1] < distance < self.lap:
                raise table.error("checkpoints", f"{distance} does not lie between {marks[-1]} and {self.lap}")
            marks.append(distance)
        return marks

    def _outcrop(self, row: Record) -> Circle:
        """CR-T3: return an outcrop on the track; DataError if no chariot can pass it."""
        circle = Circle(
            row.number("x"),
            row.number("y"),
            row.number("radius"),
        )
        progress = self.nearest_progress_anywhere(circle.x, circle.y)
        pose = self.at(progress)
        x, y = circle.x - pose.x, circle.y - pose.y
        off = sqrt_floor(x * x + y * y)
        half = self.half_width(progress)
        if off + circle.radius > half + circle.radius:
            raise row.error("x", f"the outcrop does not lie on {self.piece(progress).name()}")
        if half + off - circle.radius < 2500:
            raise row.error("radius", f"the outcrop closes {self.piece(progress).name()}")
        return circle

    def _box(self) -> tuple[int, int, int, int]:
        """Return the bounds of the walls: left, top, width and height."""
        left = min([wall.left for wall in self.walls])
        top = min([wall.top for wall in self.walls])
        right = max([wall.right for wall in self.walls])
        bottom = max([wall.bottom for wall in self.walls])
        return (int(left), int(top), int(right - left), int(bottom - top))

    # ---------------------------------------------------------------- walls

    def wall_point(self, piece: TrackPiece, along: i64, side: i64) -> Point:
        """Return the point of a side wall at a distance along a piece."""
        pose = piece.at(along)
        half = piece.half_width(along)
        return pose.point_nearest(0, half if side == RIGHT else -half)

    def wall_corners(self, side: i64) -> list[tuple[Point, TrackPiece]]:
        """Return the corners of a side wall, each with its piece."""
        corners: list[tuple[Point, TrackPiece]] = []
        for piece in self.pieces:
            for along in piece.corner_places():
                corners.append((self.wall_point(piece, along, side), piece))
        return corners

    def _walls(self, table: Record) -> list[WallSegment]:
        """Return both side walls, open where the track crosses itself."""
        walls: list[WallSegment] = []
        for side in (LEFT, RIGHT):
            corners = self.wall_corners(side)
            for number, (start, piece) in enumerate(corners):
                end = corners[(number + 1) % len(corners)][0]
                material = piece.right if side == RIGHT else piece.left
                if start != end:
                    walls.append(WallSegment(side, piece.number, material, start, end))
        for one in self.pieces:
            for other in self.pieces[: one.number]:
                walls = self._open_crossing(table, walls, one, other)
        self._check_walls(table, walls)
        return walls

    def _open_crossing(
        self, table: Record, walls: list[WallSegment], one: TrackPiece, other: TrackPiece
    ) -> list[WallSegment]:
        """Return the walls without the parts that would stand on the crossing of two straights."""
        apart = (one.number - other.number) % len(self.pieces)
        if one.kind != STRAIGHT or other.kind != STRAIGHT or apart in (1, len(self.pieces) - 1):
            return walls
        ends = [one.at(0), one.at(one.length), other.at(0), other.at(other.length)]
        places = [(pose.x, pose.y) for pose in ends]
        if not segments_intersect(*places[0], *places[1], *places[2], *places[3]):
            return walls
        if one.start_width != one.end_width or other.start_width != other.end_width:
            raise table.error(
                "piece", f"{one.name()} and {other.name()} cross, so each must have the same width at both ends"
            )
        self.crossings.append(intersection(places[0], places[1], places[2], places[3]))
        opened: list[WallSegment] = []
        for wall in walls:
            if wall.piece not in (one.number, other.number):
                opened.append(wall)
                continue
            across = other if wall.piece == one.number else one
            opened.extend(self._cut_wall(wall, across))
        return opened

    def _cut_wall(self, wall: WallSegment, across: TrackPiece) -> list[WallSegment]:
        """Return what is left of a wall where another straight goes through it."""
        cuts: list[tuple[i64, Point]] = []
        for side in (LEFT, RIGHT):
            start, end = self.wall_point(across, 0, side), self.wall_point(across, across.length, side)
            if segments_intersect(wall.x0, wall.y0, wall.x1, wall.y1, *start, *end):
                x, y = intersection((wall.x0, wall.y0), (wall.x1, wall.y1), start, end)
                cuts.append(((x - wall.x0) ** 2 + (y - wall.y0) ** 2, (x, y)))
        if len(cuts) != 2:
            return [wall]
        near, far = (cuts[0][1], cuts[1][1]) if cuts[0][0] < cuts[1][0] else (cuts[1][1], cuts[0][1])
        return [
            WallSegment(wall.side, wall.piece, wall.material, (wall.x0, wall.y0), near),
            WallSegment(wall.side, wall.piece, wall.material, far, (wall.x1, wall.y1)),
        ]

    def _check_walls(self, table: Record, walls: list[WallSegment]) -> None:
        """Raise DataError if two walls meet anywhere but at a common corner."""
        for number, one in enumerate(walls):
            for other in walls[:number]:
                if (one.x0, one.y0) in ends_of(other) or (one.x1, one.y1) in ends_of(other):
                    continue
                if segments_intersect(one.x0, one.y0, one.x1, one.y1, other.x0, other.y0, other.x1, other.y1):
                    names = f"{self.pieces[other.piece].name()} and {self.pieces[one.piece].name()}"
                    raise table.error("piece", f"the walls of {names} run into each other")

    def walls_near(self, left: i64, top: i64, right: i64, bottom: i64) -> list[WallSegment]:
        """Return the wall segments whose bounds reach into a rectangle."""
        walls: list[WallSegment] = []
        for wall in self.walls:
            if wall.left <= right and wall.right >= left and wall.top <= bottom and wall.bottom >= top:
                walls.append(wall)
        return walls

    # ---------------------------------------------------------------- positions on the track

    def piece(self, progress: i64) -> TrackPiece:
        """Return the piece at a progress."""
        place = progress % self.lap
        for piece in self.pieces:
            if place < piece.begin + piece.length:
                return piece
        return self.pieces[-1]

    def at(self, progress: i64) -> Pose:
        """Return the point of the centre line and the racing direction at a progress (CR-M3)."""
        piece = self.piece(progress)
        return piece.at(progress % self.lap - piece.begin)

    def half_width(self, progress: i64) -> i64:
        """Return half the width at a progress."""
        piece = self.piece(progress)
        return piece.half_width(progress % self.lap - piece.begin)

    def nearest_progress(self, x: i64, y: i64, last: i64) -> i64:
        """CR-Q11: return the progress nearest to a point, without jumping to another branch of a crossing.

        The search follows the centre line from the last progress as long as that leads closer.
        """
        number = self.piece(last).number
        base = last - last % self.lap
        along = last % self.lap - self.pieces[number].begin
        direction: i64 = 0
        for _ in range(len(self.pieces)):
            piece = self.pieces[number]
            along = piece.nearest_along(x, y, along)
            if along >= piece.length and direction >= 0:
                direction, along = 1, 0
                number = (number + 1) % len(self.pieces)
                base += self.lap if number == 0 else 0
            elif along <= 0 and direction <= 0:
                base -= self.lap if number == 0 else 0
                direction, number = -1, (number - 1) % len(self.pieces)
                along = self.pieces[number].length
            else:
                break
        return base + self.pieces[number].begin + along

    def nearest_progress_anywhere(self, x: i64, y: i64) -> i64:
        """Return the progress within one lap that is nearest to a point."""
        best: i64 = MAX_DISTANCE_SQUARED
        progress: i64 = 0
        for piece in self.pieces:
            along = piece.along(x, y)
            pose = piece.at(along)
            away = (x - pose.x) * (x - pose.x) + (y - pose.y) * (y - pose.y)
            if away < best:
                best = away
                progress = piece.begin + along
        return progress

    def mark_progress(self, passed: i64) -> i64:
        """CR-Q44: return the progress of the next line or checkpoint after a number of passed ones."""
        count = len(self.marks)
        return passed // count * self.lap + self.marks[passed % count]

    def has_crossing(self) -> bool:
        """Return whether the track crosses itself."""
        return len(self.crossings) > 0


def ends_of(wall: WallSegment) -> tuple[Point, Point]:
    """Return both ends of a wall segment."""
    return ((wall.x0, wall.y0), (wall.x1, wall.y1))


def intersection(a: Point, b: Point, c: Point, d: Point) -> Point:
    """Return the point where the lines a-b and c-d meet, rounded; DataError if they are parallel."""
    rx, ry, sx, sy = b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]
    whole = rx * sy - ry * sx
    if whole == 0:
        raise DataError("two parallel walls do not meet")
    part = (c[0] - a[0]) * sy - (c[1] - a[1]) * sx
    return (a[0] + (2 * rx * part + whole) // (2 * whole), a[1] + (2 * ry * part + whole) // (2 * whole))


def read_track(text: str, file: str) -> Track:
    """Return the track in a file's text; DataError names the mistake."""
    return Track(TRACKS.table.read(text, file))


def angle_off_course(track: Track, progress: i64, turn: i64) -> i64:
    """CR-Q11: return the angle between a heading and the racing direction, 0 to 1800."""
    ahead = (turn - track.at(progress).turn) % 3600
    return absolute(ahead if ahead <= 1800 else ahead - 3600)
