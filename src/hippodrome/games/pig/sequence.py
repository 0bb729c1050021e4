"""The sequence of play: the calls of the blind start, then turns until a player wins."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.pig.events import Added, Called, CallSealed, Drawn, Held, LostPoints, Passed, Started, Won
from hippodrome.games.pig.state import NO_SEAT, OUT_OF_TURNS, REACHED, PigState
from hippodrome.kit.actions import Action, OneOf, Option, Refusal, parse
from hippodrome.kit.agenda import NOTHING, Choice, Step, legal_now
from hippodrome.kit.reactions import Sealed

MAX_TURNS: Final = 1_000  # PIG-8
ROLL: Final = Action("roll")
HOLD: Final = Action("hold")
ROLL_OR_HOLD: Final = [ROLL, HOLD]
CALLS: Final = [Action("call", (number,)) for number in range(1, 7)]
_CALL_OPTIONS: Final = [Option("call", "PIG-9", (OneOf("number", (1, 2, 3, 4, 5, 6)),))]
_SEATS: Final = ((0,), (1,))


@mypyc_attr(acyclic=True)
class Turn(Choice):
    """PIG-2: the player whose turn it is rolls the die or holds."""

    RULE: ClassVar[str] = "PIG-2"
    __slots__ = ()

    def seats(self, pig: PigState) -> tuple[int, ...]:
        """Return the seat whose turn it is."""
        return _SEATS[pig.seat]

    def proposals(self, pig: PigState) -> list[Action]:
        """PIG-7: return both options; holding without points passes the turn."""
        return ROLL_OR_HOLD

    def explain(self, pig: PigState, action: Action) -> Refusal | None:
        """Return why nothing else is legal."""
        return Refusal("PIG-2", "In your turn you can only roll or hold.")

    def answer(self, pig: PigState, action: Action, seat: i64) -> list[Step]:
        """Roll the die, or hold."""
        return roll(pig) if action.verb == "roll" else hold(pig)

    def breadcrumb(self, pig: PigState) -> str:
        """Return the number of the turn, counting both players together."""
        return f"Turn {pig.turn}"


def roll(pig: PigState) -> list[Step]:
    """PIG-3, PIG-4: a 1 loses the turn total, any other number is added to it."""
    die: i64 = pig.roll("turn", 1, pig.seat)[0]
    if die == 1:
        if pig.logging:
            pig.emit(LostPoints(pig.seat, pig.points), "PIG-4")
        return end_turn(pig)
    pig.points += die
    player = pig.players[pig.seat]
    if player.score + pig.points >= pig.goal:
        player.score += pig.points
        return end_game(pig, pig.seat, REACHED, "PIG-6")
    if pig.logging:
        pig.emit(Added(pig.seat, die), "PIG-3")
    return NEXT_TURN


def hold(pig: PigState) -> list[Step]:
    """PIG-5, PIG-7: the turn total is safe, and the turn passes to the other player, even without points."""
    player = pig.players[pig.seat]
    player.score += pig.points
    if pig.logging and pig.points:
        pig.emit(Held(pig.seat, player.score), "PIG-5")
    elif pig.logging:
        pig.emit(Passed(pig.seat), "PIG-7")
    return end_turn(pig)


def end_turn(pig: PigState) -> list[Step]:
    """PIG-8: pass the turn to the other player; when the turns have run out, the higher score wins."""
    pig.points = 0
    if pig.turn >= MAX_TURNS:
        one, other = pig.players[0].score, pig.players[1].score
        return end_game(pig, NO_SEAT if one == other else 0 if one > other else 1, OUT_OF_TURNS, "PIG-8")
    pig.turn += 1
    pig.seat = 1 - pig.seat
    return NEXT_TURN


def end_game(pig: PigState, winner: i64, reason: str, rule: str) -> list[Step]:
    """End the game; NO_SEAT as the winner means a draw."""
    pig.points = 0
    if pig.logging and winner == NO_SEAT:
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
        """Return the numbers of the die."""
        return _CALL_OPTIONS

    def proposals(self, pig: PigState) -> list[Action]:
        """Return all six calls."""
        return CALLS

    def check_answer(self, pig: PigState, seat: i64, action: Action) -> Refusal | None:
        """Return None for a number of the die, else a refusal."""
        if action.verb == "call" and len(action.args) == 1 and 1 <= action.args[0] <= 6:
            return None
        return Refusal("PIG-9", f"Call a number from 1 to 6. {legal_now(CALLS)}")

    def answer(self, pig: PigState, action: Action, seat: i64) -> list[Step]:
        """Save the call; others learn only that it was made."""
        caller = seat if seat >= 0 else self.seats(pig)[0]
        if pig.logging:
            pig.emit(CallSealed(caller))
        return super().answer(pig, action, caller)

    def reveal(self, pig: PigState, answers: tuple[str, ...]) -> list[Step]:
        """Reveal the calls, then let a die decide."""
        calls = [call_number(text) for text in answers]
        if pig.logging:
            for seat, number in enumerate(calls):
                pig.emit(Called(seat, number))
        return [FirstTurn(tuple(calls)), TURN]

    def breadcrumb(self, pig: PigState) -> str:
        """Return the name of the phase before the first turn."""
        return "Start"


def call_number(text: str) -> int:
    """Return the number of a call; 0 if there is none yet."""
    action = parse(text)
    return action.args[0] if action is not None else 0


@mypyc_attr(acyclic=True)
class FirstTurn(Step):
    """PIG-9, PIG-10: the call nearer to the die starts; if both are equally near, the first seat does."""

    RULE: ClassVar[str] = "PIG-9"
    FIELDS: ClassVar[tuple[str, ...]] = ("calls",)
    __slots__ = FIELDS

    def __init__(self, calls: tuple[int, ...]) -> None:
        self.calls = calls

    def run(self, pig: PigState) -> list[Step]:
        """Roll the die. It belongs to no player, so it is logged for the first seat."""
        die = pig.roll("start", 1, 0)[0]
        one, other = abs(self.calls[0] - die), abs(self.calls[1] - die)
        pig.seat = 0 if one <= other else 1
        if pig.logging:
            pig.emit(Started(pig.seat), "PIG-10" if one == other else "PIG-9")
        return NOTHING


TURN: Final = Turn()
NEXT_TURN: Final[list[Step]] = [TURN]
CALL: Final = Call(("", ""))
