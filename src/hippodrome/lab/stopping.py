"""When to stop: a confidence sequence, which holds at every moment at once, however often one looks.

It is the betting sequence (hedged capital) of Waudby-Smith and Ramdas for the mean of values between 0 and 1: for
every possible mean somebody bets that the true one is larger, and somebody that it is smaller; a mean against which
either has made 2 / alpha out of 1 is excluded. The chance that the true mean is ever excluded, over all looks together,
is at most alpha (Ville's inequality). Nothing is assumed of the values but their bounds and that they have one mean.
Here a value is what one side scored with the same dice from all seats: 1 for a win, 0.5 for a draw.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import log, log1p, sqrt

GRID_STEPS = 400  # means that are looked at: the bounds are rounded outward to multiples of 1 / STEPS
MAX_STAKE = 0.75  # how much of the capital may be lost in one bet

FAIR = "fair"
UNFAIR = "not fair"
OPEN = "open"


class ConfidenceSequence:
    """The interval so far. It never grows: what was excluded once stays excluded."""

    def __init__(self, alpha: float) -> None:
        self.alpha = alpha
        self.n = 0
        self._below = 0  # the means 0 / STEPS to _below / STEPS are too small
        self._above = GRID_STEPS  # and those from _above / STEPS on too large
        self._sum = 0.0
        self._squares = 0.0
        self._up = [0.0] * (GRID_STEPS + 1)  # the logarithm of the capital against each mean
        self._down = [0.0] * (GRID_STEPS + 1)

    def add(self, values: Iterable[float]) -> None:
        """Further values, in their order."""
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
        """Bet on both sides of every mean that is not excluded yet."""
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
        """The lower bound."""
        return self._below / GRID_STEPS

    @property
    def high(self) -> float:
        """The upper bound."""
        return self._above / GRID_STEPS

    @property
    def mean(self) -> float:
        """The plain mean of the values so far."""
        return self._sum / self.n if self.n else 0.5

    def verdict(self, margin: float) -> str:
        """Return whether it is settled that the mean is not a half, or that it is, give or take `margin`."""
        if self.low >= 0.5 or self.high <= 0.5:
            return UNFAIR
        if self.low >= 0.5 - margin and self.high <= 0.5 + margin:
            return FAIR
        return OPEN
