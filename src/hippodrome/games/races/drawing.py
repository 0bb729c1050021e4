"""A race drawn: the track with its kerbs, walls, hedges and buildings, and the chariots."""

from __future__ import annotations

from typing import Final

from hippodrome.games.races.machines import LENGTH
from hippodrome.games.races.state import INCH, RACING, WRECK
from hippodrome.games.races.track import BEND, LEFT, RIGHT, Piece, Stretch, Track
from hippodrome.kit.geometry.fixed import direction_nearest, root_floor
from hippodrome.kit.geometry.plane.poses import Pose
from hippodrome.kit.scene import Layer, Node
from hippodrome.kit.state import Json

MARGIN: Final = 3 * INCH
GLYPHS: Final = "RWBGOPNT"
KERB: Final = 280
LINE: Final = 700
POSTS: Final = 2 * INCH
THICK: Final = {"wall": 450, "hedge": 800, "building": 2200}
CSS: Final = {"wall": "wall stone", "hedge": "wall hedge", "building": "wood"}
BACKDROP: Final = {"sand": "verge", "snow": "infield"}


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
    """Return a closed path through points."""
    return "M" + "L".join([f"{x} {y}" for x, y in points]) + "z"


def roads(track: Track) -> list[Node]:
    """Return the road, piece by piece; bends have their own ground."""
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
    """Return the start line, the checkpoints, the middle of the road, and the name of the track."""
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
    """Return an arrow on the road."""
    pose = track.at(mark)
    return Node(f"arrow-{number}", "path", pose.x, pose.y, "M-900 -500L-300 0L-900 500M-100 -500L500 0L-100 500",
                pose.turn, "painted")  # fmt: skip


def name_place(track: Track) -> tuple[int, int]:
    """Return the point inside the frame, on a coarse grid, that is farthest from the road."""
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
    """Return the outcrops."""
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
    """Return the nodes of a chariot."""
    return (f"chariot-{seat}", f"chariot-{seat}-car", f"chariot-{seat}-team", f"chariot-{seat}-crew")


def chariots(table: Json) -> list[Node]:
    """Return the chariots and wrecks on the track."""
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
    """Return a chariot where it stands."""
    return parts(chariot, piece_ids(chariot["id"]), "acting" if acts else "")


def parts(chariot: Json, names: tuple[str, ...], more: str) -> list[Node]:
    """Return a plate in the faction's pattern with the machine on it: car, team and crew, as many as are left.

    `more` is a style of the plate, and of all of it if it is a ghost.
    """
    x, y, turn, seat = chariot["x"], chariot["y"], chariot["turn"], chariot["id"]
    plate, car, team, crew = names
    data = f"{LENGTH} {chariot['width']} 160"
    figure = f"figure seat{seat} ghost" if more == "ghost" else f"figure seat{seat}"
    glyph, label = ("", "") if more == "ghost" else (GLYPHS[seat], label_of(chariot))
    nodes = [Node(plate, "rect", x, y, data, turn, f"plate broad seat{seat} {more}".rstrip(), label, glyph)]
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
    """Return the symbol of its body."""
    symbol: str = chariot["symbol"]
    return symbol if symbol in ("wagon", "roller", "wheel") else "car"


def label_of(chariot: Json) -> str:
    """Return a chariot in a few words."""
    if chariot["status"] == WRECK:
        return f"The wreck of {chariot['name']}"
    return f"{chariot['name']}, {chariot['wounds']} of {chariot['full']} wounds, lap {chariot['lap']}"
