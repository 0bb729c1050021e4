"""The state, the events and the sequence of play: the calls of the blind start, then turns until a player wins."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from hippodrome.kit.actions import Action
from hippodrome.kit.agenda import NOTHING, Choice, Step
from hippodrome.kit.dice import Dice
from hippodrome.kit.events import Event, SeatEvent, SeatNumberEvent
from hippodrome.kit.reactions import Sealed
from hippodrome.kit.turn_game import Player, TurnState

MAX_TURNS: Final = 1_000  # PIG-8


class PigState(TurnState):
    """A game of Pig in progress. `points` is the turn total, not yet safe."""

    FIELDS: ClassVar[tuple[str, ...]] = ("turn", "seat", "winner", "reason", "goal", "points")
    __slots__ = ("goal", "points")

    def __init__(self, goal: i64, players: list[Player], dice: Dice) -> None:
        super().__init__(players, dice)
        self.goal = goal
        self.points: i64 = 0

    def clone(self) -> PigState:
        """Return an independent copy without the log."""
        other = PigState(self.goal, [row.clone() for row in self.players], self.dice.clone())
        self.copy_to(other)
        other.points = self.points
        return other


class Started(SeatEvent):
    """The calls were compared with the die, and this player starts."""


class Added(SeatNumberEvent):
    """A roll was added to the turn total."""


class LostPoints(SeatNumberEvent):
    """A player rolled a 1 and lost the turn total."""


class Held(SeatNumberEvent):
    """A player made the turn total safe; the number is the new score."""


class Passed(SeatEvent):
    """A player held without any points."""


class Turn(Choice):
    """PIG-2: the player whose turn it is rolls the die or holds."""

    RULE: ClassVar[str] = "PIG-2"
    ACTIONS: ClassVar[list[Action]] = [Action("roll"), Action("hold")]
    BREADCRUMB: ClassVar[str] = "Turn {0.turn}"
    PASSES: ClassVar[tuple[str, ...]] = ("hold",)

    def answer(self, pig: PigState, action: Action, seat: i64) -> list[Step]:
        """Roll the die, or hold."""
        player = pig.players[pig.seat]
        return self.roll(pig, player) if action.verb == "roll" else self.hold(pig, player)

    def roll(self, pig: PigState, player: Player) -> list[Step]:
        """PIG-3, PIG-4, PIG-6: a 1 loses the turn total, another number is added to it; enough points win at once."""
        die: i64 = pig.roll("turn", 1, player.id)[0]
        if die == 1:
            pig.emit(LostPoints(player.id, pig.points), "PIG-4")
            return self.end(pig)
        pig.points += die
        if player.score + pig.points >= pig.goal:
            player.score += pig.points
            pig.points = 0
            return pig.end(player.id, "reached the goal", "PIG-6")
        pig.emit(Added(player.id, die), "PIG-3")
        return [self]

    def hold(self, pig: PigState, player: Player) -> list[Step]:
        """PIG-5, PIG-7: make the turn total safe; a turn may end without any points."""
        player.score += pig.points
        event: Event = Held(player.id, player.score) if pig.points else Passed(player.id)
        pig.emit(event, "PIG-5" if pig.points else "PIG-7")
        return self.end(pig)

    def end(self, pig: PigState) -> list[Step]:
        """PIG-8: pass the turn to the other player; when the turns have run out, the higher score wins."""
        pig.points = 0
        if pig.turn >= MAX_TURNS:
            return pig.end(pig.leader(), "out of turns", "PIG-8")
        pig.next_turn()
        return [self]


class Call(Sealed):
    """PIG-9: both players call a number in secret."""

    RULE: ClassVar[str] = "PIG-9"
    ACTIONS: ClassVar[list[Action]] = [Action("call", (number,)) for number in range(1, 7)]
    BREADCRUMB: ClassVar[str] = "Start"

    def reveal(self, pig: PigState, answers: list[Action]) -> list[Step]:
        """Let a die decide."""
        return [FirstTurn(tuple([action.args[0] for action in answers])), TURN]


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
        pig.emit(Started(pig.seat), "PIG-10" if one == other else "PIG-9")
        return NOTHING


TURN: Final = Turn()
CALL: Final = Call(("", ""))
