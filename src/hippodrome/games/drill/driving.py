"""Driving in whole numbers: where a chariot goes, how far it can go, and what is in its way."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.games.drill.state import YARD_HEIGHT_MI, YARD_WIDTH_MI, Chariot
from hippodrome.kit.units import INCH

MAX_DRIVE_MI: Final = 6 * INCH  # DRL-4
TENTH_MI: Final = INCH // 10
POST_X: Final = YARD_WIDTH_MI // 2  # DRL-1
POST_Y: Final = YARD_HEIGHT_MI // 2
POST_CLEARANCE_MI: Final = INCH  # DRL-7
FULL_TURN: Final = 3600  # a whole turn, in tenths of a degree
MILLION: Final = 1_000_000
# The sine of 0, 5, 10 degrees and so on up to 90, in millionths.
_SINE: Final = (
    0, 87156, 173648, 258819, 342020, 422618, 500000, 573576, 642788, 707107,
    766044, 819152, 866025, 906308, 939693, 965926, 984808, 996195, 1000000,
)  # fmt: skip


def sine(turn: i64) -> i64:
    """Return the sine, in millionths, of a multiple of 5 degrees given in tenths of a degree."""
    place = turn // 50 % 72
    if place >= 36:
        return -sine((place - 36) * 50)
    return _SINE[place] if place <= 18 else _SINE[36 - place]


def round_millionths(value: i64) -> i64:
    """Return millionths rounded to the nearest whole number, halves away from 0."""
    return (2 * value + MILLION) // (2 * MILLION) if value >= 0 else -((MILLION - 2 * value) // (2 * MILLION))


def ahead(chariot: Chariot, distance: i64) -> tuple[i64, i64]:
    """Return where a chariot is after driving this far straight ahead."""
    x = chariot.x + round_millionths(distance * sine(chariot.turn + 900))
    return x, chariot.y + round_millionths(distance * sine(chariot.turn))


def leaves_yard(x: i64, y: i64) -> bool:
    """DRL-8: return whether a place lies outside the yard."""
    return not (0 <= x <= YARD_WIDTH_MI and 0 <= y <= YARD_HEIGHT_MI)


def meets_post(x: i64, y: i64, to_x: i64, to_y: i64) -> bool:
    """DRL-7: return whether a straight path comes too near to the post; exact, without root or quotient."""
    dx, dy = to_x - x, to_y - y
    px, py = POST_X - x, POST_Y - y
    length = dx * dx + dy * dy
    along = px * dx + py * dy
    if along <= 0:
        return px * px + py * py < POST_CLEARANCE_MI * POST_CLEARANCE_MI
    if along >= length:
        px, py = POST_X - to_x, POST_Y - to_y
        return px * px + py * py < POST_CLEARANCE_MI * POST_CLEARANCE_MI
    off = px * dy - py * dx
    return off * off < POST_CLEARANCE_MI * POST_CLEARANCE_MI * length


def obstacle(chariot: Chariot, distance: i64) -> str:
    """Return the clause that forbids driving this far, or "". Other chariots are no obstacle (DRL-9)."""
    x, y = ahead(chariot, distance)
    if leaves_yard(x, y):
        return "DRL-8"
    return "DRL-7" if meets_post(chariot.x, chariot.y, x, y) else ""


def reach(chariot: Chariot) -> i64:
    """Return how far a chariot can drive straight ahead."""
    distance: i64 = 0
    while distance < MAX_DRIVE_MI and not obstacle(chariot, distance + TENTH_MI):
        distance += TENTH_MI
    return distance
