"""Changing lanes."""

from __future__ import annotations

import pytest

from hippodrome.games.benhur.events import LaneChanged, LaneMissed, Shunted, Sideswiped
from tests.games.benhur.world import world
from tests.support import clause


@clause("BH-L2", "BH-L3", "BH-Q18")
@pytest.mark.parametrize(("whips", "least"), [(1, 2), (2, 3), (3, 4)])
def test_lane_changes_are_harder_at_higher_speed(whips: int, least: int) -> None:
    for die in range(1, 7):
        race = world(A=f"4/2/3 whips {whips}", B="0/1/9", dice=[2] * whips + [die])
        race.play(f"whips {whips}", "right")
        assert race.at("A") == ("4/3/4" if die >= least else "4/2/4")
        assert race.points == 1
        assert len(race.events(LaneChanged)) == (die >= least)
        assert len(race.events(LaneMissed)) == (die < least)
        assert race.rolls("lane") == [[die]]


@clause("BH-Q18", "BH-Q11")
def test_left_is_the_lower_lane_and_right_the_higher() -> None:
    race = world(A="4/2/3", B="0/1/9", dice="2 | 6 | 6")
    race.play("whips 1", "left")
    assert race.at("A") == "4/1/4"
    race.play("right")
    assert race.at("A") == "4/2/5"


@clause("BH-Q18")
def test_each_point_allows_a_lane_change_with_its_own_roll() -> None:
    race = world(A="4/1/0", B="0/1/9", dice="4 | 2 | 1 | 3 | 4")
    race.play("whips 1", "right", "right", "right", "right")
    assert race.rolls("lane") == [[2], [1], [3], [4]]
    assert race.at("A") == "4/4/4"
    assert race.decider == "B"


@clause("BH-L1", "BH-Q10")
def test_there_is_no_lane_change_in_a_corner() -> None:
    race = world(A="1/3/0", B="4/1/9", dice="1")
    race.play("whips 1")
    assert race.options == ["straight"]
    race.expect_refusal("left", "BH-Q10", "Legal now: straight.")
    race.expect_refusal("right", "BH-Q10", "Legal now: straight.")
    race.play("straight")
    bend = world(A="1/3/2 hand 8", B="4/1/9", dice="1 | 3")
    bend.play("whips 1")
    assert bend.options == ["straight", "trick 8"]
    bend.expect_refusal("left", "BH-L1", "Legal now: straight, trick 8.")
    bend.play("straight")


@clause("BH-Q18")
def test_both_squares_of_a_lane_change_are_on_the_same_straight() -> None:
    race = world(A="0/2/12", B="4/1/9", dice="2")
    race.play("whips 1")
    assert race.options == ["straight", "left", "right"]
    race.play("straight")
    assert race.at("A") == "0/2/13"
    assert race.options == ["straight"]
    race.expect_refusal("left", "BH-Q18", "must end on the same straight")
    race.play("straight")


@clause("BH-Q18")
@pytest.mark.parametrize(("lane", "wall", "other"), [(1, "left", "right"), (4, "right", "left")])
def test_there_is_no_lane_change_into_a_wall(lane: int, wall: str, other: str) -> None:
    race = world(A=f"0/{lane}/2", B="4/1/9", dice="1")
    race.play("whips 1")
    assert race.options == ["straight", other]
    reason = f"There is no lane to the {wall} of lane {lane}, only the wall. Legal now: straight, {other}."
    race.expect_refusal(wall, "BH-Q18", reason)
    race.play("straight")


@clause("BH-Q18", "BH-Q26")
def test_lanes_can_be_changed_on_to_a_jump_square() -> None:
    race = world("river", A="4/2/5", B="0/1/0", dice="2 | 2 | 5 | 1")
    race.play("whips 1")
    assert race.options == ["straight", "left", "right"]
    race.play("right")  # the next step is the jump, without a choice
    assert race.roll_purposes() == ["move", "lane", "jump", "landing"]
    assert race.at("A") == "4/3/8"
    dry = world("villa", A="10/3/2", B="0/1/0", dice="1 | 2")
    dry.play("whips 1", "left")
    assert dry.at("A") == "10/2/3"  # from a lane without water
    assert dry.roll_purposes() == ["move", "lane"]


@clause("BH-Q18", "BH-Q26")
def test_there_is_no_lane_change_from_a_jump_square_nor_from_or_into_water() -> None:
    jump = world("river", A="4/2/6 hand 8", B="0/1/0", dice="1 | 5 | 1")
    jump.play("whips 1")
    assert jump.options == ["straight", "trick 8"]
    jump.expect_refusal("left", "BH-Q18", "the only way to leave it is a jump")
    jump.play("straight")
    water = world("river", A="4/2/7 wet", B="0/1/0", dice="1")
    water.play("whips 1")
    assert water.options == ["straight"]  # though both landing squares are dry
    water.expect_refusal("left", "BH-Q18", "You cannot change lanes from a water square")
    water.play("straight")


@clause("BH-Q18", "BH-Q26")
def test_lanes_can_be_changed_beside_the_water() -> None:
    race = world("villa", A="10/3/2", B="0/1/0", dice="4 | 1")
    race.play("whips 1")
    assert race.options == ["straight", "left", "right"]  # left is the jump square
    race.play("straight")
    assert race.options == ["straight", "right"]
    race.expect_refusal("left", "BH-Q18", "You cannot change lanes on to a water square")
    race.play("straight")
    assert race.options == ["straight", "left", "right"]  # left is the landing
    race.play("right")
    assert race.at("A") == "10/3/5"
    race.play("straight")
    outer = world("villa", A="10/4/3", B="0/1/0", dice="1 | 2")
    outer.play("whips 1", "left")
    assert outer.at("A") == "10/3/4"


@clause("BH-Q18")
def test_the_square_straight_ahead_may_be_a_jump() -> None:
    race = world("villa", A="10/2/2", B="0/1/0", dice="1 | 1")
    race.play("whips 1")
    assert race.options == ["straight", "left", "right"]
    race.play("right")  # fails
    assert race.at("A") == "10/2/3"


@clause("BH-Q19", "BH-R3")
def test_a_failed_change_into_an_occupied_square_ahead_is_a_shunt() -> None:
    race = world(A="4/2/3", B="4/2/4", dice="1 | 1 | 1 1 | 3")
    race.play("whips 1", "right")
    assert (len(race.events(Sideswiped)), len(race.events(Shunted))) == (0, 1)
    assert (race.at("A"), race.at("B")) == ("4/2/4", "4/2/5")


@clause("BH-Q18", "BH-Q23")
def test_a_lane_change_may_be_aimed_at_a_chariot_met_before_unless_the_option_forbids_it() -> None:
    pushing = world(A="0/2/3", B="0/2/4", dice="4 | 1 1 | 5 | 2")
    pushing.play("whips 1", "straight")
    assert pushing.options == ["straight", "left", "right"]
    pushing.play("right")
    assert (pushing.at("A"), pushing.at("B")) == ("0/3/5", "0/4/5")
    pushing.drive()
    race = world(A="0/2/3", B="0/2/4", dice="4 | 1 1 | 5", repeat="stop")
    race.play("whips 1", "straight")
    assert (race.at("A"), race.at("B")) == ("0/2/4", "0/3/5")
    assert race.options == ["straight", "left"]
    race.expect_refusal("right", "BH-Q23", "Legal now: straight, left.")
    race.drive()


@clause("BH-Q18", "BH-Q23")
def test_a_chariot_that_was_not_met_may_be_aimed_at_after_another_ram() -> None:
    race = world(A="0/2/3", B="0/2/4", C="0/1/5", dice="2 | 1 1 | 5 | 6 | 1 1 | 1", repeat="stop")
    race.play("whips 1", "straight")
    assert race.options == ["straight", "left"]
    race.play("left")
    assert race.at("C") == "0/1/5"  # against the wall
    assert race.at("A") == "0/2/4"
