"""Movement styles of the bots for War in the Age of Magic."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

# The behaviour of the front line.
BY_ROLE: Final = 0  # the attacker advances; the defender only if stronger, or late if not winning
FORWARD: Final = 1
STAND: Final = 2


class Style:
    """The way a bot moves its army.

    caution     dice that an attack needs in addition to the required margin
    line        BY_ROLE, FORWARD or STAND
    closes_up   whether units may step into a square that already holds units that have not moved
    """

    __slots__ = ("caution", "closes_up", "line")

    def __init__(self, caution: i64, line: i64, closes_up: bool) -> None:
        self.caution = caution
        self.line = line
        self.closes_up = closes_up


PLAIN: Final = Style(caution=0, line=BY_ROLE, closes_up=False)
"""Default style of the driver and the veteran."""
CLOSED_UP: Final = Style(caution=0, line=FORWARD, closes_up=True)
"""Default style of the champion: large stacks advance together."""

STYLES: Final = (
    CLOSED_UP,
    PLAIN,
    Style(caution=1, line=BY_ROLE, closes_up=False),
    Style(caution=-1, line=BY_ROLE, closes_up=False),
    Style(caution=0, line=STAND, closes_up=False),
    Style(caution=0, line=FORWARD, closes_up=False),
    Style(caution=0, line=BY_ROLE, closes_up=True),
    Style(caution=50, line=STAND, closes_up=False),
)
"""Styles that a lookahead bot compares; the last one neither moves nor attacks."""
