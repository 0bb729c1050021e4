"""Moving square by square: straight on, lane changes (BH-L1 to BH-L3), and what a bend or a jump demands."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.benhur.events import LaneChanged, LaneMissed
from hippodrome.games.benhur.fighting import after_move
from hippodrome.games.benhur.jumping import Leap
from hippodrome.games.benhur.ramming import ASIDE, drive
from hippodrome.games.benhur.refusals import refuse_step
from hippodrome.games.benhur.skidding import SkidTest
from hippodrome.games.benhur.skill_rolls import has_passed, settled
from hippodrome.games.benhur.state import LANE_TEST, Chariot, Race
from hippodrome.games.benhur.track import BEND, JUMP, LEFT, PLAIN, RIGHT, STRAIGHT, WATER
from hippodrome.games.benhur.tricks import (
    INSIDE_LINE,
    LEAP_OF_FAITH,
    REIN_IN,
    TRICK,
    bit,
    holds,
    played,
)
from hippodrome.kit.actions import Action, Refusal
from hippodrome.kit.agenda import NOTHING, Choice, Step

MOVE_TRICKS: Final = bit(INSIDE_LINE) | bit(REIN_IN) | bit(LEAP_OF_FAITH)
FREE_CHANGES: Final = 3  # trick 4
MOST_SAVED: Final = 3  # trick 8


def square_aside(race: Race, chariot: Chariot, side: i64) -> i64:
    """Where a lane change would lead: forward and one lane to the side; -1 if there is no such square."""
    lanes = race.track.lanes
    return lanes.left[chariot.square] if side < 0 else lanes.right[chariot.square]


def may_change(race: Race, chariot: Chariot, side: i64) -> bool:
    """BH-Q18: whether nothing but the ground would have to be asked. The ground is asked first, by the track."""
    if race.turn.blind:
        return False
    if race.turn.met == 0:
        return True
    other = race.at(square_aside(race, chariot, side))
    return other is None or not race.have_met(chariot.id, other.id)


@mypyc_attr(acyclic=True)
class NextStep(Choice):
    """BH-Q36: before each square the mover chooses; bends and jumps leave no choice but trick 8 (and 7)."""

    RULE: ClassVar[str] = "BH-Q36"
    __slots__ = ()

    def waits(self, race: Race) -> bool:
        """Not when the move is over, nor on a bend or jump square without a fitting trick."""
        turn = race.turn
        if turn.points <= 0:
            return False
        chariot = race.chariots[turn.mover]
        kind = race.track.kind[chariot.square]
        if kind == BEND:
            return holds(chariot, REIN_IN)
        if kind == JUMP:
            return (chariot.hand & (bit(REIN_IN) | bit(LEAP_OF_FAITH))) != 0
        return True

    def secret(self, race: Race) -> bool:
        """On a bend or jump square the question itself betrays a trick."""
        return race.track.kind[race.chariots[race.turn.mover].square] in (BEND, JUMP)

    def seats(self, race: Race) -> tuple[int, ...]:
        """Return the mover."""
        return (int(race.turn.mover),)

    def proposals(self, race: Race) -> list[Action]:
        """Straight on, then the lane changes that are possible, then tricks."""
        turn = race.turn
        chariot = race.chariots[turn.mover]
        moves = race.track.moves[chariot.square]
        if turn.met == 0 and not turn.blind and not chariot.hand & MOVE_TRICKS:
            return moves
        found = [STRAIGHT]
        for action in (LEFT, RIGHT):
            if action in moves and may_change(race, chariot, ASIDE[action.verb]):
                found.append(action)
        if holds(chariot, INSIDE_LINE) and len(found) > 1 and turn.free < 0:
            found.append(TRICK[INSIDE_LINE])
        if holds(chariot, LEAP_OF_FAITH) and race.track.kind[chariot.square] == JUMP:
            found.append(TRICK[LEAP_OF_FAITH])
        if holds(chariot, REIN_IN):
            found.append(TRICK[REIN_IN])
        return found

    def explain(self, race: Race, action: Action) -> Refusal | None:
        """Why a lane change or a trick is not possible."""
        return refuse_step(race, action)

    def run(self, race: Race) -> list[Step]:
        """Nothing to choose: the move is over, or a bend or a jump is left."""
        if race.turn.points > 0:
            return self.leave(race)
        return NOTHING if race.turn.ended else after_move(race)

    def leave(self, race: Race) -> list[Step]:
        """BH-S1, BH-J1: out of a bend square by a test, out of a jump square by a jump."""
        kind = race.track.kind[race.chariots[race.turn.mover].square]
        return TEST_SKID if kind == BEND else [Leap(race.turn.mover, False), NEXT_STEP]

    def answer(self, race: Race, action: Action, seat: i64) -> list[Step]:
        """One square, or a trick."""
        turn = race.turn
        chariot = race.chariots[turn.mover]
        verb = action.verb
        if verb == "straight":
            kind = race.track.kind[chariot.square]
            if kind != PLAIN and kind != WATER:
                race.undo_barrier += 1
                return self.leave(race)
            turn.points -= 1
            steps = drive(race, chariot, race.track.ahead[chariot.square], 0)
            return [*steps, NEXT_STEP] if steps else GO_ON
        if verb == "trick":
            return self.play(race, turn.mover, action)
        return self.change(race, chariot, -1 if verb == "left" else 1)

    def change(self, race: Race, chariot: Chariot, side: i64) -> list[Step]:
        """BH-L2: a die decides; trick 4 makes it succeed without one and gives the point back."""
        turn = race.turn
        turn.open_test(LANE_TEST, chariot.id)
        turn.test = b""
        if turn.free < 0:
            turn.points -= 1
            turn.test = race.roll("lane", 1, chariot.id, "BH-L2")
            return then_on(settled(race, LANE_OUTCOME[side + 1]))
        if turn.free > 0:
            turn.free -= 1
        else:
            turn.points -= 1
        turn.granted = True
        return then_on(LANE_OUTCOME[side + 1].run(race))

    def play(self, race: Race, seat: i64, action: Action) -> list[Step]:
        """BH-T4: free lane changes; BH-T7: a sure jump; BH-T8: stop now, and save the points."""
        turn = race.turn
        number = played(race, seat, action)
        if number == INSIDE_LINE:
            turn.free = FREE_CHANGES
        elif number == LEAP_OF_FAITH:
            return [Leap(seat, True), NEXT_STEP]
        else:
            chariot = race.chariots[seat]
            chariot.rein = True
            chariot.saved = min(turn.points, MOST_SAVED)
            turn.points = 0
        return GO_ON


@mypyc_attr(acyclic=True)
class LaneOutcome(Step):
    """BH-L3, BH-Q19: across on a success, straight forward on a failure, ramming whatever is there."""

    RULE: ClassVar[str] = "BH-L2"
    FIELDS: ClassVar[tuple[str, ...]] = ("side",)
    __slots__ = FIELDS

    def __init__(self, side: i64) -> None:
        self.side = side

    def run(self, race: Race) -> list[Step]:
        """Its point has been paid already."""
        chariot = race.chariots[race.turn.mover]
        if has_passed(race):
            square = square_aside(race, chariot, self.side)
            if race.logging:
                race.emit(LaneChanged(chariot.id, chariot.square, square), self.RULE)
            return drive(race, chariot, square, self.side)
        if race.logging:
            race.emit(LaneMissed(chariot.id), "BH-L3")
        return drive(race, chariot, race.track.ahead[chariot.square], 0)


NEXT_STEP: Final = NextStep()
LANE_OUTCOME: Final = [LaneOutcome(-1), LaneOutcome(0), LaneOutcome(1)]
GO_ON: Final[list[Step]] = [NEXT_STEP]
TEST_SKID: Final[list[Step]] = [SkidTest(), NEXT_STEP]


def then_on(steps: list[Step]) -> list[Step]:
    """Return the steps, and then the next step of the move."""
    return [*steps, NEXT_STEP] if steps else GO_ON
