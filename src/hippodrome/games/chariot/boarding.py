"""Chariots and riders: embarking, debarking, and hexes with too many in them (CH-1.03, CH-1.05, CH-1.1, CH-R48)."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.chariot.events import Boarded, CrowdedOut, GotOff, PhaseEnded
from hippodrome.games.chariot.movement import carry, may_enter, occupy
from hippodrome.games.chariot.panic import check_panic
from hippodrome.games.chariot.stacking import fits, joined, may_join, refusal
from hippodrome.games.chariot.state import OFF_MAP, Battle, changed
from hippodrome.games.chariot.steps import DONE, LOSE, PROPOSED, Question
from hippodrome.games.chariot.units import CH, UNITS
from hippodrome.kit.actions import Action, Refusal
from hippodrome.kit.agenda import NOTHING, Step

_BOARD: Final[dict[int, Action]] = {}
_OFF: Final[dict[int, Action]] = {}


def board_action(unit: int, chariot: int) -> Action:
    """Return the action, made once."""
    key = unit * 1000 + chariot
    if key not in _BOARD:
        _BOARD[key] = Action("board", (unit, chariot))
    return _BOARD[key]


def off_action(unit: int, hex: int) -> Action:
    """Return the action, made once."""
    key = unit * 10000 + hex
    if key not in _OFF:
        _OFF[key] = Action("off", (unit, hex))
    return _OFF[key]


# -------------------------------------------------------------------- embarking


def can_board(s: Battle, unit: i64) -> bool:
    """CH-1.01, CH-R32, CH-R39: bowmen, skirmishers and leaders who are neither disrupted, panicked nor held."""
    if s.aboard[unit] or s.disrupted[unit] or s.panicked[unit] or s.contact[unit]:
        return False
    return s.kind(unit).is_rider and (s.hexes[unit] >= 0 or may_enter(s, unit))


def has_seat(s: Battle, unit: i64, chariot: i64) -> bool:
    """CH-1.8a: one rider at a time; leaders come on top."""
    if s.panicked[chariot]:
        return False
    return s.kinds[unit] >= UNITS or all(s.kinds[other] >= UNITS for other in s.riders(chariot))


def is_beside(s: Battle, unit: i64, chariot: i64) -> bool:
    """CH-1.03, CH-R33, CH-R34: adjacent when the phase begins; leaders also in the hex itself; or both off the map."""
    here, there = s.hexes[unit], s.hexes[chariot]
    if here == OFF_MAP or there == OFF_MAP:
        return here == there
    if here == there:
        return s.kinds[unit] >= UNITS
    return there >= 0 and s.rules.ground.hexes.distance(here, there) == 1


def boardings(s: Battle) -> list[Action]:
    """Who may board which chariot; only friends can (CH-1.6)."""
    units = [unit for unit in s.units_of(s.side) if can_board(s, unit)]
    if not units:
        return []
    chariots = [unit for unit in s.units_of(s.side) if s.kinds[unit] == CH and s.hexes[unit] >= OFF_MAP]
    return [
        board_action(unit, chariot)
        for unit in units
        for chariot in chariots
        if is_beside(s, unit, chariot) and has_seat(s, unit, chariot)
    ]


@mypyc_attr(acyclic=True)
class Board(Question):
    """CH-1.03: before any movement of the phase, units beside chariots embark at no cost."""

    RULE: ClassVar[str] = "CH-1.03"
    __slots__ = ()

    def waits(self, s: Battle) -> bool:
        """While somebody can embark."""
        return len(boardings(s)) > 0

    def legal(self, s: Battle) -> list[Action]:
        """Go on without, or embark."""
        return [DONE, *boardings(s)]

    def proposals(self, s: Battle) -> list[Action]:
        """Return some of them."""
        found = boardings(s)
        step = max(len(found) // PROPOSED, 1)
        return [DONE, *found[::step][:PROPOSED]]

    def explain(self, s: Battle, action: Action) -> Refusal | None:
        """Which clause forbids it."""
        if action.verb != "board" or len(action.args) != 2:
            return None
        unit, chariot = action.args
        if not (0 <= unit < s.rules.count and 0 <= chariot < s.rules.count):
            return None
        if s.rules.sides[chariot] != s.side or s.kinds[chariot] != CH:
            return Refusal("CH-1.6", "Units embark only on chariots of their own side.")
        if s.rules.sides[unit] != s.side or not s.kind(unit).is_rider:
            return Refusal("CH-1.01", "Chariots carry only Bowmen, Improved Bowmen, Skirmishers and leaders.")
        if not has_seat(s, unit, chariot):
            return Refusal("CH-1.8a", "A chariot carries one unit at a time, and leaders on top.")
        if not can_board(s, unit):
            return Refusal("CH-R32", "Disrupted, panicked or held units do not embark, nor does one that is aboard.")
        return Refusal("CH-1.03", "A unit must begin the phase next to the chariot it embarks on.")

    def answer(self, s: Battle, action: Action, seat: i64) -> list[Step]:
        """One embarks, and the question goes on."""
        if action.verb == "done":
            if s.logging:
                s.emit(PhaseEnded(s.phase, s.side))
            return NOTHING
        unit, chariot = action.args
        s.aboard = changed(s.aboard, unit, chariot + 1)
        s.rode = changed(s.rode, unit, s.number)
        if s.hexes[unit] != s.hexes[chariot]:
            carry(s, [unit], s.hexes[chariot])
        s.facing = changed(s.facing, unit, s.facing[chariot])
        s.forget()
        if s.logging:
            s.emit(Boarded(unit, s.side, chariot))
        return [self]


# -------------------------------------------------------------------- debarking


def can_get_off(s: Battle, unit: i64) -> bool:
    """CH-1.05, CH-R19, CH-R32: from a chariot on the map, moved or not, unless disrupted, panicked or held."""
    if not s.aboard[unit] or s.hexes[unit] < 0:
        return False
    return not (s.disrupted[unit] or s.panicked[unit] or s.contact[unit])


def landings(s: Battle, unit: i64) -> list[int]:
    """Return the hexes a rider may be put into: next to its chariot, free of enemies, with room for it."""
    enemy = s.board().held[1 - s.rules.sides[unit]]
    near = s.rules.ground.hexes.around(s.hexes[unit])
    return [hex for hex in near if not enemy[hex] and may_join(s, [int(unit)], hex, unit)]


@mypyc_attr(acyclic=True)
class GetOff(Question):
    """CH-1.05: at the end of either phase riders may be put into adjacent hexes."""

    RULE: ClassVar[str] = "CH-1.05"
    __slots__ = ()

    def waits(self, s: Battle) -> bool:
        """While somebody can debark."""
        return any(can_get_off(s, unit) and landings(s, unit) for unit in s.units_of(s.side) if s.aboard[unit])

    def may_end(self, s: Battle) -> bool:
        """CH-R48: not while a crowded hex can be mended by getting off."""
        for hex in crowded_hexes(s):
            if any(can_get_off(s, unit) and landings(s, unit) for unit in s.stack(hex)):
                return False
        return True

    def legal(self, s: Battle) -> list[Action]:
        """Stay aboard, or debark."""
        found = [DONE] if self.may_end(s) else []
        for unit in s.units_of(s.side):
            if s.aboard[unit] and can_get_off(s, unit):
                found.extend([off_action(unit, hex) for hex in landings(s, unit)])
        return found

    def proposals(self, s: Battle) -> list[Action]:
        """Return some of them."""
        found = self.legal(s)
        step = max((len(found) - 1) // PROPOSED, 1)
        return [found[0], *found[1::step][:PROPOSED]]

    def explain(self, s: Battle, action: Action) -> Refusal | None:
        """Which clause forbids it."""
        if action.verb == "done":
            return Refusal("CH-R48", "Too many units share a hex, and one of them can still get off.")
        if action.verb != "off" or len(action.args) != 2:
            return None
        unit, hex = action.args
        if not (0 <= unit < s.rules.count and 0 <= hex < s.rules.ground.hexes.count):
            return None
        if s.rules.sides[unit] != s.side or not can_get_off(s, unit):
            return Refusal("CH-R32", "Only your riders who are neither disrupted, panicked nor held get off.")
        if s.rules.ground.hexes.distance(s.hexes[unit], hex) != 1 or s.board().held[1 - s.side][hex]:
            return Refusal("CH-1.05", "Riders get off into a hex next to their chariot that is free of enemies.")
        return refusal(s, joined(s, [unit], hex))

    def answer(self, s: Battle, action: Action, seat: i64) -> list[Step]:
        """One debarks: it counts as moving into the hex (CH-R19, CH-1.06)."""
        if action.verb == "done":
            if s.logging:
                s.emit(PhaseEnded(s.phase, s.side))
            return NOTHING
        unit, hex = action.args
        s.aboard = changed(s.aboard, unit, 0)
        s.rode = changed(s.rode, unit, s.number)
        carry(s, [unit], hex)
        if s.logging:
            s.emit(GotOff(unit, s.side, hex))
        occupy(s, hex, s.side)
        return [self]


# -------------------------------------------------------------------- too many in a hex


def crowded_hexes(s: Battle) -> list[int]:
    """Return the hexes of the phasing side in which more stand than may stay."""
    stacks = s.board().stacks
    side = s.side
    return [
        hex
        for hex, stack in stacks.items()
        if len(stack) > 1 and s.rules.sides[stack[0]] == side and not fits(s, stack)
    ]


@mypyc_attr(acyclic=True)
class Crowd(Question):
    """CH-R48: what could not be mended is eliminated, by the owner's choice."""

    RULE: ClassVar[str] = "CH-R48"
    __slots__ = ()

    def waits(self, s: Battle) -> bool:
        """While there are too many somewhere."""
        return len(crowded_hexes(s)) > 0

    def run(self, s: Battle) -> list[Step]:
        """Everybody has room."""
        s.crowded = ()
        return NOTHING

    def legal(self, s: Battle) -> list[Action]:
        """Any unit of the first such hex; leaders take no room."""
        return [LOSE[unit] for unit in s.stack(crowded_hexes(s)[0]) if s.kinds[unit] < UNITS]

    def answer(self, s: Battle, action: Action, seat: i64) -> list[Step]:
        """It is lost."""
        unit = action.args[0]
        s.eliminate(unit)
        if s.logging:
            s.emit(CrowdedOut(unit, s.side))
        check_panic(s)
        return [self]


BOARD: Final = Board()
GET_OFF: Final = GetOff()
CROWD: Final = Crowd()
