"""The state of a battle: units, terrain, the activation in progress, and queries about them.

Lengths are thousandths of an inch. Directions are tenths of a degree, clockwise, 0 along the x axis; y grows downwards.
"""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.wheelie.chariots import ChariotKind
from hippodrome.games.wheelie.scenarios import ScenarioData
from hippodrome.games.wheelie.terrain import Ground, TerrainKind
from hippodrome.kit.dice import Dice
from hippodrome.kit.geometry.plane.boxes import Box, box_at
from hippodrome.kit.geometry.plane.poses import Pose
from hippodrome.kit.geometry.plane.terrain import TableEdge
from hippodrome.kit.state import FixedData, Row, State

MAX_ACTION_DICE: Final = 6  # WW-B1
NO_ID: Final = -1  # no unit, edge or terrain

# A stretch of a path has five numbers: x, y and facing where it began, its kind, and its length or angle.
STRAIGHT: Final = 0
PIVOT: Final = 1
STRETCH_FIELDS: Final = 5

# Status of a unit.
WAITING: Final = 0  # not deployed yet
FIGHTING: Final = 1
BROKEN: Final = 2  # WW-Q44: on the table until the end of the turn
WITHDRAWN: Final = 3
RETURNING: Final = 4  # WW-Q46: has rolled its 6
LOST: Final = 5  # WW-I12: the crew survives
DESTROYED: Final = 6
DISPERSED: Final = 7  # WW-S6

# Experts (WW-G2).
NO_EXPERT: Final = 0
EXPERT_DRIVER: Final = 1
EXPERT_WARRIOR: Final = 2

# Choices for a 7 (WW-K7).
FINE_ARMOUR: Final = 1
SHIELD_BEARER: Final = 2
STURDY_CAB: Final = 3

# Characteristics by their roll (WW-K2 to WW-K12).
BAD_KIT: Final = 2
WEAK_ARM: Final = 3
PONDEROUS: Final = 4
WEAK_DRIVER: Final = 5
WILD_TEAM: Final = 6
SEVEN: Final = 7
TOUGH_TEAM: Final = 8
TOUGH_DRIVER: Final = 9
SHARPSHOOTER: Final = 10
STRONG_ARM: Final = 11
STRONG_BOW: Final = 12

# Reasons for the end of a battle.
IN_PROGRESS: Final = ""
VICTORY: Final = "victory"
ALL_GONE: Final = "all gone"
OUT_OF_TIME: Final = "out of time"
TOO_QUIET: Final = "too quiet"


@mypyc_attr(acyclic=True)
class Unit(Row):
    """A chariot or a base of Runners, with everything on its record sheet (WW-R1)."""

    FIELDS: ClassVar[tuple[str, ...]] = (
        "id", "seat", "side", "kind", "x", "y", "turn", "mirrored", "edge", "status", "left", "back", "permanent",
        "temporary", "team", "driver", "warrior", "criticals", "loaded", "aim", "banked", "trait", "seven", "shield",
        "expert", "kills", "inflicted", "fresh",
    )  # fmt: skip
    __slots__ = FIELDS

    def __init__(
        self,
        id: i64,
        seat: i64,
        side: i64,
        kind: i64,
        x: i64 = 0,
        y: i64 = 0,
        turn: i64 = 0,
        mirrored: bool = False,  # the warrior stands on the left (WW-Q28)
        edge: i64 = NO_ID,
        status: i64 = WAITING,
        left: i64 = 0,  # the turn in which it left the table
        back: i64 = 0,  # the turn at whose end it returns (WW-Q46)
        permanent: i64 = 0,
        temporary: i64 = 0,
        team: i64 = 0,
        driver: i64 = 0,
        warrior: i64 = 0,
        criticals: i64 = 0,  # in this game turn (WW-I8)
        loaded: bool = True,
        aim: i64 = NO_ID,
        banked: i64 = 0,  # wild dice for the next initiative roll (WW-Q9)
        trait: i64 = 0,  # characteristic (WW-K2 to WW-K12), 0 for none
        seven: i64 = 0,
        shield: bool = False,  # the Assyrian's additional Shield Bearer (WW-Q41)
        expert: i64 = 0,
        kills: i64 = 0,
        inflicted: i64 = 0,  # Permanent Damage it has inflicted
        fresh: i64 = 0,  # damage suffered this game turn (WW-Q12)
    ) -> None:
        """Create a unit as it is before the battle: loaded, without an aim (WW-Q2)."""
        self.id = id
        self.seat = seat
        self.side = side
        self.kind = kind
        self.x = x
        self.y = y
        self.turn = turn
        self.mirrored = mirrored
        self.edge = edge
        self.status = status
        self.left = left
        self.back = back
        self.permanent = permanent
        self.temporary = temporary
        self.team = team
        self.driver = driver
        self.warrior = warrior
        self.criticals = criticals
        self.loaded = loaded
        self.aim = aim
        self.banked = banked
        self.trait = trait
        self.seven = seven
        self.shield = shield
        self.expert = expert
        self.kills = kills
        self.inflicted = inflicted
        self.fresh = fresh

    def clone(self) -> Unit:
        """Return a copy."""
        return Unit(
            self.id, self.seat, self.side, self.kind, self.x, self.y, self.turn, self.mirrored, self.edge, self.status,
            self.left, self.back, self.permanent, self.temporary, self.team, self.driver, self.warrior, self.criticals,
            self.loaded, self.aim, self.banked, self.trait, self.seven, self.shield, self.expert, self.kills,
            self.inflicted, self.fresh,
        )  # fmt: skip

    # ---------------------------------------------------------------- queries

    def is_on_table(self) -> bool:
        """Return whether the unit stands on the table, fighting or broken."""
        return self.status == FIGHTING or self.status == BROKEN

    def pool(self) -> i64:
        """Return the number of action dice the unit rolls (WW-B1, WW-Q11)."""
        return MAX_ACTION_DICE - self.permanent - self.temporary

    def pose(self) -> Pose:
        """Return the position and facing."""
        return Pose(self.x, self.y, self.turn)

    def put(self, x: i64, y: i64, turn: i64) -> None:
        """Move the unit to a position and facing."""
        self.x = x
        self.y = y
        self.turn = turn


@mypyc_attr(acyclic=True)
class Piece(Row):
    """A piece of terrain on the table, or a wreck (WW-Q25)."""

    FIELDS: ClassVar[tuple[str, ...]] = ("id", "stuff", "x", "y", "turn")
    __slots__ = FIELDS

    def __init__(self, id: i64, stuff: i64, x: i64, y: i64, turn: i64) -> None:
        self.id = id
        self.stuff = stuff
        self.x = x
        self.y = y
        self.turn = turn

    def clone(self) -> Piece:
        """Return a copy."""
        return Piece(self.id, self.stuff, self.x, self.y, self.turn)


@mypyc_attr(acyclic=True, free_list_len=1)
class Activation(Row):
    """The memory of an activation: dice, conversions, and the movement action in progress."""

    FIELDS: ClassVar[tuple[str, ...]] = (
        "unit", "dice", "threes", "spare", "converted", "expert", "results", "moves", "turns", "advanced", "move",
        "bolts", "die", "cap", "gone", "slowed", "wheeled", "path", "whole", "shots",
    )  # fmt: skip
    __slots__ = FIELDS

    def __init__(
        self,
        unit: i64,
        dice: bytes,  # not spent yet, in the order they were rolled
        threes: i64,  # natural 3s of the spread (WW-Q1)
        spare: i64 = 0,  # 3s spent on a Shoot
        converted: i64 = 0,  # uses of the chariot's own trait (WW-Q7)
        expert: bool = False,  # the Expert Driver's conversion has been used (WW-G4)
        results: i64 = 0,  # Runners: a bit for each result they have converted to (WW-Q58)
        moves: i64 = 0,  # Advances and Turns made (WW-J9)
        turns: i64 = 0,
        advanced: bool = False,  # it has driven in an Advance (WW-K4)
        move: bytes = b"",  # movement dice not used yet, reduced by team hits
        bolts: bool = False,  # a Wild Team's compulsory leg is still to come (WW-Q21)
        die: i64 = 0,  # the movement die of this leg
        cap: i64 = 0,  # the longest distance of this leg
        gone: i64 = 0,  # the distance driven in this leg
        slowed: bool = False,  # bad going has already shortened this leg (WW-Q20)
        wheeled: bool = False,  # this leg has a Wheel
        path: tuple[int, ...] = (),  # stretches driven so far in this action
        whole: bool = False,  # the straight part of a Turn has been driven in full (WW-B10)
        shots: i64 = 0,  # shots made (WW-B13)
    ) -> None:
        self.unit = unit
        self.dice = dice
        self.threes = threes
        self.spare = spare
        self.converted = converted
        self.expert = expert
        self.results = results
        self.moves = moves
        self.turns = turns
        self.advanced = advanced
        self.move = move
        self.bolts = bolts
        self.die = die
        self.cap = cap
        self.gone = gone
        self.slowed = slowed
        self.wheeled = wheeled
        self.path = path
        self.whole = whole
        self.shots = shots

    def clone(self) -> Activation:
        """Return a copy."""
        return Activation(
            self.unit, self.dice, self.threes, self.spare, self.converted, self.expert, self.results, self.moves,
            self.turns, self.advanced, self.move, self.bolts, self.die, self.cap, self.gone, self.slowed, self.wheeled,
            self.path, self.whole, self.shots,
        )  # fmt: skip

    def spend(self, die: i64) -> None:
        """Remove one die of this score."""
        place = self.dice.index(die)
        self.dice = self.dice[:place] + self.dice[place + 1 :]


def new_activation(unit: i64, dice: bytes) -> Activation:
    """Return an activation in which nothing has been done yet."""
    return Activation(unit, dice, dice.count(3))


class Options(FixedData):
    """The options of a match that matter after its units are chosen; a limit of 0 means none."""

    FIELDS: ClassVar[tuple[str, ...]] = (
        "chariots", "characteristics", "morale", "wrecks", "aggressive", "limit", "friends_disperse",
        "hit_before_acting", "spare_aim", "experts",
    )  # fmt: skip
    __slots__ = FIELDS

    def __init__(
        self,
        chariots: str = "usual",
        characteristics: bool = False,
        morale: bool = True,
        wrecks: bool = False,
        aggressive: str = "one",
        limit: i64 = 0,
        friends_disperse: str = "yes",
        hit_before_acting: str = "now",
        spare_aim: str = "any",
        experts: str = "none",
    ) -> None:
        self.chariots = chariots
        self.characteristics = characteristics
        self.morale = morale
        self.wrecks = wrecks
        self.aggressive = aggressive
        self.limit = limit
        self.friends_disperse = friends_disperse
        self.hit_before_acting = hit_before_acting
        self.spare_aim = spare_aim
        self.experts = experts


class Rules:
    """Everything fixed when the battle is set up: scenario, kinds, terrain, table and options."""

    __slots__ = ("depth", "kinds", "options", "scenario", "table", "terrain_kinds", "width")

    def __init__(
        self,
        scenario: ScenarioData,
        kinds: list[ChariotKind],
        terrain_kinds: list[TerrainKind],
        width: i64,
        depth: i64,
        options: Options,
    ) -> None:
        self.scenario = scenario
        self.kinds = kinds
        self.terrain_kinds = terrain_kinds
        self.width = width
        self.depth = depth
        self.options = options
        self.table = TableEdge(0, 0, width, depth)


class Skirmish(State):
    """A battle in progress."""

    FIELDS: ClassVar[tuple[str, ...]] = ("turn", "order", "quiet", "edges", "picked", "slant", "places", "reason")
    ROWS: ClassVar[dict[str, type[Row]]] = {"units": Unit, "pieces": Piece, "act": Activation}
    __slots__ = (*FIELDS, "act", "ground", "pieces", "rules", "units")

    def __init__(self, rules: Rules, units: list[Unit], pieces: list[Piece], act: Activation, dice: Dice) -> None:
        super().__init__(dice)
        self.rules = rules
        self.units = units
        self.pieces = pieces
        self.act = act
        self.turn: i64 = 0
        self.order: tuple[int, ...] = ()  # of deployment, then of activation
        self.quiet: i64 = 0  # turns since the last attack or collision (WW-Q49)
        self.edges: tuple[int, ...] = ()  # the edge of each side; NO_ID until it has one
        self.picked: i64 = NO_ID  # the kind of terrain being placed
        self.slant: i64 = 0  # the direction of that terrain
        self.places: tuple[int, ...] = ()  # final places of the seats
        self.reason: str = IN_PROGRESS
        self.ground = Ground([], [])  # derived from the pieces, not saved

    def clone(self) -> Skirmish:
        """Return an independent copy without the log."""
        other = Skirmish(
            self.rules, [row.clone() for row in self.units], [row.clone() for row in self.pieces], self.act.clone(),
            self.dice.clone(),
        )  # fmt: skip
        other.agenda = self.agenda.copy()
        other.over = self.over
        other.undo_barrier = self.undo_barrier
        other.turn = self.turn
        other.order = self.order
        other.quiet = self.quiet
        other.edges = self.edges
        other.picked = self.picked
        other.slant = self.slant
        other.places = self.places
        other.reason = self.reason
        other.ground = self.ground
        return other

    def rebuild_ground(self) -> None:
        """Rebuild the ground after a piece is placed or a snapshot is loaded."""
        kinds = self.rules.terrain_kinds
        self.ground = Ground(
            [kinds[piece.stuff].shape(piece.x, piece.y, piece.turn) for piece in self.pieces],
            [kinds[piece.stuff] for piece in self.pieces],
        )

    def add_piece(self, kind: i64, x: i64, y: i64, turn: i64) -> Piece:
        """Put a piece of terrain or a wreck on the table and return it."""
        piece = Piece(len(self.pieces), kind, x, y, turn)
        self.pieces.append(piece)
        self.rebuild_ground()
        return piece

    # ---------------------------------------------------------------- queries

    def kind(self, unit: Unit) -> ChariotKind:
        """Return the kind of a unit."""
        return self.rules.kinds[unit.kind]

    def is_runners(self, unit: Unit) -> bool:
        """Return whether the unit is a base of Runners."""
        return self.rules.kinds[unit.kind].is_runners

    def box(self, unit: Unit) -> Box:
        """Return the base of a unit in its present position."""
        kind = self.rules.kinds[unit.kind]
        return box_at(Pose(unit.x, unit.y, unit.turn), kind.length, kind.width)

    def warrior_point(self, unit: Unit) -> tuple[int, int]:
        """Return the position of the warrior (WW-Q47)."""
        return unit.pose().point_nearest(self.kind(unit).warrior, 0)

    def on_table(self) -> list[Unit]:
        """Return the units on the table, by number."""
        return [unit for unit in self.units if unit.status == FIGHTING or unit.status == BROKEN]

    def others(self, unit: Unit) -> list[Unit]:
        """Return the other units on the table."""
        return [other for other in self.units if other.id != unit.id and other.is_on_table()]

    def has_wild_team(self, unit: Unit) -> bool:
        """WW-K6, WW-J5: return whether the unit has a Wild Team."""
        return unit.trait == WILD_TEAM or self.kind(unit).is_wild

    def movement_penalty(self, unit: Unit) -> i64:
        """Return the team hits that slow the unit (WW-I9, WW-K8, WW-J5)."""
        is_tough = unit.trait == TOUGH_TEAM or self.kind(unit).is_tough
        return max(unit.team - 1, 0) if is_tough else unit.team

    def can_turn(self, unit: Unit) -> bool:
        """Return whether the driver can still make Turn Manoeuvres (WW-I9, WW-K9, WW-Q22, WW-Q57)."""
        return unit.driver < (2 if unit.trait == TOUGH_DRIVER else 1)

    # ---------------------------------------------------------------- changes

    def clear_aims(self, unit: Unit) -> list[int]:
        """WW-Q4: clear all aims by and at a unit that has moved or left; return the units that lost their aim."""
        losers: list[int] = []
        for other in self.units:
            if other.aim == unit.id or (other.id == unit.id and other.aim != NO_ID):
                other.aim = NO_ID
                losers.append(int(other.id))
        return losers
