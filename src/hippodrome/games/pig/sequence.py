"""The sequence of play: the calls of the blind start, then turns until somebody has won."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.pig.events import Added, Called, CallSealed, Drawn, Held, LostPoints, Passed, Started, Won
from hippodrome.games.pig.state import NOBODY, OUT_OF_TURNS, REACHED, PigState
from hippodrome.kit.actions import Action, OneOf, Option, Refusal, parse
from hippodrome.kit.agenda import NOTHING, Choice, Step, legal_now
from hippodrome.kit.reactions import Sealed

TURNS: Final = 1_000  # PIG-8
ROLL: Final = Action("roll")
HOLD: Final = Action("hold")
BOTH: Final = [ROLL, HOLD]
CALLS: Final = [Action("call", (number,)) for number in range(1, 7)]
_CALL_OPTIONS: Final = [Option("call", "PIG-9", (OneOf("number", (1, 2, 3, 4, 5, 6)),))]
_SEATS: Final = ((0,), (1,))


@mypyc_attr(acyclic=True)
class Turn(Choice):
    """PIG-2: the player whose turn it is rolls the die or holds."""

    RULE: ClassVar[str] = "PIG-2"
    __slots__ = ()

    def seats(self, pig: PigState) -> tuple[int, ...]:
        """Whose turn it is."""
        return _SEATS[pig.seat]

    def proposals(self, pig: PigState) -> list[Action]:
        """Both are always open; holding without a point passes the turn on (PIG-7)."""
        return BOTH

    def explain(self, pig: PigState, action: Action) -> Refusal | None:
        """There is nothing else to do in a turn."""
        return Refusal("PIG-2", "In your turn you roll or hold.")

    def answer(self, pig: PigState, action: Action, seat: i64) -> list[Step]:
        """Return the die, or the next turn."""
        return roll(pig) if action.verb == "roll" else hold(pig)

    def breadcrumb(self, pig: PigState) -> str:
        """Return the turns are counted for both together."""
        return f"Turn {pig.turn}"


def roll(pig: PigState) -> list[Step]:
    """PIG-3, PIG-4: a 1 costs the points of the turn, any other number adds to them."""
    die: i64 = pig.roll("turn", 1, pig.seat)[0]
    if die == 1:
        if pig.logging:
            pig.emit(LostPoints(pig.seat, pig.points), "PIG-4")
        return pass_on(pig)
    pig.points += die
    player = pig.players[pig.seat]
    if player.score + pig.points >= pig.goal:
        player.score += pig.points
        return win(pig, pig.seat, REACHED, "PIG-6")
    if pig.logging:
        pig.emit(Added(pig.seat, die), "PIG-3")
    return GO_ON


def hold(pig: PigState) -> list[Step]:
    """PIG-5: the points of the turn are safe, and the turn passes on; so it does without any (PIG-7)."""
    player = pig.players[pig.seat]
    player.score += pig.points
    if pig.logging and pig.points:
        pig.emit(Held(pig.seat, player.score), "PIG-5")
    elif pig.logging:
        pig.emit(Passed(pig.seat), "PIG-7")
    return pass_on(pig)


def pass_on(pig: PigState) -> list[Step]:
    """Return the other player's turn; when the turns have run out the higher score wins (PIG-8)."""
    pig.points = 0
    if pig.turn >= TURNS:
        one, other = pig.players[0].score, pig.players[1].score
        return win(pig, NOBODY if one == other else 0 if one > other else 1, OUT_OF_TURNS, "PIG-8")
    pig.turn += 1
    pig.seat = 1 - pig.seat
    return GO_ON


def win(pig: PigState, winner: i64, reason: str, rule: str) -> list[Step]:
    """Return the game is over."""
    pig.points = 0
    if pig.logging and winner == NOBODY:
        pig.emit(Drawn(), rule)
    elif pig.logging:
        pig.emit(Won(winner, pig.players[winner].score), rule)
    pig.end(winner, reason)
    return NOTHING


@mypyc_attr(acyclic=True)
class Call(Sealed):
    """PIG-9: both players call a number in secret."""

    RULE: ClassVar[str] = "PIG-9"
    __slots__ = ()

    def options(self, pig: PigState) -> list[Option]:
        """Return a number of the die."""
        return _CALL_OPTIONS

    def proposals(self, pig: PigState) -> list[Action]:
        """Any of the six."""
        return CALLS

    def judge(self, pig: PigState, seat: i64, action: Action) -> Refusal | None:
        """Only a number of the die can be called."""
        if action.verb == "call" and len(action.args) == 1 and 1 <= action.args[0] <= 6:
            return None
        return Refusal("PIG-9", f"Call one number from 1 to 6. {legal_now(CALLS)}")

    def answer(self, pig: PigState, action: Action, seat: i64) -> list[Step]:
        """That a player has called is told, but not what."""
        caller = seat if seat >= 0 else self.seats(pig)[0]
        if pig.logging:
            pig.emit(CallSealed(caller))
        return super().answer(pig, action, caller)

    def reveal(self, pig: PigState, answers: tuple[str, ...]) -> list[Step]:
        """Return the calls are opened, and a die decides."""
        calls = [called(text) for text in answers]
        if pig.logging:
            for seat, number in enumerate(calls):
                pig.emit(Called(seat, number))
        return [FirstTurn(tuple(calls)), TURN]

    def breadcrumb(self, pig: PigState) -> str:
        """Before the first turn."""
        return "Start"


def called(text: str) -> int:
    """Return the number of a call; 0 if there is none yet."""
    action = parse(text)
    return action.args[0] if action is not None else 0


@mypyc_attr(acyclic=True)
class FirstTurn(Step):
    """PIG-9, PIG-10: the call nearer to the die starts; if both are as near, the first seat does."""

    RULE: ClassVar[str] = "PIG-9"
    FIELDS: ClassVar[tuple[str, ...]] = ("calls",)
    __slots__ = FIELDS

    def __init__(self, calls: tuple[int, ...]) -> None:
        self.calls = calls

    def run(self, pig: PigState) -> list[Step]:
        """Throw the die; nobody owns it, so it is told as the first seat's."""
        die = pig.roll("start", 1, 0)[0]
        one, other = abs(self.calls[0] - die), abs(self.calls[1] - die)
        pig.seat = 0 if one <= other else 1
        if pig.logging:
            pig.emit(Started(pig.seat), "PIG-10" if one == other else "PIG-9")
        return NOTHING


TURN: Final = Turn()
GO_ON: Final[list[Step]] = [TURN]
CALL: Final = Call(("", ""))
