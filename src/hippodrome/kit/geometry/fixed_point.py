"""Fixed-point lengths and angles: sines from a table, integer square roots, and explicit rounding.

Lengths are whole numbers in 1/1000 inch. Angles are whole numbers in 1/10 degree: 0 points along positive x, y grows
downwards, and a positive angle is clockwise. A *turn* is a direction from 0 to 3599. Sines and cosines are scaled by
2**30. Their table is computed with whole numbers when this module is loaded, and its digest is compared with the one
stored here, so it is the same on every machine.
"""

from __future__ import annotations

import hashlib
from math import isqrt
from typing import Final

from mypy_extensions import i64

FRACTION_BITS: Final = 30
FIXED_ONE: Final = 1 << 30  # 1 as a fixed-point number
FULL_TURN_TENTHS: Final = 3600  # a full circle in 1/10 degree
_FIXED_HALF: Final = 1 << 29
_SINE_TABLE_DIGEST: Final = "2152a36d0ba3bbe602bd8f73c4d961e9"


class SineTableError(Exception):
    """Raised if the computed sine table differs from the expected one: results would differ between machines."""


# the table ----------------------------------------------------------------------------------------


def _arctan_of_inverse(n: int, one: int) -> int:
    """Return the arctangent of 1/n, scaled by `one`, from its power series."""
    total, power, odd = 0, one // n, 1
    while power:
        total += power // odd
        power //= -n * n
        odd += 2
    return total


def _sine_and_cosine(angle: int, one: int) -> tuple[int, int]:
    """Return sine and cosine of a small angle in radians, all scaled by `one`, from their power series."""
    sine, cosine, term, n = 0, 0, one, 0
    while term:
        if n % 2 == 0:
            cosine += term if n % 4 == 0 else -term
        else:
            sine += term if n % 4 == 1 else -term
        n += 1
        term = term * angle // (one * n)
    return sine, cosine


def _quarter_sines() -> list[int]:
    """Return the sines of 0 to 90 degrees, computed by 900 rotations of 1/10 degree with 128 fractional bits."""
    bits = 128
    one = 1 << bits
    pi = 4 * (4 * _arctan_of_inverse(5, one) - _arctan_of_inverse(239, one))
    step_sine, step_cosine = _sine_and_cosine(pi // 1800, one)
    sine, cosine, sines = 0, one, []
    spare = bits - FRACTION_BITS
    for _ in range(901):
        sines.append((sine + (1 << (spare - 1))) >> spare)
        sine, cosine = (
            (sine * step_cosine + cosine * step_sine) >> bits,
            (cosine * step_cosine - sine * step_sine) >> bits,
        )
    return sines


def _sine_table() -> list[int]:
    """Return the sines of 0 to 450 degrees; a cosine is the sine 90 degrees further."""
    quarter = _quarter_sines()
    half = quarter + quarter[899::-1]  # 0 to 180 degrees
    full = half[:1800] + [-sine for sine in half[:1800]]
    if sine_table_digest(full) != _SINE_TABLE_DIGEST:
        raise SineTableError(
            "the sine table computed on this machine differs from the expected one; reinstall Hippodrome"
        )
    return full + full[:900]


def sine_table_digest(sines: list[int]) -> str:
    """Return the digest of a sine table."""
    text = ",".join([str(sine) for sine in sines])
    return hashlib.blake2b(text.encode("ascii"), digest_size=16).hexdigest()


_SINES: Final = _sine_table()


def sine(turn: i64) -> i64:
    """Return the sine of a turn, times 2**30."""
    value: i64 = _SINES[turn % FULL_TURN_TENTHS]
    return value


def cosine(turn: i64) -> i64:
    """Return the cosine of a turn, times 2**30."""
    value: i64 = _SINES[turn % FULL_TURN_TENTHS + 900]
    return value


# rounding -----------------------------------------------------------------------------------------


def scale_nearest(length: i64, ratio: i64) -> i64:
    """Return a length times a sine or cosine, rounded to the nearest whole number.

    Halves round away from zero, so that opposite signs give opposite results.
    """
    product = length * ratio
    if product >= 0:
        return (product + _FIXED_HALF) >> 30
    return -((_FIXED_HALF - product) >> 30)


def unscale_nearest(value: i64) -> i64:
    """Return a value divided by 2**30, rounded to the nearest whole number; halves round away from zero."""
    if value >= 0:
        return (value + _FIXED_HALF) >> 30
    return -((_FIXED_HALF - value) >> 30)


def sqrt_floor(square: i64) -> i64:
    """Return the square root, rounded down."""
    return isqrt(square)


def sqrt_ceil(square: i64) -> i64:
    """Return the square root, rounded up; 0 for a negative number."""
    return 0 if square <= 0 else isqrt(square - 1) + 1


def absolute(value: i64) -> i64:
    """Return the absolute value; unlike `abs`, it stays an i64 in the compiled build."""
    return value if value >= 0 else -value


# turns --------------------------------------------------------------------------------------------


def add_angle(turn: i64, angle: i64) -> i64:
    """Return a turn rotated by an angle, clockwise if it is positive."""
    return (turn + angle) % FULL_TURN_TENTHS


def angle_to(turn: i64, other: i64) -> i64:
    """Return the smaller angle from one turn to another, from -1799 to 1800; clockwise is positive."""
    angle = (other - turn) % FULL_TURN_TENTHS
    return angle if angle <= 1800 else angle - FULL_TURN_TENTHS


def angle_between(turn: i64, other: i64) -> i64:
    """Return the angle between two turns, from 0 to 1800."""
    return absolute(angle_to(turn, other))


def direction_floor(dx: i64, dy: i64) -> i64:
    """Return the direction of (dx, dy), rounded down to 1/10 degree; raise ValueError for (0, 0)."""
    if dx == 0 and dy == 0:
        raise ValueError("(0, 0) has no direction")
    quarter: i64 = 0
    while not (dx > 0 and dy >= 0):
        dx, dy = dy, -dx
        quarter += 900
    low: i64 = _FLAT_STARTS[(dy << _SLOPE_BITS) // dx] if dy <= dx else _STEEP_STARTS[(dx << _SLOPE_BITS) // dy]
    while low < 899 and cosine(low + 1) * dy >= sine(low + 1) * dx:
        low += 1
    return quarter + low


def _search_direction(dx: i64, dy: i64) -> int:
    """Return a direction from 0 to 90 degrees, rounded down, by bisection; it fills the tables of `direction_floor`."""
    low: i64 = 0
    high: i64 = 900
    while high - low > 1:
        middle = (low + high) >> 1
        if cosine(middle) * dy >= sine(middle) * dx:
            low = middle
        else:
            high = middle
    return int(low)


# Lower bounds of the direction for each slope, in units of 2**-_SLOPE_BITS: by dy / dx, and by dx / dy.
_SLOPE_BITS: Final = 10
_FLAT_STARTS: Final = [_search_direction(1 << _SLOPE_BITS, part) for part in range((1 << _SLOPE_BITS) + 1)]
_STEEP_STARTS: Final = [_search_direction(part + 1, 1 << _SLOPE_BITS) for part in range(1 << _SLOPE_BITS)]


def direction_nearest(dx: i64, dy: i64) -> i64:
    """Return the direction of (dx, dy), rounded to the nearest 1/10 degree; a tie rounds clockwise."""
    before = direction_floor(dx, dy)
    after = (before + 1) % FULL_TURN_TENTHS
    # Both unit vectors have the same length, so their sum bisects the angle between them.
    x = cosine(before) + cosine(after)
    y = sine(before) + sine(after)
    return after if x * dy >= y * dx else before
