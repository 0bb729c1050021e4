"""Odds of an action: exact by counting dice where that is feasible, else sampled.

An action is resolved along every path of dice until the game names its outcome. A count can be interrupted and resumed,
so that a long one blocks no one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import sqrt
from typing import Final

from hippodrome.kit import agenda
from hippodrome.kit.actions import Action
from hippodrome.kit.dice import CountingDice, Dice, TapeDice, dice_used, next_path, seed_from
from hippodrome.kit.events import DiceRolled, Event
from hippodrome.kit.game import Game
from hippodrome.kit.reactions import PASS, ReactionWindow
from hippodrome.kit.state import State

MAX_BRANCHES: Final = 50_000  # paths of dice that are counted at most
QUICK_BRANCHES: Final = 2_000  # while a player waits
SAMPLES: Final = 1_000
NO_OUTCOME: Final = "nothing special"
MAX_ANSWERS: Final = 60  # assumed answers before a resolution is cut short
Z_95: Final = 1.959963984540054  # standard errors to either side of a 95 % interval


SavedCount = tuple[list[int], dict[str, Fraction], int]  # an unfinished count: next path, chances so far, runs


class Odds:
    """The outcomes of an action with their chances, the likeliest first.

    `key` has the chances that matter most to the player, which need not exclude each other; `notes` are sentences that
    belong to them.
    """

    __slots__ = ("exact", "key", "notes", "rows", "samples")

    def __init__(
        self,
        rows: list[tuple[str, Fraction]],
        exact: bool,
        samples: int,
        key: list[tuple[str, Fraction]] | None = None,
        notes: list[str] | None = None,
    ) -> None:
        self.rows = rows
        self.exact = exact
        self.samples = samples
        self.key: list[tuple[str, Fraction]] = [] if key is None else key
        self.notes: list[str] = [] if notes is None else notes

    def chance(self, outcome: str) -> Fraction:
        """Return the chance of one outcome; 0 if it cannot happen."""
        for name, chance in self.rows:
            if name == outcome:
                return chance
        return Fraction(0)

    def interval(self, outcome: str) -> tuple[float, float]:
        """Return the 95 % interval of a chance (Wilson); the chance itself twice if it is exact."""
        chance = float(self.chance(outcome))
        return (chance, chance) if self.exact else wilson(chance, self.samples)

    def __repr__(self) -> str:
        how = "exact" if self.exact else f"{self.samples} samples"
        return f"Odds({', '.join([f'{name} {chance}' for name, chance in self.rows])}; {how})"


def wilson(share: float, samples: int) -> tuple[float, float]:
    """Return the Wilson 95 % interval of a share of `samples` samples."""
    square = Z_95 * Z_95 / samples
    middle = (share + square / 2) / (1 + square)
    half = sqrt(square * (share * (1 - share) + square / 4)) / (1 + square)
    return max(0.0, middle - half), min(1.0, middle + half)


def odds(
    game: Game, state: State, seat: int, action: Action, branches: int = MAX_BRANCHES, samples: int = SAMPLES
) -> Odds:
    """Return the odds of a legal action as its seat may know them, if no seat reacts."""
    count = Count(game, state, seat, action)
    return count.odds() if count.advance(branches) else count.sample(samples)


class Count:
    """A count of all outcomes of an action. It is finished when `path`, the next path of dice, is None."""

    __slots__ = ("action", "chances", "game", "imagined", "path", "resolve", "runs", "seat")

    def __init__(self, game: Game, state: State, seat: int, action: Action) -> None:
        imagined: State = game.imagine(state, seat, seed_from(0))
        known = game.analysis.prepared_odds(imagined, action) or game.analysis.exact_odds(imagined, action)
        self.game = game
        self.imagined = imagined
        self.seat = seat
        self.action = action
        self.resolve = resolution(game, imagined, seat, action)
        self.chances: dict[str, Fraction] = {} if known is None else known
        self.path: list[int] | None = [] if known is None else None
        self.runs = 0

    def resume(self, saved: SavedCount) -> None:
        """Continue a count that was interrupted."""
        self.path, self.chances, self.runs = list(saved[0]), dict(saved[1]), saved[2]

    def save(self) -> SavedCount:
        """Return what is needed to resume the count elsewhere, if it is not finished."""
        return self.path or [], self.chances, self.runs

    def advance(self, max_runs: int) -> bool:
        """Count until `max_runs` paths of dice have been counted in all; return whether the count is finished."""
        while self.path is not None and self.runs < max_runs:
            dice = CountingDice(self.path, self.game.analysis.ORDER_OF_DICE_MATTERS)
            outcome = self.resolve(dice)
            self.chances[outcome] = self.chances.get(outcome, Fraction(0)) + dice.chance()
            self.path = next_path(dice)
            self.runs += 1
        return self.path is None

    def odds(self) -> Odds:
        """Return the odds of a finished count."""
        return self._summed_up(self.chances, 0)

    def sample(self, samples: int) -> Odds:
        """Return the odds from samples, with dice that depend on the action alone, so that they are reproducible."""
        dice = TapeDice(seed_from(int.from_bytes(self.action.text.encode(), "big")))
        tally: dict[str, int] = {}
        for _ in range(samples):
            outcome = self.resolve(dice)
            tally[outcome] = tally.get(outcome, 0) + 1
        return self._summed_up({name: Fraction(times, samples) for name, times in tally.items()}, samples)

    def _summed_up(self, chances: dict[str, Fraction], samples: int) -> Odds:
        """Return the odds with what matters most in them; without samples they are exact."""
        if len(chances) == 1 and chances.keys() <= type(self.game.analysis).EXPECTED_OUTCOMES:
            chances = {NO_OUTCOME: Fraction(1)}
        key, notes = self.game.analysis.odds_summary(self.imagined, self.action, self.seat, chances)
        return Odds(_rank(chances), samples == 0, samples, key, notes)


def resolution(game: Game, imagined: State, seat: int, action: Action) -> Callable[[Dice], str]:
    """Return a function that plays the action with given dice until a real decision, and returns the outcome."""

    def resolve(dice: Dice) -> str:
        state = imagined.clone()
        dice.rolled = state.dice.rolled
        state.dice = dice
        state.logging = True
        agenda.act(state, action, seat)
        for _ in range(MAX_ANSWERS):
            answer = _assumed_answer(game, state)
            if answer is None:
                break
            agenda.act(state, answer, agenda.seats(state)[0])
        outcome, decisive = game.analysis.classify_outcome(imagined, action, seat, state.events)
        if isinstance(dice, CountingDice):
            dice.cut = dice_used(dice, _open_dice(state.events, decisive)) if decisive else 0
        return outcome or NO_OUTCOME

    return resolve


def _assumed_answer(game: Game, state: State) -> Action | None:
    """Return the assumed answer to a pending decision that is part of the resolution; no seat reacts. Else None."""
    if not state.agenda:
        return None
    pending = state.agenda[-1]
    if isinstance(pending, ReactionWindow):
        return PASS
    return pending.proposals(state)[0] if pending.secret(state) else game.analysis.assumed_answer(state)


def _open_dice(events: list[Event], count: int) -> int:
    """Return the number of dice that were rolled openly in the first `count` events."""
    return sum([len(event.dice) for event in events[:count] if isinstance(event, DiceRolled)])


def first_outcome(events: Sequence[Event], name: Callable[[Event], str]) -> tuple[str, int]:
    """Return the name of the first event that has one, and its position, for `GameAnalysis.classify_outcome`."""
    for place, event in enumerate(events):
        outcome = name(event)
        if outcome:
            return outcome, place + 1
    return "", len(events)


def _rank(chances: dict[str, Fraction]) -> list[tuple[str, Fraction]]:
    return sorted(chances.items(), key=lambda row: (-row[1], row[0]))
