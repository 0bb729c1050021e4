"""Models fitted to results: fair points, fair values, and ratings.

Fair points and values are logistic regressions, fitted by Newton's method with a small ridge penalty, so that the
points of an entrant that never lost stay finite. Standard errors come from the curvature at the optimum. Ratings are
openskill's.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import exp, sqrt
from typing import TYPE_CHECKING, Any

from hippodrome.kit.odds import Z_95

if TYPE_CHECKING:
    from numpy.typing import NDArray

RIDGE_PENALTY = 0.02  # pulls the coefficients towards 0
MAX_ITERATIONS = 60
TOLERANCE = 1e-9
MAX_LOGIT = 20.0  # beyond it a probability counts as 0 or 1


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
    covariance: NDArray[Any]

    def standard_error(self, weights: Sequence[float]) -> float:
        """Return the standard error of a weighted sum of coefficients."""
        return sqrt(max(0.0, float(self.covariance @ weights @ weights)))


def probability(logit: float) -> float:
    """Return the probability of a logit."""
    clipped = max(-MAX_LOGIT, min(MAX_LOGIT, logit))
    return 1 / (1 + exp(-clipped))


def fit_logistic(rows: Sequence[tuple[Sequence[float], float, int]]) -> Fit:
    """Fit a logistic regression to rows of predictors, mean score and number of matches."""
    import numpy as np  # part of hippodrome[lab]; this module also serves installations without it

    predictors, scores, counts = (np.array(column, dtype=float) for column in zip(*rows, strict=True))
    penalty = RIDGE_PENALTY * np.eye(predictors.shape[1])
    coefficients, hessian = np.zeros(predictors.shape[1]), penalty
    for _ in range(MAX_ITERATIONS):
        expected = 1 / (1 + np.exp(-np.clip(predictors @ coefficients, -MAX_LOGIT, MAX_LOGIT)))
        gradient = predictors.T @ (counts * (scores - expected)) - penalty @ coefficients
        hessian = (predictors.T * (counts * expected * (1 - expected))) @ predictors + penalty
        step = np.linalg.solve(hessian, gradient)
        coefficients = coefficients + step
        if np.max(np.abs(step)) < TOLERANCE:
            break
    return Fit(coefficients.tolist(), np.linalg.inv(hessian))


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
