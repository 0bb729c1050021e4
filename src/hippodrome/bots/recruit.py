"""The recruit: a bot for a first match, which plays any game at random but sensibly."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.bots.base import Bot, Chance
from hippodrome.kit import agenda
from hippodrome.kit.actions import Action
from hippodrome.kit.game import Game
from hippodrome.kit.state import State

PASSING_VERBS: Final = frozenset(("done", "end", "stop", "hold", "skip", "pass", "stay", "remain", "none"))
"""The verbs with which a seat does nothing, or nothing more."""


class Recruit(Bot):
    """A bot that picks random proposals, with three rules.

    - It avoids actions that the game warns of while there is any other.
    - Before it passes, it picks again: with two options it passes in one case of four, with nine in one of 81.
    - If the options differ only in their numbers, it picks two and takes the one with the smaller numbers.
    """

    def __init__(self, seed: i64) -> None:
        self.chance = Chance(seed)

    def choose(self, game: Game, state: State, seat: int) -> Action:
        """Return a random action by these rules."""
        actions = actions_without_warning(game, state, seat)
        first, second = self.pick_at_random(actions), self.pick_at_random(actions)
        if first.verb in PASSING_VERBS:
            return second
        return second if have_same_verb(actions) and magnitude(second) < magnitude(first) else first

    def pick_at_random(self, actions: list[Action]) -> Action:
        """Return any of the actions."""
        return actions[self.chance.below(len(actions))]


def actions_without_warning(game: Game, state: State, seat: int) -> list[Action]:
    """Return the proposals without a warning, or all of them if each has one."""
    actions = agenda.proposals(state)
    return [action for action in actions if not game.presentation.warning(state, seat, action)] or actions


def have_same_verb(actions: list[Action]) -> bool:
    """Return whether the actions differ in their numbers only."""
    return len({action.verb for action in actions}) == 1


def magnitude(action: Action) -> int:
    """Return the sum of the absolute numbers of an action."""
    return sum([abs(number) for number in action.args])
