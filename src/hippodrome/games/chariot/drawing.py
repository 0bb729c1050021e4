"""How the map and the counters are drawn."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from hippodrome.games.chariot.faces import COUNTER, NUMBERS, OUTLINE, face_name, land_name, pile_name
from hippodrome.games.chariot.formatting import listed_units, unit_states
from hippodrome.games.chariot.ground import CLEAR, HILLTOP, NAMES, SLOPE, STREAM, VILLAGE, WOODS, Ground
from hippodrome.games.chariot.landscape import HALF, HIGH, WIDE, Point, depth_of, middle, outlines, sharp, side_of
from hippodrome.games.chariot.scenarios import EXIT, OrderOfBattle
from hippodrome.games.chariot.state import OFF_MAP
from hippodrome.games.chariot.units import Kind
from hippodrome.kit.scene import Layer, Node
from hippodrome.kit.state import Json

MARGIN: Final = 700
BORDER: Final = 250
FAN: Final = 90  # how far the counters of a stack are set apart, and
SPREAD: Final = 240  # how far at most the first and the last
CHUNK: Final = 32  # counters in one layer: what did not change is not sent again, but every layer costs a browser room
TRAY: Final = 1300  # how deep the tray below the map is
ROOM: Final = 2000  # about what is looked at first
TITLE: Final = 4600  # how much room the name of an army has there
# What stands for the ground in a text drawing, and how that is coloured.
_SIGNS: Final = {CLEAR: "·", SLOPE: "/", HILLTOP: "^", WOODS: "♣", VILLAGE: "⌂", STREAM: "~"}
_CSS: Final = {SLOPE: "bend", HILLTOP: "bend", WOODS: "hedge", VILLAGE: "stone", STREAM: "water"}
_STATES: Final = ("disrupted", "panicked", "contact", "aboard", "fired")
_ARROW: Final = "M470 0L380 -90L380 90Z"


def box(ground: Ground, is_waiting: bool) -> tuple[int, int, int, int]:
    """Return the picture: the map, and a tray below it for those who wait."""
    tray = TRAY if is_waiting else 0
    return -MARGIN, -MARGIN, side_of(ground) + 2 * MARGIN, depth_of(ground) + 2 * MARGIN + tray


def focus(order: OrderOfBattle, is_waiting: bool) -> Node:
    """What is looked at first: where the armies are set up or come from, what they fight for, and the tray."""
    left, top, right, bottom = scope(order)
    if is_waiting:
        bottom = depth_of(order.ground) + MARGIN + TRAY
    return Node("focus", "path", 0, 0, f"M{left} {top}M{right} {bottom}", css="focus")


@lru_cache(maxsize=64)
def scope(order: OrderOfBattle) -> tuple[int, int, int, int]:
    """Return the edges of the part of the map where a battle begins, with some room about it."""
    hexes = [hex for army in order.armies for group in army.groups for hex in group.hexes]
    hexes.extend([hex for army in order.armies for hex in army.entry])
    places = [middle(order.ground, hex) for hex in [*hexes, *order.objectives]]
    across, down = [x for x, _ in places], [y for _, y in places]
    left, right = max(-MARGIN, min(across) - ROOM), min(side_of(order.ground) + MARGIN, max(across) + ROOM)
    return left, max(-MARGIN, min(down) - ROOM), right, min(depth_of(order.ground) + MARGIN, max(down) + ROOM)


# -------------------------------------------------------------------- the ground


def field(ground: Ground, is_flat: bool) -> Layer:
    """Return all that never changes: hexes with what they are, the landscape over them, letters, the border."""
    side, depth = side_of(ground), depth_of(ground)
    nodes = [
        Node("border", "path", 0, 0, _frame(side, depth, BORDER + 60), css="meander"),
        Node("sheet", "rect", side // 2, depth // 2, f"{side + 120} {depth + 120}", css="sand", glyph=" "),
    ]
    for hex in range(ground.hexes.count):
        x, y = middle(ground, hex)
        kind = ground.terrain[hex]
        glyph = _SIGNS[CLEAR] if kind == CLEAR else ""
        nodes.append(
            Node(
                f"hex-{hex}",
                "path",
                x,
                y,
                OUTLINE,
                css="square",
                label=f"{ground.name(hex)}, {NAMES[kind]}",
                glyph=glyph,
            )
        )
        if kind != CLEAR:  # it draws nothing, but in a text drawing
            nodes.append(Node(f"sign-{hex}", "path", x, y, "M0 0", css=_CSS[kind], glyph=_SIGNS[kind]))
    nodes.append(Node("land", "use", side // 2, side // 2, land_name(is_flat), size=side))
    nodes.append(Node("numbers", "use", side // 2, side // 2, NUMBERS, size=side))
    for letter, hex in ground.letters.items():
        x, y = middle(ground, hex)
        nodes.append(Node(f"ring-{letter}", "circle", x, y, "230", css="badge"))
        nodes.append(Node(f"letter-{letter}", "text", x, y, letter, css="figure", size=330, glyph=letter))
    return Layer("ground", nodes, True)


def _frame(side: int, depth: int, broad: int) -> str:
    """Return a border about the map."""
    outer = f"M{-broad} {-broad}H{side + broad}V{depth + broad}H{-broad}z"
    return f"{outer}M0 0V{depth}H{side}V0z"


def flags(ground: Ground, objectives: tuple[int, ...], table: Json) -> list[Node]:
    """CH-S11.3: a flag in every objective hex, in the colour of whoever controls it."""
    nodes: list[Node] = []
    for place, hex in enumerate(objectives):
        owner = table["owners"][place]
        x, y = middle(ground, hex)
        holder = f"the {table['armies'][owner]['name']}" if owner >= 0 else "nobody"
        label = f"{ground.name(hex)}: an objective, controlled by {holder}"
        symbol, css = ("chariot-flag", f"seat{owner}") if owner >= 0 else ("chariot-flag-free", "")
        nodes.append(Node(f"flag-{hex}", "use", x, y, symbol, css=css, label=label))
    return nodes


# -------------------------------------------------------------------- where counters lie


def stacks(hexes: list[int] | tuple[int, ...]) -> dict[int, list[int]]:
    """Return the units in each hex, from the lowest counter to the highest."""
    found: dict[int, list[int]] = {}
    for unit, hex in enumerate(hexes):
        if hex >= 0:
            found.setdefault(hex, []).append(unit)
    return found


def spots(ground: Ground, hexes: list[int] | tuple[int, ...]) -> dict[int, Point]:
    """Where the counters on the map lie: those of a hex fan out."""
    found: dict[int, Point] = {}
    for hex, units in stacks(hexes).items():
        found.update(zip(units, fanned(middle(ground, hex), len(units)), strict=True))
    return found


def tops(order: OrderOfBattle, piles: list[list[int]]) -> dict[int, Point]:
    """Where the counters lie that are on top of a pile in the tray."""
    return {waiting[0]: in_tray(order, place) for place, waiting in enumerate(piles)}


def fanned(at: Point, count: int) -> list[Point]:
    """Return the middles of so many counters about a point."""
    step = min(FAN, SPREAD // max(count - 1, 1))
    first = step * (count - 1) // 2
    return [(at[0] - first + place * step, at[1] + first - place * step) for place in range(count)]


def in_tray(order: OrderOfBattle, place: int) -> Point:
    """Where a pile lies in the tray, which begins below the place where the battle does."""
    return scope(order)[0] + TITLE + HALF + place * WIDE, depth_of(order.ground) + MARGIN + TRAY // 2


def piles_of(table: Json) -> list[list[int]]:
    """Return the units of the side whose turn it is that wait, by kind; whoever has embarked is with his chariot.

    The first of each pile lies on top.
    """
    units: list[Json] = table["units"]
    full = {unit["aboard"] for unit in units}
    found: dict[tuple[int, bool], list[int]] = {}
    for unit in units:
        if unit["hex"] == OFF_MAP and unit["side"] == table["side"] and unit["aboard"] < 0:
            found.setdefault((unit["kind"], unit["id"] in full), []).append(unit["id"])
    return list(found.values())


def borders(order: OrderOfBattle, table: Json) -> list[Node]:
    """CH-S11.1b, CH-R17, CH-S11.42: where the side whose turn it is sets up or comes in, and where one may leave."""
    army, victory = order.armies[table["side"]], order.victory
    found: dict[str, list[int]] = {}
    if not table["turn"]:
        found.update({f"zone-{place}": group.hexes for place, group in enumerate(army.groups)})
    elif table["armies"][table["side"]]["waiting"]:
        found["entry"] = army.entry
    if victory.rule == EXIT:
        found["exit"] = order.ground.edges[victory.edge]
    return [
        Node(name, "path", 0, 0, sharp(outlines(order.ground, set(hexes))), css="zone faint")
        for name, hexes in found.items()
        if hexes
    ]


def tray(order: OrderOfBattle, table: Json, piles: list[list[int]]) -> list[Node]:
    """Return the tray, and whose it is."""
    if not piles:
        return []
    x, y = in_tray(order, 0)
    left, width = x - TITLE - HALF, TITLE + len(piles) * WIDE + 200
    name = table["armies"][table["side"]]["name"]
    return [
        Node("tray", "rect", left + width // 2, y, f"{width} {TRAY - 200} 120", css="infield"),
        Node("tray-name", "text", left + TITLE // 2, y, name, css="inscription", size=420),
    ]


def tray_counts(order: OrderOfBattle, kinds: list[Kind], table: Json, piles: list[list[int]]) -> list[Node]:
    """How many lie in each pile of the tray."""
    nodes: list[Node] = []
    for place, waiting in enumerate(piles):
        if len(waiting) > 1:
            x, y = in_tray(order, place)
            label = f"{len(waiting)} {kinds[table['units'][waiting[0]]['kind']].name}, not on the map"
            nodes.append(Node(f"pile-{place}", "use", x, y, pile_name(len(waiting)), label=label))
    return nodes


# -------------------------------------------------------------------- the counters


def counters(kinds: list[Kind], table: Json, places: dict[int, Point]) -> list[Layer]:
    """Return the counters, some in each layer, from the lowest to the highest of each stack."""
    layers: list[Layer] = []
    units: list[Json] = table["units"]
    for first in range(0, len(units), CHUNK):
        nodes: list[Node] = []
        for unit in units[first : first + CHUNK]:
            if unit["id"] in places:
                nodes.extend(counter("unit", kinds[unit["kind"]], unit, places[unit["id"]], table))
        layers.append(Layer(f"units-{first // CHUNK}", nodes))
    return layers


def counter(name: str, kind: Kind, unit: Json, at: Point, table: Json) -> list[Node]:
    """One counter: plate, face, and marks for its state. They lie on one point, so that they travel as one."""
    id, side, (x, y) = unit["id"], unit["side"], at
    glyph = kind.key.upper() if side else kind.key.lower()
    nodes = [
        Node(
            f"{name}-{id}", "rect", x, y, f"{COUNTER} {COUNTER} 60", css=f"plate seat{side}",
            label=unit_words(kind, unit, table), glyph=glyph,
        ),
        Node(f"{name}-face-{id}", "use", x, y, face_name(kind, side), css=f"seat{side}", size=COUNTER),
    ]  # fmt: skip
    for state in _STATES:
        if has_state(unit, state, table):
            nodes.append(Node(f"{name}-{state}-{id}", "use", x, y, f"chariot-{state}", size=COUNTER))
    if table["facing"] and unit["hex"] >= 0:
        nodes.append(Node(f"{name}-arrow-{id}", "path", x, y, _ARROW, turn=unit["facing"] * 600, css="accent"))
    return nodes


def has_state(unit: Json, state: str, table: Json) -> bool:
    """Return whether a unit bears a mark."""
    if state == "fired":
        return unit["id"] in table["fired"]
    return bool(unit[state] >= 0) if state == "aboard" else bool(unit[state])


def heaps(ground: Ground, table: Json, found: dict[int, list[int]]) -> list[Node]:
    """How many are in each stack; whoever points at it hears who."""
    nodes: list[Node] = []
    for hex, units in found.items():
        if len(units) > 1:
            x, y = middle(ground, hex)
            army = table["armies"][table["units"][units[0]]["side"]]["name"]
            label = f"{ground.name(hex)}, {NAMES[ground.terrain[hex]]}: {army}: {listed_units(table, units)}"
            nodes.append(Node(f"stack-{hex}", "use", x, y, pile_name(len(units)), label=label))
    return nodes


def opened(ground: Ground, kinds: list[Kind], table: Json, hex: int, units: list[int]) -> list[Node]:
    """Return a stack with its counters side by side, below it or above it, to who points at it.

    It lies further off if there are lines of aim to be seen.
    """
    x, y = middle(ground, hex)
    width = len(units) * (COUNTER + 80) + 160
    away = (5 if str(hex) in table["asked"]["aims"] else 3) * HIGH // 2
    y += -away if y > depth_of(ground) - 3 * HIGH else away
    x = max(width // 2, min(x, side_of(ground) - width // 2))
    nodes = [Node(f"spread-{hex}", "rect", x, y, f"{width} {COUNTER + 200} 120", css="badge")]
    left = x - width // 2 + 120 + COUNTER // 2
    for place, unit in enumerate(units):
        row = table["units"][unit]
        nodes.extend(counter("open", kinds[row["kind"]], row, (left + place * (COUNTER + 80), y), table))
    return nodes


def unit_words(kind: Kind, unit: Json, table: Json) -> str:
    """Return a counter in words."""
    name = f"{unit['name']} of the {table['armies'][unit['side']]['name']}"
    return ", ".join([name, kind.words, *unit_states(unit, table)])
