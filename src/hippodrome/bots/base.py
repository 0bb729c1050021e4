"""The base class of bots, their random generator, and whole matches played by bots."""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Sequence

from mypy_extensions import i64

from hippodrome.bots.analysis import Analysis, ScoredOption
from hippodrome.kit import agenda
from hippodrome.kit.actions import Action
from hippodrome.kit.game import Game
from hippodrome.kit.state import State


class Chance:
    """A small fast random generator (sfc32) for choices of bots; never for the dice of a match."""

    __slots__ = ("a", "b", "c", "n")

    def __init__(self, seed: i64) -> None:
        self.a: i64 = seed & 0xFFFFFFFF
        self.b: i64 = (seed >> 32) & 0xFFFFFFFF
        self.c: i64 = 0x9E3779B9
        self.n: i64 = 1
        for _ in range(12):
            self.next_word()

    def next_word(self) -> i64:
        """Return the next 32 bits."""
        b = self.b
        c = self.c
        n = self.n
        t = (self.a + b + n) & 0xFFFFFFFF
        self.n = (n + 1) & 0xFFFFFFFF
        self.a = b ^ (b >> 9)
        self.b = (c + (c << 3)) & 0xFFFFFFFF
        self.c = (((c << 21) | (c >> 11)) + t) & 0xFFFFFFFF
        return t

    def below(self, n: i64) -> i64:
        """Return a number from 0 to n - 1."""
        return (self.next_word() * n) >> 32


class Bot(ABC):
    """A bot that plays a seat."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"

    @abstractmethod
    def choose(self, game: Game, state: State, seat: int) -> Action:
        """Return an action for a seat, given a state that the seat imagines."""

    def analyse(self, game: Game, state: State, seat: int) -> Analysis:
        """Choose an action and return the options considered."""
        action = self.choose(game, state, seat)
        return Analysis([ScoredOption(action, 0, 0, [])], action)


def imagination_seed(seed: int, number: int) -> bytes:
    """Return the seed of the imagined dice and cards at a numbered decision of a match."""
    return hashlib.sha256(f"{seed}/{number}".encode()).digest()


def play_out(game: Game, state: State, bots: Sequence[Bot], seed: int) -> int:
    """Let bots, one per seat, play a match to its end; return the number of decisions."""
    count = 0
    while state.agenda:
        seat = agenda.seats(state)[0]
        actions = agenda.proposals(state)
        action = actions[0]
        if len(actions) > 1:
            action = bots[seat].choose(game, game.imagine(state, seat, imagination_seed(seed, count)), seat)
        agenda.act(state, action, seat)
        count += 1
    return count
