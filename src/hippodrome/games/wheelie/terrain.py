"""Terrain: its kinds (WW-P3), pieces on the table, and the ground they form (WW-F1 to WW-F3)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.wheelie.chariots import MAX_KINDS
from hippodrome.kit.data_tables import (
    MILLI_INCH,
    NUMBERS,
    TEXT,
    Column,
    DataFile,
    Record,
    Table,
    choice_column,
    key_column,
    rows_column,
    text_column,
)
from hippodrome.kit.geometry.fixed_point import cosine, scale_nearest, sine
from hippodrome.kit.geometry.plane.boxes import Box, box_at
from hippodrome.kit.geometry.plane.polygons import Polygon
from hippodrome.kit.geometry.plane.poses import Pose
from hippodrome.kit.geometry.plane.shapes import Solid
from hippodrome.kit.geometry.plane.terrain import Circle, Ellipse
from hippodrome.kit.toml_reader import DataError, raise_all

# Shape.
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

MAX_SIZE_MI: Final = 8000  # WW-P3
WRECK: Final = "wreck"
_OUTLINE_POINTS: Final = 48  # for round pieces
NEEDED_KINDS: Final = (WRECK,)  # the rules name them
TERRAIN: Final = DataFile(
    "data/terrain.toml",
    "Terrain",
    Table(
        "The pieces of terrain.",
        rows_column(
            "piece",
            Table(
                "A kind of piece.",
                key_column("The word that scenarios use for it."),
                text_column("name", "The name for players."),
                choice_column("shape", (ELLIPSE, POLYGON, BOX), "Its shape; a polygon needs points."),
                Column(
                    "size", NUMBERS, "Its size, in even numbers.", 2, MAX_SIZE_MI, MILLI_INCH, parts=("width", "depth")
                ),
                Column(
                    "points",
                    NUMBERS,
                    "The corners of a polygon, x and y in turn, from the middle of the piece.",
                    -MAX_SIZE_MI // 2,
                    MAX_SIZE_MI // 2,
                    MILLI_INCH,
                    default=(),
                ),
                choice_column("going", (BAD, IMPASSABLE), "Whether it slows a chariot or stops it."),
                choice_column(
                    "sight",
                    (CLEAR, BLOCKS, RISE, WOOD),
                    "clear blocks nothing; blocks blocks every line through it; rise blocks lines that cross it; wood "
                    "blocks lines longer than 6 inches.",
                ),
                Column(
                    "symbol",
                    TEXT,
                    "The piece whose picture it has, or one of the variant's own symbols; by default its key, or "
                    "only its "
                    "outline if there is no such picture.",
                    refers="symbols wheelie-([a-z]+|own-[a-z0-9-]+)",
                    default="",
                ),
            ),
            most=MAX_KINDS,
        ),
    ),
)


@mypyc_attr(acyclic=True)
class TerrainKind:
    """A kind of terrain."""

    def __init__(self, number: i64, table: Record) -> None:
        self.number = number
        self.key = table.text("key")
        self.name = table.text("name")
        self.symbol = table.text("symbol") or self.key
        self.shape_name = table.text("shape")
        size = table.numbers("size")
        if not all(side % 2 == 0 for side in size):
            raise table.error("size", f"must be two even numbers from 2 to {MAX_SIZE_MI}")
        self.across: i64 = size[0]
        self.along: i64 = size[1]
        if self.shape_name != POLYGON and "points" in table:
            raise table.error("points", f"has no effect on a piece whose shape is {self.shape_name}; remove it")
        self.points = _points(table) if self.shape_name == POLYGON else []
        self.going = table.text("going")
        self.sight = table.text("sight")
        self.is_bad = self.going == BAD
        self.is_wreck = self.key == WRECK
        self.is_round = self.shape_name == ELLIPSE and self.across == self.along

    def shape(self, x: i64, y: i64, turn: i64) -> Solid:
        """Return a piece in its position, as an obstacle."""
        if self.shape_name == BOX:
            return box_at(Pose(x, y, turn), self.across, self.along)
        if self.is_round:
            return Circle(x, y, self.across // 2)
        if self.shape_name == ELLIPSE:
            return Ellipse(x, y, turn, self.across, self.along)
        return Polygon(self.outline(x, y, turn))

    def outline(self, x: i64, y: i64, turn: i64) -> list[tuple[int, int]]:
        """Return points along the outline of a piece in its position."""
        pose = Pose(x, y, turn)
        return [pose.point_nearest(ahead, aside) for ahead, aside in self.rim()]

    def rim(self) -> list[tuple[int, int]]:
        """Return points along the outline, relative to the centre."""
        if self.shape_name == POLYGON:
            return self.points
        a, b = self.across // 2, self.along // 2
        if self.shape_name == BOX:
            return [(a, b), (-a, b), (-a, -b), (a, -b)]
        turns = [3600 // _OUTLINE_POINTS * step for step in range(_OUTLINE_POINTS)]
        return [(scale_nearest(a, cosine(turn)), scale_nearest(b, sine(turn))) for turn in turns]


def _points(table: Record) -> list[tuple[int, int]]:
    """Return the corners of a polygon, given as x and y in turn."""
    numbers = table.numbers("points")
    if len(numbers) < 6 or len(numbers) % 2:
        raise table.error("points", "must be the x and y of at least three corners")
    return [(numbers[n], numbers[n + 1]) for n in range(0, len(numbers), 2)]


def read_terrain_kinds(text: str) -> list[TerrainKind]:
    """Return the kinds of terrain in the order of the file."""
    table = TERRAIN.table.read(text, TERRAIN.path)
    kinds: list[TerrainKind] = []
    errors: list[DataError] = []
    for number, row in enumerate(table.rows("piece")):
        try:
            kinds.append(TerrainKind(number, row))
        except DataError as error:
            errors.append(error)
    raise_all(errors)
    for key in NEEDED_KINDS:
        if key not in [kind.key for kind in kinds]:
            raise table.error("piece", f"the rules use the piece {key!r}, so it cannot be removed")
    return kinds


def terrain_kind_named(kinds: list[TerrainKind], key: str) -> TerrainKind:
    """Return the kind of terrain with this key; ValueError if there is none."""
    for kind in kinds:
        if kind.key == key:
            return kind
    raise ValueError(f"unknown terrain {key!r}; must be one of {', '.join([kind.key for kind in kinds])}")


class Ground:
    """All pieces in their positions: what stops a base, what slows it and what hides it."""

    __slots__ = ("bad", "impassable", "kinds", "shapes")

    def __init__(self, shapes: list[Solid], kinds: list[TerrainKind]) -> None:
        self.shapes = shapes
        self.kinds = kinds
        self.bad = [shape for shape, kind in zip(shapes, kinds, strict=True) if kind.is_bad]
        self.impassable = [shape for shape, kind in zip(shapes, kinds, strict=True) if not kind.is_bad]

    def is_bad(self, x: i64, y: i64) -> bool:
        """WW-Q20: return whether a base with this centre is in bad going."""
        return any(shape.contains_point(x, y) for shape in self.bad)

    def stops(self, box: Box) -> bool:
        """WW-F3: return whether a base overlaps impassable ground."""
        return any(shape.overlaps(box) for shape in self.impassable)

    def hides(self, x0: i64, y0: i64, x1: i64, y1: i64, is_near: bool) -> bool:
        """WW-Q33: return whether terrain blocks a line; `is_near` means within the 6 inches of sight among trees."""
        for number, kind in enumerate(self.kinds):
            shape = self.shapes[number]
            if kind.sight == CLEAR or not shape.blocks(x0, y0, x1, y1):
                continue
            is_inside = shape.contains_point(x0, y0) or shape.contains_point(x1, y1)
            if kind.sight == BLOCKS or not is_inside or (kind.sight == WOOD and not is_near):
                return True
        return False
