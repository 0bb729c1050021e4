"""How a match ended, as a campaign takes it in."""

from __future__ import annotations

from hippodrome.kit.campaign import NotNow, Outcome
from hippodrome.kit.match import Match


def outcome_of(match: Match, kept: str) -> Outcome:
    """The outcome of a match that is over; `kept` says where it is. NotNow if it is not over."""
    result = match.result
    if result is None:
        raise NotNow("This match is not over yet.")
    figures = {name: int(value) for name, value in match.game.figures(match.state).items()}
    options = dict(match.setup.options)
    return Outcome(kept, match.commitment, match.setup.scenario.slug, options, list(result.places), figures)
