"""Action dice: their uses, their order, and refusals."""

from __future__ import annotations

import pytest

from hippodrome.games.wheelie.events import ActEnded, Attacked
from hippodrome.games.wheelie.state import EXPERT_DRIVER
from tests.games.wheelie.world import world
from tests.support import clause

MISS = "1 1 1 1 1 1 | 1 1 1 1 1 1"


@clause("WW-A2", "WW-A4", "WW-N2", "WW-Q10", "WW-Q63")
def test_a_unit_rolls_its_dice_first_and_spends_them_in_any_order() -> None:
    battle = world(A="egyptian 0 0 0 unloaded", B="egyptian 0 20 0", order="AB", dice="1 5 3 6 2 4 | 1 1 1 1 1 1")
    assert battle.roll_purposes() == ["actions"]
    assert battle.options[0] == "end"
    battle.play("bank 6", "reload 5")
    assert list(battle.state.act.dice) == [1, 3, 2, 4]
    battle.expect_refusal("reload 5", "WW-A2")
    battle.play("end")
    assert len(battle.events(ActEnded)) == 1
    assert battle.state.act.unit == 1


@clause("WW-N3", "WW-B15", "WW-Q5", "WW-Q60", "WW-B12")
def test_reload_comes_before_aim_and_aim_before_shoot() -> None:
    battle = world(A="egyptian 0 0 0 unloaded", B="egyptian 0 8 180", spread="3 4 5 5", dice=MISS)
    battle.expect_refusal("aim 3 1", "WW-Q5")
    battle.expect_refusal("shoot 4", "WW-B15")
    battle.play("reload 5")
    battle.expect_refusal("reload 5", "WW-Q60")
    battle.expect_refusal("shoot 4", "WW-N3")
    battle.play("aim 3 1", "shoot 4")
    assert not battle.unit("A").loaded


@clause("WW-Q2", "WW-B17")
def test_a_loaded_chariot_may_aim_and_shoot_at_once() -> None:
    battle = world(A="egyptian 0 0 0", B="egyptian 0 8 180", spread="3 4", dice=MISS)
    battle.play("aim 3 1", "shoot 4")
    assert len(battle.events(Attacked)) == 1


@clause("WW-Q60", "WW-B12", "WW-Q6")
def test_useless_and_impossible_aims_are_refused() -> None:
    battle = world(A="egyptian 0 0 0", B="egyptian 0 8 180", C="egyptian 5 0 0", D="egyptian 0 30 0", spread="3 3 3")
    battle.play("aim 3 1")
    battle.expect_refusal("aim 3 1", "WW-Q60")
    battle.expect_refusal("aim 3 2", "WW-B12")
    battle.expect_refusal("aim 3 9", "WW-B12")
    battle.expect_refusal("aim 3 3", "WW-Q6", "Legal now")


@clause("WW-B16", "WW-Q9")
def test_a_wild_die_can_be_anything_and_banked_dice_add_up() -> None:
    battle = world(A="celtic 0 0 0 temporary 1", B="egyptian 0 7 180", spread="6 6 6")
    for action in ("advance 6", "turn 6", "heal 6", "bank 6", "aim 6 1"):
        assert action in battle.options
    battle.play("bank 6", "bank 6")
    assert battle.unit("A").banked == 2


@clause("WW-J8", "WW-Q7", "WW-J1", "WW-A3")
def test_a_chariot_with_two_traits_uses_only_one_of_them() -> None:
    battle = world(A="egyptian 0 0 0", B="egyptian 0 30 180", spread="4 4 5", dice="1 1")
    assert {"advance 4", "turn 4", "advance 5", "turn 5"} <= set(battle.options)
    battle.play("turn 4", "drive 0")
    assert battle.options == ["end"]
    battle.expect_refusal("advance 4", "WW-Q7")


@clause("WW-J8", "WW-J7")
def test_a_mycenaean_is_fast_or_aggressive() -> None:
    battle = world(A="mycenaean 0 0 0", B="egyptian 0 7 180", spread="3 2 2", dice=MISS)
    battle.play("aim 3 1")
    assert {"advance 2", "shoot 2", "turn 2"} <= set(battle.options)
    battle.play("shoot 2")
    battle.expect_refusal("advance 2", "WW-Q7")


@clause("WW-J8")
def test_a_chariot_without_a_trait_converts_nothing() -> None:
    battle = world(A="indian 0 0 0", B="egyptian 0 30 180", spread="4 5")
    assert battle.options == ["end"]
    battle.expect_refusal("advance 4", "WW-J8")


@clause("WW-Q8", "WW-G4")
def test_an_expert_driver_converts_one_die_more() -> None:
    battle = world(A="egyptian 0 0 0 expert 1", B="egyptian 0 30 180", spread="4 4 5 5", dice="1 1 | 1 1")
    battle.play("turn 4", "drive 0")
    assert (battle.state.act.expert, battle.state.act.converted) == (True, 0)
    battle.play("advance 4", "stop")
    assert battle.state.act.converted == 1
    assert battle.options == ["end"]


@clause("WW-J9", "WW-J6")
def test_a_slow_chariot_moves_at_most_twice() -> None:
    battle = world(A="indian 0 0 0", B="egyptian 0 30 180", spread="1 2 1", dice="1 1 | 1 1")
    battle.play("advance 1", "stop", "turn 2", "drive 0")
    battle.expect_refusal("advance 1", "WW-J9")


@clause("WW-K5")
def test_a_weak_driver_turns_at_most_once() -> None:
    battle = world(A="egyptian 0 0 0 trait 5", B="egyptian 0 30 180", spread="2 2", dice="1 1")
    battle.play("turn 2", "drive 0")
    battle.expect_refusal("turn 2", "WW-K5")


@clause("WW-K4")
def test_a_ponderous_team_advances_before_it_turns() -> None:
    battle = world(A="egyptian 0 0 0 trait 4", B="egyptian 0 30 180", spread="2 1 1", dice="3 3 | 3 3")
    battle.expect_refusal("turn 2", "WW-K4")
    battle.play("advance 1", "stop")
    battle.expect_refusal("turn 2", "WW-K4")
    battle.play("advance 1").leg(3, 1, 0, 0).play("stop")
    assert "turn 2" in battle.options


@clause("WW-K9", "WW-Q22", "WW-I9", "WW-Q57")
def test_a_tough_driver_can_still_turn_after_the_first_hit() -> None:
    for words, turns in (("driver 1", False), ("driver 1 trait 9", True), ("driver 2 trait 9", False)):
        battle = world(A=f"egyptian 0 0 0 {words} expert 1", B="egyptian 0 30 180", spread="2 6 4")
        assert ("turn 2" in battle.options) == turns
        assert ("turn 6" in battle.options) == turns
        assert ("turn 4" in battle.options) == turns
        assert "advance 2" in battle.options  # fast


@clause("WW-S1", "WW-S5", "WW-Q58")
def test_runners_convert_at_most_two_dice_into_different_actions() -> None:
    battle = world(A="runners 0 0 0 unloaded", B="egyptian 0 20 180", C="egyptian 9 9 0", spread="1 1 1 4", dice="1 1")
    assert {"reload 1", "turn 1", "advance 1"} <= set(battle.options)
    battle.play("reload 1")
    battle.unit("A").loaded = False
    battle.expect_refusal("reload 1", "WW-Q58")
    battle.play("turn 1", "drive 0")
    battle.expect_refusal("advance 1", "WW-S1")
    battle.expect_refusal("aim 1 1", "WW-Q5")
    battle.unit("A").loaded = True
    battle.expect_refusal("aim 1 1", "WW-Q58")


@clause("WW-Q58", "WW-Q1")
def test_spare_aims_of_runners_do_not_count_as_conversions() -> None:
    battle = world(A="runners 0 0 0", B="egyptian 0 5 180", C="egyptian 9 9 0", spread="3 3", dice=f"1 1 {MISS}")
    battle.play("aim 3 1", "shoot 3")
    assert battle.state.act.results == 0


@clause("WW-B3", "WW-N4")
def test_advances_are_rolled_and_finished_one_by_one() -> None:
    battle = world(A="egyptian 0 0 0", B="egyptian 20 30 180", spread="1 1", dice="2 3 | 4 5")
    battle.play("advance 1").leg(2, 2, 0, 0)
    battle.expect_refusal("advance 1", "WW-Q15")
    battle.play("stop", "advance 1").leg(5, 5, 0, 0)
    assert battle.at("A") == (0, 7, 0)


@clause("WW-N2")
def test_an_illegal_action_is_refused_with_a_list_of_legal_ones() -> None:
    battle = world(A="egyptian 0 0 0", B="egyptian 20 30 180", spread="1")
    for text in ("fly", "advance", "wheel 45", "end 3"):
        battle.expect_refusal(text, "WW-N2", "Legal now: end")
    battle.expect_refusal("advance 9", "WW-A2", "Legal now: end")
    battle.expect_refusal("heal 1", "WW-Q60", "Legal now: end")


@clause("WW-G4", "WW-Q57")
@pytest.mark.parametrize("die", [1, 3, 4, 5])
def test_an_expert_driver_may_turn_with_any_die(die: int) -> None:
    battle = world(A="indian 0 0 0 expert 1", B="egyptian 20 30 180", spread=str(die))
    assert battle.unit("A").expert == EXPERT_DRIVER
    assert f"turn {die}" in battle.options
