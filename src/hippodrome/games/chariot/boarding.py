"""Chariots and riders: embarking, debarking and overcrowded hexes (CH-1.03, CH-1.05, CH-1.1, CH-R48)."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.chariot.events import Boarded, CrowdedOut, DebarkingEnded, EmbarkingEnded, GotOff
from hippodrome.games.chariot.movement import gain_control, may_enter, move_group
from hippodrome.games.chariot.panic import check_panic
from hippodrome.games.chariot.stacking import may_join, may_share_hex, stacking_refusal, units_after_joining
from hippodrome.games.chariot.state import OFF_MAP, Battle, with_value
from hippodrome.games.chariot.steps import DONE, LOSE, MAX_PROPOSALS, SideChoice
from hippodrome.games.chariot.units import CH, UNIT_TYPES
from hippodrome.kit.actions import Action, Refusal
from hippodrome.kit.agenda import NOTHING, Step

_BOARD: Final[dict[int, Action]] = {}
_OFF: Final[dict[int, Action]] = {}


def embark_action(unit: int, chariot: int) -> Action:
    """Return the cached action to embark."""
    key = unit * 1000 + chariot
    if key not in _BOARD:
        _BOARD[key] = Action("board", (unit, chariot))
    return _BOARD[key]


def debark_action(unit: int, hex: int) -> Action:
    """Return the cached action to debark."""
    key = unit * 10000 + hex
    if key not in _OFF:
        _OFF[key] = Action("off", (unit, hex))
    return _OFF[key]


# -------------------------------------------------------------------- embarking


def can_embark(s: Battle, unit: i64) -> bool:
    """CH-1.01, CH-R32, CH-R39: return whether a unit is of a type that rides and free to embark."""
    if s.aboard[unit] or s.disrupted[unit] or s.panicked[unit] or s.contact[unit]:
        return False
    return s.kind(unit).is_rider and (s.hexes[unit] >= 0 or may_enter(s, unit))


def has_room_for(s: Battle, unit: i64, chariot: i64) -> bool:
    """CH-1.8a: return whether a chariot has room for a unit: one rider at a time, plus leaders."""
    if s.panicked[chariot]:
        return False
    return s.kinds[unit] >= UNIT_TYPES or all(s.kinds[other] >= UNIT_TYPES for other in s.riders(chariot))


def can_reach_chariot(s: Battle, unit: i64, chariot: i64) -> bool:
    """CH-1.03, CH-R33, CH-R34: return whether a unit may board a chariot from where it is.

    It must be adjacent, a leader may also be in the same hex, and both may be off the map.
    """
    here, there = s.hexes[unit], s.hexes[chariot]
    if here == OFF_MAP or there == OFF_MAP:
        return here == there
    if here == there:
        return s.kinds[unit] >= UNIT_TYPES
    return there >= 0 and s.rules.ground.hexes.distance(here, there) == 1


def embark_actions(s: Battle) -> list[Action]:
    """Return which units may embark on which chariots of their own side (CH-1.6)."""
    units = [unit for unit in s.units_of(s.side) if can_embark(s, unit)]
    if not units:
        return []
    chariots = [unit for unit in s.units_of(s.side) if s.kinds[unit] == CH and s.hexes[unit] >= OFF_MAP]
    return [
        embark_action(unit, chariot)
        for unit in units
        for chariot in chariots
        if can_reach_chariot(s, unit, chariot) and has_room_for(s, unit, chariot)
    ]


@mypyc_attr(acyclic=True)
class Board(SideChoice):
    """CH-1.03: before any movement of the phase, units next to chariots may embark at no cost."""

    RULE: ClassVar[str] = "CH-1.03"
    PASSES: ClassVar[tuple[str, ...]] = ("done",)
    __slots__ = ()

    def waits(self, s: Battle) -> bool:
        """Return whether any unit can embark."""
        return len(embark_actions(s)) > 0

    def legal(self, s: Battle) -> list[Action]:
        """Return the actions continue and embark."""
        return [DONE, *embark_actions(s)]

    def proposals(self, s: Battle) -> list[Action]:
        """Return a sample of the legal actions."""
        actions = embark_actions(s)
        stride = max(len(actions) // MAX_PROPOSALS, 1)
        return [DONE, *actions[::stride][:MAX_PROPOSALS]]

    def explain(self, s: Battle, action: Action) -> Refusal | None:
        """Return the refusal that explains an illegal action."""
        if action.verb != "board" or len(action.args) != 2:
            return None
        unit, chariot = action.args
        if not (0 <= unit < s.rules.count and 0 <= chariot < s.rules.count):
            return None
        if s.rules.sides[chariot] != s.side or s.kinds[chariot] != CH:
            return Refusal("CH-1.6", "Units embark only on chariots of their own side.")
        if s.rules.sides[unit] != s.side or not s.kind(unit).is_rider:
            return Refusal("CH-1.01", "Chariots carry only Bowmen, Improved Bowmen, Skirmishers and leaders.")
        if not has_room_for(s, unit, chariot):
            return Refusal("CH-1.8a", "A chariot carries 1 unit at a time, plus leaders. This one is full.")
        if not can_embark(s, unit):
            return Refusal(
                "CH-R32", "A unit may not embark if it is aboard a chariot, disrupted, panicked or in contact."
            )
        return Refusal("CH-1.03", "The unit must start the phase next to the chariot to embark on it.")

    def answer(self, s: Battle, action: Action, seat: i64) -> list[Step]:
        """Embark one unit and ask again, or continue with movement."""
        if action.verb == "done":
            if s.logging:
                s.emit(EmbarkingEnded(s.side))
            return NOTHING
        unit, chariot = action.args
        s.aboard = with_value(s.aboard, unit, chariot + 1)
        s.rode = with_value(s.rode, unit, s.number)
        if s.hexes[unit] != s.hexes[chariot]:
            move_group(s, [unit], s.hexes[chariot])
        s.facing = with_value(s.facing, unit, s.facing[chariot])
        s.clear_caches()
        if s.logging:
            s.emit(Boarded(unit, s.side, chariot))
        return [self]


# -------------------------------------------------------------------- debarking


def can_debark(s: Battle, unit: i64) -> bool:
    """CH-1.05, CH-R19, CH-R32: return whether a rider on the map is free to debark. Its chariot need not have moved."""
    if not s.aboard[unit] or s.hexes[unit] < 0:
        return False
    return not (s.disrupted[unit] or s.panicked[unit] or s.contact[unit])


def debark_hexes(s: Battle, unit: i64) -> list[int]:
    """Return the hexes a rider may debark into: next to its chariot, without enemies, and with room."""
    enemy = s.occupancy().occupied[1 - s.rules.sides[unit]]
    near = s.rules.ground.hexes.around(s.hexes[unit])
    return [hex for hex in near if not enemy[hex] and may_join(s, [int(unit)], hex, unit)]


@mypyc_attr(acyclic=True)
class GetOff(SideChoice):
    """CH-1.05: at the end of either phase, riders may debark into adjacent hexes."""

    RULE: ClassVar[str] = "CH-1.05"
    PASSES: ClassVar[tuple[str, ...]] = ("done",)
    __slots__ = ()

    def waits(self, s: Battle) -> bool:
        """Return whether any rider can debark."""
        return any(can_debark(s, unit) and debark_hexes(s, unit) for unit in s.units_of(s.side) if s.aboard[unit])

    def may_end(self, s: Battle) -> bool:
        """CH-R48: return False while debarking can still put an overcrowded hex right."""
        for hex in crowded_hexes(s):
            if any(can_debark(s, unit) and debark_hexes(s, unit) for unit in s.stack(hex)):
                return False
        return True

    def legal(self, s: Battle) -> list[Action]:
        """Return the actions continue and debark."""
        actions = [DONE] if self.may_end(s) else []
        for unit in s.units_of(s.side):
            if s.aboard[unit] and can_debark(s, unit):
                actions.extend([debark_action(unit, hex) for hex in debark_hexes(s, unit)])
        return actions

    def proposals(self, s: Battle) -> list[Action]:
        """Return a sample of the legal actions."""
        actions = self.legal(s)
        stride = max((len(actions) - 1) // MAX_PROPOSALS, 1)
        return [actions[0], *actions[1::stride][:MAX_PROPOSALS]]

    def explain(self, s: Battle, action: Action) -> Refusal | None:
        """Return the refusal that explains an illegal action."""
        if action.verb == "done":
            return Refusal("CH-R48", "Too many units share a hex. Unload one of them first.")
        if action.verb != "off" or len(action.args) != 2:
            return None
        unit, hex = action.args
        if not (0 <= unit < s.rules.count and 0 <= hex < s.rules.ground.hexes.count):
            return None
        if s.rules.sides[unit] != s.side or not can_debark(s, unit):
            return Refusal(
                "CH-R32", "Only your own riders may debark, and only if they are not disrupted, panicked or in contact."
            )
        if s.rules.ground.hexes.distance(s.hexes[unit], hex) != 1 or s.occupancy().occupied[1 - s.side][hex]:
            return Refusal("CH-1.05", "Riders debark only into an adjacent hex without enemies.")
        return stacking_refusal(s, units_after_joining(s, [unit], hex))

    def answer(self, s: Battle, action: Action, seat: i64) -> list[Step]:
        """Debark one rider, which counts as moving into the hex (CH-R19, CH-1.06), and ask again; or end the step."""
        if action.verb == "done":
            if s.logging:
                s.emit(DebarkingEnded(s.side))
            return NOTHING
        unit, hex = action.args
        s.aboard = with_value(s.aboard, unit, 0)
        s.rode = with_value(s.rode, unit, s.number)
        move_group(s, [unit], hex)
        if s.logging:
            s.emit(GotOff(unit, s.side, hex))
        gain_control(s, hex, s.side)
        return [self]


# -------------------------------------------------------------------- too many in a hex


def crowded_hexes(s: Battle) -> list[int]:
    """Return the overcrowded hexes of the phasing side."""
    stacks = s.occupancy().stacks
    side = s.side
    return [
        hex
        for hex, stack in stacks.items()
        if len(stack) > 1 and s.rules.sides[stack[0]] == side and not may_share_hex(s, stack)
    ]


@mypyc_attr(acyclic=True)
class Crowd(SideChoice):
    """CH-R48: units in an overcrowded hex that cannot be put right are eliminated; their owner chooses which."""

    RULE: ClassVar[str] = "CH-R48"
    __slots__ = ()

    def waits(self, s: Battle) -> bool:
        """Return whether a hex is still overcrowded."""
        return len(crowded_hexes(s)) > 0

    def run(self, s: Battle) -> list[Step]:
        """Continue when every unit has room."""
        s.crowded = ()
        return NOTHING

    def legal(self, s: Battle) -> list[Action]:
        """Return the units of the first overcrowded hex, without leaders, who need no room."""
        return [LOSE[unit] for unit in s.stack(crowded_hexes(s)[0]) if s.kinds[unit] < UNIT_TYPES]

    def answer(self, s: Battle, action: Action, seat: i64) -> list[Step]:
        """Eliminate the chosen unit and check again."""
        unit = action.args[0]
        s.eliminate(unit)
        if s.logging:
            s.emit(CrowdedOut(unit, s.side))
        check_panic(s)
        return [self]


BOARD_STEP: Final = Board()
GET_OFF_STEP: Final = GetOff()
CROWD_STEP: Final = Crowd()
