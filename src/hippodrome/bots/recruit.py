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
    """Any proposal, but nothing that the game warns of, and it thinks twice before it lets something be.

    Where there is something to do it throws again when it has thrown for doing nothing: one of two is let be in one case
    of four, a turn with nine options ended in one of eighty-one. It needs no memory for that, and comes to an end sooner or
    later wherever chance does. A game warns of giving up.
    """

    def __init__(self, seed: i64) -> None:
        self.chance = Chance(seed)

    def choose(self, game: Game, state: State, seat: int) -> Action:
        """Throw for it, and where that would be nothing, once more."""
        actions = self.harmless(game, state, seat)
        first = actions[self.chance.below(len(actions))]
        return actions[self.chance.below(len(actions))] if first.verb in LETTING_BE else first

    def harmless(self, game: Game, state: State, seat: int) -> list[Action]:
        """The proposals that come without a warning; all of them where there is none."""
        actions = list(agenda.proposals(state))
        if len(actions) == 1:
            return actions
        return [action for action in actions if not game.warning(state, seat, action)] or actions
