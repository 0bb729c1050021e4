"""The quick start of a game as lines for the terminal."""

from __future__ import annotations

from rich.text import Text

from hippodrome.kit.quick_start import Diagram, QuickLine, QuickStart
from hippodrome.kit.scene import Panel
from hippodrome.terminal.board import draw_board
from hippodrome.terminal.theme import CLAUSE, QUIET, STRONG


def quick_start_lines(quick_start: QuickStart) -> list[Text]:
    """Return goal, turn, what wins and what loses, and the diagrams, with the ids of the clauses."""
    lines = [
        Text(f"{quick_start.game.title} in one minute", style=STRONG), Text(),
        line_text("Goal: ", quick_start.goal), Text(), Text("Your turn", style=STRONG),
    ]  # fmt: skip
    for number, line in enumerate(quick_start.turn, 1):
        lines.append(line_text(f"{number}. {line.name}: ", line))
    for title, rows in (
        (quick_start.win_title, quick_start.wins),
        (quick_start.loss_title, quick_start.losses),
    ):
        lines += [Text(), Text(title, style=STRONG)]
        lines += [line_text(f"- {line.name}: ", line) for line in rows]
    for diagram in quick_start.diagrams:
        lines += [Text(), *diagram_lines(diagram)]
    return lines


def line_text(start: str, line: QuickLine) -> Text:
    """Return a line with its beginning and the ids of its clauses."""
    return Text.assemble((start, STRONG), line.text, "  ", (" ".join(line.clauses), CLAUSE))


def diagram_lines(diagram: Diagram) -> list[Text]:
    """Return a diagram: its title, the picture, what is marked, the panel if there is one, and the text."""
    scene = diagram.scene()
    lines = [Text(diagram.title, style=STRONG), *draw_board(scene, {}, diagram.text_unit)]
    lines += [Text(line, style=QUIET) for line in mark_lines(diagram)]
    panel = diagram.panel()
    if panel is not None:
        lines += panel_lines(panel)
    return [*lines, Text.assemble(diagram.text, "  ", (" ".join(diagram.clauses), CLAUSE))]


def mark_lines(diagram: Diagram) -> list[str]:
    """Return what each mark points out, after the sign that it has in the picture, if any."""
    nodes = {node.id: node for layer in diagram.scene().layers for node in layer.nodes}
    lines = []
    for mark in diagram.marks:
        node = nodes[mark.on]
        words = f"{mark.text} ({node.label})" if mark.text and node.label else mark.text or node.label
        lines.append(f"{node.glyph}  {words}" if node.glyph else words)
    return lines


def panel_lines(panel: Panel) -> list[Text]:
    """Return a panel as a table."""
    rows = [panel.heads, *panel.rows]
    widths = [max([len(row[column]) for row in rows]) for column in range(len(panel.heads))]
    texts = ["  ".join([cell.ljust(width) for cell, width in zip(row, widths, strict=True)]) for row in rows]
    return [Text(texts[0].rstrip(), style=QUIET), *[Text(text.rstrip()) for text in texts[1:]]]
