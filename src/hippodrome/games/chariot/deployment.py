"""Set-up: by the players, hex by hex, or a good array on request (CH-S11.1b, CH-R33, CH-R45, CH-R50)."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.chariot.events import Arrayed, Faced, Placed, SetUp
from hippodrome.games.chariot.facing import toward
from hippodrome.games.chariot.ground import STREAM
from hippodrome.games.chariot.movement import occupy
from hippodrome.games.chariot.scenarios import Group
from hippodrome.games.chariot.stacking import fault, joined, refusal
from hippodrome.games.chariot.state import NOBODY, OFF_MAP, Battle, changed
from hippodrome.games.chariot.steps import AUTO, PLACE, TAKE, TURN, Question, some
from hippodrome.games.chariot.units import AX, BW, CH, HB, IB, MC, MI, MS, SD, SK, UNITS
from hippodrome.kit.actions import Action, Refusal
from hippodrome.kit.agenda import NOTHING, Step
from hippodrome.kit.geometry.hexes import SIDES

# The best fighters stand in front; chariots need a hex to themselves, and come before those who ride on them.
ORDER: Final = (SD, AX, MS, MI, CH, SK, IB, BW, MC, HB)


# -------------------------------------------------------------------- where units may stand


def group_of(s: Battle, unit: i64) -> Group:
    """Return the group a unit is set up with (CH-V.5.4-5)."""
    return s.rules.armies[s.rules.sides[unit]].groups[s.rules.groups[unit]]


def waiting(s: Battle) -> list[int]:
    """Return the units of the side that sets up which are still to be placed."""
    units = s.units_of(s.side)
    return [unit for unit in units if s.hexes[unit] == OFF_MAP and group_of(s, unit).hexes]


def chariot_for(s: Battle, unit: i64, hex: i64) -> int:
    """CH-R33: the chariot in a hex on which a unit would be set up aboard; leaders are merely stacked (CH-R34)."""
    if s.kinds[unit] >= UNITS or not s.kind(unit).is_rider:
        return NOBODY
    for other in s.stack(hex):
        if s.kinds[other] == CH and all(s.kinds[rider] >= UNITS for rider in s.riders(other)):
            return other
    return NOBODY


def has_room(s: Battle, unit: i64, hex: i64) -> bool:
    """CH-R45: class, stacking and chariots hold, and no hex is shared with the enemy."""
    stack = s.stack(hex)
    if not stack:
        return True
    if s.rules.sides[stack[0]] != s.rules.sides[unit]:
        return False
    if chariot_for(s, unit, hex) == NOBODY:
        return fault(s, [*stack, int(unit)]) == 0
    return not s.rules.options.passengers or len(stack) < s.rules.armies[s.side].stacking


def places(s: Battle, kind: i64) -> list[int]:
    """Return the hexes in which a unit of a kind may be set up."""
    found: list[int] = []
    for number, group in enumerate(s.rules.armies[s.side].groups):
        unit = next_of(s, kind, number)
        if unit != NOBODY:
            found.extend([hex for hex in group.hexes if has_room(s, unit, hex)])
    return found


def next_of(s: Battle, kind: i64, group: i64) -> int:
    """Return the next unit of a kind in a group, or NOBODY."""
    for unit in waiting(s):
        if s.kinds[unit] == kind and s.rules.groups[unit] == group:
            return unit
    return NOBODY


def place(s: Battle, unit: i64, hex: i64) -> None:
    """A unit is set up."""
    chariot = chariot_for(s, unit, hex)
    if chariot != NOBODY:
        s.aboard = changed(s.aboard, unit, chariot + 1)
    s.facing = changed(s.facing, unit, toward(s, hex, focus(s)) if chariot == NOBODY else s.facing[chariot])
    s.put(unit, hex)


def focus(s: Battle) -> int:
    """What an army looks to when it is set up: the enemy if he is there, else the goal, else the middle of the map."""
    hexes = s.rules.ground.hexes
    enemies = s.rules.armies[1 - s.side].groups
    own = s.rules.armies[s.side].groups
    objectives = s.rules.order.objectives
    if objectives and not any(objectives[0] in group.hexes for group in own):
        return objectives[0]
    zone = [hex for group in enemies for hex in group.hexes]
    return zone[len(zone) // 2] if zone else hexes.at(18, 17)


# -------------------------------------------------------------------- a good array


def array(s: Battle) -> list[int]:
    """Set the rest up: fighters nearest to the enemy, riders aboard, leaders where they command most."""
    units = waiting(s)
    troops = [unit for unit in units if s.kinds[unit] < UNITS]
    troops.sort(key=lambda unit: (ORDER.index(s.kinds[unit]), unit))
    placed = [unit for unit in troops if find_place(s, unit)]
    leaders = [unit for unit in units if s.kinds[unit] >= UNITS]
    leaders.sort(key=lambda unit: (-s.kind(unit).radius, s.kinds[unit], unit))
    covered: set[int] = set()
    for leader in leaders:
        find_post(s, leader, covered)
    return [*placed, *leaders]


def find_place(s: Battle, unit: i64) -> bool:
    """Return the best hex that has room, of which riders prefer a chariot's; False if there is none."""
    hexes = s.rules.ground.hexes
    aim = focus(s)
    best, score = NOBODY, 10**6
    for hex in group_of(s, unit).hexes:
        if has_room(s, unit, hex):
            value = int(hexes.distance(hex, aim)) * 4 + (40 if s.rules.ground.terrain[hex] == STREAM else 0)
            if chariot_for(s, unit, hex) != NOBODY:
                value -= 400
            if value < score:
                best, score = hex, value
    if best != NOBODY:
        place(s, unit, best)
    return best != NOBODY


def find_post(s: Battle, leader: i64, covered: set[int]) -> None:
    """The hex from which a leader commands most units that no other does, and where he is of most use in melee."""
    group = group_of(s, leader)
    hexes = s.rules.ground.hexes
    own = [unit for unit in s.units_of(s.side) if s.kinds[unit] < UNITS and s.hexes[unit] >= 0]
    radius = s.kind(leader).radius
    best, most = group.hexes[0], -1
    for hex in group.hexes:
        stack = s.stack(hex)
        if not stack or s.rules.sides[stack[0]] != s.side:
            continue
        count = len([unit for unit in own if unit not in covered and hexes.distance(hex, s.hexes[unit]) <= radius])
        strength = sum([s.kind(unit).melee for unit in stack]) if not s.has_leader(hex) else 0
        value = count * 1000 + strength * 40 + 36 - int(hexes.distance(hex, focus(s)))
        if value > most:
            best, most = hex, value
    place(s, leader, best)
    covered.update([unit for unit in own if hexes.distance(best, s.hexes[unit]) <= radius])


# -------------------------------------------------------------------- questions


@mypyc_attr(acyclic=True)
class SideSetUp(Step):
    """CH-S11.1a, CH-R45: one side is set up wholly, then the other; who enters from an edge waits."""

    RULE: ClassVar[str] = "CH-R45"
    FIELDS: ClassVar[tuple[str, ...]] = ("side",)
    __slots__ = FIELDS

    def __init__(self, side: i64) -> None:
        self.side = side

    def run(self, s: Battle) -> list[Step]:
        """Begin with it."""
        s.side = self.side
        return [DEPLOY] if waiting(s) else NOTHING


@mypyc_attr(acyclic=True)
class Deploy(Question):
    """CH-S11.1b: take a kind of unit in hand, or have the rest set up."""

    RULE: ClassVar[str] = "CH-S11.1b"
    __slots__ = ()

    def waits(self, s: Battle) -> bool:
        """While units are to be placed."""
        return len(waiting(s)) > 0

    def run(self, s: Battle) -> list[Step]:
        """Return all stand."""
        s.undo_barrier += 1
        for hex in sorted({s.hexes[unit] for unit in s.units_of(s.side) if s.hexes[unit] >= 0}):
            occupy(s, hex, s.side)
        if s.logging:
            s.emit(SetUp(s.side))
        return NOTHING

    def legal(self, s: Battle) -> list[Action]:
        """Return the rest, or one kind for which there is room."""
        kinds = sorted({s.kinds[unit] for unit in waiting(s)})
        return [AUTO, *[TAKE[kind] for kind in kinds if places(s, kind)]]

    def answer(self, s: Battle, action: Action, seat: i64) -> list[Step]:
        """If what was placed by hand leaves no room for the rest, all are set up anew."""
        if action.verb == "take":
            return [Place(action.args[0]), self]
        units = array(s)
        if waiting(s):
            for unit in s.units_of(s.side):
                s.aboard = changed(s.aboard, unit, 0)
                s.put(unit, OFF_MAP)
            units = array(s)
        if s.logging:
            s.emit(Arrayed(s.side, tuple(units)))
        return [self]


@mypyc_attr(acyclic=True)
class Place(Question):
    """CH-S11.1b: a hex of the zone for the unit in hand."""

    RULE: ClassVar[str] = "CH-S11.1b"
    FIELDS: ClassVar[tuple[str, ...]] = ("kind",)
    __slots__ = FIELDS

    def __init__(self, kind: i64) -> None:
        self.kind = kind

    def legal(self, s: Battle) -> list[Action]:
        """Return every hex with room."""
        return [PLACE[hex] for hex in places(s, self.kind)]

    def proposals(self, s: Battle) -> list[Action]:
        """Return some of them."""
        return [PLACE[hex] for hex in some(places(s, self.kind))]

    def explain(self, s: Battle, action: Action) -> Refusal | None:
        """Which clause forbids it."""
        if action.verb != "place" or len(action.args) != 1 or not 0 <= action.args[0] < s.rules.ground.hexes.count:
            return None
        hex = action.args[0]
        groups = [number for number, group in enumerate(s.rules.armies[s.side].groups) if hex in group.hexes]
        units = [next_of(s, self.kind, number) for number in groups]
        free = [unit for unit in units if unit != NOBODY]
        if not free:
            return Refusal("CH-S11.1b", "That hex is not in the deployment zone of such a unit.")
        if s.board().held[1 - s.side][hex]:
            return Refusal("CH-R45", "An enemy unit stands there.")
        return refusal(s, joined(s, [free[0]], hex))

    def answer(self, s: Battle, action: Action, seat: i64) -> list[Step]:
        """It stands there; with facing its owner turns it."""
        hex = action.args[0]
        groups = s.rules.armies[s.side].groups
        open_to = [place for place, group in enumerate(groups) if hex in group.hexes and self.is_left(s, place)]
        number = open_to.pop(0)
        unit = next_of(s, self.kind, number)
        place(s, unit, hex)
        if s.logging:
            s.emit(Placed(unit, s.side, hex))
        return [Face(unit)] if s.rules.options.facing and not s.aboard[unit] else NOTHING

    def is_left(self, s: Battle, group: i64) -> bool:
        return next_of(s, self.kind, group) != NOBODY


@mypyc_attr(acyclic=True)
class Face(Question):
    """CH-S16.0: which way a unit faces when it is set up."""

    RULE: ClassVar[str] = "CH-S16.0"
    FIELDS: ClassVar[tuple[str, ...]] = ("unit",)
    __slots__ = FIELDS

    def __init__(self, unit: i64) -> None:
        self.unit = unit

    def legal(self, s: Battle) -> list[Action]:
        """Any way; to the enemy first."""
        return [TURN[(s.facing[self.unit] + turn) % SIDES] for turn in range(SIDES)]

    def answer(self, s: Battle, action: Action, seat: i64) -> list[Step]:
        """It faces so."""
        s.facing = changed(s.facing, self.unit, action.args[0])
        if s.logging:
            s.emit(Faced(self.unit, s.side, action.args[0]))
        return NOTHING


DEPLOY: Final = Deploy()
