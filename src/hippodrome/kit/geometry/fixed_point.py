"""Whole-number angles and lengths: sines from a table, roots and rounding that say which way they go.

Lengths are whole numbers in 1/1000 inch. Angles are whole numbers in 1/10 degree: 0 points to where x grows,
y grows downwards, and a positive angle turns clockwise. A *turn* is a direction from 0 to 3599. Sines and cosines
are scaled by 2**30; the table is worked out from whole numbers when this module is loaded, and its digest is
compared with the one written here, so every machine has the same.
"""

from __future__ import annotations

import hashlib
from math import isqrt
from typing import Final

from mypy_extensions import i64

FRACTION_BITS: Final = 30
FIXED_ONE: Final = 1 << 30  # the sine of a right angle
FULL_TURN_TENTHS: Final = 3600  # tenths of a degree in a full turn
_FIXED_HALF: Final = 1 << 29
_DIGEST: Final = "2152a36d0ba3bbe602bd8f73c4d961e9"


class SineTableError(Exception):
    """The sine table is not the one this game was written with: results would differ from other machines."""


# the table ----------------------------------------------------------------------------------------


def _arctan_of_inverse(n: int, one: int) -> int:
    """Return the arc whose tangent is 1/n, by its series."""
    total, power, odd = 0, one // n, 1
    while power:
        total += power // odd
        power //= -n * n
        odd += 2
    return total


def _sine_and_cosine(angle: int, one: int) -> tuple[int, int]:
    """Sine and cosine of a small angle (an arc), by their common series."""
    sine, cosine, term, n = 0, 0, one, 0
    while term:
        if n % 2 == 0:
            cosine += term if n % 4 == 0 else -term
        else:
            sine += term if n % 4 == 1 else -term
        n += 1
        term = term * angle // (one * n)
    return sine, cosine


def _quarter() -> list[int]:
    """Sines of 0 to 90 degrees, by turning a tenth of a degree 900 times with 128 binary places."""
    bits = 128
    one = 1 << bits
    pi = 4 * (4 * _arctan_of_inverse(5, one) - _arctan_of_inverse(239, one))
    step_sine, step_cosine = _sine_and_cosine(pi // 1800, one)
    sine, cosine, found = 0, one, []
    spare = bits - FRACTION_BITS
    for _ in range(901):
        found.append((sine + (1 << (spare - 1))) >> spare)
        sine, cosine = (
            (sine * step_cosine + cosine * step_sine) >> bits,
            (cosine * step_cosine - sine * step_sine) >> bits,
        )
    return found


def _table() -> list[int]:
    """Sines of 0 to 450 degrees, so that a cosine is a sine 90 degrees on."""
    quarter = _quarter()
    half = quarter + quarter[899::-1]  # 0 to 180 degrees
    full = half[:1800] + [-sine for sine in half[:1800]]
    if sine_table_digest(full) != _DIGEST:
        raise SineTableError("the sine table came out differently on this machine")
    return full + full[:900]


def sine_table_digest(sines: list[int]) -> str:
    """Return the fingerprint of a sine table."""
    text = ",".join([str(sine) for sine in sines])
    return hashlib.blake2b(text.encode("ascii"), digest_size=16).hexdigest()


_SINES: Final = _table()


def sine(turn: i64) -> i64:
    """Return the sine of an angle, times 2**30."""
    found: i64 = _SINES[turn % FULL_TURN_TENTHS]
    return found


def cosine(turn: i64) -> i64:
    """Return the cosine of an angle, times 2**30."""
    found: i64 = _SINES[turn % FULL_TURN_TENTHS + 900]
    return found


# rounding -----------------------------------------------------------------------------------------


def scale_nearest(length: i64, ratio: i64) -> i64:
    """Return a length times a sine or cosine, to the nearest whole number; halves go away from zero, so signs
    mirror.
    """
    product = length * ratio
    if product >= 0:
        return (product + _FIXED_HALF) >> 30
    return -((_FIXED_HALF - product) >> 30)


def unscale_nearest(value: i64) -> i64:
    """Return a value scaled by 2**30 as a plain one, to the nearest whole number; halves go away from zero."""
    if value >= 0:
        return (value + _FIXED_HALF) >> 30
    return -((_FIXED_HALF - value) >> 30)


def sqrt_floor(square: i64) -> i64:
    """Return the largest whole number whose square is not above this."""
    return isqrt(square)


def sqrt_ceil(square: i64) -> i64:
    """Return the smallest whole number whose square is not below this."""
    return 0 if square <= 0 else isqrt(square - 1) + 1


def absolute(value: i64) -> i64:
    """Return the value without its sign."""
    return value if value >= 0 else -value


# turns --------------------------------------------------------------------------------------------


def add_angle(turn: i64, angle: i64) -> i64:
    """Return the turn that an angle leads to, clockwise if it is positive."""
    return (turn + angle) % FULL_TURN_TENTHS


def angle_to(turn: i64, other: i64) -> i64:
    """Return the angle from one turn to another, the shorter way round: -1799 to 1800, clockwise positive."""
    angle = (other - turn) % FULL_TURN_TENTHS
    return angle if angle <= 1800 else angle - FULL_TURN_TENTHS


def angle_between(turn: i64, other: i64) -> i64:
    """How far two turns differ, 0 to 1800."""
    return absolute(angle_to(turn, other))


def direction_floor(dx: i64, dy: i64) -> i64:
    """Return the turn in which (dx, dy) points, to the whole tenth of a degree before it."""
    if dx == 0 and dy == 0:
        raise ValueError("a point lies in no direction from itself")
    quarter: i64 = 0
    while not (dx > 0 and dy >= 0):
        dx, dy = dy, -dx
        quarter += 900
    low: i64 = _FLAT[(dy << _FINE) // dx] if dy <= dx else _STEEP[(dx << _FINE) // dy]
    while low < 899 and cosine(low + 1) * dy >= sine(low + 1) * dx:
        low += 1
    return quarter + low


def _searched(dx: i64, dy: i64) -> int:
    """Return the same for a direction from 0 to 90 degrees, by halving; what `direction_floor` begins at is found
    by it.
    """
    low: i64 = 0
    high: i64 = 900
    while high - low > 1:
        middle = (low + high) >> 1
        if cosine(middle) * dy >= sine(middle) * dx:
            low = middle
        else:
            high = middle
    return int(low)


# No direction with such a slope, in parts of 2**_FINE, lies before these; by dy / dx, and by dx / dy.
_FINE: Final = 10
_FLAT: Final = [_searched(1 << _FINE, part) for part in range((1 << _FINE) + 1)]
_STEEP: Final = [_searched(part + 1, 1 << _FINE) for part in range(1 << _FINE)]


def direction_nearest(dx: i64, dy: i64) -> i64:
    """Return the turn in which (dx, dy) points, to the nearest tenth of a degree; a tie goes clockwise."""
    before = direction_floor(dx, dy)
    after = (before + 1) % FULL_TURN_TENTHS
    # Two neighbours of the table are equally long, so their sum halves the angle between them.
    x = cosine(before) + cosine(after)
    y = sine(before) + sine(after)
    return after if x * dy >= y * dx else before
