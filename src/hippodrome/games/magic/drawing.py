"""A battle drawn: large tiles with terrain above, up to eight units in two rows, characters below, targets.

A tile is 5 by 5 units of 1000: a strip with its ground and its name, two rows of four units, a row of characters.
The terminal shows one character for every unit of 1000.
"""

from __future__ import annotations

from typing import Final

from hippodrome.games.magic.kinds import GEAR, KEYS, QUALITIES, UNITS
from hippodrome.games.magic.layouts import (
    BRUSH,
    CHASM,
    DEFENCES,
    FIELDS,
    FIRE,
    FOG,
    GENTLE,
    GROUND_NAMES,
    MARSH,
    OPEN,
    STEEP,
    VILLAGE,
    WALKING_WOOD,
    WOOD,
    Layout,
)
from hippodrome.kit.actions import Action, parse
from hippodrome.kit.ground.squares import BRIDGE, DEEP, DRY, EAST, NORTH, Squares
from hippodrome.kit.scene import FACTIONS, Handle, Layer, Node
from hippodrome.kit.state import Json

WIDE: Final = 5000
HIGH: Final = 5000
LEFT: Final = 600  # room for the names of the rows
TOP: Final = 500
BOTTOM: Final = 2400  # and of the columns, and for the countdown
PER_ROW: Final = 4
STRIP: Final = 480  # the middle of the strip above the units
COLUMNS: Final = (700, 1900, 3100, 4300)  # middles of the pieces in a tile
ROWS: Final = (1540, 3060, 4350)  # two of units, one of characters
PLATE: Final = "1140 1440 110"
ROUND: Final = 500
COUNT: Final = 25  # WAM-T8
SQUARE_VERBS: Final = (
    "place", "go", "attack", "shoot", "withdraw", "rally", "shift", "assault", "fight",
)  # fmt: skip
SPELL_SQUARES: Final = ("bolt", "dread", "mist")
GLYPHS: Final = "cstvrwaghoklm"  # kinds in a text drawing; k is the king, that is the general
GROUND_GLYPHS: Final = " wvbdmhgfOW%^"
GROUND_CSS: Final = {
    OPEN: "sand", WOOD: "hedge", VILLAGE: "stone", BRUSH: "hedge", DEFENCES: "stone", MARSH: "water", STEEP: "stone",
    GENTLE: "sand", FIELDS: "sand", CHASM: "figure", WALKING_WOOD: "hedge", FOG: "water", FIRE: "harm",
}  # fmt: skip
# A motif for the strip of a tile, as a path around its middle; it is drawn three times.
MOTIFS: Final = {
    WOOD: "M-600 350L-350 -350L-100 350zM-150 350L150 -400L450 350z",
    VILLAGE: "M-550 350V-50L-250 -350L50 -50V350zM100 350V50L350 -200L600 50V350z",
    BRUSH: "M-600 300q150 -400 300 0q150 -400 300 0q150 -400 300 0z",
    DEFENCES: "M-600 300V-200H-400V0H-200V-200H0V0H200V-200H400V0H600V300z",
    MARSH: "M-600 250h1200v100h-1200zM-400 200v-450h80v450zM-50 200v-550h80v550zM300 200v-400h80v400z",
    STEEP: "M-650 350L-150 -400L50 -100L200 -300L650 350z",
    GENTLE: "M-650 300q650 -500 1300 0z",
    FIELDS: "M-600 -200h1200v80h-1200zM-600 20h1200v80h-1200zM-600 240h1200v80h-1200z",
    CHASM: "M-600 -100L-300 50L-200 -150L100 100L300 -100L600 50L350 300L100 200L-100 350L-350 150L-600 250z",
    WALKING_WOOD: "M-350 350L-50 -450L250 350zM-250 350v150h120v-150zM100 350v150h120v-150z",
    FOG: "M-600 -150q150 -150 300 0t300 0t300 0t300 0v100q-150 150 -300 0t-300 0t-300 0t-300 0zM-500 150h900v90h-900z",
    FIRE: "M-350 350q-150 -350 100 -500q0 200 150 150q50 -250 150 -350q50 300 200 350q150 200 -50 350z",
}  # fmt: skip


def left_of(board: Squares, square: int) -> int:
    """The left edge of a tile."""
    return LEFT + board.column[square] * WIDE


def top_of(board: Squares, square: int) -> int:
    """The upper edge of a tile; row 1 is at the bottom."""
    return TOP + (board.rows - 1 - board.row[square]) * HIGH


def middle_of(board: Squares, square: int) -> tuple[int, int]:
    """The middle of a tile."""
    return left_of(board, square) + WIDE // 2, top_of(board, square) + HIGH // 2


def box_of(board: Squares) -> tuple[int, int, int, int]:
    """The box of the picture."""
    return (0, 0, LEFT + board.columns * WIDE + 500, TOP + board.rows * HIGH + BOTTOM)


# -------------------------------------------------------------------- the ground


def field(board: Squares) -> Layer:
    """All that never changes: bare tiles and their names; the ground is picked in the course of a battle."""
    nodes: list[Node] = []
    for square in range(board.size):
        x, y = middle_of(board, square)
        name = board.name[square]
        nodes.append(Node(f"tile-{name}", "rect", x, y, f"{WIDE - 120} {HIGH - 120} 200", 0, "square", name))
    nodes.extend(legends(board))
    return Layer("field", nodes, True)


def terrain(layout: Layout) -> Layer:
    """The ground of a layout, its rivers, and the names of the squares."""
    board = layout.squares
    nodes: list[Node] = []
    for square in range(board.size):
        ground, name = layout.ground[square], board.name[square]
        nodes.extend(motif(board, square, ground, GROUND_CSS[ground], "ground"))
        nodes.append(label(board, square, f"name-{name}"))
    nodes.extend(rivers(board))
    return Layer("ground", nodes)


def label(board: Squares, square: int, id: str, css: str = "note") -> Node:
    """The name of a square, in its upper right corner."""
    x, y = left_of(board, square) + WIDE - 520, top_of(board, square) + STRIP
    return Node(id, "text", x, y, board.name[square], 0, css, size=560)


def motif(board: Squares, square: int, ground: int, css: str, prefix: str) -> list[Node]:
    """The marks of a square's ground, in the strip above its units, and its colour below them."""
    if ground not in MOTIFS:
        return []
    x, y = left_of(board, square) + 780, top_of(board, square) + STRIP
    name, glyph, words = f"{prefix}-{board.name[square]}", GROUND_GLYPHS[ground], GROUND_NAMES[ground]
    shade = Node(f"{name}-shade", "rect", *middle_of(board, square), f"{WIDE - 200} {HIGH - 200} 180", 0, css, words)
    ink = "badge" if ground in (CHASM, FIRE) else "mark"
    nodes = [shade, Node(name, "path", x, y, MOTIFS[ground], 0, ink, words, glyph)]
    for number in (1, 2):
        nodes.append(Node(f"{name}-{number}", "path", x + 1300 * number, y, MOTIFS[ground], 0, ink, words))
    return nodes


def rivers(board: Squares) -> list[Node]:
    """Water on the edges of squares, and the bridges over it."""
    nodes: list[Node] = []
    for square in range(board.size):
        x, y = middle_of(board, square)
        for d, (dx, dy, size) in ((NORTH, (0, -HIGH // 2, f"{WIDE} 260")), (EAST, (WIDE // 2, 0, f"260 {HIGH}"))):
            what = board.edge[square * 4 + d]
            if what == DRY:
                continue
            name = f"river-{board.name[square]}-{d}"
            words = {DEEP: "deep river", BRIDGE: "bridge"}.get(what, "shallow river")
            nodes.append(Node(name, "rect", x + dx, y + dy, size, 0, "water", words, "~"))
            if what == DEEP:
                nodes.append(Node(f"{name}-deep", "rect", x + dx, y + dy, size.replace("260", "90"), 0, "mark"))
            elif what == BRIDGE:
                nodes.append(Node(f"{name}-bridge", "rect", x + dx, y + dy, "900 520 80", 0, "wood", "bridge", "#"))
    return nodes


def legends(board: Squares) -> list[Node]:
    """Letters below and numbers beside the board."""
    low = TOP + board.rows * HIGH + 600
    nodes = [
        Node(f"column-{column}", "text", LEFT + column * WIDE + WIDE // 2, low, chr(97 + column), 0, "note",
             glyph=chr(97 + column), size=600)
        for column in range(board.columns)
    ]  # fmt: skip
    for row in range(board.rows):
        y = TOP + (board.rows - 1 - row) * HIGH + HIGH // 2
        nodes.append(Node(f"row-{row}", "text", LEFT // 2, y, str(row + 1), 0, "note", glyph=str(row + 1), size=600))
    return nodes


def overlays(board: Squares, table: Json) -> list[Node]:
    """What lies over the ground: special scenery, Ward and Mist; and the countdown below the board."""
    nodes = clock(board, table)
    for piece in table["scenery"]:
        square, name = piece["square"], f"scenery-{piece['id']}"
        nodes.extend(motif(board, square, piece["ground"], GROUND_CSS[piece["ground"]], name))
        nodes.append(label(board, square, f"{name}-name", "tag"))
    for word, squares in (("ward", table["ward"]), ("mist", table["mist"])):
        for square in squares:
            x, y = left_of(board, square) + 3300, top_of(board, square) + STRIP
            name = board.name[square]
            at = x if word == "ward" else x - 1600
            nodes.append(
                Node(f"{word}-{name}", "text", at, y, word.title(), 0, "tag accent", f"{word} over {name}", size=560)
            )
    return nodes


def clock(board: Squares, table: Json) -> list[Node]:
    """Turn and countdown in words and as a row of pips, always in view (WAM-T8)."""
    turn = f"Turn {table['turn']}" if table["turn"] else "Set-up"
    left = table["countdown"]
    y = TOP + board.rows * HIGH + 1750
    words = Node("clock", "text", LEFT + 4600, y, f"{turn} · Countdown {left}", 0, "value", size=820)
    step = min(900, (board.columns * WIDE - 9400) // COUNT)
    nodes = [words]
    for css, first, last in (("mark", 0, left), ("painted", left, COUNT)):
        pips = [f"M{number * step} -260h{step * 3 // 4}v520h-{step * 3 // 4}z" for number in range(first, last)]
        if pips:
            label = f"countdown {left} of {COUNT}"
            nodes.append(Node(f"clock-{css}", "path", LEFT + 9300, y, "".join(pips), 0, css, label))
    return nodes


# -------------------------------------------------------------------- units


def places(board: Squares, table: Json) -> dict[int, tuple[int, int]]:
    """Where every unit and character is drawn: eight to a square in two rows, characters in the third."""
    found: dict[int, tuple[int, int]] = {}
    filled: dict[tuple[int, bool], int] = {}
    for unit in table["units"]:
        if unit["square"] < 0:
            continue
        character = unit["kind"] >= UNITS
        key = (unit["square"], character)
        number = filled.get(key, 0)
        filled[key] = number + 1
        row = 2 if character else number // PER_ROW
        x = left_of(board, unit["square"]) + COLUMNS[number % PER_ROW]
        found[unit["id"]] = (x, top_of(board, unit["square"]) + ROWS[row])
    return found


def pieces(board: Squares, table: Json) -> list[Node]:
    """The units and characters on the board."""
    nodes: list[Node] = []
    at = places(board, table)
    for unit in table["units"]:
        if unit["id"] in at:
            nodes.extend(piece(board, unit, *at[unit["id"]], table["asked"]))
    nodes.extend(arrows(board, table))
    return nodes


def piece(board: Squares, unit: Json, x: int, y: int, asked: Json) -> list[Node]:
    """A plate with the figure of its kind; below it quality and gear in letters, and a pip for each base."""
    id, seat, kind = unit["id"], unit["side"], unit["kind"]
    css = f"plate seat{seat} acting" if asked["about"] == id else f"plate seat{seat}"
    figure = f"figure seat{seat}"
    glyph = GLYPHS[kind].upper() if seat else GLYPHS[kind]  # the terminal tells sides by small and large letters
    words = f"{FACTIONS[seat]}'s {', '.join([words_of(unit), *doings(board, unit, is_aiming(asked))])}"
    if kind >= UNITS:
        return [
            Node(f"unit-{id}", "circle", x, y, str(ROUND), 0, css, words),
            Node(f"unit-{id}-figure", "use", x, y - 20, f"magic-{kind}", 0, figure, size=760),
            Node(f"unit-{id}-foot", "path", x, y, "M-220 370h440v40h-440z", 0, "figure", glyph=glyph),
            *badges(unit, x + 330, y - 380, is_aiming(asked)),
        ]
    return [
        Node(f"unit-{id}", "rect", x, y, PLATE, 0, css, words),
        Node(f"unit-{id}-figure", "use", x, y - 190, f"magic-{kind}", 0, figure, size=960),
        Node(f"unit-{id}-marks", "text", x, y + 400, marks_of(unit), 0, "figure", size=330),
        Node(f"unit-{id}-pips", "path", x, y, pips(unit["full"], unit["bases"]), 0, "figure", glyph=glyph),
        *badges(unit, x + 430, y - 590, is_aiming(asked)),
    ]


def is_aiming(asked: Json) -> bool:
    """Whether shots are being aimed; what was shot at before is of no interest any more."""
    return bool(asked["name"] == "Aim")


def badges(unit: Json, x: int, y: int, aiming: bool) -> list[Node]:
    """Small marks in the corner: hits that it is about to save, an attack it has declared, a square it shoots at."""
    id, hits = unit["id"], unit["hits"]
    ground = Node(f"unit-{id}-badge", "circle", x, y, "230", 0, "badge")
    if hits:
        return [ground, Node(f"unit-{id}-hits", "text", x, y, str(hits), 0, "harm", size=400)]
    if unit["target"] >= 0 and not unit["spent"]:
        return [
            ground,
            Node(f"unit-{id}-attacks", "path", x, y, "M-55 160V-10H-140L0 -165L140 -10H55V160z", 0, "accent"),
        ]
    if unit["aim"] >= 0 and aiming:
        cross = "M-160 -35H-35V-160H35V-35H160V35H35V160H-35V35H-160z"
        return [ground, Node(f"unit-{id}-aims", "path", x, y, cross, 0, "accent")]
    return []


def pips(full: int, left: int) -> str:
    """A filled square for each base that is left, a thin line for each that is lost."""
    found = []
    for number in range(full):
        x = -130 * (full - 1) + 260 * number
        found.append(f"M{x - 105} 560h210v110h-210z" if number < left else f"M{x - 105} 640h210v30h-210z")
    return "".join(found)


def marks_of(unit: Json) -> str:
    """Quality and gear in letters: E a k; a dot if it is plain."""
    letters = ["asmke"[bit] for bit in range(len(GEAR)) if unit["gear"] >> bit & 1]
    return " ".join([mark for mark in (("", "V", "E", "L")[unit["quality"]], *letters) if mark]) or "\u00b7"


def doings(board: Squares, unit: Json, aiming: bool) -> list[str]:
    """What a unit is about."""
    found: list[str] = []
    if unit["hits"]:
        found.append("hit twice" if unit["hits"] > 1 else "hit")
    if unit["target"] >= 0 and not unit["spent"]:
        found.append(f"attacks {board.name[unit['target']]}")
    if unit["aim"] >= 0 and aiming:
        found.append(f"shoots at {board.name[unit['aim']]}")
    if unit["beaten"]:
        found.append("beaten")
    if unit["won_before"]:
        found.append("fresh from a win")
    return found


def words_of(unit: Json) -> str:
    """A unit in words: Town spears 2, close order, veteran, armoured, 3 of 4 bases."""
    found = [unit["name"]]
    if unit["kind"] < UNITS:
        found.append(KEYS[unit["kind"]])
    if unit["quality"]:
        found.append(QUALITIES[unit["quality"]])
    found += [GEAR[bit] for bit in range(len(GEAR)) if unit["gear"] >> bit & 1]
    if unit["full"] > 1:
        found.append(f"{unit['bases']} of {unit['full']} bases")
    found += [word for word, holds in (("in Dread", unit["dread"]), ("in Haste", unit["hasted"])) if holds]
    return ", ".join(found)


def arrows(board: Squares, table: Json) -> list[Node]:
    """An arrow for each attack that has been declared and is still to be made."""
    found: dict[tuple[int, int], int] = {}
    for unit in table["units"]:
        if unit["square"] >= 0 and unit["target"] >= 0 and not unit["spent"]:
            found[unit["square"], unit["target"]] = unit["side"]
    return [arrow(board, pair[0], pair[1], f"plate seat{seat}", "attack") for pair, seat in sorted(found.items())]


def arrow(board: Squares, source: int, target: int, css: str, name: str) -> Node:
    """An arrow over the edge between two squares."""
    x, y = middle_of(board, source)
    other_x, other_y = middle_of(board, target)
    turn = int(board.direction(source, target)) * 900
    words = f"attack from {board.name[source]} on {board.name[target]}"
    data = "M-300 640V-100H-640L0 -740L640 -100H300V640z"
    id = f"{name}-{board.name[source]}-{board.name[target]}"
    aside = 1200 if x == other_x else 0  # characters stand on the left of the lower edge
    return Node(id, "path", (x + other_x) // 2 + aside, (y + other_y) // 2, data, turn, css, words)


# -------------------------------------------------------------------- what may be chosen


class Targets:
    """What a decision lets one touch: squares, units, or arrows between squares."""

    def __init__(self, board: Squares, table: Json, labels: dict[str, str]) -> None:
        self.board = board
        self.labels = labels
        self.table = table
        self.at = places(board, table)
        self.nodes: list[Node] = []
        self.handles: list[Handle] = []
        self.taken: set[str] = set()

    def fill(self) -> None:
        """A target for every choice that has a place on the board."""
        for text in self.table["asked"]["choices"]:
            action = parse(text)
            if action is not None and action.args:
                self.add(action)

    def add(self, action: Action) -> None:
        """By what the action is about."""
        verb, last = action.verb, action.args[-1]
        if verb in ("assault", "fight"):
            self.touch(arrow(self.board, action.args[0], last, "target", "target"), action)
        elif verb in SQUARE_VERBS:
            css = "target bold" if verb in ("attack", "shoot") else "target"
            x, y = middle_of(self.board, last)
            size = f"{WIDE - 300} {HIGH - 300} 200"
            self.touch(Node(f"target-{self.board.name[last]}", "rect", x, y, size, 0, css), action)
        elif verb in SPELL_SQUARES:
            self.spell(action)
        elif verb in ("move", "hit", "lose", "advance", "strike", "haste", "unbind", "ward") and last in self.at:
            size = PLATE if self.table["units"][last]["kind"] < UNITS else f"{2 * ROUND} {2 * ROUND} {ROUND}"
            self.touch(Node(f"target-unit-{last}", "rect", *self.at[last], size, 0, "target bold"), action)

    def spell(self, action: Action) -> None:
        """A small mark with the spell's letter in the first row of its square."""
        verb, square = action.verb, action.args[-1]
        place = SPELL_SQUARES.index(verb)
        x = left_of(self.board, square) + 1700 + place * 900
        y = top_of(self.board, square) + STRIP
        name = f"target-{verb}-{self.board.name[square]}"
        if self.touch(Node(name, "circle", x, y, "380", 0, "target"), action):
            self.nodes.append(Node(f"{name}-letter", "text", x, y, verb[0].upper(), 0, "note", size=420))

    def touch(self, node: Node, action: Action) -> bool:
        """One handle for each node: the first action that is about it."""
        if node.id in self.taken:
            return False
        self.taken.add(node.id)
        node.label = self.said(action)
        self.nodes.append(node)
        self.handles.append(Handle(node.id, action.text))
        return True

    def said(self, action: Action) -> str:
        """The action in the player's words."""
        text = self.labels[action.verb]
        for place, value in enumerate(action.args):
            square = action.verb in SQUARE_VERBS or (place == 1 and action.verb in SPELL_SQUARES)
            name = self.board.name[value] if square else self.table["units"][value]["name"]
            text = text.replace("{" + str(place) + "}", name)
        return text
