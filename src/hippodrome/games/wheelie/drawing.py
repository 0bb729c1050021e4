"""A battle drawn: the table, terrain, bases, and what may be touched."""

from __future__ import annotations

from typing import Final

from hippodrome.games.wheelie.scenarios import INCH
from hippodrome.games.wheelie.state import BROKEN, PLAY
from hippodrome.games.wheelie.terrain import WRECK, Stuff
from hippodrome.kit.actions import Action, Decision, OneOf, Option, Span
from hippodrome.kit.ground.plane.poses import Pose
from hippodrome.kit.scene import Handle, Layer, Node
from hippodrome.kit.state import Json

MARGIN: Final = 3 * INCH
GRID: Final = 12 * INCH
GRIP: Final = "450"
DRIVE_GRIP: Final = 3000  # how far ahead of the middle of a base the grips lie
WHEEL_GRIP: Final = 4200
TENTH: Final = 100
GLYPHS: Final = "RWBGOP"
GROUND_CSS: Final = {
    "scrub": "verge",
    "rise": "infield",
    "grove": "wood",
    "rocks": "wall stone",
    "dune": "sand painted",
    "pool": "water",
    "ruin": "wall stone",
    WRECK: "mark harm",
}


def piece_ids(unit: int) -> tuple[str, ...]:
    """The nodes of a unit."""
    return (f"unit-{unit}", f"unit-{unit}-arrow", f"unit-{unit}-warrior")


def field(width: int, depth: int) -> Layer:
    """The bare table, which never changes."""
    columns = [f"M{x} 0v{depth}" for x in range(GRID, width, GRID)]
    rows = [f"M0 {y}h{width}" for y in range(GRID, depth, GRID)]
    nodes = [
        Node("table", "rect", width // 2, depth // 2, f"{width} {depth}", css="sand"),
        Node("grid", "path", 0, 0, "".join([*columns, *rows]), css="lane"),
        Node("edge", "path", 0, 0, f"M0 0H{width}V{depth}H0z", css="edge"),
    ]
    corners = [(0, 0), (width, 0), (width, depth), (0, depth)]
    posts = [Node(f"post-{n}", "circle", x, y, "200", css="mark", glyph="+") for n, (x, y) in enumerate(corners)]
    return Layer("table", [*nodes, *posts], True)


def terrain(stuffs: list[Stuff], table: Json) -> list[Node]:
    """The pieces that lie on the table."""
    nodes: list[Node] = []
    for piece in table["pieces"]:
        stuff = stuffs[piece["stuff"]]
        points = [f"{ahead} {aside}" for ahead, aside in stuff.rim()]
        css = GROUND_CSS[stuff.key]
        data = f"M{'L'.join(points)}z"
        name = f"terrain-{piece['id']}"
        nodes.append(Node(name, "path", piece["x"], piece["y"], data, piece["turn"], css, stuff.name, stuff.key[0]))
    return nodes


def units(table: Json) -> list[Node]:
    """The bases on the table."""
    nodes: list[Node] = []
    for unit in table["units"]:
        if unit["status"] in (PLAY, BROKEN):
            nodes.extend(base(unit, unit["id"] == table["act"]["unit"] and not table["over"]))
    return nodes


def base(unit: Json, acts: bool) -> list[Node]:
    """A plate, an arrow that shows where it faces, and a mark where the warrior stands."""
    x, y, turn, seat = unit["x"], unit["y"], unit["turn"], unit["seat"]
    plate, arrow, warrior = piece_ids(unit["id"])
    css = f"plate seat{seat} acting" if acts else f"plate seat{seat}"
    if unit["status"] == BROKEN:
        css += " harm"
    half, side = unit["length"] // 2, unit["width"] // 4
    hand = -side if unit["mirrored"] else side
    stand = 0 if unit["runners"] else INCH - half
    ring = f"M{stand - 220} {hand}a220 220 0 1 0 440 0a220 220 0 1 0 -440 0z"
    data = f"M{half - 900} -500L{half - 100} 0L{half - 900} 500z"
    return [
        Node(plate, "rect", x, y, f"{unit['length']} {unit['width']} 120", turn, css, unit["name"], GLYPHS[seat]),
        Node(arrow, "path", x, y, data, turn, f"figure seat{seat}"),
        Node(warrior, "path", x, y, ring, turn, f"figure seat{seat}"),
    ]


# -------------------------------------------------------------------- what may be chosen


class Grips:
    """What a decision lets one touch, and how."""

    def __init__(self, table: Json, stuffs: list[Stuff]) -> None:
        self.table = table
        self.stuffs = stuffs
        self.nodes: list[Node] = []
        self.handles: list[Handle] = []

    def fill(self, decision: Decision) -> None:
        """A grip for every option that has a place on the table."""
        for option in decision.options:
            if option.verb == "drive":
                self.drag(option, "ruler", DRIVE_GRIP, "Drag to drive")
            elif option.verb == "wheel":
                self.drag(option, "arc", WHEEL_GRIP, "Drag to turn")
            elif option.verb == "place":
                self.place(option)
            elif option.verb == "deploy":
                self.deploy(option)
            elif option.verb == "edge":
                self.edges(option)
            elif option.verb == "aim":
                self.aims(option)

    def drag(self, option: Option, kind: str, away: int, label: str) -> None:
        """A round grip ahead of the unit that acts."""
        unit = self.table["units"][self.table["act"]["unit"]]
        pose = Pose(unit["x"], unit["y"], unit["turn"])
        x, y = pose.point_nearest(away, 0)
        span, hints = span_of(option, 0)
        name = f"target-{option.verb}"
        self.nodes.append(Node(name, "circle", x, y, GRIP, 0, "target", label))
        self.handles.append(Handle(name, option.verb, kind, span, hints, (unit["x"], unit["y"], unit["turn"])))

    def place(self, option: Option) -> None:
        """The whole table."""
        across, _ = span_of(option, 0)
        down, _ = span_of(option, 1)
        width, depth = self.table["width"], self.table["depth"]
        css, label = "target", "Place your piece here"
        self.nodes.append(Node("target-place", "rect", width // 2, depth // 2, f"{width} {depth}", 0, css, label))
        self.handles.append(Handle("target-place", "place", "point", across, unit=TENTH, span_y=down))

    def deploy(self, option: Option) -> None:
        """A grip on the edge, to be dragged along it."""
        span, hints = span_of(option, 0)
        edge: int = self.table["entry"]
        width, depth = self.table["width"], self.table["depth"]
        x, y, turn = ((0, depth, 0), (0, 0, 900), (0, 0, 0), (width, 0, 900))[edge]
        at = Pose(x, y, turn).point_nearest(hints[0] * TENTH, 0)
        self.nodes.append(Node("target-deploy", "circle", *at, GRIP, 0, "target", "Drag along your edge"))
        self.handles.append(Handle("target-deploy", "deploy", "ruler", span, hints, (x, y, turn), TENTH))

    def edges(self, option: Option) -> None:
        """The four edges."""
        width, depth = self.table["width"], self.table["depth"]
        middles = ((width // 2, depth), (0, depth // 2), (width // 2, 0), (width, depth // 2))
        for edge in values_of(option):
            x, y = middles[edge]
            self.nodes.append(Node(f"target-edge-{edge}", "circle", x, y, "900", 0, "target", "Come from this edge"))
            self.handles.append(Handle(f"target-edge-{edge}", Action("edge", (edge,)).text))

    def aims(self, option: Option) -> None:
        """The targets; the lowest die that can aim is spent."""
        dice, targets = option.params
        for target in targets.suggestions():
            unit = self.table["units"][target]
            name = f"target-aim-{target}"
            self.nodes.append(Node(name, "circle", unit["x"], unit["y"], "900", 0, "target bold", "Aim here"))
            self.handles.append(Handle(name, Action("aim", (min(dice.suggestions()), target)).text))


def span_of(option: Option, place: int) -> tuple[tuple[int, int, int], tuple[int, ...]]:
    """Bounds, step and hints of a number of an option."""
    param = option.params[place]
    assert isinstance(param, Span)
    return (param.lo, param.hi, param.step), param.hints


def values_of(option: Option) -> tuple[int, ...]:
    """The values of an option's only number."""
    param = option.params[0]
    assert isinstance(param, OneOf)
    return param.values
