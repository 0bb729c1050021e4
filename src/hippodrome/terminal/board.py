"""The board as coloured text: two characters per square, which look about square, and clear without colour."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count

from rich.style import Style
from rich.text import Text

from hippodrome.kit.scene import FACTIONS, Scene
from hippodrome.kit.text_renderer import TextCell, cells
from hippodrome.terminal.theme import TARGET, seat_from_css, seat_style, square_style

SquareTexts = dict[tuple[int, int], str]
"""Texts by column and row."""

SQUARE_SIZE = 1000  # scene units
_SOLID = ("wall", "water")


def draw_board(scene: Scene, numbers: Mapping[str, int], unit: int = SQUARE_SIZE) -> list[Text]:
    """Return the lines of the board.

    `numbers` has the option number of each action; the square that an option leads to shows it. `unit` is the number of
    scene units that a square of the drawing stands for.
    """
    values = square_values(scene, unit)
    targets = target_numbers(scene, numbers, unit)
    lines = []
    for row, line in enumerate(cells(scene, unit)):
        text = Text(no_wrap=True)
        for column, cell in enumerate(line):
            place = (column, row)
            characters, style = draw_square(cell, values.get(place, ""), targets.get(place, ""))
            text.append(characters, style)
        lines.append(text)
    return lines


def draw_board_to_fit(scene: Scene, numbers: Mapping[str, int], width: int, height: int) -> list[Text]:
    """Return the board at the largest scale that fits this many characters and lines."""
    _, _, scene_width, scene_height = scene.box
    unit = next(
        unit
        for unit in count(SQUARE_SIZE, SQUARE_SIZE)
        if scene_width // unit * 2 <= width and scene_height // unit <= height
    )
    return draw_board(scene, numbers, unit)


def draw_square(cell: TextCell, value: str, target: str) -> tuple[str, Style]:
    """Return the two characters of a square and their style."""
    seat = seat_from_css(cell.css)
    if seat >= 0:
        name = cell.glyph if len(cell.glyph) == 2 else FACTIONS[seat][:2]
        characters = cell.glyph[:1] + target if target else name
        return characters, seat_style(seat) + Style(underline="acting" in cell.css.split())
    if target:
        return f" {target}", TARGET
    classes = cell.css.split()
    if any(name in classes for name in _SOLID):
        return (cell.glyph * 2)[:2], square_style(cell.css)
    return cell.glyph if len(cell.glyph) == 2 else cell.glyph + (value or " "), square_style(cell.css)


def square_values(scene: Scene, unit: int) -> SquareTexts:
    """Return the first character of each value printed on a square, such as the skid value of a bend."""
    values: SquareTexts = {}
    for layer in scene.layers:
        for node in layer.nodes:
            if node.shape == "text" and "value" in node.css.split():
                values[_square_at(scene, node.x, node.y, unit)] = node.data[:1]
    return values


def target_numbers(scene: Scene, numbers: Mapping[str, int], unit: int) -> SquareTexts:
    """Return the option number of each square that an option leads to; only numbers below 10 fit a square."""
    nodes = {node.id: node for layer in scene.layers for node in layer.nodes}
    targets: SquareTexts = {}
    for handle in scene.handles:
        node = nodes.get(handle.on)
        number = numbers.get(handle.action)
        if node is not None and number is not None and number < 10 and "stacked" not in node.css.split():
            targets.setdefault(_square_at(scene, node.x, node.y, unit), str(number))
    return targets


def _square_at(scene: Scene, x: int, y: int, unit: int) -> tuple[int, int]:
    return (x - scene.box[0]) // unit, (y - scene.box[1]) // unit
