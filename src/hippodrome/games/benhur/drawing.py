"""The drawing of a race: the ground of a track and the chariots on it."""

from __future__ import annotations

from typing import Final

from hippodrome.games.benhur.formatting import condition_text, square_label
from hippodrome.games.benhur.track import BEND, JUMP, Track
from hippodrome.kit.geometry.lanes import LANES, WEST
from hippodrome.kit.scene import FACTIONS, Layer, Node
from hippodrome.kit.state import Json

UNIT: Final = 1000  # the side of a square, in scene units
HALF: Final = UNIT // 2
WALL_THICKNESS: Final = 280
BORDER_WIDTH: Final = 250  # of the meander around the picture
GLYPHS: Final = ("R", "W", "B", "G", "Y", "P")  # chariots in a text drawing, by faction
HEADING_TURN: Final = (0, -900, 0, 900)  # in tenths of a degree, by heading; to the west the team is mirrored
RING_ID: Final = "ring"  # the node around the chariot that is acting
_KIND_GLYPH: Final = (".", "%", "J", "~")
_KIND_CSS: Final = ("square", "square bend", "square", "water")
_SIDES: Final = ((0, -1), (1, 0), (0, 1), (-1, 0))  # top, right, bottom, left of a cell


class CellGrid:
    """The cells of a picture: the squares of the track with a ring of wall around them. Rows count downwards."""

    def __init__(self, track: Track) -> None:
        lanes = track.lanes
        left, top = min(lanes.x) - 1, max(lanes.y) + 1
        self.columns = max(lanes.x) - left + 2
        self.rows = top - min(lanes.y) + 2
        self.column = [x - left for x in lanes.x]
        self.row = [top - y for y in lanes.y]
        self.square = {(self.column[n], self.row[n]): n for n in range(len(lanes))}
        self.outside = self._flood()

    def _flood(self) -> set[tuple[int, int]]:
        """Return the cells outside the track, reached from the corner without crossing it."""
        outside = {(0, 0)}
        edge = [(0, 0)]
        while edge:
            column, row = edge.pop()
            for dx, dy in _SIDES:
                cell = (column + dx, row + dy)
                inside = 0 <= cell[0] < self.columns and 0 <= cell[1] < self.rows
                if inside and cell not in outside and cell not in self.square:
                    outside.add(cell)
                    edge.append(cell)
        return outside

    def box(self) -> tuple[int, int, int, int]:
        """Return the box of the scene."""
        return (0, 0, self.columns * UNIT, self.rows * UNIT)

    def x(self, square: int) -> int:
        """Return the middle of a square, measured from the left."""
        return self.column[square] * UNIT + HALF

    def y(self, square: int) -> int:
        """Return the middle of a square, measured from the top."""
        return self.row[square] * UNIT + HALF

    def at(self, column: int, row: int) -> int:
        """Return the square in a cell, or -1."""
        return self.square.get((column, row), -1)


# -------------------------------------------------------------------- the ground


def ground(track: Track, grid: CellGrid) -> list[Node]:
    """Return the nodes that never change, from back to front."""
    nodes = [
        *_border(grid),
        Node("infield", "path", 0, 0, _infield(grid), css="infield"),
        *_walls(track, grid),
        *[_square(track, grid, square) for square in range(len(track.lanes))],
        Node("lanes", "path", 0, 0, _lane_lines(track, grid), css="lane"),
        Node("edges", "path", 0, 0, _edges(grid), css="edge"),
        _line(track, grid),
    ]
    for square in range(len(track.lanes)):
        nodes.extend(_paint(track, grid, square))
    nodes.extend(_inscription(track, grid))
    return nodes


class TrackDrawing:
    """A track as it is drawn: its cells, its box, and the ground, which is the same in every picture."""

    def __init__(self, track: Track) -> None:
        self.track = track
        self.grid = CellGrid(track)
        self.box = self.grid.box()
        self.ground = Layer("ground", ground(track, self.grid), True)


def _border(grid: CellGrid) -> list[Node]:
    """Return a thin meander around the picture."""
    width, height = grid.columns * UNIT, grid.rows * UNIT
    wide, high = f"{width} {BORDER_WIDTH}", f"{height - 2 * BORDER_WIDTH} {BORDER_WIDTH}"
    near = BORDER_WIDTH // 2
    return [
        Node("verge", "rect", width // 2, height // 2, f"{width} {height}", css="verge"),
        Node("border-top", "rect", width // 2, near, wide, css="meander"),
        Node("border-right", "rect", width - near, height // 2, high, 900, "meander"),
        Node("border-bottom", "rect", width // 2, height - near, wide, 1800, "meander"),
        Node("border-left", "rect", near, height // 2, high, -900, "meander"),
    ]


def _inner_cells(grid: CellGrid) -> set[tuple[int, int]]:
    cells = [(column, row) for row in range(grid.rows) for column in range(grid.columns)]
    return {cell for cell in cells if cell not in grid.square and cell not in grid.outside}


def _infield(grid: CellGrid) -> str:
    """Return the cells that the track encloses, as a path."""
    inner = sorted(_inner_cells(grid))
    return "".join([f"M{c * UNIT} {r * UNIT}h{UNIT}v{UNIT}h{-UNIT}z" for c, r in inner])


def _walls(track: Track, grid: CellGrid) -> list[Node]:
    """Return a node for every cell beside the track, with the piece of wall in it."""
    nodes: list[Node] = []
    for row in range(grid.rows):
        for column in range(grid.columns):
            if grid.at(column, row) >= 0:
                continue
            kind = _wall_kind(track, grid, column, row)
            if kind:
                glyph, label = ("#", "Stone wall") if kind == "stone" else ('"', "Hedge")
                id, data = f"wall-{column}-{row}", _wall_path(grid, column, row, kind == "hedge")
                x, y = column * UNIT + HALF, row * UNIT + HALF
                nodes.append(Node(id, "path", x, y, data, 0, f"wall {kind}", label, glyph))
    return nodes


def _wall_kind(track: Track, grid: CellGrid, column: int, row: int) -> str:
    """BH-Q40: return the wall in a cell: the left one beside lane 1, the right one beside lane 4, or "" for none."""
    for reach in (1, 2):  # squares that share an edge first, then those that share a corner
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                square = grid.at(column + dx, row + dy)
                if square >= 0 and abs(dx) + abs(dy) == reach:
                    return track.wall(-1 if track.lanes.lane[square] == 1 else 1)
    return ""


def _wall_path(grid: CellGrid, column: int, row: int, is_hedge: bool) -> str:
    """Return the wall in a cell as a path about its middle: a strip along every side that is track, and the corners."""
    track_at = [grid.at(column + dx, row + dy) >= 0 for dx, dy in _SIDES]
    path = ""
    for side in range(4):
        dx, dy = _SIDES[side]
        after = (side + 1) % 4
        if track_at[side]:
            path += _strip(dx, dy, is_hedge)
        ex, ey = _SIDES[after]
        if not track_at[side] and not track_at[after] and grid.at(column + dx + ex, row + dy + ey) >= 0:
            path += _corner(dx + ex, dy + ey, is_hedge)
    return path


def _strip(dx: int, dy: int, is_hedge: bool) -> str:
    """Return a wall along the side of a cell that lies at (dx, dy) from its middle; a hedge has a scalloped back."""
    ax, ay = -dy, dx  # along the side
    x, y = HALF * (dx - ax), HALF * (dy - ay)
    deep = WALL_THICKNESS - 60 if is_hedge else WALL_THICKNESS
    back = f"l{-deep * dx} {-deep * dy}"
    if is_hedge:
        over = "".join([f"a125 100 {90 * abs(dx)} 0 1 {-250 * ax} {-250 * ay}" for _ in range(4)])
    else:
        over = f"l{-UNIT * ax} {-UNIT * ay}"
    return f"M{x} {y}l{UNIT * ax} {UNIT * ay}{back}{over}z"


def _corner(dx: int, dy: int, is_hedge: bool) -> str:
    """Return the piece of wall in a corner of a cell that touches the track only at that corner."""
    x, y, wide, high = HALF * dx, HALF * dy, WALL_THICKNESS * dx, WALL_THICKNESS * dy
    if is_hedge:
        sweep = 1 if dx == dy else 0
        return f"M{x} {y}l{-wide} 0a{WALL_THICKNESS} {WALL_THICKNESS} 0 0 {sweep} {wide} {-high}z"
    return f"M{x} {y}l{-wide} 0l0 {-high}l{wide} 0z"


def _square(track: Track, grid: CellGrid, square: int) -> Node:
    """Return the node of a square of the track."""
    css, glyph = _KIND_CSS[track.kind[square]], _KIND_GLYPH[track.kind[square]]
    row = _start_row(track, square)
    if row:
        css, glyph = "square start", "|" if row == 1 else "."
    label = square_label(track, square)
    x, y = grid.x(square), grid.y(square)
    return Node(f"square-{square}", "rect", x, y, f"{UNIT} {UNIT}", 0, css, label, glyph)


def _start_row(track: Track, square: int) -> int:
    """Return 1 or 2 for a square of the first or second start row, else 0."""
    lanes = track.lanes
    if lanes.segment[square] == 0 and lanes.index[square] in track.start:
        return track.start.index(lanes.index[square]) + 1
    return 0


def _lane_lines(track: Track, grid: CellGrid) -> str:
    """Return the lines between squares of neighbouring lanes, as a path."""
    path = ""
    for square in range(len(track.lanes)):
        for other in track.lanes.beside[square]:
            if other > square:
                path += _between(grid, square, other)
    return path


def _between(grid: CellGrid, one: int, other: int) -> str:
    """Return the edge that two squares share, as a path."""
    x, y = (grid.x(one) + grid.x(other)) // 2, (grid.y(one) + grid.y(other)) // 2
    if grid.row[one] == grid.row[other]:
        return f"M{x} {y - HALF}v{UNIT}"
    return f"M{x - HALF} {y}h{UNIT}"


def _edges(grid: CellGrid) -> str:
    """Return the edges between the track and everything else, as a path."""
    path = ""
    for column, row in sorted(grid.square):
        for dx, dy in _SIDES:
            if (column + dx, row + dy) not in grid.square:
                x, y = column * UNIT + HALF + HALF * dx, row * UNIT + HALF + HALF * dy
                path += f"M{x} {y - HALF}v{UNIT}" if dx else f"M{x - HALF} {y}h{UNIT}"
    return path


def _line(track: Track, grid: CellGrid) -> Node:
    """Return the start and finish line, a checker after the last square before it; segment 0 always runs east."""
    first = track.lanes.number(0, 1, track.line)
    x, y = grid.x(first) + HALF, grid.y(first) - HALF + LANES * HALF
    return Node("line", "rect", x, y, f"250 {LANES * UNIT}", css="checker", label="Start and finish")


def _paint(track: Track, grid: CellGrid, square: int) -> list[Node]:
    """Return what is painted on a square: the skid value of a bend, a ramp, or the number of a start place."""
    x, y = grid.x(square), grid.y(square)
    lanes = track.lanes
    if track.kind[square] == BEND:
        text = f"{track.skid[square]}+"
        return [Node(f"value-{square}", "text", x, y, text, css="value bend", size=440)]
    if track.kind[square] == JUMP:
        turn = (0, -900, 1800, 900)[lanes.heading[square]]
        return [Node(f"ramp-{square}", "use", x, y, "benhur-ramp", turn, "wood")]
    row = _start_row(track, square)
    if row == 0:
        return []
    lane, size = str(lanes.lane[square]), 500 if row == 1 else 360
    return [
        Node(f"gate-{square}", "path", x, y, "M-300 -360H360V360H-300", css="painted"),
        Node(f"place-{square}", "text", x, y, lane, css="value", size=size),
    ]


def _inscription(track: Track, grid: CellGrid) -> list[Node]:
    """Return the name of the track where it fits best in the infield, between turning posts if there is room."""
    text = track.title.upper()
    size, column, row, width, height = _free_place(grid, len(text))
    x, y = column * UNIT + width * HALF, row * UNIT + height * HALF
    nodes = [Node("inscription", "text", x, y, text, css="inscription", size=size)]
    away = width * HALF - UNIT
    post = min(height * UNIT - 2 * WALL_THICKNESS - 120, 1200)
    if post > UNIT and away > len(text) * size // 2 + UNIT:
        nodes.append(Node("post-west", "use", x - away, y, "benhur-post", size=post))
        nodes.append(Node("post-east", "use", x + away, y, "benhur-post", size=post))
    return nodes


def _free_place(grid: CellGrid, letters: int) -> tuple[int, int, int, int, int]:
    """Return the largest possible letter height, and the inner cells for it: column, row, width, height."""
    inner = _inner_cells(grid)
    best, place = (0, 0), (0, 0, 0, 0, 0)
    for column, row in sorted(inner):
        width, height = grid.columns, 0
        while (column, row + height) in inner:
            run = 0
            while run < width and (column + run, row + height) in inner:
                run += 1
            width, height = run, height + 1
            free_width, free_height = width * UNIT - 2 * WALL_THICKNESS, height * UNIT - 2 * WALL_THICKNESS
            size = min(free_height - 80, free_width * 10 // (9 * letters), 800)
            if (size, width * height) > best:
                best, place = (size, width * height), (size, column, row, width, height)
    return place


# -------------------------------------------------------------------- caltrops and chariots


def marks(track: Track, grid: CellGrid, table: Json) -> list[Node]:
    """Return the node of the caltrops, if there are any."""
    square: int = table["caltrops"]
    if square < 0:
        return []
    label = f"Caltrops. {square_label(track, square)}"
    return [Node("caltrops", "use", grid.x(square), grid.y(square), "benhur-caltrops", 0, "mark", label, "*")]


def pieces(track: Track, grid: CellGrid, table: Json) -> list[Node]:
    """Return the nodes of all chariots on the track."""
    nodes: list[Node] = []
    for chariot in table["chariots"]:
        nodes.extend(piece(track, grid, table, chariot))
    return nodes


def piece(track: Track, grid: CellGrid, table: Json, chariot: Json) -> list[Node]:
    """Return the nodes of a chariot, all with the same direction.

    They are a ring if the chariot is acting, a plate in the faction's pattern, the team on it, and its marks.
    """
    seat: int = chariot["id"]
    square: int = chariot["square"]
    if square < 0 or chariot["fell"]:
        return []
    is_acting = seat == table["mover"] and not table["over"]
    x, y = grid.x(square), grid.y(square)
    heading = track.lanes.heading[square]
    turn = HEADING_TURN[heading] + (80 if chariot["spun"] else 0)
    faction = f"seat{seat}"
    west = "-west" if (heading == WEST) != chariot["spun"] else ""
    uses = [
        ("team", f"benhur-team{west}"),
        ("whips", f"benhur-whips-{chariot['whips']}"),
        ("wounds", f"benhur-wounds-{chariot['wounds']}-of-{table['max_wounds']}"),
        ("letter", f"benhur-letter-{seat}{west}"),
    ]
    if chariot["spun"]:
        uses.append(("spun", f"benhur-spun{west}"))
    uses.extend([(name, f"benhur-{name}") for name in ("wet", "sand") if chariot[name]])
    name = f"chariot-{seat}"
    label = f"{FACTIONS[seat]}. {square_label(track, square)}. {condition_text(chariot, table['max_wounds'])}"
    nodes = [Node(RING_ID, "rect", x, y, "970 970 100", turn, "ring")] if is_acting else []
    css = f"plate {faction} acting" if is_acting else f"plate {faction}"
    nodes.append(Node(name, "rect", x, y, "880 880 70", turn, css, label, GLYPHS[seat]))
    nodes.extend([Node(f"{name}-{part}", "use", x, y, use, turn, f"figure {faction}") for part, use in uses])
    return nodes
