"""Texts of lengths and angles."""

from __future__ import annotations

from hippodrome.kit.units import DEGREE, INCH, decimal, degrees, inches


def test_decimals_are_rounded_and_have_no_trailing_zeros() -> None:
    assert [decimal(value, INCH, 2) for value in (0, 4250, 4254, 4255, -500, -4)] == [
        "0", "4.25", "4.25", "4.26", "-0.5", "0",
    ]  # fmt: skip
    assert [decimal(value, INCH, 0) for value in (499, 500, 10_000)] == ["0", "1", "10"]


def test_lengths_are_in_inches() -> None:
    assert [inches(length) for length in (0, 1000, 2500, 100)] == ["0 inches", "1 inch", "2.5 inches", "0.1 inches"]
    assert [inches(1234), inches(1234, 3)] == ["1.23 inches", "1.234 inches"]


def test_angles_are_in_degrees_without_their_side() -> None:
    assert (degrees(DEGREE), degrees(-DEGREE), degrees(15)) == ("1 degree", "1 degree", "1.5 degrees")
    assert [degrees(angle) for angle in (0, 45 * DEGREE, -905)] == ["0 degrees", "45 degrees", "90.5 degrees"]
