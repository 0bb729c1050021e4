"""The sequence of play: turns, Initiative, the phases and the countdown in each (CR-S1, CR-I1 to CR-I4, CR-Q2)."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.races.ending import SETTLE
from hippodrome.games.races.events import Acted, PhaseBegan, TurnBegan, Waited
from hippodrome.games.races.fighting import can_fight, fight_steps, record_contacts
from hippodrome.games.races.grid import rank_by_dice
from hippodrome.games.races.planning import BeginMove
from hippodrome.games.races.progress import MAX_TURNS_PER_LAP, end_on_time_limit
from hippodrome.games.races.shooting import can_shoot, shooting_steps
from hippodrome.games.races.state import FIGHTING, MOVING, RACING, SHOOTING, Chariot, Race
from hippodrome.kit.actions import Action
from hippodrome.kit.agenda import NOTHING, Choice, Step

ACT: Final = Action("act")
WAIT: Final = Action("wait")
CALL_ACTIONS: Final = [ACT, WAIT]
PHASE_NAMES: Final = ("Before the start", "Movement", "Shooting", "Close combat")
ACT_VERBS: Final = ("Act", "Move", "Shoot", "Fight")  # by phase


@mypyc_attr(acyclic=True)
class NewTurn(Step):
    """CR-I1, CR-Q1: each chariot rolls a die plus its Initiative once per turn; ties are rolled again (CR-I3)."""

    RULE: ClassVar[str] = "CR-I1"
    __slots__ = ()

    def run(self, s: Race) -> list[Step]:
        """Roll for Initiative and begin the turn, or end the race at the time limit (CR-Q56)."""
        if s.turn >= s.rules.options.laps * MAX_TURNS_PER_LAP:
            end_on_time_limit(s)
            return NOTHING
        s.undo_barrier += 1
        s.turn += 1
        working = [chariot for chariot in s.chariots if chariot.is_working()]
        bonus = [int(s.machine(chariot).initiative) if chariot.status == RACING else 0 for chariot in working]
        order = rank_by_dice(s, "initiative", [int(chariot.id) for chariot in working], bonus, "CR-I1")
        for place, who in enumerate(order):
            s.chariots[who].tie = place
        for chariot in working:
            chariot.moved = 0
        if s.logging:
            scores = tuple([int(s.chariots[seat].score) for seat in order])
            s.emit(TurnBegan(s.turn, tuple(order), scores))
        return TURN_STEPS

    def breadcrumb(self, s: Race) -> str:
        """Return the current turn; this step waits below it on the agenda."""
        return f"Turn {s.turn}" if s.turn else PHASE_NAMES[0]


@mypyc_attr(acyclic=True)
class Phase(Step):
    """CR-S1: all chariots finish a phase before the next one begins."""

    RULE: ClassVar[str] = "CR-S1"
    FIELDS: ClassVar[tuple[str, ...]] = ("phase",)
    __slots__ = FIELDS

    def __init__(self, phase: i64) -> None:
        self.phase = phase

    def run(self, s: Race) -> list[Step]:
        """Start the countdown at the best score, unless no chariot has anything to do."""
        s.phase = self.phase
        if self.phase == FIGHTING:
            record_contacts(s)
        for chariot in s.chariots:
            chariot.acted = not can_act(s, chariot)
        waiting = pending_chariots(s)
        if not waiting:
            return NOTHING
        s.number = max([chariot.score for chariot in waiting])
        if s.logging:
            s.emit(PhaseBegan(self.phase))
        return COUNT


def can_act(s: Race, chariot: Chariot) -> bool:
    """Return whether a chariot has anything to do in this phase; every working chariot must move (CR-Q2)."""
    if s.phase == MOVING:
        return chariot.is_working()
    return can_shoot(s, chariot) if s.phase == SHOOTING else can_fight(s, chariot)


def pending_chariots(s: Race) -> list[Chariot]:
    """Return the chariots that have yet to act in this phase, in Initiative order."""
    pending = [chariot for chariot in s.chariots if not chariot.acted and chariot.is_working()]
    return sorted(pending, key=lambda chariot: chariot.tie)


def called_chariots(s: Race) -> list[Chariot]:
    """CR-I2: return the chariots that have yet to act and whose score is at least the called number."""
    return [chariot for chariot in pending_chariots(s) if chariot.score >= s.number]


@mypyc_attr(acyclic=True)
class Call(Choice):
    """CR-I2, CR-Q2: the chariots called are asked in order; when one acts, those that waited are asked again."""

    RULE: ClassVar[str] = "CR-I2"
    FIELDS: ClassVar[tuple[str, ...]] = ("place",)
    PASSES: ClassVar[tuple[str, ...]] = ("wait",)
    __slots__ = FIELDS

    def __init__(self, place: i64) -> None:
        self.place = place

    def waits(self, s: Race) -> bool:
        """CR-I4: at 1 every chariot must act. A crewless machine acts as soon as it is called (CR-Q42)."""
        called = called_chariots(s)
        return s.number > 1 and self.place < len(called) and called[self.place].status == RACING

    def run(self, s: Race) -> list[Step]:
        """Act if there is no choice. When all chariots called have waited, call a lower number."""
        called = called_chariots(s)
        if self.place < len(called):
            return act(s, called[self.place])
        waiting = pending_chariots(s)
        if not waiting:
            return NOTHING
        s.number = min(s.number - 1, max([chariot.score for chariot in waiting]))
        return COUNT

    def seats(self, s: Race) -> tuple[int, ...]:
        """Return the seat whose turn it is to answer the call."""
        return (int(called_chariots(s)[self.place].id),)

    def proposals(self, s: Race) -> list[Action]:
        """Return act and wait."""
        return CALL_ACTIONS

    def answer(self, s: Race, action: Action, seat: i64) -> list[Step]:
        """Act, or wait and be asked again later."""
        chariot = called_chariots(s)[self.place]
        if action.verb == "wait":
            if s.logging:
                s.emit(Waited(chariot.id, s.number))
            return [CALL_STEPS[self.place + 1]]
        return act(s, chariot)

    def breadcrumb(self, s: Race) -> str:
        """Return the phase and the number called."""
        return f"{PHASE_NAMES[s.phase]}, Initiative {s.number}"


def act(s: Race, chariot: Chariot) -> list[Step]:
    """Return the steps of a chariot's action: move, shoot or fight, depending on the phase."""
    chariot.acted = True
    if s.logging:
        s.emit(Acted(chariot.id, s.number), "CR-I2")
    if s.phase == MOVING:
        return [BeginMove(chariot.id), SETTLE, *COUNT]
    steps = shooting_steps(s, chariot) if s.phase == SHOOTING else fight_steps(s, chariot)
    return [*steps, LOOK_ROUND, *COUNT]


@mypyc_attr(acyclic=True)
class LookRound(Step):
    """CR-Q2: chariots with nothing left to do in the phase are no longer called."""

    RULE: ClassVar[str] = "CR-Q2"
    __slots__ = ()

    def run(self, s: Race) -> list[Step]:
        """Mark chariots that have lost their targets or their crew as done."""
        for chariot in s.chariots:
            if not chariot.acted and not can_act(s, chariot):
                chariot.acted = True
        return NOTHING


NEW_TURN: Final = NewTurn()
LOOK_ROUND: Final = LookRound()
CALL_STEPS: Final = [Call(place) for place in range(10)]
COUNT: Final[list[Step]] = [CALL_STEPS[0]]
TURN_STEPS: Final[list[Step]] = [Phase(MOVING), Phase(SHOOTING), Phase(FIGHTING), NEW_TURN]
