"""Refusals name the clause and help the player, and they change nothing."""

from __future__ import annotations

import pytest

import hippodrome as hd
from hippodrome.games.benhur.card_effects import TRICK_COUNT
from hippodrome.kit.actions import Action
from tests.games.benhur.world import World, world
from tests.support import clause

NONSENSE = [
    *["", " ", "straight ", " straight", "Straight", "STRAIGHT", "straight  1", "straight\n", "straight;left"],
    *["left 01", "left 1", "straight 1", "trick 1.5", "trick one", "stráight", "drive", "0", "-1", "+"],
]


@clause("BH-M3", "BH-M1", "BH-Q7")
def test_impossible_whips_are_refused() -> None:
    race = world(A="4/2/3 whips 1", B="0/1/9")
    race.expect_refusal("whips 3", "BH-M3", "Legal now: whips 1, whips 2.")
    race.expect_refusal("whips 4", "BH-M1", "Legal now: whips 1, whips 2.")
    race.expect_refusal("whips 0", "BH-Q7", "Legal now: whips 1, whips 2.")
    race.expect_refusal("whips -1", "BH-M1", "You can set 1, 2 or 3 whips.")
    race.expect_refusal("whips", "BH-M3", "Legal now: whips 1, whips 2.")
    race.expect_refusal("whips 1 2", "BH-M3", "Legal now: whips 1, whips 2.")
    fast = world(A="4/2/3 whips 3", B="0/1/9")
    fast.expect_refusal("whips 1", "BH-M3", "up or down by 1 whip at most. Legal now: whips 3, whips 2.")


@clause("BH-Q5")
def test_a_taken_or_unknown_lane_is_refused() -> None:
    race = World(hd.new("benhur", "circus", seats=3, dice=[5, 4, 2], options={"tricks": 0}))
    race.play("lane 1", "lane 4")
    race.expect_refusal("lane 1", "BH-Q5", "Lane 1 of this row is already taken. Legal now: lane 2, lane 3.")
    race.expect_refusal("lane 4", "BH-Q5", "Lane 4 of this row is already taken. Legal now: lane 2, lane 3.")
    race.expect_refusal("lane 0", "BH-Q5", "There are only 4 lanes. Legal now: lane 2, lane 3.")
    race.expect_refusal("lane 5", "BH-Q5", "There are only 4 lanes. Legal now: lane 2, lane 3.")
    race.expect_refusal("lane", "BH-Q5", "Legal now: lane 2, lane 3.")


@clause("BH-C2")
@pytest.mark.parametrize("number", [1, 7, TRICK_COUNT, 0, TRICK_COUNT + 1, -5])
def test_a_trick_that_is_not_held_is_refused(number: int) -> None:
    whips = world(A="4/2/3", B="0/1/9 hand 1")
    whips.expect_refusal(f"trick {number}", "BH-C2", f"You do not hold trick {number}. Legal now: whips 1")
    step = world(A="4/2/3", B="0/1/9 hand 1", dice="1").play("whips 1")
    step.expect_refusal(f"trick {number}", "BH-C2", f"You do not hold trick {number}. Legal now: straight")
    window = world(A="4/2/3 hand 5", B="0/1/9 hand 1")
    window.expect_refusal(f"trick {number}", "BH-C2", f"You do not hold trick {number}. Legal now: pass, trick 5.")


@clause("BH-C2", "BH-Q43")
def test_a_trick_at_the_wrong_moment_is_refused() -> None:
    whips = world(A="4/2/3 hand 1,22", B="0/1/9")
    whips.expect_refusal("trick 1", "BH-T1", "You cannot play trick 1 at this moment. Legal now: whips 1, whips 2.")
    whips.expect_refusal("trick 22", "BH-T22", "You cannot play trick 22 at this moment.")
    step = world(A="4/2/3 hand 3", B="0/1/9", dice="1").play("whips 1")
    step.expect_refusal("trick 3", "BH-T3", "You cannot play trick 3 at this moment. Legal now: straight, left, right.")
    window = world(A="4/2/3 hand 5,9", B="0/1/9")
    window.expect_refusal("trick 9", "BH-T9", "You cannot play trick 9 at this moment. Legal now: pass, trick 5.")
    sand = world(A="4/1/3 hand 20", B="4/3/3", C="0/1/9", dice="1").play("whips 1", "straight")
    sand.expect_refusal("trick 20 2", "BH-T20", "Legal now: pass, trick 20 1.")
    sand.expect_refusal("trick 20", "BH-T20", "Legal now: pass, trick 20 1.")


@clause("BH-Q31", "BH-T11")
def test_answers_to_other_questions_are_refused() -> None:
    fights = world(A="4/2/3", B="4/1/4", C="4/3/4", D="4/4/4", dice="1").drive("whips 1")
    fights.expect_refusal("fight 3", "BH-Q31", "alongside yours that you have not fought this turn. Legal now: fight 1")
    fights.expect_refusal("pass", "BH-Q31", "'pass' is not possible here. Legal now: fight 1, fight 2.")
    aim = world(A="1/3/0 hand 11", B="1/3/1", dice="1").play("whips 1", "straight", "trick 11")
    aim.expect_refusal("left", "BH-T11", "Legal now: straight.")


@clause("BH-Q36")
@pytest.mark.parametrize("text", NONSENSE)
def test_nonsense_is_refused(text: str) -> None:
    race = world(A="4/2/3", B="0/1/9", dice="1").play("whips 1")
    race.expect_refusal(text, "BH-Q36", "Legal now: straight, left, right.")


@clause("BH-M3", "BH-Q36")
def test_a_decision_of_another_seat_is_refused() -> None:
    race = world(A="4/2/3", B="0/1/9", dice="1")
    race.expect_refusal("whips 1", "BH-M3", "not this seat's decision", who="B")
    race.expect_refusal("nonsense!", "BH-M3", "not this seat's decision", who="B")
    race.play("whips 1")
    race.expect_refusal("straight", "BH-Q36", "not this seat's decision", who="B")
    race.play("straight")
    race.expect_refusal("whips 1", "BH-M3", "not this seat's decision", who="A")


@clause("BH-Q43", "BH-Q33")
@pytest.mark.parametrize("action", ["pass", "trick 19", "whips 1", "nonsense!"])
def test_a_secret_decision_of_another_seat_is_refused_without_a_hint(action: str) -> None:
    race = world(A="4/2/3 whips 2", B="4/3/3 hand 19", C="4/1/3")
    assert race.decider == "B"
    race.expect_refusal(action, "", "It is not this seat's decision.", who="A")
    refusal = race.expect_refusal(action, "", who="C")
    assert "19" not in refusal.text
    assert "Legal" not in refusal.text


@clause("BH-Q4")
@pytest.mark.parametrize("action", ["straight", "whips 1", "pass", "nonsense!"])
def test_nothing_can_be_played_after_the_finish(action: str) -> None:
    race = world(laps=1, A="0/2/7", B="4/1/9", dice="1").play("whips 1", "straight")
    assert race.match.result is not None
    race.expect_refusal(action, "BH-Q4", "The race is over; there is nothing left to play.", who="A")
    assert race.match.check(action) == race.match.check(action, 0)


@clause("BH-Q36")
def test_an_action_object_is_checked_like_its_text() -> None:
    race = world(A="4/2/3", B="0/1/9", dice="1").play("whips 1")
    assert race.match.check(Action("left")) is None
    assert race.match.check(Action("left", (1,))) == race.match.check("left 1")
