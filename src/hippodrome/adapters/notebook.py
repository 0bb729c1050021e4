"""Boards as pictures in a notebook.

from hippodrome.adapters.notebook import board
board(match)        # a Hippodrome match,
board(env)          # or a Gymnasium or PettingZoo environment
"""

from __future__ import annotations

from typing import Any, Final

from hippodrome.adapters.session import Session
from hippodrome.kit.events import SPECTATOR
from hippodrome.kit.match import Match
from hippodrome.kit.svg_renderer import svg

DEFAULT_WIDTH_PX: Final = 640


class BoardPicture:
    """A board that a notebook draws. It does not change when the match continues."""

    def __init__(self, svg: str, width: int = DEFAULT_WIDTH_PX) -> None:
        self.svg = svg
        self.width = width

    def _repr_html_(self) -> str:
        return f'<div style="max-width:{self.width}px">{self.svg}</div>'

    def __repr__(self) -> str:
        return f"BoardPicture({len(self.svg)} characters of SVG)"


def board(source: Any, seat: int | None = None, width: int = DEFAULT_WIDTH_PX) -> BoardPicture:
    """Return the board of a match, a session or an environment, as a seat (or by default a spectator) may see it.

    `width` is in pixels. Raise TypeError for anything else.
    """
    shown = getattr(getattr(source, "unwrapped", source), "session", source)
    if isinstance(shown, Match):
        return BoardPicture(svg(shown.scene(seat)), width)
    if isinstance(shown, Session):
        return BoardPicture(shown.svg(SPECTATOR if seat is None else seat), width)
    raise TypeError(f"a {type(source).__name__} has no board; pass a match, a session or an environment")
