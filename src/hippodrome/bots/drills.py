"""Drills: a decision of a finished match to make again, and the judgement of what a player tries there.

What is tried is rated like a review rates a decision: in rollouts from the state as the seat imagined it, each with
other dice. All options use the same rollouts, so that they can be compared. A *line* is an action, or the actions of a
compound.
"""

from __future__ import annotations

import math
import time
from typing import Final

from hippodrome.bots import review
from hippodrome.bots.analysis import ScoredOption
from hippodrome.bots.explanations import differences
from hippodrome.bots.registry import SEARCH_POLICIES
from hippodrome.bots.review import imagined_before
from hippodrome.bots.search.budget import SearchBudget
from hippodrome.bots.search.rollouts import OptionTally, RolloutSearch, lead
from hippodrome.bots.search.search_policy import Rollout
from hippodrome.kit import agenda
from hippodrome.kit.actions import Action
from hippodrome.kit.dice import TapeDice, seed_from
from hippodrome.kit.game import Game
from hippodrome.kit.match import Match
from hippodrome.kit.state import State, snapshot

MIN_ROLLOUTS: Final = 16  # of a rating, however slow the machine is

# What a line that was tried is.
BEST: Final = "best"  # what the review would have played
EQUAL: Final = "equal"  # not worse than that, within its margin
BETTER: Final = "better"  # better than what was played, but worse than the best
NO_BETTER: Final = "no better"  # not better than what was played
PLAYED: Final = "played"  # what was played

THAN_PLAYED: Final = "Compared with what was played, on average in the end: {}."
THAN_TRIED: Final = "The best choice compared with yours, on average in the end: {}."
THAN_IT: Final = "The best choice compared with it, on average in the end: {}."


class LineSearch(RolloutSearch):
    """Rollouts of one line, which can be continued later."""

    def __init__(self, game: Game, state: State, seat: int, line: list[Action], seed: int) -> None:
        policy = SEARCH_POLICIES[game.base].for_champion()
        super().__init__(game, policy, state, seat, SearchBudget(review.COMPARISON_ROLLOUTS, 0.0), 0.0, seed, line[:1])
        self.line = line

    def apply(self, tally: OptionTally, rollout: Rollout) -> None:
        """Play the line in a rollout, up to dice or to what is not possible there."""
        state = rollout.state
        rolled = int(state.dice.rolled)
        for place, action in enumerate(self.line):
            if place and (
                not state.agenda
                or int(state.dice.rolled) != rolled
                or self.seat not in agenda.seats(state)
                or self.game.check(state, self.seat, action) is not None
            ):
                return
            rollout.act(action, self.seat)

    def advance(self, tally: OptionTally, seconds: float) -> None:
        """Continue the rollouts of a tally, in order, until there are enough or the time is over; do at least some."""
        self.tallies = [tally]
        self.live = [tally]
        end = time.monotonic() + seconds
        while not is_rated(tally) and (len(tally.values) < MIN_ROLLOUTS or time.monotonic() < end):
            self.run_rollout(len(tally.values))


def is_rated(tally: OptionTally) -> bool:
    """Return whether a tally has all its rollouts."""
    return len(tally.values) >= review.COMPARISON_ROLLOUTS


def rate(game: Game, state: State, seat: int, line: list[Action], seed: int, seconds: float = 0.0) -> OptionTally:
    """Return the rating of a line; `state` is imagined by the seat.

    The same seed gives the same result, unless it is limited to some `seconds`.
    """
    tally = OptionTally(line[0])
    LineSearch(game, state, seat, line, seed).advance(tally, seconds or math.inf)
    return tally


def position_before(match: Match, number: int, seed: int) -> Match:
    """Return a match at the decision before a move, as the seat of that move imagines it. Its log is empty."""
    seat = match.moves[number].seat
    state = imagined_before(match, number, seat, seed)
    position = Match(match.setup, TapeDice(seed_from(seed)))
    position.restore_state(snapshot(state))
    return position


def judge(tried: OptionTally, best: OptionTally, played: OptionTally) -> str:
    """Return what a line is that is neither the best nor the one that was played: EQUAL, BETTER or NO_BETTER.

    A line is equal to the best if it is better than what was played, and not worse than the best by more than the
    margin of a review, twice the standard error of the difference.
    """
    gain, gain_error = lead(tried, played)
    loss, loss_error = lead(best, tried)
    if gain > 0 and loss <= review.MIN_Z * loss_error:
        return EQUAL
    return BETTER if gain > review.MIN_Z * gain_error else NO_BETTER


def reason(game: Game, template: str, one: ScoredOption, other: ScoredOption) -> str:
    """Return how one option clearly differs from another in the end, in a template; empty if it does not."""
    text = differences(game, one, other)
    return template.format(text) if text else ""
