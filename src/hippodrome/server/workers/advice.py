"""Advice that workers give: hints, why a program moved as it did, what cost somebody most. All of it is plain data.

A hint is given from the state as the asking seat imagines it, and so is every step of a review. What a program had
weighed is put into words from the state that it was shown.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from hippodrome.bots import review
from hippodrome.bots.advice import adviser, counsel
from hippodrome.bots.explanations import Advice, explained
from hippodrome.bots.registry import CHAMPION, THINKING_TIME_S
from hippodrome.kit.match import Match
from hippodrome.kit.state import Json, State
from hippodrome.server import wire
from hippodrome.server.workers.bot_decision import Pondered, action_of, unpacked
from hippodrome.server.workers.pool import restored, seed_of, thoughts
from hippodrome.server.workers.replay import Story, before

SECRET = "While the match goes on, {} keeps its reasons to itself: it knows something that others may not."
UNKNOWN = "What was weighed for this move is not known here: no program made it, or it was too long ago."


class Weighing(msgspec.Struct):
    """What was weighed for a move: by which seat and level, and after how many moves, silent ones counted.

    `open`: it may be told while the match goes on.
    """

    seat: int
    level: str
    place: int
    pondered: Pondered
    open: bool


def _written(by: str, advice: Advice) -> wire.Advice:
    reasons = [wire.Reason(reason.action.text, reason.label, reason.said) for reason in advice.reasons]
    return wire.Advice(by, advice.action.text, advice.label, reasons, advice.notes)


# -------------------------------------------------------------------- during a match


def hint(setup: Json, imagined: Json, seat: int, seed: int, odds: bool) -> wire.Advice:
    """What the strongest program would do, within the time of its level."""
    game, state = restored(setup, imagined)
    return _written(adviser(game), counsel(game, state, seat, seed, timed=True, with_odds=odds))


def why(story: Story, weighing: Weighing) -> wire.Advice:
    """What a program had weighed, in words."""
    match = before(story, weighing.place).match
    state: State = match.imagine(weighing.seat, thoughts(match.commitment, weighing.seat, weighing.place))
    found = explained(match.game, state, weighing.seat, unpacked(weighing.pondered), story.odds)
    return _written(weighing.level, found)


# -------------------------------------------------------------------- afterwards


def decisions(story: Story, places: Sequence[int]) -> list[int]:
    """Those moves, of some, in which something else could have been played."""
    found = []
    for place in places:
        match = before(story, place).match
        if review.is_decision(match, action_of(story.moves[place][1])):
            found.append(place)
    return found


def _imagined(match: Match, seat: int, place: int) -> tuple[State, int]:
    """Return the state before a move as its seat may imagine it, and the seed of what is tried from there."""
    chance = thoughts(match.commitment, seat, place)
    return match.imagine(seat, chance), seed_of(chance)


def glance(story: Story, place: int) -> float:
    """How much a move seems to have cost at first sight."""
    seat, text = story.moves[place]
    match = before(story, place).match
    state, seed = _imagined(match, seat, place)
    return review.glance(match.game, state, seat, action_of(text), seed, review.GLANCED)


def judged(story: Story, place: int) -> wire.Costly | None:
    """What a move cost, if that is sure."""
    seat, text = story.moves[place]
    replay = before(story, place)
    state, seed = _imagined(replay.match, seat, place)
    found = review.judged(replay.match.game, state, seat, place, action_of(text), seed - 1, THINKING_TIME_S[CHAMPION])
    if found is None:
        return None
    cost, error = round(found.cost / 10), max(1, round(review.SURE * found.error / 10))
    return wire.Costly(replay.move, found.played_label, found.better_label, cost, error, found.text)


def worst(found: Sequence[wire.Costly]) -> list[wire.Costly]:
    """Return the most costly decisions, in the order in which they were made."""
    most = sorted(found, key=lambda one: -one.cost)[: review.NAMED]
    return sorted(most, key=lambda one: one.move)
