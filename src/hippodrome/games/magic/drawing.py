"""Drawing of a battle: tiles, ground and rivers, special scenery and spells, the countdown, and arrows of attacks."""

from __future__ import annotations

from typing import Final

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
from hippodrome.games.magic.pieces import BOARD_MARGIN, TILE_SIZE, tile_left, tile_top
from hippodrome.games.magic.state import START_COUNTDOWN
from hippodrome.kit.geometry.squares import BRIDGE, DEEP, DRY, EAST, NORTH, Squares
from hippodrome.kit.scene import Layer, Node
from hippodrome.kit.state import Json

COUNTDOWN_HEIGHT: Final = 1900
STRIP_MIDDLE: Final = 440  # of the strip above the pieces, from the top of the tile
GROUND_CSS: Final = {
    OPEN: "sand", WOOD: "hedge", VILLAGE: "stone", BRUSH: "hedge", DEFENCES: "stone", MARSH: "water", STEEP: "stone",
    GENTLE: "sand", FIELDS: "sand", CHASM: "figure", WALKING_WOOD: "hedge", FOG: "water", FIRE: "harm",
}  # fmt: skip
# Motif of each ground as a path around its centre; it is drawn three times in the strip of a tile.
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


def tile_centre(board: Squares, square: int) -> tuple[int, int]:
    """Return the centre of a tile."""
    return tile_left(board, square) + TILE_SIZE // 2, tile_top(board, square) + TILE_SIZE // 2


def scene_box(board: Squares) -> tuple[int, int, int, int]:
    """Return the box of the picture as (x, y, width, height)."""
    return (
        0,
        0,
        2 * BOARD_MARGIN + board.columns * TILE_SIZE,
        BOARD_MARGIN + board.rows * TILE_SIZE + COUNTDOWN_HEIGHT,
    )


# -------------------------------------------------------------------- the ground


def board_layer(board: Squares) -> Layer:
    """Return the static layer of bare tiles. Their ground is picked only when the battle begins."""
    nodes: list[Node] = []
    for square in range(board.size):
        x, y = tile_centre(board, square)
        name = board.name[square]
        nodes.append(Node(f"tile-{name}", "rect", x, y, f"{TILE_SIZE - 120} {TILE_SIZE - 120} 200", 0, "square", name))
    return Layer("field", nodes, True)


def terrain_layer(layout: Layout) -> Layer:
    """Return the layer of a layout: ground, rivers and the names of the squares."""
    board = layout.squares
    nodes: list[Node] = []
    for square in range(board.size):
        ground, name = layout.ground[square], board.name[square]
        nodes.extend(motif_nodes(board, square, ground, GROUND_CSS[ground], "ground"))
        nodes.append(square_label(board, square, f"name-{name}"))
    nodes.extend(river_nodes(board))
    return Layer("ground", nodes)


def square_label(board: Squares, square: int, id: str, css: str = "note") -> Node:
    """Return the name of a square, in its upper right corner."""
    x, y = tile_left(board, square) + TILE_SIZE - 620, tile_top(board, square) + STRIP_MIDDLE
    return Node(id, "text", x, y, board.name[square], 0, css, size=640)


def motif_nodes(board: Squares, square: int, ground: int, css: str, prefix: str) -> list[Node]:
    """Return the colour of a square's ground, and its motifs in the strip above the pieces."""
    if ground not in MOTIFS:
        return []
    x, y = tile_left(board, square) + 880, tile_top(board, square) + STRIP_MIDDLE + 20
    name, words = f"{prefix}-{board.name[square]}", GROUND_NAMES[ground]
    shade = Node(
        f"{name}-shade", "rect", *tile_centre(board, square), f"{TILE_SIZE - 200} {TILE_SIZE - 200} 180", 0, css, words
    )
    ink = "badge" if ground in (CHASM, FIRE) else "mark"
    motifs = [Node(f"{name}-{n}", "path", x + 1350 * n, y, MOTIFS[ground], 0, ink, words) for n in range(3)]
    return [shade, *motifs]


def river_nodes(board: Squares) -> list[Node]:
    """Return the rivers and bridges on the edges of squares."""
    nodes: list[Node] = []
    for square in range(board.size):
        x, y = tile_centre(board, square)
        for d, (dx, dy, size) in (
            (NORTH, (0, -TILE_SIZE // 2, f"{TILE_SIZE} 260")),
            (EAST, (TILE_SIZE // 2, 0, f"260 {TILE_SIZE}")),
        ):
            what = board.edge[square * 4 + d]
            if what == DRY:
                continue
            name = f"river-{board.name[square]}-{d}"
            words = {DEEP: "deep river", BRIDGE: "bridge"}.get(what, "shallow river")
            nodes.append(Node(name, "rect", x + dx, y + dy, size, 0, "water", words))
            if what == DEEP:
                nodes.append(Node(f"{name}-deep", "rect", x + dx, y + dy, size.replace("260", "90"), 0, "mark"))
            elif what == BRIDGE:
                nodes.append(Node(f"{name}-bridge", "rect", x + dx, y + dy, "1000 560 80", 0, "wood", "bridge"))
    return nodes


def overlay_nodes(board: Squares, table: Json) -> list[Node]:
    """Return special scenery, Wards and Mists, and the countdown below the board."""
    nodes = countdown_nodes(board, table)
    for piece in table["scenery"]:
        square, name = piece["square"], f"scenery-{piece['id']}"
        nodes.extend(motif_nodes(board, square, piece["ground"], GROUND_CSS[piece["ground"]], name))
        nodes.append(square_label(board, square, f"{name}-name", "tag"))
    for spell, squares in (("ward", table["ward"]), ("mist", table["mist"])):
        for square in squares:
            x, y = (
                tile_left(board, square) + (4050 if spell == "mist" else 1500),
                tile_top(board, square) + STRIP_MIDDLE,
            )
            name = board.name[square]
            nodes.append(
                Node(f"{spell}-{name}", "text", x, y, spell.title(), 0, "tag accent", f"{spell} on {name}", size=640)
            )
    return nodes


def countdown_nodes(board: Squares, table: Json) -> list[Node]:
    """WAM-T8: return turn and countdown as text and as a row of bars."""
    turn = f"Turn {table['turn']}" if table["turn"] else "Set-up"
    left = table["countdown"]
    y = BOARD_MARGIN + board.rows * TILE_SIZE + 1050
    words = Node("clock", "text", BOARD_MARGIN + 10400, y, f"{turn} · Countdown {left}", 0, "inscription", size=700)
    # Both corners are left free: the client shows the player's mark and its buttons there.
    step = max(150, min(1100, (board.columns * TILE_SIZE - 22400) // START_COUNTDOWN))
    nodes = [words]
    for css, first, last in (("mark", 0, left), ("painted", left, START_COUNTDOWN)):
        pips = [f"M{number * step} -280h{step * 3 // 4}v560h-{step * 3 // 4}z" for number in range(first, last)]
        if pips:
            text = f"countdown {left} of {START_COUNTDOWN}"
            nodes.append(Node(f"clock-{css}", "path", BOARD_MARGIN + 16200, y, "".join(pips), 0, css, text))
    return nodes


# -------------------------------------------------------------------- attacks


def attack_arrows(board: Squares, table: Json) -> list[Node]:
    """Return an arrow for each declared attack that has not been made."""
    sides: dict[tuple[int, int], int] = {}
    for unit in table["units"]:
        if unit["square"] >= 0 and unit["target"] >= 0 and not unit["spent"]:
            sides[unit["square"], unit["target"]] = unit["side"]
    return [arrow(board, pair[0], pair[1], f"plate seat{seat}", "attack") for pair, seat in sorted(sides.items())]


def arrow(board: Squares, source: int, target: int, css: str, name: str) -> Node:
    """Return an arrow across the edge between two squares."""
    (x, y), (other_x, other_y) = tile_centre(board, source), tile_centre(board, target)
    turn = int(board.direction(source, target)) * 900
    words = f"attack on {board.name[target]} from {board.name[source]}"
    data = "M-300 640V-100H-640L0 -740L640 -100H300V640z"
    id = f"{name}-{board.name[source]}-{board.name[target]}"
    down = 150 if x == other_x else STRIP_MIDDLE - TILE_SIZE // 2  # in the strip, clear of the pieces
    return Node(id, "path", (x + other_x) // 2, (y + other_y) // 2 + down, data, turn, css, words)
