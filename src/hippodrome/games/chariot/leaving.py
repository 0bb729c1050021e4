"""Leaving the map, and arriving too late (CH-S11.41, CH-S11.42, CH-R36, CH-R37, CH-R42)."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.chariot.events import Late, Left
from hippodrome.games.chariot.ground import POINT
from hippodrome.games.chariot.panic import check_panic
from hippodrome.games.chariot.scenarios import EXIT
from hippodrome.games.chariot.state import EXITED, OFF_MAP, Battle, with_value
from hippodrome.games.chariot.victory import check_exits
from hippodrome.kit.agenda import NOTHING, Step


def can_leave(s: Battle, unit: i64) -> bool:
    """CH-S11.42, CH-R37: return whether a unit of the side that must exit is in an exit hex with a point left."""
    victory = s.rules.order.victory
    if victory.rule != EXIT or victory.side != s.rules.sides[unit] or s.hexes[unit] < 0 or s.halted[unit]:
        return False
    if s.allowance(unit) - s.spent[unit] < POINT:
        return False
    return s.hexes[unit] in s.rules.ground.edges[victory.edge]


def leave_map(s: Battle, unit: i64) -> None:
    """CH-S11.41, CH-R42: remove a unit and its riders for good; they are not losses."""
    group = s.with_riders(unit)
    for member in group:
        s.aboard = with_value(s.aboard, member, 0)
        s.set_hex(member, EXITED)
    if s.logging:
        s.emit(Left(unit, s.side, tuple(group)), "CH-S11.41")
    check_exits(s)


@mypyc_attr(acyclic=True)
class LateComers(Step):
    """CH-R36: units that had to enter in this Player-Turn and did not are lost."""

    RULE: ClassVar[str] = "CH-R36"
    __slots__ = ()

    def run(self, s: Battle) -> list[Step]:
        """Eliminate the units still off the map if their entry was limited to the first turn."""
        if s.rules.armies[s.side].at_once and s.turn == 1:
            late = [unit for unit in s.units_of(s.side) if s.hexes[unit] == OFF_MAP]
            for unit in late:
                s.eliminate(unit)
            if late and s.logging:
                s.emit(Late(s.side, tuple(late)))
            check_panic(s)
        return NOTHING


LATE_COMERS_STEP: Final = LateComers()
