"""Driving in whole numbers: where a chariot comes to, how far it can go, and what is in its way."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.games.drill.state import HEIGHT, INCH, WIDTH, Chariot

FARTHEST: Final = 6 * INCH  # DRL-4
TENTH: Final = INCH // 10
POST_X: Final = WIDTH // 2  # DRL-1
POST_Y: Final = HEIGHT // 2
CLEAR: Final = INCH  # DRL-7
FULL: Final = 3600  # a whole turn, in tenths of a degree
ONE: Final = 1_000_000
# The sine of 0, 5, 10 degrees and so on up to 90, in millionths.
_SINE: Final = (
    0, 87156, 173648, 258819, 342020, 422618, 500000, 573576, 642788, 707107,
    766044, 819152, 866025, 906308, 939693, 965926, 984808, 996195, 1000000,
)  # fmt: skip


def sine(turn: i64) -> i64:
    """Return the sine of a multiple of 5 degrees, given in tenths of a degree, in millionths."""
    place = turn // 50 % 72
    if place >= 36:
        return -sine((place - 36) * 50)
    return _SINE[place] if place <= 18 else _SINE[36 - place]


def nearest(value: i64) -> i64:
    """Millionths as the nearest whole number, halves away from 0."""
    return (2 * value + ONE) // (2 * ONE) if value >= 0 else -((ONE - 2 * value) // (2 * ONE))


def ahead(chariot: Chariot, distance: i64) -> tuple[i64, i64]:
    """Where a chariot comes to when it drives so far straight ahead."""
    x = chariot.x + nearest(distance * sine(chariot.turn + 900))
    return x, chariot.y + nearest(distance * sine(chariot.turn))


def leaves_yard(x: i64, y: i64) -> bool:
    """DRL-8: whether a place lies outside."""
    return not (0 <= x <= WIDTH and 0 <= y <= HEIGHT)


def meets_post(x: i64, y: i64, to_x: i64, to_y: i64) -> bool:
    """DRL-7: whether a straight way comes nearer to the post than it may; exact, without a root or a quotient."""
    dx, dy = to_x - x, to_y - y
    px, py = POST_X - x, POST_Y - y
    length = dx * dx + dy * dy
    along = px * dx + py * dy
    if along <= 0:
        return px * px + py * py < CLEAR * CLEAR
    if along >= length:
        px, py = POST_X - to_x, POST_Y - to_y
        return px * px + py * py < CLEAR * CLEAR
    off = px * dy - py * dx
    return off * off < CLEAR * CLEAR * length


def obstacle(chariot: Chariot, distance: i64) -> str:
    """Return the clause that forbids to drive so far; nothing if none does. Other chariots are no obstacle (DRL-9)."""
    x, y = ahead(chariot, distance)
    if leaves_yard(x, y):
        return "DRL-8"
    return "DRL-7" if meets_post(chariot.x, chariot.y, x, y) else ""


def reach(chariot: Chariot) -> i64:
    """How far a chariot can drive straight ahead."""
    distance: i64 = 0
    while distance < FARTHEST and not obstacle(chariot, distance + TENTH):
        distance += TENTH
    return distance
