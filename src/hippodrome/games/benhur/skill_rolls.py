"""Tests: the roll for a lane change, a skid or a jump, and the tricks that answer it (BH-Q43, BH-Q44)."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.benhur.state import JUMP_TEST, LANE_TEST, SKID_TEST, Chariot, Race
from hippodrome.games.benhur.tricks import (
    FLASH_OF_BRONZE,
    LEAP_OF_FAITH,
    LOOSE_LINCHPIN,
    ROAR_OF_THE_CROWD,
    SPINA_HUGGER,
    STEADY_HANDS,
    TrickWindow,
    play_trick,
    trick_bit,
)
from hippodrome.games.benhur.wounds import after_wounds, roll_for_wound
from hippodrome.kit.actions import Action
from hippodrome.kit.agenda import NOTHING, Step
from hippodrome.kit.dice import highest, lowest

TEST_PURPOSES: Final = ("", "lane", "skid", "jump")


def reroll_test(race: Race) -> None:
    """Reroll all dice of the current test."""
    turn = race.turn
    turn.test = race.roll(TEST_PURPOSES[turn.testing], len(turn.test), turn.tested)


def lane_roll_needed(whips: i64) -> i64:
    """BH-L2: return the lowest die that changes lanes: 2 at slow, 3 at medium, 4 at fast speed."""
    return whips + 1


def skid_value(race: Race) -> i64:
    """BH-S2: return 5 for the inside lane, 4 for the second, 3 for the outer two; 3 for all under trick 5."""
    if race.turn.hugger:
        return race.cards.lasting_number(SPINA_HUGGER, "value")
    return race.track.skid[race.chariots[race.turn.tested].square]


def has_spun(race: Race) -> bool:
    """BH-S5, BH-Q16: return whether at least two dice of a skid test show 1."""
    turn = race.turn
    if turn.testing != SKID_TEST or turn.granted:
        return False
    ones: i64 = 0
    for die in turn.test:
        if die == 1:
            ones += 1
    return ones >= 2


def has_passed(race: Race) -> bool:
    """Return whether the current test is passed as its dice are now."""
    turn = race.turn
    if turn.granted:
        return True
    if turn.testing == LANE_TEST:
        return turn.test[0] >= lane_roll_needed(turn.whips)
    if turn.testing == JUMP_TEST:
        return highest(turn.test) >= 5
    return lowest(turn.test) >= skid_value(race)


def die_needed(race: Race) -> i64:
    """Return the lowest die that passes the current lane change or skid test, or 0 if a trick decided it."""
    turn = race.turn
    if turn.granted:
        return 0
    return lane_roll_needed(turn.whips) if turn.testing == LANE_TEST else skid_value(race)


_TEST_TRICK_BITS: Final = (
    trick_bit(STEADY_HANDS)
    | trick_bit(ROAR_OF_THE_CROWD)
    | trick_bit(LEAP_OF_FAITH)
    | trick_bit(LOOSE_LINCHPIN)
    | trick_bit(FLASH_OF_BRONZE)
)


@mypyc_attr(acyclic=True)
class TestTricks(TrickWindow):
    """After the dice of a test: the chariot that rolled may use 3, 6 or 7, then its rivals 17 or 18."""

    RULE: ClassVar[str] = "BH-Q43"
    __slots__ = ()

    def tricks(self) -> i64:
        """Return the tricks of this window."""
        return _TEST_TRICK_BITS

    def playable_tricks(self, race: Race, chariot: Chariot) -> i64:
        """Return own tricks for the chariot that rolled, hostile ones for its rivals."""
        turn = race.turn
        if chariot.id == turn.tested:
            if turn.testing == SKID_TEST and not has_passed(race):
                return trick_bit(ROAR_OF_THE_CROWD) | trick_bit(STEADY_HANDS)
            if turn.testing == JUMP_TEST:
                return trick_bit(ROAR_OF_THE_CROWD) | trick_bit(LEAP_OF_FAITH)
            return trick_bit(ROAR_OF_THE_CROWD)
        if race.chariots[turn.tested].fell or turn.testing == JUMP_TEST:
            return 0
        if has_passed(race):
            return 0 if turn.granted or turn.stands else trick_bit(FLASH_OF_BRONZE)
        return trick_bit(LOOSE_LINCHPIN) if turn.testing == SKID_TEST and not has_spun(race) else 0

    def respond(self, race: Race, seat: i64, action: Action) -> list[Step]:
        """BH-T3 and BH-T7 pass the test, BH-T6 and BH-T18 reroll it, BH-T17 wounds and stops the chariot."""
        turn = race.turn
        number = play_trick(race, seat, action, turn.tested)
        if seat == turn.tested:
            turn.spoke = True
        if number == ROAR_OF_THE_CROWD:
            turn.stands = True
            reroll_test(race)
        elif number == FLASH_OF_BRONZE:
            reroll_test(race)
            turn.stands = True
            return [LAST_WORD]
        elif number == LOOSE_LINCHPIN:
            turn.linchpin = True
            wounds_on = race.cards.number(action.args[0], "wounds_on")
            return after_wounds(race, roll_for_wound(race, "linchpin", race.chariots[turn.tested], wounds_on, "BH-T17"))
        else:
            turn.granted = True
        return NOTHING

    def after(self, asked: i64) -> Step:
        """Return the window for the remaining seats."""
        return TestTricks(asked)


@mypyc_attr(acyclic=True)
class LastWord(TrickWindow):
    """After 18 the chariot that rolled may still answer with 6; the new dice stand."""

    RULE: ClassVar[str] = "BH-Q43"
    __slots__ = ()

    def tricks(self) -> i64:
        """Return the tricks of this window."""
        return trick_bit(ROAR_OF_THE_CROWD)

    def playable_tricks(self, race: Race, chariot: Chariot) -> i64:
        """Return trick 6 for the chariot that rolled, if it has played no other trick on this roll (BH-Q48)."""
        return self.tricks() if chariot.id == race.turn.tested and not race.turn.spoke else 0

    def respond(self, race: Race, seat: i64, action: Action) -> list[Step]:
        """Reroll all dice of the test."""
        play_trick(race, seat, action)
        reroll_test(race)
        return NOTHING

    def after(self, asked: i64) -> Step:
        """Return the window for the remaining seats."""
        return LastWord(asked)


def resolve_test(race: Race, outcome: Step) -> list[Step]:
    """Return the steps after the dice of a test: tricks, if any are held, then the outcome."""
    return outcome.run(race) if TEST_TRICKS.can_skip(race) else [TEST_TRICKS, outcome]


TEST_TRICKS: Final = TestTricks(0)
LAST_WORD: Final = LastWord(0)
