"""The program for a first match: chance with manners. It knows no game."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.bots.base import Bot, Chance
from hippodrome.kit import agenda
from hippodrome.kit.actions import Action
from hippodrome.kit.game import Game
from hippodrome.kit.state import State

LETTING_BE: Final = frozenset(("done", "end", "stop", "hold", "skip", "pass", "stay", "remain", "none"))
"""The verbs by which games let a seat do nothing, or nothing more."""


class Recruit(Bot):
    """Any proposal, but with manners, and timidly. It needs no memory, and ends wherever chance does.

    - It does nothing that the game warns of, such as giving up, while there is anything else.
    - Before it lets something be, it throws again: one of two is let be in one case of four, a turn with nine options
      ended in one of eighty-one.
    - Where it is asked only how much, it throws twice and takes the smaller number.
    """

    def __init__(self, seed: i64) -> None:
        self.chance = Chance(seed)

    def choose(self, game: Game, state: State, seat: int) -> Action:
        """Throw for it."""
        actions = harmless(game, state, seat)
        first, second = self.pick_at_random(actions), self.pick_at_random(actions)
        if first.verb in LETTING_BE:
            return second
        return second if is_one_verb(actions) and size(second) < size(first) else first

    def pick_at_random(self, actions: list[Action]) -> Action:
        """Any of them."""
        return actions[self.chance.below(len(actions))]


def harmless(game: Game, state: State, seat: int) -> list[Action]:
    """Return the proposals that come without a warning; all of them where each has one."""
    actions = agenda.proposals(state)
    return [action for action in actions if not game.warning(state, seat, action)] or actions


def is_one_verb(actions: list[Action]) -> bool:
    """Return whether they differ in their numbers only."""
    return len({action.verb for action in actions}) == 1


def size(action: Action) -> int:
    """How large the numbers of an action are, to whichever side."""
    return sum([abs(number) for number in action.args])
