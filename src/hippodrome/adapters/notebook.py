"""Boards in a notebook: whatever is played, shown as a picture.

from hippodrome.adapters.notebook import board
board(match)        # a hippodrome match,
board(env)          # or an environment of any door
"""

from __future__ import annotations

from typing import Any, Final

from hippodrome.adapters.session import Play
from hippodrome.kit.events import SPECTATOR
from hippodrome.kit.match import Match
from hippodrome.kit.svg_renderer import svg

WIDTH: Final = 640


class Picture:
    """A board that a notebook draws. It stays what it was when the match goes on."""

    def __init__(self, drawn: str, width: int = WIDTH) -> None:
        self.drawn = drawn
        self.width = width

    def _repr_html_(self) -> str:
        return f'<div style="max-width:{self.width}px">{self.drawn}</div>'

    def __repr__(self) -> str:
        return f"Picture({len(self.drawn)} letters of SVG)"


def board(shown: Any, seat: int | None = None, width: int = WIDTH) -> Picture:
    """Return the board of a match, a play or an environment, as a seat or a spectator may see it."""
    match = getattr(getattr(shown, "unwrapped", shown), "match", shown)
    if isinstance(match, Match):
        return Picture(svg(match.scene(seat)), width)
    if isinstance(match, Play):
        return Picture(match.svg(SPECTATOR if seat is None else seat), width)
    raise TypeError(f"there is no board in a {type(shown).__name__}")
