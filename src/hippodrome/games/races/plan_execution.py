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
from hippodrome.games.races.collisions import SIDE_SWIPE, Avoid, contact_kind, emit_contact, side_step
from hippodrome.games.races.ending import SETTLE
from hippodrome.games.races.events import (
    Blocked,
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
from hippodrome.games.races.state import (
    AT_WALL,
    DRIFT,
    FORWARD,
    PIVOT,
    RACING,
    REINS,
    REST_OF_TURN,
    SWIPE,
    TURN,
    Chariot,
    Race,
)
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
            return make_turn(s, chariot, amount)
        elif what == PIVOT:
            return make_free_turn(s, chariot, amount)
        elif what == REST_OF_TURN:
            return rotate(s, chariot, amount, False)
        elif what == DRIFT:
            make_drift(s, chariot, amount)
        elif what == SWIPE:
            return make_swipe(s, chariot, s.chariots[amount])
        return CONTINUE

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
        """CR-M6, CR-Q17: drive straight ahead to the first contact, or to 1/4 inch short of a rammed chariot."""
        ground = ground_for(s, chariot, passed_mask(s))
        clearance = clearance_ahead(ground, s.box(chariot), distance)
        if is_rammed(s, clearance.code):
            drive_forward(s, chariot, clearance.free - SHORT_GAP_MI)
            if not s.over:
                void_forward(s, chariot)
            return CONTINUE
        drive_forward(s, chariot, clearance.free)
        if s.over or clearance.code == NOTHING_MET:
            return CONTINUE
        if is_obstacle(clearance.code):
            s.resolved += 1
            run_into(s, chariot, ground, clearance)
            return SETTLE_AND_CONTINUE
        other = s.chariots[clearance.code - CHARIOT_CODE]
        kind = contact_kind(s.box(chariot), s.box(other))
        return begin_ram(s, Avoid(chariot.id, other.id, kind, -1, 0, 0, 0, 0))


def begin_ram(s: Race, contact: Avoid) -> list[Step]:
    """CR-X2, CR-X14: log a contact and return the steps that resolve it, then the rest of the plan."""
    s.move.rammed |= 1 << contact.defender
    s.resolved += 1
    emit_contact(s, int(contact.kind), contact.attacker, contact.defender)
    return [contact, SETTLE, RUN_PLAN]


def is_rammed(s: Race, code: i64) -> bool:
    """CR-Q17, CR-Q20: return whether a contact code means a chariot rammed in this move, or the wreck it became."""
    if code < WRECK_CODE:
        return False
    return (s.move.rammed >> (code - (CHARIOT_CODE if code >= CHARIOT_CODE else WRECK_CODE))) & 1 != 0


def void_forward(s: Race, chariot: Chariot) -> None:
    """CR-Q20: void the rest of a forward step against a chariot in the way; without another step the move ends.

    Its inches stay owed: they are driven straight ahead at the end, if the way is clear by then.
    """
    move = s.move
    if move.place >= len(move.plan):
        end_move_here(s)
        return
    move.place += 2
    move.done = 0
    if s.logging:
        s.emit(Blocked(chariot.id), "CR-Q20")


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


def make_turn(s: Race, chariot: Chariot, angle: i64) -> list[Step]:
    """CR-M9, CR-M10: turn about the centre, if that is still legal."""
    move = s.move
    legal = move.turns < turns_allowed(move.owed) and move.since_turn >= RUN_UP_MI
    if not legal or is_wrong_way(s, chariot.progress, chariot.turn, angle):
        skip_step(s, chariot, TURN)
        return CONTINUE
    move.turns += 1
    move.since_turn = 0
    if is_nose_to_rammed(s, chariot):
        slide_back(s, chariot, angle, "CR-Q20")
    return rotate(s, chariot, angle, False)


def make_free_turn(s: Race, chariot: Chariot, angle: i64) -> list[Step]:
    """CR-Q12, CR-Q58: make the free turn, sliding straight back if the corners need room."""
    slide_back(s, chariot, angle, "CR-Q58")
    return rotate(s, chariot, angle, True)


def slide_back(s: Race, chariot: Chariot, angle: i64, rule: str) -> None:
    """CR-Q58: slide a chariot straight back by what its corners need for a turn, at most 1/2 inch."""
    back = slide_back_for_turn(ground_for(s, chariot, passed_mask(s)), s.box(chariot), angle)
    if not back:
        return
    pose = chariot.pose().forward(-back)
    chariot.move_to(pose.x, pose.y, pose.turn)
    if s.logging:
        s.emit(SlidBack(chariot.id, back, chariot.x, chariot.y, chariot.turn), rule)


def is_nose_to_rammed(s: Race, chariot: Chariot) -> bool:
    """CR-Q20: return whether a chariot's front is within 1/2 inch of a chariot that it rammed in this move."""
    return is_rammed(s, clearance_ahead(ground_for(s, chariot, passed_mask(s)), s.box(chariot), INCH // 2).code)


def rotate(s: Race, chariot: Chariot, angle: i64, free: bool) -> list[Step]:
    """CR-Q9: turn a chariot. Any part may hit an obstacle; the front may ram a chariot (CR-X6)."""
    before = chariot.turn
    exempt = s.move.rammed | (nose_mask(s, chariot) if free else 0)
    result = turn_base(ground_for(s, chariot, passed_mask(s)), s.box(chariot), angle, exempt)
    chariot.move_to(result.box.x, result.box.y, result.box.turn)
    if s.logging:
        turned = angle_to(before, chariot.turn)
        if free:
            s.emit(FreelyTurned(chariot.id, turned, chariot.x, chariot.y, chariot.turn), "CR-Q12")
        else:
            s.emit(Turned(chariot.id, turned, chariot.x, chariot.y, chariot.turn), "CR-M9")
    update_progress(s, chariot)
    if s.over or result.code == NOTHING_MET or is_rammed(s, result.code):
        return CONTINUE
    if is_obstacle(result.code):
        s.resolved += 1
        take_hits(s, chariot, result.code)
        return CONTINUE if chariot.is_working() else SETTLE_AND_CONTINUE
    other = s.chariots[result.code - CHARIOT_CODE]
    safe = result.safe
    kind = contact_kind(shrink_base(s.box(chariot)), shrink_base(s.box(other)))
    return begin_ram(s, Avoid(chariot.id, other.id, kind, -1, safe.x, safe.y, safe.turn, result.rest))


def nose_mask(s: Race, chariot: Chariot) -> i64:
    """CR-Q58: return a mask of the chariots within 1/2 inch of a chariot, from which a free turn turns away."""
    mask: i64 = 0
    box = s.box(chariot)
    for other in s.others(chariot):
        if box.gap_ceil(s.box(other)) <= INCH // 2:
            mask |= 1 << other.id
    return mask


def make_drift(s: Race, chariot: Chariot, hand: i64) -> None:
    """CR-M11: drift an inch to the side, once for every 3 inches moved; the reins allow one more first (CR-M8)."""
    move = s.move
    if not is_first_drift(s):
        if move.run < (move.drifts + 1) * RUN_UP_MI:
            skip_step(s, chariot, DRIFT)
            return
        move.drifts += 1
    far = drift_distance(ground_for(s, chariot, passed_mask(s)), s.box(chariot), hand, INCH)
    pose = chariot.pose().slide(add_angle(chariot.turn, 900 * hand), far)
    chariot.move_to(pose.x, pose.y, pose.turn)
    if s.logging:
        s.emit(Drifted(chariot.id, far * hand, chariot.x, chariot.y, chariot.turn), "CR-M11")
    update_progress(s, chariot)


def is_first_drift(s: Race) -> bool:
    """CR-M8, CR-Q48: return whether the current step is the drift of the reins, planned before any inch forward."""
    plan = s.move.plan
    return s.move.declared == REINS and not any(plan[place] == FORWARD for place in range(0, s.move.place, 2))


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
    contact = Avoid(chariot.id, other.id, SIDE_SWIPE, -1, chariot.x, chariot.y, chariot.turn, 0)
    pose = chariot.pose().slide(add_angle(chariot.turn, 900 * hand), far)
    chariot.move_to(pose.x, pose.y, pose.turn)
    if s.logging:
        s.emit(ClosedIn(chariot.id, far, chariot.x, chariot.y, chariot.turn), "CR-X9")
    update_progress(s, chariot)
    return CONTINUE if s.over else begin_ram(s, contact)


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
