"""Drills in workers: the position of a decision, and ratings of what a player tries there. All is plain data.

Everything is worked out from the state as the seat imagined it at that decision.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from hippodrome.bots import drills, review
from hippodrome.bots.explanations import FEW_SIMULATIONS, percent, short_odds
from hippodrome.bots.registry import CHAMPION, SEARCH_POLICIES, THINKING_TIME_S
from hippodrome.bots.search.rollouts import OptionTally, RolloutSearch
from hippodrome.kit.actions import Action
from hippodrome.kit.compounds import parse_compound
from hippodrome.kit.destinations import Trial
from hippodrome.kit.game import Game
from hippodrome.kit.state import Json, State, snapshot
from hippodrome.server import wire
from hippodrome.server.live.frames import wire_line
from hippodrome.server.workers.bot_decision import parse_saved_action
from hippodrome.server.workers.pool import bot_seed, bot_seed_bytes, restore_state
from hippodrome.server.workers.replay import MatchHistory, replay_to_index

RATING_PART_S = 0.5
"""Time of one job of a rating."""

RATING_PARTS = 4
"""The most jobs for one line. A slow machine does fewer rollouts."""

MAX_LABELS = 3
"""Actions of a compound that its label names."""

NO_SUCH_DECISION = "There is no such decision in this match."
EARLIER_RULES = "This decision was made under earlier rules, which this server can no longer execute."


class DrillPosition(msgspec.Struct, frozen=True):
    """A decision of a finished match to make again.

    index     the number of moves before it, including silent answers
    move      the number of moves before it, as the replay counts them
    state     a snapshot of the state as the seat imagined it
    played    the action that was played, and its label
    seed      for the rollouts
    lines     the log up to the decision, as the seat could read it
    """

    setup: Json
    index: int
    move: int
    seat: int
    state: Json
    played: str
    label: str
    seed: int
    odds: bool
    lines: list[wire.Line]


class RatedLine(msgspec.Struct):
    """The rollouts of a line so far: their values, and the sums of the features and of their squares.

    The text of a line is its action, or its actions separated by "; ".
    """

    line: str
    values: list[int] = []
    features: list[int] = []
    squares: list[int] = []
    parts: int = 0  # jobs done

    @property
    def is_complete(self) -> bool:
        """True if there is nothing more to do."""
        return self.parts >= RATING_PARTS or len(self.values) >= review.COMPARISON_ROLLOUTS


class Known(msgspec.Struct, frozen=True):
    """The findings of a review about a decision: the chances to win with what was played and with the best, and why."""

    chances: tuple[str, str]
    text: str


class DrillAnswer(msgspec.Struct, frozen=True):
    """The answer to a try: what it is, whether it solves the drill, the options in numbers, and why."""

    verdict: str
    is_solved: bool
    options: list[wire.DrillOption]
    reason: str


# -------------------------------------------------------------------- the position


def open_drill(history: MatchHistory, index: int) -> DrillPosition | str:
    """Return the position before a move, or why it is no drill."""
    if not 0 <= index < len(history.moves):
        return NO_SUCH_DECISION
    if history.start is not None and index < history.start.number:
        return EARLIER_RULES
    seat, text = history.moves[index]
    replay = replay_to_index(history, index)
    match, action = replay.match, parse_saved_action(text)
    if not review.is_decision(match, action):
        return "There was nothing to choose in this move."
    seed = bot_seed_bytes(match, seat, index)
    state: State = match.imagine(seat, seed)
    counts, move = replay.event_counts, 0
    lines: list[wire.Line] = []
    for line in match.log_lines(seat):
        while move < replay.move and line.place >= counts[move]:
            move += 1
        lines.append(wire_line(line, move))
    return DrillPosition(
        setup=match.setup.json(),
        index=index,
        move=replay.move,
        seat=seat,
        state=snapshot(state),
        played=text,
        label=match.game.presentation.label(state, action),
        seed=bot_seed(seed),
        odds=history.odds,
        lines=lines,
    )


def line_label(game: Game, state: State, seat: int, line: Sequence[Action]) -> str:
    """Return the label of a line: those of its first actions."""
    labels: list[str] = []
    now = state
    for action in line[:MAX_LABELS]:
        labels.append(game.presentation.label(now, action))
        trial = Trial(game, now, seat, action)
        if not trial.is_free:
            break
        trial.after.dice, trial.after.pauses = state.dice.clone(), None
        now = trial.after
    rest = len(line) - len(labels)
    return "; ".join(labels) + (f"; and {rest} more" if rest else "")


# -------------------------------------------------------------------- ratings


def find_better(drill: DrillPosition) -> str:
    """Return what the champion would play, as the review finds it; this may be what was played."""
    game, state = restore_state(drill.setup, drill.state)
    policy = SEARCH_POLICIES[game.base].for_champion()
    seconds = THINKING_TIME_S[CHAMPION]
    return RolloutSearch(game, policy, state, drill.seat, policy.champion, seconds, drill.seed - 1).run().chosen.text


def continue_rating(drill: DrillPosition, rated: RatedLine) -> RatedLine:
    """Return a rating after some more rollouts."""
    game, state = restore_state(drill.setup, drill.state)
    actions, tally = _actions(rated.line), _tally(rated)
    drills.LineSearch(game, state, drill.seat, actions, drill.seed).advance(tally, RATING_PART_S)
    return RatedLine(rated.line, tally.values, tally.features, tally.squares, rated.parts + 1)


def answer(
    drill: DrillPosition, tried: str, best: RatedLine, played: RatedLine, rated: RatedLine | None, known: Known | None
) -> DrillAnswer:
    """Return the answer to a line that was tried, or with an empty text the solution.

    `rated` is the rating of the line, if it is neither the best nor what was played. `known` is what the review has
    found, in place of the ratings of these two.
    """
    game, state = restore_state(drill.setup, drill.state)
    if best.line == played.line:
        verdict = drills.PLAYED
    elif not tried or tried == best.line:
        verdict = drills.BEST
    elif rated is None:
        verdict = drills.PLAYED
    else:
        verdict = drills.judge(_tally(rated), _tally(best), _tally(played))
    is_solved = best.line != played.line and verdict in (drills.BEST, drills.EQUAL)
    chances = known.chances if known is not None else (_chance(played), _chance(best))
    options = [_option(game, state, drill, "played", played.line, chances[0])]
    if rated is not None:
        options.insert(0, _option(game, state, drill, "tried", rated.line, _chance(rated)))
    if is_solved:
        options.append(_option(game, state, drill, "best", best.line, chances[1]))
    elif best.line != played.line:
        options.append(wire.DrillOption("best", "", chances[1], ""))
    reason = _reason(game, verdict, best, played, rated, known) if best.line != played.line else ""
    return DrillAnswer(verdict, is_solved, options, reason)


def _reason(
    game: Game, verdict: str, best: RatedLine, played: RatedLine, rated: RatedLine | None, known: Known | None
) -> str:
    """Return why; what the best would be is not named before it is found."""
    if rated is not None and verdict == drills.EQUAL:
        return _difference(game, drills.THAN_PLAYED, rated, played)
    if rated is not None:
        return _difference(game, drills.THAN_TRIED, best, rated)
    if known is None:
        return _difference(game, drills.THAN_PLAYED if verdict == drills.BEST else drills.THAN_IT, best, played)
    return known.text if verdict == drills.BEST else ""


def _difference(game: Game, template: str, one: RatedLine, other: RatedLine) -> str:
    """Return how one line differs from another in the end."""
    return drills.reason(game, template, _tally(one).to_option(), _tally(other).to_option())


def _chance(rated: RatedLine) -> str:
    """Return the chance to win; one from few rollouts is called a guess."""
    option = _tally(rated).to_option()
    return percent(option.value) + (" (a guess)" if option.visits < FEW_SIMULATIONS else "")


def _option(game: Game, state: State, drill: DrillPosition, by: str, line: str, chance: str) -> wire.DrillOption:
    actions = _actions(line)
    odds = short_odds(game, state, drill.seat, actions[0]) if drill.odds else ""
    return wire.DrillOption(by, line_label(game, state, drill.seat, actions), chance, odds)


def _tally(rated: RatedLine) -> OptionTally:
    tally = OptionTally(_actions(rated.line)[0])
    tally.values, tally.features, tally.squares = list(rated.values), list(rated.features), list(rated.squares)
    return tally


def _actions(line: str) -> list[Action]:
    """Return the actions of a line that is known to be valid."""
    actions = parse_compound(line)
    assert actions, line
    return actions
