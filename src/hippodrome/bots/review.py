"""Reviews: the costliest decisions of a seat, and what would have been better.

Every decision is judged by what the seat knew then, not by the dice that followed. All decisions get a brief search;
those that look costly are searched again by the champion; then its choice and the move that was played are compared in
fresh rollouts, so that no move is blamed for bad luck. Only costs of more than twice their standard error are reported.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from hippodrome.bots.base import imagination_seed
from hippodrome.bots.explanations import differences, percent, win_chance
from hippodrome.bots.registry import CHAMPION, SEARCH_POLICIES, THINKING_TIME_S
from hippodrome.bots.search.budget import SearchBudget
from hippodrome.bots.search.rollouts import OptionComparison, RolloutSearch, compare
from hippodrome.kit.actions import Action
from hippodrome.kit.game import Game
from hippodrome.kit.match import Match
from hippodrome.kit.state import State

BRIEF_ROLLOUTS: Final = 16  # per option in the brief search of all decisions
BRIEF_TIME_S: Final = 0.5  # for one brief search, when a player waits
MAX_SUSPECTS: Final = 8  # decisions that get a closer search
COMPARISON_ROLLOUTS: Final = 256
MIN_Z: Final = 2.0  # standard errors of a reported cost
MAX_REPORTED: Final = 3

Progress = Callable[[int, int], None]


class CostlyDecision:
    """A decision that reduced a seat's chance to win, after `move` moves had been played.

    `cost` is the loss of winning chance in thousandths, and `error` its standard error. `chances` are the chances to
    win with the action that was played and with the better one, in thousandths.
    """

    __slots__ = ("better", "better_label", "chances", "cost", "error", "move", "played", "played_label", "seat", "text")

    def __init__(
        self,
        move: int,
        seat: int,
        played: Action,
        better: Action,
        labels: tuple[str, str],
        cost: int,
        error: int,
        text: str,
        chances: tuple[int, int] = (0, 0),
    ) -> None:
        self.move = move
        self.seat = seat
        self.played = played
        self.better = better
        self.played_label, self.better_label = labels
        self.cost = cost
        self.error = error
        self.text = text
        self.chances = chances


def can_review(game: Game) -> bool:
    """Return whether the game has a lookahead bot."""
    return game.base in SEARCH_POLICIES


def is_decision(match: Match, action: Action) -> bool:
    """Return whether there was a choice."""
    actions = match.proposals()
    return len(actions) > 1 or actions[0].text != action.text


def decisions(match: Match, seat: int) -> list[int]:
    """Return the numbers of the moves, from 0, in which a seat had a choice.

    Moves of earlier rules that cannot be executed again are left out.
    """
    replayed = match.rewound(log=False)
    numbers = []
    for number in range(len(replayed.moves), len(match.moves)):
        move = match.moves[number]
        if move.seat == seat and is_decision(replayed, move.action):
            numbers.append(number)
        replayed.play(move.action, move.seat)
    return numbers


# -------------------------------------------------------------------- one decision


def estimate_cost(game: Game, state: State, seat: int, played: Action, seed: int, seconds: float = 0.0) -> float:
    """Return a rough estimate of a move's cost in thousandths, by a brief search. `state` is imagined by the seat."""
    policy = SEARCH_POLICIES[game.base]
    budget = SearchBudget(BRIEF_ROLLOUTS, policy.veteran.min_z)
    best = RolloutSearch(game, policy, state, seat, budget, seconds, seed).run().chosen
    if best.text == played.text:
        return 0.0
    return max(0.0, compare(game, policy, state, seat, [best, played], BRIEF_ROLLOUTS, seconds, seed + 1).gap)


def find_cost(
    game: Game, state: State, seat: int, move: int, played: Action, seed: int, seconds: float = 0.0
) -> CostlyDecision | None:
    """Search a decision closely; return its cost, or None if it is not significant. `state` is imagined by the seat."""
    policy = SEARCH_POLICIES[game.base].for_champion()
    analysis = RolloutSearch(game, policy, state, seat, policy.champion, seconds, seed).run()
    if analysis.chosen.text == played.text:
        return None
    comparison = compare(game, policy, state, seat, [analysis.chosen, played], COMPARISON_ROLLOUTS, seconds, seed + 1)
    if comparison.gap <= MIN_Z * comparison.error:
        return None
    return _costly_decision(game, state, seat, move, comparison)


def _costly_decision(game: Game, state: State, seat: int, move: int, comparison: OptionComparison) -> CostlyDecision:
    """Return a costly decision with its sentence."""
    better, played = comparison.one, comparison.other
    labels = (game.presentation.label(state, played.action), game.presentation.label(state, better.action))
    why = differences(game, better, played)
    text = f"“{labels[1]}” instead of “{labels[0]}”: {win_chance(better)} instead of {percent(played.value)}"
    text += f"; {why}." if why else "."
    chances = (played.value, better.value)
    cost, error = round(comparison.gap), round(comparison.error)
    return CostlyDecision(move, seat, played.action, better.action, labels, cost, error, text, chances)


# -------------------------------------------------------------------- whole matches


def costliest(decisions: list[CostlyDecision]) -> list[CostlyDecision]:
    """Return the costliest decisions, in the order in which they were made."""
    worst = sorted(decisions, key=lambda one: -one.cost)[:MAX_REPORTED]
    return sorted(worst, key=lambda one: one.move)


def suspects(estimates: list[tuple[int, float]]) -> list[int]:
    """Return the moves that deserve a closer search, from pairs of move number and estimated cost."""
    worst = sorted([row for row in estimates if row[1] > 0], key=lambda row: -row[1])[:MAX_SUSPECTS]
    return sorted([number for number, _ in worst])


def imagined_before(match: Match, number: int, seat: int, seed: int) -> State:
    """Return the state before a move, as the seat that made it imagines it."""
    return match_before(match, number).imagine(seat, imagination_seed(seed, number))


def match_before(match: Match, number: int) -> Match:
    """Return the match before a move, which must be one that can be executed again."""
    replayed = match.rewound(log=False)
    for move in match.moves[len(replayed.moves) : number]:
        replayed.play(move.action, move.seat)
    return replayed


def review(
    match: Match, seat: int, seed: int = 0, timed: bool = False, progress: Progress = lambda done, all: None
) -> list[CostlyDecision]:
    """Return the costliest decisions of a seat, in the order in which they were made; empty if none is significant.

    The same seed gives the same result, unless it is `timed`. `progress` is called with the steps done and their total.
    Raise ValueError if the game has no lookahead bot.
    """
    if not can_review(match.game):
        raise ValueError(f"reviews are not available for {match.game.title}: it has no lookahead bot")
    game, brief, long = match.game, BRIEF_TIME_S if timed else 0.0, THINKING_TIME_S[CHAMPION] if timed else 0.0
    numbers = decisions(match, seat)
    estimates: list[tuple[int, float]] = []
    replayed = match.rewound(log=False)
    at = len(replayed.moves)
    for done, number in enumerate(numbers):
        progress(done, len(numbers) + MAX_SUSPECTS)
        while at < number:
            replayed.play(match.moves[at].action, match.moves[at].seat)
            at += 1
        state = replayed.imagine(seat, imagination_seed(seed, number))
        estimates.append((number, estimate_cost(game, state, seat, match.moves[number].action, seed + number, brief)))
    costly_decisions: list[CostlyDecision] = []
    for done, number in enumerate(suspects(estimates)):
        progress(len(numbers) + done, len(numbers) + MAX_SUSPECTS)
        state = imagined_before(match, number, seat, seed)
        costly = find_cost(game, state, seat, number, match.moves[number].action, seed - number, long)
        if costly is not None:
            costly_decisions.append(costly)
    progress(len(numbers) + MAX_SUSPECTS, len(numbers) + MAX_SUSPECTS)
    return costliest(costly_decisions)
