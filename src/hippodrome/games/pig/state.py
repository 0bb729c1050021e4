"""The state of a game of Pig: two players and the turn in progress."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.kit.dice import Dice
from hippodrome.kit.state import Row, State

NO_SEAT: Final = -1

# Reasons why a game ended.
RUNNING: Final = ""
REACHED: Final = "reached the goal"
OUT_OF_TURNS: Final = "out of turns"


@mypyc_attr(acyclic=True)
class Player(Row):
    """A player; the id is the seat."""

    FIELDS: ClassVar[tuple[str, ...]] = ("id", "score")
    __slots__ = FIELDS

    def __init__(self, id: i64, score: i64) -> None:
        self.id = id
        self.score = score

    def clone(self) -> Player:
        """Return a copy."""
        return Player(self.id, self.score)


class PigState(State):
    """A game of Pig in progress. `points` is the turn total, not yet safe."""

    FIELDS: ClassVar[tuple[str, ...]] = ("goal", "turn", "seat", "points", "winner", "reason")
    ROWS: ClassVar[dict[str, type[Row]]] = {"players": Player}
    __slots__ = (*FIELDS, "players")

    def __init__(self, goal: i64, players: list[Player], dice: Dice) -> None:
        super().__init__(dice)
        self.goal = goal
        self.players = players
        self.turn: i64 = 1
        self.seat: i64 = 0
        self.points: i64 = 0
        self.winner: i64 = NO_SEAT
        self.reason: str = RUNNING

    def clone(self) -> PigState:
        """Return an independent copy without the log."""
        other = PigState(self.goal, [row.clone() for row in self.players], self.dice.clone())
        other.agenda = self.agenda.copy()
        other.over = self.over
        other.undo_barrier = self.undo_barrier
        other.turn = self.turn
        other.seat = self.seat
        other.points = self.points
        other.winner = self.winner
        other.reason = self.reason
        return other

    def end(self, winner: i64, reason: str) -> None:
        """End the game; NO_SEAT as the winner means a draw."""
        self.winner = winner
        self.reason = reason
        self.finish()
