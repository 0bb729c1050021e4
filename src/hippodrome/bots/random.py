"""The random bot, and random playouts at full speed."""

from __future__ import annotations

from mypy_extensions import i64

from hippodrome.bots.base import Bot, Chance
from hippodrome.kit import agenda
from hippodrome.kit.actions import Action
from hippodrome.kit.game import Game
from hippodrome.kit.state import State


class RandomBot(Bot):
    """A bot that picks a proposal at random."""

    def __init__(self, seed: i64) -> None:
        self.chance = Chance(seed)

    def choose(self, game: Game, state: State, seat: int) -> Action:
        """Return a random proposal."""
        actions = agenda.proposals(state)
        return actions[self.chance.below(len(actions))]


def playout(state: State, seed: i64) -> i64:
    """Play random proposals to the end of a match; return the number of decisions."""
    chance = Chance(seed)
    count: i64 = 0
    stack = state.agenda
    while stack:
        step = stack[-1]
        actions = step.proposals(state)
        if state.logging:
            agenda.record_running(state, step)
        agenda.follow(state, step.answer(state, actions[chance.below(len(actions))], -1))
        count += 1
    return count
