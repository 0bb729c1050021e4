"""The sequence of play: turns, Initiative, the phases and the countdown in each (CR-S1, CR-I1 to CR-I4, CR-Q2)."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.races.ending import SETTLE
from hippodrome.games.races.events import Acted, PhaseBegan, TurnBegan, Waited
from hippodrome.games.races.fighting import can_fight, list_pairs, melee
from hippodrome.games.races.grid import ranked
from hippodrome.games.races.planning import BeginMove
from hippodrome.games.races.progress import TURNS_A_LAP, out_of_time
from hippodrome.games.races.shooting import can_shoot, volley
from hippodrome.games.races.state import FIGHTING, MOVING, RACING, SHOOTING, Chariot, Race
from hippodrome.kit.actions import Action
from hippodrome.kit.agenda import NOTHING, Choice, Step

ACT: Final = Action("act")
WAIT: Final = Action("wait")
CALLS: Final = [ACT, WAIT]
PHASES: Final = ("Before the start", "Movement", "Shooting", "Close combat")


@mypyc_attr(acyclic=True)
class NewTurn(Step):
    """CR-I1, CR-Q1: a die and the driver's Initiative, once for the whole turn; ties are rolled off (CR-I3)."""

    RULE: ClassVar[str] = "CR-I1"
    __slots__ = ()

    def run(self, s: Race) -> list[Step]:
        """No race goes on for ever (CR-Q56)."""
        if s.turn >= s.rules.laps * TURNS_A_LAP:
            out_of_time(s)
            return NOTHING
        s.undo_barrier += 1
        s.turn += 1
        there = [chariot for chariot in s.chariots if chariot.is_there()]
        bonus = [int(s.machine(chariot).initiative) if chariot.status == RACING else 0 for chariot in there]
        order = ranked(s, "initiative", [int(chariot.id) for chariot in there], bonus, "CR-I1")
        for place, who in enumerate(order):
            s.chariots[who].tie = place
        for chariot in there:
            chariot.moved = 0
        if s.logging:
            s.emit(TurnBegan(s.turn, tuple(order)))
        return A_TURN

    def breadcrumb(self, s: Race) -> str:
        """Return the turn, while this step waits for the next."""
        return f"Turn {s.turn}" if s.turn else PHASES[0]


@mypyc_attr(acyclic=True)
class Phase(Step):
    """CR-S1: everybody finishes a phase before the next begins."""

    RULE: ClassVar[str] = "CR-S1"
    FIELDS: ClassVar[tuple[str, ...]] = ("phase",)
    __slots__ = FIELDS

    def __init__(self, phase: i64) -> None:
        self.phase = phase

    def run(self, s: Race) -> list[Step]:
        """Return the count begins at the best score."""
        s.phase = self.phase
        if self.phase == FIGHTING:
            list_pairs(s)
        for chariot in s.chariots:
            chariot.acted = not can_act(s, chariot)
        waiting = pending(s)
        if not waiting:
            return NOTHING
        s.number = max([chariot.score for chariot in waiting])
        if s.logging:
            s.emit(PhaseBegan(self.phase))
        return COUNT


def can_act(s: Race, chariot: Chariot) -> bool:
    """Return whether a chariot has anything to do in this phase; moving is not voluntary (CR-Q2)."""
    if s.phase == MOVING:
        return chariot.is_there()
    return can_shoot(s, chariot) if s.phase == SHOOTING else can_fight(s, chariot)


def pending(s: Race) -> list[Chariot]:
    """Those who have not acted yet, in the order of the turn. Whoever has nothing to do in the phase has acted."""
    found = [chariot for chariot in s.chariots if not chariot.acted and chariot.is_there()]
    return sorted(found, key=lambda chariot: chariot.tie)


def called(s: Race) -> list[Chariot]:
    """CR-I2: of these, whoever has the called number or more."""
    return [chariot for chariot in pending(s) if chariot.score >= s.number]


@mypyc_attr(acyclic=True)
class Call(Choice):
    """CR-I2, CR-Q2: at each number those who may act are asked in order; if one acts, all who wait are asked again."""

    RULE: ClassVar[str] = "CR-I2"
    FIELDS: ClassVar[tuple[str, ...]] = ("place",)
    __slots__ = FIELDS

    def __init__(self, place: i64) -> None:
        self.place = place

    def waits(self, s: Race) -> bool:
        """CR-I4: at 1 everybody must act. A crewless machine acts when it is called (CR-Q42)."""
        there = called(s)
        return s.number > 1 and self.place < len(there) and there[self.place].status == RACING

    def run(self, s: Race) -> list[Step]:
        """Act if there is no choice; when all wait, the number falls."""
        there = called(s)
        if self.place < len(there):
            return act(s, there[self.place])
        waiting = pending(s)
        if not waiting:
            return NOTHING
        s.number = min(s.number - 1, max([chariot.score for chariot in waiting]))
        return COUNT

    def seats(self, s: Race) -> tuple[int, ...]:
        """Return the next of those who are called."""
        return (int(called(s)[self.place].id),)

    def proposals(self, s: Race) -> list[Action]:
        """Act, or wait."""
        return CALLS

    def answer(self, s: Race, action: Action, seat: i64) -> list[Step]:
        """Nobody's turn is lost by waiting."""
        chariot = called(s)[self.place]
        if action.verb == "wait":
            if s.logging:
                s.emit(Waited(chariot.id, s.number))
            return [CALL[self.place + 1]]
        return act(s, chariot)

    def breadcrumb(self, s: Race) -> str:
        """Return the phase, and the number that is called."""
        return f"{PHASES[s.phase]}, {s.number} called"


def act(s: Race, chariot: Chariot) -> list[Step]:
    """Move, shoot or fight, as the phase is."""
    chariot.acted = True
    if s.logging:
        s.emit(Acted(chariot.id, s.number), "CR-I2")
    if s.phase == MOVING:
        return [BeginMove(chariot.id), SETTLE, *COUNT]
    steps = volley(s, chariot) if s.phase == SHOOTING else melee(s, chariot)
    return [*steps, LOOK_ROUND, *COUNT]


@mypyc_attr(acyclic=True)
class LookRound(Step):
    """CR-Q2: whoever has nothing left to do in the phase is not called any more."""

    RULE: ClassVar[str] = "CR-Q2"
    __slots__ = ()

    def run(self, s: Race) -> list[Step]:
        """Targets may have gone, and men too."""
        for chariot in s.chariots:
            if not chariot.acted and not can_act(s, chariot):
                chariot.acted = True
        return NOTHING


NEW_TURN: Final = NewTurn()
LOOK_ROUND: Final = LookRound()
CALL: Final = [Call(place) for place in range(10)]
COUNT: Final[list[Step]] = [CALL[0]]
A_TURN: Final[list[Step]] = [Phase(MOVING), Phase(SHOOTING), Phase(FIGHTING), NEW_TURN]
