"""Pieces of terrain: what they are (WW-P3), how they lie, and the ground they make together (WW-F1 to WW-F3)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.kit.geometry.fixed import cosine, scaled_nearest, sine
from hippodrome.kit.geometry.plane.boxes import Box, box_at
from hippodrome.kit.geometry.plane.pieces import Polygon
from hippodrome.kit.geometry.plane.poses import Pose
from hippodrome.kit.geometry.plane.shapes import Solid
from hippodrome.kit.geometry.plane.terrain import Circle, Ellipse
from hippodrome.kit.toml_reader import Table

# Shapes.
ELLIPSE: Final = "ellipse"
POLYGON: Final = "polygon"
BOX: Final = "box"

# Going.
BAD: Final = "bad"
IMPASSABLE: Final = "impassable"

# Sight (WW-Q33).
CLEAR: Final = "clear"
BLOCKS: Final = "blocks"
RISE: Final = "rise"
WOOD: Final = "wood"

LARGEST: Final = 8000  # WW-P3
WRECK: Final = "wreck"
_ROUND: Final = 48  # points of a round piece's outline


@mypyc_attr(acyclic=True)
class Stuff:
    """A kind of terrain."""

    def __init__(self, number: i64, table: Table) -> None:
        self.number = number
        self.key = table.text("key")
        self.name = table.text("name")
        self.form = table.one_of("shape", (ELLIPSE, POLYGON, BOX))
        size = table.wholes("size")
        if len(size) != 2 or not all(2 <= side <= LARGEST and side % 2 == 0 for side in size):
            raise table.wrong("size", f"must be two even numbers from 2 to {LARGEST}")
        self.across: i64 = size[0]
        self.along: i64 = size[1]
        self.points = _points(table) if self.form == POLYGON else []
        self.going = table.one_of("going", (BAD, IMPASSABLE))
        self.sight = table.one_of("sight", (CLEAR, BLOCKS, RISE, WOOD))
        self.is_bad = self.going == BAD
        self.is_wreck = self.key == WRECK
        self.is_round = self.form == ELLIPSE and self.across == self.along
        table.done()

    def shape(self, x: i64, y: i64, turn: i64) -> Solid:
        """Return the piece on its place, as something to run into."""
        if self.form == BOX:
            return box_at(Pose(x, y, turn), self.across, self.along)
        if self.is_round:
            return Circle(x, y, self.across // 2)
        if self.form == ELLIPSE:
            return Ellipse(x, y, turn, self.across, self.along)
        return Polygon(self.outline(x, y, turn))

    def outline(self, x: i64, y: i64, turn: i64) -> list[tuple[int, int]]:
        """Points round its rim."""
        pose = Pose(x, y, turn)
        return [pose.point_nearest(ahead, aside) for ahead, aside in self.rim()]

    def rim(self) -> list[tuple[int, int]]:
        """Points round its rim, seen from its middle."""
        if self.form == POLYGON:
            return self.points
        a, b = self.across // 2, self.along // 2
        if self.form == BOX:
            return [(a, b), (-a, b), (-a, -b), (a, -b)]
        turns = [3600 // _ROUND * step for step in range(_ROUND)]
        return [(scaled_nearest(a, cosine(turn)), scaled_nearest(b, sine(turn))) for turn in turns]


def _points(table: Table) -> list[tuple[int, int]]:
    """Return the corners of a polygon, given as x and y in turn."""
    found = table.wholes("points")
    if len(found) < 6 or len(found) % 2:
        raise table.wrong("points", "must be x and y of at least three corners")
    return [(found[n], found[n + 1]) for n in range(0, len(found), 2)]


def read_stuffs(text: str) -> list[Stuff]:
    """Return the kinds of terrain in the order of the file."""
    table = Table(text, "terrain.toml")
    stuffs = [Stuff(number, row) for number, row in enumerate(table.tables("piece"))]
    table.done()
    return stuffs


def stuff_named(stuffs: list[Stuff], key: str) -> Stuff:
    """Return the kind of terrain with this key."""
    for stuff in stuffs:
        if stuff.key == key:
            return stuff
    raise ValueError(f"there is no terrain {key!r}; there are: {', '.join([stuff.key for stuff in stuffs])}")


class Ground:
    """All pieces as they lie: what stops a base, what slows it, what hides it."""

    __slots__ = ("bad", "impassable", "shapes", "stuffs")

    def __init__(self, shapes: list[Solid], stuffs: list[Stuff]) -> None:
        self.shapes = shapes
        self.stuffs = stuffs
        self.bad = [shape for shape, stuff in zip(shapes, stuffs, strict=True) if stuff.is_bad]
        self.impassable = [shape for shape, stuff in zip(shapes, stuffs, strict=True) if not stuff.is_bad]

    def is_bad(self, x: i64, y: i64) -> bool:
        """WW-Q20: whether a base with this middle is in bad going."""
        return any(shape.holds(x, y) for shape in self.bad)

    def stops(self, box: Box) -> bool:
        """WW-F3: whether a base overlaps impassable ground."""
        return any(shape.overlaps(box) for shape in self.impassable)

    def hides(self, x0: i64, y0: i64, x1: i64, y1: i64, is_near: bool) -> bool:
        """WW-Q33: whether terrain blocks the line; near means within the 6 inches that one sees among trees."""
        for number, stuff in enumerate(self.stuffs):
            shape = self.shapes[number]
            if stuff.sight == CLEAR or not shape.blocks(x0, y0, x1, y1):
                continue
            within = shape.holds(x0, y0) or shape.holds(x1, y1)
            if stuff.sight == BLOCKS or not within or (stuff.sight == WOOD and not is_near):
                return True
        return False
