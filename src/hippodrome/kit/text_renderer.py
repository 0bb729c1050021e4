"""Scenes as text: a grid of characters for the terminal, with the style class of each for colour."""

from __future__ import annotations

import math
import re
from typing import Final

from hippodrome.kit.scene import Node, Scene

_STRAIGHT: Final = re.compile(r"M-?\d+ -?\d+(L-?\d+ -?\d+)+z")


class Cell:
    """One character of a text drawing and the classes of the node it stands for."""

    __slots__ = ("css", "glyph")

    def __init__(self, glyph: str, css: str) -> None:
        self.glyph = glyph
        self.css = css


def cells(scene: Scene, unit: int = 1000) -> list[list[Cell]]:
    """Return the drawing as rows of cells: one for every unit of the scene, later layers over earlier ones.

    A node fills every cell whose middle it covers, and the one in which its own middle lies. A target keeps the
    character of what stands there, and adds its classes to it.
    """
    left, top, width, height = scene.box
    rows = [[Cell(" ", "") for _ in range(width // unit)] for _ in range(height // unit)]
    for layer in [layer for layer in scene.layers if not layer.of]:
        for node in layer.nodes:
            if not node.glyph and layer.name != "targets":
                continue
            for x, y in covered(node, unit, left, top) if node.glyph else [(node.x, node.y)]:
                column, row = (x - left) // unit, (y - top) // unit
                if not (0 <= row < len(rows) and 0 <= column < len(rows[row])):
                    continue
                if node.glyph:
                    rows[row][column] = Cell(node.glyph, node.css)
                else:
                    rows[row][column].css += f" {node.css}"
    return rows


def covered(node: Node, unit: int, left: int, top: int) -> list[tuple[int, int]]:
    """Return the middles of the cells that a node covers, and its own."""
    found = [(node.x, node.y)]
    corners = outline(node)
    if max([max(abs(x), abs(y)) for x, y in corners], default=0) * 3 // 2 <= unit:
        return found
    angle = math.radians(node.turn / 10)
    cos, sin = math.cos(angle), math.sin(angle)
    sides = [(node.x + x * cos - y * sin, node.y + x * sin + y * cos) for x, y in corners]
    for y in _middles([y for _, y in sides], unit, top):
        for x in _middles([x for x, _ in sides], unit, left):
            if holds(sides, x, y):
                found.append((x, y))
    return found


def _middles(ends: list[float], unit: int, start: int) -> range:
    """Return the middles of the cells between the least and the greatest of some places."""
    return range(int(min(ends) - start) // unit * unit + start + unit // 2, math.ceil(max(ends)), unit)


def outline(node: Node) -> list[tuple[int, int]]:
    """Return the corners of a node about its middle, if it is a box, a round, or a path from point to point."""
    if node.shape == "rect":
        width, height = [int(side) // 2 for side in node.data.split()[:2]]
        return [(width, height), (-width, height), (-width, -height), (width, -height)]
    if node.shape == "circle":
        turns = [math.pi * step / 12 for step in range(24)]
        return [(round(int(node.data) * math.cos(turn)), round(int(node.data) * math.sin(turn))) for turn in turns]
    if node.shape == "path" and _STRAIGHT.fullmatch(node.data):
        points = [point.split() for point in node.data[1:-1].split("L")]
        return [(int(x), int(y)) for x, y in points]
    return []


def holds(sides: list[tuple[float, float]], x: float, y: float) -> bool:
    """Return whether a point lies within an outline: a line from it to the right crosses that an odd number of
    times.
    """
    inside = False
    for (ax, ay), (bx, by) in zip(sides, [*sides[1:], *sides[:1]], strict=True):
        if (ay > y) != (by > y) and x < ax + (bx - ax) * (y - ay) / (by - ay):
            inside = not inside
    return inside


def plain(scene: Scene, unit: int = 1000) -> str:
    """Return the drawing as plain lines of text."""
    return "\n".join(["".join([cell.glyph[:1] for cell in row]).rstrip() for row in cells(scene, unit)])
