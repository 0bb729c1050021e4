"""Advice: what the strongest bot of a game would do in a seat's place, and why."""

from __future__ import annotations

from hippodrome.bots import levels, make
from hippodrome.bots.explanations import Advice, explain
from hippodrome.bots.registry import analyse_choice
from hippodrome.kit.game import Game
from hippodrome.kit.match import Match
from hippodrome.kit.state import State

__all__ = ["Advice", "advise", "advise_state", "adviser_level", "has_no_secret"]


def adviser_level(game: Game) -> str:
    """Return the strongest level of a game, which gives advice; an empty string if there is only the recruit."""
    strongest = levels(game)[-1]
    return strongest if strongest != levels(game)[0] else ""


def advise_state(game: Game, state: State, seat: int, seed: int, timed: bool = False, with_odds: bool = True) -> Advice:
    """Return advice for a seat from a state that it imagines; with `timed`, within the time of the level."""
    analysis = make(adviser_level(game), game, seed, timed).analyse(game, state, seat)
    if not analysis.planned and not any(option.visits for option in analysis.options):
        analysis = analyse_choice(game, state, seat, analysis.chosen, seed, timed)
    return explain(game, state, seat, analysis, with_odds)


def advise(match: Match, seat: int | None = None, seed: int = 0, timed: bool = False) -> Advice:
    """Return advice for the deciding seat of a match, from what that seat may know.

    The same seed gives the same advice, unless it is `timed`. Raise ValueError if the game has no adviser or the seat
    has nothing to decide.
    """
    if not adviser_level(match.game):
        raise ValueError(f"no bot can give advice in {match.game.title}")
    who = match.seat if seat is None else seat
    decision = match.decision
    if decision is None or who not in decision.seats:
        raise ValueError("this seat has nothing to decide now")
    imagined = match.imagine(who, seed.to_bytes(32, "big"))
    return advise_state(match.game, imagined, who, seed, timed, match.shows_odds)


def has_no_secret(match: Match, seat: int) -> bool:
    """Return whether a seat knows nothing, and decides nothing, that a spectator may not know.

    Only then may its reasons be shown to others.
    """
    decision = match.decision
    if decision is not None and seat in decision.seats and (decision.secret or len(decision.seats) > 1):
        return False
    return bool(match.view(seat).table == match.view().table)
