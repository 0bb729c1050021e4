"""The state of a battle: units and characters, scenery, the fight in progress, and queries about them.

A square is a number of the board (kit/geometry/squares.py). A side is a seat: 0 or 1.
"""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.magic.armies import FRONT, Army, Troop
from hippodrome.games.magic.kinds import BASES, BASES_AT_STRENGTH, FIRST_CHARACTER, GENERAL, KIND_NAMES
from hippodrome.games.magic.layouts import FOG, OPEN, Layout
from hippodrome.kit.dice import Dice
from hippodrome.kit.geometry.squares import NORTH, SOUTH, Squares
from hippodrome.kit.state import FixedData, Row, State

NONE: Final = -1
START_COUNTDOWN: Final = 25  # WAM-T8
MAX_STACK: Final = 8  # WAM-Q5

# Causes of losses, as positions in the tally.
BY_SHOOTING: Final = 0
BY_FIGHT: Final = 1
BY_PURSUIT: Final = 2
BY_REPULSE: Final = 3
BY_MORALE: Final = 4
BY_MAGIC: Final = 5
BY_OTHER: Final = 6
LOSS_CAUSES: Final = 7
FIGHT_COUNT: Final = 7  # position of the number of fights in the tally

# Values of the option `priority`.
SHARED: Final = "shared"
ROLLED: Final = "rolled"

# Reasons for the end of a battle.
RUNNING: Final = ""
BROKEN: Final = "broken"
GREAT: Final = "great victory"
VICTORY: Final = "victory"
DRAW: Final = "draw"


@mypyc_attr(acyclic=True)
class Unit(Row):
    """A unit or character. Without bases it is destroyed and stands nowhere."""

    FIELDS: ClassVar[tuple[str, ...]] = (
        "id", "side", "kind", "quality", "gear", "bases", "square", "moves", "walked", "rested", "rerolled", "target",
        "failed", "spent", "aim", "acted", "hasted", "dread", "lost", "beaten", "humbled", "won", "won_before", "led",
        "helped",
    )  # fmt: skip
    __slots__ = FIELDS

    def __init__(
        self,
        id: i64,
        side: i64,
        kind: i64,
        quality: i64,
        gear: i64,
        bases: i64,
        square: i64 = NONE,
        moves: i64 = 0,  # squares it may still move this turn
        walked: i64 = 0,  # squares it has entered by moving this turn
        rested: bool = False,  # it may not move again this turn
        rerolled: bool = False,  # it has used the general's second die (WAM-Q11)
        target: i64 = NONE,  # the square it has declared an attack on
        failed: i64 = NONE,  # the square it failed to attack (WAM-F17)
        spent: bool = False,  # its attack has been made or is void
        aim: i64 = NONE,  # the square it shoots at
        acted: bool = False,  # it has cast, unbound or struck this turn (WAM-Q38)
        hasted: bool = False,
        dread: bool = False,
        lost: i64 = 0,  # bases lost this turn (WAM-Q39)
        beaten: bool = False,  # it has lost a fight this turn
        humbled: bool = False,  # it has lost a fight in this battle
        won: bool = False,  # it was in a winning attack this turn
        won_before: bool = False,  # it was in a winning attack last turn (WAM-F1)
        led: bool = False,  # it is a general that has led an attack
        helped: bool = False,  # it has led or helped an attack this turn (WAM-Q24)
    ) -> None:
        """Create a unit or character as it is before the battle."""
        self.id = id
        self.side = side
        self.kind = kind
        self.quality = quality
        self.gear = gear
        self.bases = bases
        self.square = square
        self.moves = moves
        self.walked = walked
        self.rested = rested
        self.rerolled = rerolled
        self.target = target
        self.failed = failed
        self.spent = spent
        self.aim = aim
        self.acted = acted
        self.hasted = hasted
        self.dread = dread
        self.lost = lost
        self.beaten = beaten
        self.humbled = humbled
        self.won = won
        self.won_before = won_before
        self.led = led
        self.helped = helped

    def clone(self) -> Unit:
        """Return a copy."""
        return Unit(
            self.id, self.side, self.kind, self.quality, self.gear, self.bases, self.square, self.moves, self.walked,
            self.rested, self.rerolled, self.target, self.failed, self.spent, self.aim, self.acted, self.hasted,
            self.dread, self.lost, self.beaten, self.humbled, self.won, self.won_before, self.led,
            self.helped,
        )  # fmt: skip

    # ---------------------------------------------------------------- queries

    def is_character(self) -> bool:
        """Return whether it is a general, leader or magician."""
        return self.kind >= FIRST_CHARACTER

    def at_strength(self) -> bool:
        """WAM-Q3: return whether it has at least 3 of 4 bases, or both chariots."""
        return self.bases >= BASES_AT_STRENGTH[self.kind]

    def is_full(self) -> bool:
        """WAM-Q3: return whether it has lost no base."""
        return self.bases == BASES[self.kind]

    def is_attacking(self) -> bool:
        """Return whether it has declared an attack that has not been made."""
        return self.target != NONE and not self.spent


def new_unit(id: i64, side: i64, kind: i64, quality: i64, gear: i64) -> Unit:
    """Return a unit or character before the battle."""
    return Unit(id, side, kind, quality, gear, BASES[kind])


@mypyc_attr(acyclic=True)
class Scenery(Row):
    """WAM-Q37: a piece of special scenery and its owner."""

    FIELDS: ClassVar[tuple[str, ...]] = ("id", "side", "ground", "square", "moved")
    __slots__ = FIELDS

    def __init__(self, id: i64, side: i64, ground: i64, square: i64, moved: bool) -> None:
        self.id = id
        self.side = side
        self.ground = ground
        self.square = square
        self.moved = moved

    def clone(self) -> Scenery:
        """Return a copy."""
        return Scenery(self.id, self.side, self.ground, self.square, self.moved)


@mypyc_attr(acyclic=True)
class Clash(Row):
    """Working data of the fight, volley or move in progress."""

    FIELDS: ClassVar[tuple[str, ...]] = (
        "mover", "side", "source", "target", "group", "helpers", "leads", "mine", "theirs", "pool", "hits", "fallen",
        "entered", "absent",
    )  # fmt: skip
    __slots__ = FIELDS

    def __init__(
        self,
        mover: i64 = NONE,  # id of the unit that moves
        side: i64 = NONE,  # the attacking side
        source: i64 = NONE,  # square of the attacker
        target: i64 = NONE,  # square under attack
        group: tuple[int, ...] = (),  # ids of the attacking units
        helpers: tuple[int, ...] = (),  # ids of units without enough movement (WAM-F17)
        leads: bool = False,  # the general leads (WAM-F3)
        mine: i64 = 0,  # hits rolled by the attacker
        theirs: i64 = 0,  # hits rolled by the defender
        pool: tuple[int, ...] = (),  # ids of pieces that may be hit
        hits: tuple[int, ...] = (),  # ids of pieces that are hit, in order of allotment
        fallen: tuple[int, ...] = (),  # dead monsters still to be resolved, as square * 2 + side (WAM-R8)
        entered: i64 = 0,  # number of units that have advanced
        absent: tuple[int, ...] = (),  # ids of pieces that lead or help another attack of the square (WAM-Q24)
    ) -> None:
        self.mover = mover
        self.side = side
        self.source = source
        self.target = target
        self.group = group
        self.helpers = helpers
        self.leads = leads
        self.mine = mine
        self.theirs = theirs
        self.pool = pool
        self.hits = hits
        self.fallen = fallen
        self.entered = entered
        self.absent = absent

    def clone(self) -> Clash:
        """Return a copy."""
        return Clash(
            self.mover, self.side, self.source, self.target, self.group, self.helpers, self.leads, self.mine,
            self.theirs, self.pool, self.hits, self.fallen, self.entered, self.absent,
        )  # fmt: skip


class Options(FixedData):
    """The options of a match that matter after the armies and the battlefield are chosen."""

    FIELDS: ClassVar[tuple[str, ...]] = ("deployment", "scenery", "motives", "rally", "priority", "attackers_shoot")
    __slots__ = FIELDS

    def __init__(
        self,
        deployment: str = "players",
        scenery: bool = False,
        motives: bool = False,
        rally: bool = False,
        priority: str = SHARED,
        attackers_shoot: str = "no",
    ) -> None:
        self.deployment = deployment
        self.scenery = scenery
        self.motives = motives
        self.rally = rally
        self.priority = priority
        self.attackers_shoot = attackers_shoot


class Rules(FixedData):
    """The fixed set-up of a battle: armies by seat, layouts and options."""

    FIELDS: ClassVar[tuple[str, ...]] = ("armies", "layouts", "ground", "role", "options")
    __slots__ = FIELDS

    def __init__(
        self,
        armies: list[Army],
        layouts: list[Layout],
        ground: i64,  # number of the layout, or NONE if the defender picks it
        role: i64,  # the attacking seat, or NONE if dice decide
        options: Options,
    ) -> None:
        self.armies = armies
        self.layouts = layouts
        self.ground = ground
        self.role = role
        self.options = options


def match_troops(
    pieces: list[Unit], mustered: list[tuple[Troop, tuple[int, int]]]
) -> list[tuple[str, tuple[int, int]]]:
    """Return name and planned place of each piece: those of the first unused troop of its kind, quality and gear.

    A piece that is in no list is called by its kind and starts in the middle of the front row.
    """
    unused = list(mustered)
    found: list[tuple[str, tuple[int, int]]] = []
    for unit in pieces:
        name, place = KIND_NAMES[unit.kind].capitalize(), (0, FRONT)
        for index, (troop, planned) in enumerate(unused):
            if troop.kind == unit.kind and troop.quality == unit.quality and troop.gear == unit.gear:
                name, place = troop.name, planned
                unused.pop(index)
                break
        found.append((name, place))
    return found


class Battle(State):
    """A battle in progress."""

    FIELDS: ClassVar[tuple[str, ...]] = (
        "turn", "attacker", "phase", "first", "layout", "countdown", "fought", "ward", "mist", "tally", "places",
        "reason",
    )  # fmt: skip
    ROWS: ClassVar[dict[str, type[Row]]] = {"units": Unit, "scenery": Scenery, "clash": Clash}
    __slots__ = (*FIELDS, "board", "clash", "ground", "names", "plans", "rules", "scenery", "units")

    def __init__(self, rules: Rules, units: list[Unit], scenery: list[Scenery], clash: Clash, dice: Dice) -> None:
        super().__init__(dice)
        self.rules = rules
        self.units = units
        self.scenery = scenery
        self.clash = clash
        self.turn: i64 = 0
        self.attacker: i64 = max(rules.role, 0)  # seat of the attacker, whose base row is row 1
        self.phase: i64 = 0  # index of the phase, for display only
        self.first: i64 = 0  # first player of this turn (WAM-T1)
        self.layout: i64 = max(rules.ground, 0)
        self.countdown: i64 = START_COUNTDOWN
        self.fought: tuple[int, ...] = ()  # fights in each square this turn (WAM-Q45)
        self.ward: tuple[int, ...] = ()  # squares under a Ward
        self.mist: tuple[int, ...] = ()  # squares in Mist
        self.tally: tuple[int, ...] = (0,) * (LOSS_CAUSES + 1)  # bases lost by cause, and the number of fights
        self.places: tuple[int, ...] = ()
        self.reason: str = RUNNING
        # Derived, not saved: the board, the ground of every square, names and planned places of the pieces.
        self.board: Squares = rules.layouts[self.layout].squares
        self.ground: list[int] = rules.layouts[self.layout].ground
        self.names: list[str] = []
        self.plans: list[tuple[int, int]] = []

    def clone(self) -> Battle:
        """Return an independent copy without the log."""
        other = Battle(
            self.rules, [row.clone() for row in self.units], [row.clone() for row in self.scenery], self.clash.clone(),
            self.dice.clone(),
        )  # fmt: skip
        other.agenda = self.agenda.copy()
        other.over = self.over
        other.undo_barrier = self.undo_barrier
        other.turn = self.turn
        other.attacker = self.attacker
        other.phase = self.phase
        other.first = self.first
        other.layout = self.layout
        other.countdown = self.countdown
        other.fought = self.fought
        other.ward = self.ward
        other.mist = self.mist
        other.tally = self.tally
        other.places = self.places
        other.reason = self.reason
        other.board = self.board
        other.ground = self.ground
        other.names = self.names
        other.plans = self.plans
        return other

    # ---------------------------------------------------------------- derived data

    def update_ground(self) -> None:
        """Derive board and ground after a layout was picked, scenery moved, or a snapshot was loaded."""
        layout = self.rules.layouts[self.layout]
        self.board = layout.squares
        ground = list(layout.ground)
        for piece in self.scenery:
            ground[piece.square] = int(piece.ground)
        self.ground = ground

    def muster(self) -> None:
        """Derive names and planned places of the pieces, and create the units if there are none yet.

        In a saved battle the list of an army may have changed since: pieces that are not in it are named by their kind.
        """
        is_new = not self.units
        self.names = []
        self.plans = []
        for side in range(2):
            mustered = self.rules.armies[side].muster(side == self.attacker)
            if is_new:
                for troop, _ in mustered:
                    self.units.append(new_unit(len(self.units), side, troop.kind, troop.quality, troop.gear))
            pieces = [unit for unit in self.units if unit.side == side]
            found = match_troops(pieces, mustered)
            total: dict[str, int] = {}
            for name, _ in found:
                total[name] = total.get(name, 0) + 1
            count: dict[str, int] = {}
            for name, place in found:
                count[name] = count.get(name, 0) + 1
                self.names.append(f"{name} {count[name]}" if total[name] > 1 else name)
                self.plans.append(place)

    # ---------------------------------------------------------------- queries

    def second_player(self) -> i64:
        """Return the second player of this turn."""
        return 1 - self.first

    def forward(self, side: i64) -> i64:
        """WAM-Q7: return the direction towards the enemy's base row."""
        return NORTH if side == self.attacker else SOUTH

    def row_for(self, side: i64, square: i64) -> i64:
        """Return the row of a square as a side counts it; 0 is its own base row."""
        row: i64 = self.board.row[square]
        return row if side == self.attacker else self.board.rows - 1 - row

    def pieces_at(self, square: i64, side: i64) -> list[Unit]:
        """Return the units and characters of a side in a square."""
        return [unit for unit in self.units if unit.square == square and unit.side == side]

    def units_at(self, square: i64, side: i64) -> list[Unit]:
        """Return the units of a side in a square, without characters."""
        return [
            unit for unit in self.units if unit.square == square and unit.side == side and unit.kind < FIRST_CHARACTER
        ]

    def count_at(self, square: i64, side: i64) -> i64:
        """Return the number of units of a side in a square, without characters."""
        count: i64 = 0
        for unit in self.units:
            if unit.square == square and unit.side == side and unit.kind < FIRST_CHARACTER:
                count += 1
        return count

    def holder(self, square: i64) -> i64:
        """WAM-Q41: return the side that has a unit in a square, or NONE."""
        for unit in self.units:
            if unit.square == square and unit.kind < FIRST_CHARACTER:
                return unit.side
        return NONE

    def general_at(self, square: i64, side: i64) -> Unit | None:
        """Return the general of a side if it is in a square, else None."""
        for unit in self.units:
            if unit.square == square and unit.side == side and unit.kind == GENERAL:
                return unit
        return None

    def is_fog(self, square: i64) -> bool:
        """WAM-Q37: return whether a square is in the Dead Fog, which no shots pass into or out of."""
        return self.ground[square] == FOG

    def starting_units(self, side: i64) -> i64:
        """WAM-Q41: return the number of units a side began with."""
        return len([unit for unit in self.units if unit.side == side and unit.kind < FIRST_CHARACTER])

    def lost_units(self, side: i64) -> i64:
        """WAM-Q41: return the number of units a side has lost."""
        return len(
            [unit for unit in self.units if unit.side == side and unit.kind < FIRST_CHARACTER and unit.bases == 0]
        )

    # ---------------------------------------------------------------- changes

    def add_to_tally(self, cause: i64) -> None:
        """Add one to the tally of a cause."""
        tally = list(self.tally)
        tally[cause] += 1
        self.tally = tuple(tally)

    def is_open_ground(self, square: i64) -> bool:
        """Return whether a square is open ground without scenery."""
        return self.ground[square] == OPEN
