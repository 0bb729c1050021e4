"""The figures of the quick start, from the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hippodrome.games.magic.kinds import CAVALRY, CLOSE, SQUARES_PER_TURN
from hippodrome.games.magic.points import dice_for
from hippodrome.games.magic.shooting import HIT_SCORE
from hippodrome.games.magic.spells import SPELL_SCORE
from hippodrome.games.magic.state import MAX_STACK, START_COUNTDOWN
from hippodrome.games.magic.victory import WIN_MARGIN

if TYPE_CHECKING:
    from hippodrome.games.magic import Magic

BREAK_PERCENT = 60  # WAM-Q41
LEADING_POINTS = 4  # WAM-F3
FLANK_POINTS = 2  # WAM-D4
LOWEST_HIT, DOUBLE_HIT = 3, 6  # WAM-R2
MAX_POINTS = 40


def figures(game: Magic) -> dict[str, str]:
    """Return the figures that the quick start names."""
    second_die = next(points for points in range(MAX_POINTS) if dice_for(points) == 2)
    return {
        "points_per_die": str(second_die - next(points for points in range(MAX_POINTS) if dice_for(points) == 1)),
        "foot_squares": str(SQUARES_PER_TURN[CLOSE]),
        "mounted_squares": str(SQUARES_PER_TURN[CAVALRY]),
        "shot": str(HIT_SCORE),
        "spell": str(SPELL_SCORE),
        "stack": str(MAX_STACK),
        "countdown": str(START_COUNTDOWN),
        "margin": str(WIN_MARGIN),
        "break": str(BREAK_PERCENT),
        "leading": str(LEADING_POINTS),
        "flank": str(FLANK_POINTS),
        "hit": str(LOWEST_HIT),
        "double_hit": str(DOUBLE_HIT),
    }
