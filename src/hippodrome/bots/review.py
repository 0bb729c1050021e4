"""Review: the decisions of a seat that cost it most, and what would have been better.

Every decision is weighed as the seat saw it then, by what it could know and not by how the dice fell. First all of them
briefly; those that look costly again, by the champion; and what it would have done beside what was played in fresh
worlds, so that a choice which only looked good by luck is not held against anybody. Named are only costs that are
more than twice their standard error.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from hippodrome.bots.base import imagination_seed
from hippodrome.bots.explanations import differences, percent, to_win
from hippodrome.bots.registry import CHAMPION, SEARCH_POLICIES, THINKING_TIME_S
from hippodrome.bots.search.budget import SearchBudget
from hippodrome.bots.search.rollouts import Comparison, RolloutSearch, compare
from hippodrome.kit.actions import Action
from hippodrome.kit.game import Game
from hippodrome.kit.match import Match
from hippodrome.kit.state import State

GLANCE: Final = 16  # worlds an option, when all decisions are gone through
GLANCED: Final = 0.5  # seconds for that, where somebody waits
SUSPECTS: Final = 8  # decisions that are looked at closely
WORLDS: Final = 256  # worlds in which what was played is tried beside what would have been better
SURE: Final = 2.0  # standard errors that a cost must have
NAMED: Final = 3  # decisions that are named

Progress = Callable[[int, int], None]


class CostlyDecision:
    """A decision that cost a seat something: `move` moves had been played before it.

    `cost` is by how much the chance to win was worse, in thousandths, and `error` its standard error.
    """

    __slots__ = ("better", "better_label", "cost", "error", "move", "played", "played_label", "seat", "text")

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
    ) -> None:
        self.move = move
        self.seat = seat
        self.played = played
        self.better = better
        self.played_label, self.better_label = labels
        self.cost = cost
        self.error = error
        self.text = text


def can_review(game: Game) -> bool:
    """Return whether a program that looks ahead plays the game."""
    return game.base in SEARCH_POLICIES


def is_decision(match: Match, action: Action) -> bool:
    """Return whether something else could have been played."""
    actions = match.proposals()
    return len(actions) > 1 or actions[0].text != action.text


def decisions(match: Match, seat: int) -> list[int]:
    """Return the numbers of the moves, from 0, in which a seat had a choice."""
    again = Match(match.setup, match.first_dice.clone(), log=False)
    found = []
    for number, move in enumerate(match.moves):
        if move.seat == seat and is_decision(again, move.action):
            found.append(number)
        again.play(move.action, move.seat)
    return found


# -------------------------------------------------------------------- one decision


def glance(game: Game, state: State, seat: int, played: Action, seed: int, seconds: float = 0.0) -> float:
    """How much better something else looks at first sight, in thousandths; 0 if nothing does. `state` is imagined."""
    guide = SEARCH_POLICIES[game.base]
    thoughts = RolloutSearch(game, guide, state, seat, SearchBudget(GLANCE, guide.veteran.min_z), seconds, seed).run()
    if thoughts.chosen.text == played.text:
        return 0.0
    return max(0.0, compare(game, guide, state, seat, [thoughts.chosen, played], GLANCE, seconds, seed + 1).gap)


def judged(
    game: Game, state: State, seat: int, move: int, played: Action, seed: int, seconds: float = 0.0
) -> CostlyDecision | None:
    """Return a decision looked at closely: what it cost, if that is sure. `state` is imagined by the seat."""
    guide = SEARCH_POLICIES[game.base].for_champion()
    thoughts = RolloutSearch(game, guide, state, seat, guide.champion, seconds, seed).run()
    if thoughts.chosen.text == played.text:
        return None
    found = compare(game, guide, state, seat, [thoughts.chosen, played], WORLDS, seconds, seed + 1)
    return _told(game, state, seat, move, found) if found.gap > SURE * found.error else None


def _told(game: Game, state: State, seat: int, move: int, found: Comparison) -> CostlyDecision:
    """Return a costly decision in words."""
    better, played = found.one, found.other
    labels = (game.label(state, played.action), game.label(state, better.action))
    why = differences(game, better, played)
    text = f"“{labels[1]}” instead of “{labels[0]}”: {to_win(better)}, instead of {percent(played.value)}"
    text += f"; {why}." if why else "."
    return CostlyDecision(move, seat, played.action, better.action, labels, round(found.gap), round(found.error), text)


# -------------------------------------------------------------------- a match


def ranked(found: list[CostlyDecision]) -> list[CostlyDecision]:
    """Return the most costly decisions, in the order in which they were made."""
    worst = sorted(found, key=lambda one: -one.cost)[:NAMED]
    return sorted(worst, key=lambda one: one.move)


def suspects(looks: list[tuple[int, float]]) -> list[int]:
    """Return the moves worth a closer look: of numbers and what they seem to have cost, the most costly."""
    worst = sorted([look for look in looks if look[1] > 0], key=lambda look: -look[1])[:SUSPECTS]
    return sorted([number for number, _ in worst])


def imagined(match: Match, number: int, seat: int, seed: int) -> State:
    """Return the state before a move as the seat that made it may imagine it."""
    return before(match, number).imagine(seat, imagination_seed(seed, number))


def before(match: Match, number: int) -> Match:
    """Return the match as it stood before a move."""
    again = Match(match.setup, match.first_dice.clone(), log=False)
    for move in match.moves[:number]:
        again.play(move.action, move.seat)
    return again


def review(
    match: Match, seat: int, seed: int = 0, timed: bool = False, progress: Progress = lambda done, all: None
) -> list[CostlyDecision]:
    """Return the decisions that cost a seat most in a match, in the order in which they were made; none if none surely
    did.

    The same seed finds the same, unless it is `timed`. `progress` is told how many steps of how many are done.
    ValueError where no program looks ahead.
    """
    if not can_review(match.game):
        raise ValueError(f"no program looks ahead in {match.game.title}, so nobody can say what would have been better")
    game, brief, long = match.game, GLANCED if timed else 0.0, THINKING_TIME_S[CHAMPION] if timed else 0.0
    numbers = decisions(match, seat)
    looks: list[tuple[int, float]] = []
    again, at = before(match, 0), 0
    for done, number in enumerate(numbers):
        progress(done, len(numbers) + SUSPECTS)
        while at < number:
            again.play(match.moves[at].action, match.moves[at].seat)
            at += 1
        state = again.imagine(seat, imagination_seed(seed, number))
        looks.append((number, glance(game, state, seat, match.moves[number].action, seed + number, brief)))
    found: list[CostlyDecision] = []
    for done, number in enumerate(suspects(looks)):
        progress(len(numbers) + done, len(numbers) + SUSPECTS)
        state = imagined(match, number, seat, seed)
        costly = judged(game, state, seat, number, match.moves[number].action, seed - number, long)
        if costly is not None:
            found.append(costly)
    progress(len(numbers) + SUSPECTS, len(numbers) + SUSPECTS)
    return ranked(found)
