"""Rolls for an order; tied units or seats roll again among themselves (WW-P5, WW-P6, WW-A1, WW-Q14)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.games.wheelie.events import BonusAdded
from hippodrome.games.wheelie.state import Skirmish

MAX_ROLLS: Final = 12  # WW-Q14: those who are still tied then go by number


def roll_off(s: Skirmish, purpose: str, units: list[int], highest_first: bool, rolls: i64 = 1) -> list[int]:
    """Return units in the order of a die plus their banked dice; ties roll again with the same bonus (WW-Q14).

    Dice are rolled by unit number; then each tied group rolls again, the first group in the order before the others.
    """
    scores: dict[int, list[int]] = {}
    for number in units:
        unit = s.units[number]
        bonus = int(unit.banked) if highest_first else 0
        score = s.roll(purpose, 1, unit.seat, "", 0, 0, number)[0] + bonus
        if bonus and s.logging:
            s.emit(BonusAdded(number, unit.seat, bonus, score), "WW-Q9")
        scores.setdefault(score, []).append(number)
    order: list[int] = []
    for score in sorted(scores, reverse=highest_first):
        group = scores[score]
        is_settled = len(group) == 1 or rolls >= MAX_ROLLS
        order += group if is_settled else roll_off(s, purpose, group, highest_first, rolls + 1)
    return order


def roll_off_seats(s: Skirmish, purpose: str, seats: list[int], rolls: i64 = 1) -> list[int]:
    """Return seats in the order of a die, the highest first."""
    scores: dict[int, list[int]] = {}
    for seat in seats:
        scores.setdefault(s.roll(purpose, 1, seat)[0], []).append(seat)
    order: list[int] = []
    for score in sorted(scores, reverse=True):
        group = scores[score]
        order += group if len(group) == 1 or rolls >= MAX_ROLLS else roll_off_seats(s, purpose, group, rolls + 1)
    return order
