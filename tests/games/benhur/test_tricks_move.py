"""Tricks during the move: 4 and 8 before a step; 3, 6, 7, 17 and 18 on a test."""

from __future__ import annotations

import pytest

from hippodrome.games.benhur.events import BendHeld, LaneChanged, MoveCounted, Skidded
from tests.games.benhur.world import game_with, world
from tests.support import clause

# -------------------------------------------------------------------- 4 Inside Line


@clause("BH-T4")
def test_inside_line_changes_lanes_without_a_roll_and_gives_three_points_back() -> None:
    race = world(A="4/1/0 whips 3 hand 4", B="0/1/9", dice="2 1 1")
    race.play("A: whips 3")
    assert race.options == ["straight", "right", "trick 4"]
    race.play("trick 4")
    assert race.points == 2
    for lane, left in ((2, 2), (3, 2), (4, 2)):
        race.play("right")
        assert (race.at("A"), race.points) == (f"4/{lane}/{lane - 1}", left)
    race.play("left")  # the fourth costs its point, but needs no roll either
    assert (race.at("A"), race.points) == ("4/3/4", 1)
    race.play("left")
    assert race.at("A") == "4/2/5"
    assert race.rolls("lane") == []
    assert len(race.events(LaneChanged)) == 5


@clause("BH-T4")
def test_inside_line_is_played_before_a_lane_change_and_only_where_one_is_possible() -> None:
    race = world(A="0/2/12 hand 4", B="4/1/9", dice="3")
    race.play("A: whips 1", "straight")
    assert race.options == ["straight"]  # the last square of the straight
    race.expect_refusal("trick 4", "BH-T4")
    race.play("straight")
    assert race.options == ["straight"]  # in the corner
    race.drive()
    blind = world(A="4/2/3 sand hand 4", B="0/1/9", dice="2")
    blind.play("A: whips 1")
    assert blind.options == ["straight"]
    blind.drive()


@clause("BH-T4")
def test_inside_line_is_over_after_the_turn() -> None:
    race = world(A="4/1/0 hand 4", B="0/1/9", dice="1 | 1 | 1 | 6")
    race.play("A: whips 1", "trick 4", "straight")
    race.drive("B: whips 1").play("A: whips 1", "right")
    assert race.rolls("lane") == [[6]]


@clause("BH-Q44", "BH-T4", "BH-T18")
def test_a_lane_change_without_a_roll_cannot_be_rerolled_by_flash_of_bronze() -> None:
    race = world(A="4/1/0 hand 4", B="0/1/9 hand 18", dice="1")
    race.play("A: whips 1", "trick 4", "right")
    assert race.at("A") == "4/2/1"
    assert (race.decider, race.decision) == ("A", "NextStep")
    assert race.points == 1
    race.play("straight")


@clause("BH-T4", "BH-Q20")
def test_a_blocked_change_by_inside_line_gives_its_point_back_too() -> None:
    race = world(A="4/2/3 hand 4", B="4/1/4", dice="2 | 1 1 | 1")
    race.play("A: whips 1", "trick 4", "left")
    assert (race.at("A"), race.points) == ("4/2/3", 2)
    race.drive()


# -------------------------------------------------------------------- 8 Rein In


@clause("BH-T8", "BH-Q8")
@pytest.mark.parametrize(("driven", "saved"), [(0, 3), (1, 3), (2, 3), (3, 2), (4, 1)])
def test_rein_in_stops_and_saves_up_to_three_points(driven: int, saved: int) -> None:
    race = world(A="4/1/3 whips 1 hand 8", B="0/1/9", dice="5 | 1 | 1 1 1")
    race.play("A: whips 1", *["straight"] * driven, "trick 8")
    assert race.at("A") == f"4/1/{3 + driven}"
    assert race.chariot("A").saved == saved
    race.drive("B: whips 1")
    assert race.options == ["whips 1", "whips 2", "whips 3"]
    race.play("A: whips 3")
    assert int(race.events(MoveCounted)[-1].number) == 1 + saved


@clause("BH-T8")
def test_the_free_choice_and_the_saved_points_are_for_one_turn() -> None:
    race = world(A="4/1/3 rein saved 2", B="0/1/9", dice="1 | 1 | 1")
    race.drive("A: whips 1").drive("B: whips 1")
    assert race.options == ["whips 1", "whips 2"]
    race.play("whips 1")
    assert int(race.events(MoveCounted)[-1].number) == 1


@clause("BH-T8", "BH-Q36")
def test_rein_in_may_be_played_on_a_bend_and_on_a_jump_square() -> None:
    bend = world(A="1/1/0 hand 8", B="4/1/9", dice="2")
    bend.play("A: whips 1")
    assert bend.options == ["straight", "trick 8"]
    bend.play("trick 8")
    assert (bend.at("A"), bend.decider) == ("1/1/0", "B")
    jump = world("river", A="4/1/6 hand 8", B="0/1/9", dice="2")
    jump.play("A: whips 1", "trick 8")
    assert (jump.at("A"), jump.decider) == ("4/1/6", "B")


@clause("BH-T8", "BH-F1")
def test_a_reined_in_chariot_still_fights() -> None:
    race = world(A="4/1/3 hand 8", B="4/2/3", dice="2 | 1 1")
    race.play("A: whips 1", "trick 8")
    assert race.rolls("fight") == [[1], [1]]


@clause("BH-T8")
def test_rein_in_needs_a_step_to_give_up() -> None:
    race = world(A="4/1/3 hand 8", B="0/1/9", dice="1")
    race.play("A: whips 1", "straight")
    assert race.decider == "B"
    assert race.hand("A") == [8]


# -------------------------------------------------------------------- 3 Steady Hands


@clause("BH-T3")
def test_steady_hands_turn_a_failed_skid_test_into_a_pass() -> None:
    race = world(A="1/1/0 hand 3", B="4/1/9", dice="2 | 1")
    race.play("A: whips 1")
    assert (race.decider, race.decision, race.options) == ("A", "TestTricks", ["pass", "trick 3"])
    race.drive("trick 3")
    assert race.at("A") == "2/1/1"
    assert (len(race.events(BendHeld)), len(race.events(Skidded))) == (1, 0)


@clause("BH-T3", "BH-S5")
def test_steady_hands_cancel_a_spin() -> None:
    race = world(A="1/1/0 whips 2 hand 3", B="4/1/9", dice="2 1 | 1 1")
    race.drive("A: whips 2", "A: trick 3")
    assert not race.chariot("A").spun
    assert race.at("A") == "2/1/1"


@clause("BH-T3", "BH-T4")
def test_a_granted_test_does_not_affect_the_next_one() -> None:
    race = world(A="1/1/0 hand 3", B="4/1/9", dice="4 | 1 | 1")
    race.drive("A: whips 1", "A: trick 3")
    assert race.rolls("skid") == [[1], [1]]
    assert race.at("A") == "3/2/2"
    lane = world(A="0/2/12 hand 4", B="4/1/9", dice="2 | 1")
    lane.drive("A: whips 1", "trick 4", "left")
    assert lane.at("A") == "1/2/2"


@clause("BH-Q43", "BH-T6", "BH-T18")
def test_every_roll_can_be_answered() -> None:
    spoken = world(A="1/1/0 hand 1,6", B="4/1/9 hand 18", dice="1 | 5 | 1 | 5")
    spoken.play("A: whips 1", "A: trick 1", "A: pass", "B: trick 18", "A: trick 6")
    assert spoken.rolls("skid") == [[5], [1], [5]]
    repeated = world(A="4/1/0 hand 6", B="0/1/9 hand 18", dice="2 | 1 | 6 | 6 | 1")
    repeated.play("A: whips 1", "A: pass", "right", "A: trick 6", "left", "B: trick 18")
    assert repeated.at("A") == "4/2/2"


@clause("BH-T3", "BH-Q43")
def test_steady_hands_are_for_skid_tests_that_are_not_passed() -> None:
    passed = world(A="1/1/0 hand 3", B="4/1/9", dice="1 | 5")
    passed.play("A: whips 1")
    assert passed.decider == "B"
    lane = world(A="4/1/0 hand 3", B="0/1/9", dice="1 | 1")
    lane.play("A: whips 1", "right")
    assert lane.decider == "B"
    jump = world("river", A="4/1/6 hand 3", B="0/1/9", dice="1 | 1")
    jump.play("A: whips 1")
    assert jump.at("A") == "4/1/7"
    rival = world(A="1/1/0", B="4/1/9 hand 3", dice="1 | 1")
    rival.play("A: whips 1")
    assert rival.decision == "SetWhips"


@clause("BH-Q44", "BH-T3", "BH-T17")
def test_steady_hands_come_before_loose_linchpin() -> None:
    race = world(A="1/1/0 hand 3", B="4/1/9 hand 17", dice="1 | 1")
    race.play("A: whips 1", "A: trick 3")
    assert race.at("A") == "2/1/0"
    assert (race.hand("B"), race.decision) == ([17], "SetWhips")


@clause("BH-Q43", "BH-T3", "BH-T18")
def test_a_test_granted_by_steady_hands_cannot_be_rerolled() -> None:
    race = world(A="1/1/0 hand 3", B="4/1/9 hand 18", dice="1 | 1")
    race.play("A: whips 1", "A: trick 3")
    assert (race.hand("B"), race.decision) == ([18], "SetWhips")


# -------------------------------------------------------------------- 6 Roar of the Crowd on tests


@clause("BH-T6")
def test_roar_of_the_crowd_rerolls_a_lane_change_a_skid_test_or_a_jump() -> None:
    lane = world(A="4/1/0 whips 2 hand 6", B="0/1/9", dice="1 1 | 2 | 3")
    lane.play("A: whips 2", "A: pass", "right", "A: trick 6")
    assert lane.at("A") == "4/2/1"
    skid = world(A="1/1/0 whips 2 hand 6", B="4/1/9", dice="1 1 | 1 1 | 5 5")
    skid.play("A: whips 2", "A: pass", "A: trick 6")
    assert skid.at("A") == "2/1/0"
    assert skid.rolls("skid") == [[1, 1], [5, 5]]
    jump = world("river", A="4/1/6 whips 2 hand 6", B="0/1/9", dice="1 1 | 1 4 | 5 1 | 1 1")
    jump.play("A: whips 2", "A: pass", "A: trick 6")
    assert jump.at("A") == "4/1/8"


@clause("BH-T6")
def test_roar_of_the_crowd_is_not_for_landing_ram_wall_or_fight_dice() -> None:
    race = world("river", A="4/1/6 hand 6", B="4/1/8", dice="1 | 5 | 1 1 | 1 | 1 | 6")
    race.play("A: whips 1", "A: pass", "A: pass")  # movement and jump, and nothing more
    assert race.roll_purposes() == ["move", "jump", "ram", "ram", "direction", "wall", "landing"]
    assert race.decider == "B"


@clause("BH-T6")
def test_the_new_dice_stand_even_if_they_are_worse() -> None:
    race = world(A="1/1/0 hand 6", B="4/1/9", dice="2 | 5 | 1")
    race.drive("A: whips 1", "A: pass", "A: trick 6")
    assert race.at("A") == "1/2/2"


# -------------------------------------------------------------------- 7 Leap of Faith


@clause("BH-T7", "BH-Q44")
def test_leap_of_faith_before_the_dice_needs_no_dice_at_all() -> None:
    race = world("river", A="4/1/6 whips 3 hand 7", B="0/1/9", dice="2 1 1")
    race.play("A: whips 3")
    assert (race.decider, race.options) == ("A", ["straight", "trick 7"])
    race.play("trick 7")
    assert race.at("A") == "4/1/8"
    assert race.points == 1
    assert race.roll_purposes() == ["move"]
    race.drive()


@clause("BH-T7", "BH-Q44")
def test_leap_of_faith_after_the_dice_saves_a_failed_jump_without_landing_dice() -> None:
    race = world("river", A="4/1/6 hand 7", B="0/1/9", dice="2 | 1")
    race.play("A: whips 1", "straight")
    assert (race.decider, race.decision, race.options) == ("A", "TestTricks", ["pass", "trick 7"])
    race.play("trick 7")
    assert (race.at("A"), race.wounds("A")) == ("4/1/8", 5)
    assert race.roll_purposes() == ["move", "jump"]
    race.drive()


@clause("BH-T7")
def test_leap_of_faith_spares_the_landing_dice_of_a_good_jump_too() -> None:
    race = world("river", A="4/1/6 hand 7", B="0/1/9", dice="1 | 6")
    race.play("A: whips 1", "straight", "trick 7")
    assert race.roll_purposes() == ["move", "jump"]


@clause("BH-T7", "BH-Q28")
def test_leap_of_faith_does_not_spare_the_ram_on_the_landing() -> None:
    race = world("river", A="4/1/6 hand 7", B="4/1/8", dice="1 | 6 1 | 3")
    race.play("A: whips 1", "trick 7")
    assert (race.at("A"), race.wounds("A")) == ("4/1/8", 4)


@clause("BH-T7", "BH-Q25")
def test_a_pushed_chariot_may_use_leap_of_faith() -> None:
    race = world("river", A="4/1/5", B="4/1/6 hand 7", dice="1 | 1 1 | 3 | 1")
    race.play("A: whips 1", "straight", "B: trick 7")
    assert race.at("B") == "4/1/8"
    assert not race.chariot("B").wet


@clause("BH-T7")
def test_leap_of_faith_is_not_for_other_tests() -> None:
    lane = world("river", A="4/1/0 hand 7", B="0/1/9", dice="1 | 1").play("whips 1", "right")
    assert lane.decision == "SetWhips"
    skid = world("river", A="1/1/0 hand 7", B="4/1/9", dice="1 | 5").play("whips 1")
    assert skid.decision == "SetWhips"


@clause("BH-T7")
def test_leap_of_faith_is_not_for_a_rivals_jump() -> None:
    race = world("river", A="4/1/6", B="0/1/9 hand 7", dice="1 | 1")
    race.play("A: whips 1")
    assert race.decision == "SetWhips"


# -------------------------------------------------------------------- 17 Loose Linchpin


@clause("BH-T17")
@pytest.mark.parametrize("die", range(1, 7))
def test_loose_linchpin_wounds_on_three_and_stops_the_skidder(die: int) -> None:
    race = world(A="1/1/0", B="4/1/9 hand 17", dice=[6, 4, die])
    race.play("A: whips 1", "B: trick 17")
    assert race.at("A") == "1/2/2"
    assert race.wounds("A") == (4 if die >= 3 else 5)
    assert (race.decider, race.decision) == ("B", "SetWhips")


@clause("BH-T17")
def test_loose_linchpin_needs_a_failed_skid_test_without_a_spin_of_a_rival() -> None:
    passed = world(A="1/1/0", B="4/1/9 hand 17", dice="1 | 5")
    passed.play("A: whips 1")
    assert passed.decision == "SetWhips"
    spun = world(A="1/1/0 whips 2", B="4/1/9 hand 17", dice="1 1 | 1 1")
    spun.play("A: whips 2")
    assert spun.decision == "SetWhips"
    lane = world(A="4/1/0", B="0/1/9 hand 17", dice="1 | 1")
    lane.play("A: whips 1", "right")
    assert lane.decision == "SetWhips"
    own = world(A="1/1/0 hand 17", B="4/1/9", dice="1 | 1")
    own.play("A: whips 1")
    assert own.decision == "SetWhips"


@clause("BH-T17", "BH-D2")
def test_a_chariot_destroyed_by_the_linchpin_does_not_skid() -> None:
    race = world(A="1/1/0 wounds 1", B="1/2/2 hand 17", C="4/1/9", dice="6 | 1 | 3")
    race.play("A: whips 1", "B: trick 17")
    assert (race.at("A"), race.at("B")) == ("", "1/2/2")
    assert race.decider == "B"


@clause("BH-T17", "BH-Q37")
def test_a_linchpin_stops_a_skidder_held_up_on_its_bend() -> None:
    race = world(A="1/3/2", B="1/4/4 hand 17", dice="6 | 1 | 1 | 1 1 | 1 | 1 1")
    race.play("A: whips 1", "B: trick 17")
    assert race.at("A") == "1/3/2"
    assert race.rolls("skid") == [[1]]
    assert race.decider == "B"


NEAR_JUMP = """
key = "test"
title = "A Jump Behind the Corner"
text = "For tests."
order = 9
laps = 2
line = 7
start = [7, 5]
walls = { left = "stone", right = "hedge" }
segments = ["S14", "L", "S3", "L", "S14", "L", "S3", "L"]

[[jumps]]
segment = 2
square = 0
lanes = [4]

[expect]
lengths = [38, 46, 54, 62]
"""


@clause("BH-T17", "BH-Q25")
def test_a_linchpin_stops_the_skidder_whatever_its_rams_cause() -> None:
    race = world(
        "test",
        game=game_with(NEAR_JUMP),
        A="1/4/3",
        B="1/4/4",
        C="1/4/5",
        D="1/4/6",
        E="2/4/0",
        F="4/1/9 hand 17",
        dice="6 | 1 | 1 | 1 | 1 1 | 3 | 1 1 | 3 | 1 1 | 3 | 1 1 | 3 | 5 | 1",
    )
    race.play("A: whips 1", "F: trick 17")
    assert [race.at(letter) for letter in "ABCDE"] == ["1/4/4", "1/4/5", "1/4/6", "2/4/0", "2/4/2"]
    assert race.decider == "B"


# -------------------------------------------------------------------- 18 Flash of Bronze


@clause("BH-T18")
def test_flash_of_bronze_rerolls_a_lane_change_or_a_skid_test_that_was_passed() -> None:
    lane = world(A="4/1/0", B="0/1/9 hand 18", dice="1 | 6 | 1")
    lane.play("A: whips 1", "right", "B: trick 18")
    assert lane.at("A") == "4/1/1"
    skid = world(A="1/1/0 whips 2", B="0/1/9 hand 18", dice="1 1 | 5 5 | 1 1")
    skid.play("A: whips 2", "B: trick 18")
    assert skid.chariot("A").spun
    again = world(A="1/1/0", B="0/1/9 hand 18", dice="1 | 5 | 6")
    again.play("A: whips 1", "B: trick 18")
    assert again.at("A") == "2/1/0"


@clause("BH-T18")
def test_flash_of_bronze_needs_a_pass_of_a_rival_and_no_jump() -> None:
    failed = world(A="1/1/0", B="0/1/9 hand 18", dice="1 | 4")
    failed.play("A: whips 1")
    assert failed.decision == "SetWhips"
    jump = world("river", A="4/1/6", B="0/1/9 hand 18", dice="1 | 5 | 1")
    jump.play("A: whips 1")
    assert jump.decision == "SetWhips"
    own = world(A="1/1/0 hand 18", B="0/1/9", dice="1 | 5")
    own.play("A: whips 1")
    assert own.decision == "SetWhips"


@clause("BH-Q43", "BH-T6", "BH-T18")
def test_after_the_crowd_the_new_dice_stand_and_cannot_be_rerolled() -> None:
    race = world(A="1/1/0 hand 6", B="0/1/9 hand 18", dice="1 | 1 | 5")
    race.play("A: whips 1", "A: pass", "A: trick 6")
    assert race.at("A") == "2/1/0"
    assert (race.hand("B"), race.decision) == ([18], "SetWhips")


@clause("BH-Q43", "BH-T18", "BH-T6")
def test_flash_of_bronze_on_a_lane_change_may_be_answered_by_the_crowd() -> None:
    race = world(A="4/1/0 hand 6", B="0/1/9 hand 18", dice="1 | 6 | 1 | 2")
    race.play("A: whips 1", "A: pass", "right", "A: pass", "B: trick 18", "A: trick 6")
    assert race.at("A") == "4/2/1"
    assert race.rolls("lane") == [[6], [1], [2]]


@clause("BH-Q43", "BH-Q48", "BH-T18")
def test_flash_of_bronze_is_answered_by_nothing_but_the_crowd() -> None:
    race = world(A="1/1/0 hand 3", B="0/1/9 hand 18", dice="1 | 5 | 1")
    race.play("A: whips 1", "B: trick 18")
    assert race.at("A") == "1/2/2"
    assert race.hand("A") == [3]


@clause("BH-Q43", "BH-T18")
def test_a_roll_takes_only_one_flash_of_bronze() -> None:
    race = world(A="1/1/0", B="4/1/9 hand 18", C="0/1/9 hand 18", dice="1 | 5 | 6")
    race.play("A: whips 1", "B: trick 18")
    assert (race.at("A"), race.hand("C"), race.decision) == ("2/1/0", [18], "SetWhips")


@clause("BH-Q43", "BH-T17", "BH-T18")
def test_after_flash_of_bronze_the_new_dice_count_for_rivals_not_yet_asked() -> None:
    race = world(A="1/1/0", B="4/1/9 hand 18", C="0/1/9 hand 17", dice="3 | 5 | 1 | 3")
    race.play("A: whips 1", "B: trick 18", "C: trick 17")
    assert (race.at("A"), race.wounds("A")) == ("1/2/2", 4)
    late = world(A="1/1/0", B="4/1/9 hand 17", C="0/1/9 hand 18", dice="3 | 5 | 1")
    late.drive("A: whips 1", "C: trick 18")  # B was asked while the test was passed
    assert late.hand("B") == [17]
