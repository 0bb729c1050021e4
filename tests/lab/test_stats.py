"""Shares and means with their intervals, compared with published values and the standard library."""

from __future__ import annotations

import re
from math import isclose, sqrt
from pathlib import Path
from statistics import fmean, stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippodrome.lab.stats import mean_interval, percent, percent_range, wilson
from tests.support import once

pytestmark = once

ROOT = Path(__file__).parents[2]


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
    share = wilson(wins, n)
    assert share.share == wins / n
    assert (round(share.low, 4), round(share.high, 4)) == (low, high)


@given(st.integers(1, 5000), st.data())
def test_an_interval_contains_its_share_and_mirrors_that_of_the_losses(n: int, data: st.DataObject) -> None:
    wins = data.draw(st.integers(0, n))
    share, mirrored = wilson(wins, n), wilson(n - wins, n)
    assert 0 <= share.low <= share.share <= share.high <= 1
    assert isclose(share.low, 1 - mirrored.high, abs_tol=1e-12)


@pytest.mark.parametrize(("wins", "n"), [(0, 0), (-1, 5), (6, 5)])
def test_impossible_counts_are_rejected(wins: int, n: int) -> None:
    with pytest.raises(ValueError, match=f"{wins} of {n} is not a share"):
        wilson(wins, n)


def test_the_mean_of_a_sample_calculated_by_hand() -> None:
    sample = [2, 4, 4, 4, 5, 5, 7, 9]  # mean 5, squares off the mean 32, variance 32 / 7
    mean = mean_interval(sum(sample), sum(x * x for x in sample), len(sample))
    assert mean.mean == 5
    half = 1.959964 * sqrt(32 / 7 / 8)
    assert mean.low == pytest.approx(5 - half, abs=1e-6)
    assert mean.high == pytest.approx(5 + half, abs=1e-6)


@given(st.lists(st.integers(-1000, 1000), min_size=2, max_size=60))
def test_mean_and_interval_agree_with_the_standard_library(sample: list[int]) -> None:
    mean = mean_interval(sum(sample), sum(x * x for x in sample), len(sample))
    half = 1.959963984540054 * stdev(sample) / sqrt(len(sample))
    assert mean.low is not None
    assert mean.high is not None
    assert isclose(mean.mean, fmean(sample), abs_tol=1e-9)
    assert isclose(mean.high - mean.mean, half, rel_tol=1e-9, abs_tol=1e-9)
    assert isclose(mean.mean - mean.low, half, rel_tol=1e-9, abs_tol=1e-9)


def test_large_numbers_lose_no_precision() -> None:
    n, value = 10**6, 10**9
    assert mean_interval(n * value, n * value * value, n).high == value


def test_one_number_has_a_mean_but_no_interval() -> None:
    mean = mean_interval(7, 49, 1)
    assert (mean.mean, mean.low, mean.high) == (7, None, None)


def test_impossible_sums_are_rejected() -> None:
    with pytest.raises(ValueError, match="no numbers"):
        mean_interval(0, 0, 0)
    with pytest.raises(ValueError, match="cannot have squares"):
        mean_interval(10, 49, 2)


@pytest.mark.parametrize(("share", "decimals", "text"), [(0.61, 1, "61.0 %"), (0.996, 0, "100 %"), (0.0, 1, "0.0 %")])
def test_percentages_have_a_space_before_the_sign(share: float, decimals: int, text: str) -> None:
    assert percent(share, decimals) == text
    assert percent_range(0.5, share) == f"50.0–{percent(share)}"


def test_no_report_formats_percentages_in_another_way() -> None:
    files = [*(ROOT / "src").rglob("*.py"), *(ROOT / "tools").glob("*.py")]
    assert [path for path in files if re.search(r":[-+.,\d<>^]*%\}", path.read_text(encoding="utf-8"))] == []
    pages = [path for path in (ROOT / "docs").rglob("*.md") if re.search(r"\d%\W", path.read_text(encoding="utf-8"))]
    assert pages == []
