"""Moving: Advances in legs (WW-B2 to WW-B8, WW-Q15), Turn Manoeuvres (WW-B9, WW-B10), bad going (WW-Q20).

There is no speed to remember: chariots are always at fighting pace (WW-N1).

A leg is a chain of small decisions: drive, wheel, drive on. What has been driven stands on the table at once, and
can be taken back until a die is thrown.
"""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.wheelie.bases import (
    can_pivot,
    distance_to_bad_going,
    first_contact,
    free_ahead,
    pivot,
    pivot_spot,
    room_for_pivot,
    with_sign,
)
from hippodrome.games.wheelie.collisions import NO_LEG, PIVOT, STRAIGHT, Collision, end_move
from hippodrome.games.wheelie.ending import CHECK_END, lose_aims, make_room
from hippodrome.games.wheelie.events import DieKept, Drove, LegBegun, SlidBack, Wheeled
from hippodrome.games.wheelie.formatting import degrees, inches
from hippodrome.games.wheelie.runners import disperse_driven_through, distance_to_stuck_runners
from hippodrome.games.wheelie.state import EXPERT_DRIVER, FIGHTING, Skirmish, Unit
from hippodrome.kit.actions import Action, Option, Refusal, Span
from hippodrome.kit.agenda import NOTHING, Ask, Choice, Step
from hippodrome.kit.geometry.fixed_point import absolute

INCH: Final = 1000
DEGREE: Final = 10
MAX_WHEEL: Final = 450  # WW-B4
MAX_TURN: Final = 900  # WW-B9
MIN_WHEEL_LEG_MI: Final = INCH  # WW-Q15
MOVEMENT_DICE: Final = 2  # movement dice
STOP: Final = Action("stop")
LEG_ACTIONS: Final = [Action("leg", (die,)) for die in range(7)]
KEEP_ACTIONS: Final = [Action("keep", (die,)) for die in range(7)]
WHEEL_HINTS: Final = (0, -450, -225, 225, 450)
TURN_HINTS: Final = (0, -900, -450, 450, 900)


def acting_unit(s: Skirmish) -> Unit:
    """Return the unit that acts."""
    return s.units[s.act.unit]


def is_moving(s: Skirmish) -> bool:
    """Return whether a leg is in progress."""
    return s.act.die != NO_LEG and acting_unit(s).status == FIGHTING


# -------------------------------------------------------------------- the dice


def movement_dice(s: Skirmish, unit: Unit) -> bytes:
    """Two dice, each less the team hits that count (WW-Q17, WW-Q18)."""
    slower = s.movement_penalty(unit)
    return bytes([max(die - slower, 0) for die in s.roll("move", MOVEMENT_DICE, unit.seat)])


def begin_move(s: Skirmish) -> None:
    """A movement action begins: it is counted (WW-J9), and its path starts here."""
    s.act.moves += 1
    s.act.move = movement_dice(s, acting_unit(s))
    s.act.die = NO_LEG
    s.act.path = ()
    s.act.whole = False


def begin_leg(s: Skirmish, die: i64) -> None:
    """A leg with this die: half of it if it begins in bad going (WW-F1, WW-Q20)."""
    act, unit = s.act, acting_unit(s)
    slowed = not s.kind(unit).is_sure and s.ground.is_bad(unit.x, unit.y)
    act.die = die
    act.cap = half_die(die) if slowed else die * INCH
    act.gone = 0
    act.wheeled = False
    act.need = free_ahead(s, unit, min(MIN_WHEEL_LEG_MI, act.cap))


def half_die(die: i64) -> i64:
    """Half a die, rounded up, in thousandths of an inch (WW-F1)."""
    return (die + 1) // 2 * INCH


def distance_to_slowing(s: Skirmish, unit: Unit) -> i64:
    """WW-Q20: after how much more driving bad going begins to slow this leg; -1 if it does not."""
    act = s.act
    if s.kind(unit).is_sure or act.cap <= half_die(act.die):
        return -1
    return 0 if s.ground.is_bad(unit.x, unit.y) else distance_to_bad_going(s, unit, act.cap - act.gone)


def leg_limit(s: Skirmish, entry: i64) -> i64:
    """WW-Q20: how far a leg may go that enters bad going after so much more: to there, or half its die."""
    act = s.act
    return act.cap if entry < 0 else min(act.cap, max(act.gone + entry, half_die(act.die)))


def room_ahead(s: Skirmish, unit: Unit) -> i64:
    """How far the unit may drive now: what is left of the leg, to the edge or impassable ground at most."""
    return free_ahead(s, unit, max(leg_limit(s, distance_to_slowing(s, unit)) - s.act.gone, 0))


# -------------------------------------------------------------------- driving and turning


def record_stretch(s: Skirmish, unit: Unit, what: i64, amount: i64) -> None:
    """Remember where a stretch of the path began."""
    s.act.path = (*s.act.path, int(unit.x), int(unit.y), int(unit.turn), int(what), int(amount))


def drive(s: Skirmish, distance: i64, disperses: bool) -> list[Step]:
    """Straight ahead, until the distance is done, or to a thousandth before another chariot is touched (WW-Q24)."""
    if distance == 0:
        return NOTHING
    act, unit = s.act, acting_unit(s)
    hit: i64 = -1
    met: list[int] = []
    if not s.is_runners(unit):
        hit, met = first_contact(s, unit, distance)
        if hit >= 0:
            distance = hit
        if disperses:
            disperse_driven_through(s, unit, distance)
        distance = hit - 1 if hit >= 0 else distance_to_stuck_runners(s, unit, distance)
    entry = distance_to_slowing(s, unit)
    if distance > entry:
        act.cap = leg_limit(s, entry)
    record_stretch(s, unit, STRAIGHT, distance)
    act.gone += distance
    pose = unit.pose().forward(distance)
    unit.put(pose.x, pose.y, pose.turn)
    if s.logging:
        s.emit(Drove(unit.id, unit.seat, distance, unit.x, unit.y, unit.turn))
    if met:
        return [Collision(unit.id, tuple(met))]
    finish_stretch(s, unit)
    return [CHECK_END] if disperses else NOTHING


def finish_stretch(s: Skirmish, unit: Unit) -> None:
    """After a move: Runners get out of the way (WW-Q51), and aims are lost (WW-B18)."""
    make_room(s, unit)
    lose_aims(s, unit)


def rotate(s: Skirmish, angle: i64) -> list[Step]:
    """About a rear corner, in any going (WW-F2), as far as there is room (WW-B5, WW-Q54), or into a collision."""
    unit = acting_unit(s)
    found = pivot(s, unit, angle)
    if found.slide:
        record_stretch(s, unit, STRAIGHT, -found.slide)
        pose = unit.pose().forward(-found.slide)
        unit.put(pose.x, pose.y, pose.turn)
        if s.logging:
            s.emit(SlidBack(unit.id, unit.seat, found.slide, unit.x, unit.y, unit.turn), "WW-Q54")
    size = with_sign(absolute(found.angle) - 1, angle) if found.met else room_for_pivot(s, unit, found.angle)
    record_stretch(s, unit, PIVOT, size)
    box = s.box(unit).pivot(pivot_spot(angle), size)
    unit.put(box.x, box.y, box.turn)
    if s.logging:
        s.emit(Wheeled(unit.id, unit.seat, size, unit.x, unit.y, unit.turn))
    if found.met:
        return [Collision(unit.id, tuple(found.met))]
    finish_stretch(s, unit)
    return NOTHING


def drive_hints(s: Skirmish, low: i64, high: i64) -> tuple[int, ...]:
    """Distances that matter: none, all, half, and just short of whatever would be hit."""
    unit = acting_unit(s)
    found = {int(low), int(high)}
    middle = (low + high) // 2
    found.add(int(middle - middle % 500) if middle % 500 <= middle - low else int(middle))
    hit = first_contact(s, unit, high)[0] if high > 0 and not s.is_runners(unit) else -1
    for short in (1, 500):
        if hit - short > low:
            found.add(int(hit - short))
    return tuple(sorted(found))


def refuse_distance(action: Action, low: i64, high: i64, rule: str) -> Refusal | None:
    """Not as far as that, or not as little."""
    if action.verb == "drive" and len(action.args) == 1 and low <= action.args[0] <= high:
        return None
    if low == high:
        return Refusal(rule, f"You must drive {inches(high)} now. Legal now: drive {high}.")
    return Refusal(
        rule, f"You may drive from {inches(low)} to {inches(high)} now. Legal now: drive {low} to drive {high}."
    )


def refuse_angle(s: Skirmish, action: Action, most: i64, rule: str) -> Refusal | None:
    """Not that far, or there is no room to turn that way."""
    if action.verb != "wheel" or len(action.args) != 1 or not -most <= action.args[0] <= most:
        text = f"You may turn by up to {degrees(most)} to either side, or not at all."
        return Refusal(rule, f"{text} Legal now: wheel -{most} to wheel {most}.")
    if action.args[0] != 0 and not can_pivot(s, acting_unit(s), action.args[0]):
        return Refusal("WW-Q54", "There is no room to turn that way. Legal now: wheel 0, or the other way.")
    return None


# -------------------------------------------------------------------- Advance


@mypyc_attr(acyclic=True)
class RollAdvance(Step):
    """WW-B2: two movement dice; a Wild Team must use the higher first (WW-Q21)."""

    RULE: ClassVar[str] = "WW-B2"
    __slots__ = ()

    def run(self, s: Skirmish) -> list[Step]:
        """Then leg by leg."""
        begin_move(s)
        s.act.bolts = s.has_wild_team(acting_unit(s))
        return NEXT_LEG_STEPS


@mypyc_attr(acyclic=True)
class MoverDecision(Ask):
    """A question to whoever runs the unit that acts."""

    __slots__ = ()

    def seats(self, s: Skirmish) -> tuple[int, ...]:
        """Return the owner."""
        return (int(acting_unit(s).seat),)


@mypyc_attr(acyclic=True)
class NextLeg(Choice):
    """WW-Q15: a leg with one of the movement dice that are left, or stop (WW-B8)."""

    RULE: ClassVar[str] = "WW-Q15"
    __slots__ = ()

    def waits(self, s: Skirmish) -> bool:
        """Unless the dice are used or the move has come to its end."""
        return len(s.act.move) > 0 and acting_unit(s).status == FIGHTING

    def run(self, s: Skirmish) -> list[Step]:
        """Return the move is over."""
        end_move(s)
        return NOTHING

    def seats(self, s: Skirmish) -> tuple[int, ...]:
        """Return the owner."""
        return (int(acting_unit(s).seat),)

    def proposals(self, s: Skirmish) -> list[Action]:
        """Stop, or a leg; a Wild Team has no choice, unless its driver is an Expert."""
        dice = sorted(set(s.act.move))
        if s.act.bolts:
            return [LEG_ACTIONS[die] for die in reversed(dice if acting_unit(s).expert == EXPERT_DRIVER else dice[-1:])]
        return [STOP, *[LEG_ACTIONS[die] for die in dice]]

    def explain(self, s: Skirmish, action: Action) -> Refusal | None:
        """Return a Wild Team bolts first."""
        return Refusal("WW-K6", "A Wild Team must run straight ahead first.") if s.act.bolts else None

    def answer(self, s: Skirmish, action: Action, seat: i64) -> list[Step]:
        """Begin the leg, or end the move."""
        unit = acting_unit(s)
        if action.verb == "stop":
            end_move(s)
            return NOTHING
        die = action.args[0]
        place = s.act.move.index(die)
        s.act.move = s.act.move[:place] + s.act.move[place + 1 :]
        begin_leg(s, die)
        if s.logging:
            s.emit(LegBegun(unit.id, unit.seat, die))
        return LEG_STEPS


@mypyc_attr(acyclic=True)
class FirstDrive(MoverDecision):
    """WW-Q15: the straight drive before the Wheel; the whole leg, for a Wild Team that bolts (WW-K6)."""

    RULE: ClassVar[str] = "WW-Q15"
    __slots__ = ()

    def waits(self, s: Skirmish) -> bool:
        """While a leg is in progress."""
        return is_moving(s)

    def bounds(self, s: Skirmish) -> tuple[i64, i64]:
        """From nothing (WW-B7) to all there is."""
        high = room_ahead(s, acting_unit(s))
        return (high if s.act.bolts else 0), high

    def options(self, s: Skirmish) -> list[Option]:
        """Any distance."""
        low, high = self.bounds(s)
        return [Option("drive", "WW-B2", (Span("distance", low, high, 1, drive_hints(s, low, high), INCH),))]

    def check(self, s: Skirmish, seat: i64, action: Action) -> Refusal | None:
        """Within the leg."""
        low, high = self.bounds(s)
        return refuse_distance(action, low, high, "WW-K6" if s.act.bolts else "WW-B2")

    def answer(self, s: Skirmish, action: Action, seat: i64) -> list[Step]:
        """Drive."""
        if action.args[0] > 0:
            s.act.advanced = True
        return drive(s, action.args[0], True)


@mypyc_attr(acyclic=True)
class LegWheel(MoverDecision):
    """WW-B4: one Wheel of up to 45 degrees in each leg; it is free (WW-B6), but the leg must move (WW-Q15)."""

    RULE: ClassVar[str] = "WW-B4"
    __slots__ = ()

    def waits(self, s: Skirmish) -> bool:
        """Return a Wild Team that bolts does not wheel (WW-K6)."""
        return is_moving(s) and not s.act.bolts

    def run(self, s: Skirmish) -> list[Step]:
        """Return the compulsory leg is done (WW-Q21)."""
        s.act.bolts = False
        return NOTHING

    def options(self, s: Skirmish) -> list[Option]:
        """Any angle to either side; those that are suggested are legal."""
        hints = [angle for angle in WHEEL_HINTS if self.refuse(s, angle) is None]
        return [Option("wheel", "WW-B4", (Span("angle", -MAX_WHEEL, MAX_WHEEL, 1, tuple(hints), DEGREE),))]

    def check(self, s: Skirmish, seat: i64, action: Action) -> Refusal | None:
        """Within 45 degrees, with room for it, and not on the spot."""
        return refuse_angle(s, action, MAX_WHEEL, "WW-B4") or self.refuse(s, action.args[0])

    def refuse(self, s: Skirmish, angle: i64) -> Refusal | None:
        """WW-Q15: a leg with a Wheel drives at least an inch, or what it can."""
        if angle == 0:
            return None
        act, unit = s.act, acting_unit(s)
        if act.gone >= act.need and can_pivot(s, unit, angle):
            return None
        found = pivot(s, unit, angle)
        if found.angle == 0:
            return Refusal("WW-Q54", "There is no room to turn that way. Legal now: wheel 0, or the other way.")
        if act.gone >= act.need or found.met:
            return None
        turned = unit.clone()
        box = s.box(unit).forward(-found.slide).pivot(pivot_spot(angle), found.angle)
        turned.put(box.x, box.y, box.turn)
        if act.gone + room_ahead(s, turned) >= act.need:
            return None
        return Refusal(
            "WW-Q15",
            f"A leg with a Wheel must also drive {inches(act.need)}, and there is no room for it. Legal now: wheel 0.",
        )

    def answer(self, s: Skirmish, action: Action, seat: i64) -> list[Step]:
        """Wheel."""
        if action.args[0] == 0:
            return NOTHING
        s.act.wheeled = True
        return rotate(s, action.args[0])


@mypyc_attr(acyclic=True)
class SecondDrive(MoverDecision):
    """WW-Q15: the straight drive after the Wheel, as far as the die goes."""

    RULE: ClassVar[str] = "WW-Q15"
    __slots__ = ()

    def waits(self, s: Skirmish) -> bool:
        """Only after a Wheel, and if there is anything left to drive."""
        return s.act.wheeled and is_moving(s) and room_ahead(s, acting_unit(s)) > 0

    def bounds(self, s: Skirmish) -> tuple[i64, i64]:
        """At least what the leg still needs."""
        high = room_ahead(s, acting_unit(s))
        return min(max(s.act.need - s.act.gone, 0), high), high

    def options(self, s: Skirmish) -> list[Option]:
        """Any distance."""
        low, high = self.bounds(s)
        return [Option("drive", "WW-B2", (Span("distance", low, high, 1, drive_hints(s, low, high), INCH),))]

    def check(self, s: Skirmish, seat: i64, action: Action) -> Refusal | None:
        """Within the leg."""
        low, high = self.bounds(s)
        return refuse_distance(action, low, high, "WW-Q15")

    def answer(self, s: Skirmish, action: Action, seat: i64) -> list[Step]:
        """Drive on."""
        if action.args[0] > 0:
            s.act.advanced = True
        return drive(s, action.args[0], True)


# -------------------------------------------------------------------- Turn Manoeuvre


@mypyc_attr(acyclic=True)
class RollTurn(Step):
    """WW-B9: two movement dice, of which one is given up."""

    RULE: ClassVar[str] = "WW-B9"
    __slots__ = ()

    def run(self, s: Skirmish) -> list[Step]:
        """Keep a die, drive, turn."""
        begin_move(s)
        s.act.turns += 1
        return TURN_MANOEUVRE_STEPS


@mypyc_attr(acyclic=True)
class KeepDie(Choice):
    """WW-B9: the lower die is given up; an Expert Driver may give up either (WW-G3)."""

    RULE: ClassVar[str] = "WW-G3"
    __slots__ = ()

    def waits(self, s: Skirmish) -> bool:
        """Only an Expert with two different dice has a choice."""
        return acting_unit(s).expert == EXPERT_DRIVER and s.act.move[0] != s.act.move[1]

    def run(self, s: Skirmish) -> list[Step]:
        """Return the higher one is kept."""
        return self.keep(s, max(s.act.move))

    def seats(self, s: Skirmish) -> tuple[int, ...]:
        """Return the owner."""
        return (int(acting_unit(s).seat),)

    def proposals(self, s: Skirmish) -> list[Action]:
        """Return the higher first."""
        return [KEEP_ACTIONS[die] for die in sorted(s.act.move, reverse=True)]

    def answer(self, s: Skirmish, action: Action, seat: i64) -> list[Step]:
        """Keep it."""
        return self.keep(s, action.args[0])

    def keep(self, s: Skirmish, die: i64) -> list[Step]:
        """Return the other is gone."""
        s.act.move = b""
        begin_leg(s, die)
        if s.logging:
            unit = acting_unit(s)
            s.emit(DieKept(unit.id, unit.seat, die), "WW-B9")
        return NOTHING


@mypyc_attr(acyclic=True)
class TurnDrive(MoverDecision):
    """WW-B10: the whole straight drive, slowed by bad going (WW-Q56), is the price of the turn (WW-Q16)."""

    RULE: ClassVar[str] = "WW-B10"
    __slots__ = ()

    def waits(self, s: Skirmish) -> bool:
        """If there is anything to drive."""
        return is_moving(s) and room_ahead(s, acting_unit(s)) > 0

    def run(self, s: Skirmish) -> list[Step]:
        """Blocked at once, or a die of 0: the turn is free (WW-Q17)."""
        s.act.whole = is_moving(s)
        return NOTHING

    def bounds(self, s: Skirmish) -> tuple[i64, i64]:
        """Return a Wild Team may not stop early (WW-Q16)."""
        high = room_ahead(s, acting_unit(s))
        return (high if s.has_wild_team(acting_unit(s)) else 0), high

    def options(self, s: Skirmish) -> list[Option]:
        """Return the whole distance, or less."""
        low, high = self.bounds(s)
        return [Option("drive", "WW-B10", (Span("distance", low, high, 1, drive_hints(s, low, high), INCH),))]

    def proposals(self, s: Skirmish) -> list[Action]:
        """Return the whole drive first, unless it would collide."""
        low, high = self.bounds(s)
        hints = [Action("drive", (distance,)) for distance in reversed(drive_hints(s, low, high))]
        hit = first_contact(s, acting_unit(s), high)[0] if not s.is_runners(acting_unit(s)) else -1
        return hints if hit < 0 else sorted(hints, key=lambda action: action.args[0] >= hit)

    def check(self, s: Skirmish, seat: i64, action: Action) -> Refusal | None:
        """Within the die."""
        low, high = self.bounds(s)
        return refuse_distance(action, low, high, "WW-Q16" if low == high else "WW-B10")

    def answer(self, s: Skirmish, action: Action, seat: i64) -> list[Step]:
        """Drive; only the whole of it earns the turn."""
        s.act.whole = action.args[0] == room_ahead(s, acting_unit(s))
        return drive(s, action.args[0], False)


@mypyc_attr(acyclic=True)
class TurnPivot(MoverDecision):
    """WW-B9: a turn of up to 90 degrees about a rear corner."""

    RULE: ClassVar[str] = "WW-B9"
    __slots__ = ()

    def waits(self, s: Skirmish) -> bool:
        """Only after the whole drive."""
        return s.act.whole and is_moving(s)

    def run(self, s: Skirmish) -> list[Step]:
        """Return the move is over."""
        end_move(s)
        return NOTHING

    def options(self, s: Skirmish) -> list[Option]:
        """Any angle to either side."""
        unit = acting_unit(s)
        hints = [angle for angle in TURN_HINTS if angle == 0 or can_pivot(s, unit, angle)]
        return [Option("wheel", "WW-B9", (Span("angle", -MAX_TURN, MAX_TURN, 1, tuple(hints), DEGREE),))]

    def check(self, s: Skirmish, seat: i64, action: Action) -> Refusal | None:
        """Within 90 degrees, with room for it."""
        return refuse_angle(s, action, MAX_TURN, "WW-B9")

    def answer(self, s: Skirmish, action: Action, seat: i64) -> list[Step]:
        """Turn, and the move is over."""
        steps = rotate(s, action.args[0]) if action.args[0] else NOTHING
        s.act.whole = False
        return [*steps, END_TURN_MOVE]


@mypyc_attr(acyclic=True)
class EndTurnMove(Step):
    """WW-B9: the Turn Manoeuvre is done."""

    RULE: ClassVar[str] = "WW-B9"
    __slots__ = ()

    def run(self, s: Skirmish) -> list[Step]:
        """Nothing of it is left."""
        end_move(s)
        return NOTHING


ROLL_ADVANCE: Final = RollAdvance()
ROLL_TURN: Final = RollTurn()
NEXT_LEG: Final = NextLeg()
NEXT_LEG_STEPS: Final[list[Step]] = [NEXT_LEG]
LEG_STEPS: Final[list[Step]] = [FirstDrive(), LegWheel(), SecondDrive(), NEXT_LEG]
END_TURN_MOVE: Final = EndTurnMove()
TURN_MANOEUVRE_STEPS: Final[list[Step]] = [KeepDie(), TurnDrive(), TurnPivot()]
