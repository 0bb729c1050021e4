"""What looking ahead must know of a game: who plays on in imagined worlds, how far, and which answers to weigh."""

from __future__ import annotations

from hippodrome.bots.base import Bot
from hippodrome.bots.search.effort import Effort
from hippodrome.kit import agenda
from hippodrome.kit.actions import Action
from hippodrome.kit.game import Game
from hippodrome.kit.state import State


class Plan(Bot):
    """How to play on for one stretch of a game, such as all moves of a side in a turn.

    In it a plan answers every question of its seat.
    """

    def holds(self, state: State) -> bool:
        """Whether a question waits that belongs to the stretch."""
        raise NotImplementedError

    def anew(self) -> Plan:
        """The same plan for another world; one that remembers something of the world it is followed in begins anew."""
        return self


class Guide:
    """How to look ahead in a game; each game has its own.

    `ahead` is how many moments (`Game.moment`) an imagined world is played on; `veteran` and `champion` are how hard
    these levels think.
    """

    def __init__(self, ahead: int, veteran: Effort, champion: Effort) -> None:
        self.ahead = ahead
        self.veteran = veteran
        self.champion = champion

    def player(self, seed: int) -> Bot:
        """The plain program, for all seats of one imagined world."""
        raise NotImplementedError

    def plain(self, seed: int) -> Bot:
        """The plain program whose answer is the usual one; in imagined worlds a quicker one may play on."""
        return self.player(seed)

    def pursuer(self, seed: int, state: State, seat: int, intent: int) -> Bot:
        """Who plays on in an imagined world in which a seat has something in mind at a state; 0 is nothing."""
        return self.player(seed)

    def intents(self, game: Game, state: State, seat: int, usual: Action) -> list[tuple[Action, int]]:
        """The answers worth weighing, each with what one has in mind with it; the usual one first."""
        return [(action, 0) for action in self.candidates(game, state, seat, usual)]

    def candidates(self, game: Game, state: State, seat: int, usual: Action) -> list[Action]:
        """The answers worth weighing, the usual one first; only that one where there is nothing to think about."""
        return [usual, *[action for action in agenda.proposals(state) if action.text != usual.text]]

    def imagine(self, game: Game, state: State, seat: int, seed: bytes) -> State:
        """A world: the state with other dice and other hidden things."""
        world: State = game.imagine(state, seat, seed)
        return world

    def value(self, game: Game, world: State, seat: int) -> int:
        """How good an imagined world looks to a seat in the end, in thousandths."""
        return game.value(world, seat)

    def deeper(self) -> Guide:
        """The guide of a champion, if he knows more than a veteran."""
        return self

    def plans(self, game: Game, state: State, seat: int, base: Plan | None) -> list[Plan]:
        """The plans worth weighing where a stretch begins, the usual one first; none where answers are weighed.

        With a `base`, which was found best, that comes first, and the others are variations of it.
        """
        return []
