"""Tests: the roll of a lane change, a skid test or a jump, and the tricks that answer it (BH-Q43, BH-Q44)."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.benhur.state import JUMP_TEST, LANE_TEST, SKID_TEST, Chariot, Race
from hippodrome.games.benhur.tricks import (
    FLASH_OF_BRONZE,
    LEAP_OF_FAITH,
    LOOSE_LINCHPIN,
    ROAR_OF_THE_CROWD,
    STEADY_HANDS,
    TrickWindow,
    bit,
    played,
)
from hippodrome.games.benhur.wounds import settle, wound_on
from hippodrome.kit.actions import Action
from hippodrome.kit.agenda import NOTHING, Step
from hippodrome.kit.dice import highest, lowest

PURPOSE: Final = ("", "lane", "skid", "jump")


def throw_again(race: Race) -> None:
    """Throw all dice of the test in hand again."""
    turn = race.turn
    turn.test = race.roll(PURPOSE[turn.testing], len(turn.test), turn.tested)


def lane_value(whips: i64) -> i64:
    """BH-L2: 2+ at slow, 3+ at medium, 4+ at fast speed."""
    return whips + 1


def skid_value(race: Race) -> i64:
    """BH-S2: 5 inside, 4 in the middle, 3 in the outer two lanes; trick 5 makes it 3."""
    if race.turn.hugger:
        return 3
    return race.track.skid[race.chariots[race.turn.tested].square]


def has_spun(race: Race) -> bool:
    """BH-S5, BH-Q16: two or more 1s in a skid test."""
    turn = race.turn
    if turn.testing != SKID_TEST or turn.granted:
        return False
    ones: i64 = 0
    for die in turn.test:
        if die == 1:
            ones += 1
    return ones >= 2


def has_passed(race: Race) -> bool:
    """Return whether the test in hand is passed as things stand."""
    turn = race.turn
    if turn.granted:
        return True
    if turn.testing == LANE_TEST:
        return turn.test[0] >= lane_value(turn.whips)
    if turn.testing == JUMP_TEST:
        return highest(turn.test) >= 5
    return lowest(turn.test) >= skid_value(race)


@mypyc_attr(acyclic=True)
class TestTricks(TrickWindow):
    """After a test's dice: its thrower may play 3, 6 or 7; then his rivals 17 or 18."""

    RULE: ClassVar[str] = "BH-Q43"
    __slots__ = ()

    def __init__(self, asked: i64) -> None:
        self.asked = asked
        self.mask = (
            bit(STEADY_HANDS) | bit(ROAR_OF_THE_CROWD) | bit(LEAP_OF_FAITH) | bit(LOOSE_LINCHPIN) | bit(FLASH_OF_BRONZE)
        )

    def open_to(self, race: Race, chariot: Chariot) -> i64:
        """Own tricks for the thrower, hostile ones for everybody else."""
        turn = race.turn
        if chariot.id == turn.tested:
            if turn.testing == SKID_TEST and not has_passed(race):
                return bit(ROAR_OF_THE_CROWD) | bit(STEADY_HANDS)
            if turn.testing == JUMP_TEST:
                return bit(ROAR_OF_THE_CROWD) | bit(LEAP_OF_FAITH)
            return bit(ROAR_OF_THE_CROWD)
        if race.chariots[turn.tested].fell or turn.testing == JUMP_TEST:
            return 0
        if has_passed(race):
            return 0 if turn.granted or turn.stands else bit(FLASH_OF_BRONZE)
        return bit(LOOSE_LINCHPIN) if turn.testing == SKID_TEST and not has_spun(race) else 0

    def respond(self, race: Race, seat: i64, action: Action) -> list[Step]:
        """BH-T3 and BH-T7 pass the test, BH-T6 and BH-T18 throw it again, BH-T17 wounds and stops the chariot."""
        turn = race.turn
        number = played(race, seat, action, turn.tested)
        if seat == turn.tested:
            turn.spoke = True
        if number == ROAR_OF_THE_CROWD:
            turn.stands = True
            throw_again(race)
        elif number == FLASH_OF_BRONZE:
            throw_again(race)
            turn.stands = True
            return [LAST_WORD]
        elif number == LOOSE_LINCHPIN:
            turn.linchpin = True
            return settle(race, wound_on(race, "linchpin", race.chariots[turn.tested], 3, "BH-T17"))
        else:
            turn.granted = True
        return NOTHING

    def after(self, asked: i64) -> Step:
        """Go on with the next."""
        return TestTricks(asked)


@mypyc_attr(acyclic=True)
class LastWord(TrickWindow):
    """After 18 the thrower of a test may still answer with 6; the new dice stand."""

    RULE: ClassVar[str] = "BH-Q43"
    __slots__ = ()

    def __init__(self, asked: i64) -> None:
        self.asked = asked
        self.mask = bit(ROAR_OF_THE_CROWD)

    def open_to(self, race: Race, chariot: Chariot) -> i64:
        """Only the thrower's, and only if he has played nothing on this roll (BH-Q48)."""
        return self.mask if chariot.id == race.turn.tested and not race.turn.spoke else 0

    def respond(self, race: Race, seat: i64, action: Action) -> list[Step]:
        """Return all dice of the test are thrown again."""
        played(race, seat, action)
        throw_again(race)
        return NOTHING

    def after(self, asked: i64) -> Step:
        """Go on with the next."""
        return LastWord(asked)


def settled(race: Race, outcome: Step) -> list[Step]:
    """Tricks on the dice just thrown, then what came of them."""
    return outcome.run(race) if TEST_TRICKS.is_idle(race) else [TEST_TRICKS, outcome]


TEST_TRICKS: Final = TestTricks(0)
LAST_WORD: Final = LastWord(0)
