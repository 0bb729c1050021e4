"""Advice: what the strongest program of a game would do in somebody's place, and why."""

from __future__ import annotations

from hippodrome.bots import levels, make
from hippodrome.bots.explanations import Advice, explained
from hippodrome.bots.registry import analyse_choice
from hippodrome.kit.game import Game
from hippodrome.kit.match import Match
from hippodrome.kit.state import State

__all__ = ["Advice", "advise", "adviser", "counsel", "has_no_secret"]


def adviser(game: Game) -> str:
    """Return the level of the program that gives advice in a game, the strongest; none where only chance plays it."""
    strongest = levels(game)[-1]
    return strongest if strongest != levels(game)[0] else ""


def counsel(game: Game, state: State, seat: int, seed: int, timed: bool = False, with_odds: bool = True) -> Advice:
    """Advice for a seat, from a state as that seat imagines it. `timed`: within the time that the level has."""
    thoughts = make(adviser(game), game, seed, timed).analyse(game, state, seat)
    if not thoughts.planned and not any(option.visits for option in thoughts.options):
        thoughts = analyse_choice(game, state, seat, thoughts.chosen, seed, timed)
    return explained(game, state, seat, thoughts, with_odds)


def advise(match: Match, seat: int | None = None, seed: int = 0, timed: bool = False) -> Advice:
    """Advice for whoever must decide in a match, by what the seat may know and nothing else.

    The same seed gives the same advice, unless it is `timed`. ValueError if there is nobody to advise or to be asked.
    """
    if not adviser(match.game):
        raise ValueError(f"nobody can give advice in {match.game.title}")
    who = match.seat if seat is None else seat
    asked = match.decision
    if asked is None or who not in asked.seats:
        raise ValueError("this seat has nothing to decide now")
    imagined = match.imagine(who, seed.to_bytes(32, "big"))
    return counsel(match.game, imagined, who, seed, timed, match.tells_odds)


def has_no_secret(match: Match, seat: int) -> bool:
    """Return whether a seat knows nothing, and is asked nothing, that a spectator may not know.

    Only then may it say in front of others what it thinks: its reasons would betray what it holds.
    """
    asked = match.decision
    if asked is not None and seat in asked.seats and (asked.secret or len(asked.seats) > 1):
        return False
    return bool(match.view(seat).table == match.view().table)
