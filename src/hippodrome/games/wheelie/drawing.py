"""A battle drawn: the table, terrain, bases with their marks, the tray of dice, and lines of aim."""

from __future__ import annotations

from typing import Final

from hippodrome.games.wheelie.scenarios import INCH
from hippodrome.games.wheelie.state import BROKEN, MAX_ACTION_DICE, FIGHTING
from hippodrome.games.wheelie.terrain import WRECK, TerrainKind
from hippodrome.kit.geometry.plane.poses import Pose
from hippodrome.kit.scene import Layer, Node
from hippodrome.kit.state import Json

MARGIN: Final = 2 * INCH
TRAY_DEPTH: Final = 3600  # how deep the tray of dice below the table is
OUTSIDE_MI: Final = 40 * INCH  # farther than anybody reaches
GRID_MI: Final = 12 * INCH
GLYPHS: Final = "RWBGOP"
ARROWS: Final = "→↘↓↙←↖↑↗"  # where a base faces, in a text drawing
FULL_SIZE: Final = 4000  # symbols of bases are drawn as large as they lie there
GROUND_SIZE: Final = 8000
DIE_SIZE: Final = 1300
# The columns of the tray: what a die is good for as it fell.
USES: Final = ("", "Advance", "Turn", "Aim", "Shoot", "Reload", "Wild")
GROUND_CSS: Final = {
    "scrub": "rough",
    "rise": "rough mound",
    "grove": "rough",
    "rocks": "wall stone",
    "dune": "mound",
    "pool": "water",
    "ruin": "wall stone",
    WRECK: "wood",
}
GROUND_GLYPHS: Final = {
    "scrub": '"',
    "rise": "n",
    "grove": "Y",
    "rocks": "#",
    "dune": "%",
    "pool": "~",
    "ruin": "H",
    WRECK: "x",
}


# -------------------------------------------------------------------- the table


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
    """What lies about the table and hides what reaches beyond it: its edge, figures, and the tray of dice."""
    outer = f"M{-OUTSIDE_MI} {-OUTSIDE_MI}H{width + OUTSIDE_MI}V{depth + OUTSIDE_MI}H{-OUTSIDE_MI}z"
    nodes = [
        Node("frame", "path", 0, 0, f"{outer}M0 0V{depth}H{width}V0z", css="verge"),
        Node("edge", "path", 0, 0, f"M0 0H{width}V{depth}H0z", css="edge"),
    ]
    corners = [(0, 0), (width, 0), (width, depth), (0, depth)]
    posts = [Node(f"post-{n}", "circle", x, y, "160", css="mark", glyph="+") for n, (x, y) in enumerate(corners)]
    return Layer("frame", [*nodes, *posts, *_ruler_numbers(width, depth), *_tray_nodes(width, depth)], True)


def _ticks(width: int, depth: int) -> str:
    """Return a mark at every inch of the edge, and a longer one at every sixth."""
    found: list[str] = []
    for x in range(INCH, width, INCH):
        long = 420 if x % (6 * INCH) == 0 else 200
        found += [f"M{x} 0v{long}", f"M{x} {depth}v{-long}"]
    for y in range(INCH, depth, INCH):
        long = 420 if y % (6 * INCH) == 0 else 200
        found += [f"M0 {y}h{long}", f"M{width} {y}h{-long}"]
    return "".join(found)


def _ruler_numbers(width: int, depth: int) -> list[Node]:
    """How many inches it is from the left and from the top."""
    across = [
        Node(f"inch-x-{x}", "text", x, -700, str(x // INCH), css="note", size=800) for x in range(0, width + 1, GRID_MI)
    ]
    down = [
        Node(f"inch-y-{y}", "text", -1000, y, str(y // INCH), css="note", size=800)
        for y in range(GRID_MI, depth + 1, GRID_MI)
    ]
    return [*across, *down]


def _tray_nodes(width: int, depth: int) -> list[Node]:
    """Return a column for each score, with the name of what it does."""
    nodes: list[Node] = []
    step = width // MAX_ACTION_DICE
    for die in range(1, MAX_ACTION_DICE + 1):
        x = step * (die - 1) + step // 2
        y = depth + MARGIN // 2 + TRAY_DEPTH // 2
        nodes.append(Node(f"tray-{die}", "rect", x, y, f"{step - 300} {TRAY_DEPTH - 300} 200", css="infield"))
        nodes.append(
            Node(f"tray-{die}-name", "text", x, y - TRAY_DEPTH // 2 + 800, f"{die} {USES[die]}", css="note", size=850)
        )
    return nodes


def picture_box(width: int, depth: int) -> tuple[int, int, int, int]:
    """What a picture of a table shows."""
    return (-MARGIN, -MARGIN, width + 2 * MARGIN, depth + 2 * MARGIN + TRAY_DEPTH)


def dice_nodes(table: Json) -> list[Node]:
    """Return the action dice that are left, each in the column of its score, and the movement dice in the corner
    above.
    """
    act, nodes = table["act"], []
    if act["unit"] < 0 or table["over"]:
        return []
    step = table["width"] // MAX_ACTION_DICE
    for die in range(1, MAX_ACTION_DICE + 1):
        count = act["dice"].count(die)
        apart = min(DIE_SIZE + 150, (step - 600 - DIE_SIZE) // max(count - 1, 1))
        left = step * (die - 1) + 300 + DIE_SIZE // 2
        for place in range(count):
            x, y = left + apart * place, table["depth"] + MARGIN // 2 + TRAY_DEPTH - 1150
            nodes.append(
                Node(die_id(die, place), "use", x, y, f"wheelie-die-{die}", label=die_text(die), size=DIE_SIZE)
            )
    return nodes + _movement_dice_nodes(table)


def _movement_dice_nodes(table: Json) -> list[Node]:
    """Where they fell: each score has a place of its own, so that nothing shifts when one is used."""
    move: list[int] = table["act"]["move"]
    nodes: list[Node] = []
    for die in sorted(set(move)):
        for place in range(move.count(die)):
            x, y = table["width"] - 1400 * (7 - die) - 900 - 300 * place, -950 - 200 * place
            label = f"Movement die: {die}"
            nodes.append(Node(move_die_id(die, place), "use", x, y, f"wheelie-die-{die}", label=label, size=DIE_SIZE))
    return nodes


def die_id(die: int, place: int) -> str:
    """Return the node of an action die: those of one score are counted."""
    return f"die-{die}-{place}"


def move_die_id(die: int, place: int) -> str:
    """Return the node of a movement die."""
    return f"move-die-{die}-{place}"


def die_text(die: int) -> str:
    """Return an action die in words."""
    return f"Action die {die}: {USES[die]}" if die < MAX_ACTION_DICE else "Action die 6: Wild, good for anything"


# -------------------------------------------------------------------- terrain


def terrain_nodes(stuffs: list[TerrainKind], table: Json) -> list[Node]:
    """Return the pieces that lie on the table: their exact rim, and what grows or lies there."""
    nodes: list[Node] = []
    for piece in table["pieces"]:
        stuff = stuffs[piece["stuff"]]
        x, y, turn = piece["x"], piece["y"], piece["turn"]
        name, css, glyph = f"terrain-{piece['id']}", GROUND_CSS[stuff.key], GROUND_GLYPHS[stuff.key]
        nodes.append(Node(name, "path", x, y, outline_path(stuff), turn, css, terrain_text(stuff), glyph))
        nodes.append(Node(f"{name}-look", "use", x, y, f"wheelie-{stuff.key}", turn, size=GROUND_SIZE))
    return nodes


def outline_path(stuff: TerrainKind) -> str:
    """Return the outline of a kind of terrain about its middle."""
    points = [f"{ahead} {aside}" for ahead, aside in stuff.rim()]
    return f"M{'L'.join(points)}z"


def terrain_text(stuff: TerrainKind) -> str:
    """Return a piece of terrain with what it does to those who drive or look: "low rise: half speed, blocks sight"."""
    going = "half speed" if stuff.is_bad else "nobody can enter"
    sight = {
        "clear": "",
        "blocks": ", blocks sight",
        "rise": ", blocks sight across it",
        "wood": ", hides who is in it",
    }
    return f"{stuff.name.capitalize()}: {going}{sight[stuff.sight]}"


# -------------------------------------------------------------------- units


def unit_node_ids(unit: int) -> list[str]:
    """Return the nodes of a unit."""
    name = f"unit-{unit}"
    return [name, f"{name}-figure", f"{name}-discs", f"{name}-marks"]


def unit_nodes(table: Json) -> list[Node]:
    """Return the bases on the table, and who aims at whom."""
    nodes: list[Node] = []
    for unit in table["units"]:
        if unit["status"] in (FIGHTING, BROKEN):
            nodes.extend(base_nodes(unit, unit["id"] == table["act"]["unit"] and not table["over"], unit_text(unit)))
    return nodes


def base_nodes(unit: Json, acts: bool, label: str) -> list[Node]:
    """Return a plate exactly as large as the base, the figure on it, and its marks; all lie about the same point."""
    x, y, turn, seat = unit["x"], unit["y"], unit["turn"], unit["seat"]
    css = f"plate seat{seat} acting" if acts else f"plate seat{seat}"
    ids = unit_node_ids(unit["id"])
    symbol = f"wheelie-{unit['kind_key']}{'-mirrored' if unit['mirrored'] else ''}"
    size = f"{unit['length']} {unit['width']}"
    return [
        Node(ids[0], "rect", x, y, size, turn, css, label, GLYPHS[seat]),
        Node(ids[1], "use", x, y, symbol, turn, f"figure seat{seat}", size=FULL_SIZE),
        Node(ids[2], "path", x, y, _discs(unit), turn, "badge", glyph=ARROWS[(turn + 225) // 450 % 8]),
        Node(ids[3], "path", x, y, _marks(unit), turn, "figure"),
    ]


def unit_text(unit: Json) -> str:
    """Return a unit and its state, for who points at it: "Red's Hittite: 4 of 6 dice, loaded, aiming"."""
    parts = [f"{unit['pool']} of {MAX_ACTION_DICE} dice", "loaded" if unit["loaded"] else "not loaded"]
    if unit["aim"] >= 0:
        parts.append("aiming")
    if unit["banked"]:
        parts.append(f"+{unit['banked']} on its next initiative")
    if unit["status"] == BROKEN:
        parts.append("broken")
    return f"{unit['name']}: {', '.join(parts)}"


# -------------------------------------------------------------------- marks on a base


def _dice_row(unit: Json) -> tuple[int, int]:
    """Where the row of dice lies on a base: how far ahead of the middle, and how far apart its places are."""
    return (-560, 350) if unit["runners"] else (-1830, 290)


def _disc_places(unit: Json) -> dict[str, tuple[int, int]]:
    """Where the discs of a base lie; those of hits lie on who was hit."""
    side = -1 if unit["mirrored"] else 1
    if unit["runners"]:
        signs = {"loaded": (530, 1030), "aim": (530, -1030), "banked": (560, 330), "broken": (0, 0)}
        return signs | {"team": (-80, -760), "driver": (-80, 0), "warrior": (-80, 760)}
    signs = {"loaded": (-330, 790), "aim": (-330, -790), "banked": (1760, 0), "broken": (250, 0)}
    return signs | {"team": (900, 0), "driver": (-900, -300 * side), "warrior": (-1100, 320 * side)}


def _shown_discs(unit: Json) -> list[str]:
    """Return the discs that a base has now."""
    found = [("loaded", unit["loaded"]), ("aim", unit["aim"] >= 0), ("banked", unit["banked"] > 0)]
    hits = [(name, unit[name] > 0) for name in ("team", "driver", "warrior")]
    return [name for name, is_so in [*found, *hits, ("broken", unit["status"] == BROKEN)] if is_so]


def _discs(unit: Json) -> str:
    """Return the bright ground of the marks: a strip for the dice, and round ones for the rest."""
    ahead, apart = _dice_row(unit)
    half = apart * (MAX_ACTION_DICE - 1) // 2 + 160
    places = _disc_places(unit)
    rounds = [_round_path(*places[name], 520 if name == "broken" else 200) for name in _shown_discs(unit)]
    return f"M{ahead - 130} {-half}h260v{2 * half}h-260z{''.join(rounds)}"


def _marks(unit: Json) -> str:
    """What is drawn on them: the dice, an arrow, a cross to aim by, a plus, stars for hits, a flag."""
    places = _disc_places(unit)
    signs = [_SIGN_PATHS.get(name, _star_path)(*places[name]) for name in _shown_discs(unit)]
    return "".join([*_dice_marks(unit), *signs])


def _dice_marks(unit: Json) -> list[str]:
    """Return a pip for each die that is left, a ring for each Temporary Damage, a cross for each Permanent one."""
    ahead, apart = _dice_row(unit)
    aside = [apart * place - apart * (MAX_ACTION_DICE - 1) // 2 for place in range(MAX_ACTION_DICE)]
    left, healing = unit["pool"], unit["pool"] + unit["temporary"]
    pips = [_round_path(ahead, place, 88) for place in aside[:left]]
    return [
        *pips,
        *[_ring_path(ahead, place) for place in aside[left:healing]],
        *[_cross_path(ahead, place) for place in aside[healing:]],
    ]


def _round_path(ahead: int, aside: int, radius: int) -> str:
    return f"M{ahead - radius} {aside}a{radius} {radius} 0 1 1 {2 * radius} 0a{radius} {radius} 0 1 1 {-2 * radius} 0z"


def _ring_path(ahead: int, aside: int) -> str:
    """Return a round with a hole: the inner rim runs the other way."""
    inner = f"M{ahead - 45} {aside}a45 45 0 1 0 90 0a45 45 0 1 0 -90 0z"
    return _round_path(ahead, aside, 100) + inner


def _cross_path(ahead: int, aside: int) -> str:
    arms = "l70 -70l40 40l-70 70l70 70l-40 40l-70 -70l-70 70l-40 -40l70 -70l-70 -70l40 -40z"
    return f"M{ahead} {aside - 40}{arms}"


def _star_path(ahead: int, aside: int) -> str:
    arms = "l48 128h134l-108 82l42 134l-116 -82l-116 82l42 -134l-108 -82h134z"
    return f"M{ahead} {aside - 180}{arms}"


def _arrow_path(ahead: int, aside: int) -> str:
    return f"M{ahead - 130} {aside - 22}h150v-70l120 92l-120 92v-70h-150z"


def _crosshair_path(ahead: int, aside: int) -> str:
    bar = f"M{ahead - 150} {aside - 18}h300v36h-300zM{ahead - 18} {aside - 150}h36v300h-36z"
    return f"{bar}{_ring_path(ahead, aside)}"


def _plus_path(ahead: int, aside: int) -> str:
    return f"M{ahead - 120} {aside - 30}h90v-90h60v90h90v60h-90v90h-60v-90h-90z"


def _flag_path(ahead: int, aside: int) -> str:
    return f"M{ahead - 330} {aside - 230}h660v60h-600v60l420 160l-420 160v90h-60z"


_SIGN_PATHS: Final = {"loaded": _arrow_path, "aim": _crosshair_path, "banked": _plus_path, "broken": _flag_path}


# -------------------------------------------------------------------- lines of aim


def aim_lines(table: Json) -> list[Node]:
    """Dotted lines from those who aim to those they aim at."""
    nodes: list[Node] = []
    for unit in table["units"]:
        if unit["aim"] >= 0 and unit["status"] in (FIGHTING, BROKEN):
            nodes.append(sight_line(f"aim-{unit['id']}", unit, table["units"][unit["aim"]]))
    return nodes


def sight_line(name: str, unit: Json, target: Json) -> Node:
    """Return the line along which a warrior looks at somebody (WW-Q33)."""
    x, y = Pose(unit["x"], unit["y"], unit["turn"]).point_nearest(unit["stand"], 0)
    return Node(name, "path", x, y, f"M0 0L{target['x'] - x} {target['y'] - y}", css="sight")
