"""The board in colour, and readable without: two characters for every square, so that it is not squeezed."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count

from rich.style import Style
from rich.text import Text

from hippodrome.kit.scene import FACTIONS, Scene
from hippodrome.kit.text_renderer import Cell, cells
from hippodrome.terminal.theme import TARGET, ground, plate, seat_of

Places = dict[tuple[int, int], str]
UNIT = 1000
_SOLID = ("wall", "water")


def board(scene: Scene, numbers: Mapping[str, int], unit: int = UNIT) -> list[Text]:
    """Return the lines of the board. Squares that options lead to show the option's number, found by its action."""
    values = painted_values(scene, unit)
    targets = target_numbers(scene, numbers, unit)
    lines = []
    for row, line in enumerate(cells(scene, unit)):
        text = Text(no_wrap=True)
        for column, cell in enumerate(line):
            place = (column, row)
            letters, style = square(cell, values.get(place, ""), targets.get(place, ""))
            text.append(letters, style)
        lines.append(text)
    return lines


def fitting(scene: Scene, numbers: Mapping[str, int], width: int, height: int) -> list[Text]:
    """Return the board in no more than so many characters and lines: the larger it is, the less of it every two
    stand for.
    """
    _, _, wide, high = scene.box
    unit = next(unit for unit in count(UNIT, UNIT) if wide // unit * 2 <= width and high // unit <= height)
    return board(scene, numbers, unit)


def square(cell: Cell, value: str, target: str) -> tuple[str, Style]:
    """Return the two characters of a square and their style."""
    seat = seat_of(cell.css)
    if seat >= 0:
        own = cell.glyph if len(cell.glyph) == 2 else FACTIONS[seat][:2]
        letters = cell.glyph[:1] + target if target else own
        return letters, plate(seat) + Style(underline="acting" in cell.css.split())
    if target:
        return f" {target}", TARGET
    words = cell.css.split()
    if any(word in words for word in _SOLID):
        return (cell.glyph * 2)[:2], ground(cell.css)
    return cell.glyph if len(cell.glyph) == 2 else cell.glyph + (value or " "), ground(cell.css)


def painted_values(scene: Scene, unit: int) -> Places:
    """What is painted on squares, such as the skid value of a bend: the first character of it."""
    found: Places = {}
    for layer in scene.layers:
        for node in layer.nodes:
            if node.shape == "text" and "value" in node.css.split():
                found[_place(scene, node.x, node.y, unit)] = node.data[:1]
    return found


def target_numbers(scene: Scene, numbers: Mapping[str, int], unit: int) -> Places:
    """Return the number of the option that leads to a square."""
    nodes = {node.id: node for layer in scene.layers for node in layer.nodes}
    found: Places = {}
    for handle in scene.handles:
        node = nodes.get(handle.on)
        number = numbers.get(handle.action)
        if node is not None and number is not None and number < 10 and "stacked" not in node.css.split():
            found.setdefault(_place(scene, node.x, node.y, unit), str(number))
    return found


def _place(scene: Scene, x: int, y: int, unit: int) -> tuple[int, int]:
    return (x - scene.box[0]) // unit, (y - scene.box[1]) // unit
