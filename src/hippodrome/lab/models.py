"""Models fitted to results: how strong everybody is, what points would be fair, and which value would be.

All are logistic regressions, fitted by Newton's method with a slight pull towards nought, so that somebody who never
lost does not run off to infinity. Standard errors come from the curvature at the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, sqrt

from hippodrome.lab.stats import Z

RIDGE_PENALTY = 0.02  # how strongly coefficients are pulled towards nought
MAX_ITERATIONS = 60
TOLERANCE = 1e-9
MAX_LOGIT = 20.0  # no match is surer than this, in logits

Matrix = list[list[float]]


@dataclass(frozen=True)
class Estimate:
    """A number and its 95 % interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Fit:
    """Coefficients, and how they vary together."""

    values: list[float]
    covariance: Matrix

    def standard_error(self, weights: Sequence[float]) -> float:
        """Return the standard error of a weighted sum of coefficients."""
        rows = self.covariance
        found = sum(a * b * rows[i][j] for i, a in enumerate(weights) for j, b in enumerate(weights))
        return sqrt(max(0.0, found))


def probability(logit: float) -> float:
    """Return the chance of a logit."""
    held = max(-MAX_LOGIT, min(MAX_LOGIT, logit))
    return 1 / (1 + exp(-held))


def fit_logistic(rows: Sequence[tuple[Sequence[float], float, int]]) -> Fit:
    """Return the coefficients that explain scores best: rows of values, the mean score, and how many matches it
    is of.
    """
    size = len(rows[0][0])
    found = [0.0] * size
    curve: Matrix = []
    for _ in range(MAX_ITERATIONS):
        slope = [-RIDGE_PENALTY * value for value in found]
        curve = [[RIDGE_PENALTY if i == j else 0.0 for j in range(size)] for i in range(size)]
        for values, score, count in rows:
            expected = probability(sum(a * b for a, b in zip(found, values, strict=True)))
            weight = count * expected * (1 - expected)
            for i, a in enumerate(values):
                if a:
                    slope[i] += count * (score - expected) * a
                    for j, b in enumerate(values):
                        curve[i][j] += weight * a * b
        step = solve(curve, slope)
        found = [value + change for value, change in zip(found, step, strict=True)]
        if max(map(abs, step)) < TOLERANCE:
            break
    columns = [solve(curve, [1.0 if i == j else 0.0 for i in range(size)]) for j in range(size)]
    return Fit(found, [[columns[j][i] for j in range(size)] for i in range(size)])


def solve(matrix: Matrix, right: Sequence[float]) -> list[float]:
    """Return the solution of linear equations, by elimination."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    size = len(rows)
    for place in range(size):
        best = max(range(place, size), key=lambda row: abs(rows[row][place]))
        rows[place], rows[best] = rows[best], rows[place]
        for row in range(place + 1, size):
            factor = rows[row][place] / rows[place][place]
            rows[row] = [a - factor * b for a, b in zip(rows[row], rows[place], strict=True)]
    found = [0.0] * size
    for place in range(size - 1, -1, -1):
        known = sum(rows[place][other] * found[other] for other in range(place + 1, size))
        found[place] = (rows[place][size] - known) / rows[place][place]
    return found


# -------------------------------------------------------------------- strengths and points


@dataclass(frozen=True)
class PairingScore:
    """So many matches between two, of which the first scored a share; `seat` is 1 if it sat first, -1 if last."""

    one: str
    other: str
    seat: int
    score: float
    count: int


def fair_points(scores: Sequence[PairingScore]) -> tuple[dict[str, Estimate], Estimate]:
    """Points for everybody, and what the first seat is worth (as the share of wins between equals).

    They are strengths of Bradley and Terry: whoever has N points beats whoever has M in N / (N + M) of their matches.
    The (geometric) mean of all is 100.
    """
    names = list(dict.fromkeys([name for meeting in scores for name in (meeting.one, meeting.other)]))
    places = {name: place for place, name in enumerate(names)}
    rows = []
    for meeting in scores:
        values = [0.0] * (len(names) + 1)
        values[places[meeting.one]] += 1
        values[places[meeting.other]] -= 1
        values[-1] = float(meeting.seat)
        rows.append((values, meeting.score, meeting.count))
    fit = fit_logistic(rows)
    middle = sum(fit.values[:-1]) / len(names)
    points = {}
    for name, place in places.items():
        weights = [(1.0 if other == place else 0.0) - 1 / len(names) for other in range(len(names))] + [0.0]
        error = fit.standard_error(weights)
        value = fit.values[place] - middle
        points[name] = Estimate(100 * exp(value), 100 * exp(value - Z * error), 100 * exp(value + Z * error))
    error = fit.standard_error([*[0.0] * len(names), 1.0])
    seat = fit.values[-1]
    return points, Estimate(probability(seat), probability(seat - Z * error), probability(seat + Z * error))


def fair_value(rows: Sequence[tuple[float, float, int]]) -> Estimate | None:
    """Return the value of what was varied at which the score would be a half: rows of value, mean score, matches.

    None if the score does not clearly depend on it.
    """
    values = [value for value, _, _ in rows]
    middle = sum(values) / len(values)
    spread = max(abs(value - middle) for value in values) or 1.0
    fit = fit_logistic([((1.0, (value - middle) / spread), score, count) for value, score, count in rows])
    start, slope = fit.values
    if abs(slope) < Z * fit.standard_error([0.0, 1.0]):
        return None
    found = -start / slope
    error = fit.standard_error([-1 / slope, start / slope**2])
    return Estimate(*[middle + spread * value for value in (found, found - Z * error, found + Z * error)])
