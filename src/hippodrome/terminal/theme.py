"""Colours and text styles, matching the dark theme of the browser."""

from __future__ import annotations

import re

from rich.style import Style
from rich.text import Text

from hippodrome.kit.scene import FACTIONS
from hippodrome.kit.svg_renderer import THEMES

_DARK = THEMES["dark"]
_INK = THEMES["light"]["ink"]

# The first name here that is a CSS class of a square decides its style.
_SQUARE_STYLES: tuple[tuple[str, Style], ...] = (
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
_SEAT_STYLES = tuple(
    Style(color=_INK, bgcolor=_DARK[f"seat{seat}"], bold=True, dim=False) for seat in range(len(FACTIONS))
)

TARGET = Style(color="#FFFFFF", bgcolor="#1F5582", bold=True)
DIE = Style(color=_INK, bgcolor="#FFFBF3", bold=True, dim=False)
QUIET = Style(dim=True)
STRONG = Style(bold=True)
ODDS = Style(color="green", bold=False)
PROVED = Style(color="green", bold=True)
ERROR = Style(color="red", bold=True)
CLAUSE = Style(color="cyan")
CHANGED = Style(color="yellow", bold=True)

_SEAT_CLASS = re.compile(r"\bseat(\d)\b")
_FACTION = re.compile(r"\b(" + "|".join(FACTIONS) + r")\b")
_DIE_FACE = re.compile(r"\[[1-9]\d*\]")
_CLAUSE_ID = re.compile(r"\b[A-Z]{2,4}-[A-Z]?\d+(?:\.\d+)*[a-z]?\b")


def seat_style(seat: int) -> Style:
    """Return the style of a seat: its colour, with readable text on it."""
    return _SEAT_STYLES[seat]


def seat_from_css(css: str) -> int:
    """Return the seat named by the CSS classes of a node, or -1."""
    match = _SEAT_CLASS.search(css)
    return int(match.group(1)) if match else -1


def square_style(css: str) -> Style:
    """Return the style of a board square with these CSS classes."""
    classes = css.split()
    for name, style in _SQUARE_STYLES:
        if name in classes:
            return style
    return Style()


def die_face(value: int) -> str:
    """Return a die as text that is clear without colour."""
    return f"[{value}]"


def highlight(text: str, quiet: bool = False) -> Text:
    """Return a sentence with styled factions, dice and clause ids."""
    line = Text(text, style=QUIET if quiet else "")
    for match in _FACTION.finditer(text):
        line.stylize(seat_style(FACTIONS.index(match.group(1))), match.start(), match.end())
    for match in _DIE_FACE.finditer(text):
        line.stylize(DIE, match.start(), match.end())
    for match in _CLAUSE_ID.finditer(text):
        line.stylize(CLAUSE, match.start(), match.end())
    return line
