"""A battle drawn: large tiles with terrain in the corner, up to eight units in two rows, characters below, targets.

A tile is 5 by 4 units of 1000: the first row has its name and terrain, two rows the units, the last the characters.
The terminal shows one character for every unit.
"""

from __future__ import annotations

from typing import Final

from hippodrome.games.magic.kinds import CODES, GEAR, QUALITIES, UNITS
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
HIGH: Final = 4000
LEFT: Final = 1000  # room for the names of the rows
TOP: Final = 500
BOTTOM: Final = 1500  # and of the columns
PER_ROW: Final = 4
SQUARE_VERBS: Final = (
    "place", "go", "attack", "shoot", "withdraw", "rally", "shift", "assault", "fight",
)  # fmt: skip
SPELL_SQUARES: Final = ("bolt", "dread", "mist")
GLYPHS: Final = "cstvrwagho"  # units in a text drawing, by kind; the second side has capitals
CHARACTER_GLYPHS: Final = "klm"  # king, leader, magician
GROUND_GLYPHS: Final = " wvbdmhgfOW%^"
GROUND_CSS: Final = {
    OPEN: "sand", WOOD: "hedge", VILLAGE: "stone", BRUSH: "hedge", DEFENCES: "stone", MARSH: "water", STEEP: "stone",
    GENTLE: "sand", FIELDS: "sand", CHASM: "mark", WALKING_WOOD: "hedge", FOG: "water", FIRE: "mark harm",
}  # fmt: skip
# A motif for the corner of a tile, as a path around its middle.
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


def label(board: Squares, square: int, id: str) -> Node:
    """The name of a square, in its upper right corner."""
    x, y = middle_of(board, square)
    return Node(id, "text", x + 2050, y - 1500, board.name[square], 0, "note", size=440)


def motif(board: Squares, square: int, ground: int, css: str, prefix: str) -> list[Node]:
    """The mark of a square's ground, in its upper left corner."""
    if ground not in MOTIFS:
        return []
    x, y = left_of(board, square) + 900, top_of(board, square) + 560
    name, glyph = f"{prefix}-{board.name[square]}", GROUND_GLYPHS[ground]
    shade = Node(f"{name}-shade", "rect", *middle_of(board, square), f"{WIDE - 300} {HIGH - 300} 160", 0, css)
    return [shade, Node(name, "path", x, y, MOTIFS[ground], 0, "figure", GROUND_NAMES[ground], glyph)]


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
    nodes = [clock(board, table)]
    for piece in table["scenery"]:
        square, name = piece["square"], f"scenery-{piece['id']}"
        nodes.extend(motif(board, square, piece["ground"], GROUND_CSS[piece["ground"]], name))
        nodes.append(label(board, square, f"{name}-name"))
    for word, squares in (("ward", table["ward"]), ("mist", table["mist"])):
        for square in squares:
            x, y = left_of(board, square) + 3300, top_of(board, square) + 560
            name = board.name[square]
            at = x if word == "ward" else x - 1100
            nodes.append(
                Node(f"{word}-{name}", "text", at, y, word.title(), 0, "note accent", f"{word} over {name}", size=420)
            )
    return nodes


def clock(board: Squares, table: Json) -> Node:
    """Turn and countdown, always in view (WAM-T8)."""
    turn = f"Turn {table['turn']}" if table["turn"] else "Set-up"
    words = f"{turn} · Countdown {table['countdown']}"
    x, y = LEFT + board.columns * WIDE - 3400, TOP + board.rows * HIGH + 1180
    return Node("clock", "text", x, y, words, 0, "inscription", size=460)


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
        row = 3 if character else 1 + number // PER_ROW
        column = number % PER_ROW
        x = left_of(board, unit["square"]) + 1000 + column * 1000
        y = top_of(board, unit["square"]) + row * 1000 + 380
        found[unit["id"]] = (x, y)
    return found


def pieces(board: Squares, table: Json) -> list[Node]:
    """The units and characters on the board."""
    nodes: list[Node] = []
    at = places(board, table)
    for unit in table["units"]:
        if unit["id"] in at:
            nodes.extend(piece(unit, *at[unit["id"]], table["asked"]["about"] == unit["id"]))
    nodes.extend(arrows(board, table))
    return nodes


def piece(unit: Json, x: int, y: int, acts: bool) -> list[Node]:
    """A plate with the code of its kind, its quality and gear, and a pip for each base."""
    id, seat = unit["id"], unit["side"]
    css = f"plate seat{seat} acting" if acts else f"plate seat{seat}"
    glyph = CHARACTER_GLYPHS[unit["kind"] - UNITS] if unit["kind"] >= UNITS else GLYPHS[unit["kind"]]
    glyph = glyph.upper() if seat else glyph  # the terminal shows kinds, and sides by small and large letters
    words = f"{FACTIONS[seat]}'s {words_of(unit)}"
    if unit["kind"] >= UNITS:
        return [
            Node(f"unit-{id}", "circle", x, y, "420", 0, css, words),
            Node(f"unit-{id}-code", "text", x, y + 20, CODES[unit["kind"]], 0, "figure", glyph=glyph, size=440),
        ]
    nodes = [
        Node(f"unit-{id}", "rect", x, y, "920 880 90", 0, css, words),
        Node(f"unit-{id}-code", "text", x, y - 200, CODES[unit["kind"]], 0, "figure", glyph=glyph, size=380),
        Node(f"unit-{id}-pips", "path", x, y, pips(unit["full"], unit["bases"]), 0, "figure"),
    ]
    marks = marks_of(unit)
    if marks:
        nodes.append(Node(f"unit-{id}-marks", "text", x, y + 90, marks, 0, "figure", size=250))
    return nodes


def pips(full: int, left: int) -> str:
    """A filled square for each base that is left, a thin line for each that is lost."""
    found = []
    for number in range(full):
        x = -105 * (full - 1) + 210 * number
        found.append(f"M{x - 75} 240h150v130h-150z" if number < left else f"M{x - 75} 345h150v25h-150z")
    return "".join(found)


def marks_of(unit: Json) -> str:
    """Quality and gear in letters: E a k."""
    letters = ["asmke"[bit] for bit in range(len(GEAR)) if unit["gear"] >> bit & 1]
    return " ".join([mark for mark in (("", "V", "E", "L")[unit["quality"]], *letters) if mark])


def words_of(unit: Json) -> str:
    """A unit in words: Town spears 2, veteran, armoured, 3 of 4 bases."""
    found = [unit["name"]]
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
    data = "M-260 500V-100H-520L0 -620L520 -100H260V500z"
    id = f"{name}-{board.name[source]}-{board.name[target]}"
    aside = 1000 if x == other_x else 0  # characters stand in the middle of the lower edge
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
            size = "920 880 90" if self.table["units"][last]["kind"] < UNITS else "860 860 430"
            self.touch(Node(f"target-unit-{last}", "rect", *self.at[last], size, 0, "target bold"), action)

    def spell(self, action: Action) -> None:
        """A small mark with the spell's letter in the first row of its square."""
        verb, square = action.verb, action.args[-1]
        place = SPELL_SQUARES.index(verb)
        x = left_of(self.board, square) + 1900 + place * 850
        y = top_of(self.board, square) + 520
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
