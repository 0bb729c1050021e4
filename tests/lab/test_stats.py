"""Shares and means with their intervals, against published values and the standard library."""

from __future__ import annotations

from math import isclose, sqrt
from statistics import fmean, stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippodrome.lab.stats import mean_interval, wilson
from tests.support import once

pytestmark = once


@pytest.mark.parametrize(
    ("wins", "n", "low", "high"),
    [
        # Wilson's score interval as tabled by Newcombe, Statistics in Medicine 17 (1998), 857-872.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_shares_have_wilsons_interval(wins: int, n: int, low: float, high: float) -> None:
    found = wilson(wins, n)
    assert found.share == wins / n
    assert (round(found.low, 4), round(found.high, 4)) == (low, high)


@given(st.integers(1, 5000), st.data())
def test_an_interval_holds_its_share_and_mirrors_that_of_the_losses(n: int, data: st.DataObject) -> None:
    wins = data.draw(st.integers(0, n))
    found, mirrored = wilson(wins, n), wilson(n - wins, n)
    assert 0 <= found.low <= found.share <= found.high <= 1
    assert isclose(found.low, 1 - mirrored.high, abs_tol=1e-12)


@pytest.mark.parametrize(("wins", "n"), [(0, 0), (-1, 5), (6, 5)])
def test_what_is_no_share_is_refused(wins: int, n: int) -> None:
    with pytest.raises(ValueError, match=f"{wins} of {n} is not a share"):
        wilson(wins, n)


def test_the_mean_of_a_sample_worked_out_by_hand() -> None:
    sample = [2, 4, 4, 4, 5, 5, 7, 9]  # mean 5, squares off the mean 32, variance 32 / 7
    found = mean_interval(sum(sample), sum(x * x for x in sample), len(sample))
    assert found.mean == 5
    half = 1.959964 * sqrt(32 / 7 / 8)
    assert found.low == pytest.approx(5 - half, abs=1e-6)
    assert found.high == pytest.approx(5 + half, abs=1e-6)


@given(st.lists(st.integers(-1000, 1000), min_size=2, max_size=60))
def test_mean_and_interval_are_those_of_the_standard_library(sample: list[int]) -> None:
    found = mean_interval(sum(sample), sum(x * x for x in sample), len(sample))
    half = 1.959963984540054 * stdev(sample) / sqrt(len(sample))
    assert found.low is not None
    assert found.high is not None
    assert isclose(found.mean, fmean(sample), abs_tol=1e-9)
    assert isclose(found.high - found.mean, half, rel_tol=1e-9, abs_tol=1e-9)
    assert isclose(found.mean - found.low, half, rel_tol=1e-9, abs_tol=1e-9)


def test_large_numbers_lose_nothing() -> None:
    n, value = 10**6, 10**9
    assert mean_interval(n * value, n * value * value, n).high == value


def test_one_number_has_a_mean_but_no_interval() -> None:
    found = mean_interval(7, 49, 1)
    assert (found.mean, found.low, found.high) == (7, None, None)


def test_sums_that_cannot_be_are_refused() -> None:
    with pytest.raises(ValueError, match="no numbers"):
        mean_interval(0, 0, 0)
    with pytest.raises(ValueError, match="cannot have squares"):
        mean_interval(10, 49, 2)
