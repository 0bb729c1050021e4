"""A race drawn: the track with its kerbs, walls, hedges and buildings, the chariots, and what may be touched."""

from __future__ import annotations

from typing import Final

from hippodrome.games.races.machines import LENGTH
from hippodrome.games.races.state import INCH, RACING, WRECK
from hippodrome.games.races.track import BEND, LEFT, RIGHT, Piece, Stretch, Track
from hippodrome.kit.actions import Action, Decision, OneOf, Option, Span
from hippodrome.kit.ground.fixed import direction_nearest, root_floor
from hippodrome.kit.ground.plane.poses import Pose
from hippodrome.kit.scene import Handle, Layer, Node
from hippodrome.kit.state import Json

MARGIN: Final = 3 * INCH
GLYPHS: Final = "RWBGOPNT"
KERB: Final = 280
LINE: Final = 700
POSTS: Final = 2 * INCH
THICK: Final = {"wall": 450, "hedge": 800, "building": 2200}
CSS: Final = {"wall": "wall stone", "hedge": "wall hedge", "building": "wood"}
BACKDROP: Final = {"sand": "verge", "snow": "infield"}
GRIP: Final = "420"
FORWARD_GRIP: Final = 1300  # ahead of the nose
TURN_GRIP: Final = 2700
ASIDE_GRIP: Final = 1900


class Course:
    """A track as it is drawn, which never changes, and its picture's frame."""

    def __init__(self, track: Track, box: tuple[int, int, int, int], layer: Layer) -> None:
        self.track = track
        self.box = box
        self.layer = layer


def course(track: Track) -> Course:
    """Everything that stands still."""
    left, top, width, height = track.box
    box = (left - MARGIN, top - MARGIN, width + 2 * MARGIN, height + 2 * MARGIN)
    backdrop = Node(
        "ground", "rect", box[0] + box[2] // 2, box[1] + box[3] // 2, f"{box[2]} {box[3]}", 0, BACKDROP[track.ground]
    )
    nodes = [backdrop, *walls(track), *roads(track), *kerbs(track), *lines(track), *rocks(track), *posts(track)]
    return Course(track, box, Layer("track", nodes, True))


# -------------------------------------------------------------------- the track


def path(points: list[tuple[int, int]]) -> str:
    """A closed path through points."""
    return "M" + "L".join([f"{x} {y}" for x, y in points]) + "z"


def roads(track: Track) -> list[Node]:
    """The road, piece by piece; bends have their own ground."""
    nodes: list[Node] = []
    for piece in track.pieces:
        stations = [*piece.stations(), piece.length]
        left = [track.rim(piece, along, LEFT) for along in stations]
        right = [track.rim(piece, along, RIGHT) for along in stations]
        css = "bend" if piece.kind == BEND else "sand"
        nodes.append(Node(f"road-{piece.number}", "path", 0, 0, path([*left, *reversed(right)]), 0, css))
    return sorted(nodes, key=lambda node: node.css)


def walls(track: Track) -> list[Node]:
    """Walls, hedges and buildings, each run of them as one shape outside the road."""
    runs: list[list[Stretch]] = []
    for wall in track.walls:
        last = runs[-1][-1] if runs else None
        if last is not None and last.stuff == wall.stuff and (last.x1, last.y1) == (wall.x0, wall.y0):
            runs[-1].append(wall)
        else:
            runs.append([wall])
    nodes: list[Node] = []
    for number, run in enumerate(runs):
        stuff = run[0].stuff
        inner = [(run[0].x0, run[0].y0), *[(wall.x1, wall.y1) for wall in run]]
        outer: list[tuple[int, int]] = []
        for wall in run:
            outer += outside(wall, THICK[stuff])
        nodes.append(Node(f"wall-{number}", "path", 0, 0, path([*inner, *reversed(outer)]), 0, CSS[stuff], stuff))
    return sorted(nodes, key=lambda node: node.css != "wood")


def outside(wall: Stretch, thick: int) -> list[tuple[int, int]]:
    """Both ends of a stretch, moved away from the road."""
    turn = direction_nearest(wall.x1 - wall.x0, wall.y1 - wall.y0)
    hand = thick if wall.side == RIGHT else -thick
    return [Pose(x, y, turn).point_nearest(0, hand) for x, y in ((wall.x0, wall.y0), (wall.x1, wall.y1))]


def kerbs(track: Track) -> list[Node]:
    """Kerbs inside the bends, bright and dark by turns."""
    shapes: list[list[str]] = [[], []]
    for piece in track.pieces:
        if piece.kind == BEND:
            side = RIGHT if piece.hand > 0 else LEFT
            stations = [*piece.stations(), piece.length]
            for number in range(len(stations) - 1):
                shapes[number % 2].append(kerb(track, piece, stations[number], stations[number + 1], side))
    return [
        Node("kerbs-dark", "path", 0, 0, "".join(shapes[0]), 0, "accent"),
        Node("kerbs-bright", "path", 0, 0, "".join(shapes[1]), 0, "ring"),
    ]


def kerb(track: Track, piece: Piece, start: int, end: int, side: int) -> str:
    """One stone of a kerb, just inside the wall."""
    points: list[tuple[int, int]] = []
    for along, deep in ((start, 0), (end, 0), (end, KERB), (start, KERB)):
        half = piece.half(along) - deep
        points.append(piece.at(along).point_nearest(0, half if side == RIGHT else -half))
    return path(points)


def lines(track: Track) -> list[Node]:
    """The start line, the checkpoints, the middle of the road, and the name of the track."""
    start = track.at(0)
    wide = 2 * track.half(0)
    middle = "M" + "L".join([f"{pose.x} {pose.y}" for pose in centre(track)]) + "z"
    x, y = start.point_nearest(LINE // 2, 0)
    nodes = [
        Node("middle", "path", 0, 0, middle, 0, "lane"),
        Node("line", "rect", x, y, f"{LINE} {wide}", start.turn, "checker", "Start and finish"),
    ]
    for number, mark in enumerate(track.marks[1:]):
        pose = track.at(mark)
        half = track.half(mark)
        label = f"Checkpoint {number + 1}"
        stripe = f"M0 {-half}V{half}"
        nodes.append(Node(f"mark-{number}", "path", pose.x, pose.y, stripe, pose.turn, "painted", label))
        x, y = pose.point_nearest(900, half - 900)
        nodes.append(Node(f"mark-{number}-text", "text", x, y, str(number + 1), 0, "value", size=1100))
    nodes += [arrow(track, number, mark) for number, mark in enumerate(arrows(track))]
    x, y = name_place(track)
    nodes.append(Node("name", "text", x, y, track.title, 0, "inscription", size=1700))
    return nodes


def centre(track: Track) -> list[Pose]:
    """Points of the centre line."""
    return [piece.at(along) for piece in track.pieces for along in piece.stations()]


def arrows(track: Track) -> list[int]:
    """Where arrows on the road show the way."""
    return [int(track.lap) * part // 12 for part in (1, 3, 5, 7, 9, 11)]


def arrow(track: Track, number: int, mark: int) -> Node:
    """An arrow on the road."""
    pose = track.at(mark)
    return Node(f"arrow-{number}", "path", pose.x, pose.y, "M-900 -500L-300 0L-900 500M-100 -500L500 0L-100 500",
                pose.turn, "painted")  # fmt: skip


def name_place(track: Track) -> tuple[int, int]:
    """The point inside the frame, on a coarse grid, that is farthest from the road."""
    left, top, width, height = track.box
    points = [track.at(place).parts() for place in range(0, int(track.lap), 2 * INCH)]
    best, found = -1, (left, top)
    for column in range(4, 13):
        for row in range(3, 14):
            x, y = left + width * column // 16, top + height * row // 16
            away = min([(x - px) * (x - px) + 2 * (y - py) * (y - py) for px, py, _ in points])
            if away > best:
                best, found = away, (x, y)
    return found


def rocks(track: Track) -> list[Node]:
    """The outcrops."""
    return [
        Node(f"outcrop-{number}", "circle", rock.x, rock.y, str(rock.radius), 0, "wall stone", "Outcrop", "o")
        for number, rock in enumerate(track.outcrops)
    ]


def posts(track: Track) -> list[Node]:
    """Posts along the walls; in a text drawing they are the walls."""
    nodes: list[Node] = []
    for wall in track.walls:
        size = root_floor((wall.x1 - wall.x0) ** 2 + (wall.y1 - wall.y0) ** 2)
        count = max(1, int(size) // POSTS)
        for step in range(count):
            x, y = wall.x0 + (wall.x1 - wall.x0) * step // count, wall.y0 + (wall.y1 - wall.y0) * step // count
            nodes.append(Node(f"post-{len(nodes)}", "circle", x, y, "110", 0, "mark", "", "#"))
    return nodes


# -------------------------------------------------------------------- the chariots


def piece_ids(seat: int) -> tuple[str, ...]:
    """The nodes of a chariot."""
    return (f"chariot-{seat}", f"chariot-{seat}-car", f"chariot-{seat}-team", f"chariot-{seat}-crew")


def chariots(table: Json) -> list[Node]:
    """The chariots and wrecks on the track."""
    nodes: list[Node] = []
    for chariot in table["chariots"]:
        if RACING <= chariot["status"] <= WRECK:
            nodes.extend(piece(chariot, is_acting(table, chariot["id"])))
    return nodes


def is_acting(table: Json, seat: int) -> bool:
    """Whose move it is, or who is asked."""
    if table["over"]:
        return False
    return bool(seat == table["move"]["mover"]) or seat in table["asked"]["seats"]


def piece(chariot: Json, acts: bool) -> list[Node]:
    """A plate in the faction's pattern with the machine on it: car, team and crew, as many as are left."""
    x, y, turn, seat = chariot["x"], chariot["y"], chariot["turn"], chariot["id"]
    plate, car, team, crew = piece_ids(seat)
    css = f"plate seat{seat} acting" if acts else f"plate seat{seat}"
    data = f"{LENGTH} {chariot['width']} 160"
    figure = f"figure seat{seat}"
    nodes = [Node(plate, "rect", x, y, data, turn, css, label_of(chariot), GLYPHS[seat])]
    if chariot["status"] == WRECK:
        return [*nodes, Node(car, "use", x, y, "races-wreck", turn, figure, size=LENGTH)]
    nodes.append(Node(car, "use", x, y, f"races-{body_of(chariot)}", turn, figure, size=LENGTH))
    if not chariot["dice"]:
        kind = "horse" if chariot["symbol"] == "wagon" else chariot["symbol"]
        nodes.append(Node(team, "use", x, y, f"races-{kind}-{chariot['steeds']}", turn, figure, size=LENGTH))
    if chariot["crew"] and not chariot["dice"]:
        nodes.append(Node(crew, "use", x, y, f"races-crew-{min(4, len(chariot['crew']))}", turn, figure, size=LENGTH))
    return nodes


def body_of(chariot: Json) -> str:
    """The symbol of its body."""
    symbol: str = chariot["symbol"]
    return symbol if symbol in ("wagon", "roller", "wheel") else "car"


def label_of(chariot: Json) -> str:
    """A chariot in a few words."""
    if chariot["status"] == WRECK:
        return f"The wreck of {chariot['name']}"
    return f"{chariot['name']}, {chariot['wounds']} of {chariot['full']} wounds, lap {chariot['lap']}"


# -------------------------------------------------------------------- a plan


def plan(table: Json) -> list[Node]:
    """The ghost path of the plan in the making, with the base at its end."""
    poses = table["move"]["poses"]
    if len(poses) < 2:
        return []
    chariot = table["chariots"][table["move"]["mover"]]
    points = "M" + "L".join([f"{x} {y}" for x, y, _ in poses])
    nodes = [Node("plan-path", "path", 0, 0, points, 0, "painted")]
    for number, (x, y, turn) in enumerate(poses[1:]):
        last = number == len(poses) - 2
        data = f"{LENGTH} {chariot['width']} 160" if last else "300 300 150"
        nodes.append(Node(f"plan-{number}", "rect", x, y, data, turn, "trace"))
    return nodes


# -------------------------------------------------------------------- what may be chosen


class Grips:
    """What a decision lets one touch, and how."""

    def __init__(self, table: Json) -> None:
        self.table = table
        self.nodes: list[Node] = []
        self.handles: list[Handle] = []

    def end(self) -> Pose:
        """Where the plan in the making has led."""
        move = self.table["move"]
        if move["poses"]:
            x, y, turn = move["poses"][-1]
            return Pose(x, y, turn)
        chariot = self.table["chariots"][move["mover"]]
        return Pose(chariot["x"], chariot["y"], chariot["turn"])

    def fill(self, decision: Decision) -> None:
        """A grip for every option that has a place on the track."""
        for option in decision.options:
            if option.verb == "forward":
                self.drag(option, "ruler", LENGTH // 2 + FORWARD_GRIP, 0, "Drag to plan the way ahead")
            elif option.verb in ("turn", "pivot"):
                self.drag(option, "arc", LENGTH // 2 + TURN_GRIP, 0, "Drag to plan a turn")
            elif option.verb == "drift":
                self.drifts(option)
            elif option.verb in ("swipe", "shoot", "strike"):
                self.rivals(option)
            elif option.verb in ("go", "pass", "fire"):
                self.own(option.verb)

    def drag(self, option: Option, kind: str, away: int, aside: int, label: str) -> None:
        """A round grip ahead of where the plan has led."""
        pose = self.end()
        x, y = pose.point_nearest(away, aside)
        span = option.params[0]
        assert isinstance(span, Span)
        on = f"target-{option.verb}"
        self.nodes.append(Node(on, "circle", x, y, GRIP, 0, "target", label))
        at = pose.parts()
        self.handles.append(Handle(on, option.verb, kind, (span.lo, span.hi, span.step), span.hints, at))

    def drifts(self, option: Option) -> None:
        """A grip on either side."""
        for hand in values_of(option):
            x, y = self.end().point_nearest(0, hand * ASIDE_GRIP)
            on = f"target-drift-{'right' if hand > 0 else 'left'}"
            self.nodes.append(Node(on, "circle", x, y, GRIP, 0, "target", "Plan a drift to this side"))
            self.handles.append(Handle(on, Action("drift", (hand,)).text))

    def rivals(self, option: Option) -> None:
        """The chariots that may be picked."""
        for who in values_of(option):
            chariot = self.table["chariots"][who]
            on = f"target-{option.verb}-{who}"
            label = f"{option.verb.capitalize()} at {chariot['name']}"
            self.nodes.append(Node(on, "circle", chariot["x"], chariot["y"], "1300", 0, "target bold", label))
            self.handles.append(Handle(on, Action(option.verb, (who,)).text))

    def own(self, verb: str) -> None:
        """One's own chariot, to go, to pass or to fire."""
        who = self.table["asked"]["seats"][0]
        chariot = self.table["chariots"][who]
        label = {"go": "Go", "pass": "Slip past", "fire": "Fire"}[verb]
        pose = Pose(chariot["x"], chariot["y"], chariot["turn"])
        on = f"target-{verb}"
        self.nodes.append(Node(on, "circle", *pose.parts()[:2], "900", 0, "target bold", label))
        self.handles.append(Handle(on, verb))


def values_of(option: Option) -> tuple[int, ...]:
    """The values of an option's only number."""
    param = option.params[0]
    assert isinstance(param, OneOf)
    return param.values
