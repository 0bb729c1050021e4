"""What things look like: the colours of the house for scenes, factions and dice."""

from __future__ import annotations

import re

from rich.style import Style
from rich.text import Text

from hippodrome.kit.scene import FACTIONS
from hippodrome.kit.svg_renderer import THEMES

_DARK = THEMES["dark"]
_INK = THEMES["light"]["ink"]

# The first class of a node that is listed here gives its style; the order is from the front to the back.
_GROUND: tuple[tuple[str, Style], ...] = (
    ("mark", Style(color="#FFFFFF", bgcolor=_DARK["sand"], bold=True)),
    ("water", Style(color=_DARK["water-line"], bgcolor=_DARK["water"])),
    ("wood", Style(color=_DARK["wood-line"], bgcolor=_DARK["wood"], bold=True)),
    ("stone", Style(color=_DARK["stone-line"], bgcolor=_DARK["stone"])),
    ("hedge", Style(color=_DARK["hedge-line"], bgcolor=_DARK["hedge"])),
    ("bend", Style(color=_DARK["bend-line"], bgcolor=_DARK["bend"])),
    ("mound", Style(color=_DARK["bend-line"], bgcolor=_DARK["bend"])),
    ("rough", Style(color=_DARK["hedge-line"], bgcolor=_DARK["hedge"])),
    ("badge", Style(color=_INK, bgcolor="#FFFBF3", bold=True)),
    ("start", Style(color=_DARK["ink"], bgcolor=_DARK["sand-line"])),
    ("square", Style(color=_DARK["lane"], bgcolor=_DARK["sand"])),
    ("sand", Style(color=_DARK["lane"], bgcolor=_DARK["sand"])),
)
_PLATES = tuple(Style(color=_INK, bgcolor=_DARK[f"seat{seat}"], bold=True, dim=False) for seat in range(len(FACTIONS)))

TARGET = Style(color="#FFFFFF", bgcolor="#1F5582", bold=True)
DIE = Style(color=_INK, bgcolor="#FFFBF3", bold=True, dim=False)
QUIET = Style(dim=True)
STRONG = Style(bold=True)
CHANCE = Style(color="green", bold=False)
WRONG = Style(color="red", bold=True)
RULE = Style(color="cyan")
NEWS = Style(color="yellow", bold=True)

_SEAT = re.compile(r"\bseat(\d)\b")
_NAMES = re.compile(r"\b(" + "|".join(FACTIONS) + r")\b")
_CLAUSE = re.compile(r"\b[A-Z]{2,4}-[A-Z]?\d+(?:\.\d+)*[a-z]?\b")


def plate(seat: int) -> Style:
    """Return the colour of a faction, with letters that can be read on it."""
    return _PLATES[seat]


def seat_of(css: str) -> int:
    """Return the faction a node belongs to, or -1."""
    found = _SEAT.search(css)
    return int(found.group(1)) if found else -1


def ground(css: str) -> Style:
    """Return the style of a square of the board."""
    words = css.split()
    for name, style in _GROUND:
        if name in words:
            return style
    return Style()


def die(value: int) -> str:
    """Return a die as it can be read without colour."""
    return f"[{value}]"


def painted(text: str, quiet: bool = False) -> Text:
    """Return a sentence with factions in their colours, dice as faces, and clauses apart."""
    line = Text(text, style=QUIET if quiet else "")
    for found in _NAMES.finditer(text):
        line.stylize(plate(FACTIONS.index(found.group(1))), found.start(), found.end())
    for found in re.finditer(r"\[[1-9]\d*\]", text):
        line.stylize(DIE, found.start(), found.end())
    for found in _CLAUSE.finditer(text):
        line.stylize(RULE, found.start(), found.end())
    return line
