"""Moving square by square: straight on, lane changes (BH-L1 to BH-L3), and leaving bend and jump squares."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.benhur.events import LaneChanged, LaneMissed
from hippodrome.games.benhur.fighting import after_move
from hippodrome.games.benhur.jumping import Leap
from hippodrome.games.benhur.ramming import SIDES, drive
from hippodrome.games.benhur.refusals import refuse_step
from hippodrome.games.benhur.skidding import SkidTest
from hippodrome.games.benhur.skill_rolls import die_needed, has_passed, resolve_test
from hippodrome.games.benhur.state import LANE_TEST, Chariot, Race
from hippodrome.games.benhur.track import BEND, JUMP, LEFT, PLAIN, RIGHT, STRAIGHT, WATER
from hippodrome.games.benhur.tricks import (
    INSIDE_LINE,
    LEAP_OF_FAITH,
    REIN_IN,
    card_actions,
    has_trick,
    play_trick,
    trick_bit,
)
from hippodrome.kit.actions import Action, Refusal
from hippodrome.kit.agenda import NOTHING, Choice, Step

MOVE_TRICKS: Final = trick_bit(INSIDE_LINE) | trick_bit(REIN_IN) | trick_bit(LEAP_OF_FAITH)


def diagonal_square(race: Race, chariot: Chariot, side: i64) -> i64:
    """Return the square a lane change leads to, one ahead and one lane over; -1 if there is none."""
    lanes = race.track.lanes
    return lanes.left[chariot.square] if side < 0 else lanes.right[chariot.square]


def can_change_lane(race: Race, chariot: Chariot, side: i64) -> bool:
    """BH-Q18: return whether neither trick 20 nor a chariot met this turn forbids the change.

    The track has already listed the lane changes that the ground allows. A chariot met before is in the way only if a
    second contact ends the move (BH-Q23).
    """
    if race.turn.blind:
        return False
    if race.turn.met == 0 or not race.stops_at_repeat:
        return True
    other = race.chariot_at(diagonal_square(race, chariot, side))
    return other is None or not race.have_met(chariot.id, other.id)


@mypyc_attr(acyclic=True)
class NextStep(Choice):
    """BH-Q36: the mover chooses before each square; bends and jumps leave no choice except tricks 8 and 7."""

    RULE: ClassVar[str] = "BH-Q36"
    EXPLORED: ClassVar[bool] = True
    __slots__ = ()

    def waits(self, race: Race) -> bool:
        """Return whether there is a choice: points are left, and a bend or jump square needs a trick that fits."""
        turn = race.turn
        if turn.points <= 0:
            return False
        chariot = race.chariots[turn.mover]
        kind = race.track.kind[chariot.square]
        if kind == BEND:
            return has_trick(race, chariot, REIN_IN)
        if kind == JUMP:
            return (race.cards.effects_in(chariot.hand) & (trick_bit(REIN_IN) | trick_bit(LEAP_OF_FAITH))) != 0
        return True

    def secret(self, race: Race) -> bool:
        """Return whether being asked would reveal a trick: on a bend or jump, or where only straight on is possible."""
        chariot = race.chariots[race.turn.mover]
        if not self.waits_publicly(race):
            return True
        return len(self.lane_actions(race, chariot)) == 1 and self.could_hold_trick(race, chariot)

    def conceals(self, race: Race, text: str) -> bool:
        """Return whether the answer is straight on, where nothing else is possible without a trick."""
        return text == STRAIGHT.text and self.secret(race)

    def waits_publicly(self, race: Race) -> bool:
        """Return whether every chariot is asked here: not on a bend or jump square."""
        return race.track.kind[race.chariots[race.turn.mover].square] not in (BEND, JUMP)

    def could_hold_trick(self, race: Race, chariot: Chariot) -> bool:
        """Return whether the chariot might play trick 8, or at a jump trick 7, as far as all seats know."""
        tricks = trick_bit(REIN_IN)
        if race.track.kind[chariot.square] == JUMP:
            tricks |= trick_bit(LEAP_OF_FAITH)
        return chariot.hand != 0 and (race.unseen_tricks() & tricks) != 0

    def seats(self, race: Race) -> tuple[int, ...]:
        """Return the mover."""
        return (int(race.turn.mover),)

    def proposals(self, race: Race) -> list[Action]:
        """Return straight on, then the possible lane changes, then tricks."""
        turn = race.turn
        chariot = race.chariots[turn.mover]
        if turn.met == 0 and not turn.blind and not race.cards.effects_in(chariot.hand) & MOVE_TRICKS:
            return race.track.moves[chariot.square]
        actions = self.lane_actions(race, chariot)
        if has_trick(race, chariot, INSIDE_LINE) and len(actions) > 1 and turn.free < 0:
            actions += card_actions(race, chariot, trick_bit(INSIDE_LINE))
        if has_trick(race, chariot, LEAP_OF_FAITH) and race.track.kind[chariot.square] == JUMP:
            actions += card_actions(race, chariot, trick_bit(LEAP_OF_FAITH))
        if has_trick(race, chariot, REIN_IN):
            actions += card_actions(race, chariot, trick_bit(REIN_IN))
        return actions

    def lane_actions(self, race: Race, chariot: Chariot) -> list[Action]:
        """Return straight on and the possible lane changes."""
        moves = race.track.moves[chariot.square]
        actions = [STRAIGHT]
        for action in (LEFT, RIGHT):
            if action in moves and can_change_lane(race, chariot, SIDES[action.verb]):
                actions.append(action)
        return actions

    def explain(self, race: Race, action: Action) -> Refusal | None:
        """Return why a lane change or a trick is not legal."""
        return refuse_step(race, action)

    def run(self, race: Race) -> list[Step]:
        """End the move, or leave a bend or jump square without a choice, after a pause if there might have been one."""
        if race.turn.points > 0:
            if race.pauses is not None and self.could_hold_trick(race, race.chariots[race.turn.mover]):
                race.pause()
            return self.leave(race)
        return NOTHING if race.turn.ended else after_move(race)

    def leave(self, race: Race) -> list[Step]:
        """BH-S1, BH-J1: leave a bend square by a test, a jump square by a jump."""
        kind = race.track.kind[race.chariots[race.turn.mover].square]
        return SKID_TEST_STEPS if kind == BEND else [Leap(race.turn.mover, False), NEXT_STEP]

    def answer(self, race: Race, action: Action, seat: i64) -> list[Step]:
        """Drive one square, change lanes or play a trick."""
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
            return [*steps, NEXT_STEP] if steps else CONTINUE_MOVE
        if verb == "trick":
            return self.play_move_trick(race, turn.mover, action)
        return self.change_lane(race, chariot, -1 if verb == "left" else 1)

    def change_lane(self, race: Race, chariot: Chariot, side: i64) -> list[Step]:
        """BH-L2: a die decides; under trick 4 the change succeeds without a roll and gives the point back."""
        turn = race.turn
        turn.begin_test(LANE_TEST, chariot.id)
        turn.test = b""
        if turn.free < 0:
            turn.points -= 1
            turn.test = race.roll("lane", 1, chariot.id, "BH-L2")
            return then_continue(resolve_test(race, LANE_OUTCOMES[side + 1]))
        if turn.free > 0:
            turn.free -= 1
        else:
            turn.points -= 1
        turn.granted = True
        return then_continue(LANE_OUTCOMES[side + 1].run(race))

    def play_move_trick(self, race: Race, seat: i64, action: Action) -> list[Step]:
        """BH-T4: free lane changes; BH-T7: a certain jump; BH-T8: stop now and save points."""
        turn = race.turn
        number = play_trick(race, seat, action)
        if number == INSIDE_LINE:
            turn.free = race.cards.number(action.args[0], "points")
        elif number == LEAP_OF_FAITH:
            return [Leap(seat, True), NEXT_STEP]
        else:
            chariot = race.chariots[seat]
            chariot.rein = True
            chariot.saved = min(turn.points, race.cards.number(action.args[0], "points"))
            turn.points = 0
        return CONTINUE_MOVE


@mypyc_attr(acyclic=True)
class LaneOutcome(Step):
    """BH-L3, BH-Q19: across on a success, straight ahead on a failure, ramming any chariot there."""

    RULE: ClassVar[str] = "BH-L2"
    FIELDS: ClassVar[tuple[str, ...]] = ("side",)
    __slots__ = FIELDS

    def __init__(self, side: i64) -> None:
        self.side = side

    def run(self, race: Race) -> list[Step]:
        """Move the chariot; its point has already been paid."""
        chariot = race.chariots[race.turn.mover]
        if has_passed(race):
            square = diagonal_square(race, chariot, self.side)
            if race.logging:
                race.emit(LaneChanged(chariot.id, chariot.square, square, die_needed(race)), self.RULE)
            return drive(race, chariot, square, self.side)
        if race.logging:
            race.emit(LaneMissed(chariot.id, die_needed(race)), "BH-L3")
        return drive(race, chariot, race.track.ahead[chariot.square], 0)


NEXT_STEP: Final = NextStep()
LANE_OUTCOMES: Final = [LaneOutcome(-1), LaneOutcome(0), LaneOutcome(1)]
CONTINUE_MOVE: Final[list[Step]] = [NEXT_STEP]
SKID_TEST_STEPS: Final[list[Step]] = [SkidTest(), NEXT_STEP]


def then_continue(steps: list[Step]) -> list[Step]:
    """Return the steps, followed by the next step of the move."""
    return [*steps, NEXT_STEP] if steps else CONTINUE_MOVE
