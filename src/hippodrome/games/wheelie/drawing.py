"""Drawing of a battle: the table, terrain, bases with their marks, the dice tray, and lines of aim."""

from __future__ import annotations

from typing import Final

from hippodrome.games.wheelie.deployment import BOTTOM, FACING, RIGHT, TOP
from hippodrome.games.wheelie.state import BROKEN, FIGHTING, MAX_ACTION_DICE, RETURNING, WITHDRAWN
from hippodrome.games.wheelie.terrain import WRECK, TerrainKind
from hippodrome.kit.geometry.plane.poses import Pose
from hippodrome.kit.scene import Layer, Node
from hippodrome.kit.state import Json
from hippodrome.kit.units import INCH

MARGIN: Final = 2 * INCH
OFF_TABLE_MI: Final = 1900  # the centre of a base that drives off, so that most of it is beyond the edge
TRAY_DEPTH: Final = 3600  # of the dice tray below the table
OUTSIDE_MI: Final = 40 * INCH  # beyond the reach of any weapon
GRID_MI: Final = 12 * INCH
GLYPHS: Final = "RWBGOP"
ARROWS: Final = "→↘↓↙←↖↑↗"  # facing of a base, in text drawings
FULL_SIZE: Final = 4000  # size of the base symbols at their natural scale
GROUND_SIZE: Final = 8000
DIE_SIZE: Final = 1300
# The columns of the tray: the use of each natural score.
USES: Final = ("", "Advance", "Turn", "Aim", "Shoot", "Reload", "Wild")
GROUND_CSS: Final = {
    "scrub": "rough",
    "rise": "rough mound",
    "grove": "rough",
    "rocks": "wall stone",
    "dune": "mound",
    "pool": "water",
    "ruin": "wall stone",
    "hill": "wall stone",
    "bog": "water",
    "rough": "rough",
    WRECK: "wood",
}
OWN_SYMBOL: Final = "own-"  # the start of the names of a variant's symbols
GROUND_GLYPHS: Final = {
    "scrub": '"',
    "rise": "n",
    "grove": "Y",
    "rocks": "#",
    "dune": "%",
    "pool": "~",
    "ruin": "H",
    "hill": "^",
    "bog": "=",
    "rough": ":",
    WRECK: "x",
}


# -------------------------------------------------------------------- table and dice


def table_layer(width: int, depth: int) -> Layer:
    """Return the bare table, which never changes."""
    lines = [f"M{x} 0v{depth}" for x in range(GRID_MI, width, GRID_MI)] + [
        f"M0 {y}h{width}" for y in range(GRID_MI, depth, GRID_MI)
    ]
    nodes = [
        Node("table", "rect", width // 2, depth // 2, f"{width} {depth}", css="sand", glyph="."),
        Node("grid", "path", 0, 0, "".join(lines), css="lane"),
        Node("ruler", "path", 0, 0, _ticks(width, depth), css="painted"),
    ]
    return Layer("table", nodes, True)


def frame_layer(width: int, depth: int) -> Layer:
    """Return the surroundings that hide what reaches beyond the table: edge, ruler numbers and dice tray."""
    outer = f"M{-OUTSIDE_MI} {-OUTSIDE_MI}H{width + OUTSIDE_MI}V{depth + OUTSIDE_MI}H{-OUTSIDE_MI}z"
    nodes = [
        Node("frame", "path", 0, 0, f"{outer}M0 0V{depth}H{width}V0z", css="verge"),
        Node("edge", "path", 0, 0, f"M0 0H{width}V{depth}H0z", css="edge"),
    ]
    corners = [(0, 0), (width, 0), (width, depth), (0, depth)]
    posts = [Node(f"post-{n}", "circle", x, y, "160", css="mark", glyph="+") for n, (x, y) in enumerate(corners)]
    return Layer("frame", [*nodes, *posts, *_ruler_numbers(width, depth), *_tray_nodes(width, depth)], True)


def _ticks(width: int, depth: int) -> str:
    """Return a tick at every inch of the edge, longer at every sixth."""
    ticks: list[str] = []
    for x in range(INCH, width, INCH):
        length = 420 if x % (6 * INCH) == 0 else 200
        ticks += [f"M{x} 0v{length}", f"M{x} {depth}v{-length}"]
    for y in range(INCH, depth, INCH):
        length = 420 if y % (6 * INCH) == 0 else 200
        ticks += [f"M0 {y}h{length}", f"M{width} {y}h{-length}"]
    return "".join(ticks)


def _ruler_numbers(width: int, depth: int) -> list[Node]:
    """Return the inches from the left and from the top."""
    across = [
        Node(f"inch-x-{x}", "text", x, -700, str(x // INCH), css="note", size=800) for x in range(0, width + 1, GRID_MI)
    ]
    down = [
        Node(f"inch-y-{y}", "text", -1000, y, str(y // INCH), css="note", size=800)
        for y in range(GRID_MI, depth + 1, GRID_MI)
    ]
    return [*across, *down]


def _tray_nodes(width: int, depth: int) -> list[Node]:
    """Return a tray for each score, with the name of its use."""
    nodes: list[Node] = []
    tray_width = width // MAX_ACTION_DICE
    for die in range(1, MAX_ACTION_DICE + 1):
        x = tray_width * (die - 1) + tray_width // 2
        y = depth + MARGIN // 2 + TRAY_DEPTH // 2
        nodes.append(Node(f"tray-{die}", "rect", x, y, f"{tray_width - 300} {TRAY_DEPTH - 300} 200", css="infield"))
        nodes.append(
            Node(f"tray-{die}-name", "text", x, y - TRAY_DEPTH // 2 + 800, f"{die} {USES[die]}", css="note", size=850)
        )
    return nodes


def picture_box(width: int, depth: int) -> tuple[int, int, int, int]:
    """Return the visible area of the picture."""
    return (-MARGIN, -MARGIN, width + 2 * MARGIN, depth + 2 * MARGIN + TRAY_DEPTH)


def dice_nodes(table: Json) -> list[Node]:
    """Return the remaining action dice, by score in the tray, and the movement dice above the table."""
    act, nodes = table["act"], []
    if act["unit"] < 0 or table["over"]:
        return []
    tray_width = table["width"] // MAX_ACTION_DICE
    for die in range(1, MAX_ACTION_DICE + 1):
        count = act["dice"].count(die)
        spacing = min(DIE_SIZE + 150, (tray_width - 600 - DIE_SIZE) // max(count - 1, 1))
        left = tray_width * (die - 1) + 300 + DIE_SIZE // 2
        for place in range(count):
            x, y = left + spacing * place, table["depth"] + MARGIN // 2 + TRAY_DEPTH - 1150
            nodes.append(
                Node(die_id(die, place), "use", x, y, f"wheelie-die-{die}", label=die_text(die), size=DIE_SIZE)
            )
    return nodes + _movement_dice_nodes(table)


def _movement_dice_nodes(table: Json) -> list[Node]:
    """Return the movement dice; each score has its own place, so that nothing shifts when one is used."""
    move: list[int] = table["act"]["move"]
    nodes: list[Node] = []
    for die in sorted(set(move)):
        for place in range(move.count(die)):
            x, y = table["width"] - 1400 * (7 - die) - 900 - 300 * place, -950 - 200 * place
            label = f"Movement die: {die}"
            nodes.append(Node(move_die_id(die, place), "use", x, y, f"wheelie-die-{die}", label=label, size=DIE_SIZE))
    return nodes


def die_id(die: int, place: int) -> str:
    """Return the node id of an action die; dice of one score are numbered."""
    return f"die-{die}-{place}"


def move_die_id(die: int, place: int) -> str:
    """Return the node id of a movement die."""
    return f"move-die-{die}-{place}"


def die_text(die: int) -> str:
    """Return the label of an action die."""
    return f"Action die {die}: {USES[die]}" if die < MAX_ACTION_DICE else "Action die 6: Wild, any action"


# -------------------------------------------------------------------- terrain


def terrain_nodes(terrain_kinds: list[TerrainKind], table: Json) -> list[Node]:
    """Return the pieces on the table: their exact outline and their picture."""
    nodes: list[Node] = []
    for piece in table["pieces"]:
        kind = terrain_kinds[piece["stuff"]]
        x, y, turn = piece["x"], piece["y"], piece["turn"]
        name, css, glyph = f"terrain-{piece['id']}", ground_css(kind), ground_glyph(kind)
        nodes.append(Node(name, "path", x, y, outline_path(kind), turn, css, terrain_text(kind), glyph))
        if kind.symbol in GROUND_CSS or kind.symbol.startswith(OWN_SYMBOL):
            nodes.append(Node(f"{name}-look", "use", x, y, f"wheelie-{kind.symbol}", turn, size=GROUND_SIZE))
    return nodes


def ground_css(kind: TerrainKind) -> str:
    """Return the style of a piece: that of its picture, or for a new piece that of its going."""
    return GROUND_CSS.get(kind.symbol, "rough" if kind.is_bad else "mound")


def ground_glyph(kind: TerrainKind) -> str:
    """Return the sign of a piece on a text board."""
    return GROUND_GLYPHS.get(kind.symbol, "*" if kind.is_bad else "&")


def outline_path(kind: TerrainKind) -> str:
    """Return the outline of a kind of terrain about its centre."""
    points = [f"{ahead} {aside}" for ahead, aside in kind.rim()]
    return f"M{'L'.join(points)}z"


def terrain_text(kind: TerrainKind) -> str:
    """Return a kind of terrain with its effects: "Low rise: half speed, blocks sight across it"."""
    going = "half speed" if kind.is_bad else "impassable"
    sight = {
        "clear": "",
        "blocks": ", blocks sight",
        "rise": ", blocks sight across it",
        "wood": ", blocks sight beyond 6 inches",
    }
    return f"{kind.name.capitalize()}: {going}{sight[kind.sight]}"


# -------------------------------------------------------------------- units


def unit_node_ids(unit: int) -> list[str]:
    """Return the node ids of a unit."""
    name = f"unit-{unit}"
    return [name, f"{name}-figure", f"{name}-discs", f"{name}-marks"]


def unit_nodes(table: Json) -> list[Node]:
    """Return the bases on the table."""
    nodes: list[Node] = []
    for unit in table["units"]:
        if is_driving_off(table, unit):
            x, y, turn = pose_off_table(table["width"], table["depth"], unit["edge"], unit["x"], unit["y"])
            nodes.extend(base_nodes({**unit, "x": x, "y": y, "turn": turn}, False, f"{unit['name']} drives off"))
        elif unit["status"] in (FIGHTING, BROKEN):
            nodes.extend(base_nodes(unit, unit["id"] == table["act"]["unit"] and not table["over"], unit_text(unit)))
    return nodes


def is_driving_off(table: Json, unit: Json) -> bool:
    """Return whether a unit is shown driving off the table: until the end of the turn after it left, or of the battle.

    A unit that was broken when the battle ended drives off, too.
    """
    if unit["status"] == BROKEN:
        return bool(table["over"])
    return unit["status"] in (WITHDRAWN, RETURNING) and int(unit["left"]) >= int(table["turn"]) - 1


def pose_off_table(width: int, depth: int, edge: int, x: int, y: int) -> tuple[int, int, int]:
    """Return where a unit that drives off is shown: just beyond its own edge, facing away from the table."""
    turn = (FACING[edge] + 1800) % 3600
    if edge in (BOTTOM, TOP):
        return x, depth + OFF_TABLE_MI if edge == BOTTOM else -OFF_TABLE_MI, turn
    return width + OFF_TABLE_MI if edge == RIGHT else -OFF_TABLE_MI, y, turn


def base_nodes(unit: Json, is_acting: bool, label: str) -> list[Node]:
    """Return a plate of the exact size of the base, the figure on it, and its marks, all about the same point."""
    x, y, turn, seat = unit["x"], unit["y"], unit["turn"], unit["seat"]
    css = f"plate seat{seat} acting" if is_acting else f"plate seat{seat}"
    ids = unit_node_ids(unit["id"])
    symbol = f"wheelie-{unit['symbol']}{'-mirrored' if unit['mirrored'] else ''}"
    size = f"{unit['length']} {unit['width']}"
    return [
        Node(ids[0], "rect", x, y, size, turn, css, label, GLYPHS[seat]),
        Node(ids[1], "use", x, y, symbol, turn, f"figure seat{seat}", size=FULL_SIZE),
        Node(ids[2], "path", x, y, _discs(unit), turn, "badge", glyph=ARROWS[(turn + 225) // 450 % 8]),
        Node(ids[3], "path", x, y, _marks(unit), turn, "figure"),
    ]


def unit_text(unit: Json) -> str:
    """Return a unit and its state, for a tooltip: "Red's Hittite: 4 of 6 dice, loaded, aiming"."""
    parts = [f"{unit['pool']} of {MAX_ACTION_DICE} dice", "loaded" if unit["loaded"] else "not loaded"]
    if unit["aim"] >= 0:
        parts.append("aiming")
    if unit["banked"]:
        parts.append(f"+{unit['banked']} on its next initiative roll")
    if unit["status"] == BROKEN:
        parts.append("broken")
    return f"{unit['name']}: {', '.join(parts)}"


# -------------------------------------------------------------------- marks on a base


def _dice_row(unit: Json) -> tuple[int, int]:
    """Return the position of the row of dice on a base: its distance ahead of the centre, and its spacing."""
    return (-560, 350) if unit["runners"] else (-1830, 290)


def _disc_places(unit: Json) -> dict[str, tuple[int, int]]:
    """Return the positions of the discs of a base; hits lie on the part that was hit."""
    sign = -1 if unit["mirrored"] else 1
    if unit["runners"]:
        signs = {"loaded": (530, 1030), "aim": (530, -1030), "banked": (560, 330), "broken": (0, 0)}
        return signs | {"team": (-80, -760), "driver": (-80, 0), "warrior": (-80, 760)}
    signs = {"loaded": (-330, 790), "aim": (-330, -790), "banked": (1760, 0), "broken": (250, 0)}
    return signs | {"team": (900, 0), "driver": (-900, -300 * sign), "warrior": (-1100, 320 * sign)}


def _shown_discs(unit: Json) -> list[str]:
    """Return the discs that a base shows now."""
    states = [("loaded", unit["loaded"]), ("aim", unit["aim"] >= 0), ("banked", unit["banked"] > 0)]
    hits = [(name, unit[name] > 0) for name in ("team", "driver", "warrior")]
    return [name for name, is_shown in [*states, *hits, ("broken", unit["status"] == BROKEN)] if is_shown]


def _discs(unit: Json) -> str:
    """Return the bright background of the marks: a strip for the dice and round discs for the rest."""
    ahead, apart = _dice_row(unit)
    half = apart * (MAX_ACTION_DICE - 1) // 2 + 160
    places = _disc_places(unit)
    rounds = [_round_path(*places[name], 520 if name == "broken" else 200) for name in _shown_discs(unit)]
    return f"M{ahead - 130} {-half}h260v{2 * half}h-260z{''.join(rounds)}"


def _marks(unit: Json) -> str:
    """Return the marks: dice, arrow, crosshair, plus, stars for hits, flag."""
    places = _disc_places(unit)
    signs = [_SIGN_PATHS.get(name, _star_path)(*places[name]) for name in _shown_discs(unit)]
    return "".join([*_dice_marks(unit), *signs])


def _dice_marks(unit: Json) -> list[str]:
    """Return a pip for each die left, a ring for each Temporary and a cross for each Permanent Damage."""
    ahead, apart = _dice_row(unit)
    positions = [apart * position - apart * (MAX_ACTION_DICE - 1) // 2 for position in range(MAX_ACTION_DICE)]
    dice_left, dice_after_healing = unit["pool"], unit["pool"] + unit["temporary"]
    pips = [_round_path(ahead, position, 88) for position in positions[:dice_left]]
    return [
        *pips,
        *[_ring_path(ahead, position) for position in positions[dice_left:dice_after_healing]],
        *[_cross_path(ahead, position) for position in positions[dice_after_healing:]],
    ]


def _round_path(ahead: int, aside: int, radius: int) -> str:
    """Return a filled circle."""
    return f"M{ahead - radius} {aside}a{radius} {radius} 0 1 1 {2 * radius} 0a{radius} {radius} 0 1 1 {-2 * radius} 0z"


def _ring_path(ahead: int, aside: int) -> str:
    """Return a circle with a hole; its inner rim runs the other way."""
    inner = f"M{ahead - 45} {aside}a45 45 0 1 0 90 0a45 45 0 1 0 -90 0z"
    return _round_path(ahead, aside, 100) + inner


def _cross_path(ahead: int, aside: int) -> str:
    """Return a cross for Permanent Damage."""
    arms = "l70 -70l40 40l-70 70l70 70l-40 40l-70 -70l-70 70l-40 -40l70 -70l-70 -70l40 -40z"
    return f"M{ahead} {aside - 40}{arms}"


def _star_path(ahead: int, aside: int) -> str:
    """Return a star for a hit."""
    arms = "l48 128h134l-108 82l42 134l-116 -82l-116 82l42 -134l-108 -82h134z"
    return f"M{ahead} {aside - 180}{arms}"


def _arrow_path(ahead: int, aside: int) -> str:
    """Return an arrow for a loaded weapon."""
    return f"M{ahead - 130} {aside - 22}h150v-70l120 92l-120 92v-70h-150z"


def _crosshair_path(ahead: int, aside: int) -> str:
    """Return a crosshair for an aim."""
    bar = f"M{ahead - 150} {aside - 18}h300v36h-300zM{ahead - 18} {aside - 150}h36v300h-36z"
    return f"{bar}{_ring_path(ahead, aside)}"


def _plus_path(ahead: int, aside: int) -> str:
    """Return a plus for banked dice."""
    return f"M{ahead - 120} {aside - 30}h90v-90h60v90h90v60h-90v90h-60v-90h-90z"


def _flag_path(ahead: int, aside: int) -> str:
    """Return a flag for a broken unit."""
    return f"M{ahead - 330} {aside - 230}h660v60h-600v60l420 160l-420 160v90h-60z"


_SIGN_PATHS: Final = {"loaded": _arrow_path, "aim": _crosshair_path, "banked": _plus_path, "broken": _flag_path}


# -------------------------------------------------------------------- lines of aim


def aim_lines(table: Json) -> list[Node]:
    """Return dotted lines from units to the targets they aim at."""
    nodes: list[Node] = []
    for unit in table["units"]:
        if unit["aim"] < 0 or unit["status"] not in (FIGHTING, BROKEN):
            continue
        target = table["units"][unit["aim"]]
        if not is_driving_off(table, unit) and not is_driving_off(table, target):
            nodes.append(sight_line(f"aim-{unit['id']}", unit, target))
    return nodes


def sight_line(name: str, unit: Json, target: Json) -> Node:
    """Return the line of sight from a warrior to a target (WW-Q33)."""
    x, y = Pose(unit["x"], unit["y"], unit["turn"]).point_nearest(unit["stand"], 0)
    return Node(name, "path", x, y, f"M0 0L{target['x'] - x} {target['y'] - y}", css="sight")
