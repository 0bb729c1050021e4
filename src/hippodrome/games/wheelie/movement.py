"""Movement: Advances in legs (WW-B2 to WW-B8, WW-Q15), Turn Manoeuvres (WW-B9, WW-B10), bad going (WW-Q20).

No speed is stored, because chariots always move at fighting pace (WW-N1).

A leg is a chain of small decisions: drive, wheel, drive on. Each takes effect on the table at once and can be undone
until a die is rolled.
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
from hippodrome.games.wheelie.collisions import NO_LEG, Collision, end_move
from hippodrome.games.wheelie.ending import CHECK_END, lose_aims
from hippodrome.games.wheelie.events import DieKept, Drove, LegBegun, SlidBack, Wheeled
from hippodrome.games.wheelie.runners import disperse_driven_through, distance_to_stuck_runners
from hippodrome.games.wheelie.state import EXPERT_DRIVER, FIGHTING, PIVOT, STRAIGHT, Skirmish, Unit
from hippodrome.kit.actions import Action, Option, Refusal, Span
from hippodrome.kit.agenda import NOTHING, Ask, Choice, Step
from hippodrome.kit.geometry.fixed_point import absolute
from hippodrome.kit.units import INCH, decimal, degrees, inches

DEGREE: Final = 10
MAX_WHEEL: Final = 450  # WW-B4
MAX_TURN: Final = 900  # WW-B9
MOVEMENT_DICE: Final = 2  # WW-B2
STOP: Final = Action("stop")
LEG_ACTIONS: Final = [Action("leg", (die,)) for die in range(7)]
KEEP_ACTIONS: Final = [Action("keep", (die,)) for die in range(7)]
WHEEL_HINTS: Final = (0, -450, -225, 225, 450)
TURN_HINTS: Final = (0, -900, -450, 450, 900)
NO_ROOM_TO_TURN: Final = Refusal(
    "WW-Q54", "There is no room to turn that way. Legal now: wheel 0, or a turn the other way."
)


def acting_unit(s: Skirmish) -> Unit:
    """Return the unit that acts."""
    return s.units[s.act.unit]


def is_moving(s: Skirmish) -> bool:
    """Return whether a leg is in progress."""
    return s.act.die != NO_LEG and acting_unit(s).status == FIGHTING


# -------------------------------------------------------------------- dice and distances


def movement_dice(s: Skirmish, unit: Unit) -> bytes:
    """Roll two dice and reduce each by the team hits that count (WW-Q17, WW-Q18)."""
    penalty = s.movement_penalty(unit)
    return bytes([max(die - penalty, 0) for die in s.roll("move", MOVEMENT_DICE, unit.seat)])


def begin_move(s: Skirmish) -> None:
    """Begin a movement action: count it (WW-J9), roll its dice, and start a new path."""
    s.act.moves += 1
    s.act.move = movement_dice(s, acting_unit(s))
    s.act.die = NO_LEG
    s.act.path = ()
    s.act.whole = False


def begin_leg(s: Skirmish, die: i64) -> None:
    """Begin a leg with this die; in bad going it has half of it (WW-F1, WW-Q20)."""
    act, unit = s.act, acting_unit(s)
    is_slowed = not s.kind(unit).is_sure and s.ground.is_bad(unit.x, unit.y)
    act.die = die
    act.cap = half_die(die) if is_slowed else die * INCH
    act.gone = 0
    act.slowed = is_slowed
    act.wheeled = False


def half_die(die: i64) -> i64:
    """Return half a die, rounded up, in thousandths of an inch (WW-F1)."""
    return (die + 1) // 2 * INCH


def distance_to_slowing(s: Skirmish, unit: Unit) -> i64:
    """WW-Q20: return the distance to where bad going slows this leg; -1 if it does not."""
    act = s.act
    if s.kind(unit).is_sure or act.slowed:
        return -1
    return 0 if s.ground.is_bad(unit.x, unit.y) else distance_to_bad_going(s, unit, act.cap - act.gone)


def leg_limit(s: Skirmish, slowing_distance: i64) -> i64:
    """WW-Q20: return the limit of a leg that enters bad going after a distance: to there and half of the rest."""
    act = s.act
    if slowing_distance < 0:
        return act.cap
    rest = act.cap - act.gone - slowing_distance
    half = (rest + 2 * INCH - 1) // (2 * INCH) * INCH  # rounded up to whole inches (WW-F1)
    return act.cap - rest + min(rest, half)


def room_ahead(s: Skirmish, unit: Unit) -> i64:
    """Return how far the unit may drive now: the rest of the leg, to the edge or impassable ground at most."""
    return free_ahead(s, unit, max(leg_limit(s, distance_to_slowing(s, unit)) - s.act.gone, 0))


# -------------------------------------------------------------------- driving and turning


def record_stretch(s: Skirmish, unit: Unit, kind: i64, amount: i64) -> None:
    """Record a stretch of the path from the unit's present position."""
    s.act.path = (*s.act.path, int(unit.x), int(unit.y), int(unit.turn), int(kind), int(amount))


def drive(s: Skirmish, distance: i64, disperses: bool) -> list[Step]:
    """Drive straight ahead for a distance, or until just before another chariot is touched (WW-Q24)."""
    if distance == 0:
        return NOTHING
    act, unit = s.act, acting_unit(s)
    contact: i64 = -1
    met: list[int] = []
    if not s.is_runners(unit):
        contact, met = first_contact(s, unit, distance)
        if contact >= 0:
            distance = contact
        if disperses:
            disperse_driven_through(s, unit, distance)
        distance = contact - 1 if contact >= 0 else distance_to_stuck_runners(s, unit, distance)
    slowing_distance = distance_to_slowing(s, unit)
    if 0 <= slowing_distance < distance:
        act.cap = leg_limit(s, slowing_distance)
        act.slowed = True
    record_stretch(s, unit, STRAIGHT, distance)
    act.gone += distance
    pose = unit.pose().forward(distance)
    unit.put(pose.x, pose.y, pose.turn)
    if s.logging:
        s.emit(Drove(unit.id, unit.seat, distance, unit.x, unit.y, unit.turn))
    if met:
        return [Collision(unit.id, tuple(met))]
    lose_aims(s, unit)  # WW-B18
    return [CHECK_END] if disperses else NOTHING


def rotate(s: Skirmish, angle: i64) -> list[Step]:
    """Turn about a rear corner, in any going (WW-F2), as far as there is room (WW-B5, WW-Q54), or into a collision."""
    unit = acting_unit(s)
    turn = pivot(s, unit, angle)
    if turn.slide:
        record_stretch(s, unit, STRAIGHT, -turn.slide)
        pose = unit.pose().forward(-turn.slide)
        unit.put(pose.x, pose.y, pose.turn)
        if s.logging:
            s.emit(SlidBack(unit.id, unit.seat, turn.slide, unit.x, unit.y, unit.turn), "WW-Q54")
    size = with_sign(absolute(turn.angle) - 1, angle) if turn.met else room_for_pivot(s, unit, turn.angle)
    record_stretch(s, unit, PIVOT, size)
    box = s.box(unit).pivot(pivot_spot(angle), size)
    unit.put(box.x, box.y, box.turn)
    if s.logging:
        s.emit(Wheeled(unit.id, unit.seat, size, unit.x, unit.y, unit.turn))
    if turn.met:
        return [Collision(unit.id, tuple(turn.met))]
    lose_aims(s, unit)
    return NOTHING


def drive_hints(s: Skirmish, low: i64, high: i64) -> tuple[int, ...]:
    """Return distances worth suggesting: none, half, all, and just short of a chariot in the way."""
    unit = acting_unit(s)
    hints = {int(low), int(high)}
    middle = (low + high) // 2
    hints.add(int(middle - middle % 500) if middle % 500 <= middle - low else int(middle))
    contact = first_contact(s, unit, high)[0] if high > 0 and not s.is_runners(unit) else -1
    for margin in (1, 500):
        if contact - margin > low:
            hints.add(int(contact - margin))
    return tuple(sorted(hints))


def refuse_distance(action: Action, low: i64, high: i64, rule: str) -> Refusal | None:
    """Reject a distance outside the bounds."""
    if action.verb == "drive" and len(action.args) == 1 and low <= action.args[0] <= high:
        return None
    if low == high:
        return Refusal(rule, f"You must drive {inches(high)}. Legal now: drive {high}.")
    return Refusal(
        rule, f"You may drive {decimal(low, INCH, 2)} to {inches(high)}. Legal now: drive {low} to drive {high}."
    )


def refuse_angle(s: Skirmish, action: Action, max_angle: i64, rule: str) -> Refusal | None:
    """Reject an angle that is too large or for which there is no room."""
    if action.verb != "wheel" or len(action.args) != 1 or not -max_angle <= action.args[0] <= max_angle:
        text = f"You may turn up to {degrees(max_angle)} to either side, or not at all."
        return Refusal(rule, f"{text} Legal now: wheel -{max_angle} to wheel {max_angle}.")
    if action.args[0] != 0 and not can_pivot(s, acting_unit(s), action.args[0]):
        return NO_ROOM_TO_TURN
    return None


# -------------------------------------------------------------------- Advance


@mypyc_attr(acyclic=True)
class RollAdvance(Step):
    """WW-B2: roll two movement dice; a Wild Team must use the higher first (WW-Q21)."""

    RULE: ClassVar[str] = "WW-B2"
    __slots__ = ()

    def run(self, s: Skirmish) -> list[Step]:
        """Begin the Advance, then continue leg by leg."""
        begin_move(s)
        s.act.bolts = s.has_wild_team(acting_unit(s))
        return NEXT_LEG_STEPS


@mypyc_attr(acyclic=True)
class MoverDecision(Ask):
    """A decision for the owner of the acting unit."""

    __slots__ = ()

    def seats(self, s: Skirmish) -> tuple[int, ...]:
        """Return the owner of the acting unit."""
        return (int(acting_unit(s).seat),)


@mypyc_attr(acyclic=True)
class NextLeg(Choice):
    """WW-Q15: drive a leg with one of the remaining movement dice, or stop (WW-B8)."""

    RULE: ClassVar[str] = "WW-Q15"
    PASSES: ClassVar[tuple[str, ...]] = ("stop",)
    __slots__ = ()

    def waits(self, s: Skirmish) -> bool:
        """Return whether dice are left and the unit still fights."""
        return len(s.act.move) > 0 and acting_unit(s).status == FIGHTING

    def run(self, s: Skirmish) -> list[Step]:
        """End the move."""
        end_move(s)
        return NOTHING

    def seats(self, s: Skirmish) -> tuple[int, ...]:
        """Return the owner of the acting unit."""
        return (int(acting_unit(s).seat),)

    def proposals(self, s: Skirmish) -> list[Action]:
        """Offer to stop and a leg with each die; a Wild Team must run, with the die its Expert Driver may choose."""
        dice = sorted(set(s.act.move))
        if s.act.bolts:
            return [LEG_ACTIONS[die] for die in reversed(dice if acting_unit(s).expert == EXPERT_DRIVER else dice[-1:])]
        return [STOP, *[LEG_ACTIONS[die] for die in dice]]

    def explain(self, s: Skirmish, action: Action) -> Refusal | None:
        """WW-K6: reject anything else while a Wild Team must run."""
        return Refusal("WW-K6", "The Wild Team must first run straight ahead.") if s.act.bolts else None

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
    """WW-Q15: the straight drive before the Wheel, or the whole compulsory leg of a Wild Team (WW-K6)."""

    RULE: ClassVar[str] = "WW-Q15"
    __slots__ = ()

    def waits(self, s: Skirmish) -> bool:
        """Return whether a leg is in progress."""
        return is_moving(s)

    def bounds(self, s: Skirmish) -> tuple[i64, i64]:
        """Return the least (WW-B7) and greatest distance."""
        high = room_ahead(s, acting_unit(s))
        return (high if s.act.bolts else 0), high

    def options(self, s: Skirmish) -> list[Option]:
        """Offer any distance within the bounds."""
        low, high = self.bounds(s)
        return [Option("drive", "WW-B2", (Span("distance", low, high, 1, drive_hints(s, low, high), INCH),))]

    def check(self, s: Skirmish, seat: i64, action: Action) -> Refusal | None:
        """Reject a distance outside the bounds."""
        low, high = self.bounds(s)
        return refuse_distance(action, low, high, "WW-K6" if s.act.bolts else "WW-B2")

    def answer(self, s: Skirmish, action: Action, seat: i64) -> list[Step]:
        """Drive the chosen distance."""
        if action.args[0] > 0:
            s.act.advanced = True
        return drive(s, action.args[0], True)


@mypyc_attr(acyclic=True)
class LegWheel(MoverDecision):
    """WW-B4: one Wheel of up to 45 degrees in each leg; it is free (WW-B6), even without a drive (WW-Q15)."""

    RULE: ClassVar[str] = "WW-B4"
    __slots__ = ()

    def waits(self, s: Skirmish) -> bool:
        """Return whether a leg is in progress that may wheel; the compulsory leg of a Wild Team may not (WW-K6)."""
        return is_moving(s) and not s.act.bolts

    def run(self, s: Skirmish) -> list[Step]:
        """WW-Q21: end the compulsory leg."""
        s.act.bolts = False
        return NOTHING

    def options(self, s: Skirmish) -> list[Option]:
        """Offer any angle to either side; the suggested angles are legal."""
        unit = acting_unit(s)
        hints = [angle for angle in WHEEL_HINTS if angle == 0 or can_pivot(s, unit, angle)]
        return [Option("wheel", "WW-B4", (Span("angle", -MAX_WHEEL, MAX_WHEEL, 1, tuple(hints), DEGREE),))]

    def check(self, s: Skirmish, seat: i64, action: Action) -> Refusal | None:
        """Reject an angle beyond 45 degrees, or without room."""
        return refuse_angle(s, action, MAX_WHEEL, "WW-B4")

    def answer(self, s: Skirmish, action: Action, seat: i64) -> list[Step]:
        """Wheel by the chosen angle."""
        if action.args[0] == 0:
            return NOTHING
        s.act.wheeled = True
        return rotate(s, action.args[0])


@mypyc_attr(acyclic=True)
class SecondDrive(MoverDecision):
    """WW-Q15: the straight drive after the Wheel, up to the rest of the die."""

    RULE: ClassVar[str] = "WW-Q15"
    __slots__ = ()

    def waits(self, s: Skirmish) -> bool:
        """Return whether the leg has wheeled and there is anything left to drive."""
        return s.act.wheeled and is_moving(s) and room_ahead(s, acting_unit(s)) > 0

    def bounds(self, s: Skirmish) -> tuple[i64, i64]:
        """Return the least (WW-B7) and greatest distance."""
        return 0, room_ahead(s, acting_unit(s))

    def options(self, s: Skirmish) -> list[Option]:
        """Offer any distance within the bounds."""
        low, high = self.bounds(s)
        return [Option("drive", "WW-B2", (Span("distance", low, high, 1, drive_hints(s, low, high), INCH),))]

    def check(self, s: Skirmish, seat: i64, action: Action) -> Refusal | None:
        """Reject a distance outside the bounds."""
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
    """WW-B9: roll two movement dice, of which one is given up."""

    RULE: ClassVar[str] = "WW-B9"
    __slots__ = ()

    def run(self, s: Skirmish) -> list[Step]:
        """Begin the Turn Manoeuvre: keep a die, drive, turn."""
        begin_move(s)
        s.act.turns += 1
        return TURN_MANOEUVRE_STEPS


@mypyc_attr(acyclic=True)
class KeepDie(Choice):
    """WW-B9: the lower die is given up; an Expert Driver may give up either (WW-G3)."""

    RULE: ClassVar[str] = "WW-G3"
    __slots__ = ()

    def waits(self, s: Skirmish) -> bool:
        """Return whether there is a choice: an Expert Driver with two different dice."""
        return acting_unit(s).expert == EXPERT_DRIVER and s.act.move[0] != s.act.move[1]

    def run(self, s: Skirmish) -> list[Step]:
        """Keep the higher die."""
        return self.keep(s, max(s.act.move))

    def seats(self, s: Skirmish) -> tuple[int, ...]:
        """Return the owner of the acting unit."""
        return (int(acting_unit(s).seat),)

    def proposals(self, s: Skirmish) -> list[Action]:
        """Offer both dice, the higher first."""
        return [KEEP_ACTIONS[die] for die in sorted(s.act.move, reverse=True)]

    def answer(self, s: Skirmish, action: Action, seat: i64) -> list[Step]:
        """Keep the chosen die."""
        return self.keep(s, action.args[0])

    def keep(self, s: Skirmish, die: i64) -> list[Step]:
        """Begin the drive with this die; the other is given up."""
        s.act.move = b""
        begin_leg(s, die)
        if s.logging:
            unit = acting_unit(s)
            s.emit(DieKept(unit.id, unit.seat, die), "WW-B9")
        return NOTHING


@mypyc_attr(acyclic=True)
class TurnDrive(MoverDecision):
    """WW-B10: the full straight drive, slowed by bad going (WW-Q56), is the price of the turn (WW-Q16)."""

    RULE: ClassVar[str] = "WW-B10"
    __slots__ = ()

    def waits(self, s: Skirmish) -> bool:
        """Return whether there is anything to drive."""
        return is_moving(s) and room_ahead(s, acting_unit(s)) > 0

    def run(self, s: Skirmish) -> list[Step]:
        """WW-Q17: earn the turn without a drive, with a die of 0 or blocked at once."""
        s.act.whole = is_moving(s)
        return NOTHING

    def bounds(self, s: Skirmish) -> tuple[i64, i64]:
        """Return the least and greatest distance; a Wild Team may not stop early (WW-Q16)."""
        high = room_ahead(s, acting_unit(s))
        return (high if s.has_wild_team(acting_unit(s)) else 0), high

    def options(self, s: Skirmish) -> list[Option]:
        """Offer any distance within the bounds."""
        low, high = self.bounds(s)
        return [Option("drive", "WW-B10", (Span("distance", low, high, 1, drive_hints(s, low, high), INCH),))]

    def proposals(self, s: Skirmish) -> list[Action]:
        """Offer the full drive first, unless it would collide."""
        low, high = self.bounds(s)
        hints = [Action("drive", (distance,)) for distance in reversed(drive_hints(s, low, high))]
        contact = first_contact(s, acting_unit(s), high)[0] if not s.is_runners(acting_unit(s)) else -1
        return hints if contact < 0 else sorted(hints, key=lambda action: action.args[0] >= contact)

    def check(self, s: Skirmish, seat: i64, action: Action) -> Refusal | None:
        """Reject a distance outside the bounds."""
        low, high = self.bounds(s)
        return refuse_distance(action, low, high, "WW-Q16" if low == high else "WW-B10")

    def answer(self, s: Skirmish, action: Action, seat: i64) -> list[Step]:
        """Drive; only the full distance earns the turn."""
        s.act.whole = action.args[0] == room_ahead(s, acting_unit(s))
        return drive(s, action.args[0], False)


@mypyc_attr(acyclic=True)
class TurnPivot(MoverDecision):
    """WW-B9: a turn of up to 90 degrees about a rear corner."""

    RULE: ClassVar[str] = "WW-B9"
    __slots__ = ()

    def waits(self, s: Skirmish) -> bool:
        """Return whether the full drive has earned the turn."""
        return s.act.whole and is_moving(s)

    def run(self, s: Skirmish) -> list[Step]:
        """End the move."""
        end_move(s)
        return NOTHING

    def options(self, s: Skirmish) -> list[Option]:
        """Offer any angle to either side."""
        unit = acting_unit(s)
        hints = [angle for angle in TURN_HINTS if angle == 0 or can_pivot(s, unit, angle)]
        return [Option("wheel", "WW-B9", (Span("angle", -MAX_TURN, MAX_TURN, 1, tuple(hints), DEGREE),))]

    def check(self, s: Skirmish, seat: i64, action: Action) -> Refusal | None:
        """Reject an angle beyond 90 degrees or without room."""
        return refuse_angle(s, action, MAX_TURN, "WW-B9")

    def answer(self, s: Skirmish, action: Action, seat: i64) -> list[Step]:
        """Turn, then end the move."""
        steps = rotate(s, action.args[0]) if action.args[0] else NOTHING
        s.act.whole = False
        return [*steps, END_TURN_MOVE]


@mypyc_attr(acyclic=True)
class EndTurnMove(Step):
    """WW-B9: the Turn Manoeuvre is done."""

    RULE: ClassVar[str] = "WW-B9"
    __slots__ = ()

    def run(self, s: Skirmish) -> list[Step]:
        """End the move."""
        end_move(s)
        return NOTHING


ROLL_ADVANCE: Final = RollAdvance()
ROLL_TURN: Final = RollTurn()
NEXT_LEG: Final = NextLeg()
NEXT_LEG_STEPS: Final[list[Step]] = [NEXT_LEG]
LEG_STEPS: Final[list[Step]] = [FirstDrive(), LegWheel(), SecondDrive(), NEXT_LEG]
END_TURN_MOVE: Final = EndTurnMove()
TURN_MANOEUVRE_STEPS: Final[list[Step]] = [KeepDie(), TurnDrive(), TurnPivot()]
