"""The base class of bots, their random generator, and whole matches played by bots."""

from __future__ import annotations

import hashlib
import time
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


class StopwatchBot(Bot):
    """A bot that counts the decisions of another bot and the processor time they take, in seconds."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.decisions = 0
        self.seconds = 0.0

    def choose(self, game: Game, state: State, seat: int) -> Action:
        """Return the choice of the other bot."""
        started = time.process_time()
        action = self.bot.choose(game, state, seat)
        self.seconds += time.process_time() - started
        self.decisions += 1
        return action


def imagination_seed(seed: int, number: int) -> bytes:
    """Return the seed of the imagined dice and cards at a numbered decision of a match."""
    return hashlib.sha256(f"{seed}/{number}".encode()).digest()


class BotMatch:
    """A match that bots, one per seat, play one decision at a time.

    `choose` finds the next action and `act` plays it. In between, `seat`, `actions` and `action` are the deciding seat,
    the proposals and the choice. `count` is the number of decisions made.
    """

    __slots__ = ("action", "actions", "bots", "count", "game", "seat", "seed", "state")

    def __init__(self, game: Game, state: State, bots: Sequence[Bot], seed: int) -> None:
        self.game = game
        self.state = state
        self.bots = bots
        self.seed = seed
        self.count = 0
        self.seat = -1
        self.actions: list[Action] = []
        self.action: Action | None = None

    def choose(self) -> bool:
        """Choose the next action; return False if the match is over. A bot is asked only if it has a choice."""
        state = self.state
        if not state.agenda:
            return False
        seat = agenda.seats(state)[0]
        actions = agenda.proposals(state)
        self.seat, self.actions, self.action = seat, actions, actions[0]
        if len(actions) > 1:
            imagined = self.game.imagine(state, seat, imagination_seed(self.seed, self.count))
            self.action = self.bots[seat].choose(self.game, imagined, seat)
        return True

    def act(self) -> None:
        """Play the chosen action."""
        assert self.action is not None
        agenda.act(self.state, self.action, self.seat)
        self.count += 1

    def play_out(self) -> None:
        """Play the match to its end."""
        while self.choose():
            self.act()


def play_out(game: Game, state: State, bots: Sequence[Bot], seed: int) -> int:
    """Let bots, one per seat, play a match to its end; return the number of decisions."""
    match = BotMatch(game, state, bots, seed)
    match.play_out()
    return match.count
