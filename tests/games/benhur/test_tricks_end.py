"""Tricks after the move: 13 and 14 in a fight, 15 and 20 at its end."""

from __future__ import annotations

import pytest

from hippodrome.games.benhur.events import CaughtByCaltrops, MoveCounted
from tests.games.benhur.world import world
from tests.support import clause

# -------------------------------------------------------------------- 13 Long Spear


@clause("BH-T13")
@pytest.mark.parametrize("die", range(1, 7))
def test_long_spear_wounds_on_three_and_slows(die: int) -> None:
    race = world(A="4/1/3 hand 13", B="4/2/4 whips 3", dice=[1, die, 1])
    race.play("whips 1", "straight")
    assert (race.decider, race.decision, race.options) == ("A", "SpearTrick", ["pass", "trick 13"])
    assert race.rolls("fight") == []  # before the die
    race.play("trick 13")
    assert race.wounds("B") == (4 if die >= 3 else 5)
    assert race.whips("B") == 2  # slowed whether wounded or not


@clause("BH-T13")
@pytest.mark.parametrize(("before", "after"), [(0, 0), (1, 1), (2, 1)])
def test_long_spear_takes_no_whip_below_one(before: int, after: int) -> None:
    race = world(A="4/1/3 hand 13", B=f"4/2/4 whips {before}", dice="1 | 1 1")
    race.play("whips 1", "straight", "trick 13")
    assert race.whips("B") == after


@clause("BH-T13", "BH-F2")
def test_the_neighbour_may_answer_with_its_own_spear() -> None:
    race = world(A="4/1/3 whips 2", B="4/2/4 hand 13", dice="1 1 | 5 3")
    race.play("whips 2", "straight")
    assert (race.decider, race.decision) == ("B", "SpearTrick")
    assert race.rolls("fight") == [[5]]
    race.play("trick 13")
    assert (race.wounds("A"), race.whips("A"), race.wounds("B")) == (4, 1, 5)


@clause("BH-T13", "BH-Q31")
def test_long_spear_is_for_one_neighbour() -> None:
    race = world(A="4/2/3 hand 13", B="4/1/4", C="4/3/4", dice="1 | 3 1 | 3 1")
    race.drive("whips 1").play("fight 1", "A: trick 13")
    assert (race.wounds("B"), race.wounds("C")) == (4, 5)
    unplayed = world(A="4/2/3 hand 13", B="4/1/4", C="4/3/4", dice="1 | 3 1 | 3 1")
    unplayed.drive("whips 1").play("fight 1", "A: pass", "A: trick 13")
    assert (unplayed.wounds("B"), unplayed.wounds("C")) == (5, 4)


# -------------------------------------------------------------------- 14 Duck!


@clause("BH-T14")
@pytest.mark.parametrize("strike", [1, 6])
@pytest.mark.parametrize("die", range(1, 7))
def test_duck_makes_the_attack_fail_and_wounds_the_attacker_on_three(strike: int, die: int) -> None:
    race = world(A="4/1/3", B="4/2/4 hand 14", dice=[1, strike, die, 1])
    race.play("whips 1", "straight")
    assert (race.decider, race.decision, race.options) == ("B", "DuckTrick", ["pass", "trick 14"])
    assert race.rolls("fight") == [[strike]]  # after the die, hit or miss
    race.play("trick 14")
    assert (race.wounds("A"), race.wounds("B")) == (4 if die >= 3 else 5, 5)
    assert race.rolls("fight") == [[strike], [1]]
    assert (race.hand("B"), race.state.discard) == ([], (14,))


@clause("BH-T14")
def test_the_mover_may_duck_the_answer() -> None:
    race = world(A="4/1/3 hand 14", B="4/2/4", dice="1 | 1 6 3")
    race.play("whips 1", "straight", "A: trick 14")
    assert (race.wounds("A"), race.wounds("B")) == (5, 4)


@clause("BH-T14", "BH-Q31")
def test_an_attacker_destroyed_by_a_duck_gets_no_answer() -> None:
    race = world(A="4/1/3 wounds 1", B="4/2/4 hand 14", C="0/1/9", dice="1 | 6 3")
    race.play("whips 1", "straight", "B: trick 14")
    assert race.at("A") == ""
    assert race.rolls("fight") == [[6]]
    assert race.decider == "B"


@clause("BH-T14", "BH-T13")
def test_a_ducked_spear_neither_wounds_nor_slows() -> None:
    race = world(A="4/1/3 hand 13", B="4/2/4 whips 3 hand 14", dice="1 | 6 1 | 1")
    race.play("whips 1", "straight", "A: trick 13", "B: trick 14")
    assert (race.wounds("B"), race.whips("B")) == (5, 3)


@clause("BH-T14")
def test_a_duck_is_for_one_attack() -> None:
    race = world(A="4/2/3", B="4/1/4 hand 14", C="4/3/4", dice="1 | 6 1 | 6 | 6 1")
    race.drive("whips 1").play("fight 1", "B: trick 14")
    assert [race.wounds(letter) for letter in "ABC"] == [4, 5, 4]


# -------------------------------------------------------------------- 15 Caltrops


@clause("BH-T15", "BH-Q47")
def test_caltrops_mark_the_last_square_left() -> None:
    race = world(A="4/1/3 hand 15", B="0/1/9", dice="2")
    race.play("whips 1", "straight", "straight")
    assert (race.decider, race.decision, race.options) == ("A", "EndTricks", ["pass", "trick 15"])
    race.play("trick 15")
    assert race.caltrops == "4/1/4"


@clause("BH-T15", "BH-Q47", "BH-Q8")
@pytest.mark.parametrize("die", range(1, 7))
def test_caltrops_wound_on_four_and_stop_a_chariot_that_drives_into_them(die: int) -> None:
    race = world(A="4/1/3", B="0/1/9", caltrops="4/1/5", dice=[6, die])
    race.play("whips 1", "straight", "straight")
    assert race.at("A") == "4/1/5"
    assert race.wounds("A") == (4 if die >= 4 else 5)
    assert race.caltrops == ""
    assert race.decider == "B"


@clause("BH-Q47", "BH-T15")
def test_caltrops_catch_their_owner_too() -> None:
    race = world(A="4/1/3 hand 15", B="4/1/2", dice="1 | 6 | 4")
    race.play("A: whips 1", "straight", "A: trick 15")
    assert race.caltrops == "4/1/3"
    race.drive("B: whips 1")
    assert (race.at("B"), race.wounds("B")) == ("4/1/3", 4)
    own = world(A="4/1/3", B="0/1/9", caltrops="4/1/4", dice="1 | 1")
    own.play("whips 1", "straight")
    assert len(own.events(CaughtByCaltrops)) == 1


@clause("BH-Q47")
def test_caltrops_catch_a_skid_and_a_lane_change_and_a_landing() -> None:
    skid = world(A="1/1/0", B="4/1/9", caltrops="1/2/2", dice="6 | 1 | 1")
    skid.play("whips 1")
    assert (skid.at("A"), skid.caltrops, skid.decider) == ("1/2/2", "", "B")
    lane = world(A="4/1/3", B="0/1/9", caltrops="4/2/4", dice="6 | 6 | 1")
    lane.play("whips 1", "right")
    assert (lane.at("A"), lane.caltrops, lane.decider) == ("4/2/4", "", "B")
    landing = world("river", A="4/1/6", B="0/1/9", caltrops="4/1/8", dice="6 | 5 | 1 | 1")
    landing.play("whips 1")
    assert (landing.at("A"), landing.caltrops, landing.decider) == ("4/1/8", "", "B")


@clause("BH-Q47", "BH-Q39")
def test_a_pushed_chariot_only_risks_the_wound_and_the_mover_drives_on() -> None:
    race = world(A="4/2/3", B="4/2/4", caltrops="4/3/5", dice="3 | 1 1 | 5 | 4")
    race.play("whips 1", "straight")
    assert (race.at("B"), race.wounds("B"), race.caltrops) == ("4/3/5", 4, "")
    assert race.points == 2
    race.drive()
    side = world(A="4/2/3", B="4/3/4", caltrops="4/4/4", dice="2 | 6 | 1 1 | 4")
    side.play("whips 1", "right")
    assert (side.at("B"), side.wounds("B"), side.caltrops) == ("4/4/4", 4, "")
    side.drive()


@clause("BH-Q47", "BH-Q25")
def test_a_pushed_chariot_that_jumps_may_land_on_caltrops() -> None:
    race = world("river", A="4/1/5", B="4/1/6", caltrops="4/1/8", dice="1 | 1 1 | 3 | 5 | 1 | 4")
    race.play("whips 1", "straight")
    assert (race.at("B"), race.wounds("B"), race.caltrops) == ("4/1/8", 4, "")


@clause("BH-Q47")
def test_a_chariot_that_is_not_moved_by_a_ram_enters_nothing() -> None:
    race = world(A="4/3/3", B="4/4/4", caltrops="4/3/3", dice="2 | 6 | 1 1 | 1 | 1 1")
    race.play("whips 1", "right")
    assert (race.at("A"), race.caltrops) == ("4/3/3", "4/3/3")
    race.drive()


@clause("BH-Q47", "BH-T15")
def test_caltrops_lie_in_bends_but_not_on_jump_or_water_squares() -> None:
    bend = world(A="1/1/0 hand 15", B="4/1/9", dice="1 | 5")
    bend.play("whips 1", "trick 15")
    assert bend.caltrops == "1/1/0"
    jump = world("river", A="4/1/6 hand 15", B="0/1/9", dice="1 | 5 | 1")
    jump.play("whips 1")
    assert jump.decision == "SetWhips"
    water = world("river", A="4/1/7 wet hand 15", B="0/1/9", dice="1")
    water.play("whips 1", "straight")
    assert water.decision == "SetWhips"


@clause("BH-Q47", "BH-T15")
def test_without_a_square_left_there_is_nothing_to_mark() -> None:
    race = world(A="4/1/3 hand 8,15", B="0/1/9", dice="1")
    race.play("whips 1", "trick 8")
    assert (race.decider, race.decision) == ("B", "SetWhips")


@clause("BH-T15", "BH-Q6")
def test_a_chariot_that_has_spun_plays_nothing_at_the_end() -> None:
    race = world(A="1/1/0 whips 2 hand 15,20", B="1/2/0", dice="1 1 | 1 1")
    race.play("whips 2")
    assert (race.decider, race.decision) == ("B", "SetWhips")


@clause("BH-T15", "BH-D2")
def test_a_chariot_destroyed_in_its_move_plays_nothing_at_the_end() -> None:
    race = world(A="4/1/3 wounds 1 hand 15", B="0/1/9", C="0/2/9", caltrops="4/1/4", dice="1 | 4")
    race.play("whips 1", "straight")
    assert (race.decider, race.decision) == ("B", "SetWhips")
    assert race.state.discard == (15,)


# -------------------------------------------------------------------- 20 Sand in the Eyes


@clause("BH-T20", "BH-Q46")
def test_sand_in_the_eyes_forbids_lane_changes_and_takes_a_point_in_the_next_turn() -> None:
    race = world(A="4/1/3 hand 20", B="4/3/2", dice="1 | 3 | 1 | 1")
    race.play("whips 1", "straight", "A: trick 20 1", "B: whips 1")
    assert int(race.events(MoveCounted)[-1].number) == 2
    assert race.options == ["straight"]
    race.expect_refusal("left", "BH-T20", "Legal now: straight.")
    race.drive().drive("A: whips 1").play("B: whips 1")
    assert int(race.events(MoveCounted)[-1].number) == 1  # for one turn only
    assert race.options == ["straight", "left", "right"]


@clause("BH-T20", "BH-Q45", "BH-Q35")
def test_sand_is_for_near_rivals_that_are_not_ahead() -> None:
    race = world(A="4/2/3 hand 20", B="4/1/4", C="4/3/4", D="4/4/5", E="4/1/0", F="4/4/1", dice="1")
    race.play("whips 1", "straight")
    # A stands on 4/2/4: B and C are level with it, D is ahead, E is four squares off, F is near.
    assert race.options == ["pass", "trick 20 1", "trick 20 2", "trick 20 5"]
    race.expect_refusal("trick 20 3", "BH-T20")
    race.play("trick 20 5")
    assert [race.chariot(letter).sand for letter in "ABCDEF"] == [False] * 5 + [True]
    assert race.decision == "FightFirst"


@clause("BH-T20")
def test_without_a_victim_sand_is_not_offered() -> None:
    race = world(A="4/1/3 hand 20", B="4/1/6", dice="1")
    race.play("whips 1", "straight")
    assert race.decision == "SetWhips"


@clause("BH-T20", "BH-Q17")
def test_sand_wears_off_in_a_turn_spent_turning_round() -> None:
    race = world(A="1/1/0 whips 0 spun sand", B="4/1/9", dice="1 | 1 | 2 | 6")
    assert not race.chariot("A").sand
    race.drive("B: whips 1").drive("B: whips 1").drive("A: whips 1")
    assert race.at("A") == "2/1/1"
