"""The map as a drawing: hills with their crests, the stream through its hexes, oases, the village, numbers.

All of it is worked out from the map's file, and is a symbol: it comes to a browser once, and is painted once.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from hippodrome.games.chariot.ground import HILLTOP, SLOPE, STREAM, VILLAGE, WOODS, Ground
from hippodrome.kit.geometry.hexes import NONE, SIDES

WIDE: Final = 1154  # a hex from west to east
HIGH: Final = 1000  # from row to row
HALF: Final = WIDE // 2
POINT: Final = 667  # from the middle to the points
FLAT: Final = 333
CORNERS: Final = ((0, -POINT), (HALF, -FLAT), (HALF, FLAT), (0, POINT), (-HALF, FLAT), (-HALF, -FLAT))
# The two corners of each side, clockwise, by direction.
ENDS: Final = ((1, 2), (2, 3), (3, 4), (4, 5), (5, 0), (0, 1))
# How far it is to the middle of each neighbour.
STEPS: Final = ((WIDE, 0), (HALF, HIGH), (-HALF, HIGH), (-WIDE, 0), (-HALF, -HIGH), (HALF, -HIGH))

Point = tuple[int, int]

_PALMS: Final = ((-250, 130), (210, 180), (-20, -150))
_HUTS: Final = ((-220, 190), (200, 210), (-10, -170))
_TICKS: Final = (15, 38, 62, 85)  # where along a crest its hachures are, in hundredths
_WATERS: Final = (
    ("var(--water-line)", 560, ""),
    ("var(--water)", 490, ""),
    ("var(--surface)", 150, ";stroke-opacity:.22"),
)
_WAVES: Final = ((-190, -70), (60, 10), (-150, 110))  # where in a hex of the stream there are ripples


def middle(ground: Ground, hex: int) -> Point:
    """Return the middle of a hex."""
    column, row = ground.hexes.column[hex], ground.hexes.row[hex]
    return HALF + column * WIDE + row % 2 * HALF, POINT + row * HIGH


def side_of(ground: Ground) -> int:
    """Return the side of a square that holds the map."""
    return ground.hexes.widths[0] * WIDE


def depth_of(ground: Ground) -> int:
    """How far it is from the northern points of the map to the southern."""
    return (ground.hexes.rows - 1) * HIGH + 2 * POINT


def landscape(ground: Ground, name: str) -> str:
    """Return the symbol of a map."""
    side = side_of(ground)
    parts = [_hills(ground), _oases(ground), _village(ground), _grid(ground), _waters(ground)]
    return f'<symbol id="{name}" viewBox="0 0 {side} {side}">{"".join(parts)}</symbol>'


# -------------------------------------------------------------------- outlines


def outlines(ground: Ground, hexes: set[int]) -> list[list[Point]]:
    """Return the hexsides about a set of hexes, chained to loops of corners; holes run the other way round."""
    edges: dict[Point, Point] = {}
    for hex in sorted(hexes):
        x, y = middle(ground, hex)
        for side in range(SIDES):
            if ground.hexes.next[hex * SIDES + side] not in hexes:
                (ax, ay), (bx, by) = CORNERS[ENDS[side][0]], CORNERS[ENDS[side][1]]
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


def sharp(loops: list[list[Point]]) -> str:
    """Return the loops as a path from corner to corner."""
    return "".join([_sharp(loop) for loop in loops])


def _sharp(loop: list[Point]) -> str:
    """One loop, in short steps: only the first corner is told in full."""
    parts = [f"M{loop[0][0]} {loop[0][1]}l"]
    for (ax, ay), (bx, by) in pairwise(loop):
        parts.append(f"{bx - ax} {by - ay} ")
    return "".join(parts).rstrip() + "z"


def rounded(loops: list[list[Point]]) -> str:
    """Return the loops as a soft line through the middles of the hexsides."""
    return "".join([_rounded(loop) for loop in loops])


def _rounded(loop: list[Point]) -> str:
    ends = [*loop[1:], loop[0]]
    halves = [((ax + bx) // 2, (ay + by) // 2) for (ax, ay), (bx, by) in zip(loop, ends, strict=True)]
    parts = [f"M{halves[-1][0]} {halves[-1][1]}"]
    parts.extend([f"Q{cx} {cy} {x} {y}" for (cx, cy), (x, y) in zip(loop, halves, strict=True)])
    return "".join(parts) + "Z"


def of_kinds(ground: Ground, *kinds: int) -> set[int]:
    """Return the hexes of some terrains."""
    return {hex for hex in range(ground.hexes.count) if ground.terrain[hex] in kinds}


def _path(data: str, style: str) -> str:
    """Return a path with a style; nothing if it is empty."""
    return f'<path style="{style}" d="{data}"/>' if data else ""


# -------------------------------------------------------------------- hills


def _hills(ground: Ground) -> str:
    """CH-M.slopes, CH-M.hilltops, CH-M.crest: two heights, and hachures down from every crest."""
    low = rounded(outlines(ground, of_kinds(ground, SLOPE, HILLTOP)))
    high = rounded(outlines(ground, of_kinds(ground, HILLTOP)))
    return (
        _path(low, "fill:var(--bend);fill-opacity:.6;stroke:var(--bend-line);stroke-width:22;stroke-opacity:.45")
        + _path(high, "fill:var(--bend);stroke:var(--bend-line);stroke-width:44;stroke-opacity:.9")
        + _path(hachures(ground), "fill:none;stroke:var(--bend-line);stroke-width:26;stroke-linecap:round")
    )


def hachures(ground: Ground) -> str:
    """Short lines downhill from each hexside between a hilltop and a slope."""
    found: list[str] = []
    for hex in sorted(of_kinds(ground, HILLTOP)):
        for side in range(SIDES):
            other = ground.hexes.next[hex * SIDES + side]
            if other != NONE and ground.terrain[other] == SLOPE:
                found.append(_ticks(middle(ground, hex), side))
    return "".join(found)


def _ticks(at: Point, side: int) -> str:
    (ax, ay), (bx, by) = CORNERS[ENDS[side][0]], CORNERS[ENDS[side][1]]
    dx, dy = STEPS[side]
    found: list[str] = []
    for place, part in enumerate(_TICKS):
        x = at[0] + ax + (bx - ax) * part // 100 - dx // 40
        y = at[1] + ay + (by - ay) * part // 100 - dy // 40
        long = 4 if place % 2 else 6
        found.append(f"M{x} {y}l{dx // long} {dy // long}")
    return "".join(found)


# -------------------------------------------------------------------- water


def _waters(ground: Ground) -> str:
    """CH-M.stream: one ribbon with its banks and its current."""
    data = "".join([_reach(ground, hex) for hex in sorted(of_kinds(ground, STREAM))])
    style = "fill:none;stroke:{};stroke-width:{};stroke-linecap:round;stroke-linejoin:round{}"
    ripples = "".join([_ripples(middle(ground, hex)) for hex in sorted(of_kinds(ground, STREAM))])
    lines = "fill:none;stroke:var(--water-line);stroke-width:22;stroke-linecap:round;stroke-opacity:.8"
    return "".join([_path(data, style.format(*water)) for water in _WATERS]) + _path(ripples, lines)


def _ripples(at: Point) -> str:
    """Return a few small waves."""
    return "".join([f"M{at[0] + x} {at[1] + y}q36 -44 72 0t72 0" for x, y in _WAVES])


def _reach(ground: Ground, hex: int) -> str:
    """Return the stream in one hex: bends from hexside to hexside, out to the edge of the map, or a spring."""
    x, y = middle(ground, hex)
    ways = [side for side in range(SIDES) if flows(ground, hex, side)]
    gates = [(x + STEPS[side][0] // 2, y + STEPS[side][1] // 2) for side in ways]
    if len(gates) == 1:
        return f"M{gates[0][0]} {gates[0][1]}L{x} {y}"
    found: list[str] = []
    for place, (ax, ay) in enumerate(gates):
        found.extend([f"M{ax} {ay}Q{x} {y} {bx} {by}" for bx, by in gates[place + 1 :]])
    return "".join(found)


def flows(ground: Ground, hex: int, side: int) -> bool:
    """Return whether the stream goes on to a side: to the next of its hexes, or off the map if it would end at
    the edge.
    """
    hexes = ground.hexes
    other = hexes.next[hex * SIDES + side]
    if other != NONE:
        return ground.terrain[other] == STREAM
    wet = [beside for beside in hexes.around(hex) if ground.terrain[beside] == STREAM]
    outward = 3 if hexes.column[hex] == 0 else 0
    return len(wet) < 2 and side == outward


# -------------------------------------------------------------------- oases, the village, the grid


def _oases(ground: Ground) -> str:
    """CH-M.woods: green ground with palms."""
    hexes = of_kinds(ground, WOODS)
    style = "fill:var(--hedge);fill-opacity:.75;stroke:var(--hedge-line);stroke-width:26"
    return _path(rounded(outlines(ground, hexes)), style) + _scattered(ground, hexes, "chariot-palm", _PALMS)


def _village(ground: Ground) -> str:
    """CH-M.village: huts of mud brick on trodden ground."""
    hexes = of_kinds(ground, VILLAGE)
    style = "fill:var(--stone);fill-opacity:.8;stroke:var(--stone-line);stroke-width:26"
    return _path(rounded(outlines(ground, hexes)), style) + _scattered(ground, hexes, "chariot-hut", _HUTS)


def _scattered(ground: Ground, hexes: set[int], what: str, places: tuple[Point, ...]) -> str:
    """Return the same few things in every hex."""
    found: list[str] = []
    for hex in sorted(hexes):
        x, y = middle(ground, hex)
        found.extend([f'<use href="#{what}" x="{x + dx}" y="{y + dy}"/>' for dx, dy in sorted(places, key=_south)])
    return "".join(found)


def _south(place: Point) -> int:
    """What lies further south is drawn in front."""
    return place[1]


def _grid(ground: Ground) -> str:
    """CH-M.grid: the hexsides, thin, over hills and woods; three of each hex are enough."""
    found: list[str] = []
    for hex in range(ground.hexes.count):
        x, y = middle(ground, hex)
        found.append(f"M{x + HALF} {y - FLAT}v{2 * FLAT}l{-HALF} {POINT - FLAT}l{-HALF} {FLAT - POINT}")
    return _path("".join(found), "fill:none;stroke:var(--lane);stroke-width:11;stroke-opacity:.42")


# -------------------------------------------------------------------- numbers

# Figures as strokes in a box 60 wide and 100 high: where the pen is put down, and how it goes. A path of strokes is one
# thing to a browser; as many words would be thousands.
_FIGURES: Final = (
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
_FIGURE: Final = 88  # from figure to figure
_NUMBER: Final = 560  # from the middle of a hex up to its number


def numbers(ground: Ground, name: str) -> str:
    """CH-R29: the symbol with the number of every hex, small, below its northern point."""
    side = side_of(ground)
    style = "fill:none;stroke:var(--value);stroke-opacity:.75;stroke-width:16;stroke-linejoin:round"
    data = "".join([_written(ground, hex) for hex in range(ground.hexes.count)])
    return f'<symbol id="{name}" viewBox="0 0 {side} {side}">{_path(data, style)}</symbol>'


def _written(ground: Ground, hex: int) -> str:
    """Return a number in strokes."""
    text = ground.hexes.printed(hex)
    x, y = middle(ground, hex)
    x -= (_FIGURE * len(text) - 28) // 2
    parts: list[str] = []
    for place, figure in enumerate(text):
        dx, dy, strokes = _FIGURES[int(figure)]
        parts.append(f"M{x + place * _FIGURE + dx} {y - _NUMBER + dy}{strokes}")
    return "".join(parts)
