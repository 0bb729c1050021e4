"""The sequence of play: Game-Turns, Player-Turns, phases (CH-S4.1, CH-S4.2, CH-1.2, CH-1.3, CH-R2, CH-R38)."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.chariot.boarding import BOARD, CROWD, GET_OFF
from hippodrome.games.chariot.command import measure
from hippodrome.games.chariot.deployment import SideSetUp
from hippodrome.games.chariot.events import PhaseBegan, Recovered, TurnBegan
from hippodrome.games.chariot.fire import DEFENSIVE_FIRE, FIRE_AT
from hippodrome.games.chariot.leaving import LATE_COMERS
from hippodrome.games.chariot.melee import ATTACKS
from hippodrome.games.chariot.movement import MOVE_UNITS, may_enter
from hippodrome.games.chariot.panic import FLIGHT, RALLY
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
from hippodrome.games.chariot.victory import judge
from hippodrome.kit.agenda import NOTHING, Step


@mypyc_attr(acyclic=True)
class Begin(Step):
    """CH-S11.1a: the force listed first is set up first and moves first, unless the scenario says otherwise.

    So it does in CH-V.5.4-4, CH-V.5.8-3 and CH-V.6.4-2.
    """

    RULE: ClassVar[str] = "CH-S11.1a"
    __slots__ = ()

    def run(self, s: Battle) -> list[Step]:
        """Both sides in their order, then the first Player-Turn."""
        first = s.rules.order.first_to_deploy
        return [SideSetUp(first), SideSetUp(1 - first), NEW_TURN]


@mypyc_attr(acyclic=True)
class NewTurn(Step):
    """CH-S4.1: a Game-Turn is the first player's Player-Turn, then the second's; after the last comes the verdict."""

    RULE: ClassVar[str] = "CH-S4.1"
    __slots__ = ()

    def run(self, s: Battle) -> list[Step]:
        """Nothing ends a battle early but an exit or a concession (CH-R38)."""
        if s.number >= 2 * s.rules.options.turns:
            judge(s)
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
        return PLAYER_TURN

    def breadcrumb(self, s: Battle) -> str:
        """Return the Game-Turn, while this step waits for the next."""
        return f"Game-Turn {s.turn}" if s.turn else "Set-up"


def begin(s: Battle, phase: i64) -> None:
    """A phase or step begins: what held for the one before is over (CH-R47, CH-1.5a)."""
    s.phase = phase
    s.attacked = ()
    if phase in (CHARIOT, MOVEMENT):
        none = bytes(s.rules.count)
        s.moved = none
        s.entered = none
        s.crowded = ()
        s.halted = bytes([mark & HALTED_TURN for mark in s.halted])
        s.forget()


def announce(s: Battle) -> None:
    """Tell of a phase in which somebody may do something."""
    if s.logging:
        s.emit(PhaseBegan(s.phase, s.side))


@mypyc_attr(acyclic=True)
class ChariotPhase(Step):
    """CH-1.2, CH-1.02: before everything else, chariots move; it changes nothing else in the sequence."""

    RULE: ClassVar[str] = "CH-1.2"
    __slots__ = ()

    def run(self, s: Battle) -> list[Step]:
        """Embark, move, debark, see that there is room. Without chariots there is no such phase."""
        begin(s, CHARIOT)
        chariots = [unit for unit in s.units_of(s.side) if s.kinds[unit] == CH]
        if not any(s.hexes[unit] >= 0 or may_enter(s, unit) for unit in chariots):
            return NOTHING
        announce(s)
        measure(s, True)
        return CHARIOT_STEPS


@mypyc_attr(acyclic=True)
class ChariotDefence(Step):
    """CH-R2: the Fire Combat Phase opens with Defensive Fire at what the Chariot Phase has brought near. A switch."""

    RULE: ClassVar[str] = "CH-R2"
    __slots__ = ()

    def run(self, s: Battle) -> list[Step]:
        """Return the other side fires."""
        begin(s, CHARIOT_FIRE)
        return [DEFENSIVE_FIRE] if s.rules.options.chariot_fire and any(s.entered) else NOTHING


@mypyc_attr(acyclic=True)
class FirePhase(Step):
    """CH-S4.2: A, the Fire Combat Phase."""

    RULE: ClassVar[str] = "CH-S4.2"
    __slots__ = ()

    def run(self, s: Battle) -> list[Step]:
        """Return the phasing side fires."""
        begin(s, FIRE)
        announce(s)
        return [FIRE_AT]


@mypyc_attr(acyclic=True)
class MovementPhase(Step):
    """CH-S4.2: B, the Movement Phase; nobody fights in it but by Defensive Fire (CH-S5.22)."""

    RULE: ClassVar[str] = "CH-S4.2"
    __slots__ = ()

    def run(self, s: Battle) -> list[Step]:
        """Control is measured (CH-S10.21), units embark, the panicked run, the others move, riders debark."""
        begin(s, MOVEMENT)
        announce(s)
        measure(s, False)
        return MOVEMENT_STEPS


@mypyc_attr(acyclic=True)
class MovementDefence(Step):
    """CH-S6.42: Defensive Fire closes the Movement Phase; then whoever has found a leader rallies."""

    RULE: ClassVar[str] = "CH-S6.42"
    __slots__ = ()

    def run(self, s: Battle) -> list[Step]:
        """Return the other side fires."""
        begin(s, MOVEMENT_FIRE)
        return [DEFENSIVE_FIRE, RALLY] if any(s.entered) else [RALLY]


@mypyc_attr(acyclic=True)
class MeleePhase(Step):
    """CH-S4.2: C, the Melee Combat Phase; whoever Defensive Fire has disrupted misses it (CH-S7.15)."""

    RULE: ClassVar[str] = "CH-S4.2"
    __slots__ = ()

    def run(self, s: Battle) -> list[Step]:
        """Return the phasing side attacks."""
        begin(s, MELEE)
        announce(s)
        return [ATTACKS]


@mypyc_attr(acyclic=True)
class RecoveryPhase(Step):
    """CH-S4.2d, CH-S8.23, CH-1.7: D, both sides recover, save those disrupted in this same Player-Turn (CH-S8.21)."""

    RULE: ClassVar[str] = "CH-S4.2d"
    __slots__ = ()

    def run(self, s: Battle) -> list[Step]:
        """Return the markers come off."""
        begin(s, RECOVERY)
        now = int(s.number)
        units = [unit for unit in range(s.rules.count) if s.disrupted[unit] not in (0, now)]
        if units:
            s.disrupted = bytes([mark if mark == now else 0 for mark in s.disrupted])
            s.forget()
            if s.logging:
                s.emit(Recovered(tuple(units)))
        return NOTHING

    def breadcrumb(self, s: Battle) -> str:
        """Whose Player-Turn and which phase it is, while this step waits."""
        return f"{s.rules.armies[s.side].name}, {PHASES[s.phase]}"


NEW_TURN: Final = NewTurn()
BEGIN: Final = Begin()
CHARIOT_STEPS: Final[list[Step]] = [BOARD, MOVE_UNITS, GET_OFF, CROWD]
MOVEMENT_STEPS: Final[list[Step]] = [BOARD, FLIGHT, MOVE_UNITS, GET_OFF, CROWD, LATE_COMERS]
PLAYER_TURN: Final[list[Step]] = [
    ChariotPhase(),
    ChariotDefence(),
    FirePhase(),
    MovementPhase(),
    MovementDefence(),
    MeleePhase(),
    RecoveryPhase(),
    NEW_TURN,
]
