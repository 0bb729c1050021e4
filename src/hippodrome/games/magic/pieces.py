"""The pieces in a square: a grid that fills it, large tiles for few and small ones for many, and the marks on them."""

from __future__ import annotations

from typing import Final

from hippodrome.games.magic.description import doings, is_aiming, words_of
from hippodrome.games.magic.kinds import GEAR, GENERAL, QUALITIES, UNITS
from hippodrome.kit.geometry.squares import Squares
from hippodrome.kit.scene import FACTIONS, Node
from hippodrome.kit.state import Json

SIDE: Final = 6000  # of a tile of the board
EDGE: Final = 300  # around the board
STRIP: Final = 800  # the height of the strip above the pieces, with ground and name
MARGIN: Final = 130  # beside and below the pieces
GAP: Final = 110  # between them
LARGEST: Final = (2900, 3500)  # width and height of a piece that stands alone
# Columns and rows for so many pieces.
GRIDS: Final = ((1, 1), (2, 1), (2, 2), (2, 2), (3, 2), (3, 2), (3, 3), (3, 3), (3, 3))
FULL: Final = len(GRIDS)  # if there are more, four characters share a cell
PIP: Final = 12  # the height of pips, in parts of a hundred of a piece's
MARK: Final = 27  # and the side of a mark of quality or gear, of its shorter side


class Spot:
    """Where a piece is drawn, and how large."""

    __slots__ = ("high", "wide", "x", "y")

    def __init__(self, x: int, y: int, wide: int, high: int) -> None:
        self.x = x
        self.y = y
        self.wide = wide
        self.high = high

    @property
    def across(self) -> int:
        """The diameter of a round piece."""
        return min(self.wide, self.high)


def left_of(board: Squares, square: int) -> int:
    """Return the left edge of a tile."""
    return EDGE + board.column[square] * SIDE


def top_of(board: Squares, square: int) -> int:
    """Return the upper edge of a tile; row 1 is at the bottom."""
    return EDGE + (board.rows - 1 - board.row[square]) * SIDE


# -------------------------------------------------------------------- stacks


def spots(board: Squares, table: Json) -> dict[int, Spot]:
    """Where every piece is drawn: the units of a square in a grid, and after them its characters."""
    stacks: dict[int, tuple[list[int], list[int]]] = {}
    for unit in table["units"]:
        if unit["square"] >= 0:
            stacks.setdefault(unit["square"], ([], []))[unit["kind"] >= UNITS].append(unit["id"])
    found: dict[int, Spot] = {}
    for square, (units, characters) in stacks.items():
        x, y = left_of(board, square), top_of(board, square)
        for id, spot in zip([*units, *characters], places(len(units), len(characters)), strict=True):
            found[id] = Spot(x + spot.x, y + spot.y, spot.wide, spot.high)
    return found


def places(units: int, characters: int) -> list[Spot]:
    """Return the places of so many units and characters in a tile."""
    count = units + characters
    if count <= FULL:
        return grid(count, *GRIDS[count - 1])
    if units < FULL and characters <= 4 * (FULL - units):
        cells = grid(FULL, *GRIDS[FULL - 1])
        return [*cells[:units], *[quarter for cell in cells[units:] for quarter in quarters(cell)][:characters]]
    return grid(count, 4, (count + 3) // 4)


def grid(count: int, columns: int, rows: int) -> list[Spot]:
    """So many places row by row; a last row that is not full stands in the middle."""
    wide, high = (SIDE - 2 * MARGIN) // columns, (SIDE - STRIP - MARGIN) // rows
    found: list[Spot] = []
    for number in range(count):
        row, column = divmod(number, columns)
        aside = (columns - min(columns, count - row * columns)) * wide // 2
        x, y = MARGIN + aside + column * wide + wide // 2, STRIP + row * high + high // 2
        found.append(Spot(x, y, min(wide - GAP, LARGEST[0]), min(high - GAP, LARGEST[1])))
    return found


def quarters(cell: Spot) -> list[Spot]:
    """Four small places in one."""
    wide, high = cell.wide // 2, cell.high // 2
    return [
        Spot(cell.x + dx * wide // 2, cell.y + dy * high // 2, wide - GAP // 3, high - GAP // 3)
        for dy in (-1, 1)
        for dx in (-1, 1)
    ]


# -------------------------------------------------------------------- a piece


def pieces(board: Squares, table: Json) -> list[Node]:
    """Return the units and characters on the board."""
    nodes: list[Node] = []
    at = spots(board, table)
    for unit in table["units"]:
        if unit["id"] in at:
            nodes.extend(piece(board, unit, at[unit["id"]], table["asked"]))
    return nodes


def piece(board: Squares, unit: Json, spot: Spot, asked: Json) -> list[Node]:
    """Return a plate with the figure of its kind, the marks of quality and gear, a pip for each base, and what it
    is about.
    """
    id, seat = unit["id"], unit["side"]
    css = f"plate broad seat{seat}" + (" acting" if asked["about"] == id else "")
    words = f"{FACTIONS[seat]}'s {', '.join([words_of(unit), *doings(board, unit, is_aiming(asked))])}"
    is_unit = unit["kind"] < UNITS
    nodes = [plate(unit, spot, css, words), *(unit_face(unit, spot) if is_unit else character_face(unit, spot))]
    return [*nodes, *badges(unit, spot, is_aiming(asked))]


def plate(unit: Json, spot: Spot, css: str, words: str) -> Node:
    """Red's units are oblong and his characters round; White's have their corners cut off."""
    name, is_unit = f"unit-{unit['id']}", unit["kind"] < UNITS
    wide, high = (spot.wide, spot.high) if is_unit else (spot.across, spot.across)
    if unit["side"] == 1:
        return Node(name, "path", spot.x, spot.y, cut(wide, high, spot.across // (6 if is_unit else 3)), 0, css, words)
    if is_unit:
        return Node(name, "rect", spot.x, spot.y, f"{wide} {high} 110", 0, css, words)
    return Node(name, "circle", spot.x, spot.y, str(wide // 2), 0, css, words)


def cut(wide: int, high: int, corner: int) -> str:
    """Return an oblong without its corners."""
    w, h = wide // 2, high // 2
    x, y = w - corner, h - corner
    return f"M{-x} {-h}L{x} {-h}L{w} {-y}L{w} {y}L{x} {h}L{-x} {h}L{-w} {y}L{-w} {-y}z"


def unit_face(unit: Json, spot: Spot) -> list[Node]:
    """Figure and pips; the marks stand beside the figure if the plate is broad, else below it."""
    id, foot, names = unit["id"], spot.high * PIP // 100 + 120, marks_of(unit)
    is_broad = spot.wide * 100 > spot.high * 108
    length = spot.high - foot if is_broad else spot.wide - 160
    mark = min(spot.across * MARK // 100, length * 86 // 100 // max(len(names), 1))
    room = spot.high - foot - (0 if is_broad or not names else mark)
    size = min(room, spot.wide) - 60
    aside = (spot.wide - size) // 2 - 60 if is_broad and names else 0
    top = spot.y - spot.high // 2
    nodes = [
        Node(f"unit-{id}-figure", "use", spot.x - aside, top + room // 2 + 30, f"magic-{unit['kind']}", 0,
             f"figure seat{unit['side']}", size=size),
        Node(f"unit-{id}-pips", "path", spot.x, spot.y + spot.high // 2, pips(unit, spot), 0, "figure"),
    ]  # fmt: skip
    if is_broad:
        return nodes + marks(unit, spot.x + spot.wide // 2 - mark * 6 // 10, top + length // 2 + 40, mark, (0, 1))
    return nodes + marks(unit, spot.x, top + 60 + size + mark // 2, mark, (1, 0))


def marks(unit: Json, x: int, y: int, mark: int, along: tuple[int, int]) -> list[Node]:
    """Quality and gear, side by side about a point: in a row or in a column."""
    names = marks_of(unit)
    nodes: list[Node] = []
    for number, name in enumerate(names):
        away = (2 * number - len(names) + 1) * mark * 58 // 100
        at = (x + along[0] * away, y + along[1] * away)
        css = f"figure seat{unit['side']}"
        nodes.append(Node(f"unit-{unit['id']}-{name}", "use", *at, f"magic-{name}", 0, css, size=mark))
    return nodes


def marks_of(unit: Json) -> list[str]:
    """Return the names of the marks of quality and gear."""
    found = [QUALITIES[unit["quality"]]] if unit["quality"] else []
    return found + [GEAR[bit] for bit in range(len(GEAR)) if unit["gear"] >> bit & 1]


def pips(unit: Json, spot: Spot) -> str:
    """Return a bar for each base, upwards from the lower edge; those of lost bases are hollow."""
    full, high = unit["full"], spot.high * PIP // 100
    step = min((spot.wide - 260) // full, spot.wide // 3)
    wide, line, found = step * 82 // 100, max(30, high // 8), []
    for number in range(full):
        x = step * (2 * number - full) // 2 + (step - wide) // 2
        found.append(f"M{x} -90h{wide}v-{high}h-{wide}z")
        if number >= unit["bases"]:
            found.append(f"M{x + line} -{90 + line}v-{high - 2 * line}h{wide - 2 * line}v{high - 2 * line}z")
    return "".join(found)


def character_face(unit: Json, spot: Spot) -> list[Node]:
    """Return a character's figure; a general wears a wreath."""
    name, across = f"unit-{unit['id']}", spot.across
    css = f"figure seat{unit['side']}"
    if unit["kind"] != GENERAL:
        return [Node(f"{name}-figure", "use", spot.x, spot.y, f"magic-{unit['kind']}", 0, css, size=across * 74 // 100)]
    return [
        Node(f"{name}-wreath", "use", spot.x, spot.y, "magic-wreath", 0, css, size=across * 96 // 100),
        Node(f"{name}-figure", "use", spot.x, spot.y - across // 30, f"magic-{GENERAL}", 0, css,
             size=across * 62 // 100),
    ]  # fmt: skip


# -------------------------------------------------------------------- what it is about


def badges(unit: Json, spot: Spot, aiming: bool) -> list[Node]:
    """Small round marks along the upper edge, from the right: hits, attack, shot, spells, what it went through."""
    radius = max(240, spot.across * 13 // 100)
    wide = spot.wide if unit["kind"] < UNITS else spot.across
    x, y = spot.x + wide // 2 - radius * 7 // 10, spot.y - (spot.high if unit["kind"] < UNITS else wide) // 2
    nodes: list[Node] = []
    for name in badges_of(unit, aiming):
        id = f"unit-{unit['id']}-{name}"
        nodes.append(Node(f"{id}-badge", "circle", x, y + radius // 2, str(radius), 0, "badge"))
        if name == "hits":
            nodes.append(Node(id, "text", x, y + radius // 2, str(unit["hits"]), 0, "harm", size=radius * 17 // 10))
        else:
            nodes.append(Node(id, "use", x, y + radius // 2, f"magic-{name}", 0, "badge", size=radius * 17 // 10))
        x -= radius * 21 // 10
    return nodes


def badges_of(unit: Json, aiming: bool) -> list[str]:
    """What a unit is about, the most pressing first."""
    has_declared = unit["target"] >= 0
    found = (
        ("hits", unit["hits"] > 0),
        ("attacks", has_declared and not unit["spent"]),
        ("aims", unit["aim"] >= 0 and aiming),
        ("dread", unit["dread"]),
        ("haste", unit["hasted"]),
        ("beaten", unit["beaten"]),
        ("fought", has_declared and unit["spent"] and not unit["beaten"]),
        ("fresh", unit["won_before"]),
    )
    return [name for name, holds in found if holds]
