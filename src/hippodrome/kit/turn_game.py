"""A base for small games: seats take turns and score points, and one seat wins or the match is drawn.

A game that needs nothing else has a subclass of TurnState, its steps, and a subclass of TurnGame with its scenarios.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.kit.agenda import NOTHING, Step
from hippodrome.kit.analysis import GameAnalysis
from hippodrome.kit.dice import Dice
from hippodrome.kit.events import Event, SeatNumberEvent
from hippodrome.kit.game import Game, Result
from hippodrome.kit.presentation import Presentation
from hippodrome.kit.state import Row, State

NO_SEAT: Final = -1


@mypyc_attr(acyclic=True)
class Won(SeatNumberEvent):
    """The match has a winner; the number is the winner's score."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Drawn(Event):
    """The match ended without a winner."""

    __slots__ = ()


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


class TurnState(State):
    """A match in turns. `turn` counts the turns of all seats from 1; `seat` is the one whose turn it is."""

    FIELDS: ClassVar[tuple[str, ...]] = ("turn", "seat", "winner", "reason")
    ROWS: ClassVar[dict[str, type[Row]]] = {"players": Player}
    __slots__ = (*FIELDS, "players")

    def __init__(self, players: list[Player], dice: Dice) -> None:
        super().__init__(dice)
        self.players = players
        self.turn: i64 = 1
        self.seat: i64 = 0
        self.winner: i64 = NO_SEAT
        self.reason: str = ""

    def copy_to(self, other: TurnState) -> None:
        """Copy what the constructor does not take to another state."""
        other.agenda = self.agenda.copy()
        other.over = self.over
        other.undo_barrier = self.undo_barrier
        other.turn = self.turn
        other.seat = self.seat
        other.winner = self.winner
        other.reason = self.reason

    def next_turn(self) -> None:
        """Pass the turn to the next seat."""
        self.turn += 1
        self.seat = (self.seat + 1) % len(self.players)

    def leader(self) -> i64:
        """Return the seat with the highest score; NO_SEAT if several have it."""
        best = max([player.score for player in self.players])
        leaders = [player.id for player in self.players if player.score == best]
        return leaders[0] if len(leaders) == 1 else NO_SEAT

    def end(self, winner: i64, reason: str, rule: str) -> list[Step]:
        """End the match by a clause; NO_SEAT as the winner means a draw. Return no steps."""
        if self.logging:
            self.emit(Drawn() if winner == NO_SEAT else Won(winner, self.players[winner].score), rule)
        self.winner = winner
        self.reason = reason
        self.finish()
        return NOTHING


class TurnAnalysis(GameAnalysis):
    """Numbers about positions and matches of a game in turns."""

    def round_number(self, state: TurnState) -> int:
        """Return the number of turns that have begun."""
        return int(state.turn)

    def match_statistics(self, state: TurnState) -> dict[str, int]:
        """Return the number of turns."""
        return {"turns": int(state.turn)}


class TurnGame(Game):
    """A game whose states are TurnStates, with the default presentation and analysis."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        super().__init__(texts)
        self.presentation = Presentation(self)
        self.analysis = TurnAnalysis(self)

    def result(self, state: TurnState) -> Result | None:
        """Return place 1 for the winner and 2 for the others; in a draw all seats have place 1. None before the end."""
        if not state.over:
            return None
        places = [1 if state.winner in (NO_SEAT, player.id) else 2 for player in state.players]
        return Result(tuple(places), state.reason)
