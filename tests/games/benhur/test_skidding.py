"""Skidding out of bends, and spinning."""

from __future__ import annotations

import pytest

from hippodrome.games.benhur.events import BendHeld, MoveEnded, Shunted, Sideswiped, Skidded, SpunOut
from tests.games.benhur.world import world
from tests.support import clause


@clause("BH-S1", "BH-S2")
@pytest.mark.parametrize(
    ("bend", "held", "slid", "least"),
    [
        ("1/1/0", "2/1/0", "1/2/2", 5),
        ("1/2/1", "1/2/2", "1/3/3", 4),
        ("1/3/2", "1/3/3", "1/4/4", 3),
    ],
)
def test_each_lane_of_a_left_hand_corner_has_its_skid_value(bend: str, held: str, slid: str, least: int) -> None:
    for die in range(1, 7):
        race = world(A=bend, B="4/1/9", dice=[1, die])
        race.play("whips 1")
        assert race.at("A") == (held if die >= least else slid)
        assert len(race.events(BendHeld)) == (die >= least)
        assert len(race.events(Skidded)) == (die < least)


@clause("BH-S2", "BH-Q14")
def test_the_outermost_lane_has_skid_value_three() -> None:
    held = world(A="1/4/3", B="4/1/9", dice="2 | 3")
    held.drive("whips 1")
    assert held.at("A") == "1/4/5"
    slid = world(A="1/4/3", B="4/1/9", dice="2 | 2 | 1")
    slid.drive("whips 1")
    assert slid.at("A") == "1/4/4"


@clause("BH-S2", "BH-Q11", "BH-Q12")
@pytest.mark.parametrize(
    ("bend", "held", "slid", "least"),
    [
        ("5/4/0", "6/4/0", "5/3/2", 5),
        ("5/3/1", "5/3/2", "5/2/3", 4),
        ("5/2/2", "5/2/3", "5/1/4", 3),
    ],
)
def test_at_a_right_hand_corner_lane_four_is_the_inside(bend: str, held: str, slid: str, least: int) -> None:
    for die in range(1, 7):
        race = world("villa", A=bend, B="0/1/0", dice=[1, die])
        race.play("whips 1")
        assert race.at("A") == (held if die >= least else slid)


@clause("BH-S3")
@pytest.mark.parametrize(
    ("whips", "dice", "held"),
    [
        (2, "4 4", True),
        (2, "6 3", False),
        (3, "4 5 4", True),
        (3, "6 6 3", False),
        (3, "3 6 6", False),
    ],
)
def test_every_die_of_a_skid_test_must_be_good_enough(whips: int, dice: str, held: bool) -> None:
    race = world(A=f"1/2/1 whips {whips}", B="4/1/9", dice="1 " * whips + dice)
    race.play(f"whips {whips}")
    assert race.rolls("skid") == [[int(die) for die in dice.split()]]
    assert race.at("A") == ("1/2/2" if held else "1/3/3")


@clause("BH-S1", "BH-Q10")
def test_only_the_bend_square_of_a_corner_is_tested() -> None:
    race = world(A="1/4/0", B="4/1/9", dice="6 | 3")
    race.drive("whips 1")
    assert race.at("A") == "1/4/6"
    assert race.rolls("skid") == [[3]]


@clause("BH-S4", "BH-Q13")
@pytest.mark.parametrize(("points", "ends"), [(1, "1/2/2"), (2, "1/2/2"), (3, "2/2/0"), (4, "2/2/1")])
def test_a_skid_costs_its_step_and_an_extra_point_if_there_is_one(points: int, ends: str) -> None:
    race = world(A="1/1/0", B="4/1/9", dice=[points, 4])
    race.drive("whips 1")
    assert race.at("A") == ends


@clause("BH-Q13")
def test_a_skid_never_takes_the_points_below_zero() -> None:
    race = world(A="1/1/0 hand 15", B="4/1/9", dice="1 | 4")
    race.play("whips 1")
    assert race.decision == "EndTricks"
    assert race.points == 0


@clause("BH-Q14", "BH-Q13")
@pytest.mark.parametrize(("points", "ends"), [(1, "1/4/4"), (2, "1/4/4"), (3, "1/4/5")])
def test_a_skid_against_the_wall_continues_in_its_own_lane(points: int, ends: str) -> None:
    race = world(A="1/4/3", B="4/1/9", dice=[points, 1, 5])
    race.drive("whips 1")
    assert race.at("A") == ends
    assert race.wounds("A") == 5  # the hedge wounds on a 6 only


@clause("BH-Q14")
def test_a_chariot_destroyed_by_the_wall_does_not_move() -> None:
    race = world(A="1/4/3 wounds 1", B="4/1/9", C="1/4/4", dice="4 | 1 | 6")
    race.play("whips 1")
    assert race.at("A") == ""
    assert race.at("C") == "1/4/4"
    assert race.decider == "B"


@clause("BH-Q14", "BH-R3")
def test_after_the_wall_a_chariot_ahead_is_shunted() -> None:
    race = world(A="1/4/3", B="1/4/4", dice="2 | 1 | 1 | 1 1 | 2")
    race.play("whips 1")
    assert len(race.events(Shunted)) == 1
    assert (race.at("A"), race.at("B")) == ("1/4/4", "1/4/5")
    assert race.points == 0


@clause("BH-Q15")
def test_a_move_that_ends_on_a_bend_is_tested_next_turn_with_that_turns_dice() -> None:
    race = world(A="0/1/13 whips 2", B="4/1/9 crossings 0", dice="1 1 | 2 | 1 1 1 | 5 5 4")
    race.drive("whips 2")
    assert race.at("A") == "1/1/0"
    assert race.rolls("skid") == []
    race.drive("B: whips 1")
    race.drive("A: whips 3")
    assert race.rolls("skid") == [[5, 5, 4]]
    assert race.at("A") == "1/2/2"


@clause("BH-Q15")
def test_a_chariot_pushed_out_of_a_bend_makes_no_test() -> None:
    race = world(A="1/3/1", B="1/3/2 whips 3", dice="1 | 1 1 | 6")
    race.drive("whips 1")
    assert (race.at("A"), race.at("B")) == ("1/3/2", "1/3/3")
    assert race.rolls("skid") == []


@clause("BH-S5", "BH-Q16")
@pytest.mark.parametrize(
    ("whips", "dice", "spun"),
    [
        (1, "1", False),
        (2, "1 1", True),
        (2, "1 6", False),
        (3, "1 6 1", True),
        (3, "6 1 1", True),
        (3, "1 1 1", True),
        (3, "6 1 6", False),
    ],
)
def test_two_or_more_ones_are_a_spin(whips: int, dice: str, spun: bool) -> None:
    race = world(A=f"1/2/1 whips {whips}", B="4/1/9", dice="3 " * whips + dice)
    race.drive(f"whips {whips}")
    assert race.chariot("A").spun is spun
    assert len(race.events(SpunOut)) == spun
    assert len(race.events(Skidded)) == (not spun)
    assert race.at("A") == ("1/2/1" if spun else "1/3/4")


@clause("BH-S5", "BH-Q17")
def test_a_spin_ends_the_turn_at_once_on_the_bend_with_no_whips() -> None:
    race = world(A="0/1/13 whips 2", B="4/1/9", dice="6 6 | 1 1")
    race.play("whips 2", "straight")
    assert (race.at("A"), race.whips("A")) == ("1/1/0", 0)
    assert race.points == 0
    assert race.decider == "B"


@clause("BH-Q17", "BH-T5", "BH-T9", "BH-T2", "BH-T16", "BH-T19")
def test_no_trick_is_played_at_the_start_of_a_turn_spent_turning_round() -> None:
    race = world(turn="B", A="1/1/0 whips 0 wounds 3 spun hand 2,5,9", B="1/2/0 hand 16,19", dice="1")
    race.drive("whips 1")
    assert not race.chariot("A").spun  # its turn has passed without a decision
    assert race.wounds("A") == 3
    assert race.state.round == 3
    assert (race.decider, race.decision) == ("A", "TurnTricks")
    assert race.options == ["pass", "trick 2", "trick 5", "trick 9"]


@clause("BH-Q17")
def test_after_turning_round_a_chariot_starts_again_with_one_whip_and_one_die() -> None:
    race = world(A="1/1/0 whips 0 spun", B="4/1/9", dice="2 | 1 | 3 | 6")
    assert race.decider == "B"  # A's turn has passed
    race.drive("whips 1")
    race.drive("B: whips 1")
    assert race.options == ["whips 1"]
    race.expect_refusal("whips 2", "BH-Q17", "Legal now: whips 1.")
    race.drive("A: whips 1")
    assert race.rolls("skid") == [[6]]
    assert race.at("A") == "3/1/0"


@clause("BH-Q17")
def test_a_spun_chariot_can_be_rammed_like_any_other() -> None:
    race = world(turn="B", A="1/3/2 whips 0 spun", B="1/3/1", dice="1 | 1 5 | 3")
    race.drive("whips 1")
    assert (race.at("A"), race.at("B")) == ("1/3/3", "1/3/2")
    assert race.wounds("A") == 4
    assert not race.chariot("A").spun  # its turn came and was spent turning round


@clause("BH-Q37", "BH-Q20", "BH-W1")
def test_a_skid_into_a_chariot_that_cannot_move_leaves_the_skidder_on_its_bend() -> None:
    race = world(A="1/3/2", B="1/4/4", dice="2 | 2 | 1 1 | 6 | 1 1")
    race.play("whips 1")
    assert (race.at("A"), race.at("B")) == ("1/3/2", "1/4/4")
    assert race.wounds("B") == 4  # from the hedge
    assert len(race.events(Sideswiped)) == 1
    assert race.decider == "B"  # both points are gone, and the move is over


@clause("BH-Q37", "BH-Q23")
def test_with_points_left_a_skidder_held_up_on_its_bend_tests_again() -> None:
    held = world(A="1/3/2", B="1/4/4", dice="4 | 2 | 1 1 | 1 | 3")
    held.drive("whips 1")
    assert held.rolls("skid") == [[2], [3]]
    assert held.at("A") == "1/3/4"
    again = world(A="1/3/2", B="1/4/4", dice="6 | 2 | 1 1 | 1 | 2 | 1 | 1 1")
    again.play("whips 1")
    assert again.at("A") == "1/3/2"  # a second contact, and B still holds: the move ends on the bend
    assert len(again.events(MoveEnded)) == 1
    assert (again.rolls("ram"), again.rolls("wall")) == ([[1], [1]], [[1], [1]])
    assert again.decider == "B"
    stopped = world(A="1/3/2", B="1/4/4", dice="6 | 2 | 1 1 | 1 | 2 | 1 1", repeat="stop")
    stopped.play("whips 1")
    assert (stopped.at("A"), len(stopped.events(MoveEnded))) == ("1/3/2", 1)
    assert (stopped.rolls("ram"), stopped.rolls("wall")) == ([[1], [1]], [[1]])


@clause("BH-Q37", "BH-Q23")
def test_a_skid_into_a_chariot_met_before_pushes_it_on() -> None:
    race = world(A="1/2/1", B="1/3/3", C="1/4/5 wounds 1", dice="6 | 2 | 1 1 | 1 1 | 1 | 2 | 6")
    race.play("whips 1")  # C holds at the hedge at first and is destroyed there the second time
    assert race.rolls("ram") == [[1]] * 4
    assert [race.at(letter) for letter in "ABC"] == ["1/3/3", "1/4/5", ""]
    assert (race.points, race.decider) == (2, "A")
    race.drive()


@clause("BH-Q37", "BH-Q21")
def test_a_victim_destroyed_at_the_wall_makes_room_for_the_skidder() -> None:
    race = world(A="1/3/2", B="1/4/4 wounds 1", C="4/1/9", dice="2 | 2 | 1 1 | 6")
    race.play("whips 1")
    assert (race.at("A"), race.at("B")) == ("1/4/4", "")


@clause("BH-Q37", "BH-Q40")
def test_at_a_right_hand_corner_a_skidder_pushes_to_the_left() -> None:
    race = world("villa", A="5/4/0", B="5/3/2", dice="1 | 4 | 1 1 | 1 1")
    race.play("whips 1")
    assert (race.at("A"), race.at("B")) == ("5/3/2", "5/2/4")
