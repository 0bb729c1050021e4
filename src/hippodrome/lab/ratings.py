"""Ratings of those who have met: openskill's, by the model of Plackett and Luce."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

Rating = tuple[float, float]
"""How strong somebody is, 25 being the middle, and the doubt about it: one standard deviation."""

Meeting = tuple[Sequence[str], Sequence[int]]
"""Who sat on each seat of a match, and the place of each seat, 1 for the winner."""


class RatingsUnavailable(ValueError):
    """The library that rates is not installed."""


def rate_players(names: Sequence[str], meetings: Iterable[Meeting]) -> dict[str, Rating]:
    """Everybody's rating after all matches in their order. Whoever has several seats is as good as the best of them."""
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        raise RatingsUnavailable("ratings need a few libraries more: pip install 'hippodrome[lab]'") from None
    model = PlackettLuce()
    found = {name: model.rating(name=name) for name in names}
    for seats, places in meetings:
        best: dict[str, int] = {}
        for name, place in zip(seats, places, strict=True):
            best[name] = min(place, best.get(name, place))
        teams = model.rate([[found[name]] for name in best], ranks=[float(place) for place in best.values()])
        found |= {name: team[0] for name, team in zip(best, teams, strict=True)}
    return {name: (float(rating.mu), float(rating.sigma)) for name, rating in found.items()}
