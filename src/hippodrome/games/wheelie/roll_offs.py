"""Dice that put people in order; ties are thrown again among themselves (WW-P5, WW-P6, WW-A1, WW-Q14)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.games.wheelie.state import Skirmish

MAX_ROLLS: Final = 12  # WW-Q14: those who are still tied then go by number


def roll_off(s: Skirmish, purpose: str, units: list[int], highest: bool, rolls: i64 = 1) -> list[int]:
    """Units by a die and what they have banked, re-rolled in ties with the same added (WW-Q14).

    The dice fall in the order of the numbers; then each tied group, the first in the order before the others.
    """
    scores: dict[int, list[int]] = {}
    for number in units:
        unit = s.units[number]
        bonus = int(unit.banked) if highest else 0
        scores.setdefault(s.roll(purpose, 1, unit.seat)[0] + bonus, []).append(number)
    order: list[int] = []
    for score in sorted(scores, reverse=highest):
        group = scores[score]
        settled = len(group) == 1 or rolls >= MAX_ROLLS
        order += group if settled else roll_off(s, purpose, group, highest, rolls + 1)
    return order


def roll_off_seats(s: Skirmish, purpose: str, seats: list[int], rolls: i64 = 1) -> list[int]:
    """Seats by a die, the highest first."""
    scores: dict[int, list[int]] = {}
    for seat in seats:
        scores.setdefault(s.roll(purpose, 1, seat)[0], []).append(seat)
    order: list[int] = []
    for score in sorted(scores, reverse=True):
        group = scores[score]
        order += group if len(group) == 1 or rolls >= MAX_ROLLS else roll_off_seats(s, purpose, group, rolls + 1)
    return order
