"""Sheets of paper: what players keep beside the board at a real table, as plain data to be shown, read and printed."""

from __future__ import annotations

from textwrap import wrap
from typing import ClassVar

from hippodrome.kit.state import Json

WIDTH = 78


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


class Fields(Block):
    """Names and their values, such as "Kills: 1"."""

    KIND: ClassVar[str] = "fields"

    def __init__(self, title: str, rows: list[tuple[str, str]]) -> None:
        super().__init__(title)
        self.rows = rows

    def json(self) -> Json:
        """Return the block as JSON."""
        return {**super().json(), "rows": [{"name": name, "value": value} for name, value in self.rows]}

    def lines(self) -> list[str]:
        """Return a line for each."""
        broad = max([len(name) for name, _ in self.rows], default=0)
        return [f"{name}:".ljust(broad + 2) + value for name, value in self.rows]


class Row:
    """A row of boxes to tick: how many there are, how many are ticked, and what that means."""

    def __init__(self, name: str, count: int, ticked: int, text: str) -> None:
        self.name = name
        self.count = count
        self.ticked = min(max(ticked, 0), count)
        self.text = text


class Boxes(Block):
    """Rows of boxes, some of them ticked."""

    KIND: ClassVar[str] = "boxes"

    def __init__(self, title: str, rows: list[Row]) -> None:
        super().__init__(title)
        self.rows = rows

    def json(self) -> Json:
        """Return the block as JSON."""
        rows = [{"name": row.name, "count": row.count, "ticked": row.ticked, "text": row.text} for row in self.rows]
        return {**super().json(), "rows": rows}

    def lines(self) -> list[str]:
        """Return a line for each row; what a row means stands below it if it is long."""
        broad = max([len(row.name) for row in self.rows], default=0)
        found: list[str] = []
        for row in self.rows:
            boxes = "[x]" * row.ticked + "[ ]" * (row.count - row.ticked)
            line = f"{row.name.ljust(broad)}  {boxes}"
            fits = len(line) + len(row.text) + 4 <= WIDTH
            found.append(f"{line}  {row.text}" if row.text and fits else line)
            if not fits:
                found += [" " * (broad + 2) + part for part in wrap(row.text, WIDTH - broad - 4)]
        return found


class Grid(Block):
    """A table with heads; the first column names the rows. `text` explains it."""

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
        """Return the columns side by side."""
        table = [self.heads, *self.rows]
        broad = [max([len(row[place]) for row in table]) for place in range(len(self.heads))]
        found: list[str] = []
        for row in table:
            cells = [cell.rjust(broad[place]) if place else cell.ljust(broad[0]) for place, cell in enumerate(row)]
            found.append("  ".join(cells))
        return found + (wrap(self.text, WIDTH - 2) if self.text else [])


class Trait:
    """Something special: its name, what it does, and its clause."""

    def __init__(self, name: str, text: str, rule: str) -> None:
        self.name = name
        self.text = text
        self.rule = rule


class Traits(Block):
    """What is special, with its text."""

    KIND: ClassVar[str] = "traits"

    def __init__(self, title: str, rows: list[Trait]) -> None:
        super().__init__(title)
        self.rows = rows

    def json(self) -> Json:
        """Return the block as JSON."""
        return {**super().json(), "rows": [{"name": row.name, "text": row.text, "rule": row.rule} for row in self.rows]}

    def lines(self) -> list[str]:
        """Return a paragraph for each."""
        found: list[str] = []
        for row in self.rows:
            first, *rest = wrap(f"{row.name}: {row.text} [{row.rule}]", WIDTH - 4)
            found += [first, *[f"  {line}" for line in rest]]
        return found


class Sheet:
    """A sheet of one seat, in blocks."""

    def __init__(self, title: str, seat: int, blocks: list[Block]) -> None:
        self.title = title
        self.seat = seat
        self.blocks = blocks

    def json(self) -> Json:
        """Return the sheet as JSON."""
        return {"title": self.title, "seat": self.seat, "blocks": [block.json() for block in self.blocks]}

    def text(self) -> str:
        """Return the sheet as text, no wider than 78 letters where that can be."""
        found = [self.title, "=" * len(self.title)]
        for block in self.blocks:
            found += ["", *([block.title] if block.title else [])]
            found += [f"  {line}".rstrip() for line in block.lines()]
        return "\n".join(found) + "\n"
