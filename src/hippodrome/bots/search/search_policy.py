"""What looking ahead must know of a game: who plays on in imagined worlds, how far, and which answers to weigh."""

from __future__ import annotations

from hippodrome.bots.base import Bot
from hippodrome.bots.search.budget import SearchBudget
from hippodrome.kit import agenda
from hippodrome.kit.actions import Action
from hippodrome.kit.game import Game
from hippodrome.kit.state import State


class Plan(Bot):
    """How to play on for one stretch of a game, such as all moves of a side in a turn.

    In it a plan answers every question of its seat.
    """

    def applies(self, state: State) -> bool:
        """Return whether a question waits that belongs to the stretch."""
        raise NotImplementedError

    def fresh_copy(self) -> Plan:
        """Return the same plan for another world; one that remembers something of the world it is followed in
        begins anew.
        """
        return self


class SearchPolicy:
    """How to look ahead in a game; each game has its own.

    `ahead` is how many moments (`Game.moment`) an imagined world is played on; `veteran` and `champion` are how hard
    these levels think.
    """

    def __init__(self, ahead: int, veteran: SearchBudget, champion: SearchBudget) -> None:
        self.rounds_ahead = ahead
        self.veteran = veteran
        self.champion = champion

    def rollout_bot(self, seed: int) -> Bot:
        """Return the plain program, for all seats of one imagined world."""
        raise NotImplementedError

    def baseline(self, seed: int) -> Bot:
        """Return the plain program whose answer is the usual one; in imagined worlds a quicker one may play on."""
        return self.rollout_bot(seed)

    def rollout_bot_for(self, seed: int, state: State, seat: int, intent: int) -> Bot:
        """Who plays on in an imagined world in which a seat has something in mind at a state; 0 is nothing."""
        return self.rollout_bot(seed)

    def candidates_with_intent(self, game: Game, state: State, seat: int, usual: Action) -> list[tuple[Action, int]]:
        """Return the answers worth weighing, each with what one has in mind with it; the usual one first."""
        return [(action, 0) for action in self.candidates(game, state, seat, usual)]

    def candidates(self, game: Game, state: State, seat: int, usual: Action) -> list[Action]:
        """Return the answers worth weighing, the usual one first; only that one where there is nothing to think
        about.
        """
        return [usual, *[action for action in agenda.proposals(state) if action.text != usual.text]]

    def imagine(self, game: Game, state: State, seat: int, seed: bytes) -> State:
        """Return a world: the state with other dice and other hidden things."""
        world: State = game.imagine(state, seat, seed)
        return world

    def value(self, game: Game, world: State, seat: int) -> int:
        """How good an imagined world looks to a seat in the end, in thousandths."""
        return game.value(world, seat)

    def for_champion(self) -> SearchPolicy:
        """Return the guide of a champion, if he knows more than a veteran."""
        return self

    def plans(self, game: Game, state: State, seat: int, base: Plan | None) -> list[Plan]:
        """Return the plans worth weighing where a stretch begins, the usual one first; none where answers are weighed.

        With a `base`, which was found best, that comes first, and the others are variations of it.
        """
        return []
