"""Advice that workers give: hints, why a program moved as it did, what cost somebody most. All of it is plain data.

A hint is given from the state as the asking seat imagines it, and so is every step of a review. What a program had
weighed is put into words from the state that it was shown.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from hippodrome.bots import review
from hippodrome.bots.advice import adviser_level, advise_state
from hippodrome.bots.explanations import Advice, explain
from hippodrome.bots.registry import CHAMPION, THINKING_TIME_S
from hippodrome.kit.match import Match
from hippodrome.kit.state import Json, State
from hippodrome.server import wire
from hippodrome.server.workers.bot_decision import BotDecision, parse_saved_action, unpack_analysis
from hippodrome.server.workers.pool import bot_seed, bot_seed_bytes, restore_state
from hippodrome.server.workers.replay import MatchHistory, replay_to_index

REASONS_ARE_SECRET = "While the match goes on, {} keeps its reasons to itself: it knows something that others may not."
REASONS_ARE_UNKNOWN = "What was weighed for this move is not known here: no program made it, or it was too long ago."


class RememberedDecision(msgspec.Struct):
    """What was weighed for a move: by which seat and level, and after how many moves, silent ones counted.

    `open`: it may be told while the match goes on.
    """

    seat: int
    level: str
    move_index: int
    decision: BotDecision
    is_public: bool


def _wire_advice(by: str, advice: Advice) -> wire.Advice:
    reasons = [wire.Reason(reason.action.text, reason.label, reason.text) for reason in advice.reasons]
    return wire.Advice(by, advice.action.text, advice.label, reasons, advice.notes)


# -------------------------------------------------------------------- during a match


def hint(setup: Json, imagined: Json, seat: int, seed: int, odds: bool) -> wire.Advice:
    """What the strongest program would do, within the time of its level."""
    game, state = restore_state(setup, imagined)
    return _wire_advice(adviser_level(game), advise_state(game, state, seat, seed, timed=True, with_odds=odds))


def explain_decision(story: MatchHistory, weighing: RememberedDecision) -> wire.Advice:
    """What a program had weighed, in words."""
    match = replay_to_index(story, weighing.move_index).match
    state: State = match.imagine(weighing.seat, bot_seed_bytes(match.commitment, weighing.seat, weighing.move_index))
    found = explain(match.game, state, weighing.seat, unpack_analysis(weighing.decision), story.odds)
    return _wire_advice(weighing.level, found)


# -------------------------------------------------------------------- afterwards


def real_decisions(story: MatchHistory, places: Sequence[int]) -> list[int]:
    """Those moves, of some, in which something else could have been played."""
    found = []
    for place in places:
        match = replay_to_index(story, place).match
        if review.is_decision(match, parse_saved_action(story.moves[place][1])):
            found.append(place)
    return found


def _imagined_state(match: Match, seat: int, place: int) -> tuple[State, int]:
    """Return the state before a move as its seat may imagine it, and the seed of what is tried from there."""
    chance = bot_seed_bytes(match.commitment, seat, place)
    return match.imagine(seat, chance), bot_seed(chance)


def estimate_cost(story: MatchHistory, place: int) -> float:
    """How much a move seems to have cost at first sight."""
    seat, text = story.moves[place]
    match = replay_to_index(story, place).match
    state, seed = _imagined_state(match, seat, place)
    return review.estimate_cost(match.game, state, seat, parse_saved_action(text), seed, review.BRIEF_TIME_S)


def measure_cost(story: MatchHistory, place: int) -> wire.Costly | None:
    """What a move cost, if that is sure."""
    seat, text = story.moves[place]
    replay = replay_to_index(story, place)
    state, seed = _imagined_state(replay.match, seat, place)
    found = review.find_cost(
        replay.match.game, state, seat, place, parse_saved_action(text), seed - 1, THINKING_TIME_S[CHAMPION]
    )
    if found is None:
        return None
    cost, error = round(found.cost / 10), max(1, round(review.MIN_Z * found.error / 10))
    return wire.Costly(replay.move, found.played_label, found.better_label, cost, error, found.text)


def costliest(found: Sequence[wire.Costly]) -> list[wire.Costly]:
    """Return the most costly decisions, in the order in which they were made."""
    most = sorted(found, key=lambda one: -one.cost)[: review.MAX_REPORTED]
    return sorted(most, key=lambda one: one.move)
