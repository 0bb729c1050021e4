"""Panic: an army that has lost too much flees (option; CH-S13.0a, CH-2.3a, CH-R26, CH-R39, CH-R52)."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.chariot.events import ArmyPanicked, Cornered, Fled, Rallied
from hippodrome.games.chariot.ground import POINT
from hippodrome.games.chariot.stacking import may_join
from hippodrome.games.chariot.state import NO_SIDE, Battle, with_value
from hippodrome.games.chariot.steps import FLEE, SideChoice
from hippodrome.games.chariot.units import UNIT_TYPES
from hippodrome.kit.actions import Action
from hippodrome.kit.agenda import NOTHING, Step
from hippodrome.kit.events import SeatEvent
from hippodrome.kit.geometry.hexes import SIDES

UNREACHED: Final = 99


# -------------------------------------------------------------------- onset


def check_panic(s: Battle) -> None:
    """CH-S13.0a, CH-S13.11, CH-S13.21: start a panic if a side's losses reach its panic level; once per battle."""
    if not s.rules.options.panic or s.panic != NO_SIDE:
        return
    side = panicking_side(s)
    if side == NO_SIDE:
        return
    s.panic = side
    units = [
        unit
        for unit in s.units_of(side)
        if s.hexes[unit] >= 0 and s.kinds[unit] < UNIT_TYPES and not is_steady(s, unit)
    ]
    for unit in units:
        s.panicked = with_value(s.panicked, unit, 1)
    s.clear_caches()
    if s.logging:
        s.emit(ArmyPanicked(side, tuple(units)), "CH-S13.0a")


def panicking_side(s: Battle) -> int:
    """CH-S13.12, CH-S13.13: return the side that panics, or NO_SIDE.

    If both have reached their level, it is the side further beyond it; if they are equal, the defender.
    """
    excess = [s.losses(side) - s.rules.armies[side].panic for side in (0, 1)]
    has_level = [s.rules.armies[side].panic > 0 for side in (0, 1)]
    is_beyond = [has_level[side] and excess[side] >= 0 for side in (0, 1)]
    if is_beyond[0] and is_beyond[1]:
        if excess[0] == excess[1]:
            return int(1 - s.side)
        return 0 if excess[0] > excess[1] else 1
    return 0 if is_beyond[0] else 1 if is_beyond[1] else NO_SIDE


def is_steady(s: Battle, unit: i64) -> bool:
    """CH-S13.0a, CH-2.3a: return whether a leader keeps a unit from panic.

    Leaders of level 1 and 2 do so in their own and adjacent hexes, levels 3 to 6 only in their own.
    """
    hex = s.hexes[unit]
    hexes = s.rules.ground.hexes
    for leader in s.units_of(s.rules.sides[unit]):
        if s.kinds[leader] >= UNIT_TYPES and s.hexes[leader] >= 0:
            reach = 1 if s.kind(leader).level <= 2 else 0
            if hexes.distance(hex, s.hexes[leader]) <= reach:
                return True
    return False


# -------------------------------------------------------------------- flight


class FlightPaths:
    """The hexes a panicked unit can flee to, the way there, and the hex from which it leaves the map."""

    __slots__ = ("best", "exit_hex", "previous")

    def __init__(self) -> None:
        self.best: list[int] = []
        self.previous: dict[int, int] = {}
        self.exit_hex = -1  # the edge hex from which it leaves the map, -1 if it cannot

    def path(self, hex: int) -> list[int]:
        """Return the hexes entered on the way to a hex."""
        entered: list[int] = []
        while hex in self.previous:
            entered.append(hex)
            hex = self.previous[hex]
        entered.reverse()
        return entered


def enemy_distance(s: Battle, side: i64) -> bytearray:
    """Return the distance of every hex from the nearest enemy of a side; UNREACHED if there is none."""
    hexes = s.rules.ground.hexes
    distances = bytearray([UNREACHED]) * hexes.count
    frontier = sorted({s.hexes[unit] for unit in s.units_of(1 - side) if s.hexes[unit] >= 0})
    steps = 0
    while frontier:
        for hex in frontier:
            distances[hex] = steps
        steps += 1
        frontier = sorted(
            {neighbour for hex in frontier for neighbour in hexes.around(hex) if distances[neighbour] == UNREACHED}
        )
    return distances


def hexes_near_fire_units(s: Battle, side: i64) -> bytearray:
    """Mark the hexes next to enemy fire units, disrupted or not."""
    hexes = s.rules.ground.hexes
    marked = bytearray(hexes.count)
    for unit in s.units_of(1 - side):
        if s.hexes[unit] >= 0 and s.kind(unit).is_fire:
            for neighbour in hexes.around(s.hexes[unit]):
                marked[neighbour] = 1
    return marked


def find_flight_paths(s: Battle, unit: i64) -> FlightPaths:
    """CH-S13.0c, CH-R26: find where a panicked unit can flee.

    Each step leads further from the nearest enemy, and none ends next to enemy fire units.
    """
    side = s.rules.sides[unit]
    ground = s.rules.ground
    distances, near_fire, enemy = (
        enemy_distance(s, side),
        hexes_near_fire_units(s, side),
        s.occupancy().occupied[1 - side],
    )
    paths = FlightPaths()
    points = max(s.allowance(unit) - s.spent[unit], 0)
    cost: dict[int, int] = {s.hexes[unit]: 0}
    frontier = [s.hexes[unit]]
    while frontier:
        frontier.sort(key=lambda hex: (cost[hex], hex))
        hex = frontier.pop(0)
        if ground.hexes.is_border(hex) and cost[hex] + POINT <= points and paths.exit_hex < 0:
            paths.exit_hex = hex
        for direction in range(SIDES):
            neighbour = ground.hexes.next[hex * SIDES + direction]
            if (
                neighbour < 0
                or neighbour in cost
                or distances[neighbour] <= distances[hex]
                or near_fire[neighbour]
                or enemy[neighbour]
            ):
                continue
            total = cost[hex] + ground.costs[hex * SIDES + direction]
            if total > points and (cost[hex] or s.spent[unit]):
                continue
            cost[neighbour] = min(total, int(points))
            paths.previous[neighbour] = hex
            frontier.append(neighbour)
    group = s.with_riders(unit)
    room = [hex for hex in paths.previous if may_join(s, group, hex)]
    furthest = max([distances[hex] for hex in room], default=0)
    paths.best = sorted([hex for hex in room if distances[hex] == furthest])
    return paths


@mypyc_attr(acyclic=True)
class Flight(Step):
    """CH-S13.0c: in its own Movement Phase every panicked unit flees."""

    RULE: ClassVar[str] = "CH-S13.0c"
    __slots__ = ()

    def run(self, s: Battle) -> list[Step]:
        """Let units flee one by one: riders with their chariots (CH-R39), units in contact not at all (CH-S18.2)."""
        if s.panic != s.side:
            return NOTHING
        return [Flee(unit) for unit in s.units_of(s.side) if s.panicked[unit] and not s.aboard[unit]]


@mypyc_attr(acyclic=True)
class Deserted(SeatEvent):
    """Panicked units have fled off the map and are lost."""

    FIELDS: ClassVar[tuple[str, ...]] = ("unit", "seat", "units")
    HARM: ClassVar[str] = "seat"
    LOSS: ClassVar[bool] = True
    __slots__ = ("unit", "units")

    def __init__(self, unit: i64, seat: i64, units: tuple[int, ...]) -> None:
        self.unit = unit
        self.seat = seat
        self.units = units


@mypyc_attr(acyclic=True)
class Flee(SideChoice):
    """CH-R26: if several flight paths are equally good, the owner chooses."""

    RULE: ClassVar[str] = "CH-S13.0c"
    FIELDS: ClassVar[tuple[str, ...]] = ("unit",)
    __slots__ = FIELDS

    def __init__(self, unit: i64) -> None:
        self.unit = unit

    def can_flee(self, s: Battle) -> bool:
        """Return whether the unit is panicked and free to move."""
        return s.is_ready(self.unit) and s.panicked[self.unit] > 0 and not s.contact[self.unit]

    def waits(self, s: Battle) -> bool:
        """Return whether there is a choice."""
        if not self.can_flee(s):
            return False
        paths = find_flight_paths(s, self.unit)
        return paths.exit_hex < 0 and len(paths.best) > 1

    def run(self, s: Battle) -> list[Step]:
        """Flee off the map if possible, otherwise to the only destination; otherwise stay."""
        if not self.can_flee(s):
            return NOTHING
        paths = find_flight_paths(s, self.unit)
        if paths.exit_hex >= 0:
            self.desert(s)
        elif paths.best:
            self.flee(s, paths, paths.best[0])
        elif s.logging:
            s.emit(Cornered(self.unit, s.side))
        return NOTHING

    def legal(self, s: Battle) -> list[Action]:
        """Return the equally good ends of the flight."""
        return [FLEE[hex] for hex in find_flight_paths(s, self.unit).best]

    def answer(self, s: Battle, action: Action, seat: i64) -> list[Step]:
        """Flee to the chosen hex."""
        self.flee(s, find_flight_paths(s, self.unit), action.args[0])
        return NOTHING

    def flee(self, s: Battle, paths: FlightPaths, hex: int) -> None:
        """Move the unit and its riders; entering hexes counts for control (CH-R35)."""
        group = s.with_riders(self.unit)
        path = paths.path(hex)
        for member in group:
            s.set_hex(member, hex)
            s.entered = with_value(s.entered, member, 1)
            s.moved = with_value(s.moved, member, 1)
        if s.logging:
            s.emit(Fled(self.unit, s.side, tuple(group), tuple(path)))
        for step in path:
            s.take_control(step, s.side)

    def desert(self, s: Battle) -> None:
        """Remove the unit and its riders from the map as losses."""
        group = s.with_riders(self.unit)
        for member in group:
            s.eliminate(member)
        if s.logging:
            s.emit(Deserted(self.unit, s.side, tuple(group)))


@mypyc_attr(acyclic=True)
class Rally(Step):
    """CH-S13.22: at the end of its own Movement Phase, a unit with a leader rallies for good."""

    RULE: ClassVar[str] = "CH-S13.22"
    __slots__ = ()

    def run(self, s: Battle) -> list[Step]:
        """Rally every steady unit of the phasing side."""
        units = [unit for unit in s.units_of(s.side) if s.panicked[unit] and s.hexes[unit] >= 0 and is_steady(s, unit)]
        for unit in units:
            s.panicked = with_value(s.panicked, unit, 0)
        if units and s.logging:
            s.emit(Rallied(s.side, tuple(units)))
        return NOTHING


FLIGHT_STEP: Final = Flight()
RALLY_STEP: Final = Rally()
