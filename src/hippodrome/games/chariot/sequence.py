"""Sequence of play: Game-Turns, Player-Turns and phases (CH-S4.1, CH-S4.2, CH-1.2, CH-1.3, CH-R2, CH-R38, CH-R57)."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.chariot.boarding import BOARD_STEP, CROWD_STEP, GET_OFF_STEP
from hippodrome.games.chariot.command import update_control
from hippodrome.games.chariot.deployment import SideSetUp
from hippodrome.games.chariot.events import PhaseBegan, Recovered, TurnBegan
from hippodrome.games.chariot.fire import DEFENSIVE_FIRE_STEP, FIRE_STEP
from hippodrome.games.chariot.leaving import LATE_COMERS_STEP
from hippodrome.games.chariot.melee import MELEE_STEP
from hippodrome.games.chariot.movement import MOVE_STEP, may_enter
from hippodrome.games.chariot.panic import FLIGHT_STEP, RALLY_STEP
from hippodrome.games.chariot.state import (
    CHARIOT,
    CHARIOT_FIRE,
    FIRE,
    HALTED_TURN,
    MELEE,
    MOVEMENT,
    MOVEMENT_FIRE,
    PHASES,
    RECOVERY,
    Battle,
)
from hippodrome.games.chariot.units import CH
from hippodrome.games.chariot.victory import decide_winner
from hippodrome.kit.agenda import NOTHING, Step


@mypyc_attr(acyclic=True)
class Begin(Step):
    """CH-S11.1a: the force listed first sets up and moves first, except in CH-V.5.4-4, CH-V.5.8-3 and CH-V.6.4-2."""

    RULE: ClassVar[str] = "CH-S11.1a"
    __slots__ = ()

    def run(self, s: Battle) -> list[Step]:
        """Set up both sides in their order, then start the first Player-Turn."""
        first = s.rules.order.first_to_deploy
        return [SideSetUp(first), SideSetUp(1 - first), NEW_TURN_STEP]


@mypyc_attr(acyclic=True)
class NewTurn(Step):
    """CH-S4.1: a Game-Turn is the first player's Player-Turn, then the second's; victory is decided after the last."""

    RULE: ClassVar[str] = "CH-S4.1"
    __slots__ = ()

    def run(self, s: Battle) -> list[Step]:
        """Start the next Player-Turn, or decide the winner. Only exits and concessions end a battle early (CH-R38)."""
        if s.number >= 2 * s.rules.options.turns:
            decide_winner(s)
            return NOTHING
        s.undo_barrier += 1
        s.number += 1
        s.turn = (s.number + 1) // 2
        s.side = (s.rules.order.first_to_move + s.number + 1) % 2
        none = bytes(s.rules.count)
        s.spent = none
        s.halted = none
        s.controlled = none
        s.rode = bytes([int(s.number) if s.aboard[unit] else s.rode[unit] for unit in range(s.rules.count)])
        if s.logging:
            s.emit(TurnBegan(s.turn, s.side))
        return PLAYER_TURN_STEPS

    def breadcrumb(self, s: Battle) -> str:
        """Return the current Game-Turn."""
        return f"Game-Turn {s.turn}" if s.turn else "Set-up"


def begin_phase(s: Battle, phase: i64) -> None:
    """Start a phase or step and reset what applied to the previous one (CH-R47, CH-1.5a)."""
    s.phase = phase
    s.attacked = ()
    if phase in (CHARIOT, MOVEMENT):
        none = bytes(s.rules.count)
        s.moved = none
        s.entered = none
        s.crowded = ()
        s.halted = bytes([mark & HALTED_TURN for mark in s.halted])
        s.clear_caches()


def log_phase_start(s: Battle) -> None:
    """Log the start of a phase."""
    if s.logging:
        s.emit(PhaseBegan(s.phase, s.side))


@mypyc_attr(acyclic=True)
class ChariotPhase(Step):
    """CH-1.2, CH-1.02: chariots move before everything else; the rest of the sequence stays the same."""

    RULE: ClassVar[str] = "CH-1.2"
    __slots__ = ()

    def run(self, s: Battle) -> list[Step]:
        """Embark, move, debark, and check for overcrowded hexes. The phase is skipped without chariots."""
        begin_phase(s, CHARIOT)
        chariots = [unit for unit in s.units_of(s.side) if s.kinds[unit] == CH]
        if not any(s.hexes[unit] >= 0 or may_enter(s, unit) for unit in chariots):
            return NOTHING
        log_phase_start(s)
        update_control(s, True)
        return CHARIOT_STEPS


@mypyc_attr(acyclic=True)
class ChariotDefence(Step):
    """CH-R2: the Fire Combat Phase opens with Defensive Fire at hexes entered in the Chariot Phase (an option)."""

    RULE: ClassVar[str] = "CH-R2"
    __slots__ = ()

    def run(self, s: Battle) -> list[Step]:
        """Let the other side fire."""
        begin_phase(s, CHARIOT_FIRE)
        return [DEFENSIVE_FIRE_STEP] if s.rules.options.chariot_phase_defensive_fire and any(s.entered) else NOTHING


@mypyc_attr(acyclic=True)
class FirePhase(Step):
    """CH-S4.2: A, the Fire Combat Phase."""

    RULE: ClassVar[str] = "CH-S4.2"
    __slots__ = ()

    def run(self, s: Battle) -> list[Step]:
        """Let the phasing side fire."""
        begin_phase(s, FIRE)
        log_phase_start(s)
        return [FIRE_STEP]


@mypyc_attr(acyclic=True)
class MovementPhase(Step):
    """CH-S4.2: B, the Movement Phase; the only combat in it is Defensive Fire (CH-S5.22)."""

    RULE: ClassVar[str] = "CH-S4.2"
    __slots__ = ()

    def run(self, s: Battle) -> list[Step]:
        """Update control (CH-S10.21), embark, let panicked units flee, move the others, and debark."""
        begin_phase(s, MOVEMENT)
        log_phase_start(s)
        update_control(s, False)
        return MOVEMENT_STEPS


@mypyc_attr(acyclic=True)
class MovementDefence(Step):
    """CH-S6.42: Defensive Fire closes the Movement Phase; then panicked units with a leader rally."""

    RULE: ClassVar[str] = "CH-S6.42"
    __slots__ = ()

    def run(self, s: Battle) -> list[Step]:
        """Let the other side fire, then rally."""
        begin_phase(s, MOVEMENT_FIRE)
        return [DEFENSIVE_FIRE_STEP, RALLY_STEP] if any(s.entered) else [RALLY_STEP]


@mypyc_attr(acyclic=True)
class MeleePhase(Step):
    """CH-S4.2: C, the Melee Combat Phase; units disrupted by Defensive Fire miss it (CH-S7.15)."""

    RULE: ClassVar[str] = "CH-S4.2"
    __slots__ = ()

    def run(self, s: Battle) -> list[Step]:
        """Let the phasing side attack."""
        begin_phase(s, MELEE)
        log_phase_start(s)
        return [MELEE_STEP]


@mypyc_attr(acyclic=True)
class RecoveryPhase(Step):
    """CH-S4.2d, CH-S8.23, CH-1.7: D, both sides recover, except units disrupted in this Player-Turn (CH-S8.21)."""

    RULE: ClassVar[str] = "CH-S4.2d"
    __slots__ = ()

    def run(self, s: Battle) -> list[Step]:
        """Remove the disruption markers."""
        begin_phase(s, RECOVERY)
        now = int(s.number)
        units = [unit for unit in range(s.rules.count) if s.disrupted[unit] not in (0, now)]
        if units:
            s.disrupted = bytes([mark if mark == now else 0 for mark in s.disrupted])
            s.clear_caches()
            if s.logging:
                s.emit(Recovered(tuple(units)))
        return NOTHING

    def breadcrumb(self, s: Battle) -> str:
        """Return the side whose Player-Turn it is, and the phase."""
        return f"{s.rules.armies[s.side].name}, {PHASES[s.phase]}"


NEW_TURN_STEP: Final = NewTurn()
BEGIN_STEP: Final = Begin()
CHARIOT_STEPS: Final[list[Step]] = [BOARD_STEP, MOVE_STEP, GET_OFF_STEP, CROWD_STEP]
MOVEMENT_STEPS: Final[list[Step]] = [BOARD_STEP, FLIGHT_STEP, MOVE_STEP, GET_OFF_STEP, CROWD_STEP, LATE_COMERS_STEP]
PLAYER_TURN_STEPS: Final[list[Step]] = [
    ChariotPhase(),
    ChariotDefence(),
    FirePhase(),
    MovementPhase(),
    MovementDefence(),
    MeleePhase(),
    RecoveryPhase(),
    NEW_TURN_STEP,
]
