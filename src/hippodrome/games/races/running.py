"""A plan is carried out step by step, in order, whether or not it succeeds (CR-M2, CR-M6, CR-Q20, CR-Q49)."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.races.bases import (
    A_CHARIOT,
    A_WRECK,
    NOTHING_MET,
    SHORT,
    ahead,
    body_of,
    ground_for,
    slide_for_turn,
    step_aside,
    turned,
)
from hippodrome.games.races.charts import turns_allowed
from hippodrome.games.races.collisions import SWIPE as A_SWIPE
from hippodrome.games.races.collisions import Avoid, kind_of, side_step, stop_short, tell_contact
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
from hippodrome.games.races.obstacles import end_here, is_obstacle, run_into, take_hits
from hippodrome.games.races.progress import arrive
from hippodrome.games.races.state import DRIFT, FORWARD, INCH, PIVOT, RACING, SWIPE, TURN, Chariot, Race
from hippodrome.games.races.track import off_direction
from hippodrome.kit.agenda import NOTHING, Step
from hippodrome.kit.geometry.fixed import angle_to, size_of, turn_after

RUN_UP: Final = 3 * INCH  # CR-M10, CR-M11


def passed_through(s: Race) -> i64:
    """Return the chariots that the mover carries on through (CR-Q19), as a sum of 1 << id."""
    found: i64 = 0
    through = s.move.through
    for place in range(0, len(through), 4):
        found |= 1 << through[place]
    return found


def is_barred(s: Race, progress: i64, turn: i64, angle: i64) -> bool:
    """CR-Q11: a turn that ends more than 90 degrees off the racing direction; one back towards it never is."""
    track = s.rules.track
    after = off_direction(track, progress, turn_after(turn, angle))
    return after > 900 and after >= off_direction(track, progress, turn)


@mypyc_attr(acyclic=True)
class RunPlan(Step):
    """CR-M2: the next step of the plan; what it does not mention is run straight ahead at the end (CR-Q49)."""

    RULE: ClassVar[str] = "CR-M2"
    __slots__ = ()

    def run(self, s: Race) -> list[Step]:
        """Until the move is over."""
        move, chariot = s.move, s.mover()
        if not chariot.is_there():
            return ENDING
        if move.lost:
            if s.logging:
                s.emit(MoveLost(chariot.id), "CR-Q23")
            return ENDING
        if move.place >= len(move.plan):
            return self.drive(s, chariot, move.left()) if move.left() > 0 else ENDING
        what, amount = move.plan[move.place], move.plan[move.place + 1]
        if what == FORWARD:
            return self.straight(s, chariot, amount)
        move.place += 2
        if move.debt > 0:
            skip(s, chariot, what)
        elif what == TURN:
            turn(s, chariot, amount)
        elif what == PIVOT:
            turn_freely(s, chariot, amount)
        elif what == DRIFT:
            drift(s, chariot, amount)
        elif what == SWIPE:
            return swipe(s, chariot, s.chariots[amount])
        return ON if chariot.is_there() else LOST

    def straight(self, s: Race, chariot: Chariot, amount: i64) -> list[Step]:
        """Return the rest of a forward step; inches spent on passing (CR-Q18) are not run again."""
        move = s.move
        rest = amount - move.done
        paid = min(rest, move.debt)
        move.debt -= paid
        move.done += paid
        rest = min(rest - paid, move.left())
        if rest <= 0:
            move.place += 2
            move.done = 0
            return ON
        return self.drive(s, chariot, rest)

    def drive(self, s: Race, chariot: Chariot, distance: i64) -> list[Step]:
        """Straight ahead to the first contact; nobody moves through another (CR-M6)."""
        ground = ground_for(s, chariot, passed_through(s))
        met = ahead(ground, s.box(chariot), distance)
        go_straight(s, chariot, met.free)
        if s.over or met.code == NOTHING_MET:
            return ON
        if is_obstacle(met.code):
            if met.code >= A_WRECK and (s.move.rammed >> (met.code - A_WRECK)) & 1:
                end_here(s)  # CR-Q20: it was a chariot when the move began
                return ON
            s.resolved += 1
            run_into(s, chariot, ground, met)
            return SETTLED
        return self.contact(s, chariot, s.chariots[met.code - A_CHARIOT], met.free)

    def contact(self, s: Race, chariot: Chariot, other: Chariot, gone: i64) -> list[Step]:
        """CR-X14, CR-Q17: one ram against the same chariot in a move; another contact just stops the mover."""
        move = s.move
        if (move.rammed >> other.id) & 1:
            if gone == 0:
                end_here(s)  # CR-Q20: still against its body
            else:
                stop_short(s, chariot, other, SHORT, "CR-Q17")
            return ON
        move.rammed |= 1 << other.id
        s.resolved += 1
        kind = kind_of(s.box(chariot), s.box(other))
        tell_contact(s, kind, chariot.id, other.id)
        return [Avoid(chariot.id, other.id, kind, -1, 0, 0, 0), SETTLE, RUN_PLAN]


# -------------------------------------------------------------------- the steps of a plan


def go_straight(s: Race, chariot: Chariot, distance: i64) -> None:
    """So far straight ahead."""
    if distance <= 0:
        return
    move = s.move
    move.advance(distance)
    if move.place < len(move.plan):
        move.done += distance
    pose = chariot.pose().forward(distance)
    chariot.put(pose.x, pose.y, pose.turn)
    if s.logging:
        s.emit(Drove(chariot.id, distance, chariot.x, chariot.y, chariot.turn), "CR-M4")
    arrive(s, chariot)


def turn(s: Race, chariot: Chariot, angle: i64) -> None:
    """CR-M9, CR-M10: a turn about the centre, if it is still legal."""
    move = s.move
    legal = move.turns < turns_allowed(move.owed) and move.since_turn >= RUN_UP
    if not legal or is_barred(s, chariot.progress, chariot.turn, angle):
        skip(s, chariot, TURN)
        return
    move.turns += 1
    move.since_turn = 0
    rotate(s, chariot, angle, False)


def turn_freely(s: Race, chariot: Chariot, angle: i64) -> None:
    """CR-Q12, CR-Q58: the free turn; it may slide straight back to make room for its corners."""
    back = slide_for_turn(ground_for(s, chariot), s.box(chariot), angle)
    if back:
        pose = chariot.pose().forward(-back)
        chariot.put(pose.x, pose.y, pose.turn)
        if s.logging:
            s.emit(SlidBack(chariot.id, back, chariot.x, chariot.y, chariot.turn), "CR-Q58")
    rotate(s, chariot, angle, True)


def rotate(s: Race, chariot: Chariot, angle: i64, free: bool) -> None:
    """CR-Q9: the front may hit an obstacle on the way; a rotation into a chariot is cut short."""
    before = chariot.turn
    found = turned(ground_for(s, chariot, passed_through(s)), s.box(chariot), angle)
    chariot.put(found.box.x, found.box.y, found.box.turn)
    if s.logging:
        size = angle_to(before, chariot.turn)
        if free:
            s.emit(FreelyTurned(chariot.id, size, chariot.x, chariot.y, chariot.turn), "CR-Q12")
        else:
            s.emit(Turned(chariot.id, size, chariot.x, chariot.y, chariot.turn), "CR-M9")
    arrive(s, chariot)
    if not s.over and is_obstacle(found.code):
        s.resolved += 1
        take_hits(s, chariot, found.code)


def drift(s: Race, chariot: Chariot, hand: i64) -> None:
    """CR-M11: an inch to the side after every 3 forward; with reins one before anything else (CR-M8)."""
    move = s.move
    if move.since_drift < RUN_UP and move.run > 0:
        skip(s, chariot, DRIFT)
        return
    if move.run > 0:
        move.since_drift = 0
    far = step_aside(ground_for(s, chariot, passed_through(s)), s.box(chariot), hand, INCH)
    pose = chariot.pose().slid(turn_after(chariot.turn, 900 * hand), far)
    chariot.put(pose.x, pose.y, pose.turn)
    if s.logging:
        s.emit(Drifted(chariot.id, far * hand, chariot.x, chariot.y, chariot.turn), "CR-M11")
    arrive(s, chariot)


def swipe(s: Race, chariot: Chariot, other: Chariot) -> list[Step]:
    """CR-X9: a free step into the side of another, if it is within reach."""
    move = s.move
    if not other.is_there() or (move.rammed >> other.id) & 1:
        skip(s, chariot, SWIPE)
        return ON
    ground = ground_for(s, chariot, passed_through(s))
    code = A_CHARIOT + int(other.id)
    crossing = s.rules.track.has_crossing()
    far, hand = side_step(ground, s.box(chariot), s.box(other), code, crossing)
    if hand == 0:
        skip(s, chariot, SWIPE)
        return ON
    x, y, facing = chariot.x, chariot.y, chariot.turn
    pose = chariot.pose().slid(turn_after(chariot.turn, 900 * hand), far)
    chariot.put(pose.x, pose.y, pose.turn)
    move.rammed |= 1 << other.id
    s.resolved += 1
    if s.logging:
        s.emit(ClosedIn(chariot.id, far, chariot.x, chariot.y, chariot.turn), "CR-X9")
    arrive(s, chariot)
    if s.over:
        return ON
    tell_contact(s, A_SWIPE, chariot.id, other.id)
    return [Avoid(chariot.id, other.id, A_SWIPE, -1, x, y, facing), SETTLE, RUN_PLAN]


def skip(s: Race, chariot: Chariot, what: i64) -> None:
    """CR-Q49: a step that has become impossible is left out, and the rest goes on."""
    if s.logging:
        s.emit(Skipped(chariot.id, what), "CR-Q49")


# -------------------------------------------------------------------- the end of a move


@mypyc_attr(acyclic=True)
class EndMove(Step):
    """The move is over; whoever still stands in the place of a chariot that avoided goes back before it (CR-Q19)."""

    RULE: ClassVar[str] = "CR-Q19"
    __slots__ = ()

    def run(self, s: Race) -> list[Step]:
        """Put back as often as it takes."""
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
        """To before the first that it still overlaps."""
        through = s.move.through
        for place in range(0, len(through), 4):
            other = s.chariots[through[place]]
            if other.is_solid() and body_of(s.box(other)).overlaps(body_of(s.box(chariot))):
                chariot.put(through[place + 1], through[place + 2], through[place + 3])
                if s.logging:
                    s.emit(PutBack(chariot.id, 0, chariot.x, chariot.y, chariot.turn))
                arrive(s, chariot)
                return


def can_turn_freely(s: Race, chariot: Chariot) -> bool:
    """CR-Q12, CR-Q58: stopped at a wall before, or with its front within 1/2 inch of a chariot or wreck now."""
    if chariot.free:
        return True
    met = ahead(ground_for(s, chariot), s.box(chariot), INCH // 2)
    return met.code >= A_WRECK


def is_free_turn(s: Race, chariot: Chariot, angle: i64) -> bool:
    """CR-Q12: at a wall it leads towards the racing direction; CR-Q11 holds for all."""
    if angle == 0 or size_of(angle) > 900 or is_barred(s, chariot.progress, chariot.turn, angle):
        return False
    if chariot.free != 1 or chariot.status != RACING:
        return True
    towards = angle_to(chariot.turn, s.rules.track.at(chariot.progress).turn)
    return towards == 0 or (towards > 0) == (angle > 0)


RUN_PLAN: Final = RunPlan()
END_MOVE: Final = EndMove()
ON: Final[list[Step]] = [RUN_PLAN]
LOST: Final[list[Step]] = [SETTLE, RUN_PLAN]
SETTLED: Final[list[Step]] = [SETTLE, RUN_PLAN]
ENDING: Final[list[Step]] = [END_MOVE]
