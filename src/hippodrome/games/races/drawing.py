"""Drawing of the track, with its kerbs, walls, hedges and buildings, and of the chariots."""

from __future__ import annotations

from typing import Final

from hippodrome.games.races.machines import BASE_LENGTH_MI, OWN_SYMBOL
from hippodrome.games.races.state import RACING, WRECK
from hippodrome.games.races.track import BEND, LEFT, RIGHT, Track, TrackPiece, WallSegment
from hippodrome.kit.geometry.fixed_point import direction_nearest, sqrt_floor
from hippodrome.kit.geometry.plane.poses import Pose
from hippodrome.kit.scene import Layer, Node
from hippodrome.kit.state import Json
from hippodrome.kit.units import INCH

MARGIN_MI: Final = 3 * INCH
GLYPHS: Final = "RWBGOPNT"
KERB_DEPTH_MI: Final = 280
LINE_WIDTH_MI: Final = 700
POST_SPACING_MI: Final = 2 * INCH
WALL_DEPTHS_MI: Final = {"wall": 450, "hedge": 800, "building": 2200}
WALL_STYLES: Final = {"wall": "wall stone", "hedge": "wall hedge", "building": "wood"}
BACKDROP_STYLES: Final = {"sand": "verge", "snow": "infield"}


class TrackDrawing:
    """The static layer of a track and the frame of its picture."""

    def __init__(self, track: Track, box: tuple[int, int, int, int], layer: Layer) -> None:
        self.track = track
        self.box = box
        self.layer = layer


def draw_track(track: Track) -> TrackDrawing:
    """Return the drawing of a track."""
    left, top, width, height = track.box
    box = (left - MARGIN_MI, top - MARGIN_MI, width + 2 * MARGIN_MI, height + 2 * MARGIN_MI)
    x, y = box[0] + box[2] // 2, box[1] + box[3] // 2
    backdrop = Node("ground", "rect", x, y, f"{box[2]} {box[3]}", 0, BACKDROP_STYLES[track.ground])
    nodes = [
        backdrop,
        *wall_nodes(track),
        *road_nodes(track),
        *kerb_nodes(track),
        *line_nodes(track),
        *outcrop_nodes(track),
        *post_nodes(track),
    ]
    return TrackDrawing(track, box, Layer("track", nodes, True))


# -------------------------------------------------------------------- the track


def closed_path(points: list[tuple[int, int]]) -> str:
    """Return the data of a closed path through points."""
    return "M" + "L".join([f"{x} {y}" for x, y in points]) + "z"


def road_nodes(track: Track) -> list[Node]:
    """Return a node for each piece of road; bends have their own style."""
    nodes: list[Node] = []
    for piece in track.pieces:
        places = [*piece.corner_places(), piece.length]
        left = [track.wall_point(piece, along, LEFT) for along in places]
        right = [track.wall_point(piece, along, RIGHT) for along in places]
        css = "bend" if piece.kind == BEND else "sand"
        nodes.append(Node(f"road-{piece.number}", "path", 0, 0, closed_path([*left, *reversed(right)]), 0, css))
    return sorted(nodes, key=lambda node: node.css)


def wall_nodes(track: Track) -> list[Node]:
    """Return a node outside the road for each run of wall, hedge or building."""
    runs: list[list[WallSegment]] = []
    for wall in track.walls:
        last = runs[-1][-1] if runs else None
        if last is not None and last.material == wall.material and (last.x1, last.y1) == (wall.x0, wall.y0):
            runs[-1].append(wall)
        else:
            runs.append([wall])
    nodes: list[Node] = []
    for number, run in enumerate(runs):
        material = run[0].material
        inner = [(run[0].x0, run[0].y0), *[(wall.x1, wall.y1) for wall in run]]
        outer: list[tuple[int, int]] = []
        for wall in run:
            outer += outer_ends(wall, WALL_DEPTHS_MI[material])
        outline = closed_path([*inner, *reversed(outer)])
        nodes.append(Node(f"wall-{number}", "path", 0, 0, outline, 0, WALL_STYLES[material], material))
    return sorted(nodes, key=lambda node: node.css != "wood")


def outer_ends(wall: WallSegment, depth: int) -> list[tuple[int, int]]:
    """Return both ends of a wall segment, moved away from the road."""
    turn = direction_nearest(wall.x1 - wall.x0, wall.y1 - wall.y0)
    aside = depth if wall.side == RIGHT else -depth
    return [Pose(x, y, turn).point_nearest(0, aside) for x, y in ((wall.x0, wall.y0), (wall.x1, wall.y1))]


def kerb_nodes(track: Track) -> list[Node]:
    """Return the kerbs inside the bends, alternately dark and bright."""
    shapes: list[list[str]] = [[], []]
    for piece in track.pieces:
        if piece.kind == BEND:
            side = RIGHT if piece.hand > 0 else LEFT
            places = [*piece.corner_places(), piece.length]
            for number in range(len(places) - 1):
                shapes[number % 2].append(kerb_stone(piece, places[number], places[number + 1], side))
    return [
        Node("kerbs-dark", "path", 0, 0, "".join(shapes[0]), 0, "accent"),
        Node("kerbs-bright", "path", 0, 0, "".join(shapes[1]), 0, "ring"),
    ]


def kerb_stone(piece: TrackPiece, start: int, end: int, side: int) -> str:
    """Return the outline of one kerb stone, just inside the wall."""
    points: list[tuple[int, int]] = []
    for along, deep in ((start, 0), (end, 0), (end, KERB_DEPTH_MI), (start, KERB_DEPTH_MI)):
        half = piece.half_width(along) - deep
        points.append(piece.at(along).point_nearest(0, half if side == RIGHT else -half))
    return closed_path(points)


def line_nodes(track: Track) -> list[Node]:
    """Return the centre line, the start line, the checkpoints, the arrows and the name of the track."""
    start = track.at(0)
    width = 2 * track.half_width(0)
    middle = "M" + "L".join([f"{pose.x} {pose.y}" for pose in centre_line(track)]) + "z"
    x, y = start.point_nearest(LINE_WIDTH_MI // 2, 0)
    nodes = [
        Node("middle", "path", 0, 0, middle, 0, "lane"),
        Node("line", "rect", x, y, f"{LINE_WIDTH_MI} {width}", start.turn, "checker", "Start and finish"),
    ]
    for number, mark in enumerate(track.marks[1:]):
        pose = track.at(mark)
        half = track.half_width(mark)
        label = f"Checkpoint {number + 1}"
        stripe = f"M0 {-half}V{half}"
        nodes.append(Node(f"mark-{number}", "path", pose.x, pose.y, stripe, pose.turn, "painted", label))
        x, y = pose.point_nearest(900, half - 900)
        nodes.append(Node(f"mark-{number}-text", "text", x, y, str(number + 1), 0, "value", size=1100))
    nodes += [arrow_node(track, number, mark) for number, mark in enumerate(arrow_places(track))]
    x, y = name_place(track)
    nodes.append(Node("name", "text", x, y, track.title, 0, "inscription", size=1700))
    return nodes


def centre_line(track: Track) -> list[Pose]:
    """Return points along the centre line."""
    return [piece.at(along) for piece in track.pieces for along in piece.corner_places()]


def arrow_places(track: Track) -> list[int]:
    """Return the progress of each arrow on the road."""
    return [int(track.lap) * part // 12 for part in (1, 3, 5, 7, 9, 11)]


def arrow_node(track: Track, number: int, mark: int) -> Node:
    """Return an arrow that shows the racing direction."""
    pose = track.at(mark)
    return Node(f"arrow-{number}", "path", pose.x, pose.y, "M-900 -500L-300 0L-900 500M-100 -500L500 0L-100 500",
                pose.turn, "painted")  # fmt: skip


def name_place(track: Track) -> tuple[int, int]:
    """Return the point inside the frame, on a coarse grid, that is farthest from the road."""
    left, top, width, height = track.box
    points = [track.at(progress).as_tuple() for progress in range(0, int(track.lap), 2 * INCH)]
    best, place = -1, (left, top)
    for column in range(4, 13):
        for row in range(3, 14):
            x, y = left + width * column // 16, top + height * row // 16
            away = min([(x - px) * (x - px) + 2 * (y - py) * (y - py) for px, py, _ in points])
            if away > best:
                best, place = away, (x, y)
    return place


def outcrop_nodes(track: Track) -> list[Node]:
    """Return a node for each outcrop."""
    return [
        Node(f"outcrop-{number}", "circle", rock.x, rock.y, str(rock.radius), 0, "wall stone", "Outcrop", "o")
        for number, rock in enumerate(track.outcrops)
    ]


def post_nodes(track: Track) -> list[Node]:
    """Return posts along the walls; in a text drawing they stand for the walls."""
    nodes: list[Node] = []
    for wall in track.walls:
        size = sqrt_floor((wall.x1 - wall.x0) ** 2 + (wall.y1 - wall.y0) ** 2)
        count = max(1, int(size) // POST_SPACING_MI)
        for step in range(count):
            x, y = wall.x0 + (wall.x1 - wall.x0) * step // count, wall.y0 + (wall.y1 - wall.y0) * step // count
            nodes.append(Node(f"post-{len(nodes)}", "circle", x, y, "110", 0, "mark", "", "#"))
    return nodes


# -------------------------------------------------------------------- the chariots


def chariot_node_ids(seat: int) -> tuple[str, ...]:
    """Return the node names of a chariot: plate, car, team and crew."""
    return (f"chariot-{seat}", f"chariot-{seat}-car", f"chariot-{seat}-team", f"chariot-{seat}-crew")


def chariot_nodes(table: Json) -> list[Node]:
    """Return the nodes of the chariots and wrecks on the track."""
    nodes: list[Node] = []
    for chariot in table["chariots"]:
        if RACING <= chariot["status"] <= WRECK:
            nodes.extend(placed_chariot_nodes(chariot, is_acting(table, chariot["id"])))
    return nodes


def is_acting(table: Json, seat: int) -> bool:
    """Return whether a seat is moving or has to decide."""
    if table["over"]:
        return False
    return bool(seat == table["move"]["mover"]) or seat in table["asked"]["seats"]


def placed_chariot_nodes(chariot: Json, is_active: bool) -> list[Node]:
    """Return the nodes of a chariot on the track."""
    return machine_nodes(chariot, chariot_node_ids(chariot["id"]), "acting" if is_active else "")


def machine_nodes(chariot: Json, names: tuple[str, ...], style: str) -> list[Node]:
    """Return a plate in the faction's pattern with what is left of the machine on it: car, team and crew.

    `style` is added to the plate, and "ghost" to all nodes.
    """
    x, y, turn, seat = chariot["x"], chariot["y"], chariot["turn"], chariot["id"]
    plate, car, team, crew = names
    data = f"{BASE_LENGTH_MI} {chariot['width']} 160"
    figure = f"figure seat{seat} ghost" if style == "ghost" else f"figure seat{seat}"
    glyph, label = ("", "") if style == "ghost" else (GLYPHS[seat], chariot_label(chariot))
    nodes = [Node(plate, "rect", x, y, data, turn, f"plate broad seat{seat} {style}".rstrip(), label, glyph)]
    if chariot["status"] == WRECK:
        return [*nodes, Node(car, "use", x, y, "races-wreck", turn, figure, size=BASE_LENGTH_MI)]
    nodes.append(Node(car, "use", x, y, f"races-{car_symbol(chariot)}", turn, figure, size=BASE_LENGTH_MI))
    if car_symbol(chariot).startswith(OWN_SYMBOL):  # a drawing of the whole machine
        return nodes
    if not chariot["dice"]:
        kind = "horse" if chariot["symbol"] == "wagon" else chariot["symbol"]
        nodes.append(Node(team, "use", x, y, f"races-{kind}-{chariot['steeds']}", turn, figure, size=BASE_LENGTH_MI))
    if chariot["crew"] and not chariot["dice"]:
        men = min(4, len(chariot["crew"]))
        nodes.append(Node(crew, "use", x, y, f"races-crew-{men}", turn, figure, size=BASE_LENGTH_MI))
    return nodes


def car_symbol(chariot: Json) -> str:
    """Return the symbol of a chariot's body."""
    symbol: str = chariot["symbol"]
    return symbol if symbol in ("wagon", "roller", "wheel") or symbol.startswith(OWN_SYMBOL) else "car"


def chariot_label(chariot: Json) -> str:
    """Return the label of a chariot: name, wounds and lap."""
    if chariot["status"] == WRECK:
        return f"The wreck of {chariot['name']}"
    return f"{chariot['name']}, {chariot['wounds']} of {chariot['full']} wounds, lap {chariot['lap']}"
