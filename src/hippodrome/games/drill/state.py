"""The state of a game in the Drill Yard: two chariots and the turn in progress. Lengths are thousandths of an inch."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.kit.dice import Dice
from hippodrome.kit.state import Row, State
from hippodrome.kit.units import INCH

YARD_WIDTH_MI: Final = 24 * INCH  # DRL-1
YARD_HEIGHT_MI: Final = 16 * INCH
NO_SEAT: Final = -1

# Reasons why a game ended.
RUNNING: Final = ""
REACHED: Final = "reached the far side"
OUT_OF_ROUNDS: Final = "out of rounds"


@mypyc_attr(acyclic=True)
class Chariot(Row):
    """A chariot; its id is its seat. `turn` is its direction in tenths of a degree, clockwise, 0 to the right."""

    FIELDS: ClassVar[tuple[str, ...]] = ("id", "placed", "x", "y", "turn")
    __slots__ = FIELDS

    def __init__(self, id: i64, placed: bool, x: i64, y: i64, turn: i64) -> None:
        self.id = id
        self.placed = placed
        self.x = x
        self.y = y
        self.turn = turn

    def clone(self) -> Chariot:
        """Return a copy."""
        return Chariot(self.id, self.placed, self.x, self.y, self.turn)

    def distance_left(self) -> i64:
        """DRL-1: return the distance to the far side, straight across."""
        if not self.placed:
            return YARD_WIDTH_MI
        return YARD_WIDTH_MI - self.x if self.id == 0 else self.x


class Yard(State):
    """A game in progress. `turn` counts the turns of both players; `commands` are those left in this turn."""

    FIELDS: ClassVar[tuple[str, ...]] = ("rounds", "turn", "commands", "winner", "reason")
    ROWS: ClassVar[dict[str, type[Row]]] = {"chariots": Chariot}
    __slots__ = (*FIELDS, "chariots")

    def __init__(self, rounds: i64, chariots: list[Chariot], dice: Dice) -> None:
        super().__init__(dice)
        self.rounds = rounds
        self.chariots = chariots
        self.turn: i64 = 0
        self.commands: i64 = 0
        self.winner: i64 = NO_SEAT
        self.reason: str = RUNNING

    def clone(self) -> Yard:
        """Return an independent copy without the log."""
        other = Yard(self.rounds, [row.clone() for row in self.chariots], self.dice.clone())
        other.agenda = self.agenda.copy()
        other.over = self.over
        other.undo_barrier = self.undo_barrier
        other.turn = self.turn
        other.commands = self.commands
        other.winner = self.winner
        other.reason = self.reason
        return other

    def seat(self) -> i64:
        """Return the seat whose turn it is; meaningful from the first turn on."""
        return (self.turn + 1) % 2

    def round(self) -> i64:
        """Return the round, counted from 1; 0 before the first turn."""
        return (self.turn + 1) // 2

    def end(self, winner: i64, reason: str) -> None:
        """End the game; NO_SEAT as the winner means a draw."""
        self.winner = winner
        self.reason = reason
        self.finish()
