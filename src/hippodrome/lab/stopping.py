"""Early stopping with a confidence sequence: an interval that stays valid however often you look at it.

It is the betting sequence (hedged capital) of Waudby-Smith and Ramdas for the mean of values between 0 and 1. Against
every possible mean there are two bets, one that the true mean is larger and one that it is smaller. A mean is excluded
once either bet has turned a capital of 1 into 2 / alpha. The chance that the true mean is ever excluded is at most
alpha, for all looks together (Ville's inequality). The only assumptions are that the values are between 0 and 1 and
have the same mean. Here a value is the mean score of one side over all seats with the same dice: 1 for a win, 0.5 for a
draw.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import log, log1p, sqrt

GRID_STEPS = 400  # the bounds are rounded outward to multiples of 1 / GRID_STEPS
MAX_STAKE = 0.75  # share of the capital that one bet may lose

FAIR = "fair"
UNFAIR = "not fair"
OPEN = "open"


class ConfidenceSequence:
    """The interval so far. It never grows: a mean that was excluded once stays excluded."""

    def __init__(self, alpha: float) -> None:
        self.alpha = alpha
        self.n = 0
        self._below = 0  # means up to _below / GRID_STEPS are excluded as too small
        self._above = GRID_STEPS  # and those from _above / GRID_STEPS as too large
        self._sum = 0.0
        self._squares = 0.0
        self._up = [0.0] * (GRID_STEPS + 1)  # logarithms of the capital of the bets that the true mean is larger
        self._down = [0.0] * (GRID_STEPS + 1)  # and that it is smaller

    def add(self, values: Iterable[float]) -> None:
        """Add values in the order in which they came."""
        for value in values:
            self._add(value)

    def _add(self, value: float) -> None:
        time = self.n + 1
        variance = (0.25 + self._squares) / time
        weight = sqrt(2 * log(2 / self.alpha) / (variance * time * log1p(time)))
        self.n = time
        self._sum += value
        self._squares += (value - (0.5 + self._sum) / (time + 1)) ** 2
        self._bet(value, weight)

    def _bet(self, value: float, weight: float) -> None:
        """Update both bets against every mean that is not excluded yet, and exclude further means."""
        goal = log(2 / self.alpha)
        for place in range(self._below + 1, self._above):
            mean = place / GRID_STEPS
            self._up[place] += log1p(min(weight, MAX_STAKE / mean) * (value - mean))
            self._down[place] += log1p(min(weight, MAX_STAKE / (1 - mean)) * (mean - value))
        while self._below + 1 < self._above and self._up[self._below + 1] >= goal:
            self._below += 1
        while self._above - 1 > self._below and self._down[self._above - 1] >= goal:
            self._above -= 1

    @property
    def low(self) -> float:
        """The lower bound of the interval."""
        return self._below / GRID_STEPS

    @property
    def high(self) -> float:
        """The upper bound of the interval."""
        return self._above / GRID_STEPS

    @property
    def mean(self) -> float:
        """The mean of the values so far; 0.5 if there are none."""
        return self._sum / self.n if self.n else 0.5

    def verdict(self, margin: float) -> str:
        """Return UNFAIR if the interval excludes 0.5, FAIR if it lies within `margin` of 0.5, else OPEN."""
        if self.low >= 0.5 or self.high <= 0.5:
            return UNFAIR
        if self.low >= 0.5 - margin and self.high <= 0.5 + margin:
            return FAIR
        return OPEN
