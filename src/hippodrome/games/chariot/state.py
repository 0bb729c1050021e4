"""A battle in progress, stored as one column per property of units, and queries on it.

Units have numbers. A column holds one value per unit, as bytes or a tuple, and is never changed in place, so clones
share it. A value that applies to one Player-Turn is the number of that Player-Turn, so it need not be reset.
"""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from hippodrome.games.chariot.combat_table import CombatTable
from hippodrome.games.chariot.events import OnFoot
from hippodrome.games.chariot.ground import POINT, Ground
from hippodrome.games.chariot.handicap import Handicap, parse_handicap
from hippodrome.games.chariot.options import Options
from hippodrome.games.chariot.scenarios import Army, OrderOfBattle
from hippodrome.games.chariot.units import CH, Kind
from hippodrome.kit.dice import Dice
from hippodrome.kit.geometry.hexes import SIDES, ReachableHexes
from hippodrome.kit.state import Row, State

NO_SIDE: Final = -1
NO_UNIT: Final = -1
NO_KIND: Final = -1
DRAW: Final = 2

# Locations of units that are in no hex.
OFF_MAP: Final = -1
ELIMINATED: Final = -2
EXITED: Final = -3

# Phases and steps of a Player-Turn (CH-S4.2, CH-1.2).
SET_UP: Final = 0
CHARIOT: Final = 1
CHARIOT_FIRE: Final = 2
FIRE: Final = 3
MOVEMENT: Final = 4
MOVEMENT_FIRE: Final = 5
MELEE: Final = 6
RECOVERY: Final = 7
PHASES: Final = (
    "Set-up", "Chariot Phase", "Defensive Fire", "Fire Combat Phase", "Movement Phase", "Defensive Fire",
    "Melee Combat Phase", "Disruption Recovery",
)  # fmt: skip

# Flags of units that must stop.
HALTED_NOW: Final = 1  # stopped for this phase (CH-S6.41b)
HALTED_TURN: Final = 2  # stopped for this Player-Turn (CH-1.5b, CH-S5.15)


class Rules:
    """The fixed data of a battle: scenario, unit kinds, map, options, and the side and group of each unit."""

    __slots__ = (
        "armies",
        "count",
        "ground",
        "groups",
        "handicap",
        "has_leaders",
        "initial_kinds",
        "kinds",
        "names",
        "options",
        "order",
        "sides",
        "table",
    )

    def __init__(self, order: OrderOfBattle, kinds: list[Kind], table: CombatTable, options: Options) -> None:
        self.order = order
        self.kinds = kinds
        self.table = table
        self.ground: Ground = order.ground
        self.armies: list[Army] = order.armies
        self.options = options
        self.handicap: Handicap | None = parse_handicap(options.handicap)
        self.has_leaders = order.has_leaders  # CH-V.4.0-3
        sides: list[int] = []
        groups: list[int] = []
        initial_kinds: list[int] = []
        for side, army in enumerate(order.armies):
            for number, group in enumerate(army.groups):
                for kind, count in enumerate(group.counts):
                    sides.extend([side] * count)
                    groups.extend([number] * count)
                    initial_kinds.extend([kind] * count)
        self.count = len(sides)
        self.sides = bytes(sides)
        self.groups = bytes(groups)
        self.initial_kinds = bytes(initial_kinds)
        self.names = [self._name(unit) for unit in range(self.count)]

    def _name(self, unit: int) -> str:
        """Return type and number within the army; a leader has a letter after its level."""
        kind = self.kinds[self.initial_kinds[unit]]
        same = [
            u for u in range(self.count) if self.initial_kinds[u] == kind.number and self.sides[u] == self.sides[unit]
        ]
        if len(same) == 1:
            return kind.name
        index = same.index(unit)
        return f"{kind.name}{'abcdefgh'[index]}" if kind.is_leader else f"{kind.name} {index + 1}"


class Occupancy:
    """Occupied hexes, stacks and zones, derived from the columns. Immutable; rebuilt after each change."""

    __slots__ = ("occupied", "stacks", "zones")

    def __init__(self, s: Battle) -> None:
        count = s.rules.ground.hexes.count
        occupied = (bytearray(count), bytearray(count))
        self.stacks: dict[int, list[int]] = {}
        self.zones: list[bytes | None] = [None, None]
        sides = s.rules.sides
        for unit, hex in enumerate(s.hexes):
            if hex >= 0:
                occupied[sides[unit]][hex] = 1
                stack = self.stacks.get(hex)
                if stack is None:
                    self.stacks[hex] = [unit]
                else:
                    stack.append(unit)
        self.occupied = (bytes(occupied[0]), bytes(occupied[1]))


class Battle(State):
    """A battle in progress."""

    FIELDS: ClassVar[tuple[str, ...]] = (
        "turn", "number", "side", "phase", "kinds", "hexes", "disrupted", "fired", "fought", "moved", "entered",
        "spent", "halted", "controlled", "aboard", "rode", "panicked", "facing", "contact", "withdrew", "owners",
        "attacked", "crowded", "panic", "winner", "reason",
    )  # fmt: skip
    DERIVED: ClassVar[tuple[str, ...]] = ("_routes_unit",)
    ROWS: ClassVar[dict[str, type[Row]]] = {}
    __slots__ = (*FIELDS, "_occupancy", "_destinations", "_routes", "_routes_unit", "rules")

    def __init__(self, rules: Rules, dice: Dice) -> None:
        super().__init__(dice)
        none = bytes(rules.count)
        self.rules = rules
        self.turn: i64 = 0  # Game-Turn; 0 during set-up
        self.number: i64 = 0  # number of the Player-Turn, counted over the whole battle
        self.side: i64 = rules.order.first_to_deploy  # the phasing side; during set-up, the deploying side
        self.phase: i64 = SET_UP
        self.kinds: bytes = rules.initial_kinds  # index of the unit type or leader level
        self.hexes: tuple[int, ...] = (OFF_MAP,) * rules.count  # hex, or OFF_MAP, ELIMINATED, EXITED
        self.disrupted: bytes = none  # Player-Turn in which the unit was disrupted, or 0
        self.fired: bytes = none  # Player-Turn in which the unit last fired, or 0
        self.fought: bytes = none  # Player-Turn in which the unit last attacked in melee, or 0
        self.moved: bytes = none  # 1 if the unit has finished its move of this phase
        self.entered: bytes = none  # 1 if the unit entered its hex in this phase
        self.spent: bytes = none  # half points spent; for chariots over both phases (CH-1.4)
        self.halted: bytes = none
        self.controlled: bytes = none  # 1 if the unit has its full allowance in this Player-Turn
        self.aboard: bytes = none  # number of the unit's chariot plus 1, or 0
        self.rode: bytes = none  # Player-Turn in which the unit was last aboard, or 0
        self.panicked: bytes = none
        self.facing: bytes = none
        self.contact: bytes = none  # group number shared by units in contact, or 0
        self.withdrew: bytes = none  # Player-Turn in which it, or a unit that joined it, retreated before combat, or 0
        self.owners: bytes = bytes(len(rules.order.objectives))  # of each objective: controlling side plus 1, or 0
        self.attacked: tuple[int, ...] = ()  # hexes attacked in this phase or step
        self.crowded: tuple[int, ...] = ()  # overcrowded hexes
        self.panic: i64 = NO_SIDE  # side that has panicked, or NO_SIDE
        self.winner: i64 = NO_SIDE  # winning side, DRAW, or NO_SIDE before the end
        self.reason: str = ""
        self._occupancy: Occupancy | None = None  # caches, not saved
        self._routes: ReachableHexes | None = None
        self._routes_unit: i64 = NO_UNIT
        self._destinations: list[int] | None = None

    def clone(self) -> Battle:
        """Return an independent copy without the log. Columns are shared because they never change."""
        other = Battle(self.rules, self.dice.clone())
        other.agenda = self.agenda.copy()
        other.over = self.over
        other.undo_barrier = self.undo_barrier
        other.turn = self.turn
        other.number = self.number
        other.side = self.side
        other.phase = self.phase
        other.kinds = self.kinds
        other.hexes = self.hexes
        other.disrupted = self.disrupted
        other.fired = self.fired
        other.fought = self.fought
        other.moved = self.moved
        other.entered = self.entered
        other.spent = self.spent
        other.halted = self.halted
        other.controlled = self.controlled
        other.aboard = self.aboard
        other.rode = self.rode
        other.panicked = self.panicked
        other.facing = self.facing
        other.contact = self.contact
        other.withdrew = self.withdrew
        other.owners = self.owners
        other.attacked = self.attacked
        other.crowded = self.crowded
        other.panic = self.panic
        other.winner = self.winner
        other.reason = self.reason
        other._occupancy = self._occupancy
        other._routes = self._routes
        other._routes_unit = self._routes_unit
        other._destinations = self._destinations
        return other

    # ---------------------------------------------------------------- derived data

    def occupancy(self) -> Occupancy:
        """Return the occupied hexes and stacks, rebuilt if something has changed."""
        if self._occupancy is None:
            self._occupancy = Occupancy(self)
        return self._occupancy

    def clear_caches(self) -> None:
        """Discard the cached occupancy and routes after a change they depend on."""
        self._occupancy = None
        self._routes = None

    def kind(self, unit: i64) -> Kind:
        """Return the kind of a unit."""
        return self.rules.kinds[self.kinds[unit]]

    def stack(self, hex: i64) -> list[int]:
        """Return the units in a hex. Do not modify the list."""
        return self.occupancy().stacks.get(int(hex), _NO_UNITS)

    def zone(self, side: i64) -> bytes:
        """CH-S6.41a, CH-S6.44: mark the hexes next to a side's undisrupted fire units, riding or not (CH-R7)."""
        occupancy = self.occupancy()
        zone = occupancy.zones[side]
        if zone is None:
            zone = self._zone(side)
            occupancy.zones[side] = zone
        return zone

    def _zone(self, side: i64) -> bytes:
        """Mark the zone of a side; with facing only through the front."""
        hexes = self.rules.ground.hexes
        zone = bytearray(hexes.count)
        sides = self.rules.sides
        kinds = self.rules.kinds
        for unit, hex in enumerate(self.hexes):
            if hex >= 0 and sides[unit] == side and not self.disrupted[unit] and kinds[self.kinds[unit]].is_fire:
                if self.rules.options.facing:
                    for turn in (5, 0, 1):  # CH-S16.32
                        neighbour = hexes.next[hex * SIDES + (self.facing[unit] + turn) % SIDES]
                        if neighbour >= 0:
                            zone[neighbour] = 1
                else:
                    for neighbour in hexes.around(hex):
                        zone[neighbour] = 1
        return bytes(zone)

    # ---------------------------------------------------------------- queries

    def units_of(self, side: i64) -> range:
        """Return the unit numbers of a side; the first side's come first."""
        first = self.rules.sides.count(0)
        return range(first) if side == 0 else range(first, self.rules.count)

    def is_ready(self, unit: i64) -> bool:
        """CH-S8.2b: return whether a unit is on the map and not disrupted."""
        return self.hexes[unit] >= 0 and not self.disrupted[unit]

    def has_leader(self, hex: i64) -> bool:
        """Return whether a leader is in a hex."""
        return any(self.kinds[unit] >= _FIRST_LEADER for unit in self.stack(hex))

    def allowance(self, unit: i64) -> i64:
        """Return the half points for the Player-Turn: full under control, otherwise half (CH-S10.23)."""
        kind = self.kind(unit)
        points: i64 = (
            self.rules.armies[self.rules.sides[unit]].chariot_allowance if kind.number == CH else kind.allowance
        )
        return points * POINT if self.controlled[unit] else points * POINT // 2

    def riders(self, chariot: i64) -> list[int]:
        """Return the units aboard a chariot: one rider, and leaders (CH-1.8a)."""
        mark = int(chariot) + 1
        first = self.aboard.find(mark)
        if first < 0:
            return []
        return [unit for unit in range(first, self.rules.count) if self.aboard[unit] == mark]

    def with_riders(self, unit: i64) -> list[int]:
        """Return a unit and the units it carries."""
        return [int(unit), *self.riders(unit)] if self.kinds[unit] == CH else [int(unit)]

    def losses(self, side: i64) -> int:
        """Return the VP a side has lost (CH-S11.2a)."""
        return sum([self.rules.kinds[self.kinds[u]].vp for u in self.units_of(side) if self.hexes[u] == ELIMINATED])

    def count_units(self, side: i64, where: i64) -> int:
        """CH-S11.25: return how many of a side's units are ELIMINATED or EXITED, not counting classes D and E."""
        return len([u for u in self.units_of(side) if self.hexes[u] == where and counts_for_victory(self.kinds[u])])

    # ---------------------------------------------------------------- changes

    def set_hex(self, unit: i64, hex: i64) -> None:
        """Put a unit in a hex, or in a location off the map."""
        self.hexes = (*self.hexes[:unit], int(hex), *self.hexes[unit + 1 :])
        self.clear_caches()

    def eliminate(self, unit: i64) -> None:
        """Eliminate a unit; its riders stay in the hex on foot (CH-R20)."""
        riders = self.riders(unit) if self.kinds[unit] == CH else _NO_UNITS
        for rider in riders:
            self.aboard = with_value(self.aboard, rider, 0)
        if riders and self.logging:
            self.emit(OnFoot(self.rules.sides[unit], tuple(riders)), "CH-R20")
        self.aboard = with_value(self.aboard, unit, 0)
        self.disrupted = with_value(self.disrupted, unit, 0)
        self.panicked = with_value(self.panicked, unit, 0)
        self.contact = with_value(self.contact, unit, 0)
        self.set_hex(unit, ELIMINATED)

    def take_control(self, hex: i64, side: i64) -> bool:
        """CH-S11.3, CH-R22, CH-R35: give a side control of a hex if it is an objective. Return whether that is new."""
        for index, objective in enumerate(self.rules.order.objectives):
            if objective == hex and self.owners[index] != side + 1:
                self.owners = with_value(self.owners, index, side + 1)
                return True
        return False


def with_value(column: bytes, index: i64, value: i64) -> bytes:
    """Return a copy of a column with one value replaced."""
    return column[:index] + bytes((value,)) + column[index + 1 :]


def counts_for_victory(kind: i64) -> bool:
    """CH-S11.25: return whether victory conditions count units of this kind."""
    return kind != CH and kind < _FIRST_LEADER


_FIRST_LEADER: Final = 10
_NO_UNITS: Final[list[int]] = []
