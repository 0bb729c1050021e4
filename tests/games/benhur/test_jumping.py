"""The jump and the water."""

from __future__ import annotations

import pytest

from hippodrome.games.benhur.events import FellIn, JumpCleared, JumpFailed, Landed, MoveEnded, Shunted
from tests.games.benhur.world import world
from tests.support import clause


@clause("BH-J1", "BH-J2", "BH-J5")
@pytest.mark.parametrize(
    ("whips", "dice", "over"),
    [
        (1, "4", False),
        (1, "5", True),
        (1, "6", True),
        (2, "4 4", False),
        (2, "1 5", True),
        (3, "4 3 4", False),
        (3, "6 1 1", True),
        (3, "1 1 5", True),
    ],
)
def test_a_jump_with_any_five_or_six_clears_the_water(whips: int, dice: str, over: bool) -> None:
    script = "1 " * whips + dice + " 1" * (whips if over else 0)
    race = world("river", A=f"4/2/6 whips {whips}", B="0/1/0", dice=script)
    race.play(f"whips {whips}")
    assert race.rolls("jump") == [[int(die) for die in dice.split()]]
    assert race.at("A") == ("4/2/8" if over else "4/2/7")
    assert (len(race.events(JumpCleared)), len(race.events(JumpFailed))) == (over, not over)


@clause("BH-J3", "BH-Q30")
@pytest.mark.parametrize(
    ("whips", "dice", "wounds"),
    [(1, "5", 0), (1, "6", 1), (2, "6 6", 2), (2, "5 6", 1), (3, "6 5 6", 2), (3, "6 6 6", 3), (3, "1 2 5", 0)],
)
def test_each_six_on_landing_is_a_wound(whips: int, dice: str, wounds: int) -> None:
    race = world("river", A=f"4/2/6 whips {whips}", B="0/1/0", dice="1 " * whips + "5 " * whips + dice)
    race.play(f"whips {whips}")
    assert race.rolls("landing") == [[int(die) for die in dice.split()]]
    assert race.wounds("A") == 5 - wounds
    assert len(race.events(Landed)) == 1


@clause("BH-J3", "BH-D2")
def test_a_landing_can_destroy_a_chariot() -> None:
    race = world("river", A="4/2/6 whips 3 wounds 2", B="0/1/0", C="0/2/0", dice="3 3 3 | 5 1 1 | 6 6 6")
    race.play("whips 3")
    assert race.at("A") == ""
    assert race.decider == "B"


@clause("BH-J4", "BH-Q27")
@pytest.mark.parametrize(("points", "ends"), [(1, "4/2/8"), (2, "4/2/9"), (4, "4/2/11")])
def test_a_jump_costs_one_point_and_the_move_continues(points: int, ends: str) -> None:
    race = world("river", A="4/2/6", B="0/1/0", dice=[points, 5, 1])
    race.drive("whips 1")
    assert race.at("A") == ends


@clause("BH-J1")
def test_a_move_that_ends_on_the_jump_square_jumps_next_turn() -> None:
    race = world("river", A="4/2/5 whips 2", B="0/1/8 crossings 0", dice="1 1 | 1 | 1 1 1 | 1 1 6 | 1 1 1")
    race.drive("whips 2")
    assert race.at("A") == "4/2/6"
    race.drive("B: whips 1").drive("A: whips 3")
    assert race.rolls("jump") == [[1, 1, 6]]


@clause("BH-J5", "BH-Q29", "BH-Q30", "BH-Q8")
def test_a_fall_costs_a_wound_without_a_roll_and_ends_the_move() -> None:
    race = world("river", A="4/2/6 whips 3", B="0/1/0", dice="6 6 6 | 4 4 4")
    race.play("whips 3")
    assert (race.at("A"), race.wounds("A"), race.chariot("A").wet) == ("4/2/7", 4, True)
    assert race.roll_purposes() == ["move", "jump"]
    assert race.decider == "B"


@clause("BH-J5", "BH-Q29", "BH-M3")
def test_a_wet_chariot_starts_again_on_exactly_one_whip_with_an_ordinary_step() -> None:
    race = world("river", A="4/2/7 whips 3 wet", B="0/1/9", dice="2 | 1 | 1 1")
    assert race.options == ["whips 1"]
    race.expect_refusal("whips 2", "BH-Q29", "Legal now: whips 1.")
    race.expect_refusal("whips 3", "BH-Q29", "Legal now: whips 1.")
    race.drive("whips 1")
    assert race.at("A") == "4/2/9"
    assert race.roll_purposes() == ["move"]
    assert not race.chariot("A").wet
    race.drive("B: whips 1")
    assert race.options == ["whips 1", "whips 2"]
    race.drive("A: whips 2")


@clause("BH-Q29", "BH-Q28")
def test_a_chariot_pushed_out_of_the_water_stays_wet() -> None:
    race = world("river", A="4/2/6", B="4/2/7 whips 3 wet", dice="1 | 1 | 1 1 | 5")
    race.play("whips 1")
    assert (race.at("A"), race.at("B")) == ("4/2/7", "4/3/8")
    assert race.chariot("B").wet
    assert (race.decider, race.options) == ("B", ["whips 1"])


@clause("BH-Q28", "BH-R3", "BH-R6")
def test_a_fall_on_to_a_chariot_in_the_water_is_a_shunt_before_the_certain_wound() -> None:
    race = world("river", A="4/2/6", B="4/2/7 wet", dice="3 | 4 | 6 5 | 1")
    race.play("whips 1")
    assert len(race.events(Shunted)) == 1
    assert (race.at("A"), race.at("B")) == ("4/2/7", "4/1/8")
    assert (race.wounds("A"), race.wounds("B")) == (3, 4)


@clause("BH-Q28")
def test_the_landing_dice_come_after_the_ram_and_not_for_a_destroyed_chariot() -> None:
    race = world("river", A="4/2/6 wounds 1", B="4/2/8", C="0/1/0", dice="3 | 5 | 6 1")
    race.play("whips 1")
    assert race.roll_purposes() == ["move", "jump", "ram", "ram"]
    assert (race.at("A"), race.at("B")) == ("", "4/2/8")


@clause("BH-Q23", "BH-Q28")
def test_a_jump_on_to_a_chariot_met_before_shunts_it_on() -> None:
    good = world("river", A="4/2/5", B="4/2/6", dice="3 | 1 1 | 3 | 5 | 1 | 5 | 3 | 1 | 6")
    good.drive("whips 1")  # A pushes B over the jump, lands behind it and pushes it twice more
    assert good.rolls("ram") == [[1], [1]]
    assert (good.at("A"), good.at("B")) == ("4/2/9", "4/3/10")
    failed = world("river", A="4/2/5", B="4/2/6", dice="3 | 1 1 | 3 | 1 | 1 | 3")
    failed.play("whips 1", "straight")  # both fall into the water, one after the other
    assert failed.rolls("ram") == [[1], [1]]
    assert (failed.at("A"), failed.at("B")) == ("4/2/7", "4/2/8")
    assert failed.chariot("A").wet


@clause("BH-Q23", "BH-Q28")
@pytest.mark.parametrize(("jump", "where"), [("5", "4/2/8"), ("1", "4/2/7")])
def test_with_the_option_a_jump_on_to_a_chariot_met_before_ends_the_move(jump: str, where: str) -> None:
    # A pushes B over the jump (or into the water) and then comes to the same jump itself.
    dice = f"3 | 1 1 | 3 | {'5 | 1' if jump == '5' else '1'} | {jump}"
    race = world("river", A="4/2/5", B="4/2/6", dice=dice, repeat="stop")
    race.play("whips 1", "straight")
    assert (race.at("A"), race.at("B")) == ("4/2/6", where)
    assert len(race.events(MoveEnded)) == 1
    assert not race.chariot("A").wet
    assert race.rolls("landing") == ([[1]] if jump == "5" else [])


@clause("BH-Q26")
def test_only_the_lanes_of_the_track_file_have_a_jump() -> None:
    dry = world("villa", A="10/3/2", B="0/1/0", dice="3")
    dry.drive("whips 1")
    assert dry.at("A") == "10/3/5"
    wet = world("villa", A="10/2/2", B="0/1/0", dice="3 | 5 | 1")
    wet.drive("whips 1")
    assert wet.at("A") == "10/2/6"


@clause("BH-Q38")
def test_a_chariot_pushed_on_to_a_jump_square_stays_there_and_jumps_when_it_leaves() -> None:
    race = world("river", A="4/2/4", B="4/2/5", dice="1 | 1 1 | 6 | 2 | 6 | 1")
    race.play("whips 1", "straight")
    assert race.at("B") == "4/3/6"
    assert race.rolls("jump") == []
    race.drive("B: whips 1")
    assert race.rolls("jump") == [[6]]
    assert race.at("B") == "4/3/9"


@clause("BH-Q38")
def test_a_chariot_pushed_diagonally_into_the_water_makes_no_jump_roll() -> None:
    race = world("villa", A="10/3/2", B="10/3/3", dice="1 | 1 1 | 1")
    race.play("whips 1", "straight")
    assert race.at("B") == "10/2/4"
    assert (race.wounds("B"), race.chariot("B").wet) == (4, True)
    assert race.roll_purposes() == ["move", "ram", "ram", "direction"]
    assert [event.chariot for event in race.events(FellIn)] == [1]


@clause("BH-Q38", "BH-D2")
def test_the_water_can_destroy_a_chariot_and_the_push_still_makes_room() -> None:
    race = world("villa", A="10/4/3", B="10/3/4 wounds 1", C="0/1/0", dice="1 | 6 | 1 1")
    race.play("whips 1", "left")
    assert (race.at("A"), race.at("B")) == ("10/3/4", "")


@clause("BH-Q29", "BH-Q32", "BH-F1")
def test_a_chariot_that_falls_into_the_water_still_fights() -> None:
    race = world("river", A="4/2/6", B="4/3/7 wet", dice="1 | 1 | 6 6")
    race.play("whips 1")
    assert race.roll_purposes() == ["move", "jump", "fight", "fight"]
    assert (race.wounds("A"), race.wounds("B")) == (3, 4)
