"""The rows of a race: chariots, the move in hand, and the race itself with the questions it answers."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.races.damage_table import Table
from hippodrome.games.races.events import Tested
from hippodrome.games.races.machines import LENGTH, Machine, Weapon
from hippodrome.games.races.track import Track
from hippodrome.kit.dice import Dice
from hippodrome.kit.geometry.plane.boxes import Box, box_at
from hippodrome.kit.geometry.plane.poses import Pose
from hippodrome.kit.state import Row, State

INCH: Final = 1000
NOBODY: Final = -1

# What a chariot is doing.
WAITING: Final = 0  # not on the grid yet
RACING: Final = 1
LOOSE: Final = 2  # nobody aboard: a doomwheel that goes on (CR-O13), or a chariot on its last run (CR-L2)
WRECK: Final = 3
GONE: Final = 4  # removed (CR-D12, CR-Q14)

# The phases of a turn (CR-S1).
SET_UP: Final = 0
MOVING: Final = 1
SHOOTING: Final = 2
FIGHTING: Final = 3

# What a driver declares at the start of his move.
NEITHER: Final = 0
WHIP: Final = 1
REINS: Final = 2

# The steps of a plan (CR-Q4): pairs of these and a number.
FORWARD: Final = 0
TURN: Final = 1
DRIFT: Final = 2
SWIPE: Final = 3
PIVOT: Final = 4  # the free turn (CR-Q12, CR-Q58)

# Whence a free turn (CR-Q12).
AT_WALL: Final = 1
AT_ROCK: Final = 2

RUNNING: Final = "running"


@mypyc_attr(acyclic=True)
class Chariot(Row):
    """A chariot: where it stands, what is left of body, team and crew, and how far it has come."""

    FIELDS: ClassVar[tuple[str, ...]] = (
        "id", "kind", "status", "x", "y", "turn", "strength", "toughness", "wounds", "steeds", "crew", "hurt",
        "score", "tie", "acted", "penalty", "free", "moved", "progress", "marks", "left",
    )  # fmt: skip
    __slots__ = FIELDS

    def __init__(
        self, id: i64, kind: i64, status: i64, x: i64, y: i64, turn: i64, strength: i64, toughness: i64, wounds: i64,
        steeds: i64, crew: tuple[int, ...], hurt: i64, score: i64, tie: i64, acted: bool, penalty: i64, free: i64,
        moved: i64, progress: i64, marks: i64, left: i64,
    ) -> None:  # fmt: skip
        self.id = id
        self.kind = kind
        self.status = status
        self.x = x
        self.y = y
        self.turn = turn
        self.strength = strength
        self.toughness = toughness
        self.wounds = wounds
        self.steeds = steeds
        self.crew = crew
        self.hurt = hurt
        self.score = score
        self.tie = tie
        self.acted = acted
        self.penalty = penalty
        self.free = free
        self.moved = moved
        self.progress = progress
        self.marks = marks
        self.left = left

    def clone(self) -> Chariot:
        """Return a copy."""
        return Chariot(
            self.id, self.kind, self.status, self.x, self.y, self.turn, self.strength, self.toughness, self.wounds,
            self.steeds, self.crew, self.hurt, self.score, self.tie, self.acted, self.penalty, self.free,
            self.moved, self.progress, self.marks, self.left,
        )  # fmt: skip

    def pose(self) -> Pose:
        """Where it stands and faces."""
        return Pose(self.x, self.y, self.turn)

    def put(self, x: i64, y: i64, turn: i64) -> None:
        """Stand elsewhere."""
        self.x = x
        self.y = y
        self.turn = turn

    def is_there(self) -> bool:
        """Return whether it is on the track and no wreck."""
        return self.status == RACING or self.status == LOOSE

    def is_solid(self) -> bool:
        """Return whether something of it stands on the track."""
        return RACING <= self.status <= WRECK


def new_chariot(id: i64, machine: Machine, steeds: i64, crew: tuple[int, ...]) -> Chariot:
    """Return a chariot that has not been placed yet."""
    return Chariot(
        id, machine.number, WAITING, 0, 0, 0, machine.strength, machine.toughness, machine.wounds, steeds, crew, 0,
        0, 0, False, 0, 0, 0, 0, 0, 0,
    )  # fmt: skip


@mypyc_attr(acyclic=True)
class Move(Row):
    """The move in hand: what was declared, how far it goes, the plan and how much of it is done."""

    FIELDS: ClassVar[tuple[str, ...]] = (
        "mover", "declared", "owed", "run", "plan", "place", "done", "turns", "since_turn", "since_drift",
        "hit", "rammed", "lost", "debt", "through",
    )  # fmt: skip
    __slots__ = FIELDS

    def __init__(
        self, mover: i64, declared: i64, owed: i64, run: i64, plan: tuple[int, ...], place: i64, done: i64, turns: i64,
        since_turn: i64, since_drift: i64, hit: i64, rammed: i64, lost: bool, debt: i64, through: tuple[int, ...],
    ) -> None:  # fmt: skip
        self.mover = mover
        self.declared = declared
        self.owed = owed
        self.run = run
        self.plan = plan
        self.place = place
        self.done = done
        self.turns = turns
        self.since_turn = since_turn
        self.since_drift = since_drift
        self.hit = hit
        self.rammed = rammed
        self.lost = lost
        self.debt = debt
        self.through = through

    def clone(self) -> Move:
        """Return a copy."""
        return Move(
            self.mover, self.declared, self.owed, self.run, self.plan, self.place, self.done, self.turns,
            self.since_turn, self.since_drift, self.hit, self.rammed, self.lost, self.debt, self.through,
        )  # fmt: skip

    def left(self) -> i64:
        """How far it still goes."""
        return self.owed - self.run

    def advance(self, distance: i64) -> None:
        """So much has been run straight ahead."""
        self.run += distance
        self.since_turn += distance
        self.since_drift += distance


def new_move(mover: i64) -> Move:
    """Return a move that has not begun. Counters start at 0 in every move (CR-Q10)."""
    return Move(mover, NEITHER, 0, 0, (), 0, 0, 0, 0, 0, 0, 0, False, 0, ())


class Rules:
    """What a race was set up with and never changes."""

    __slots__ = ("chosen", "clock", "laps", "machines", "short_bows", "table", "track", "weapons", "wide", "wolves")

    def __init__(
        self, track: Track, machines: list[Machine], weapons: list[Weapon], table: Table, laps: i64, chosen: bool,
        clock: i64, wolves: i64, short_bows: bool, wide: bool,
    ) -> None:  # fmt: skip
        self.track = track
        self.machines = machines
        self.weapons = weapons
        self.table = table
        self.laps = laps
        self.chosen = chosen
        self.clock = clock
        self.wolves = wolves
        self.short_bows = short_bows
        self.wide = wide

    def crew_of(self, machine: Machine) -> tuple[int, ...]:
        """Return the weapons of a crew, the driver first; goblins may have short bows (CR-Q29)."""
        if not (self.short_bows and machine.key == "wolf"):
            return machine.crew
        keys = [weapon.key for weapon in self.weapons]
        return tuple([keys.index("shortbow") if keys[weapon] == "bow" else weapon for weapon in machine.crew])

    def steeds_of(self, machine: Machine) -> i64:
        """How many animals draw it; the third wolf is a choice (CR-Q8). Of a machine, its movement dice."""
        return self.wolves if machine.key == "wolf" else machine.steeds

    def width_of(self, machine: Machine) -> i64:
        """How wide its base is (CR-Q46)."""
        return machine.wide if self.wide else 2 * INCH


class Race(State):
    """A race in progress."""

    FIELDS: ClassVar[tuple[str, ...]] = (
        "turn",
        "phase",
        "number",  # the Initiative number that is called (CR-I2)
        "pairs",  # who touches whom in this Close Combat (CR-Q52): 8 * one + other
        "resolved",  # contacts, shots, blows and runs that have been resolved (CR-Q45)
        "struck",  # men of the chariot that fights who have had their turn
        "places",  # of the seats, when it is over
        "reason",
    )
    ROWS: ClassVar[dict[str, type[Row]]] = {"chariots": Chariot, "move": Move}
    __slots__ = (*FIELDS, "chariots", "move", "rules")

    def __init__(self, rules: Rules, chariots: list[Chariot], move: Move, dice: Dice) -> None:
        super().__init__(dice)
        self.rules = rules
        self.chariots = chariots
        self.move = move
        self.turn: i64 = 0
        self.phase: i64 = SET_UP
        self.number: i64 = 0
        self.pairs: tuple[int, ...] = ()
        self.resolved: i64 = 1
        self.struck: i64 = 0
        self.places: tuple[int, ...] = ()
        self.reason: str = RUNNING

    def clone(self) -> Race:
        """Return an independent copy without the log."""
        chariots = [chariot.clone() for chariot in self.chariots]
        other = Race(self.rules, chariots, self.move.clone(), self.dice.clone())
        other.agenda = self.agenda.copy()
        other.over = self.over
        other.undo_barrier = self.undo_barrier
        other.turn = self.turn
        other.phase = self.phase
        other.number = self.number
        other.pairs = self.pairs
        other.resolved = self.resolved
        other.struck = self.struck
        other.places = self.places
        other.reason = self.reason
        return other

    def test(self, purpose: str, n: i64, who: i64, need: i64, target: i64, rule: str = "") -> bytes:
        """Throw n dice, of which each must show a number to do something to somebody."""
        dice = self.dice.roll_d6(n)
        if self.logging:
            self.emit(Tested(who, purpose, dice, need, target), rule)
        return dice

    # ---------------------------------------------------------------- questions

    def machine(self, chariot: Chariot) -> Machine:
        """What kind of machine it is."""
        return self.rules.machines[chariot.kind]

    def width(self, chariot: Chariot) -> i64:
        """How wide its base is."""
        return self.rules.width_of(self.rules.machines[chariot.kind])

    def box(self, chariot: Chariot) -> Box:
        """Its base where it stands."""
        return box_at(Pose(chariot.x, chariot.y, chariot.turn), LENGTH, self.width(chariot))

    def mover(self) -> Chariot:
        """Return the chariot whose move is in hand."""
        return self.chariots[self.move.mover]

    def racing(self) -> list[Chariot]:
        """CR-Q54: on the track, with somebody aboard, able to move, no wreck."""
        return [chariot for chariot in self.chariots if chariot.status == RACING]

    def others(self, chariot: Chariot) -> list[Chariot]:
        """Return the other chariots on the track, wrecks not among them."""
        return [other for other in self.chariots if other.id != chariot.id and other.is_there()]

    def nose(self, chariot: Chariot) -> tuple[int, int]:
        """Return the middle of its front edge."""
        return Pose(chariot.x, chariot.y, chariot.turn).point_nearest(LENGTH // 2, 0)

    def lap_of(self, chariot: Chariot) -> i64:
        """Return the lap it is on; 0 before the line."""
        count = len(self.rules.track.marks)
        return (chariot.marks + count - 1) // count

    def ranked(self) -> list[Chariot]:
        """CR-Q45, CR-Q54: the racing by progress, then those who are out, by how far they had come."""
        return sorted(self.chariots, key=lambda chariot: (chariot.status != RACING, -chariot.progress, chariot.id))
