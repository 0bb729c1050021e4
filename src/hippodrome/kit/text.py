"""Scenes as text: a grid of characters for the terminal, with the style class of each for colour."""

from __future__ import annotations

from hippodrome.kit.scene import Scene


class Cell:
    """One character of a text drawing and the classes of the node it stands for."""

    __slots__ = ("css", "glyph")

    def __init__(self, glyph: str, css: str) -> None:
        self.glyph = glyph
        self.css = css


def cells(scene: Scene, unit: int = 1000) -> list[list[Cell]]:
    """The drawing as rows of cells: one for every unit of the scene, later layers over earlier ones.

    A target keeps the character of what stands there, and adds its classes to it.
    """
    left, top, width, height = scene.box
    rows = [[Cell(" ", "") for _ in range(width // unit)] for _ in range(height // unit)]
    for layer in scene.layers:
        for node in layer.nodes:
            column, row = (node.x - left) // unit, (node.y - top) // unit
            if not (0 <= row < len(rows) and 0 <= column < len(rows[row])):
                continue
            if node.glyph:
                rows[row][column] = Cell(node.glyph, node.css)
            elif layer.name == "targets":
                rows[row][column].css += f" {node.css}"
    return rows


def plain(scene: Scene, unit: int = 1000) -> str:
    """The drawing as plain lines of text."""
    return "\n".join(["".join([cell.glyph for cell in row]).rstrip() for row in cells(scene, unit)])
