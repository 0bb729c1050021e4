"""Whips, movement dice and the length of a move."""

from __future__ import annotations

import pytest

from hippodrome.games.benhur.events import MoveCounted
from tests.games.benhur.world import World, world
from tests.support import clause


def last_move_points(race: World) -> int:
    """Return the points of the last move."""
    return int(race.events(MoveCounted)[-1].number)


@clause("BH-M1", "BH-M3", "BH-Q7")
@pytest.mark.parametrize(
    ("whips", "options"),
    [
        (1, ["whips 1", "whips 2"]),
        (2, ["whips 2", "whips 1", "whips 3"]),
        (3, ["whips 3", "whips 2"]),
        (0, ["whips 1"]),
    ],
)
def test_whips_go_up_or_down_by_one_between_one_and_three(whips: int, options: list[str]) -> None:
    race = world(A=f"0/2/0 whips {whips}", B="3/1/0")
    assert race.decision == "SetWhips"
    assert race.options == options


@clause("BH-M3")
def test_whips_stay_set_until_they_are_changed() -> None:
    race = world(A="4/2/0 whips 2", B="0/1/9", dice="1 1 1 | 1 | 1 1 1")
    race.drive("whips 3").drive("B: whips 1")
    assert race.decider == "A"
    assert race.options == ["whips 3", "whips 2"]
    race.drive("whips 3")
    assert race.whips("A") == 3


@clause("BH-M4", "BH-M1")
@pytest.mark.parametrize(
    ("whips", "dice", "move"),
    [(1, "4", 4), (2, "5 3", 5), (2, "1 6", 6), (3, "2 4 3", 4), (3, "1 1 2", 2)],
)
def test_one_die_for_each_whip_and_the_highest_counts(whips: int, dice: str, move: int) -> None:
    race = world(A=f"4/2/0 whips {whips}", B="0/1/9", dice=dice)
    race.play(f"whips {whips}")
    assert race.rolls("move") == [[int(die) for die in dice.split()]]
    assert race.points == move
    race.drive()
    assert race.at("A") == f"4/2/{move}"


@clause("BH-Q8", "BH-Q36")
def test_the_whole_move_must_be_driven_and_each_step_is_chosen_in_turn() -> None:
    race = world(A="4/2/0", B="0/1/9", dice="3")
    race.play("whips 1")
    for left in (3, 2, 1):
        assert (race.points, race.decision) == (left, "NextStep")
        assert race.options == ["straight", "left", "right"]
        race.play("straight")
    assert race.decider == "B"


@clause("BH-Q36")
def test_the_die_of_a_lane_change_is_rolled_after_the_choice() -> None:
    race = world(A="4/2/0", B="0/1/9", dice="2 | 6 | 6")
    race.play("whips 1")
    assert race.roll_purposes() == ["move"]
    race.play("right")
    assert race.roll_purposes() == ["move", "lane"]
    assert race.decision == "NextStep"
    race.play("left")
    assert race.roll_purposes() == ["move", "lane", "lane"]


@clause("BH-Q36", "BH-Q9")
def test_bends_and_jumps_leave_no_choice() -> None:
    race = world(A="0/1/13", B="4/1/5", dice="3 | 6")
    race.play("whips 1", "straight")
    assert race.at("A") == "2/1/0"  # straight through the bend 1/1/0
    assert race.points == 1
    race.drive()
    jump = world("river", A="4/1/5", B="0/1/0", dice="3 | 6 | 1")
    jump.play("whips 1", "straight")
    assert jump.at("A") == "4/1/8"
    assert jump.points == 1
    jump.drive()


@clause("BH-Q41", "BH-T12")
def test_tests_use_the_whips_of_the_turn_even_if_a_trick_takes_one_away() -> None:
    race = world(A="0/2/11 whips 2", B="0/3/12 hand 12", dice="6 2 | 6 | 1 1 | 4 4")
    race.play("whips 2", "A: right", "B: trick 12")
    assert race.whips("A") == 1
    race.drive()
    assert race.rolls("skid") == [[4, 4]]


@clause("BH-Q41", "BH-J1", "BH-J3")
def test_a_jump_uses_the_whips_of_the_turn_too() -> None:
    race = world("river", A="4/2/3 whips 2", B="4/3/4 hand 12", dice="5 1 | 6 | 1 1 | 5 1 | 1 1")
    race.play("whips 2", "A: right", "B: trick 12")
    assert race.whips("A") == 1
    race.drive()
    assert (race.rolls("jump"), race.rolls("landing")) == ([[5, 1]], [[1, 1]])


@clause("BH-Q41", "BH-T1")
def test_tests_use_the_whips_of_the_turn_however_long_the_move_is() -> None:
    race = world(A="0/1/13 hand 1", B="0/4/0", dice="1 | 5")
    race.play("whips 1", "trick 1")
    assert race.points == 4
    race.drive()
    assert race.rolls("skid") == [[5]]
    assert race.at("A") == "3/1/0"


@clause("BH-Q46")
def test_tricks_add_and_subtract_before_the_move_is_halved() -> None:
    race = world(A="4/2/0 saved 3 sand bribed hand 1", B="4/3/0 hand 19", dice="4")
    race.play("B: trick 19", "A: whips 1", "A: trick 1")
    assert last_move_points(race) == 5  # 4 + 3 saved - 1 sand + 1 bribe + 3 horses = 10, halved


@clause("BH-Q46", "BH-T19")
@pytest.mark.parametrize(("die", "move"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_half_a_move_is_rounded_up(die: int, move: int) -> None:
    race = world(A="4/2/0", B="4/3/0 hand 19", dice=[die])
    race.play("B: trick 19", "A: whips 1")
    assert last_move_points(race) == move


@clause("BH-Q46")
def test_a_move_is_never_less_than_one() -> None:
    race = world(A="4/2/0 sand", B="0/1/9", dice="1")
    race.play("whips 1")
    assert last_move_points(race) == 1
    netted = world(A="4/2/0 sand", B="4/3/0 hand 19", dice="1")
    netted.play("B: trick 19", "A: whips 1")
    assert last_move_points(netted) == 1


@clause("BH-Q46", "BH-T2", "BH-T21")
def test_under_a_curse_tricks_are_added_to_the_lowest_die() -> None:
    race = world(A="4/2/0 hand 2", B="0/1/9 hand 21", dice="2 6 5")
    race.play("A: trick 2", "B: trick 21")
    assert last_move_points(race) == 4


@clause("BH-Q6", "BH-F1")
def test_a_turn_goes_from_tricks_to_whips_to_dice_to_the_move_to_the_fight() -> None:
    race = world(A="4/2/0 hand 5,20", B="4/3/1", dice="1 | 2 3")
    assert (race.decider, race.decision) == ("A", "TurnTricks")
    race.play("pass")
    assert race.decision == "SetWhips"
    race.play("whips 1")
    assert race.roll_purposes() == ["move"]
    race.play("straight")
    assert (race.decider, race.decision) == ("A", "EndTricks")
    assert race.roll_purposes() == ["move"]
    race.play("pass")
    assert race.roll_purposes() == ["move", "fight", "fight"]
    assert (race.decider, race.decision) == ("B", "SetWhips")
