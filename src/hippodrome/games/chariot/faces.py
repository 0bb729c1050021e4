"""The faces of counters, and other small signs with figures on them, as symbols made from the data."""

from __future__ import annotations

from typing import Final

from hippodrome.games.chariot.formatting import points
from hippodrome.games.chariot.ground import Ground
from hippodrome.games.chariot.landscape import CORNERS, landscape, numbers
from hippodrome.games.chariot.units import CLASSES, Kind

COUNTER: Final = 720  # the side of a counter
COST: Final = 1000  # the side of the square in which a hex with its cost is drawn
MOST_COST: Final = 30  # half points
MOST_STACK: Final = 16
NUMBERS: Final = "chariot-numbers"
OUTLINE: Final = "M" + "L".join([f"{x} {y}" for x, y in CORNERS]) + "Z"
_BOLD: Final = "font-weight:700;text-anchor:middle"


def symbols(drawn: str, kinds: list[Kind], hilly: Ground, flat: Ground) -> str:
    """Return the drawn symbols, and those that follow from units, numbers and the two maps."""
    made = [landscape(hilly, land_name(False)), landscape(flat, land_name(True)), numbers(hilly, NUMBERS)]
    made.extend([face(kind, side) for kind in kinds for side in (0, 1)])
    made.extend([cost(halves) for halves in range(MOST_COST + 1)])
    made.extend([pile(count) for count in range(2, MOST_STACK + 1)])
    return drawn.replace("</svg>", "\n".join([*made, "</svg>"]))


def land_name(is_flat: bool) -> str:
    """Return the symbol of the map, with its hills or without."""
    return "chariot-plain" if is_flat else "chariot-land"


def face_name(kind: Kind, side: int) -> str:
    """Return the symbol of a counter's face."""
    return f"chariot-{kind.key}-{side}"


def face(kind: Kind, side: int) -> str:
    """Return a black figure over a strip with the values; above it the type, and the class to the right.

    The strip is bright for one side and dark for the other, so that they differ without any colour.
    """
    half = COUNTER // 2
    figure = "L" if kind.is_leader else kind.key
    shade = "fill:var(--figure);stroke:var(--clay);stroke-width:34;paint-order:stroke;stroke-linejoin:round"
    corner = f"{shade};font-size:132px;font-weight:700"
    ground, letters = ("#201B16", "#FFFBF3") if side else ("#FFFBF3", "#201B16")
    values = f"fill:{letters};font-size:{_fitting(kind.values)}px;{_BOLD}"
    return (
        f'<symbol id="{face_name(kind, side)}" viewBox="{-half} {-half} {COUNTER} {COUNTER}" overflow="visible">'
        f'<g transform="translate(10 24) scale(0.88)"><use href="#chariot-figure-{figure}"/></g>'
        f'<text x="-326" y="-222" style="{corner}">{kind.key}</text>'
        f'<text x="326" y="-222" style="{corner};text-anchor:end">{CLASSES[kind.klass]}</text>'
        f'<rect x="-350" y="196" width="700" height="154" rx="40" style="fill:{ground};stroke:none"/>'
        f'<text x="0" y="330" style="{values}">{kind.values}</text></symbol>'
    )


def _fitting(text: str) -> int:
    """Return the height of letters at which some words fill a strip, and no more."""
    return min(168, 1240 // max(len(text), 1))


def cost_name(halves: int) -> str:
    """Return the symbol of a hex that can be reached at a cost in half points; 0: at none that matters."""
    return f"chariot-cost-{min(halves, MOST_COST)}"


def cost(halves: int) -> str:
    """Return a hex that may be chosen, with what it costs; it has the colours of what may be chosen."""
    words = points(halves) if halves else ""
    halo = "stroke:var(--surface);stroke-width:60;paint-order:stroke"
    style = f"fill:var(--link);fill-opacity:1;{halo};font-size:330px;{_BOLD}"
    text = f'<text y="120" style="{style}">{words}</text>' if words else ""
    half = COST // 2
    return (
        f'<symbol id="{cost_name(halves)}" viewBox="{-half} {-half} {COST} {COST}" overflow="visible">'
        f'<path transform="scale(0.93)" d="{OUTLINE}"/>{text}</symbol>'
    )


def pile_name(count: int) -> str:
    """Return the symbol over a stack of so many."""
    return f"chariot-stack-{min(count, MOST_STACK)}"


def pile(count: int) -> str:
    """How many there are in a stack, in its corner; and a glassy square that can be pointed at."""
    style = f"fill:#FFFBF3;font-size:190px;{_BOLD}"
    return (
        f'<symbol id="{pile_name(count)}" viewBox="-500 -500 1000 1000" overflow="visible">'
        '<rect x="-470" y="-470" width="940" height="940" style="fill:#000000;fill-opacity:0;stroke:none"/>'
        '<circle cx="410" cy="400" r="124" style="fill:#201B16;stroke:#FFFBF3;stroke-width:24"/>'
        f'<text x="410" y="468" style="{style}">{count}</text></symbol>'
    )
