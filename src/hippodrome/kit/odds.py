"""Odds of an action: exact by counting dice where that is feasible, else sampled; and it says which."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Final

from hippodrome.kit import agenda
from hippodrome.kit.actions import Action
from hippodrome.kit.dice import CountingDice, Dice, TapeDice, branches, first_thrown, seed_from
from hippodrome.kit.events import Threw
from hippodrome.kit.game import Game
from hippodrome.kit.state import State

BRANCHES: Final = 3_000
SAMPLES: Final = 1_000
OTHERWISE: Final = "goes on"
STEPS: Final = 60  # default answers given in tricks' windows before a resolution is cut short


class Odds:
    """What may come of an action: outcomes with their chances, the likeliest first."""

    __slots__ = ("exact", "rows", "samples")

    def __init__(self, rows: list[tuple[str, Fraction]], exact: bool, samples: int) -> None:
        self.rows = rows
        self.exact = exact
        self.samples = samples

    def chance(self, outcome: str) -> Fraction:
        """The chance of one outcome; 0 if it cannot happen."""
        for name, chance in self.rows:
            if name == outcome:
                return chance
        return Fraction(0)

    def __repr__(self) -> str:
        how = "exact" if self.exact else f"{self.samples} samples"
        return f"Odds({', '.join([f'{name} {chance}' for name, chance in self.rows])}; {how})"


def odds(game: Game, state: State, seat: int, action: Action) -> Odds:
    """The odds of a legal action as its seat may know them, if nobody plays anything in reply."""
    imagined: State = game.imagine(state, seat, seed_from(0))
    known = game.reckoned(imagined, action)
    if known is not None:
        return Odds(_ranked(known), True, 0)
    resolve = _resolution(game, imagined, seat, action)
    found: dict[str, Fraction] = {}
    for count, (chance, outcome) in enumerate(branches(resolve)):
        if count >= BRANCHES:
            return _sampled(resolve)
        found[outcome] = found.get(outcome, Fraction(0)) + chance
    return Odds(_ranked(found), True, 0)


def _resolution(game: Game, imagined: State, seat: int, action: Action) -> Callable[[Dice], str]:
    def resolve(dice: Dice) -> str:
        state = imagined.clone()
        dice.thrown = state.dice.thrown
        state.dice = dice
        state.telling = True
        agenda.act(state, action, seat)
        for _ in range(STEPS):
            if not state.agenda or not state.agenda[-1].secret(state):
                break
            waiting = state.agenda[-1]
            agenda.act(state, waiting.proposals(state)[0], waiting.seats(state)[0])
        return _outcome(game, state, dice)

    return resolve


def _outcome(game: Game, state: State, dice: Dice) -> str:
    """The first outcome the events tell of. Dice thrown after it did not decide it, and need not be counted through."""
    thrown = 0
    for event in state.events:
        if isinstance(event, Threw):
            thrown += len(event.dice)
        found = game.outcome(event)
        if found:
            if isinstance(dice, CountingDice):
                dice.cut = first_thrown(dice, thrown)
            return found
    return OTHERWISE


def _sampled(resolve: Callable[[Dice], str]) -> Odds:
    found: dict[str, Fraction] = {}
    for number in range(SAMPLES):
        outcome = resolve(TapeDice(seed_from(number)))
        found[outcome] = found.get(outcome, Fraction(0)) + Fraction(1, SAMPLES)
    return Odds(_ranked(found), False, SAMPLES)


def _ranked(found: dict[str, Fraction]) -> list[tuple[str, Fraction]]:
    return sorted(found.items(), key=lambda row: (-row[1], row[0]))
