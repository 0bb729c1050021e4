"""Courses: the Advance or Turn Manoeuvre that leads the acting unit to where a player drags it, played by the rules."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.games.wheelie.bases import can_pivot, first_contact, pivot, with_sign
from hippodrome.games.wheelie.collisions import NO_LEG
from hippodrome.games.wheelie.course_search import (
    DRIVE_FIRST,
    DRIVE_LAST,
    NO_DIE,
    STRAIGHT_ONLY,
    WHEEL_FIRST,
    CourseSearch,
    LegRoom,
    Plan,
    PlannedLeg,
)
from hippodrome.games.wheelie.formatting import turn_text, unit_name
from hippodrome.games.wheelie.movement import (
    LEG_ACTIONS,
    MAX_TURN,
    FirstDrive,
    KeepDie,
    LegWheel,
    NextLeg,
    SecondDrive,
    TurnDrive,
    TurnPivot,
    acting_unit,
    half_die,
    room_ahead,
)
from hippodrome.games.wheelie.state import EXPERT_DRIVER, Skirmish, Unit
from hippodrome.games.wheelie.warnings import collision_text
from hippodrome.kit import agenda
from hippodrome.kit.actions import Action
from hippodrome.kit.compounds import Course
from hippodrome.kit.geometry.fixed_point import absolute, angle_to
from hippodrome.kit.preview import is_played, without_dice
from hippodrome.kit.templates import sentence_case
from hippodrome.kit.units import INCH, inches

GOOD_ENOUGH_MI: Final = 60  # from the end that the search expected: then no other plan is tried
MIN_SLIDE_MI: Final = 50  # a chariot that slides back this far to turn is mentioned
MIN_SHORTFALL_MI: Final = 100  # a drive that ends this much earlier than planned is mentioned
MOVES: Final = (NextLeg, FirstDrive, LegWheel, SecondDrive, KeepDie, TurnDrive, TurnPivot)


def is_steered(s: Skirmish) -> bool:
    """Return whether the acting unit is in a movement action, and so may be dragged."""
    return bool(s.agenda) and isinstance(s.agenda[-1], MOVES)


def course_to(s: Skirmish, seat: int, x: int, y: int, turn: int | None) -> Course | None:
    """Return the course that ends nearest to a point; None if the unit cannot move."""
    if not is_steered(s):
        return None
    if isinstance(s.agenda[-1], (KeepDie, TurnDrive, TurnPivot)):
        drive = best_turn(s, seat, x, y, turn)
    else:
        drive = best_advance(s, seat, x, y, turn)
    return None if drive.is_idle() else drive.course()


class Drive:
    """A movement action in progress on a state without dice: what is played of it, and what players read about it."""

    def __init__(self, s: Skirmish, seat: int, rammed: int = -1) -> None:
        self.state: Skirmish = without_dice(s)
        self.seat = seat
        self.rammed = rammed  # the unit that the player means to collide with, or -1
        self.actions: list[Action] = []
        self.is_open = True  # the same seat decides next, without dice
        self.is_blocked = False  # a drive ended earlier than planned
        self.notes: list[str] = []
        self.slid: i64 = 0
        self.warning = ""
        self.path: list[tuple[int, int]] = [self.position()]

    def unit(self) -> Unit:
        """Return the moving unit."""
        return acting_unit(self.state)

    def position(self) -> tuple[int, int]:
        """Return the centre of the unit."""
        unit = self.unit()
        return int(unit.x), int(unit.y)

    def play(self, action: Action) -> None:
        """Play a legal action."""
        self.actions.append(action)
        was_moving = self.state.act.die != NO_LEG
        self.is_open = is_played(self.state, self.seat, action) and self.seat in agenda.seats(self.state)
        if self.position() != self.path[-1]:
            self.path.append(self.position())
        if not self.is_open and not self.warning and was_moving:
            self.note("This ends the activation.")

    def note(self, text: str) -> None:
        """Add a sentence for players, once."""
        if text not in self.notes:
            self.notes.append(text)

    def drive(self, wanted: i64, high: i64, low: i64 = 0) -> None:
        """Drive a distance, or as far as there is room; short of other chariots, unless one is to be rammed."""
        s, unit = self.state, self.unit()
        distance = max(low, min(wanted, high))
        if distance < wanted - MIN_SHORTFALL_MI and high < s.act.cap - s.act.gone:
            self.is_blocked = True
            self.note("The ground ahead shortens the drive.")
        contact, met = first_contact(s, unit, distance) if distance and not s.is_runners(unit) else (-1, [])
        if met:
            if self.rammed in met or low == high:
                self.warning = collision_text(s, met)
            else:
                distance = max(contact - 1, 0)
                self.is_blocked = True
                self.note(f"Stops short of {unit_name(s, s.units[met[0]])}.")
        self.play(Action("drive", (int(distance),)))

    def wheel(self, wanted: i64) -> None:
        """Wheel or turn by an angle, as far as there is room."""
        s, unit = self.state, self.unit()
        angle = wanted if wanted and can_pivot(s, unit, wanted) else 0
        turn = pivot(s, unit, angle)
        if turn.met and self.rammed not in turn.met:
            angle = with_sign(max(absolute(turn.angle) - 2, 0), angle)
            self.note(f"Stops short of {unit_name(s, s.units[turn.met[0]])}.")
            turn = pivot(s, unit, angle)
        if turn.met:
            self.warning = collision_text(s, turn.met)
        if angle:
            self.slid += absolute(turn.slide)
        if absolute(turn.angle) < absolute(wanted) and not turn.met:
            self.note("There is no room to turn further.")
        self.play(Action("wheel", (int(angle),)))

    def is_idle(self) -> bool:
        """Return whether the unit neither moves nor turns."""
        return len(self.path) == 1 and all(action.verb != "wheel" or not action.args[0] for action in self.actions)

    def course(self) -> Course:
        """Return the course that was played."""
        unit = self.unit()
        if self.slid >= MIN_SLIDE_MI:
            self.note(f"Slides back {inches(self.slid)} to turn.")
        driven = sum([action.args[0] for action in self.actions if action.verb == "drive"])
        end = (int(unit.x), int(unit.y), int(unit.turn))
        return Course(
            self.actions, course_text(self.actions), end, self.path, inches(driven), " ".join(self.notes), self.warning
        )


def course_text(actions: list[Action]) -> str:
    """Return a course in words: "With the 4: 2 inches, 30 degrees right; with the 3: 3 inches"."""
    text = ""
    for action in actions:
        amount = action.args[0]
        if action.verb in ("leg", "keep"):
            text += f"{'; ' if text else ''}with the {amount}: "
        elif amount:
            part = inches(amount) if action.verb == "drive" else turn_text(amount)
            text += part if not text or text.endswith(": ") else f", {part}"
    return sentence_case(text.removesuffix(": "))


# -------------------------------------------------------------------- Advance


def best_advance(s: Skirmish, seat: int, x: int, y: int, turn: int | None) -> Drive:
    """Return the Advance, or the rest of one, that ends nearest to a point by the rules."""
    unit = acting_unit(s)
    kind = s.kind(unit)
    rammed = enemy_at(s, unit, x, y)
    start = (int(unit.x), int(unit.y), int(unit.turn))
    ways = ways_of(s, unit)
    if turn is None and len(ways) == 1 and ways[0][0].length == 0 and isinstance(s.agenda[-1], LegWheel):
        turn = facing_towards(unit, x, y)
    search = CourseSearch(start, int(kind.length) // 2, int(kind.width) // 2, (x, y), turn)
    best: Drive | None = None
    best_cost = 0.0
    for plan in search.best_plans(ways):
        drive = advance_by(s, seat, plan, rammed)
        there = drive.unit()
        missed = abs(int(there.x) - plan.x) + abs(int(there.y) - plan.y)
        cost = plan.cost + missed
        if best is None or cost < best_cost:
            best, best_cost = drive, cost
        if missed <= GOOD_ENOUGH_MI:
            break
    return best if best is not None else Drive(s, seat)


def facing_towards(unit: Unit, x: i64, y: i64) -> int:
    """Return the direction from a unit to a point, or the one it faces if the point is near."""
    is_near = absolute(x - unit.x) + absolute(y - unit.y) <= INCH
    return int(unit.turn if is_near else unit.pose().turn_to_nearest(x, y))


def enemy_at(s: Skirmish, unit: Unit, x: i64, y: i64) -> int:
    """Return the enemy chariot whose base covers a point; -1 for none."""
    for other in s.others(unit):
        if other.side != unit.side and not s.is_runners(other) and s.box(other).distance_ceil(x, y) == 0:
            return int(other.id)
    return -1


def ways_of(s: Skirmish, unit: Unit) -> list[list[LegRoom]]:
    """Return the rows of legs that are still possible: the one in progress, then each order of the dice left."""
    act, step = s.act, s.agenda[-1]
    dice = sorted({int(die) for die in act.move})
    if isinstance(step, NextLeg):
        if act.bolts:
            firsts = dice if unit.expert == EXPERT_DRIVER else dice[-1:]
            return [
                way for die in firsts for way in with_others(s, LegRoom(die, float(die * INCH), STRAIGHT_ONLY), die)
            ]
        is_slowed = not s.kind(unit).is_sure and s.ground.is_bad(unit.x, unit.y)
        ways: list[list[LegRoom]] = []
        for die in dice:
            length = float(half_die(die) if is_slowed else die * INCH)
            ways.extend(with_others(s, LegRoom(die, length, DRIVE_FIRST), die))
        return ways
    part = DRIVE_FIRST if isinstance(step, FirstDrive) else WHEEL_FIRST if isinstance(step, LegWheel) else DRIVE_LAST
    if act.bolts:
        part = STRAIGHT_ONLY
    return with_others(s, LegRoom(NO_DIE, float(room_ahead(s, unit)) if part == STRAIGHT_ONLY else left_of(s), part), 0)


def left_of(s: Skirmish) -> float:
    """Return the length left of the leg in progress."""
    return float(max(s.act.cap - s.act.gone, 0))


def with_others(s: Skirmish, first: LegRoom, used: int) -> list[list[LegRoom]]:
    """Return the way of one leg, and the ways with another leg after it."""
    dice = [int(die) for die in s.act.move]
    if used in dice:
        dice.remove(used)
    return [[first], *[[first, LegRoom(die, float(die * INCH), DRIVE_FIRST)] for die in sorted(set(dice))]]


def advance_by(s: Skirmish, seat: int, plan: Plan, rammed: int) -> Drive:
    """Play a plan by the rules, each part as far as it is possible. The wheel of a straight last leg stays open."""
    drive = Drive(s, seat, rammed)
    for number, leg in enumerate(plan.legs):
        if leg.die >= 0:
            drive.play(LEG_ACTIONS[leg.die])
        is_last = number == len(plan.legs) - 1
        while drive.is_open and not isinstance(drive.state.agenda[-1], NextLeg):
            is_finished = drive.is_blocked or (is_last and is_done(drive.state, leg))
            if is_finished or not play_part(drive, leg):
                break
        if not drive.is_open or drive.is_blocked:
            break
    return drive


def is_done(s: Skirmish, leg: PlannedLeg) -> bool:
    """Return whether a straight leg has been driven: its wheel stays open."""
    return isinstance(s.agenda[-1], LegWheel) and leg.angle == 0


def play_part(drive: Drive, leg: PlannedLeg) -> bool:
    """Play the next part of a leg; return whether the unit is still in it."""
    s = drive.state
    step = s.agenda[-1]
    if isinstance(step, FirstDrive):
        low, high = step.bounds(s)
        drive.drive(round(leg.first), high, low)
    elif isinstance(step, LegWheel):
        drive.wheel(leg.angle)
    elif isinstance(step, SecondDrive):
        drive.drive(round(leg.second), step.bounds(s)[1])
    else:
        return False
    return True


# -------------------------------------------------------------------- Turn Manoeuvre


def best_turn(s: Skirmish, seat: int, x: int, y: int, turn: int | None) -> Drive:
    """Return the Turn Manoeuvre, driven in full, that ends nearest to a point and faces it."""
    step = s.agenda[-1]
    rammed = enemy_at(s, acting_unit(s), x, y)
    best: Drive | None = None
    best_miss = 0
    for keep in step.proposals(s) if isinstance(step, KeepDie) else [None]:
        drive = Drive(s, seat, rammed)
        if keep is not None:
            drive.play(keep)
        finish_turn(drive, x, y, turn)
        there = drive.unit()
        miss = abs(int(there.x) - x) + abs(int(there.y) - y)
        if best is None or miss < best_miss:
            best, best_miss = drive, miss
    return best if best is not None else Drive(s, seat)


def finish_turn(drive: Drive, x: int, y: int, turn: int | None) -> None:
    """Drive in full, then turn to face a direction, or else a point that is not near."""
    s = drive.state
    step = s.agenda[-1]
    if drive.is_open and isinstance(step, TurnDrive):
        high = step.bounds(s)[1]
        drive.drive(high, high, high)
    if drive.is_open and isinstance(s.agenda[-1], TurnPivot):
        unit = drive.unit()
        facing = facing_towards(unit, x, y) if turn is None else turn
        drive.wheel(max(-MAX_TURN, min(MAX_TURN, angle_to(unit.turn, facing))))
