"""Morale (WAM-T7, WAM-Q39, WAM-Q54): the general may come to help, then units that lost a base test."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.magic.casualties import lose_base
from hippodrome.games.magic.events import MoraleFailed, MoraleHeld, Rallied, StayedPut
from hippodrome.games.magic.kinds import ELITE, GENERAL, LEADER, LEVY, VETERAN, is_subject_to_morale
from hippodrome.games.magic.movement import MAX_SQUARES, Census, possible_steps
from hippodrome.games.magic.state import BY_MORALE, NONE, Battle, Unit
from hippodrome.kit.actions import Action
from hippodrome.kit.agenda import NOTHING, Choice, Step

RALLY: Final = [Action("rally", (square,)) for square in range(MAX_SQUARES)]
REMAIN: Final = Action("remain")
SCORE_AT_STRENGTH: Final = 3
SCORE_WEAKENED: Final = 4


def must_test(unit: Unit) -> bool:
    """WAM-Q39, WAM-Q54: return whether a unit lost a base this turn or is in Dread; it tests once."""
    return unit.square != NONE and (unit.lost > 0 or unit.dread) and is_subject_to_morale(unit.kind)


def is_led(s: Battle, unit: Unit) -> bool:
    """Return whether the general or a leader of its side is in the unit's square."""
    for other in s.units:
        if other.square == unit.square and other.side == unit.side and (other.kind == GENERAL or other.kind == LEADER):
            return True
    return False


def morale_score(s: Battle, unit: Unit) -> i64:
    """WAM-Q39: return the score that passes the morale test of a unit; at least 2, since a 1 always fails."""
    bonus = 1 if is_led(s, unit) else 0
    if unit.quality == ELITE or unit.quality == VETERAN:
        bonus += 1
    elif unit.quality == LEVY:
        bonus -= 1
    if unit.beaten:
        bonus -= 1
    return max((SCORE_AT_STRENGTH if unit.at_strength() else SCORE_WEAKENED) - bonus, 2)


def passes_test(s: Battle, unit: Unit, die: i64) -> bool:
    """WAM-Q39: return whether a die passes the morale test of a unit."""
    return die >= morale_score(s, unit)


@mypyc_attr(acyclic=True)
class RallyGeneral(Choice):
    """WAM-Q39: with the rally option, the general may move one square before the tests."""

    RULE: ClassVar[str] = "WAM-Q39"
    FIELDS: ClassVar[tuple[str, ...]] = ("side",)
    PASSES: ClassVar[tuple[str, ...]] = ("remain",)
    __slots__ = FIELDS

    def __init__(self, side: i64) -> None:
        self.side = side

    def general(self, s: Battle) -> Unit | None:
        """Return the general of the side, or None if dead."""
        for unit in s.units:
            if unit.kind == GENERAL and unit.side == self.side and unit.square != NONE:
                return unit
        return None

    def waits(self, s: Battle) -> bool:
        """Return whether a unit of the side must test and the general can move."""
        general = self.general(s) if s.rules.options.rally else None
        if general is None or not any(must_test(unit) and unit.side == self.side for unit in s.units):
            return False
        return len(possible_steps(s, general, Census(s, self.side))) > 0

    def seats(self, s: Battle) -> tuple[int, ...]:
        """Return the seat of the player."""
        return (int(self.side),)

    def proposals(self, s: Battle) -> list[Action]:
        """Return staying, then every possible step."""
        general = self.general(s)
        assert general is not None
        return [REMAIN, *[RALLY[square] for square in possible_steps(s, general, Census(s, self.side))]]

    def answer(self, s: Battle, action: Action, seat: i64) -> list[Step]:
        """WAM-Q39: move the general without a roll, or leave the general in place."""
        general = self.general(s)
        assert general is not None
        if action.verb == "rally":
            general.square = action.args[0]
            if s.logging:
                s.emit(Rallied(general.id, general.side, general.square))
        elif s.logging:
            s.emit(StayedPut(general.id, general.side))
        return NOTHING


@mypyc_attr(acyclic=True)
class Morale(Step):
    """WAM-Q54: the first player's units test, then the second's; a failure costs a base and affects no other unit."""

    RULE: ClassVar[str] = "WAM-Q39"
    __slots__ = ()

    def run(self, s: Battle) -> list[Step]:
        """WAM-Q54: test the units of each side; which ones is decided before the first die of that side."""
        for side in (s.first, s.second_player()):
            for unit in [unit for unit in s.units if unit.side == side and must_test(unit)]:
                self.test(s, unit)
        return NOTHING

    def test(self, s: Battle, unit: Unit) -> None:
        """WAM-Q39: roll the test of one unit."""
        score = morale_score(s, unit)
        if s.roll("morale", 1, unit.side, "", score, 0, unit.id)[0] >= score:
            if s.logging:
                s.emit(MoraleHeld(unit.id, unit.side, score))
            return
        if s.logging:
            s.emit(MoraleFailed(unit.id, unit.side, score))
        lose_base(s, unit, BY_MORALE)


RALLY_GENERAL: Final = [RallyGeneral(side) for side in range(2)]
MORALE: Final = Morale()
