"""The test worlds themselves: what they must refuse, so that no test passes by accident."""

from __future__ import annotations

import pytest

from tests.games.benhur.world import world
from tests.games.scripted_world import created_worlds


def test_unused_scripted_dice_are_detected() -> None:
    race = world(A="4/2/3", B="0/1/9", dice="1 | 6")
    race.drive("whips 1")
    assert race.dice_left == 1
    created_worlds.remove(race)


def test_a_chariot_is_set_up_as_its_text_says() -> None:
    race = world("river", A="4/2/7 whips 3 wounds 2 crossings 0 hand 6,18 wet sand", B="4/1/9")
    chariot = race.chariot("A")
    assert (race.at("A"), race.whips("A"), race.wounds("A"), race.crossings("A")) == ("4/2/7", 3, 2, 0)
    assert (race.hand("A"), chariot.wet, race.state.turn.blind) == ([6, 18], True, True)
    other = race.chariot("B")
    assert (other.whips, other.wounds, other.crossings, other.hand, other.wet) == (1, 5, 1, 0, False)


def test_an_unknown_word_is_refused() -> None:
    with pytest.raises(ValueError, match="unknown word 'whip'"):
        world(A="4/2/3 whip 2", B="0/1/9")


def test_an_unexpected_seat_is_detected() -> None:
    race = world(A="4/2/3", B="0/1/9")
    with pytest.raises(AssertionError, match="A is asked, not B"):
        race.play("B: whips 1")


def test_a_refusal_must_have_the_expected_clause_and_text() -> None:
    race = world(A="4/2/3 whips 1", B="0/1/9")
    with pytest.raises(AssertionError, match="'whips 2' is legal"):
        race.expect_refusal("whips 2", "BH-M3")
    with pytest.raises(AssertionError, match="'whips 3' is refused under BH-M3, not BH-M1"):
        race.expect_refusal("whips 3", "BH-M1")
    with pytest.raises(AssertionError, match="'by 2 whips' is not in"):
        race.expect_refusal("whips 3", "BH-M3", "by 2 whips")


def test_pieces_need_consecutive_letters() -> None:
    with pytest.raises(AssertionError, match=r"named A, B, C \.\.\., not AC"):
        world(A="4/2/3", C="0/1/9")


def test_a_fork_continues_separately_and_may_leave_dice() -> None:
    race = world(A="4/2/3", B="0/1/9", dice="2")
    other = race.fork()
    race.drive("whips 1")
    assert (race.at("A"), race.dice_left) == ("4/2/5", 0)
    assert (other.at("A"), other.dice_left) == ("4/2/3", 1)
