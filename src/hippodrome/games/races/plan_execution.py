"""Running a plan step by step, whether or not it works (CR-M2, CR-M6, CR-Q20, CR-Q49)."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.races.bases import (
    CHARIOT_CODE,
    NOTHING_MET,
    SHORT_GAP_MI,
    WRECK_CODE,
    clearance_ahead,
    drift_distance,
    ground_for,
    shrink_base,
    slide_back_for_turn,
    turn_base,
)
from hippodrome.games.races.charts import turns_allowed
from hippodrome.games.races.collisions import SIDE_SWIPE, Avoid, contact_kind, emit_contact, side_step, stop_short
from hippodrome.games.races.ending import SETTLE
from hippodrome.games.races.events import (
    ClosedIn,
    Drifted,
    Drove,
    FreelyTurned,
    MoveEnded,
    MoveLost,
    PutBack,
    Skipped,
    SlidBack,
    Turned,
)
from hippodrome.games.races.obstacles import end_move_here, is_obstacle, run_into, take_hits
from hippodrome.games.races.progress import update_progress
from hippodrome.games.races.state import AT_WALL, DRIFT, FORWARD, PIVOT, RACING, SWIPE, TURN, Chariot, Race
from hippodrome.games.races.track import angle_off_course
from hippodrome.kit.agenda import NOTHING, Step
from hippodrome.kit.geometry.fixed_point import absolute, add_angle, angle_to
from hippodrome.kit.units import INCH

RUN_UP_MI: Final = 3 * INCH  # CR-M10, CR-M11


def passed_mask(s: Race) -> i64:
    """CR-Q19: return a mask of the chariots that the mover drives through, with a bit for each seat."""
    mask: i64 = 0
    through = s.move.through
    for place in range(0, len(through), 4):
        mask |= 1 << through[place]
    return mask


def is_wrong_way(s: Race, progress: i64, turn: i64, angle: i64) -> bool:
    """CR-Q11: return whether a turn ends more than 90 degrees off the racing direction and not closer to it."""
    track = s.rules.track
    after = angle_off_course(track, progress, add_angle(turn, angle))
    return after > 900 and after >= angle_off_course(track, progress, turn)


@mypyc_attr(acyclic=True)
class RunPlan(Step):
    """CR-M2: run the next step of the plan; distance not planned is driven straight ahead at the end (CR-Q49)."""

    RULE: ClassVar[str] = "CR-M2"
    __slots__ = ()

    def run(self, s: Race) -> list[Step]:
        """Run one step and return to this one, or end the move."""
        move, chariot = s.move, s.mover()
        if not chariot.is_working():
            return ENDING
        if move.lost:
            if s.logging:
                s.emit(MoveLost(chariot.id), "CR-Q23")
            return ENDING
        if move.place >= len(move.plan):
            return self.drive(s, chariot, move.distance_left()) if move.distance_left() > 0 else ENDING
        what, amount = move.plan[move.place], move.plan[move.place + 1]
        if what == FORWARD:
            return self.run_forward(s, chariot, amount)
        move.place += 2
        if move.debt > 0:
            skip_step(s, chariot, what)
        elif what == TURN:
            make_turn(s, chariot, amount)
        elif what == PIVOT:
            make_free_turn(s, chariot, amount)
        elif what == DRIFT:
            make_drift(s, chariot, amount)
        elif what == SWIPE:
            return make_swipe(s, chariot, s.chariots[amount])
        return CONTINUE if chariot.is_working() else SETTLE_AND_CONTINUE

    def run_forward(self, s: Race, chariot: Chariot, amount: i64) -> list[Step]:
        """Run the rest of a forward step; inches spent on passing (CR-Q18) are not run again."""
        move = s.move
        rest = amount - move.done
        paid = min(rest, move.debt)
        move.debt -= paid
        move.done += paid
        rest = min(rest - paid, move.distance_left())
        if rest <= 0:
            move.place += 2
            move.done = 0
            return CONTINUE
        return self.drive(s, chariot, rest)

    def drive(self, s: Race, chariot: Chariot, distance: i64) -> list[Step]:
        """CR-M6: drive straight ahead to the first contact."""
        ground = ground_for(s, chariot, passed_mask(s))
        clearance = clearance_ahead(ground, s.box(chariot), distance)
        drive_forward(s, chariot, clearance.free)
        if s.over or clearance.code == NOTHING_MET:
            return CONTINUE
        if is_obstacle(clearance.code):
            if clearance.code >= WRECK_CODE and (s.move.rammed >> (clearance.code - WRECK_CODE)) & 1:
                end_move_here(s)  # CR-Q20: it was a chariot when the move began
                return CONTINUE
            s.resolved += 1
            run_into(s, chariot, ground, clearance)
            return SETTLE_AND_CONTINUE
        return self.run_into_chariot(s, chariot, s.chariots[clearance.code - CHARIOT_CODE], clearance.free)

    def run_into_chariot(self, s: Race, chariot: Chariot, other: Chariot, gone: i64) -> list[Step]:
        """CR-X14, CR-Q17: ram a chariot for the first time in a move; another contact only stops the mover."""
        move = s.move
        if (move.rammed >> other.id) & 1:
            if gone == 0:
                end_move_here(s)  # CR-Q20: still in contact
            else:
                stop_short(s, chariot, other, SHORT_GAP_MI, "CR-Q17")
            return CONTINUE
        move.rammed |= 1 << other.id
        s.resolved += 1
        kind = contact_kind(s.box(chariot), s.box(other))
        emit_contact(s, kind, chariot.id, other.id)
        return [Avoid(chariot.id, other.id, kind, -1, 0, 0, 0), SETTLE, RUN_PLAN]


# -------------------------------------------------------------------- the steps of a plan


def drive_forward(s: Race, chariot: Chariot, distance: i64) -> None:
    """Move a chariot straight ahead."""
    if distance <= 0:
        return
    move = s.move
    move.advance(distance)
    if move.place < len(move.plan):
        move.done += distance
    pose = chariot.pose().forward(distance)
    chariot.move_to(pose.x, pose.y, pose.turn)
    if s.logging:
        s.emit(Drove(chariot.id, distance, chariot.x, chariot.y, chariot.turn), "CR-M4")
    update_progress(s, chariot)


def make_turn(s: Race, chariot: Chariot, angle: i64) -> None:
    """CR-M9, CR-M10: turn about the centre, if that is still legal."""
    move = s.move
    legal = move.turns < turns_allowed(move.owed) and move.since_turn >= RUN_UP_MI
    if not legal or is_wrong_way(s, chariot.progress, chariot.turn, angle):
        skip_step(s, chariot, TURN)
        return
    move.turns += 1
    move.since_turn = 0
    rotate(s, chariot, angle, False)


def make_free_turn(s: Race, chariot: Chariot, angle: i64) -> None:
    """CR-Q12, CR-Q58: make the free turn, sliding straight back if the corners need room."""
    back = slide_back_for_turn(ground_for(s, chariot), s.box(chariot), angle)
    if back:
        pose = chariot.pose().forward(-back)
        chariot.move_to(pose.x, pose.y, pose.turn)
        if s.logging:
            s.emit(SlidBack(chariot.id, back, chariot.x, chariot.y, chariot.turn), "CR-Q58")
    rotate(s, chariot, angle, True)


def rotate(s: Race, chariot: Chariot, angle: i64, free: bool) -> None:
    """CR-Q9: turn a chariot. The front may hit an obstacle; a turn into a chariot is cut short."""
    before = chariot.turn
    result = turn_base(ground_for(s, chariot, passed_mask(s)), s.box(chariot), angle)
    chariot.move_to(result.box.x, result.box.y, result.box.turn)
    if s.logging:
        turned = angle_to(before, chariot.turn)
        if free:
            s.emit(FreelyTurned(chariot.id, turned, chariot.x, chariot.y, chariot.turn), "CR-Q12")
        else:
            s.emit(Turned(chariot.id, turned, chariot.x, chariot.y, chariot.turn), "CR-M9")
    update_progress(s, chariot)
    if not s.over and is_obstacle(result.code):
        s.resolved += 1
        take_hits(s, chariot, result.code)


def make_drift(s: Race, chariot: Chariot, hand: i64) -> None:
    """CR-M11: drift an inch to the side after 3 inches forward; the reins allow one first (CR-M8)."""
    move = s.move
    if move.since_drift < RUN_UP_MI and move.run > 0:
        skip_step(s, chariot, DRIFT)
        return
    if move.run > 0:
        move.since_drift = 0
    far = drift_distance(ground_for(s, chariot, passed_mask(s)), s.box(chariot), hand, INCH)
    pose = chariot.pose().slide(add_angle(chariot.turn, 900 * hand), far)
    chariot.move_to(pose.x, pose.y, pose.turn)
    if s.logging:
        s.emit(Drifted(chariot.id, far * hand, chariot.x, chariot.y, chariot.turn), "CR-M11")
    update_progress(s, chariot)


def make_swipe(s: Race, chariot: Chariot, other: Chariot) -> list[Step]:
    """CR-X9: step into the side of another chariot, if it is within reach."""
    move = s.move
    if not other.is_working() or (move.rammed >> other.id) & 1:
        skip_step(s, chariot, SWIPE)
        return CONTINUE
    ground = ground_for(s, chariot, passed_mask(s))
    code = CHARIOT_CODE + int(other.id)
    crossing = s.rules.track.has_crossing()
    far, hand = side_step(ground, s.box(chariot), s.box(other), code, crossing)
    if hand == 0:
        skip_step(s, chariot, SWIPE)
        return CONTINUE
    x, y, facing = chariot.x, chariot.y, chariot.turn
    pose = chariot.pose().slide(add_angle(chariot.turn, 900 * hand), far)
    chariot.move_to(pose.x, pose.y, pose.turn)
    move.rammed |= 1 << other.id
    s.resolved += 1
    if s.logging:
        s.emit(ClosedIn(chariot.id, far, chariot.x, chariot.y, chariot.turn), "CR-X9")
    update_progress(s, chariot)
    if s.over:
        return CONTINUE
    emit_contact(s, SIDE_SWIPE, chariot.id, other.id)
    return [Avoid(chariot.id, other.id, SIDE_SWIPE, -1, x, y, facing), SETTLE, RUN_PLAN]


def skip_step(s: Race, chariot: Chariot, what: i64) -> None:
    """CR-Q49: log that a step has become impossible and is skipped."""
    if s.logging:
        s.emit(Skipped(chariot.id, what), "CR-Q49")


# -------------------------------------------------------------------- the end of a move


@mypyc_attr(acyclic=True)
class EndMove(Step):
    """CR-Q19: end the move; a mover that still overlaps a chariot it drove through is put back."""

    RULE: ClassVar[str] = "CR-Q19"
    __slots__ = ()

    def run(self, s: Race) -> list[Step]:
        """Put the mover back until it overlaps no chariot it drove through."""
        move, chariot = s.move, s.mover()
        chariot.moved = move.run
        if chariot.is_solid():
            for _ in range(len(move.through) // 4):
                self.put_back(s, chariot)
        move.through = ()
        if s.logging:
            s.emit(MoveEnded(chariot.id), "CR-M4")
        return NOTHING

    def put_back(self, s: Race, chariot: Chariot) -> None:
        """Put the mover back to before the first chariot it still overlaps."""
        through = s.move.through
        for place in range(0, len(through), 4):
            other = s.chariots[through[place]]
            if other.is_solid() and shrink_base(s.box(other)).overlaps(shrink_base(s.box(chariot))):
                chariot.move_to(through[place + 1], through[place + 2], through[place + 3])
                if s.logging:
                    s.emit(PutBack(chariot.id, 0, chariot.x, chariot.y, chariot.turn))
                update_progress(s, chariot)
                return


def can_turn_freely(s: Race, chariot: Chariot) -> bool:
    """CR-Q12, CR-Q58: return whether a chariot has a free turn.

    It stopped at an obstacle in its last move, or its front is within 1/2 inch of a chariot or wreck.
    """
    if chariot.free:
        return True
    clearance = clearance_ahead(ground_for(s, chariot), s.box(chariot), INCH // 2)
    return clearance.code >= WRECK_CODE


def is_free_turn(s: Race, chariot: Chariot, angle: i64) -> bool:
    """CR-Q11, CR-Q12: return whether a free turn is legal; at a wall it must lead towards the racing direction."""
    if angle == 0 or absolute(angle) > 900 or is_wrong_way(s, chariot.progress, chariot.turn, angle):
        return False
    if chariot.free != AT_WALL or chariot.status != RACING:
        return True
    towards = angle_to(chariot.turn, s.rules.track.at(chariot.progress).turn)
    return towards == 0 or (towards > 0) == (angle > 0)


RUN_PLAN: Final = RunPlan()
END_MOVE: Final = EndMove()
CONTINUE: Final[list[Step]] = [RUN_PLAN]
SETTLE_AND_CONTINUE: Final[list[Step]] = [SETTLE, RUN_PLAN]
ENDING: Final[list[Step]] = [END_MOVE]
