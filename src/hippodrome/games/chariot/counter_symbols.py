"""Symbols made from the data: faces of counters, movement costs and stack badges."""

from __future__ import annotations

from typing import Final

from hippodrome.games.chariot.formatting import points_text
from hippodrome.games.chariot.ground import Ground
from hippodrome.games.chariot.map_drawing import CORNERS, landscape_symbol, numbers_symbol
from hippodrome.games.chariot.units import CLASSES, Kind
from hippodrome.kit.scene import COARSE_STYLE, FINE_STYLE

COUNTER_SIZE: Final = 720  # side of a counter
COST_SIZE: Final = 1000  # side of the square in which a hex with its cost is drawn
MAX_COST_HALVES: Final = 30  # half points
MAX_STACK_SIZE: Final = 16
OWN_SYMBOL: Final = "own-"  # the start of the names of a variant's symbols
NUMBERS_SYMBOL: Final = "chariot-numbers"
HEX_OUTLINE: Final = "M" + "L".join([f"{x} {y}" for x, y in CORNERS]) + "Z"
_BOLD: Final = "font-weight:700;text-anchor:middle"


def build_symbols(drawn: str, kinds: list[Kind], maps: list[Ground]) -> str:
    """Return the drawn symbols together with those made from units and maps, each map with and without its hills."""
    parts: list[str] = []
    for ground in maps:
        parts.append(landscape_symbol(ground, land_symbol_name(ground)))
        parts.append(landscape_symbol(ground.flat(), land_symbol_name(ground.flat())))
        parts.append(numbers_symbol(ground, numbers_symbol_name(ground)))
    parts.extend([face_symbol(kind, side) for kind in kinds for side in (0, 1)])
    parts.extend([cost_symbol(halves) for halves in range(MAX_COST_HALVES + 1)])
    parts.extend([stack_symbol(count) for count in range(2, MAX_STACK_SIZE + 1)])
    return drawn.replace("</svg>", "\n".join([*parts, "</svg>"]))


def land_symbol_name(ground: Ground) -> str:
    """Return the symbol name of a map."""
    return f"chariot-{ground.name}"


def numbers_symbol_name(ground: Ground) -> str:
    """Return the symbol name of the numbers on a map, with or without its hills."""
    name = ground.name.removesuffix("-plain")
    return NUMBERS_SYMBOL if name in ("land", "plain") else f"{NUMBERS_SYMBOL}-{name}"


def face_symbol_name(kind: Kind, side: int) -> str:
    """Return the symbol name of a counter's face."""
    return f"chariot-{kind.key}-{side}"


def face_symbol(kind: Kind, side: int) -> str:
    """Return the symbol of a counter's face: a black figure, its type and class above, and a strip with the values.

    The strip is bright for one side and dark for the other, so that they differ without colour. A small counter
    shows only the figure and its highest strength.
    """
    half = COUNTER_SIZE // 2
    figure = kind.symbol if kind.symbol.startswith(OWN_SYMBOL) else f"figure-{kind.symbol}"
    place = f' x="{-half}" y="{-half}" width="{COUNTER_SIZE}" height="{COUNTER_SIZE}"' if OWN_SYMBOL in figure else ""
    shade = "fill:var(--figure);stroke:var(--clay);stroke-width:34;paint-order:stroke;stroke-linejoin:round"
    corner = f"{shade};font-size:132px;font-weight:700"
    strip_color, text_color = ("#201B16", "#FFFBF3") if side else ("#FFFBF3", "#201B16")
    box = f'viewBox="{-half} {-half} {COUNTER_SIZE} {COUNTER_SIZE}"'
    values = f"fill:{text_color};font-size:{_font_size(kind.counter_text)}px;{_BOLD}"
    strength = f"fill:{text_color};font-size:310px;{_BOLD}"
    return (
        f'<symbol id="{face_symbol_name(kind, side)}" {box} overflow="visible">'
        f'<g transform="translate(10 24) scale(0.88)"><use href="#chariot-{figure}"{place}/></g>'
        f'<g style="{FINE_STYLE}"><text x="-326" y="-222" style="{corner}">{kind.key}</text>'
        f'<text x="326" y="-222" style="{corner};text-anchor:end">{CLASSES[kind.unit_class]}</text>'
        f'<rect x="-350" y="196" width="700" height="154" rx="40" style="fill:{strip_color};stroke:none"/>'
        f'<text x="0" y="330" style="{values}">{kind.counter_text}</text></g>'
        f'<g style="{COARSE_STYLE}"><circle cx="190" cy="190" r="190" style="fill:{strip_color};stroke:{text_color};'
        f'stroke-width:24"/><text x="190" y="300" style="{strength}">{kind.strength_text}</text></g></symbol>'
    )


def _font_size(text: str) -> int:
    """Return the font size at which a text fills the strip."""
    return min(168, 1240 // max(len(text), 1))


def cost_symbol_name(halves: int) -> str:
    """Return the symbol name of a hex that costs this many half points; 0 shows no cost."""
    return f"chariot-cost-{min(halves, MAX_COST_HALVES)}"


def cost_symbol(halves: int) -> str:
    """Return the symbol of a selectable hex with its cost."""
    label = points_text(halves) if halves else ""
    halo = "stroke:var(--surface);stroke-width:60;paint-order:stroke"
    style = f"fill:var(--link);fill-opacity:1;{halo};font-size:330px;{_BOLD}"
    text = f'<text y="120" style="{style}">{label}</text>' if label else ""
    half = COST_SIZE // 2
    return (
        f'<symbol id="{cost_symbol_name(halves)}" viewBox="{-half} {-half} {COST_SIZE} {COST_SIZE}" overflow="visible">'
        f'<path transform="scale(0.93)" d="{HEX_OUTLINE}"/>{text}</symbol>'
    )


def stack_symbol_name(count: int) -> str:
    """Return the symbol name of the badge for a stack of this size."""
    return f"chariot-stack-{min(count, MAX_STACK_SIZE)}"


def stack_symbol(count: int) -> str:
    """Return a badge with the size of a stack, on a transparent square that reacts to the pointer."""
    style = f"fill:#FFFBF3;font-size:190px;{_BOLD}"
    return (
        f'<symbol id="{stack_symbol_name(count)}" viewBox="-500 -500 1000 1000" overflow="visible">'
        '<rect x="-470" y="-470" width="940" height="940" style="fill:#000000;fill-opacity:0;stroke:none"/>'
        '<circle cx="410" cy="400" r="124" style="fill:#201B16;stroke:#FFFBF3;stroke-width:24"/>'
        f'<text x="410" y="468" style="{style}">{count}</text></symbol>'
    )
