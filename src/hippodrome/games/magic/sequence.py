"""The turn sequence (WAM-T1 to WAM-T8): initiative, characters, movement, shooting, fighting, morale, countdown."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.magic.characters import CHARACTER_PHASE
from hippodrome.games.magic.events import PriorityRolled, TurnBegan
from hippodrome.games.magic.fighting import NEXT_FIGHT
from hippodrome.games.magic.morale import MORALE, RALLY_GENERAL
from hippodrome.games.magic.movement import BeginMovement, EndMovement
from hippodrome.games.magic.shooting import AIM, VOLLEYS
from hippodrome.games.magic.state import NONE, ROLLED, Battle, Clash, Unit
from hippodrome.games.magic.victory import CHECK_BREAK, COUNT_DOWN
from hippodrome.kit.agenda import NOTHING, Step

PHASES: Final = ("characters", "movement", "shooting", "fighting", "morale")


def reset_for_turn(unit: Unit) -> None:
    """Reset what a unit did in the last turn, except a win, which counts for momentum (WAM-Q20)."""
    unit.won_before = unit.won
    unit.won = False
    unit.moves = 0
    unit.walked = 0
    unit.rested = False
    unit.rerolled = False
    unit.target = NONE
    unit.failed = NONE
    unit.spent = False
    unit.aim = NONE
    unit.acted = False
    unit.hasted = False
    unit.dread = False
    unit.lost = 0
    unit.beaten = False
    unit.helped = False


def roll_first_player(s: Battle, purpose: str, rule: str) -> i64:
    """WAM-T1, WAM-M1, WAM-Q6: return the winner of a roll; the attacker adds 1, and ties are rolled again."""
    while True:
        mine = s.roll(purpose, 1, s.attacker, rule, 0, 1)[0] + 1
        other = s.roll(purpose, 1, 1 - s.attacker, rule)[0]
        if mine != other:
            return s.attacker if mine > other else 1 - s.attacker


@mypyc_attr(acyclic=True)
class EnterPhase(Step):
    """WAM-T1 to WAM-T8: the turn enters its next phase."""

    RULE: ClassVar[str] = "WAM-T1"
    FIELDS: ClassVar[tuple[str, ...]] = ("phase",)
    __slots__ = FIELDS

    def __init__(self, phase: i64) -> None:
        self.phase = phase

    def run(self, s: Battle) -> list[Step]:
        """Note the phase, for the display."""
        s.phase = self.phase
        return NOTHING


@mypyc_attr(acyclic=True)
class NewTurn(Step):
    """WAM-T1: the winner of the initiative is first player in every phase of the turn (WAM-Q6)."""

    RULE: ClassVar[str] = "WAM-T1"
    __slots__ = ()

    def run(self, s: Battle) -> list[Step]:
        """WAM-T2 to WAM-T8: begin a turn, and return the steps of its phases."""
        s.undo_barrier += 1
        s.turn += 1
        for unit in s.units:
            reset_for_turn(unit)
        for piece in s.scenery:
            piece.moved = False
        s.clash = Clash()
        s.fought = (0,) * s.board.size
        s.ward = ()
        s.mist = ()
        s.first = roll_first_player(s, "initiative", "WAM-T1")
        if s.logging:
            s.emit(TurnBegan(s.first, s.turn, tuple([int(unit.id) for unit in s.units])))
        if s.rules.options.priority == ROLLED:
            return [EnterPhase(0), CHARACTER_PHASE[s.first], CHARACTER_PHASE[s.second_player()], ROLL_PRIORITY]
        return TURN_STEPS[s.first]

    def breadcrumb(self, s: Battle) -> str:
        """Return the turn and phase; this step waits on the agenda for the next turn."""
        return f"Turn {s.turn}: {PHASES[s.phase]}" if s.turn else "Set-up"


@mypyc_attr(acyclic=True)
class RollPriority(Step):
    """WAM-M1, WAM-Q6: with the option, a second roll decides the first player from the movement on."""

    RULE: ClassVar[str] = "WAM-M1"
    __slots__ = ()

    def run(self, s: Battle) -> list[Step]:
        """WAM-Q6: roll for priority, and return the steps of the remaining phases."""
        s.first = roll_first_player(s, "priority", "WAM-M1")
        if s.logging:
            s.emit(PriorityRolled(s.first))
        return BATTLE_STEPS[s.first]


def battle_steps(first: int) -> list[Step]:
    """Return the steps of a turn after the character phase, with this first player."""
    second = 1 - first
    return [
        EnterPhase(1), BeginMovement(first), EndMovement(first), BeginMovement(second), EndMovement(second),
        EnterPhase(2), AIM[first], AIM[second], VOLLEYS,
        EnterPhase(3), NEXT_FIGHT[first], NEXT_FIGHT[second],
        EnterPhase(4), RALLY_GENERAL[first], RALLY_GENERAL[second], MORALE,
        CHECK_BREAK, COUNT_DOWN, NEW_TURN,
    ]  # fmt: skip


def turn_steps(first: int) -> list[Step]:
    """Return the steps of a turn with this first player."""
    return [EnterPhase(0), CHARACTER_PHASE[first], CHARACTER_PHASE[1 - first], *battle_steps(first)]


NEW_TURN: Final = NewTurn()
ROLL_PRIORITY: Final = RollPriority()
BATTLE_STEPS: Final[list[list[Step]]] = [battle_steps(0), battle_steps(1)]
TURN_STEPS: Final[list[list[Step]]] = [turn_steps(0), turn_steps(1)]
