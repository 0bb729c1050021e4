"""Odds of an action: exact by counting dice where that is feasible, else sampled; and it says which.

An action is resolved again along every path of dice until the game says what came of it. A count can be broken off and
taken up again, so that nobody has to wait for a long one.
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

BRANCHES: Final = 50_000  # ways of the dice that are counted at the most
QUICK: Final = 2_000  # and if somebody waits for it
SAMPLES: Final = 1_000
OTHERWISE: Final = "goes on"
STEPS: Final = 60  # answers given in tricks' windows before a resolution is cut short
WIDTH: Final = 1.959964  # standard errors to either side of a 95 % interval


Kept = tuple[list[int], dict[str, Fraction], int]  # a count that is not finished: the way to go next, and what it found


class Odds:
    """What may come of an action: outcomes with their chances, the likeliest first."""

    __slots__ = ("exact", "rows", "samples")

    def __init__(self, rows: list[tuple[str, Fraction]], exact: bool, samples: int) -> None:
        self.rows = rows
        self.exact = exact
        self.samples = samples

    def chance(self, outcome: str) -> Fraction:
        """Return the chance of one outcome; 0 if it cannot happen."""
        for name, chance in self.rows:
            if name == outcome:
                return chance
        return Fraction(0)

    def interval(self, outcome: str) -> tuple[float, float]:
        """Between which chances the true one lies, with 95 % certainty (Wilson); the chance itself if it is exact."""
        chance = float(self.chance(outcome))
        return (chance, chance) if self.exact else wilson(chance, self.samples)

    def __repr__(self) -> str:
        how = "exact" if self.exact else f"{self.samples} samples"
        return f"Odds({', '.join([f'{name} {chance}' for name, chance in self.rows])}; {how})"


def wilson(share: float, samples: int) -> tuple[float, float]:
    """Return the 95 % interval of a share of so many samples."""
    square = WIDTH * WIDTH / samples
    middle = (share + square / 2) / (1 + square)
    half = sqrt(square * (share * (1 - share) + square / 4)) / (1 + square)
    return max(0.0, middle - half), min(1.0, middle + half)


def odds(game: Game, state: State, seat: int, action: Action, branches: int = BRANCHES, samples: int = SAMPLES) -> Odds:
    """Return the odds of a legal action as its seat may know them, if nobody plays anything in reply."""
    count = Count(game, state, seat, action)
    return count.odds() if count.go(branches) else count.sampled(samples)


class Count:
    """A count of all that may come of an action. It is finished when `path`, the way to go next, is empty."""

    __slots__ = ("action", "found", "path", "resolve", "runs")

    def __init__(self, game: Game, state: State, seat: int, action: Action) -> None:
        imagined: State = game.imagine(state, seat, seed_from(0))
        known = game.prepared_odds(imagined, action) or game.exact_odds(imagined, action)
        self.action = action
        self.resolve = resolution(game, imagined, seat, action)
        self.found: dict[str, Fraction] = {} if known is None else known
        self.path: list[int] | None = [] if known is None else None
        self.runs = 0

    def take_up(self, kept: Kept) -> None:
        """Go on with a count that was broken off."""
        self.path, self.found, self.runs = list(kept[0]), dict(kept[1]), kept[2]

    def kept(self) -> Kept:
        """What is needed to take it up again elsewhere, if it is not finished."""
        return self.path or [], self.found, self.runs

    def go(self, most: int) -> bool:
        """Go on until so many ways of the dice have been counted; whether that was all of them."""
        while self.path is not None and self.runs < most:
            dice = CountingDice(self.path)
            outcome = self.resolve(dice)
            self.found[outcome] = self.found.get(outcome, Fraction(0)) + dice.chance()
            self.path = next_path(dice)
            self.runs += 1
        return self.path is None

    def odds(self) -> Odds:
        """Return the odds, once all is counted."""
        return Odds(_ranked(self.found), True, 0)

    def sampled(self, samples: int) -> Odds:
        """Return the odds from so many trials with dice of the action's own: the same whenever they are asked for."""
        dice = TapeDice(seed_from(int.from_bytes(self.action.text.encode(), "big")))
        tally: dict[str, int] = {}
        for _ in range(samples):
            outcome = self.resolve(dice)
            tally[outcome] = tally.get(outcome, 0) + 1
        return Odds(_ranked({name: Fraction(times, samples) for name, times in tally.items()}), False, samples)


def resolution(game: Game, imagined: State, seat: int, action: Action) -> Callable[[Dice], str]:
    """Return a function that plays the action with given dice, as far as it goes by itself, and says what came of
    it.
    """

    def resolve(dice: Dice) -> str:
        state = imagined.clone()
        dice.rolled = state.dice.rolled
        state.dice = dice
        state.logging = True
        agenda.act(state, action, seat)
        for _ in range(STEPS):
            answer = _answer(game, state)
            if answer is None:
                break
            agenda.act(state, answer, agenda.seats(state)[0])
        outcome, settled = game.classify_outcome(imagined, action, seat, state.events)
        if isinstance(dice, CountingDice):
            dice.cut = dice_used(dice, _thrown(state.events, settled)) if settled else 0
        return outcome or OTHERWISE

    return resolve


def _answer(game: Game, state: State) -> Action | None:
    """How the next question is answered if it is part of the resolution: nobody says anything in reply."""
    if not state.agenda:
        return None
    waiting = state.agenda[-1]
    if isinstance(waiting, ReactionWindow):
        return PASS
    return waiting.proposals(state)[0] if waiting.secret(state) else game.assumed_answer(state)


def _thrown(events: list[Event], settled: int) -> int:
    """How many dice had been thrown openly when so many events had been told."""
    return sum([len(event.dice) for event in events[:settled] if isinstance(event, DiceRolled)])


def first_named(events: Sequence[Event], name: Callable[[Event], str]) -> tuple[str, int]:
    """Return the first event that has a name, for `Game.outcome`."""
    for place, event in enumerate(events):
        found = name(event)
        if found:
            return found, place + 1
    return "", len(events)


def _ranked(found: dict[str, Fraction]) -> list[tuple[str, Fraction]]:
    return sorted(found.items(), key=lambda row: (-row[1], row[0]))
