"""A battle in progress: one column for everything that is known of units, and the questions they can answer.

Units have numbers. Columns are bytes or tuples with a value for each unit; they are never changed in place, so a clone
shares them. A value that holds for one Player-Turn is the number of that Player-Turn: nothing has to be taken back.
"""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from hippodrome.games.chariot.combat_table import CombatTable
from hippodrome.games.chariot.events import OnFoot
from hippodrome.games.chariot.ground import POINT, Ground
from hippodrome.games.chariot.scenarios import Army, OrderOfBattle
from hippodrome.games.chariot.units import CH, Kind
from hippodrome.kit.dice import Dice
from hippodrome.kit.geometry.hexes import SIDES, Ways
from hippodrome.kit.state import Row, State

NOBODY: Final = -1
DRAW: Final = 2

# Where a unit is that is in no hex.
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

# What a unit may still do in this Player-Turn.
HALTED_NOW: Final = 1  # stopped for this phase (CH-S6.41b)
HALTED_TURN: Final = 2  # stopped for this Player-Turn (CH-1.5b, CH-S5.15)


class Options:
    """The switches of a match."""

    __slots__ = (
        "capability",
        "chariot_fire",
        "concession",
        "contact",
        "elevation",
        "facing",
        "panic",
        "passengers",
        "ranges",
        "retreat",
        "turns",
    )

    def __init__(
        self, turns: i64, chariot_fire: bool, passengers: bool, ranges: bool, capability: bool, panic: bool,
        elevation: bool, facing: bool, retreat: bool, contact: bool, concession: bool,
    ) -> None:  # fmt: skip
        self.turns = turns
        self.chariot_fire = chariot_fire
        self.passengers = passengers
        self.ranges = ranges
        self.capability = capability
        self.panic = panic
        self.elevation = elevation
        self.facing = facing
        self.retreat = retreat
        self.contact = contact
        self.concession = concession


class Rules:
    """What a battle was set up with and never changes: scenario, kinds, map, options, who belongs to whom."""

    __slots__ = (
        "armies",
        "count",
        "ground",
        "groups",
        "has_leaders",
        "kinds",
        "names",
        "options",
        "order",
        "sides",
        "start",
        "table",
    )

    def __init__(self, order: OrderOfBattle, kinds: list[Kind], table: CombatTable, options: Options) -> None:
        self.order = order
        self.kinds = kinds
        self.table = table
        self.ground: Ground = order.ground
        self.armies: list[Army] = order.armies
        self.options = options
        self.has_leaders = order.has_leaders  # CH-V.4.0-3
        sides: list[int] = []
        groups: list[int] = []
        start: list[int] = []
        for side, army in enumerate(order.armies):
            for number, group in enumerate(army.groups):
                for kind, count in enumerate(group.counts):
                    sides.extend([side] * count)
                    groups.extend([number] * count)
                    start.extend([kind] * count)
        self.count = len(sides)
        self.sides = bytes(sides)
        self.groups = bytes(groups)
        self.start = bytes(start)
        self.names = [self._name(unit) for unit in range(self.count)]

    def _name(self, unit: int) -> str:
        """Type and number within the army; a leader has a letter besides his level."""
        kind = self.kinds[self.start[unit]]
        same = [u for u in range(self.count) if self.start[u] == kind.number and self.sides[u] == self.sides[unit]]
        if len(same) == 1:
            return kind.name
        place = same.index(unit)
        return f"{kind.name}{'abcdefgh'[place]}" if kind.is_leader else f"{kind.name} {place + 1}"


class Board:
    """Who stands where, worked out from the columns: a battle makes it anew after a change, and nobody changes it."""

    __slots__ = ("held", "stacks", "zones")

    def __init__(self, s: Battle) -> None:
        count = s.rules.ground.hexes.count
        held = (bytearray(count), bytearray(count))
        self.stacks: dict[int, list[int]] = {}
        self.zones: list[bytes | None] = [None, None]
        sides = s.rules.sides
        for unit, hex in enumerate(s.hexes):
            if hex >= 0:
                held[sides[unit]][hex] = 1
                stack = self.stacks.get(hex)
                if stack is None:
                    self.stacks[hex] = [unit]
                else:
                    stack.append(unit)
        self.held = (bytes(held[0]), bytes(held[1]))


class Battle(State):
    """A battle in progress."""

    FIELDS: ClassVar[tuple[str, ...]] = (
        "turn",  # Game-Turn; 0 in set-up
        "number",  # of the Player-Turn, over the whole battle
        "side",  # whose Player-Turn it is; in set-up, who sets up
        "phase",
        "kinds",  # type, or level of a leader
        "hexes",  # or OFF_MAP, ELIMINATED, EXITED
        "disrupted",  # the Player-Turn in which it was, 0 if it is not
        "fired",  # the Player-Turn in which it last did, 0 if never
        "fought",  # the Player-Turn in which it last attacked in melee
        "moved",  # it has finished its move of this phase
        "entered",  # it has entered its hex in this phase
        "spent",  # half points, by chariots over both phases (CH-1.4)
        "halted",
        "controlled",  # it has its full allowance in this Player-Turn
        "aboard",  # number of its chariot and 1, or 0
        "rode",  # the Player-Turn in which it last was aboard
        "panicked",
        "facing",
        "contact",  # a number that those who hold each other share, or 0
        "withdrew",  # the Player-Turn in which it retreated before combat, or was joined by such a unit
        "owners",  # of the objective hexes: 0 nobody, else side and 1
        "attacked",  # hexes attacked in this step or phase
        "crowded",  # hexes in which more stand than may stay
        "panic",  # the side whose army has panicked, or NOBODY
        "winner",  # NOBODY before the end, DRAW
        "reason",
    )
    ROWS: ClassVar[dict[str, type[Row]]] = {}
    __slots__ = (*FIELDS, "_board", "_targets", "_ways", "_ways_of", "rules")

    def __init__(self, rules: Rules, dice: Dice) -> None:
        super().__init__(dice)
        none = bytes(rules.count)
        self.rules = rules
        self.turn: i64 = 0
        self.number: i64 = 0
        self.side: i64 = rules.order.first_to_deploy
        self.phase: i64 = SET_UP
        self.kinds: bytes = rules.start
        self.hexes: tuple[int, ...] = (OFF_MAP,) * rules.count
        self.disrupted: bytes = none
        self.fired: bytes = none
        self.fought: bytes = none
        self.moved: bytes = none
        self.entered: bytes = none
        self.spent: bytes = none
        self.halted: bytes = none
        self.controlled: bytes = none
        self.aboard: bytes = none
        self.rode: bytes = none
        self.panicked: bytes = none
        self.facing: bytes = none
        self.contact: bytes = none
        self.withdrew: bytes = none
        self.owners: bytes = bytes(len(rules.order.objectives))
        self.attacked: tuple[int, ...] = ()
        self.crowded: tuple[int, ...] = ()
        self.panic: i64 = NOBODY
        self.winner: i64 = NOBODY
        self.reason: str = ""
        self._board: Board | None = None  # worked out, not saved
        self._ways: Ways | None = None
        self._ways_of: i64 = NOBODY
        self._targets: list[int] | None = None

    def clone(self) -> Battle:
        """Return an independent copy without the log. Columns are shared: they never change."""
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
        other._board = self._board
        other._ways = self._ways
        other._ways_of = self._ways_of
        other._targets = self._targets
        return other

    # ---------------------------------------------------------------- what is worked out

    def board(self) -> Board:
        """Who stands where."""
        if self._board is None:
            self._board = Board(self)
        return self._board

    def forget(self) -> None:
        """Something has changed that board or ways depend on."""
        self._board = None
        self._ways = None

    def kind(self, unit: i64) -> Kind:
        """What a unit is."""
        return self.rules.kinds[self.kinds[unit]]

    def stack(self, hex: i64) -> list[int]:
        """Return the units in a hex. Not to be changed."""
        return self.board().stacks.get(int(hex), _NOBODY)

    def zone(self, side: i64) -> bytes:
        """CH-S6.41a, CH-S6.44: the hexes next to a side's undisrupted fire units, riding or not (CH-R7), by hex."""
        board = self.board()
        found = board.zones[side]
        if found is None:
            found = self._zone(side)
            board.zones[side] = found
        return found

    def _zone(self, side: i64) -> bytes:
        hexes = self.rules.ground.hexes
        found = bytearray(hexes.count)
        sides = self.rules.sides
        kinds = self.rules.kinds
        for unit, hex in enumerate(self.hexes):
            if hex >= 0 and sides[unit] == side and not self.disrupted[unit] and kinds[self.kinds[unit]].is_fire:
                if self.rules.options.facing:
                    for turn in (5, 0, 1):  # CH-S16.32
                        other = hexes.next[hex * SIDES + (self.facing[unit] + turn) % SIDES]
                        if other >= 0:
                            found[other] = 1
                else:
                    for other in hexes.around(hex):
                        found[other] = 1
        return bytes(found)

    # ---------------------------------------------------------------- questions

    def is_on_map(self, unit: i64) -> bool:
        """Return whether it stands in a hex."""
        return self.hexes[unit] >= 0

    def units_of(self, side: i64) -> range:
        """Return the numbers of a side's units: those of the first side come first."""
        first = self.rules.sides.count(0)
        return range(first) if side == 0 else range(first, self.rules.count)

    def is_ready(self, unit: i64) -> bool:
        """CH-S8.2b: on the map and not disrupted."""
        return self.hexes[unit] >= 0 and not self.disrupted[unit]

    def has_leader(self, hex: i64) -> bool:
        """Return whether a leader stands in a hex."""
        return any(self.kinds[unit] >= _FIRST_LEADER for unit in self.stack(hex))

    def allowance(self, unit: i64) -> i64:
        """Half points for the Player-Turn: the full allowance under control, half of it without (CH-S10.23)."""
        kind = self.kind(unit)
        points: i64 = self.rules.armies[self.rules.sides[unit]].chariots if kind.number == CH else kind.allowance
        return points * POINT if self.controlled[unit] else points * POINT // 2

    def riders(self, chariot: i64) -> list[int]:
        """Whoever is aboard a chariot: one rider, and leaders (CH-1.8a)."""
        mark = int(chariot) + 1
        first = self.aboard.find(mark)
        if first < 0:
            return []
        return [unit for unit in range(first, self.rules.count) if self.aboard[unit] == mark]

    def with_riders(self, unit: i64) -> list[int]:
        """Return a unit and whoever it carries."""
        return [int(unit), *self.riders(unit)] if self.kinds[unit] == CH else [int(unit)]

    def losses(self, side: i64) -> int:
        """Return the VP a side has lost (CH-S11.2a)."""
        return sum([self.rules.kinds[self.kinds[u]].vp for u in self.units_of(side) if self.hexes[u] == ELIMINATED])

    def counted(self, side: i64, where: i64) -> int:
        """CH-S11.25: how many of a side's units are ELIMINATED or EXITED, without classes D and E."""
        return len([u for u in self.units_of(side) if self.hexes[u] == where and is_counted(self.kinds[u])])

    # ---------------------------------------------------------------- changes

    def put(self, unit: i64, hex: i64) -> None:
        """Stand there, or be nowhere."""
        self.hexes = (*self.hexes[:unit], int(hex), *self.hexes[unit + 1 :])
        self.forget()

    def eliminate(self, unit: i64) -> None:
        """It is lost; whoever it carried stands in the hex on foot (CH-R20)."""
        riders = self.riders(unit) if self.kinds[unit] == CH else _NOBODY
        for rider in riders:
            self.aboard = changed(self.aboard, rider, 0)
        if riders and self.logging:
            self.emit(OnFoot(self.rules.sides[unit], tuple(riders)), "CH-R20")
        self.aboard = changed(self.aboard, unit, 0)
        self.disrupted = changed(self.disrupted, unit, 0)
        self.panicked = changed(self.panicked, unit, 0)
        self.contact = changed(self.contact, unit, 0)
        self.put(unit, ELIMINATED)

    def take(self, hex: i64, side: i64) -> bool:
        """CH-S11.3, CH-R22, CH-R35: whoever enters an objective controls it. Says whether that is new."""
        for place, objective in enumerate(self.rules.order.objectives):
            if objective == hex and self.owners[place] != side + 1:
                self.owners = changed(self.owners, place, side + 1)
                return True
        return False


def changed(column: bytes, place: i64, value: i64) -> bytes:
    """Return a column with one other value."""
    return column[:place] + bytes((value,)) + column[place + 1 :]


def is_counted(kind: i64) -> bool:
    """CH-S11.25: whether victory conditions count it."""
    return kind != CH and kind < _FIRST_LEADER


_FIRST_LEADER: Final = 10
_NOBODY: Final[list[int]] = []
