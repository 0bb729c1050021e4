"""Ramming: sideswipes, shunts, and chains of them."""

from __future__ import annotations

import pytest

from hippodrome.games.benhur.events import (
    Blocked,
    Destroyed,
    JumpCleared,
    JumpFailed,
    MoveEnded,
    PushedOn,
    Shunted,
    Sideswiped,
)
from hippodrome.kit.events import DiceRolled
from tests.games.benhur.world import World, world
from tests.support import clause


def rams(race: World) -> list[tuple[str, int, int]]:
    """Return every ram so far: its kind, the attacker and the defender."""
    rams = race.events(Shunted) + race.events(Sideswiped)
    return [(type(event).__name__, int(event.attacker), int(event.defender)) for event in rams]


# -------------------------------------------------------------------- the two kinds


@clause("BH-R1", "BH-R3", "BH-R6")
@pytest.mark.parametrize("attacker", range(1, 7))
@pytest.mark.parametrize("defender", range(1, 7))
def test_a_shunt_wounds_the_attacker_on_six_and_the_defender_on_five(attacker: int, defender: int) -> None:
    race = world(A="4/2/3", B="4/2/4", dice=[1, attacker, defender, 3])
    race.play("whips 1", "straight")
    assert rams(race) == [("Shunted", 0, 1)]
    assert race.wounds("A") == (4 if attacker == 6 else 5)
    assert race.wounds("B") == (4 if defender >= 5 else 5)


@clause("BH-R1", "BH-R2", "BH-R4", "BH-Q19")
@pytest.mark.parametrize("attacker", range(1, 7))
@pytest.mark.parametrize("defender", range(1, 7))
def test_a_sideswipe_wounds_either_on_five(attacker: int, defender: int) -> None:
    race = world(A="4/2/3", B="4/3/4", dice=[1, 6, attacker, defender, 1, 1])
    race.play("whips 1", "right")
    assert rams(race) == [("Sideswiped", 0, 1)]
    assert race.wounds("A") == (4 if attacker >= 5 else 5)
    assert race.wounds("B") == (4 if defender >= 5 else 5)


@clause("BH-R5", "BH-Q20")
@pytest.mark.parametrize(("change", "lane", "pushed"), [("right", 3, 4), ("left", 2, 1)])
def test_a_sideswiped_chariot_goes_the_way_the_attacker_was_crossing(change: str, lane: int, pushed: int) -> None:
    came = 2 if change == "right" else 3
    race = world(A=f"4/{came}/3", B=f"4/{lane}/4", dice="1 | 6 | 1 1 | 1 1")
    race.play("whips 1", change)
    assert (race.at("A"), race.at("B")) == (f"4/{lane}/4", f"4/{pushed}/4")


@clause("BH-R7", "BH-Q22")
@pytest.mark.parametrize("die", range(1, 7))
def test_a_die_decides_where_a_shunted_chariot_goes(die: int) -> None:
    race = world(A="4/2/3", B="4/2/4", dice=[1, 1, 1, die])
    race.play("whips 1", "straight")
    assert race.at("A") == "4/2/4"
    assert race.at("B") == ("4/1/5" if die <= 2 else "4/2/5" if die <= 4 else "4/3/5")


@clause("BH-R5", "BH-R7", "BH-M4")
def test_a_ram_costs_one_point_and_the_move_continues() -> None:
    race = world(A="4/2/3", B="4/2/4", dice="3 | 1 1 | 5")
    race.play("whips 1", "straight")
    assert race.points == 2
    race.drive()
    assert race.at("A") == "4/2/6"


# -------------------------------------------------------------------- walls and chains


@clause("BH-Q20", "BH-W1")
def test_a_chariot_pushed_against_the_wall_stays_and_so_does_the_attacker() -> None:
    race = world(A="4/3/3", B="4/4/4", dice="3 | 6 | 1 1 | 6")
    race.play("whips 1", "right")
    assert (race.at("A"), race.at("B")) == ("4/3/3", "4/4/4")
    assert race.wounds("B") == 4
    assert [event.attacker for event in race.events(Blocked)] == [0]
    assert race.points == 2  # the point is spent, the move continues
    race.drive()
    assert race.at("A") == "4/3/5"


@clause("BH-Q21", "BH-Q39")
def test_a_chariot_pushed_into_a_third_sideswipes_it_in_turn() -> None:
    race = world(A="4/1/3", B="4/2/4", C="4/3/4", dice="2 | 6 | 1 1 | 1 5")
    race.play("whips 1", "right")
    assert rams(race) == [("Sideswiped", 0, 1), ("Sideswiped", 1, 2)]
    assert [race.at(letter) for letter in "ABC"] == ["4/2/4", "4/3/4", "4/4/4"]
    assert [race.wounds(letter) for letter in "ABC"] == [5, 5, 4]
    race.drive()


@clause("BH-Q21")
def test_a_link_destroyed_at_the_wall_makes_room_for_all_chariots_behind() -> None:
    race = world(A="4/2/3", B="4/3/4", C="4/4/4 wounds 1", dice="2 | 6 | 1 1 | 1 1 | 6")
    race.play("whips 1", "right")
    assert [race.at(letter) for letter in "ABC"] == ["4/3/4", "4/4/4", ""]
    race.drive()


@clause("BH-Q21", "BH-Q24")
def test_a_link_destroyed_as_attacker_pushes_nothing_and_makes_room_behind() -> None:
    race = world(A="4/2/3", B="4/3/4 wounds 1", C="4/4/4", dice="2 | 6 | 1 1 | 5 1")
    race.play("whips 1", "right")
    assert [race.at(letter) for letter in "ABC"] == ["4/3/4", "", "4/4/4"]
    race.drive()


@clause("BH-Q21", "BH-Q24")
def test_a_link_destroyed_as_defender_lets_the_pushed_chariot_in() -> None:
    race = world(A="4/1/3", B="4/2/4", C="4/3/4 wounds 1", dice="2 | 6 | 1 1 | 1 5")
    race.play("whips 1", "right")
    assert [race.at(letter) for letter in "ABC"] == ["4/2/4", "4/3/4", ""]
    race.drive()


@clause("BH-Q22")
@pytest.mark.parametrize("die", range(1, 7))
@pytest.mark.parametrize(
    ("behind", "hit", "ahead"),
    [("1/3/0", "1/3/1", "1/3/2"), ("1/3/1", "1/3/2", "1/3/3"), ("0/2/12", "0/2/13", "1/2/0")],
)
def test_in_a_corner_and_on_the_last_square_before_it_a_shunt_goes_straight(
    die: int, behind: str, hit: str, ahead: str
) -> None:
    race = world(A=behind, B=hit, dice=[1, 1, 1, die])
    race.play("whips 1", "straight")
    assert (race.at("A"), race.at("B")) == (hit, ahead)
    assert race.rolls("wall") == []


@clause("BH-Q22", "BH-W1")
@pytest.mark.parametrize(("lane", "die", "least"), [(1, 2, 5), (4, 5, 6)])
def test_a_shunt_into_the_wall_goes_straight_after_the_wall_die(lane: int, die: int, least: int) -> None:
    for wall in range(1, 7):
        race = world(A=f"4/{lane}/3", B=f"4/{lane}/4", dice=[1, 1, 1, die, wall])
        race.play("whips 1", "straight")
        assert (race.at("A"), race.at("B")) == (f"4/{lane}/4", f"4/{lane}/5")
        assert race.wounds("B") == (4 if wall >= least else 5)


@clause("BH-Q22", "BH-Q24")
def test_a_shunted_chariot_destroyed_by_the_wall_does_not_move() -> None:
    race = world(A="4/1/3", B="4/1/4 wounds 1", C="4/1/5", dice="1 | 1 1 | 1 | 6")
    race.play("whips 1", "straight")
    assert [race.at(letter) for letter in "ABC"] == ["4/1/4", "", "4/1/5"]


@clause("BH-Q22", "BH-Q39")
def test_a_chariot_shunted_into_another_straight_ahead_shunts_it() -> None:
    race = world(A="4/2/3", B="4/2/4", C="4/2/5", dice="1 | 1 1 | 3 | 6 5 | 1")
    race.play("whips 1", "straight")
    assert rams(race) == [("Shunted", 0, 1), ("Shunted", 1, 2)]
    assert [race.at(letter) for letter in "ABC"] == ["4/2/4", "4/2/5", "4/1/6"]
    assert [race.wounds(letter) for letter in "ABC"] == [5, 4, 4]
    assert race.roll_purposes() == ["move", "ram", "ram", "direction", "ram", "ram", "direction"]


@clause("BH-Q22")
def test_a_chariot_shunted_into_another_diagonally_sideswipes_it() -> None:
    race = world(A="4/2/3", B="4/2/4", C="4/3/5", dice="1 | 1 1 | 6 | 5 5")
    race.play("whips 1", "straight")
    assert rams(race) == [("Shunted", 0, 1), ("Sideswiped", 1, 2)]
    assert [race.at(letter) for letter in "ABC"] == ["4/2/4", "4/3/5", "4/4/5"]
    assert [race.wounds(letter) for letter in "ABC"] == [5, 4, 4]


@clause("BH-Q22", "BH-Q21")
def test_where_the_diagonal_is_blocked_a_shunted_chariot_goes_straight_after_all() -> None:
    race = world(A="4/3/3", B="4/3/4", C="4/4/5", dice="1 | 1 1 | 6 | 1 1 | 6")
    race.play("whips 1", "straight")
    assert [race.at(letter) for letter in "ABC"] == ["4/3/4", "4/3/5", "4/4/5"]
    assert race.wounds("C") == 4  # from the hedge


@clause("BH-Q22")
def test_a_shunt_always_clears_the_square() -> None:
    race = world(A="4/3/3", B="4/3/4", C="4/4/5", D="4/3/5", dice="1 | 1 1 | 6 | 1 1 | 1 | 1 1 | 3")
    race.play("whips 1", "straight")
    assert rams(race) == [("Shunted", 0, 1), ("Shunted", 1, 3), ("Sideswiped", 1, 2)]
    assert [race.at(letter) for letter in "ABCD"] == ["4/3/4", "4/3/5", "4/4/5", "4/3/6"]


@clause("BH-Q22")
def test_a_shunted_chariot_destroyed_in_a_blocked_sideswipe_does_not_move() -> None:
    race = world(A="4/3/3", B="4/3/4 wounds 1", C="4/4/5", dice="1 | 1 1 | 6 | 5 1")
    race.play("whips 1", "straight")
    assert [race.at(letter) for letter in "ABC"] == ["4/3/4", "", "4/4/5"]


# -------------------------------------------------------------------- once per pair


@clause("BH-Q23", "BH-R7")
def test_a_chariot_met_again_is_shunted_on_without_wound_dice_and_the_move_continues() -> None:
    race = world(A="4/2/3", B="4/2/4", dice="6 | 1 1 | 3 | 4 | 3 | 6")
    race.drive("whips 1")
    assert race.roll_purposes() == ["move", "ram", "ram", "direction", "direction", "direction", "direction"]
    assert (race.at("A"), race.at("B")) == ("4/2/9", "4/3/8")  # all 6 points are used
    assert len(race.events(Shunted)) == 4
    assert [(event.attacker, event.defender) for event in race.events(PushedOn)] == [(0, 1)] * 3
    assert race.events(MoveEnded) == []
    assert (race.wounds("A"), race.wounds("B")) == (5, 5)


@clause("BH-Q23", "BH-W1")
def test_a_chariot_met_again_still_rolls_for_the_wall() -> None:
    race = world(A="0/1/2", B="0/1/3", dice="2 | 1 1 | 3 | 1 | 6")
    race.drive("whips 1")
    assert race.roll_purposes() == ["move", "ram", "ram", "direction", "direction", "wall"]
    assert (race.at("A"), race.at("B"), race.wounds("B")) == ("0/1/4", "0/1/5", 4)


@clause("BH-Q23")
def test_a_failed_lane_change_into_a_chariot_met_before_shunts_it_on() -> None:
    race = world(A="4/2/3", B="4/2/4", dice="2 | 1 1 | 3 | 1 | 6")
    race.play("whips 1", "straight", "left")
    assert (race.at("A"), race.at("B")) == ("4/2/5", "4/3/6")
    assert race.rolls("ram") == [[1], [1]]
    assert race.decider == "B"


@clause("BH-Q23", "BH-R5", "BH-Q18")
def test_a_chariot_met_again_is_pushed_sideways_once_more() -> None:
    race = world(A="4/1/2", B="4/1/3", dice="3 | 1 1 | 6 | 6")
    race.play("whips 1", "straight")  # B goes ahead to the right
    assert (race.at("A"), race.at("B")) == ("4/1/3", "4/2/4")
    race.play("right")
    assert (race.at("A"), race.at("B"), race.points) == ("4/2/4", "4/3/4", 1)
    assert race.rolls("ram") == [[1], [1]]
    race.drive()


@clause("BH-Q23", "BH-Q20", "BH-Q8")
def test_the_move_ends_at_a_second_contact_if_the_chariot_cannot_be_moved() -> None:
    race = world(A="4/3/2", B="4/4/3", dice="5 | 6 | 1 1 | 1 | 6 | 1")
    race.play("whips 1", "right")
    assert (race.at("A"), race.at("B"), race.points) == ("4/3/2", "4/4/3", 4)  # B holds at the hedge, A may drive on
    race.play("right")
    assert (race.at("A"), race.at("B")) == ("4/3/2", "4/4/3")
    assert race.roll_purposes() == ["move", "lane", "ram", "ram", "wall", "lane", "wall"]
    assert [(event.attacker, event.defender) for event in race.events(MoveEnded)] == [(0, 1)]
    assert race.decider == "B"


@clause("BH-Q23")
def test_a_chariot_destroyed_at_the_wall_lets_the_move_continue() -> None:
    race = world(A="4/3/2", B="4/4/3 wounds 1", C="0/1/0", dice="5 | 6 | 1 1 | 1 | 6 | 6")
    race.play("whips 1", "right", "right")
    assert (race.at("A"), race.at("B"), race.points) == ("4/4/3", "", 3)
    assert race.events(MoveEnded) == []
    race.drive()


@clause("BH-Q23", "BH-Q8")
def test_with_the_option_a_second_contact_ends_the_move() -> None:
    race = world(A="4/2/3", B="4/2/4", dice="6 | 1 1 | 3", repeat="stop")
    race.drive("whips 1")
    assert (race.at("A"), race.at("B")) == ("4/2/4", "4/2/5")
    assert race.rolls("ram") == [[1], [1]]
    assert [(event.attacker, event.defender) for event in race.events(MoveEnded)] == [(0, 1)]
    assert race.decider == "B"


@clause("BH-Q23")
def test_with_the_option_a_failed_lane_change_into_a_chariot_met_before_ends_the_move() -> None:
    race = world(A="4/2/3", B="4/2/4", dice="6 | 1 1 | 3 | 1", repeat="stop")
    race.play("whips 1", "straight", "left")
    assert (race.at("A"), race.at("B")) == ("4/2/4", "4/2/5")
    assert race.decider == "B"


@clause("BH-Q23")
def test_a_pair_rolls_again_in_another_turn() -> None:
    race = world(A="4/2/3", B="4/2/4", dice="1 | 1 1 | 3 | 1 | 1 | 3 | 2 2 | 3")
    race.drive("A: whips 1").drive("B: whips 1").drive("B: whips 1").drive("A: whips 1")
    assert race.rolls("ram") == [[1], [1], [2], [2]]


@clause("BH-Q23", "BH-Q21")
def test_pushed_chariots_that_have_already_rolled_push_without_wounds() -> None:
    race = world(
        A="4/2/3",
        B="4/2/4",
        C="4/3/5",
        D="4/4/5 wounds 1",
        dice="2 | 1 1 | 5 | 1 1 | 1 1 | 5 | 6 | 1 1 | 6",
    )
    race.play("whips 1", "straight")  # B is pushed at C, C at D, D at the hedge: all blocked, and B goes straight
    assert [race.at(letter) for letter in "ABCD"] == ["4/2/4", "4/2/5", "4/3/5", "4/4/5"]
    race.play("right")  # A sideswipes C, and C pushes D once more: no wound dice, but the hedge
    assert [(event.attacker, event.defender) for event in race.events(PushedOn)] == [(2, 3)]
    assert [race.at(letter) for letter in "ABCD"] == ["4/3/5", "4/2/5", "4/4/5", ""]


# -------------------------------------------------------------------- deaths


@clause("BH-Q24", "BH-Q39")
def test_both_wound_dice_are_rolled_even_if_the_first_destroys() -> None:
    race = world(A="4/2/3 wounds 1", B="4/2/4", C="0/1/0", dice="3 | 6 5")
    race.play("whips 1", "straight")
    assert [race.at(letter) for letter in "AB"] == ["", "4/2/4"]  # the defender is not moved
    assert race.wounds("B") == 4
    assert race.rolls("direction") == []
    assert race.decider == "B"


@clause("BH-Q24")
@pytest.mark.parametrize(("step", "target", "dice"), [("straight", "4/2/4", "1 5"), ("right", "4/3/4", "6 | 1 5")])
def test_the_attacker_enters_the_square_of_a_destroyed_defender(step: str, target: str, dice: str) -> None:
    race = world(A="4/2/3", B=f"{target} wounds 1", C="0/1/0", dice=f"2 | {dice}")
    race.play("whips 1", step)
    assert (race.at("A"), race.at("B")) == (target, "")
    assert race.points == 1
    race.drive()


@clause("BH-Q24", "BH-Q42")
def test_both_can_be_destroyed_by_one_ram() -> None:
    race = world(A="4/2/3 wounds 1", B="4/3/4 wounds 1", C="0/1/0", D="3/1/0", dice="2 | 6 | 5 5")
    race.play("whips 1", "right")
    assert [race.at(letter) for letter in "AB"] == ["", ""]
    assert [event.chariot for event in race.events(Destroyed)] == [0, 1]
    assert race.state.standings()[2:] == [1, 0]  # neither has entered a square: B fell further ahead
    assert race.decider == "C"


# -------------------------------------------------------------------- the line and the jump


@clause("BH-Q25", "BH-Q35")
@pytest.mark.parametrize(("die", "square"), [(1, "0/2/8"), (4, "0/3/8"), (6, "0/4/8")])
def test_a_chariot_pushed_over_the_line_counts_the_lap(die: int, square: str) -> None:
    race = world(A="0/3/6 crossings 1", B="0/3/7 crossings 1", dice=[1, 1, 1, die])
    race.play("whips 1", "straight")
    assert race.at("B") == square
    assert (race.crossings("A"), race.crossings("B")) == (1, 2)


@clause("BH-Q25")
def test_a_sideways_push_beyond_the_line_is_not_a_crossing() -> None:
    race = world(A="0/2/7 crossings 1", B="0/3/8 crossings 1", dice="1 | 6 | 1 1 | 1 1")
    race.play("whips 1", "right")
    assert race.at("B") == "0/4/8"
    assert (race.crossings("A"), race.crossings("B")) == (2, 1)


@clause("BH-Q25", "BH-Q4")
def test_all_chariots_in_a_chain_move_up_when_its_head_is_pushed_over_the_finish() -> None:
    race = world(laps=1, A="0/3/5", B="0/3/6", C="0/3/7", dice="1 | 1 1 | 3 | 1 1 | 3")
    race.play("whips 1", "straight")
    assert race.places == "CBA"
    assert [race.at(letter) for letter in "ABC"] == ["0/3/6", "0/3/7", "0/3/8"]


@clause("BH-Q25", "BH-Q4")
def test_a_shunted_chariot_may_win_by_a_ram_beyond_the_line() -> None:
    race = world(laps=1, A="0/2/6", B="0/2/7", C="0/3/8", dice="1 | 1 1 | 5 | 1 1")
    race.play("whips 1", "straight")
    assert (race.places, race.reason) == ("BAC", "finished")
    assert [race.at(letter) for letter in "ABC"] == ["0/2/7", "0/3/8", "0/4/8"]
    assert race.events(Blocked) == []


@clause("BH-Q25", "BH-J1", "BH-J2", "BH-J3")
@pytest.mark.parametrize("die", [1, 3, 6])
def test_a_chariot_pushed_out_of_a_jump_square_jumps_with_its_own_whips(die: int) -> None:
    race = world("river", A="4/2/5", B="4/2/6 whips 2", dice=[3, 1, 1, die, 5, 1, 6, 6, 1])
    race.play("whips 1", "straight")  # the direction makes no difference on a jump square
    assert race.rolls("jump")[0] == [5, 1]
    assert race.rolls("landing") == [[6, 6]]
    assert race.wounds("B") == 3
    assert race.at("B") == "4/2/8"  # and it has no move to continue
    assert race.at("A") == "4/2/7"  # A drives on, jumps with one die and falls short
    assert race.chariot("A").wet


@clause("BH-Q25", "BH-Q27")
def test_the_jump_of_a_pushed_chariot_costs_the_mover_nothing() -> None:
    race = world("river", A="4/2/5 hand 8", B="4/2/6", dice="3 | 1 1 | 3 | 5 | 1")
    race.play("whips 1", "straight")
    assert (race.at("A"), race.at("B"), race.points) == ("4/2/6", "4/2/8", 2)


@clause("BH-Q25", "BH-J5")
def test_a_spun_chariot_pushed_out_of_a_jump_square_rolls_one_die() -> None:
    race = world("river", A="4/2/5", B="4/2/6 whips 0", dice="1 | 1 1 | 3 | 4")
    race.play("whips 1", "straight")
    assert race.rolls("jump") == [[4]]
    assert (race.at("B"), race.wounds("B")) == ("4/2/7", 4)
    assert race.chariot("B").wet
    assert (len(race.events(JumpFailed)), len(race.events(JumpCleared))) == (1, 0)


@clause("BH-Q25", "BH-Q38")
def test_a_chariot_pushed_sideways_out_of_a_jump_square_does_not_jump() -> None:
    race = world("villa", A="10/1/1", B="10/1/2", C="10/2/3", dice="1 | 1 1 | 5 | 1 1")
    race.play("whips 1", "straight")  # B is shunted on to the jump square, from which it pushes C aside
    assert [race.at(letter) for letter in "ABC"] == ["10/1/2", "10/2/3", "10/3/3"]
    assert race.rolls("jump") == []


@clause("BH-Q51", "BH-Q15", "BH-Q25")
@pytest.mark.parametrize(
    ("track", "places", "purposes", "where"),
    [
        ("circus", ("0/2/13", "1/2/0", "1/2/1"), [], "1/2/2"),  # out of a bend there is ground ahead
        ("river", ("4/2/4", "4/2/5", "4/2/6"), ["jump", "landing"], "4/2/8"),  # out of a jump square there is a gap
    ],
)
def test_a_pushed_chariot_rolls_for_the_ground_only(
    track: str, places: tuple[str, str, str], purposes: list[str], where: str
) -> None:
    dice = "1 | 1 1 | 3 | 1 1 | 3" + (" | 5 | 1" if purposes else "")
    race = world(track, A=places[0], B=places[1], C=f"{places[2]} whips 1", dice=dice)
    race.play("whips 1", "straight")  # A shunts B, and B shunts C out of the bend or jump square
    chain = ["ram", "ram", "direction"]
    assert race.roll_purposes() == ["move", *chain, *chain, *purposes]
    assert [race.at(letter) for letter in "ABC"] == [places[1], places[2], where]


@clause("BH-Q51", "BH-Q38")
def test_a_chariot_pushed_sideways_from_a_jump_square_meets_no_gap() -> None:
    race = world("river", A="4/2/5", B="4/3/6", dice="1 | 6 | 1 1 | 1 1")
    race.play("whips 1", "right")
    assert [race.at(letter) for letter in "AB"] == ["4/3/6", "4/4/6"]
    assert "jump" not in race.roll_purposes()


# -------------------------------------------------------------------- the order of a contact


@clause("BH-Q39", "BH-Q50")
def test_the_dice_of_a_contact_are_rolled_in_order() -> None:
    race = world(A="4/2/3", B="4/2/4", C="4/3/5", D="4/4/5", dice="1 | 1 2 | 5 | 3 4 | 1 2 | 3")
    race.play("whips 1", "straight")
    rolls = [(event.purpose, int(event.who)) for event in race.events(DiceRolled)][1:]
    assert rolls == [
        ("ram", 0),
        ("ram", 1),
        ("direction", 1),
        ("ram", 1),
        ("ram", 2),
        ("ram", 2),
        ("ram", 3),
        ("wall", 3),
    ]


@clause("BH-Q39", "BH-Q47")
def test_caltrops_come_after_the_attacker_has_entered() -> None:
    race = world(A="4/2/3", B="4/2/4 wounds 1", C="0/1/0", caltrops="4/2/5", dice="2 | 1 1 | 3 | 6")
    race.play("whips 1", "straight")
    assert [race.at(letter) for letter in "AB"] == ["4/2/4", ""]
    assert race.roll_purposes() == ["move", "ram", "ram", "direction", "caltrops"]
    assert race.points == 1
    race.drive()
    assert race.at("A") == "4/2/5"
