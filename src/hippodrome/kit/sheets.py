"""Record sheets, which players would keep on paper, as plain data to show and print."""

from __future__ import annotations

from textwrap import wrap
from typing import ClassVar

from hippodrome.kit.state import Json

WIDTH_CHARACTERS = 78


class Block:
    """A part of a sheet. `title` may be empty."""

    KIND: ClassVar[str] = ""

    def __init__(self, title: str) -> None:
        self.title = title

    def json(self) -> Json:
        """Return the block as JSON, with its kind."""
        return {"kind": self.KIND, "title": self.title}

    def lines(self) -> list[str]:
        """Return the block as lines of text."""
        return []


class FieldList(Block):
    """Names and their values, such as "Kills: 1"."""

    KIND: ClassVar[str] = "fields"

    def __init__(self, title: str, rows: list[tuple[str, str]]) -> None:
        super().__init__(title)
        self.rows = rows

    def json(self) -> Json:
        """Return the block as JSON."""
        return {**super().json(), "rows": [{"name": name, "value": value} for name, value in self.rows]}

    def lines(self) -> list[str]:
        """Return one line per name."""
        width = max([len(name) for name, _ in self.rows], default=0)
        return [f"{name}:".ljust(width + 2) + value for name, value in self.rows]


class BoxRow:
    """A row of boxes: how many there are, how many are ticked, and what they mean."""

    def __init__(self, name: str, count: int, ticked: int, text: str) -> None:
        self.name = name
        self.count = count
        self.ticked = min(max(ticked, 0), count)
        self.text = text


class Boxes(Block):
    """Rows of boxes, some of them ticked."""

    KIND: ClassVar[str] = "boxes"

    def __init__(self, title: str, rows: list[BoxRow]) -> None:
        super().__init__(title)
        self.rows = rows

    def json(self) -> Json:
        """Return the block as JSON."""
        rows = [{"name": row.name, "count": row.count, "ticked": row.ticked, "text": row.text} for row in self.rows]
        return {**super().json(), "rows": rows}

    def lines(self) -> list[str]:
        """Return one line per row, with its meaning below it if it does not fit."""
        width = max([len(row.name) for row in self.rows], default=0)
        lines: list[str] = []
        for row in self.rows:
            boxes = "[x]" * row.ticked + "[ ]" * (row.count - row.ticked)
            line = f"{row.name.ljust(width)}  {boxes}"
            fits = len(line) + len(row.text) + 4 <= WIDTH_CHARACTERS
            lines.append(f"{line}  {row.text}" if row.text and fits else line)
            if not fits:
                lines += [" " * (width + 2) + part for part in wrap(row.text, WIDTH_CHARACTERS - width - 4)]
        return lines


class GridBlock(Block):
    """A table with column heads; the first column names the rows. `text` explains it."""

    KIND: ClassVar[str] = "grid"

    def __init__(self, title: str, heads: list[str], rows: list[list[str]], text: str) -> None:
        super().__init__(title)
        self.heads = heads
        self.rows = rows
        self.text = text

    def json(self) -> Json:
        """Return the block as JSON."""
        return {**super().json(), "heads": self.heads, "rows": self.rows, "text": self.text}

    def lines(self) -> list[str]:
        """Return one line per row, with aligned columns."""
        table = [self.heads, *self.rows]
        width = [max([len(row[place]) for row in table]) for place in range(len(self.heads))]
        lines: list[str] = []
        for row in table:
            cells = [cell.rjust(width[place]) if place else cell.ljust(width[0]) for place, cell in enumerate(row)]
            lines.append("  ".join(cells))
        return lines + (wrap(self.text, WIDTH_CHARACTERS - 2) if self.text else [])


class Trait:
    """A special trait: its name, its effect and its clause."""

    def __init__(self, name: str, text: str, rule: str) -> None:
        self.name = name
        self.text = text
        self.rule = rule


class Traits(Block):
    """A list of special traits."""

    KIND: ClassVar[str] = "traits"

    def __init__(self, title: str, rows: list[Trait]) -> None:
        super().__init__(title)
        self.rows = rows

    def json(self) -> Json:
        """Return the block as JSON."""
        return {**super().json(), "rows": [{"name": row.name, "text": row.text, "rule": row.rule} for row in self.rows]}

    def lines(self) -> list[str]:
        """Return one paragraph per trait."""
        lines: list[str] = []
        for row in self.rows:
            first, *rest = wrap(f"{row.name}: {row.text} [{row.rule}]", WIDTH_CHARACTERS - 4)
            lines += [first, *[f"  {line}" for line in rest]]
        return lines


class Sheet:
    """The record sheet of one seat."""

    def __init__(self, title: str, seat: int, blocks: list[Block]) -> None:
        self.title = title
        self.seat = seat
        self.blocks = blocks

    def json(self) -> Json:
        """Return the sheet as JSON."""
        return {"title": self.title, "seat": self.seat, "blocks": [block.json() for block in self.blocks]}

    def text(self) -> str:
        """Return the sheet as text, at most 78 characters wide where possible."""
        lines = [self.title, "=" * len(self.title)]
        for block in self.blocks:
            lines += ["", *([block.title] if block.title else [])]
            lines += [f"  {line}".rstrip() for line in block.lines()]
        return "\n".join(lines) + "\n"
