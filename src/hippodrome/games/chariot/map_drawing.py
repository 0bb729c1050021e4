"""The map as a drawing: hills with crests, the stream, oases, the village and hex numbers.

It is made from the map's file as a symbol, so that a browser loads and paints it once.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from hippodrome.games.chariot.ground import HILLTOP, SLOPE, STREAM, VILLAGE, WOODS, Ground
from hippodrome.kit.geometry.hexes import NO_HEX, SIDES
from hippodrome.kit.scene import FINE_STYLE

HEX_WIDTH: Final = 1154
ROW_HEIGHT: Final = 1000  # distance between rows
HALF_WIDTH: Final = HEX_WIDTH // 2
POINT_RADIUS: Final = 667  # from the centre of a hex to its points
HALF_SIDE: Final = 333
CORNERS: Final = (
    (0, -POINT_RADIUS),
    (HALF_WIDTH, -HALF_SIDE),
    (HALF_WIDTH, HALF_SIDE),
    (0, POINT_RADIUS),
    (-HALF_WIDTH, HALF_SIDE),
    (-HALF_WIDTH, -HALF_SIDE),
)
# The two corners of each side, clockwise, by direction.
SIDE_CORNERS: Final = ((1, 2), (2, 3), (3, 4), (4, 5), (5, 0), (0, 1))
# From the centre of a hex to that of each neighbour.
NEIGHBOUR_OFFSETS: Final = (
    (HEX_WIDTH, 0),
    (HALF_WIDTH, ROW_HEIGHT),
    (-HALF_WIDTH, ROW_HEIGHT),
    (-HEX_WIDTH, 0),
    (-HALF_WIDTH, -ROW_HEIGHT),
    (HALF_WIDTH, -ROW_HEIGHT),
)

Point = tuple[int, int]

_PALMS: Final = ((-250, 130), (210, 180), (-20, -150))
_HUTS: Final = ((-220, 190), (200, 210), (-10, -170))
_HACHURE_POSITIONS: Final = (15, 38, 62, 85)  # along a crest, in percent
_STREAM_STROKES: Final = (
    ("var(--water-line)", 560, ""),
    ("var(--water)", 490, ""),
    ("var(--surface)", 150, ";stroke-opacity:.22"),
)
_RIPPLE_OFFSETS: Final = ((-190, -70), (60, 10), (-150, 110))  # in a stream hex


def hex_centre(ground: Ground, hex: int) -> Point:
    """Return the centre of a hex."""
    column, row = ground.hexes.column[hex], ground.hexes.row[hex]
    return HALF_WIDTH + column * HEX_WIDTH + row % 2 * HALF_WIDTH, POINT_RADIUS + row * ROW_HEIGHT


def map_width(ground: Ground) -> int:
    """Return the width of the map, which is also the side of a square that holds it."""
    return ground.hexes.widths[0] * HEX_WIDTH


def map_height(ground: Ground) -> int:
    """Return the distance from the northern points of the map to the southern ones."""
    return (ground.hexes.rows - 1) * ROW_HEIGHT + 2 * POINT_RADIUS


def landscape_symbol(ground: Ground, name: str) -> str:
    """Return the symbol of a map."""
    side = map_width(ground)
    parts = [_hills(ground), _oases(ground), _village(ground), _grid(ground), _stream(ground)]
    return f'<symbol id="{name}" viewBox="0 0 {side} {side}">{"".join(parts)}</symbol>'


# -------------------------------------------------------------------- outlines


def outlines(ground: Ground, hexes: set[int]) -> list[list[Point]]:
    """Return the outlines of a set of hexes as loops of corners; holes run the other way round."""
    edges: dict[Point, Point] = {}
    for hex in sorted(hexes):
        x, y = hex_centre(ground, hex)
        for side in range(SIDES):
            if ground.hexes.next[hex * SIDES + side] not in hexes:
                (ax, ay), (bx, by) = CORNERS[SIDE_CORNERS[side][0]], CORNERS[SIDE_CORNERS[side][1]]
                edges[(x + ax, y + ay)] = (x + bx, y + by)
    loops: list[list[Point]] = []
    while edges:
        start = next(iter(edges))
        loop = [start]
        point = edges.pop(start)
        while point != start:
            loop.append(point)
            point = edges.pop(point)
        loops.append(loop)
    return loops


def polygon_path(loops: list[list[Point]]) -> str:
    """Return loops as a path from corner to corner."""
    return "".join([_polygon(loop) for loop in loops])


def _polygon(loop: list[Point]) -> str:
    """Return one loop in relative steps from its first corner."""
    parts = [f"M{loop[0][0]} {loop[0][1]}l"]
    for (ax, ay), (bx, by) in pairwise(loop):
        parts.append(f"{bx - ax} {by - ay} ")
    return "".join(parts).rstrip() + "z"


def smooth_path(loops: list[list[Point]]) -> str:
    """Return loops as a smooth line through the middles of the hexsides."""
    return "".join([_smooth_loop(loop) for loop in loops])


def _smooth_loop(loop: list[Point]) -> str:
    """Return one loop as curves through the middles of its sides."""
    ends = [*loop[1:], loop[0]]
    halves = [((ax + bx) // 2, (ay + by) // 2) for (ax, ay), (bx, by) in zip(loop, ends, strict=True)]
    parts = [f"M{halves[-1][0]} {halves[-1][1]}"]
    parts.extend([f"Q{cx} {cy} {x} {y}" for (cx, cy), (x, y) in zip(loop, halves, strict=True)])
    return "".join(parts) + "Z"


def hexes_of_terrain(ground: Ground, *kinds: int) -> set[int]:
    """Return the hexes of these kinds of terrain."""
    return {hex for hex in range(ground.hexes.count) if ground.terrain[hex] in kinds}


def _path(data: str, style: str) -> str:
    """Return a path with a style; empty without data."""
    return f'<path style="{style}" d="{data}"/>' if data else ""


# -------------------------------------------------------------------- hills


def _hills(ground: Ground) -> str:
    """CH-M.slopes, CH-M.hilltops, CH-M.crest: draw two heights, with hachures down from every crest."""
    low = smooth_path(outlines(ground, hexes_of_terrain(ground, SLOPE, HILLTOP)))
    high = smooth_path(outlines(ground, hexes_of_terrain(ground, HILLTOP)))
    return (
        _path(low, "fill:var(--bend);fill-opacity:.6;stroke:var(--bend-line);stroke-width:22;stroke-opacity:.45")
        + _path(high, "fill:var(--bend);stroke:var(--bend-line);stroke-width:44;stroke-opacity:.9")
        + _path(hachures(ground), "fill:none;stroke:var(--bend-line);stroke-width:26;stroke-linecap:round")
    )


def hachures(ground: Ground) -> str:
    """Return short lines downhill from each hexside between a hilltop and a slope."""
    parts: list[str] = []
    for hex in sorted(hexes_of_terrain(ground, HILLTOP)):
        for side in range(SIDES):
            neighbour = ground.hexes.next[hex * SIDES + side]
            if neighbour != NO_HEX and ground.terrain[neighbour] == SLOPE:
                parts.append(_hachures_of_side(hex_centre(ground, hex), side))
    return "".join(parts)


def _hachures_of_side(at: Point, side: int) -> str:
    """Return the hachures at one side of the hex with this centre."""
    (ax, ay), (bx, by) = CORNERS[SIDE_CORNERS[side][0]], CORNERS[SIDE_CORNERS[side][1]]
    dx, dy = NEIGHBOUR_OFFSETS[side]
    parts: list[str] = []
    for index, percent in enumerate(_HACHURE_POSITIONS):
        x = at[0] + ax + (bx - ax) * percent // 100 - dx // 40
        y = at[1] + ay + (by - ay) * percent // 100 - dy // 40
        divisor = 4 if index % 2 else 6
        parts.append(f"M{x} {y}l{dx // divisor} {dy // divisor}")
    return "".join(parts)


# -------------------------------------------------------------------- water


def _stream(ground: Ground) -> str:
    """CH-M.stream: draw one ribbon with banks, current and ripples."""
    data = "".join([_stream_path(ground, hex) for hex in sorted(hexes_of_terrain(ground, STREAM))])
    style = "fill:none;stroke:{};stroke-width:{};stroke-linecap:round;stroke-linejoin:round{}"
    ripples = "".join([_ripples(hex_centre(ground, hex)) for hex in sorted(hexes_of_terrain(ground, STREAM))])
    lines = "fill:none;stroke:var(--water-line);stroke-width:22;stroke-linecap:round;stroke-opacity:.8"
    return "".join([_path(data, style.format(*water)) for water in _STREAM_STROKES]) + _path(ripples, lines)


def _ripples(at: Point) -> str:
    """Return a few small waves."""
    return "".join([f"M{at[0] + x} {at[1] + y}q36 -44 72 0t72 0" for x, y in _RIPPLE_OFFSETS])


def _stream_path(ground: Ground, hex: int) -> str:
    """Return the stream in one hex: curves between hexsides, out to the map edge, or from a spring."""
    x, y = hex_centre(ground, hex)
    sides = [side for side in range(SIDES) if stream_flows(ground, hex, side)]
    gates = [(x + NEIGHBOUR_OFFSETS[side][0] // 2, y + NEIGHBOUR_OFFSETS[side][1] // 2) for side in sides]
    if len(gates) == 1:
        return f"M{gates[0][0]} {gates[0][1]}L{x} {y}"
    parts: list[str] = []
    for index, (ax, ay) in enumerate(gates):
        parts.extend([f"M{ax} {ay}Q{x} {y} {bx} {by}" for bx, by in gates[index + 1 :]])
    return "".join(parts)


def stream_flows(ground: Ground, hex: int, side: int) -> bool:
    """Return whether the stream crosses a side, to its next hex or off the map if it would end at the edge."""
    hexes = ground.hexes
    neighbour = hexes.next[hex * SIDES + side]
    if neighbour != NO_HEX:
        return ground.terrain[neighbour] == STREAM
    stream_neighbours = [adjacent for adjacent in hexes.around(hex) if ground.terrain[adjacent] == STREAM]
    outward = 3 if hexes.column[hex] == 0 else 0
    return len(stream_neighbours) < 2 and side == outward


# -------------------------------------------------------------------- oases, the village, the grid


def _oases(ground: Ground) -> str:
    """CH-M.woods: draw green ground with palms."""
    hexes = hexes_of_terrain(ground, WOODS)
    style = "fill:var(--hedge);fill-opacity:.75;stroke:var(--hedge-line);stroke-width:26"
    return _path(smooth_path(outlines(ground, hexes)), style) + _scatter(ground, hexes, "chariot-palm", _PALMS)


def _village(ground: Ground) -> str:
    """CH-M.village: draw huts of mud brick on trodden ground."""
    hexes = hexes_of_terrain(ground, VILLAGE)
    style = "fill:var(--stone);fill-opacity:.8;stroke:var(--stone-line);stroke-width:26"
    return _path(smooth_path(outlines(ground, hexes)), style) + _scatter(ground, hexes, "chariot-hut", _HUTS)


def _scatter(ground: Ground, hexes: set[int], symbol: str, places: tuple[Point, ...]) -> str:
    """Return copies of a symbol at the same places in every hex."""
    parts: list[str] = []
    for hex in sorted(hexes):
        x, y = hex_centre(ground, hex)
        parts.extend(
            [f'<use href="#{symbol}" x="{x + dx}" y="{y + dy}"/>' for dx, dy in sorted(places, key=_draw_order)]
        )
    return "".join(parts)


def _draw_order(place: Point) -> int:
    """Return the sort key that draws symbols further south in front."""
    return place[1]


def _grid(ground: Ground) -> str:
    """CH-M.grid: draw the hexsides as thin lines over hills and woods; three per hex are enough."""
    rise = POINT_RADIUS - HALF_SIDE
    parts: list[str] = []
    for hex in range(ground.hexes.count):
        x, y = hex_centre(ground, hex)
        parts.append(f"M{x + HALF_WIDTH} {y - HALF_SIDE}v{2 * HALF_SIDE}l{-HALF_WIDTH} {rise}l{-HALF_WIDTH} {-rise}")
    return _path("".join(parts), "fill:none;stroke:var(--lane);stroke-width:11;stroke-opacity:.42")


# -------------------------------------------------------------------- numbers

# Digits as strokes in a box 60 wide and 100 high: starting point and path. All numbers together are one path; as text
# they would be thousands of elements.
_DIGIT_STROKES: Final = (
    (10, 0, "h40l10 15v70l-10 15h-40l-10 -15v-70z"),
    (15, 20, "l20 -20v100"),
    (0, 20, "l15 -20h30l15 20v20l-60 60h60"),
    (0, 0, "h60l-35 40h15l20 20v20l-20 20h-25l-15 -15"),
    (45, 100, "v-100l-45 70h60"),
    (55, 0, "h-50l-5 45h35l20 20v15l-20 20h-20l-15 -15"),
    (50, 0, "h-25l-25 35v50l15 15h30l15 -15v-20l-15 -15h-45"),
    (0, 0, "h60l-40 100"),
    (15, 0, "h30l15 15v15l-15 15h-30l-15 -15v-15zm0 45l-15 15v25l15 15h30l15 -15v-25l-15 -15z"),
    (10, 100, "h25l25 -35v-50l-15 -15h-30l-15 15v20l15 15h45"),
)
_DIGIT_WIDTH: Final = 88  # distance between digits
_NUMBER_OFFSET: Final = 560  # from the centre of a hex up to its number


def numbers_symbol(ground: Ground, name: str) -> str:
    """CH-R29: return the symbol with the number of every hex, small, below its northern point."""
    side = map_width(ground)
    style = "fill:none;stroke:var(--value);stroke-opacity:.75;stroke-width:16;stroke-linejoin:round"
    data = "".join([_number_path(ground, hex) for hex in range(ground.hexes.count)])
    return f'<symbol id="{name}" viewBox="0 0 {side} {side}">{_path(data, style + ";" + FINE_STYLE)}</symbol>'


def _number_path(ground: Ground, hex: int) -> str:
    """Return the number of a hex as strokes."""
    text = ground.hexes.label(hex)
    x, y = hex_centre(ground, hex)
    x -= (_DIGIT_WIDTH * len(text) - 28) // 2
    parts: list[str] = []
    for index, digit in enumerate(text):
        dx, dy, strokes = _DIGIT_STROKES[int(digit)]
        parts.append(f"M{x + index * _DIGIT_WIDTH + dx} {y - _NUMBER_OFFSET + dy}{strokes}")
    return "".join(parts)
