"""Shares, means and differences with their 95 % confidence intervals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from hippodrome.kit import odds


@dataclass(frozen=True, slots=True)
class Share:
    """A share and its 95 % confidence interval."""

    share: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean and its 95 % confidence interval; a single value gives no interval."""

    mean: float
    low: float | None
    high: float | None


def percent(share: float, decimals: int = 1) -> str:
    """Return a share as text, such as "61.0 %"; without decimals for sentences and charts."""
    return f"{100 * share:.{decimals}f} %"


def percent_range(low: float, high: float) -> str:
    """Return an interval of shares as text, such as "55.9–66.0 %"."""
    return f"{100 * low:.1f}–{percent(high)}"


def wilson(wins: float, n: int) -> Share:
    """Return the share of wins among n cases with Wilson's interval, which is good for few cases and near 0 and 1.

    A draw may count as half a win. Raise ValueError if n is 0 or less than wins.
    """
    if not 0 <= wins <= n or n == 0:
        raise ValueError(f"{wins} of {n} is not a share")
    low, high = odds.wilson(wins / n, n)
    return Share(wins / n, 0.0 if wins == 0 else low, 1.0 if wins == n else high)


def mean_interval(total: int, squares: int, n: int) -> Mean:
    """Return the mean of n whole numbers from their sum and the sum of their squares.

    The interval is the normal approximation: 1.96 standard errors to each side, from the sample variance with
    denominator n - 1. The variance is computed in integers, so that no precision is lost by subtraction.
    """
    if n < 1:
        raise ValueError("the mean of no numbers is not defined")
    mean = total / n
    if n == 1:
        return Mean(mean, None, None)
    spread = n * squares - total * total
    if spread < 0:
        raise ValueError(f"{n} numbers with the sum {total} cannot have squares that sum to {squares}")
    half = odds.Z_95 * sqrt(spread / (n * n * (n - 1)))
    return Mean(mean, mean - half, mean + half)


def sample_mean(values: Sequence[float]) -> Mean:
    """Return the mean of a sample, with the normal approximation of its interval."""
    n = len(values)
    if n < 1:
        raise ValueError("the mean of no numbers is not defined")
    mean = sum(values) / n
    if n == 1:
        return Mean(mean, None, None)
    half = odds.Z_95 * sqrt(sum((value - mean) ** 2 for value in values) / (n - 1) / n)
    return Mean(mean, mean - half, mean + half)


def quantile(values: Sequence[float], share: float) -> float:
    """Return the value at this share of the sorted values; 0.5 gives the median."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def share_difference(one: int, of_one: int, other: int, of_other: int) -> Mean:
    """Return the difference of two shares, given as counts and totals, with Newcombe's interval."""
    first, second = wilson(one, of_one), wilson(other, of_other)
    difference = first.share - second.share
    low = difference - sqrt((first.share - first.low) ** 2 + (second.high - second.share) ** 2)
    high = difference + sqrt((first.high - first.share) ** 2 + (second.share - second.low) ** 2)
    return Mean(difference, low, high)
