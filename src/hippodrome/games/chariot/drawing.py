"""Drawing of the map and the counters."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from hippodrome.games.chariot.counter_symbols import (
    COUNTER_SIZE,
    HEX_OUTLINE,
    face_symbol_name,
    land_symbol_name,
    numbers_symbol_name,
    stack_symbol_name,
)
from hippodrome.games.chariot.formatting import kind_count, unit_states, units_with_states
from hippodrome.games.chariot.ground import CLEAR, HILLTOP, SLOPE, STREAM, TERRAIN_NAMES, VILLAGE, WOODS, Ground
from hippodrome.games.chariot.map_drawing import (
    HALF_WIDTH,
    HEX_WIDTH,
    ROW_HEIGHT,
    Point,
    hex_centre,
    map_height,
    map_width,
    outlines,
    polygon_path,
)
from hippodrome.games.chariot.scenarios import EXIT, OrderOfBattle
from hippodrome.games.chariot.state import OFF_MAP
from hippodrome.games.chariot.units import Kind
from hippodrome.kit.scene import Layer, Node
from hippodrome.kit.state import Json

MARGIN: Final = 700
BORDER: Final = 250
FAN_STEP: Final = 90  # distance between the counters of a stack
MAX_FAN_WIDTH: Final = 240  # from the first counter to the last
COUNTERS_PER_LAYER: Final = 32  # an unchanged layer is not sent again, but every layer costs memory in the browser
TRAY_HEIGHT: Final = 1300  # height of the tray below the map
FOCUS_MARGIN: Final = 2000  # around the part of the map shown first
TRAY_TITLE_WIDTH: Final = 4600  # width of the army's name in the tray
# Glyphs of terrain in the text view, and their CSS classes.
_TERRAIN_GLYPHS: Final = {CLEAR: "·", SLOPE: "/", HILLTOP: "^", WOODS: "♣", VILLAGE: "⌂", STREAM: "~"}
_TERRAIN_CSS: Final = {SLOPE: "bend", HILLTOP: "bend", WOODS: "hedge", VILLAGE: "stone", STREAM: "water"}
_STATES: Final = ("disrupted", "panicked", "contact", "aboard", "fired")
_ARROW: Final = "M470 0L380 -90L380 90Z"


def view_box(ground: Ground, is_waiting: bool) -> tuple[int, int, int, int]:
    """Return the box of the picture: the map, with a tray below it for waiting units."""
    tray = TRAY_HEIGHT if is_waiting else 0
    return -MARGIN, -MARGIN, map_width(ground) + 2 * MARGIN, map_height(ground) + 2 * MARGIN + tray


def focus_node(order: OrderOfBattle, is_waiting: bool) -> Node:
    """Return the node that marks the part shown first: where the battle starts, its objectives, and the tray."""
    left, top, right, bottom = battle_bounds(order)
    if is_waiting:
        bottom = map_height(order.ground) + MARGIN + TRAY_HEIGHT
    return Node("focus", "path", 0, 0, f"M{left} {top}M{right} {bottom}", css="focus")


@lru_cache(maxsize=64)
def battle_bounds(order: OrderOfBattle) -> tuple[int, int, int, int]:
    """Return left, top, right and bottom of the part of the map where the battle starts, with a margin."""
    hexes = [hex for army in order.armies for group in army.groups for hex in group.hexes]
    hexes.extend([hex for army in order.armies for hex in army.entry_hexes])
    points = [hex_centre(order.ground, hex) for hex in [*hexes, *order.objectives]]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    left, top = max(-MARGIN, min(xs) - FOCUS_MARGIN), max(-MARGIN, min(ys) - FOCUS_MARGIN)
    right = min(map_width(order.ground) + MARGIN, max(xs) + FOCUS_MARGIN)
    bottom = min(map_height(order.ground) + MARGIN, max(ys) + FOCUS_MARGIN)
    return left, top, right, bottom


# -------------------------------------------------------------------- ground


def ground_layer(ground: Ground) -> Layer:
    """Return the layer that never changes: hexes with labels, the landscape, letters and the border."""
    width, height = map_width(ground), map_height(ground)
    nodes = [
        Node("border", "path", 0, 0, _border_path(width, height, BORDER + 60), css="meander"),
        Node("sheet", "rect", width // 2, height // 2, f"{width + 120} {height + 120}", css="sand", glyph=" "),
    ]
    for hex in range(ground.hexes.count):
        x, y = hex_centre(ground, hex)
        kind = ground.terrain[hex]
        glyph = _TERRAIN_GLYPHS[CLEAR] if kind == CLEAR else ""
        label = f"{ground.hex_name(hex)}, {TERRAIN_NAMES[kind]}"
        nodes.append(Node(f"hex-{hex}", "path", x, y, HEX_OUTLINE, css="square", label=label, glyph=glyph))
        if kind != CLEAR:  # invisible in the browser; shown in the text view
            nodes.append(Node(f"sign-{hex}", "path", x, y, "M0 0", css=_TERRAIN_CSS[kind], glyph=_TERRAIN_GLYPHS[kind]))
    nodes.append(Node("land", "use", width // 2, width // 2, land_symbol_name(ground), size=width))
    nodes.append(Node("numbers", "use", width // 2, width // 2, numbers_symbol_name(ground), size=width))
    for letter, hex in ground.letters.items():
        x, y = hex_centre(ground, hex)
        nodes.append(Node(f"ring-{letter}", "circle", x, y, "230", css="badge"))
        nodes.append(Node(f"letter-{letter}", "text", x, y, letter, css="figure", size=330, glyph=letter))
    return Layer("ground", nodes, True)


def _border_path(width: int, height: int, thickness: int) -> str:
    """Return the path of a border around the map."""
    outer = f"M{-thickness} {-thickness}H{width + thickness}V{height + thickness}H{-thickness}z"
    return f"{outer}M0 0V{height}H{width}V0z"


def objective_flags(ground: Ground, objectives: tuple[int, ...], table: Json) -> list[Node]:
    """CH-S11.3: return a flag in every objective, in the colour of the side that controls it."""
    nodes: list[Node] = []
    for index, hex in enumerate(objectives):
        owner = table["owners"][index]
        x, y = hex_centre(ground, hex)
        control = f"controlled by the {table['armies'][owner]['name']}" if owner >= 0 else "not controlled"
        label = f"{ground.hex_name(hex)}: objective, {control}"
        symbol, css = ("chariot-flag", f"seat{owner}") if owner >= 0 else ("chariot-flag-free", "")
        nodes.append(Node(f"flag-{hex}", "use", x, y, symbol, css=css, label=label))
    return nodes


# -------------------------------------------------------------------- positions of counters


def units_by_hex(hexes: list[int] | tuple[int, ...]) -> dict[int, list[int]]:
    """Return the units in each hex, from the lowest counter to the highest."""
    stacks: dict[int, list[int]] = {}
    for unit, hex in enumerate(hexes):
        if hex >= 0:
            stacks.setdefault(hex, []).append(unit)
    return stacks


def counter_positions(ground: Ground, hexes: list[int] | tuple[int, ...]) -> dict[int, Point]:
    """Return the positions of the counters on the map; those in one hex fan out."""
    positions: dict[int, Point] = {}
    for hex, units in units_by_hex(hexes).items():
        positions.update(zip(units, fan_out(hex_centre(ground, hex), len(units)), strict=True))
    return positions


def tray_positions(order: OrderOfBattle, piles: list[list[int]]) -> dict[int, Point]:
    """Return the positions of the counters on top of a pile in the tray."""
    return {pile[0]: tray_position(order, index) for index, pile in enumerate(piles)}


def fan_out(at: Point, count: int) -> list[Point]:
    """Return the centres of this many counters around a point."""
    step = min(FAN_STEP, MAX_FAN_WIDTH // max(count - 1, 1))
    first = step * (count - 1) // 2
    return [(at[0] - first + index * step, at[1] + first - index * step) for index in range(count)]


def tray_position(order: OrderOfBattle, index: int) -> Point:
    """Return the position of a pile in the tray, below the part of the map where the battle starts."""
    x = battle_bounds(order)[0] + TRAY_TITLE_WIDTH + HALF_WIDTH + index * HEX_WIDTH
    return x, map_height(order.ground) + MARGIN + TRAY_HEIGHT // 2


def tray_piles(table: Json) -> list[list[int]]:
    """Return the waiting units of the phasing side in piles by kind, the top unit first.

    A unit that has embarked is not listed, and loaded chariots have their own pile.
    """
    units: list[Json] = table["units"]
    loaded = {unit["aboard"] for unit in units}
    piles: dict[tuple[int, bool], list[int]] = {}
    for unit in units:
        if unit["hex"] == OFF_MAP and unit["side"] == table["side"] and unit["aboard"] < 0:
            piles.setdefault((unit["kind"], unit["id"] in loaded), []).append(unit["id"])
    return list(piles.values())


def zone_borders(order: OrderOfBattle, table: Json) -> list[Node]:
    """CH-S11.1b, CH-R17, CH-S11.42: return the borders of set-up zones, entry edges and exits."""
    army, victory = order.armies[table["side"]], order.victory
    areas: dict[str, list[int]] = {}
    if not table["turn"]:
        areas.update({f"zone-{index}": group.hexes for index, group in enumerate(army.groups)})
    elif table["armies"][table["side"]]["waiting"]:
        areas["entry"] = army.entry_hexes
    if victory.rule == EXIT:
        areas["exit"] = order.ground.edges[victory.edge]
    return [
        Node(name, "path", 0, 0, polygon_path(outlines(order.ground, set(hexes))), css="zone faint")
        for name, hexes in areas.items()
        if hexes
    ]


def tray_nodes(order: OrderOfBattle, table: Json, piles: list[list[int]]) -> list[Node]:
    """Return the tray with the name of its army."""
    if not piles:
        return []
    x, y = tray_position(order, 0)
    left, width = x - TRAY_TITLE_WIDTH - HALF_WIDTH, TRAY_TITLE_WIDTH + len(piles) * HEX_WIDTH + 200
    name = table["armies"][table["side"]]["name"]
    return [
        Node("tray", "rect", left + width // 2, y, f"{width} {TRAY_HEIGHT - 200} 120", css="infield waiting"),
        Node("tray-name", "text", left + TRAY_TITLE_WIDTH // 2, y, name, css="inscription waiting", size=420),
    ]


def tray_counts(order: OrderOfBattle, kinds: list[Kind], table: Json, piles: list[list[int]]) -> list[Node]:
    """Return a badge with the size of each pile in the tray."""
    nodes: list[Node] = []
    for index, pile in enumerate(piles):
        if len(pile) > 1:
            x, y = tray_position(order, index)
            label = f"{kind_count(kinds[table['units'][pile[0]]['kind']], len(pile))}, not on the map"
            nodes.append(Node(f"pile-{index}", "use", x, y, stack_symbol_name(len(pile)), css="waiting", label=label))
    return nodes


# -------------------------------------------------------------------- counters


def counter_layers(kinds: list[Kind], table: Json, positions: dict[int, Point]) -> list[Layer]:
    """Return the counters in several layers, from the lowest to the highest of each stack."""
    layers: list[Layer] = []
    units: list[Json] = table["units"]
    for first in range(0, len(units), COUNTERS_PER_LAYER):
        nodes: list[Node] = []
        for unit in units[first : first + COUNTERS_PER_LAYER]:
            if unit["id"] in positions:
                nodes.extend(counter_nodes("unit", kinds[unit["kind"]], unit, positions[unit["id"]], table))
        layers.append(Layer(f"units-{first // COUNTERS_PER_LAYER}", nodes))
    return layers


def counter_nodes(name: str, kind: Kind, unit: Json, at: Point, table: Json) -> list[Node]:
    """Return one counter: plate, face and markers, all at one point so that they move together."""
    id, side, (x, y) = unit["id"], unit["side"], at
    glyph = kind.key.upper() if side else kind.key.lower()
    waiting = "" if unit["hex"] >= 0 else " waiting"
    nodes = [
        Node(
            f"{name}-{id}", "rect", x, y, f"{COUNTER_SIZE} {COUNTER_SIZE} 60", css=f"plate seat{side}{waiting}",
            label=counter_label(kind, unit, table), glyph=glyph,
        ),
        Node(
            f"{name}-face-{id}", "use", x, y, face_symbol_name(kind, side), css=f"seat{side}{waiting}",
            size=COUNTER_SIZE,
        ),
    ]  # fmt: skip
    for state in _STATES:
        if has_state(unit, state, table):
            nodes.append(Node(f"{name}-{state}-{id}", "use", x, y, f"chariot-{state}", size=COUNTER_SIZE))
    if table["facing"] and unit["hex"] >= 0:
        nodes.append(Node(f"{name}-arrow-{id}", "path", x, y, _ARROW, turn=unit["facing"] * 600, css="accent"))
    return nodes


def has_state(unit: Json, state: str, table: Json) -> bool:
    """Return whether a unit has a marker."""
    if state == "fired":
        return unit["id"] in table["fired"]
    return bool(unit[state] >= 0) if state == "aboard" else bool(unit[state])


def stack_badges(ground: Ground, table: Json, stacks: dict[int, list[int]]) -> list[Node]:
    """Return a badge with the size of each stack, labelled with its units."""
    nodes: list[Node] = []
    for hex, units in stacks.items():
        if len(units) > 1:
            x, y = hex_centre(ground, hex)
            army = table["armies"][table["units"][units[0]]["side"]]["name"]
            place = f"{ground.hex_name(hex)}, {TERRAIN_NAMES[ground.terrain[hex]]}"
            label = f"{place}: {army}: {units_with_states(table, units)}"
            nodes.append(Node(f"stack-{hex}", "use", x, y, stack_symbol_name(len(units)), label=label))
    return nodes


def spread_stack(ground: Ground, kinds: list[Kind], table: Json, hex: int, units: list[int]) -> list[Node]:
    """Return the counters of a stack side by side, above or below it, shown on hover.

    It lies further away if attack lines are shown.
    """
    x, y = hex_centre(ground, hex)
    width = len(units) * (COUNTER_SIZE + 80) + 160
    distance = (5 if str(hex) in table["asked"]["targets"] else 3) * ROW_HEIGHT // 2
    y += -distance if y > map_height(ground) - 3 * ROW_HEIGHT else distance
    x = max(width // 2, min(x, map_width(ground) - width // 2))
    nodes = [Node(f"spread-{hex}", "rect", x, y, f"{width} {COUNTER_SIZE + 200} 120", css="badge")]
    left = x - width // 2 + 120 + COUNTER_SIZE // 2
    for index, unit in enumerate(units):
        row = table["units"][unit]
        nodes.extend(counter_nodes("open", kinds[row["kind"]], row, (left + index * (COUNTER_SIZE + 80), y), table))
    return nodes


def counter_label(kind: Kind, unit: Json, table: Json) -> str:
    """Return the label of a counter."""
    name = f"{unit['name']} of the {table['armies'][unit['side']]['name']}"
    return ", ".join([name, kind.description, *unit_states(unit, table)])
