"""How the map and the counters are drawn."""

from __future__ import annotations

from typing import Final

from hippodrome.games.chariot.ground import CLEAR, HILLTOP, NAMES, SIGNS, SLOPE, STREAM, VILLAGE, WOODS, Ground
from hippodrome.games.chariot.units import Kind
from hippodrome.kit.ground.hexes import NONE, SIDES
from hippodrome.kit.scene import Layer, Node
from hippodrome.kit.state import Json

WIDE: Final = 1154  # a hex from west to east
HIGH: Final = 1000  # from row to row
HALF: Final = WIDE // 2
POINT: Final = 667  # from the middle to the points
FLAT: Final = 333
MARGIN: Final = 700
COUNTER: Final = 620
FAN: Final = 110  # how far the counters of a stack are set apart
TRAY: Final = 36  # counters in a row beside the map
CORNERS: Final = ((0, -POINT), (HALF, -FLAT), (HALF, FLAT), (0, POINT), (-HALF, FLAT), (-HALF, -FLAT))
# The two corners of each side, by direction.
_ENDS: Final = ((1, 2), (2, 3), (3, 4), (4, 5), (5, 0), (0, 1))
OUTLINE: Final = "M" + "L".join([f"{x} {y}" for x, y in CORNERS]) + "Z"
_CSS: Final = {
    CLEAR: "square", SLOPE: "square bend", HILLTOP: "infield", WOODS: "hedge", VILLAGE: "stone", STREAM: "water",
}  # fmt: skip
_ARROW: Final = "M300 0L210 -80L210 80Z"


def middle(ground: Ground, hex: int) -> tuple[int, int]:
    """The middle of a hex."""
    column, row = ground.hexes.column[hex], ground.hexes.row[hex]
    return HALF + column * WIDE + row % 2 * HALF, POINT + row * HIGH


def box(ground: Ground, waiting: int) -> tuple[int, int, int, int]:
    """The picture: the map, and a tray below it for those who wait."""
    width = ground.hexes.widths[0] * WIDE + 2 * MARGIN
    rows = ground.hexes.rows + (waiting + TRAY - 1) // TRAY + (1 if waiting else 0)
    return -MARGIN, -MARGIN, width, rows * HIGH + 2 * MARGIN


# -------------------------------------------------------------------- the ground


def field(ground: Ground) -> Layer:
    """All that never changes: hexes, the stream through them (CH-M.stream), crests and letters."""
    nodes: list[Node] = []
    for hex in range(ground.hexes.count):
        x, y = middle(ground, hex)
        kind = ground.terrain[hex]
        label = f"{ground.name(hex)}, {NAMES[kind]}"
        nodes.append(Node(f"hex-{hex}", "path", x, y, OUTLINE, css=_CSS[kind], label=label, glyph=SIGNS[kind]))
    nodes.append(Node("crests", "path", 0, 0, crests(ground), css="painted"))
    for letter, hex in ground.letters.items():
        x, y = middle(ground, hex)
        nodes.append(Node(f"ring-{letter}", "circle", x, y, "260", css="ring"))
        nodes.append(Node(f"letter-{letter}", "text", x, y, letter, css="inscription", size=330, glyph=letter))
    return Layer("ground", nodes, True)


def crests(ground: Ground) -> str:
    """The hexsides between slopes and hilltops (CH-M.crest, CH-M.hilltops, CH-M.slopes)."""
    found: list[str] = []
    for hex in range(ground.hexes.count):
        if ground.terrain[hex] != HILLTOP:
            continue
        x, y = middle(ground, hex)
        for side in range(SIDES):
            other = ground.hexes.next[hex * SIDES + side]
            if other != NONE and ground.terrain[other] == SLOPE:
                (ax, ay), (bx, by) = CORNERS[_ENDS[side][0]], CORNERS[_ENDS[side][1]]
                found.append(f"M{x + ax} {y + ay}L{x + bx} {y + by}")
    return "".join(found) or "M0 0"


# -------------------------------------------------------------------- the counters


def spots(ground: Ground, hexes: list[int] | tuple[int, ...]) -> dict[int, tuple[int, int]]:
    """Where every counter lies: those of a hex fan out, those that wait lie in the tray."""
    counts: dict[int, int] = {}
    found: dict[int, tuple[int, int]] = {}
    waiting = 0
    for unit, hex in enumerate(hexes):
        if hex >= 0:
            x, y = middle(ground, hex)
            place = counts.get(hex, 0)
            counts[hex] = place + 1
            found[unit] = (x - FAN + place * FAN, y + FAN - place * FAN)
        elif hex == NONE:
            row, column = divmod(waiting, TRAY)
            found[unit] = (HALF + column * WIDE, ground.hexes.rows * HIGH + POINT + MARGIN + row * HIGH)
            waiting += 1
    return found


def counters(ground: Ground, kinds: list[Kind], table: Json) -> list[Node]:
    """The counters from the lowest to the highest of each stack."""
    places = spots(ground, [unit["hex"] for unit in table["units"]])
    nodes: list[Node] = []
    for unit in table["units"]:
        if unit["id"] in places:
            nodes.extend(counter(kinds[unit["kind"]], unit, *places[unit["id"]], table))
    return nodes


def counter(kind: Kind, unit: Json, x: int, y: int, table: Json) -> list[Node]:
    """One counter: type, values, and marks for its state."""
    id = unit["id"]
    acting = " acting" if id in table["asked"]["units"] else ""
    side = unit["side"]
    glyph = kind.key[0] if side else kind.key[0].lower()
    nodes = [
        Node(
            f"unit-{id}", "rect", x, y, f"{COUNTER} {COUNTER} 60", css=f"plate seat{side}{acting}",
            label=unit_words(kind, unit, table), glyph=glyph,
        ),
        Node(f"code-{id}", "text", x, y - 90, kind.key, css="figure", size=300),
        Node(f"values-{id}", "text", x, y + 190, kind.values, css="note", size=150),
    ]  # fmt: skip
    marks = marks_of(unit, table)
    if marks:
        nodes.append(Node(f"mark-{id}", "text", x + 200, y - 240, marks, css="harm", size=170))
    if table["facing"] and unit["hex"] >= 0:
        nodes.append(Node(f"arrow-{id}", "path", x, y, _ARROW, turn=unit["facing"] * 600, css="accent"))
    return nodes


def marks_of(unit: Json, table: Json) -> str:
    """Letters for the states of a unit: disrupted, panicked, in contact, aboard, has fired."""
    marks = ("D" if unit["disrupted"] else "") + ("P" if unit["panicked"] else "") + ("=" if unit["contact"] else "")
    return marks + ("^" if unit["aboard"] >= 0 else "") + ("*" if unit["id"] in table["fired"] else "")


def unit_words(kind: Kind, unit: Json, table: Json) -> str:
    """A counter in words."""
    name = f"{unit['name']} of the {table['armies'][unit['side']]['name']}"
    return ", ".join([name, kind.words, *states(unit, table)])


def states(unit: Json, table: Json) -> list[str]:
    """The states of a unit in words."""
    found = [name for name in ("disrupted", "panicked") if unit[name]]
    if unit["contact"]:
        found.append("in contact")
    if unit["aboard"] >= 0:
        found.append(f"aboard {table['units'][unit['aboard']]['name']}")
    if unit["id"] in table["fired"]:
        found.append("has fired")
    return found
