"""Models fitted to results: fair points, fair values, and ratings.

Fair points and values are logistic regressions, fitted by Newton's method with a small ridge penalty, so that the
points of an entrant that never lost stay finite. Standard errors come from the curvature at the optimum. Ratings are
openskill's.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import exp, sqrt

from hippodrome.kit.odds import Z_95

RIDGE_PENALTY = 0.02  # pulls the coefficients towards 0
MAX_ITERATIONS = 60
TOLERANCE = 1e-9
MAX_LOGIT = 20.0  # beyond it a probability counts as 0 or 1

Matrix = list[list[float]]


@dataclass(frozen=True)
class Estimate:
    """A number and its 95 % interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Fit:
    """Fitted coefficients and their covariance matrix."""

    values: list[float]
    covariance: Matrix

    def standard_error(self, weights: Sequence[float]) -> float:
        """Return the standard error of a weighted sum of coefficients."""
        rows = self.covariance
        variance = sum(a * b * rows[i][j] for i, a in enumerate(weights) for j, b in enumerate(weights))
        return sqrt(max(0.0, variance))


def probability(logit: float) -> float:
    """Return the probability of a logit."""
    clipped = max(-MAX_LOGIT, min(MAX_LOGIT, logit))
    return 1 / (1 + exp(-clipped))


def fit_logistic(rows: Sequence[tuple[Sequence[float], float, int]]) -> Fit:
    """Fit a logistic regression to rows of predictors, mean score and number of matches."""
    size = len(rows[0][0])
    coefficients = [0.0] * size
    hessian: Matrix = []
    for _ in range(MAX_ITERATIONS):
        gradient = [-RIDGE_PENALTY * value for value in coefficients]
        hessian = [[RIDGE_PENALTY if i == j else 0.0 for j in range(size)] for i in range(size)]
        for values, score, count in rows:
            expected = probability(sum(a * b for a, b in zip(coefficients, values, strict=True)))
            weight = count * expected * (1 - expected)
            for i, a in enumerate(values):
                if a:
                    gradient[i] += count * (score - expected) * a
                    for j, b in enumerate(values):
                        hessian[i][j] += weight * a * b
        step = solve(hessian, gradient)
        coefficients = [value + change for value, change in zip(coefficients, step, strict=True)]
        if max(map(abs, step)) < TOLERANCE:
            break
    columns = [solve(hessian, [1.0 if i == j else 0.0 for i in range(size)]) for j in range(size)]
    return Fit(coefficients, [[columns[j][i] for j in range(size)] for i in range(size)])


def solve(matrix: Matrix, right: Sequence[float]) -> list[float]:
    """Solve linear equations by Gaussian elimination with pivoting."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    size = len(rows)
    for place in range(size):
        best = max(range(place, size), key=lambda row: abs(rows[row][place]))
        rows[place], rows[best] = rows[best], rows[place]
        for row in range(place + 1, size):
            factor = rows[row][place] / rows[place][place]
            rows[row] = [a - factor * b for a, b in zip(rows[row], rows[place], strict=True)]
    solution = [0.0] * size
    for place in range(size - 1, -1, -1):
        known = sum(rows[place][other] * solution[other] for other in range(place + 1, size))
        solution[place] = (rows[place][size] - known) / rows[place][place]
    return solution


# -------------------------------------------------------------------- fair points and values


@dataclass(frozen=True)
class PairingScore:
    """The mean score of one entrant against another in `count` matches; `seat` is 1 if it sat first, -1 if last."""

    one: str
    other: str
    seat: int
    score: float
    count: int


def fair_points(scores: Sequence[PairingScore]) -> tuple[dict[str, Estimate], Estimate]:
    """Return the points of all entrants, and the share of wins of the first seat between equal entrants.

    Points are Bradley-Terry strengths: N points beat M points in N / (N + M) of the matches. Their geometric mean is
    100.
    """
    names = list(dict.fromkeys([name for pairing in scores for name in (pairing.one, pairing.other)]))
    places = {name: place for place, name in enumerate(names)}
    rows = []
    for pairing in scores:
        values = [0.0] * (len(names) + 1)
        values[places[pairing.one]] += 1
        values[places[pairing.other]] -= 1
        values[-1] = float(pairing.seat)
        rows.append((values, pairing.score, pairing.count))
    fit = fit_logistic(rows)
    middle = sum(fit.values[:-1]) / len(names)
    points = {}
    for name, place in places.items():
        weights = [(1.0 if other == place else 0.0) - 1 / len(names) for other in range(len(names))] + [0.0]
        error = fit.standard_error(weights)
        value = fit.values[place] - middle
        points[name] = Estimate(100 * exp(value), 100 * exp(value - Z_95 * error), 100 * exp(value + Z_95 * error))
    error = fit.standard_error([*[0.0] * len(names), 1.0])
    seat = fit.values[-1]
    return points, Estimate(probability(seat), probability(seat - Z_95 * error), probability(seat + Z_95 * error))


def fair_value(rows: Sequence[tuple[float, float, int]]) -> Estimate | None:
    """Return the value at which the score would be 0.5, from rows of value, mean score and number of matches.

    None if the score does not clearly depend on the value.
    """
    values = [value for value, _, _ in rows]
    middle = sum(values) / len(values)
    spread = max(abs(value - middle) for value in values) or 1.0
    fit = fit_logistic([((1.0, (value - middle) / spread), score, count) for value, score, count in rows])
    intercept, slope = fit.values
    if abs(slope) < Z_95 * fit.standard_error([0.0, 1.0]):
        return None
    fair = -intercept / slope
    error = fit.standard_error([-1 / slope, intercept / slope**2])
    return Estimate(*[middle + spread * value for value in (fair, fair - Z_95 * error, fair + Z_95 * error)])


# -------------------------------------------------------------------- ratings


Rating = tuple[float, float]
"""A rating, 25 being the average, and its uncertainty: one standard deviation."""

Placing = tuple[Sequence[str], Sequence[int]]
"""A match: the player of each seat, and the place of each seat, 1 for the winner."""


class RatingsUnavailable(ValueError):
    """The rating library is not installed."""


def rate_players(names: Sequence[str], placings: Iterable[Placing]) -> dict[str, Rating]:
    """Return the ratings of players after all matches in order, by openskill's Plackett-Luce model.

    A player with several seats counts with the best of them. Raise RatingsUnavailable if openskill is not installed.
    """
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        raise RatingsUnavailable("ratings need additional libraries: pip install 'hippodrome[lab]'") from None
    model = PlackettLuce()
    ratings = {name: model.rating(name=name) for name in names}
    for seats, places in placings:
        best: dict[str, int] = {}
        for name, place in zip(seats, places, strict=True):
            best[name] = min(place, best.get(name, place))
        teams = model.rate([[ratings[name]] for name in best], ranks=[float(place) for place in best.values()])
        ratings |= {name: team[0] for name, team in zip(best, teams, strict=True)}
    return {name: (float(rating.mu), float(rating.sigma)) for name, rating in ratings.items()}
