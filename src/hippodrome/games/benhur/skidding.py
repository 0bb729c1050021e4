"""Skidding out of bends: BH-S1 to BH-S5, BH-Q12 to BH-Q17, BH-Q37.

Only driving out of a bend takes a test. A chariot that ends its move there tests next turn, with that turn's dice; a
chariot pushed out of it makes no test (BH-Q15).
"""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.benhur.events import BendHeld, Skidded, SpunOut
from hippodrome.games.benhur.ramming import drive
from hippodrome.games.benhur.skill_rolls import die_needed, has_passed, has_spun, resolve_test
from hippodrome.games.benhur.state import SKID_TEST, Chariot, Race
from hippodrome.games.benhur.wounds import WallTest
from hippodrome.kit.agenda import NOTHING, Step


@mypyc_attr(acyclic=True)
class SkidTest(Step):
    """BH-S1, BH-S3: leaving a bend square takes a test with as many dice as were rolled to move."""

    RULE: ClassVar[str] = "BH-S3"
    __slots__ = ()

    def run(self, race: Race) -> list[Step]:
        """Roll the dice, then ask for tricks, then resolve the outcome."""
        turn = race.turn
        turn.begin_test(SKID_TEST, turn.mover)
        turn.test = race.roll("skid", turn.whips, turn.mover)
        return resolve_test(race, SKID_OUTCOME)


@mypyc_attr(acyclic=True)
class SkidOutcome(Step):
    """BH-S4, BH-S5: the chariot spins, holds the bend or skids out one lane. Leaving costs a point (BH-Q13)."""

    RULE: ClassVar[str] = "BH-S4"
    __slots__ = ()

    def run(self, race: Race) -> list[Step]:
        """BH-Q16: check for a spin before pass or fail."""
        turn = race.turn
        chariot = race.chariots[turn.mover]
        if chariot.fell:
            return NOTHING
        if has_spun(race):
            return self.spin(race, chariot)
        turn.points -= 1
        if has_passed(race):
            if race.logging:
                race.emit(BendHeld(chariot.id, die_needed(race)), "BH-S3")
            return drive(race, chariot, race.track.ahead[chariot.square], 0)
        if race.logging:
            race.emit(Skidded(chariot.id, die_needed(race)), self.RULE)
        if turn.linchpin:
            turn.points = 0
        return self.slide(race, chariot)

    def spin(self, race: Race, chariot: Chariot) -> list[Step]:
        """BH-Q17: the chariot stays on the bend square with 0 whips, and its turn is over."""
        chariot.spun = True
        chariot.whips = 0
        race.turn.points = 0
        race.turn.ended = True
        if race.logging:
            race.emit(SpunOut(chariot.id), "BH-S5")
        return NOTHING

    def slide(self, race: Race, chariot: Chariot) -> list[Step]:
        """BH-Q12, BH-Q14: the chariot slides into the next lane out, or from the outermost lane into the wall."""
        lanes = race.track.lanes
        side: i64 = lanes.bend[chariot.square]
        square: i64 = lanes.out[chariot.square]
        if square < 0:
            return [WallTest(chariot.id, side), DRIVE_OUT, LOSE_POINT]
        return [*drive(race, chariot, square, side), LOSE_POINT]


@mypyc_attr(acyclic=True)
class DriveOut(Step):
    """BH-Q14: after the wall the chariot drives to the next square of its own lane."""

    RULE: ClassVar[str] = "BH-Q14"
    __slots__ = ()

    def run(self, race: Race) -> list[Step]:
        """Drive on, unless the wall destroyed the chariot."""
        chariot = race.chariots[race.turn.mover]
        if chariot.fell:
            return NOTHING
        return drive(race, chariot, race.track.ahead[chariot.square], 0)


@mypyc_attr(acyclic=True)
class LosePoint(Step):
    """BH-S4: a skid takes one extra point if there is one (BH-Q13); trick 17 has already taken all."""

    RULE: ClassVar[str] = "BH-S4"
    __slots__ = ()

    def run(self, race: Race) -> list[Step]:
        """Take a point, but not below 0."""
        if race.turn.points > 0:
            race.turn.points -= 1
        return NOTHING


SKID_OUTCOME: Final = SkidOutcome()
DRIVE_OUT: Final = DriveOut()
LOSE_POINT: Final = LosePoint()
