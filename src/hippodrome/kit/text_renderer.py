"""Scenes as text: a grid of characters for the terminal, each with its style classes."""

from __future__ import annotations

import math
import re
from typing import Final

from hippodrome.kit.scene import Node, Scene

_POLYGON: Final = re.compile(r"M-?\d+ -?\d+(L-?\d+ -?\d+)+z")


class TextCell:
    """One character of a text drawing, with the classes of the node it represents."""

    __slots__ = ("css", "glyph")

    def __init__(self, glyph: str, css: str) -> None:
        self.glyph = glyph
        self.css = css


def cells(scene: Scene, unit: int = 1000) -> list[list[TextCell]]:
    """Return the drawing as rows of cells, one per unit of the scene, later layers over earlier ones.

    A node fills every cell whose centre it covers, and the cell of its own centre. A target keeps the character that is
    there and adds its classes.
    """
    left, top, width, height = scene.box
    rows = [[TextCell(" ", "") for _ in range(width // unit)] for _ in range(height // unit)]
    for layer in [layer for layer in scene.layers if not layer.of]:
        for node in layer.nodes:
            if not node.glyph and layer.name != "targets":
                continue
            for x, y in covered_points(node, unit, left, top) if node.glyph else [(node.x, node.y)]:
                column, row = (x - left) // unit, (y - top) // unit
                if not (0 <= row < len(rows) and 0 <= column < len(rows[row])):
                    continue
                if node.glyph:
                    rows[row][column] = TextCell(node.glyph, node.css)
                else:
                    rows[row][column].css += f" {node.css}"
    return rows


def covered_points(node: Node, unit: int, left: int, top: int) -> list[tuple[int, int]]:
    """Return the centres of the cells that a node covers, and its own centre."""
    points = [(node.x, node.y)]
    corners = outline(node)
    if max([max(abs(x), abs(y)) for x, y in corners], default=0) * 3 // 2 <= unit:
        return points
    angle = math.radians(node.turn / 10)
    cos, sin = math.cos(angle), math.sin(angle)
    sides = [(node.x + x * cos - y * sin, node.y + x * sin + y * cos) for x, y in corners]
    for y in _centres([y for _, y in sides], unit, top):
        for x in _centres([x for x, _ in sides], unit, left):
            if contains(sides, x, y):
                points.append((x, y))
    return points


def _centres(ends: list[float], unit: int, start: int) -> range:
    """Return the centres of the cells between the least and the greatest of some coordinates."""
    return range(int(min(ends) - start) // unit * unit + start + unit // 2, math.ceil(max(ends)), unit)


def outline(node: Node) -> list[tuple[int, int]]:
    """Return the corners of a node relative to its centre, if it is a rectangle, circle or polygon; else nothing."""
    if node.shape == "rect":
        width, height = [int(side) // 2 for side in node.data.split()[:2]]
        return [(width, height), (-width, height), (-width, -height), (width, -height)]
    if node.shape == "circle":
        turns = [math.pi * step / 12 for step in range(24)]
        return [(round(int(node.data) * math.cos(turn)), round(int(node.data) * math.sin(turn))) for turn in turns]
    if node.shape == "path" and _POLYGON.fullmatch(node.data):
        points = [point.split() for point in node.data[1:-1].split("L")]
        return [(int(x), int(y)) for x, y in points]
    return []


def contains(sides: list[tuple[float, float]], x: float, y: float) -> bool:
    """Return whether a point lies inside an outline: a line to the right crosses it an odd number of times."""
    inside = False
    for (ax, ay), (bx, by) in zip(sides, [*sides[1:], *sides[:1]], strict=True):
        if (ay > y) != (by > y) and x < ax + (bx - ax) * (y - ay) / (by - ay):
            inside = not inside
    return inside


def plain_text(scene: Scene, unit: int = 1000) -> str:
    """Return the drawing as plain lines of text."""
    return "\n".join(["".join([cell.glyph[:1] for cell in row]).rstrip() for row in cells(scene, unit)])
