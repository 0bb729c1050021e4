"""Advice: what the strongest bot of a game would do in a seat's place, and why."""

from __future__ import annotations

from typing import Final

from hippodrome.bots import levels, make
from hippodrome.bots.base import Bot
from hippodrome.bots.explanations import Advice, explain
from hippodrome.bots.registry import analyse_choice
from hippodrome.bots.search.searcher import LookaheadBot
from hippodrome.kit.actions import Action
from hippodrome.kit.destinations import Trial
from hippodrome.kit.game import Game
from hippodrome.kit.match import Match
from hippodrome.kit.state import State

MAX_FOLLOWING: Final = 2  # further choices that a hint names

__all__ = ["Advice", "advise", "advise_state", "adviser_level", "has_no_secret"]


def adviser_level(game: Game) -> str:
    """Return the strongest level of a game, which gives advice; an empty string if there is only the recruit."""
    strongest = levels(game)[-1]
    return strongest if strongest != levels(game)[0] else ""


def advise_state(game: Game, state: State, seat: int, seed: int, timed: bool = False, with_odds: bool = True) -> Advice:
    """Return advice for a seat from a state that it imagines; with `timed`, within the time of the level."""
    bot = make(adviser_level(game), game, seed, timed)
    analysis = bot.analyse(game, state, seat)
    if not analysis.planned and not any(option.visits for option in analysis.options):
        analysis = analyse_choice(game, state, seat, analysis.chosen, seed, timed)
    advice = explain(game, state, seat, analysis, with_odds)
    following = following_labels(game, bot, state, seat, analysis.chosen)
    if following:
        advice.label = f"{advice.label}, then: {'; '.join(following)}"
    return advice


def following_labels(game: Game, bot: Bot, state: State, seat: int, action: Action) -> list[str]:
    """Return what the bot would do next, up to dice, another seat's decision or a pass; so a move names its place."""
    labels: list[str] = []
    for _ in range(MAX_FOLLOWING):
        trial = Trial(game, state, seat, action)
        if not trial.is_free:
            break
        trial.after.dice, trial.after.pauses = state.dice.clone(), None
        state = trial.after
        action = next_choice(game, bot, state, seat)
        if state.agenda[-1].is_pass(action):
            break
        labels.append(game.presentation.label(state, action))
    return labels


def next_choice(game: Game, bot: Bot, state: State, seat: int) -> Action:
    """Return what a bot chooses next: as its plan says, or else without looking ahead."""
    if not isinstance(bot, LookaheadBot):
        return bot.choose(game, state, seat)
    if bot.plan is not None and bot.plan.applies(state):
        return bot.plan.choose(game, state, seat)
    return bot.policy.baseline(bot.seed).choose(game, state, seat)


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
