"""Advice computed by workers: hints, explanations of bot moves, and reviews of costly decisions. All is plain data.

Hints and reviews use the state as the seat in question imagines it. An explanation uses the imagined state on which the
bot decided.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from hippodrome.bots import review
from hippodrome.bots.advice import advise_state, adviser_level
from hippodrome.bots.explanations import Advice, explain, percent
from hippodrome.bots.registry import CHAMPION, THINKING_TIME_S
from hippodrome.kit.match import Match
from hippodrome.kit.state import Json, State
from hippodrome.server import wire
from hippodrome.server.workers.bot_decision import BotDecision, parse_saved_action, unpack_analysis
from hippodrome.server.workers.pool import bot_seed, bot_seed_bytes, restore_state
from hippodrome.server.workers.replay import MatchHistory, replay_to_index

REASONS_ARE_SECRET = "{}'s reasons could reveal secrets. You can read them when the match is over."
REASONS_ARE_UNKNOWN = "There is no explanation for this move: a bot did not choose it, or it was too long ago."


class RememberedDecision(msgspec.Struct):
    """A bot's decision, kept for an explanation.

    move_index   number of moves before it, including silent passes
    is_public    True if it may be explained before the match is over
    """

    seat: int
    level: str
    move_index: int
    decision: BotDecision
    is_public: bool

    def has_public_reasons(self) -> bool:
        """Return whether options were compared and the result may be shown before the match is over."""
        return self.is_public and len([visits for _, visits, *_ in self.decision.options if visits]) > 1


def _wire_advice(by: str, advice: Advice) -> wire.Advice:
    reasons = [wire.Reason(reason.action.text, reason.label, reason.text) for reason in advice.reasons]
    return wire.Advice(by, advice.action.text, advice.label, reasons, advice.notes)


# -------------------------------------------------------------------- during a match


def hint(setup: Json, imagined: Json, seat: int, seed: int, odds: bool) -> wire.Advice:
    """Return the advice of the strongest bot, found within the time limit of its level."""
    game, state = restore_state(setup, imagined)
    return _wire_advice(adviser_level(game), advise_state(game, state, seat, seed, timed=True, with_odds=odds))


def explain_decision(history: MatchHistory, remembered: RememberedDecision) -> wire.Advice:
    """Return a bot's reasons for a decision, in words."""
    match = replay_to_index(history, remembered.move_index).match
    state: State = match.imagine(remembered.seat, bot_seed_bytes(match, remembered.seat, remembered.move_index))
    advice = explain(match.game, state, remembered.seat, unpack_analysis(remembered.decision), history.odds)
    return _wire_advice(remembered.level, advice)


# -------------------------------------------------------------------- after a match


def real_decisions(history: MatchHistory, indices: Sequence[int]) -> list[int]:
    """Return those of the moves for which there was an alternative."""
    decisions = []
    for index in indices:
        match = replay_to_index(history, index).match
        if review.is_decision(match, parse_saved_action(history.moves[index][1])):
            decisions.append(index)
    return decisions


def _imagined_state(match: Match, seat: int, index: int) -> tuple[State, int]:
    """Return the state before a move as its seat imagines it, and the seed for simulations from there."""
    seed_bytes = bot_seed_bytes(match, seat, index)
    return match.imagine(seat, seed_bytes), bot_seed(seed_bytes)


def estimate_cost(history: MatchHistory, index: int) -> float:
    """Return a quick estimate of the cost of a move."""
    seat, text = history.moves[index]
    match = replay_to_index(history, index).match
    state, seed = _imagined_state(match, seat, index)
    return review.estimate_cost(match.game, state, seat, parse_saved_action(text), seed, review.BRIEF_TIME_S)


def measure_cost(history: MatchHistory, index: int) -> wire.CostlyDecision | None:
    """Return the measured cost of a move; None if it is not significant."""
    seat, text = history.moves[index]
    replay = replay_to_index(history, index)
    state, seed = _imagined_state(replay.match, seat, index)
    mistake = review.find_cost(
        replay.match.game, state, seat, index, parse_saved_action(text), seed - 1, THINKING_TIME_S[CHAMPION]
    )
    if mistake is None:
        return None
    cost, error = round(mistake.cost / 10), max(1, round(review.MIN_Z * mistake.error / 10))
    return wire.CostlyDecision(
        replay.move,
        mistake.played_label,
        mistake.better_label,
        cost,
        error,
        mistake.text,
        index,
        mistake.better.text,
        (percent(mistake.chances[0]), percent(mistake.chances[1])),
    )


def costliest(decisions: Sequence[wire.CostlyDecision]) -> list[wire.CostlyDecision]:
    """Return the costliest decisions, in the order in which they were made."""
    top = sorted(decisions, key=lambda one: -one.cost)[: review.MAX_REPORTED]
    return sorted(top, key=lambda one: one.move)
