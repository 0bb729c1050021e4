"""How a race is drawn: the ground of a track, the chariots on it, and the squares that may be chosen."""

from __future__ import annotations

from typing import Final

from hippodrome.games.benhur.track import BEND, JUMP, WATER, Track
from hippodrome.kit.actions import Action, Decision, expand
from hippodrome.kit.game import View
from hippodrome.kit.geometry.lanes import LANES, WEST
from hippodrome.kit.scene import FACTIONS, Handle, Layer, Node
from hippodrome.kit.state import Json

UNIT: Final = 1000  # one square
HALF: Final = UNIT // 2
WALL: Final = 280  # how thick a wall is drawn
BORDER: Final = 250  # the meander around it all
GLYPHS: Final = ("R", "W", "B", "G", "Y", "P")  # chariots in a text drawing, by faction
TURN: Final = (0, -900, 0, 900)  # by heading; to the west the team is mirrored instead
RING: Final = "ring"  # the node around the chariot that is acting
_KIND_GLYPH: Final = (".", "%", "J", "~")
_KIND_CSS: Final = ("square", "square bend", "square", "water")
_SIDES: Final = ((0, -1), (1, 0), (0, 1), (-1, 0))  # top, right, bottom, left of a cell


class Grid:
    """The cells of a picture: which square lies where, with a ring of wall around them. Rows count down."""

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
        found = {(0, 0)}
        edge = [(0, 0)]
        while edge:
            column, row = edge.pop()
            for dx, dy in _SIDES:
                cell = (column + dx, row + dy)
                inside = 0 <= cell[0] < self.columns and 0 <= cell[1] < self.rows
                if inside and cell not in found and cell not in self.square:
                    found.add(cell)
                    edge.append(cell)
        return found

    def box(self) -> tuple[int, int, int, int]:
        """Return the box of the scene."""
        return (0, 0, self.columns * UNIT, self.rows * UNIT)

    def x(self, square: int) -> int:
        """Return the middle of a square, from the left."""
        return self.column[square] * UNIT + HALF

    def y(self, square: int) -> int:
        """Return the middle of a square, from the top."""
        return self.row[square] * UNIT + HALF

    def at(self, column: int, row: int) -> int:
        """Return the square in a cell, or -1."""
        return self.square.get((column, row), -1)


# -------------------------------------------------------------------- the ground


def ground(track: Track, grid: Grid) -> list[Node]:
    """Return all that never changes, from back to front."""
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
        nodes.extend(_painted(track, grid, square))
    nodes.extend(_inscription(track, grid))
    return nodes


class Board:
    """A track as it is drawn: its cells, its box, and the ground, which is the same in every picture of it."""

    def __init__(self, track: Track) -> None:
        self.track = track
        self.grid = Grid(track)
        self.box = self.grid.box()
        self.ground = Layer("ground", ground(track, self.grid), True)


def _border(grid: Grid) -> list[Node]:
    """Return a thin meander around the picture."""
    width, height = grid.columns * UNIT, grid.rows * UNIT
    wide, high = f"{width} {BORDER}", f"{height - 2 * BORDER} {BORDER}"
    near = BORDER // 2
    return [
        Node("verge", "rect", width // 2, height // 2, f"{width} {height}", css="verge"),
        Node("border-top", "rect", width // 2, near, wide, css="meander"),
        Node("border-right", "rect", width - near, height // 2, high, 900, "meander"),
        Node("border-bottom", "rect", width // 2, height - near, wide, 1800, "meander"),
        Node("border-left", "rect", near, height // 2, high, -900, "meander"),
    ]


def _inner_cells(grid: Grid) -> set[tuple[int, int]]:
    cells = [(column, row) for row in range(grid.rows) for column in range(grid.columns)]
    return {cell for cell in cells if cell not in grid.square and cell not in grid.outside}


def _infield(grid: Grid) -> str:
    """Return the cells that the track encloses, as a path."""
    inner = sorted(_inner_cells(grid))
    return "".join([f"M{c * UNIT} {r * UNIT}h{UNIT}v{UNIT}h{-UNIT}z" for c, r in inner])


def _walls(track: Track, grid: Grid) -> list[Node]:
    """Return a node for every cell beside the track, with the piece of wall that stands in it."""
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


def _wall_kind(track: Track, grid: Grid, column: int, row: int) -> str:
    """What stands in a cell: the left wall beside lane 1, the right beside lane 4 (BH-Q40), or nothing."""
    for reach in (1, 2):  # squares that share an edge first, then those that share a corner
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                square = grid.at(column + dx, row + dy)
                if square >= 0 and abs(dx) + abs(dy) == reach:
                    return track.wall(-1 if track.lanes.lane[square] == 1 else 1)
    return ""


def _wall_path(grid: Grid, column: int, row: int, is_hedge: bool) -> str:
    """Return the wall in a cell, about its middle: a strip along every side that is track, and the corners."""
    track_at = [grid.at(column + dx, row + dy) >= 0 for dx, dy in _SIDES]
    found = ""
    for side in range(4):
        dx, dy = _SIDES[side]
        after = (side + 1) % 4
        if track_at[side]:
            found += _strip(dx, dy, is_hedge)
        ex, ey = _SIDES[after]
        if not track_at[side] and not track_at[after] and grid.at(column + dx + ex, row + dy + ey) >= 0:
            found += _corner(dx + ex, dy + ey, is_hedge)
    return found


def _strip(dx: int, dy: int, is_hedge: bool) -> str:
    """Return a wall along the side of a cell that lies at (dx, dy) from its middle; a hedge has a scalloped back."""
    ax, ay = -dy, dx  # along the side
    x, y = HALF * (dx - ax), HALF * (dy - ay)
    deep = WALL - 60 if is_hedge else WALL
    back = f"l{-deep * dx} {-deep * dy}"
    if is_hedge:
        over = "".join([f"a125 100 {90 * abs(dx)} 0 1 {-250 * ax} {-250 * ay}" for _ in range(4)])
    else:
        over = f"l{-UNIT * ax} {-UNIT * ay}"
    return f"M{x} {y}l{UNIT * ax} {UNIT * ay}{back}{over}z"


def _corner(dx: int, dy: int, is_hedge: bool) -> str:
    """Return the end of a wall in the corner of a cell that touches the track with that corner only."""
    x, y = HALF * dx, HALF * dy
    if is_hedge:
        sweep = 1 if dx == dy else 0
        return f"M{x} {y}l{-WALL * dx} 0a{WALL} {WALL} 0 0 {sweep} {WALL * dx} {-WALL * dy}z"
    return f"M{x} {y}l{-WALL * dx} 0l0 {-WALL * dy}l{WALL * dx} 0z"


def _square(track: Track, grid: Grid, square: int) -> Node:
    """One square of the track."""
    css, glyph = _KIND_CSS[track.kind[square]], _KIND_GLYPH[track.kind[square]]
    row = _start_row(track, square)
    if row:
        css, glyph = "square start", "|" if row == 1 else "."
    label = square_words(track, square)
    x, y = grid.x(square), grid.y(square)
    return Node(f"square-{square}", "rect", x, y, f"{UNIT} {UNIT}", 0, css, label, glyph)


def _start_row(track: Track, square: int) -> int:
    """1 or 2 for a square of the first or second start row, else 0."""
    lanes = track.lanes
    if lanes.segment[square] == 0 and lanes.index[square] in track.start:
        return track.start.index(lanes.index[square]) + 1
    return 0


def _lane_lines(track: Track, grid: Grid) -> str:
    """Return a dash between squares of neighbouring lanes."""
    found = ""
    for square in range(len(track.lanes)):
        for other in track.lanes.beside[square]:
            if other > square:
                found += _between(grid, square, other)
    return found


def _between(grid: Grid, one: int, other: int) -> str:
    """Return the edge that two squares share, as a path."""
    x, y = (grid.x(one) + grid.x(other)) // 2, (grid.y(one) + grid.y(other)) // 2
    if grid.row[one] == grid.row[other]:
        return f"M{x} {y - HALF}v{UNIT}"
    return f"M{x - HALF} {y}h{UNIT}"


def _edges(grid: Grid) -> str:
    """Return the line between the track and what is not track."""
    found = ""
    for column, row in sorted(grid.square):
        for dx, dy in _SIDES:
            if (column + dx, row + dy) not in grid.square:
                x, y = column * UNIT + HALF + HALF * dx, row * UNIT + HALF + HALF * dy
                found += f"M{x} {y - HALF}v{UNIT}" if dx else f"M{x - HALF} {y}h{UNIT}"
    return found


def _line(track: Track, grid: Grid) -> Node:
    """Return the start and finish, a checker behind the last square before the line; segment 0 always runs east."""
    first = track.lanes.number(0, 1, track.line)
    x, y = grid.x(first) + HALF, grid.y(first) - HALF + LANES * HALF
    return Node("line", "rect", x, y, f"250 {LANES * UNIT}", css="checker", label="Start and finish")


def _painted(track: Track, grid: Grid, square: int) -> list[Node]:
    """What is painted on a square: the skid value of a bend, a ramp, the number of a start place."""
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


def _inscription(track: Track, grid: Grid) -> list[Node]:
    """Return the name of the track where it fits best on the infield, between the turning posts if there is room."""
    text = track.title.upper()
    size, column, row, width, height = _free_place(grid, len(text))
    x, y = column * UNIT + width * HALF, row * UNIT + height * HALF
    nodes = [Node("inscription", "text", x, y, text, css="inscription", size=size)]
    away = width * HALF - UNIT
    post = min(height * UNIT - 2 * WALL - 120, 1200)
    if post > UNIT and away > len(text) * size // 2 + UNIT:
        nodes.append(Node("post-west", "use", x - away, y, "benhur-post", size=post))
        nodes.append(Node("post-east", "use", x + away, y, "benhur-post", size=post))
    return nodes


def _free_place(grid: Grid, letters: int) -> tuple[int, int, int, int, int]:
    """Return the height of the letters, and the inner cells that take them largest: column, row, width, height."""
    inner = _inner_cells(grid)
    best, found = (0, 0), (0, 0, 0, 0, 0)
    for column, row in sorted(inner):
        width, height = grid.columns, 0
        while (column, row + height) in inner:
            run = 0
            while run < width and (column + run, row + height) in inner:
                run += 1
            width, height = run, height + 1
            size = min(height * UNIT - 2 * WALL - 80, (width * UNIT - 2 * WALL) * 10 // (9 * letters), 800)
            if (size, width * height) > best:
                best, found = (size, width * height), (size, column, row, width, height)
    return found


# -------------------------------------------------------------------- places in words

_ORDINALS: Final = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


def ordinal(number: int) -> str:
    """First, second, and so on; from the ninth in figures."""
    return _ORDINALS[number - 1] if number <= len(_ORDINALS) else f"{number}th"


def segment_words(track: Track, segment: int) -> str:
    """Return the name of a segment: "the first straight"."""
    codes = track.lanes.segments
    is_straight = codes[segment][0] == "S"
    before = [code for code in codes[: segment + 1] if (code[0] == "S") == is_straight]
    return f"the {ordinal(len(before))} {'straight' if is_straight else 'bend'}"


def square_name(track: Track, square: int) -> str:
    """Return a square within a sentence: "lane 2 of the first straight, square 4"."""
    lanes = track.lanes
    where = segment_words(track, lanes.segment[square])
    return f"lane {lanes.lane[square]} of {where}, square {lanes.index[square] + 1}"


def square_words(track: Track, square: int) -> str:
    """Return a square in words: "Lane 2 on the first straight, square 4"."""
    lanes = track.lanes
    where = segment_words(track, lanes.segment[square])
    on = "on" if lanes.straight[square] else "in"
    text = f"Lane {lanes.lane[square]} {on} {where}, square {lanes.index[square] + 1}"
    if track.kind[square] == BEND:
        text += f", skid value {track.skid[square]}+"
    elif track.kind[square] == JUMP:
        text += ", jump"
    elif track.kind[square] == WATER:
        text += ", water"
    return text


# -------------------------------------------------------------------- what lies on it


def marks(track: Track, grid: Grid, table: Json) -> list[Node]:
    """Caltrops, if any lie on the track."""
    square: int = table["caltrops"]
    if square < 0:
        return []
    label = f"Caltrops. {square_words(track, square)}"
    return [Node("caltrops", "use", grid.x(square), grid.y(square), "benhur-caltrops", 0, "mark", label, "*")]


def pieces(track: Track, grid: Grid, table: Json) -> list[Node]:
    """Return the chariots on the track."""
    nodes: list[Node] = []
    for chariot in table["chariots"]:
        nodes.extend(piece(track, grid, table, chariot))
    return nodes


def piece(track: Track, grid: Grid, table: Json, chariot: Json) -> list[Node]:
    """Return a ring if it is acting, a plate in the faction's pattern, the team on it, and its marks: all turned
    alike.
    """
    seat: int = chariot["id"]
    square: int = chariot["square"]
    if square < 0 or chariot["fell"]:
        return []
    is_acting = seat == table["mover"] and not table["over"]
    x, y = grid.x(square), grid.y(square)
    heading = track.lanes.heading[square]
    turn = TURN[heading] + (80 if chariot["spun"] else 0)
    faction = f"seat{seat}"
    west = "-west" if (heading == WEST) != chariot["spun"] else ""
    uses = [
        ("team", f"benhur-team{west}"),
        ("whips", f"benhur-whips-{chariot['whips']}"),
        ("wounds", f"benhur-wounds-{chariot['wounds']}"),
        ("letter", f"benhur-letter-{seat}{west}"),
    ]
    if chariot["spun"]:
        uses.append(("spun", f"benhur-spun{west}"))
    uses.extend([(name, f"benhur-{name}") for name in ("wet", "sand") if chariot[name]])
    name = f"chariot-{seat}"
    label = f"{FACTIONS[seat]}. {square_words(track, square)}. {state_words(chariot)}"
    nodes = [Node(RING, "rect", x, y, "970 970 100", turn, "ring")] if is_acting else []
    css = f"plate {faction} acting" if is_acting else f"plate {faction}"
    nodes.append(Node(name, "rect", x, y, "880 880 70", turn, css, label, GLYPHS[seat]))
    nodes.extend([Node(f"{name}-{part}", "use", x, y, use, turn, f"figure {faction}") for part, use in uses])
    return nodes


def state_words(chariot: Json) -> str:
    """Whips, wounds and what ails a chariot: "2 whips, 4 of 5 wounds left, wet."."""
    whips: int = chariot["whips"]
    parts = [f"{whips} whip" if whips == 1 else f"{whips} whips", f"{chariot['wounds']} of 5 wounds left"]
    return ", ".join([*parts, *conditions(chariot)]) + "."


def conditions(chariot: Json) -> list[str]:
    """What binds or helps a chariot in its next turn."""
    found: list[str] = []
    if chariot["spun"]:
        found.append("spun round")
    if chariot["wet"]:
        found.append("wet")
    if chariot["sand"]:
        found.append("sand in the eyes")
    if chariot["rein"]:
        found.append("reined in, any whips next turn")
    if chariot["saved"]:
        found.append(f"{chariot['saved']} points saved")
    if chariot["bribed"]:
        found.append("1 point more this turn")
    return found


# -------------------------------------------------------------------- what may be chosen


class Targets:
    """The squares that a decision lights up, and how they are touched."""

    def __init__(self, track: Track, grid: Grid, view: View) -> None:
        self.track = track
        self.grid = grid
        self.chariots: list[Json] = view.table["chariots"]
        self.nodes: list[Node] = []
        self.handles: list[Handle] = []

    def fill(self, decision: Decision, seat: int) -> None:
        """Light what each action of the decision points at; many point at nothing and are only buttons."""
        driver = self.driver(decision, seat)
        for action in expand(decision.options):
            square = self.pointed(action, driver)
            if square >= 0:
                self.light(action, square)

    def driver(self, decision: Decision, seat: int) -> int:
        """Return the square of the chariot that is to go straight on, left or right; -1 if that is not certain."""
        square: int = self.chariots[seat]["square"]
        if decision.name != "ChooseThrow":
            return square
        ahead = self.track.ahead[square]  # trick 11: the chariot that is being shunted
        places = [ahead, self.track.ahead[ahead]] if self.track.kind[square] == JUMP else [ahead]
        taken = [place for place in places if self.is_taken(place)]
        return taken[0] if len(taken) == 1 else -1

    def is_taken(self, square: int) -> bool:
        """Return whether a chariot stands on a square."""
        return len([c for c in self.chariots if c["square"] == square and not c["fell"]]) > 0

    def pointed(self, action: Action, driver: int) -> int:
        """Return the square an action points at, or -1."""
        lanes = self.track.lanes
        if action.verb == "lane":
            placed = len([c for c in self.chariots if c["square"] >= 0])
            return lanes.number(0, action.args[0], self.track.start[0 if placed < LANES else 1])
        if action.verb == "fight" or (action.verb == "trick" and len(action.args) == 2):
            rival: int = self.chariots[action.args[-1]]["square"]
            return rival
        if driver < 0:
            return -1
        if action.verb == "straight":
            ahead = lanes.ahead[driver]
            return lanes.ahead[ahead] if self.track.kind[driver] == JUMP else ahead
        if action.verb == "left":
            return lanes.left[driver]
        return lanes.right[driver] if action.verb == "right" else -1

    def light(self, action: Action, square: int) -> None:
        """A target on a square, and the click that takes it."""
        name = f"target-{action.text.replace(' ', '-')}"
        label = f"{_VERBS[action.verb]}. {square_words(self.track, square)}"
        css = "target bold" if self.is_taken(square) else "target"
        x, y = self.grid.x(square), self.grid.y(square)
        self.nodes.append(Node(name, "rect", x, y, "920 920 60", 0, css, label))
        self.handles.append(Handle(name, action.text))


_VERBS: Final = {
    "lane": "Start here",
    "fight": "Fight this chariot",
    "trick": "Play the trick on this chariot",
    "straight": "Straight on",
    "left": "Change lane left",
    "right": "Change lane right",
}
