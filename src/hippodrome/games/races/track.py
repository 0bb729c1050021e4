"""The track: a centre line of straights and bends, the walls beside it, outcrops on it (CR-T1 to CR-T3).

Lengths are thousandths of an inch, y grows downwards. Progress is measured along the centre line from the start line
on; it goes on growing lap after lap.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.kit.geometry.fixed import (
    cosine,
    direction_nearest,
    root_floor,
    scaled_nearest,
    shifted_nearest,
    sine,
    size_of,
    turn_after,
)
from hippodrome.kit.geometry.plane.outlines import Point, lines_meet
from hippodrome.kit.geometry.plane.pieces import Convex
from hippodrome.kit.geometry.plane.poses import Pose
from hippodrome.kit.geometry.plane.terrain import Circle
from hippodrome.kit.toml_reader import DataError, Table

STRAIGHT: Final = 0
BEND: Final = 1
KINDS: Final = ("straight", "bend")
STUFFS: Final = ("wall", "hedge", "building")  # CR-T1
LEFT: Final = 0
RIGHT: Final = 1
LEAST_WIDTH: Final = 5500  # CR-T1: two bases of 2 inches, an inch between them and room beside
LEAST_LAP: Final = 48_000  # CR-T1
CLOSES: Final = 60  # how far apart the two ends of a centre line may be
TINY: Final = 1500  # the least radius that the inner wall of a bend may have
ARC_STEP: Final = 90  # a wall along a bend has a corner every 9 degrees
FAR: Final = 1 << 40
FARTHEST: Final = 400_000  # coordinates of what is laid on the table


@mypyc_attr(acyclic=True)
class Piece:
    """A straight or a bend: where it begins, which way it leads, how wide it is at both ends."""

    def __init__(self, number: i64, table: Table, begin: i64, start: Pose, width: i64) -> None:
        self.number = number
        self.kind: i64 = KINDS.index(table.one_of("kind", KINDS))
        self.begin = begin
        self.x = start.x
        self.y = start.y
        self.turn = start.turn
        self.hand: i64 = 1
        self.radius: i64 = 0
        self.angle: i64 = 0
        self.cx: i64 = 0
        self.cy: i64 = 0
        if self.kind == STRAIGHT:
            self.length: i64 = table.whole("length", 500, 400_000)
        else:
            self.hand = 1 if table.one_of("side", ("left", "right")) == "right" else -1
            self.radius = table.whole("radius", 2000, 100_000)
            self.angle = table.whole("angle", 50, 3400)
            self.length = self.radius * self.angle * 355 // (113 * 1800)
            middle = start.slid(start.turn + self.hand * 900, self.radius)
            self.cx, self.cy = middle.x, middle.y
        self.wide = width
        self.narrow: i64 = table.whole("width", 1000, 30_000) if "width" in table else width
        self.left = table.one_of("left", STUFFS)
        self.right = table.one_of("right", STUFFS)
        table.done()

    def name(self) -> str:
        """What an error calls it."""
        return f"piece {self.number + 1} ({KINDS[self.kind]})"

    def at(self, along: i64) -> Pose:
        """Return the point of the centre line so far along the piece, and the way it leads there (CR-M3)."""
        if self.kind == STRAIGHT:
            return Pose(self.x, self.y, self.turn).forward(along)
        angle = along * self.angle // self.length
        out = turn_after(self.turn, self.hand * (angle - 900))
        x = self.cx + scaled_nearest(self.radius, cosine(out))
        y = self.cy + scaled_nearest(self.radius, sine(out))
        return Pose(x, y, self.turn + self.hand * angle)

    def half(self, along: i64) -> i64:
        """Half the width so far along (CR-T3)."""
        return (self.wide + (self.narrow - self.wide) * along // self.length) // 2

    def along(self, x: i64, y: i64) -> i64:
        """How far along the piece its point nearest to (x, y) lies."""
        if self.kind == STRAIGHT:
            ahead = shifted_nearest((x - self.x) * cosine(self.turn) + (y - self.y) * sine(self.turn))
            return min(max(ahead, 0), self.length)
        if x == self.cx and y == self.cy:
            return 0
        out = turn_after(self.turn, -self.hand * 900)
        angle = ((direction_nearest(x - self.cx, y - self.cy) - out) * self.hand) % 3600
        if angle > self.angle:
            angle = self.angle if angle - self.angle < 3600 - angle else 0
        return angle * self.length // self.angle

    def nearer(self, x: i64, y: i64, along: i64) -> i64:
        """Where on the piece one comes from `along` by going on as long as that leads nearer to (x, y)."""
        if self.kind == STRAIGHT or (x == self.cx and y == self.cy):
            return self.along(x, y) if self.kind == STRAIGHT else along
        out = turn_after(self.turn, -self.hand * 900)
        here = along * self.angle // self.length
        more = ((direction_nearest(x - self.cx, y - self.cy) - out) * self.hand - here) % 3600
        angle = here + (more if more <= 1800 else more - 3600)
        return min(max(angle, 0), self.angle) * self.length // self.angle

    def stations(self) -> list[i64]:
        """Where along the piece its walls have corners."""
        if self.kind == STRAIGHT:
            return [0]
        found: list[i64] = []
        angle: i64 = 0
        while angle < self.angle:
            found.append(angle * self.length // self.angle)
            angle += ARC_STEP
        return found


@mypyc_attr(acyclic=True)
class Stretch(Convex):
    """A straight stretch of a side wall: on which side, along which piece, made of what."""

    def __init__(self, side: i64, piece: i64, stuff: str, start: Point, end: Point) -> None:
        super().__init__([end, start])
        self.side = side
        self.piece = piece
        self.stuff = stuff
        self.x0, self.y0 = start
        self.x1, self.y1 = end


class Track:
    """A track as its file tells it, with its walls."""

    def __init__(self, table: Table) -> None:
        self.key = table.text("key")
        self.title = table.text("title")
        self.text = table.text("text")
        self.laps = table.whole("laps", 1, 2)
        self.usual = table.whole("usual", 2, 8)
        self.ground = table.one_of("ground", ("sand", "snow"))
        self.pieces: list[Piece] = []
        self.lap: i64 = 0
        self._lay(table)
        self.width: i64 = max([piece.wide for piece in self.pieces])
        self.inside: i64 = self._inside(table)
        self.crossings: list[Point] = []
        self.walls: list[Stretch] = self._walls(table)
        self.marks: list[i64] = self._marks(table)
        self.outcrops: list[Circle] = [self._outcrop(row) for row in table.tables("outcrop")]
        self.box = self._box()
        table.done()

    # ---------------------------------------------------------------- laying it out

    def _lay(self, table: Table) -> None:
        """Piece after piece; the last must lead back to the first (CR-T1)."""
        x, y = table.row("start", 2, -FARTHEST, FARTHEST)
        turn = table.whole("heading", 0, 3599)
        first = Pose(x, y, turn)
        pose = first
        width: i64 = table.whole("width", 1000, 30_000)
        wide = width
        for number, row in enumerate(table.tables("piece")):
            piece = Piece(number, row, self.lap, pose, width)
            if min(piece.narrow, piece.wide) < LEAST_WIDTH:
                raise row.wrong("width", f"{piece.name()} is too narrow: two chariots need {LEAST_WIDTH} abreast")
            if piece.kind == BEND and piece.radius - max(piece.narrow, piece.wide) // 2 < TINY:
                raise row.wrong("radius", f"{piece.name()} is too tight for its width")
            self.pieces.append(piece)
            self.lap += piece.length
            pose = piece.at(piece.length)
            pose = Pose(pose.x, pose.y, piece.turn + piece.hand * piece.angle)
            width = piece.narrow
        last = self.pieces[-1].name() if self.pieces else "no piece at all"
        apart = root_floor((pose.x - first.x) * (pose.x - first.x) + (pose.y - first.y) * (pose.y - first.y))
        if not self.pieces or apart > CLOSES or pose.turn != first.turn:
            raise table.wrong("piece", f"the track does not close: {last} ends {apart} away, facing {pose.turn}")
        if width != wide:
            raise table.wrong("width", f"{last} ends {width} wide, and the track begins {wide} wide")
        if self.lap < LEAST_LAP:
            raise table.wrong("piece", f"a lap of {self.lap} is too short: it must be {LEAST_LAP} at least")

    def _inside(self, table: Table) -> i64:
        """CR-Q47: the side with the shorter edge at the first bend."""
        for piece in self.pieces:
            if piece.kind == BEND:
                return RIGHT if piece.hand > 0 else LEFT
        raise table.wrong("piece", "a track needs a bend")

    def _marks(self, table: Table) -> list[i64]:
        """Return the start line (CR-T2) and the checkpoints after it (CR-Q44)."""
        found: list[i64] = [0]
        for distance in table.wholes("checkpoints"):
            if not found[-1] < distance < self.lap:
                raise table.wrong("checkpoints", f"{distance} does not lie between {found[-1]} and {self.lap}")
            found.append(distance)
        return found

    def _outcrop(self, row: Table) -> Circle:
        """Return a rock on the track (CR-T3). A chariot must be able to pass it on one side."""
        circle = Circle(
            row.whole("x", -FARTHEST, FARTHEST), row.whole("y", -FARTHEST, FARTHEST), row.whole("radius", 200, 3000)
        )
        row.done()
        progress = self.nearest_of_all(circle.x, circle.y)
        pose = self.at(progress)
        x, y = circle.x - pose.x, circle.y - pose.y
        off = root_floor(x * x + y * y)
        half = self.half(progress)
        if off + circle.radius > half + circle.radius:
            raise row.wrong("x", f"the outcrop does not lie on {self.piece(progress).name()}")
        if half + off - circle.radius < 2500:
            raise row.wrong("radius", f"the outcrop closes {self.piece(progress).name()}")
        return circle

    def _box(self) -> tuple[int, int, int, int]:
        left = min([wall.left for wall in self.walls])
        top = min([wall.top for wall in self.walls])
        right = max([wall.right for wall in self.walls])
        bottom = max([wall.bottom for wall in self.walls])
        return (int(left), int(top), int(right - left), int(bottom - top))

    # ---------------------------------------------------------------- walls

    def rim(self, piece: Piece, along: i64, side: i64) -> Point:
        """Return the foot of a side wall so far along a piece."""
        pose = piece.at(along)
        half = piece.half(along)
        return pose.point_nearest(0, half if side == RIGHT else -half)

    def edge(self, side: i64) -> list[tuple[Point, Piece]]:
        """Return the corners of a side wall, each with the piece that begins or goes on there."""
        found: list[tuple[Point, Piece]] = []
        for piece in self.pieces:
            for along in piece.stations():
                found.append((self.rim(piece, along, side), piece))
        return found

    def _walls(self, table: Table) -> list[Stretch]:
        """Both side walls, open where the track crosses itself."""
        found: list[Stretch] = []
        for side in (LEFT, RIGHT):
            edge = self.edge(side)
            for number, (start, piece) in enumerate(edge):
                end = edge[(number + 1) % len(edge)][0]
                stuff = piece.right if side == RIGHT else piece.left
                if start != end:
                    found.append(Stretch(side, piece.number, stuff, start, end))
        for one in self.pieces:
            for other in self.pieces[: one.number]:
                found = self._crossed(table, found, one, other)
        self._check_walls(table, found)
        return found

    def _crossed(self, table: Table, walls: list[Stretch], one: Piece, other: Piece) -> list[Stretch]:
        """Return the walls without what would stand on the crossing of two straights."""
        apart = (one.number - other.number) % len(self.pieces)
        if one.kind != STRAIGHT or other.kind != STRAIGHT or apart in (1, len(self.pieces) - 1):
            return walls
        ends = [one.at(0), one.at(one.length), other.at(0), other.at(other.length)]
        places = [(pose.x, pose.y) for pose in ends]
        if not lines_meet(*places[0], *places[1], *places[2], *places[3]):
            return walls
        if one.wide != one.narrow or other.wide != other.narrow:
            raise table.wrong("piece", f"{one.name()} and {other.name()} cross, and must be as wide at both ends")
        self.crossings.append(meeting_point(places[0], places[1], places[2], places[3]))
        found: list[Stretch] = []
        for wall in walls:
            if wall.piece not in (one.number, other.number):
                found.append(wall)
                continue
            across = other if wall.piece == one.number else one
            found.extend(self._opened(wall, across))
        return found

    def _opened(self, wall: Stretch, across: Piece) -> list[Stretch]:
        """What is left of a wall where another straight goes through it."""
        cuts: list[tuple[i64, Point]] = []
        for side in (LEFT, RIGHT):
            start, end = self.rim(across, 0, side), self.rim(across, across.length, side)
            if lines_meet(wall.x0, wall.y0, wall.x1, wall.y1, *start, *end):
                x, y = meeting_point((wall.x0, wall.y0), (wall.x1, wall.y1), start, end)
                cuts.append(((x - wall.x0) ** 2 + (y - wall.y0) ** 2, (x, y)))
        if len(cuts) != 2:
            return [wall]
        near, far = (cuts[0][1], cuts[1][1]) if cuts[0][0] < cuts[1][0] else (cuts[1][1], cuts[0][1])
        return [
            Stretch(wall.side, wall.piece, wall.stuff, (wall.x0, wall.y0), near),
            Stretch(wall.side, wall.piece, wall.stuff, far, (wall.x1, wall.y1)),
        ]

    def _check_walls(self, table: Table, walls: list[Stretch]) -> None:
        """No two walls meet, but for neighbours at their common corner, and the corners of a crossing."""
        for number, one in enumerate(walls):
            for other in walls[:number]:
                if (one.x0, one.y0) in corners_of(other) or (one.x1, one.y1) in corners_of(other):
                    continue
                if lines_meet(one.x0, one.y0, one.x1, one.y1, other.x0, other.y0, other.x1, other.y1):
                    names = f"{self.pieces[other.piece].name()} and {self.pieces[one.piece].name()}"
                    raise table.wrong("piece", f"the walls of {names} run into each other")

    def near(self, left: i64, top: i64, right: i64, bottom: i64) -> list[Stretch]:
        """Return the stretches of wall that reach into a rectangle."""
        found: list[Stretch] = []
        for wall in self.walls:
            if wall.left <= right and wall.right >= left and wall.top <= bottom and wall.bottom >= top:
                found.append(wall)
        return found

    # ---------------------------------------------------------------- where on it

    def piece(self, progress: i64) -> Piece:
        """Return the piece that a progress lies on."""
        place = progress % self.lap
        for piece in self.pieces:
            if place < piece.begin + piece.length:
                return piece
        return self.pieces[-1]

    def at(self, progress: i64) -> Pose:
        """Return the point of the centre line at a progress, and the racing direction there (CR-M3)."""
        piece = self.piece(progress)
        return piece.at(progress % self.lap - piece.begin)

    def half(self, progress: i64) -> i64:
        """Half the width at a progress."""
        piece = self.piece(progress)
        return piece.half(progress % self.lap - piece.begin)

    def nearest(self, x: i64, y: i64, last: i64) -> i64:
        """CR-Q11: the progress nearest to a point, found by following the centre line from the last one while that
        leads nearer. So it never jumps to another branch."""
        number = self.piece(last).number
        base = last - last % self.lap
        along = last % self.lap - self.pieces[number].begin
        way: i64 = 0
        for _ in range(len(self.pieces)):
            piece = self.pieces[number]
            along = piece.nearer(x, y, along)
            if along >= piece.length and way >= 0:
                way, along = 1, 0
                number = (number + 1) % len(self.pieces)
                base += self.lap if number == 0 else 0
            elif along <= 0 and way <= 0:
                base -= self.lap if number == 0 else 0
                way, number = -1, (number - 1) % len(self.pieces)
                along = self.pieces[number].length
            else:
                break
        return base + self.pieces[number].begin + along

    def nearest_of_all(self, x: i64, y: i64) -> i64:
        """Return the progress nearest to a point, of a whole lap."""
        best: i64 = FAR
        found: i64 = 0
        for piece in self.pieces:
            along = piece.along(x, y)
            pose = piece.at(along)
            away = (x - pose.x) * (x - pose.x) + (y - pose.y) * (y - pose.y)
            if away < best:
                best = away
                found = piece.begin + along
        return found

    def mark(self, passed: i64) -> i64:
        """CR-Q44: the progress of the line or checkpoint that comes after so many passed ones."""
        count = len(self.marks)
        return passed // count * self.lap + self.marks[passed % count]

    def has_crossing(self) -> bool:
        """Return whether the track crosses itself."""
        return len(self.crossings) > 0


def corners_of(wall: Stretch) -> tuple[Point, Point]:
    """Both ends of a stretch."""
    return ((wall.x0, wall.y0), (wall.x1, wall.y1))


def meeting_point(a: Point, b: Point, c: Point, d: Point) -> Point:
    """Where the lines a to b and c to d meet, to the nearest thousandth."""
    rx, ry, sx, sy = b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]
    whole = rx * sy - ry * sx
    if whole == 0:
        raise DataError("two parallel walls do not meet")
    part = (c[0] - a[0]) * sy - (c[1] - a[1]) * sx
    return (a[0] + (2 * rx * part + whole) // (2 * whole), a[1] + (2 * ry * part + whole) // (2 * whole))


def read_track(text: str, file: str) -> Track:
    """Return the track of a file; DataError names what is wrong with it."""
    return Track(Table(text, file))


def off_direction(track: Track, progress: i64, turn: i64) -> i64:
    """CR-Q11: how far a heading is off the racing direction, 0 to 1800."""
    ahead = (turn - track.at(progress).turn) % 3600
    return size_of(ahead if ahead <= 1800 else ahead - 3600)
