"""Tricks at the start of a round, at the start of a turn and on the movement dice: 22; 2, 5, 9, 16, 19; 1, 6, 21."""

from __future__ import annotations

import pytest

from hippodrome.games.benhur.events import Healed, MoveCounted, RoundBegan
from tests.games.benhur.world import World, world
from tests.support import clause


def last_move_points(race: World) -> int:
    """Return the points of the last move."""
    return int(race.events(MoveCounted)[-1].number)


# -------------------------------------------------------------------- 22 Bribed Steward


@clause("BH-T22", "BH-Q2")
def test_bribed_steward_takes_the_first_turn_of_the_round_and_one_point_more() -> None:
    race = world(turn="", A="4/1/5", B="4/2/3", C="0/1/9 hand 22", dice="2 | 1 | 1")
    assert race.order == "ABC"
    assert (race.decider, race.decision, race.options) == ("C", "RoundTricks", ["pass", "trick 22"])
    race.play("C: trick 22")
    assert race.order == "CAB"
    assert len(race.events(RoundBegan)) == 1  # the trick alone shows the change
    race.drive("C: whips 1")
    assert last_move_points(race) == 3
    race.drive("A: whips 1").drive("B: whips 1")
    assert race.order == "ABC"  # for one round only


@clause("BH-T22")
def test_the_point_of_the_bribe_is_for_that_turn_only() -> None:
    race = world(turn="", A="4/1/5", B="0/1/9 hand 22", dice="1 | 1 | 1 | 1")
    race.play("B: trick 22").drive("B: whips 1").drive("A: whips 1").drive("A: whips 1").drive("B: whips 1")
    assert [int(event.number) for event in race.events(MoveCounted)] == [2, 1, 1, 1]


@clause("BH-T22")
def test_bribed_steward_is_not_for_the_chariot_that_is_first_anyway() -> None:
    race = world(turn="", A="4/1/5 hand 22", B="4/2/3")
    assert (race.decider, race.decision) == ("A", "SetWhips")


@clause("BH-T22", "BH-Q17")
def test_a_bribe_for_a_turn_spent_turning_round_is_lost() -> None:
    race = world(turn="", A="4/1/5", B="1/1/0 whips 0 spun hand 22", dice="1 | 1 | 1 | 5")
    race.play("B: trick 22")
    assert race.decider == "A"  # B has turned round
    race.drive("A: whips 1").drive("A: whips 1").drive("B: whips 1")
    assert last_move_points(race) == 1


@clause("BH-T22", "BH-Q6")
def test_bribed_steward_may_wait_for_any_round() -> None:
    race = world(turn="", round=0, A="0/1/7 crossings 0", B="0/3/7 crossings 0 hand 22", dice="1 | 1")
    race.play("B: pass").drive("A: whips 1").drive("B: whips 1")
    assert (race.decider, race.decision) == ("B", "RoundTricks")


@clause("BH-Q44", "BH-T22")
def test_the_later_of_two_bribes_goes_first() -> None:
    race = world(turn="", A="4/1/5", B="4/2/3 hand 22", C="0/1/9 hand 22")
    race.play("trick 22", "trick 22")
    assert race.order[0] == "C"
    assert race.order == "CBA"


# -------------------------------------------------------------------- 2 Crack of Thunder


@clause("BH-T2")
@pytest.mark.parametrize(("before", "after"), [(0, 2), (1, 3), (2, 3), (3, 3)])
def test_crack_of_thunder_goes_up_two_whips_and_adds_two(before: int, after: int) -> None:
    race = world(A=f"4/1/3 whips {before} hand 2", B="0/1/9", dice=[1] * after)
    race.play("A: trick 2")
    assert race.whips("A") == after
    assert len(race.rolls("move")[0]) == after  # the whips are set; nothing more is asked
    assert last_move_points(race) == 3
    race.drive()


@clause("BH-T2")
def test_crack_of_thunder_needs_the_second_round_and_a_dry_chariot() -> None:
    first = world(round=1, A="0/1/3 hand 2", B="0/1/9")
    assert first.decision == "SetWhips"
    first.expect_refusal("trick 2", "BH-T2")
    wet = world("river", A="4/1/7 wet hand 2", B="0/1/9")
    assert wet.decision == "SetWhips"


@clause("BH-T2", "BH-T8")
def test_crack_of_thunder_replaces_the_free_choice_after_rein_in() -> None:
    race = world(A="4/1/3 rein saved 1 hand 2", B="0/1/9", dice="1 1 1 | 1")
    race.drive("A: trick 2")
    assert last_move_points(race) == 4
    race.drive("B: whips 1")
    assert race.options == ["whips 3", "whips 2"]


@clause("BH-T2", "BH-C2")
def test_a_trick_need_not_be_played() -> None:
    race = world(A="4/1/3 hand 2", B="0/1/9", dice="1")
    race.drive("A: pass", "A: whips 1")
    assert race.hand("A") == [2]


# -------------------------------------------------------------------- 5 Spina Hugger


@clause("BH-T5", "BH-Q44")
@pytest.mark.parametrize(("bend", "held"), [("1/1/0", "2/1/0"), ("1/2/1", "1/2/2"), ("1/3/2", "1/3/3")])
def test_spina_hugger_makes_every_skid_value_three(bend: str, held: str) -> None:
    race = world(A=f"{bend} whips 2 hand 5", B="4/1/9", dice="1 1 | 3 3")
    race.play("A: trick 5", "whips 2")
    assert race.at("A") == held
    low = world(A=f"{bend} whips 2 hand 5", B="4/1/9", dice="1 1 | 3 2")
    low.play("A: trick 5", "whips 2")
    assert low.at("A") not in (bend, held)


@clause("BH-T5")
def test_spina_hugger_lasts_for_this_turn() -> None:
    race = world(A="0/1/13 hand 5", B="0/1/9", dice="1 | 1 | 1 | 4")
    race.play("A: trick 5").drive("A: whips 1").drive("B: whips 1").drive("A: whips 1")
    assert race.at("A") == "1/2/2"


@clause("BH-T5", "BH-S5")
def test_spina_hugger_does_not_prevent_a_spin() -> None:
    race = world(A="1/1/0 whips 2 hand 5", B="4/1/9", dice="1 1 | 1 1")
    race.play("A: trick 5", "whips 2")
    assert race.chariot("A").spun


# -------------------------------------------------------------------- 9 Patched Wheel


@clause("BH-T9", "BH-D1")
@pytest.mark.parametrize(("before", "after"), [(1, 3), (2, 4), (3, 5), (4, 5)])
def test_patched_wheel_gives_two_wounds_back_but_no_more_than_five(before: int, after: int) -> None:
    race = world(A=f"4/1/3 wounds {before} hand 9", B="0/1/9")
    race.play("A: trick 9")
    assert race.wounds("A") == after
    assert [int(event.number) for event in race.events(Healed)] == [after]
    assert race.decision == "SetWhips"


@clause("BH-T9")
def test_patched_wheel_needs_a_damaged_chariot() -> None:
    assert world(A="4/1/3 hand 9", B="0/1/9").decision == "SetWhips"


@clause("BH-T9", "BH-D1")
def test_patched_wheel_never_exceeds_the_wounds_at_the_start() -> None:
    assert world(A="4/1/3 hand 9", B="0/1/9", max_wounds=3).decision == "SetWhips"
    few = world(A="4/1/3 wounds 2 hand 9", B="0/1/9", max_wounds=3).play("A: trick 9")
    many = world(A="4/1/3 wounds 5 hand 9", B="0/1/9", max_wounds=7).play("A: trick 9")
    assert (few.wounds("A"), many.wounds("A")) == (3, 7)


# -------------------------------------------------------------------- 16 Greased Axle


@clause("BH-T16")
@pytest.mark.parametrize(("before", "after"), [(2, 1), (3, 2)])
def test_greased_axle_forces_a_rival_down_one_whip(before: int, after: int) -> None:
    race = world(A=f"4/1/3 whips {before}", B="0/1/9 hand 16")
    race.play("B: trick 16")
    assert (race.decider, race.options) == ("A", [f"whips {after}"])
    race.expect_refusal(f"whips {before}", "BH-T16", f"Legal now: whips {after}.")


@clause("BH-T16")
def test_greased_axle_needs_a_dry_rival_on_two_or_three_whips() -> None:
    assert world(A="4/1/3 whips 1", B="0/1/9 hand 16").decision == "SetWhips"
    assert world("river", A="4/1/7 whips 3 wet", B="0/1/9 hand 16").decision == "SetWhips"
    assert world(A="4/1/3 whips 2 hand 16", B="0/1/9").decision == "SetWhips"  # not on its own chariot


@clause("BH-T16", "BH-T8")
def test_greased_axle_overrides_the_free_choice_after_rein_in() -> None:
    race = world(A="4/1/3 whips 2 rein", B="0/1/9 hand 16")
    race.play("B: trick 16")
    assert race.options == ["whips 1"]


@clause("BH-T16")
def test_greased_axle_is_over_after_the_turn() -> None:
    race = world(A="4/1/3 whips 3", B="0/1/9 hand 16", dice="1 1 | 1")
    race.play("B: trick 16").drive("A: whips 2").drive("B: whips 1")
    assert race.options == ["whips 2", "whips 1", "whips 3"]


@clause("BH-Q44", "BH-T2", "BH-T16")
def test_after_crack_of_thunder_greased_axle_cannot_be_played() -> None:
    race = world(A="4/1/3 whips 2 hand 2", B="0/1/9 hand 16", dice="1 1 1")
    race.play("A: trick 2")
    assert (race.decider, race.decision) == ("A", "NextStep")
    assert race.hand("B") == [16]
    passed = world(A="4/1/3 whips 2 hand 2", B="0/1/9 hand 16")
    passed.play("A: pass", "B: trick 16")
    assert passed.options == ["whips 1"]


# -------------------------------------------------------------------- 19 Thrown Net


@clause("BH-T19", "BH-Q45")
def test_thrown_net_halves_the_move_of_a_near_rival() -> None:
    race = world(A="4/1/3 whips 2", B="4/4/6 hand 19", dice="6 5")
    race.play("B: trick 19", "A: whips 2")
    assert last_move_points(race) == 3
    assert world(A="4/1/3 whips 2", B="4/4/7 hand 19").decision == "SetWhips"  # too far
    assert world(A="4/1/3 hand 19", B="4/4/6").decision == "SetWhips"  # not on its own chariot


@clause("BH-Q44", "BH-T16", "BH-T19")
def test_an_axle_and_a_net_may_hit_one_chariot() -> None:
    race = world(A="4/1/3 whips 2", B="4/2/3 hand 16", C="4/3/3 hand 19", dice="5")
    race.play("B: trick 16", "C: trick 19", "A: whips 1")
    assert last_move_points(race) == 3


# -------------------------------------------------------------------- 1 Fresh Horses


@clause("BH-T1")
def test_fresh_horses_add_three_after_the_dice_are_seen() -> None:
    race = world(A="4/1/3 whips 2 hand 1", B="0/1/9", dice="1 2")
    race.play("A: whips 2")
    assert (race.decider, race.decision, race.options) == ("A", "RollTricks", ["pass", "trick 1"])
    assert race.rolls("move") == [[1, 2]]
    race.play("trick 1")
    assert last_move_points(race) == 5
    race.drive()
    assert race.at("A") == "4/1/8"


# -------------------------------------------------------------------- 6 Roar of the Crowd on the movement dice


@clause("BH-T6")
def test_roar_of_the_crowd_rerolls_all_movement_dice() -> None:
    race = world(A="4/1/3 whips 3 hand 6", B="0/1/9", dice="6 5 1 | 1 3 2")
    race.play("A: whips 3", "A: trick 6")
    assert race.rolls("move") == [[6, 5, 1], [1, 3, 2]]
    assert last_move_points(race) == 3  # the new dice stand, though they are worse


# -------------------------------------------------------------------- 21 Curse Tablet


@clause("BH-T21")
@pytest.mark.parametrize(("whips", "dice", "move"), [(2, "5 2", 2), (3, "6 4 3", 3)])
def test_curse_tablet_makes_the_lowest_die_count(whips: int, dice: str, move: int) -> None:
    race = world(A=f"4/1/3 whips {whips}", B="0/1/9 hand 21", dice=dice)
    race.play(f"whips {whips}", "B: trick 21")
    assert last_move_points(race) == move


@clause("BH-T21")
def test_curse_tablet_needs_two_dice_and_a_rival() -> None:
    one = world(A="4/1/3 whips 1", B="0/1/9 hand 21", dice="5")
    one.play("whips 1")
    assert one.decision == "NextStep"
    own = world(A="4/1/3 whips 2 hand 21", B="0/1/9", dice="5 2")
    own.play("whips 2")
    assert own.decision == "NextStep"


@clause("BH-Q43", "BH-T21", "BH-T6")
def test_a_curse_is_answered_by_the_crowd_and_the_lowest_new_die_counts() -> None:
    race = world(A="4/1/3 whips 2 hand 6", B="0/1/9 hand 21", dice="5 2 | 4 3")
    race.play("A: whips 2", "A: pass", "B: trick 21", "A: trick 6")
    assert race.rolls("move") == [[5, 2], [4, 3]]
    assert last_move_points(race) == 3
    assert race.state.discard == (21, 6)


@clause("BH-Q43", "BH-T21", "BH-T6")
def test_a_curse_may_follow_the_crowd_because_it_does_not_reroll() -> None:
    race = world(A="4/1/3 whips 2 hand 6", B="0/1/9 hand 21", dice="2 2 | 6 4")
    race.play("A: whips 2", "A: trick 6", "B: trick 21")
    assert last_move_points(race) == 4


@clause("BH-Q48", "BH-Q43", "BH-T21")
def test_a_mover_that_has_played_a_trick_on_its_dice_cannot_answer_the_curse() -> None:
    race = world(A="4/1/3 whips 2 hand 1,6", B="0/1/9 hand 21", dice="5 2")
    race.play("A: whips 2", "A: trick 1", "B: trick 21")
    assert race.decision == "NextStep"
    assert last_move_points(race) == 5
    assert race.hand("A") == [6]
