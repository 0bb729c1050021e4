"""The state of a race: chariots, the current move, the fixed rules and the race itself."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.races.damage_table import DamageTable
from hippodrome.games.races.events import Tested
from hippodrome.games.races.machines import BASE_LENGTH_MI, Machine, Weapon
from hippodrome.games.races.track import Track
from hippodrome.kit.dice import Dice
from hippodrome.kit.geometry.plane.boxes import Box, box_at
from hippodrome.kit.geometry.plane.poses import Pose
from hippodrome.kit.scene import FACTIONS
from hippodrome.kit.state import FixedData, Row, State
from hippodrome.kit.units import INCH

NO_SEAT: Final = -1

# The status of a chariot.
WAITING: Final = 0  # not on the grid yet
RACING: Final = 1
LOOSE: Final = 2  # crewless: a doomwheel that drives on (CR-O13), or a chariot on its last run (CR-L2)
WRECK: Final = 3
GONE: Final = 4  # removed (CR-D12, CR-Q14)

# The phases of a turn (CR-S1).
SET_UP: Final = 0
MOVING: Final = 1
SHOOTING: Final = 2
FIGHTING: Final = 3

# The declaration at the start of a move.
NEITHER: Final = 0
WHIP: Final = 1
REINS: Final = 2

# The steps of a plan (CR-Q4). A plan is a flat tuple of pairs: one of these and an amount.
FORWARD: Final = 0
TURN: Final = 1
DRIFT: Final = 2
SWIPE: Final = 3
PIVOT: Final = 4  # the free turn (CR-Q12, CR-Q58)
REST_OF_TURN: Final = 5  # what is left of a turn after an avoided smash (CR-Q19); never declared

# The obstacle at which a chariot stopped and gained a free turn (CR-Q12).
AT_WALL: Final = 1
AT_ROCK: Final = 2

RUNNING: Final = "running"


@mypyc_attr(acyclic=True)
class Chariot(Row):
    """A chariot: its position, what is left of its body, team and crew, and its progress.

    Lengths are in 1/1000 inch, angles in tenths of a degree.

    tie         place in the Initiative order of the turn
    hurt        wounds lost by a crew that steers alone
    penalty     distance lost in the next move (CR-D2)
    free        obstacle that gives a free turn, or 0
    moved       distance of the last move
    marks       lines and checkpoints passed
    left        the value of Race.resolved when it dropped out
    """

    FIELDS: ClassVar[tuple[str, ...]] = (
        "id", "kind", "status", "x", "y", "turn", "strength", "toughness", "wounds", "steeds", "crew", "hurt", "score",
        "tie", "acted", "penalty", "free", "moved", "progress", "marks", "left",
    )  # fmt: skip
    __slots__ = FIELDS

    def __init__(
        self,
        id: i64,
        kind: i64,
        status: i64 = WAITING,
        x: i64 = 0,
        y: i64 = 0,
        turn: i64 = 0,
        strength: i64 = 0,
        toughness: i64 = 0,
        wounds: i64 = 0,
        steeds: i64 = 0,
        crew: tuple[int, ...] = (),
        hurt: i64 = 0,
        score: i64 = 0,
        tie: i64 = 0,
        acted: bool = False,
        penalty: i64 = 0,
        free: i64 = 0,
        moved: i64 = 0,
        progress: i64 = 0,
        marks: i64 = 0,
        left: i64 = 0,
    ) -> None:
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
        """Return a copy of the chariot."""
        return Chariot(
            self.id, self.kind, self.status, self.x, self.y, self.turn, self.strength, self.toughness, self.wounds,
            self.steeds, self.crew, self.hurt, self.score, self.tie, self.acted, self.penalty, self.free,
            self.moved, self.progress, self.marks, self.left,
        )  # fmt: skip

    def pose(self) -> Pose:
        """Return its position and heading."""
        return Pose(self.x, self.y, self.turn)

    def move_to(self, x: i64, y: i64, turn: i64) -> None:
        """Place it at a position and heading."""
        self.x = x
        self.y = y
        self.turn = turn

    def is_working(self) -> bool:
        """CR-X1: return whether it is on the track and not a wreck."""
        return self.status == RACING or self.status == LOOSE

    def is_solid(self) -> bool:
        """Return whether it occupies ground on the track, as a chariot or as a wreck."""
        return RACING <= self.status <= WRECK


def new_chariot(id: i64, machine: Machine, steeds: i64, crew: tuple[int, ...]) -> Chariot:
    """Return a chariot that has not been placed yet."""
    return Chariot(
        id, machine.number, strength=machine.strength, toughness=machine.toughness, wounds=machine.wounds,
        steeds=steeds, crew=crew,
    )  # fmt: skip


@mypyc_attr(acyclic=True)
class MoveInProgress(Row):
    """The current move: the declaration, the distance, the plan and how much of it has run.

    owed, run       distance to move and distance moved
    place, done     index of the current step of the plan, and how much of a forward step has run
    drifts          drifts made, without the one of the reins
    hit             obstacles hit, one bit per obstacle code
    rammed          chariots rammed, one bit per seat
    lost            the rest of the move is lost (CR-D2, CR-D11)
    debt            planned forward distance already spent on passing (CR-Q18)
    through         chariots driven through (CR-Q19): seat, x, y and turn of the place to go back to, each
    """

    FIELDS: ClassVar[tuple[str, ...]] = (
        "mover", "declared", "owed", "run", "plan", "place", "done", "turns", "since_turn", "drifts", "hit",
        "rammed", "lost", "debt", "through",
    )  # fmt: skip
    __slots__ = FIELDS

    def __init__(
        self,
        mover: i64,
        declared: i64 = NEITHER,
        owed: i64 = 0,
        run: i64 = 0,
        plan: tuple[int, ...] = (),
        place: i64 = 0,
        done: i64 = 0,
        turns: i64 = 0,
        since_turn: i64 = 0,
        drifts: i64 = 0,
        hit: i64 = 0,
        rammed: i64 = 0,
        lost: bool = False,
        debt: i64 = 0,
        through: tuple[int, ...] = (),
    ) -> None:
        self.mover = mover
        self.declared = declared
        self.owed = owed
        self.run = run
        self.plan = plan
        self.place = place
        self.done = done
        self.turns = turns
        self.since_turn = since_turn
        self.drifts = drifts
        self.hit = hit
        self.rammed = rammed
        self.lost = lost
        self.debt = debt
        self.through = through

    def clone(self) -> MoveInProgress:
        """Return a copy of the move."""
        return MoveInProgress(
            self.mover, self.declared, self.owed, self.run, self.plan, self.place, self.done, self.turns,
            self.since_turn, self.drifts, self.hit, self.rammed, self.lost, self.debt, self.through,
        )  # fmt: skip

    def distance_left(self) -> i64:
        """Return the distance still to move."""
        return self.owed - self.run

    def advance(self, distance: i64) -> None:
        """Count a distance moved straight ahead."""
        self.run += distance
        self.since_turn += distance


class Options(FixedData):
    """The options of a race that matter after its chariots are chosen."""

    FIELDS: ClassVar[tuple[str, ...]] = ("laps", "clock", "wolves", "bows", "wagon", "wrecks")
    __slots__ = FIELDS

    def __init__(
        self,
        laps: i64,
        clock: bool = False,
        wolves: i64 = 3,
        bows: str = "printed",
        wagon: i64 = 3,
        wrecks: str = "stay",
    ) -> None:
        self.laps = laps
        self.clock = clock
        self.wolves = wolves
        self.bows = bows
        self.wagon = wagon
        self.wrecks = wrecks


class Rules(FixedData):
    """The track, data and options of a race, which never change."""

    FIELDS: ClassVar[tuple[str, ...]] = ("track", "machines", "weapons", "table", "options")
    __slots__ = FIELDS

    def __init__(
        self, track: Track, machines: list[Machine], weapons: list[Weapon], table: DamageTable, options: Options
    ) -> None:
        self.track = track
        self.machines = machines
        self.weapons = weapons
        self.table = table
        self.options = options

    def crew_of(self, machine: Machine) -> tuple[int, ...]:
        """Return the weapon number of each crew member, the driver first; goblins may have short bows (CR-Q29)."""
        if not (self.options.bows == "short" and machine.key == "wolf"):
            return machine.crew
        keys = [weapon.key for weapon in self.weapons]
        return tuple([keys.index("shortbow") if keys[weapon] == "bow" else weapon for weapon in machine.crew])

    def steeds_of(self, machine: Machine) -> i64:
        """Return the number of animals, where the third wolf is optional (CR-Q8), or of movement dice."""
        return self.options.wolves if machine.key == "wolf" else machine.steeds

    def width_of(self, machine: Machine) -> i64:
        """Return the width of the base (CR-Q46)."""
        return machine.base_width if self.options.wagon == 3 else 2 * INCH


class Race(State):
    """A race in progress."""

    FIELDS: ClassVar[tuple[str, ...]] = ("turn", "phase", "number", "pairs", "resolved", "places", "reason")
    ROWS: ClassVar[dict[str, type[Row]]] = {"chariots": Chariot, "move": MoveInProgress}
    __slots__ = (*FIELDS, "chariots", "move", "rules")

    def __init__(self, rules: Rules, chariots: list[Chariot], move: MoveInProgress, dice: Dice) -> None:
        super().__init__(dice)
        self.rules = rules
        self.chariots = chariots
        self.move = move
        self.turn: i64 = 0
        self.phase: i64 = SET_UP
        self.number: i64 = 0  # the Initiative number that is called (CR-I2)
        self.pairs: tuple[int, ...] = ()  # chariots in contact in this Close Combat (CR-Q52): 8 * one + other
        self.resolved: i64 = 1  # number of contacts, shots, blows and runs resolved so far (CR-Q45)
        self.places: tuple[int, ...] = ()  # by seat, once the race is over
        self.reason: str = RUNNING

    def clone(self) -> Race:
        """Return an independent copy without the log."""
        other = Race(self.rules, [row.clone() for row in self.chariots], self.move.clone(), self.dice.clone())
        other.agenda = self.agenda.copy()
        other.over = self.over
        other.undo_barrier = self.undo_barrier
        other.turn = self.turn
        other.phase = self.phase
        other.number = self.number
        other.pairs = self.pairs
        other.resolved = self.resolved
        other.places = self.places
        other.reason = self.reason
        return other

    def roll_against(self, purpose: str, n: i64, who: i64, need: i64, target: i64, rule: str = "") -> bytes:
        """Roll n dice, each of which needs a number against a target."""
        dice = self.dice.roll_d6(n)
        if self.logging:
            self.emit(Tested(who, purpose, dice, need, target), rule)
        return dice

    # ---------------------------------------------------------------- questions

    def machine(self, chariot: Chariot) -> Machine:
        """Return the machine of a chariot."""
        return self.rules.machines[chariot.kind]

    def chariot_name(self, who: i64) -> str:
        """Return the name of a chariot: "Red's wolf chariot"."""
        return f"{FACTIONS[who]}'s {self.machine(self.chariots[who]).name}"

    def width(self, chariot: Chariot) -> i64:
        """Return the width of a chariot's base."""
        return self.rules.width_of(self.rules.machines[chariot.kind])

    def box(self, chariot: Chariot) -> Box:
        """Return the base of a chariot where it stands."""
        return box_at(Pose(chariot.x, chariot.y, chariot.turn), BASE_LENGTH_MI, self.width(chariot))

    def mover(self) -> Chariot:
        """Return the chariot whose move it is."""
        return self.chariots[self.move.mover]

    def racing(self) -> list[Chariot]:
        """CR-Q54: return the chariots that are on the track, crewed, able to move and not wrecks."""
        return [chariot for chariot in self.chariots if chariot.status == RACING]

    def others(self, chariot: Chariot) -> list[Chariot]:
        """Return the other chariots on the track, without wrecks."""
        return [other for other in self.chariots if other.id != chariot.id and other.is_working()]

    def nose(self, chariot: Chariot) -> tuple[int, int]:
        """Return the middle of a chariot's front edge."""
        return Pose(chariot.x, chariot.y, chariot.turn).point_nearest(BASE_LENGTH_MI // 2, 0)

    def lap_of(self, chariot: Chariot) -> i64:
        """Return the lap a chariot is on; 0 before it first crosses the line."""
        count = len(self.rules.track.marks)
        return (chariot.marks + count - 1) // count

    def ranking(self) -> list[Chariot]:
        """CR-Q45, CR-Q54: return the racing chariots by progress, then the others by how far they had come."""
        return sorted(self.chariots, key=lambda chariot: (chariot.status != RACING, -chariot.progress, chariot.id))
