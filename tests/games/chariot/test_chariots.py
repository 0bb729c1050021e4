"""Chariots: embarking, debarking, the shared allowance, stacking and Defensive Fire in the Chariot Phase."""

from __future__ import annotations

from hippodrome.games.chariot.events import Shot
from tests.games.chariot.world import world
from tests.support import clause

FAR_UNIT = {"z": "MI 30,2"}


@clause("CH-1.01", "CH-1.02", "CH-1.2")
def test_chariots_carry_bowmen_skirmishers_and_leaders_and_move_before_everything_else() -> None:
    units = {"c": "CH 10,11", "a": "BW 9,11", "b": "IB 11,11", "d": "SK 10,10", "e": "L3 11,10", "f": "AX 10,12"}
    battle = world(units, FAR_UNIT, "chariot")
    assert battle.decision == "Board"
    assert battle.legal("board") == set("abde")
    battle.expect_refusal("board f c", "CH-1.01")
    battle.play("done")
    battle.expect_refusal("move f", "CH-1.02")
    assert battle.is_legal("move c")


@clause("CH-1.2")
def test_without_chariots_there_is_no_chariot_phase() -> None:
    assert world({"a": "AX 10,11"}, FAR_UNIT, "chariot", leaders=False).decision == "Move"


@clause("CH-1.03", "CH-1.6", "CH-R32")
def test_to_embark_a_unit_must_begin_the_phase_next_to_a_friendly_chariot() -> None:
    units = {"c": "CH 10,11", "a": "BW 9,11", "b": "BW 12,11", "d": "BW 11,11 disrupted"}
    battle = world(units, {"x": "CH 9,10", "z": "MI 30,2"}, "chariot", leaders=False)
    battle.expect_refusal("board b c", "CH-1.03")
    battle.expect_refusal("board a x", "CH-1.6")
    battle.expect_refusal("board d c", "CH-R32")
    battle.play("board a c")
    assert battle.at("a") == "10,11"
    assert battle.points_left("c") == 9
    assert battle.rider("a") == "c"


@clause("CH-1.8a")
def test_a_chariot_carries_one_rider_plus_leaders() -> None:
    units = {"c": "CH 10,11", "a": "BW 9,11", "b": "BW 11,11", "d": "L3 10,10", "e": "L4 11,10"}
    battle = world(units, FAR_UNIT, "chariot")
    battle.play("board a c")
    battle.expect_refusal("board b c", "CH-1.8a")
    battle.play("board d c", "board e c")
    battle.walk("c", "15,11")
    assert {battle.at(unit) for unit in "acde"} == {"15,11"}


@clause("CH-1.05", "CH-R19", "CH-R47")
def test_a_rider_debarks_at_the_end_of_the_phase_into_an_adjacent_hex() -> None:
    battle = world({"c": "CH 10,11", "a": "BW 9,11"}, {"x": "MI 14,10", "z": "MI 30,2"}, "chariot", leaders=False)
    battle.play("board a c").walk("c", "13,11")
    assert battle.decision == "GetOff"
    battle.expect_refusal("off a 14,10", "CH-1.05")
    battle.expect_refusal("off a 15,11", "CH-1.05")
    battle.play("off a 14,11")
    assert (battle.at("a"), battle.rider("a")) == ("14,11", "")


@clause("CH-R19")
def test_debarking_needs_no_move_and_ignores_zones() -> None:
    battle = world({"c": "CH 10,11", "a": "BW 10,11 aboard c"}, {"x": "SK 12,11"}, "chariot", leaders=False)
    battle.play("move c", "stop")
    assert battle.is_legal("off a 11,11")


@clause("CH-1.04", "CH-R32")
def test_a_unit_that_has_ridden_does_not_walk_but_may_ride_again() -> None:
    units = {"c": "CH 10,11", "a": "BW 9,11", "b": "AX 20,11"}
    battle = world(units, FAR_UNIT, "chariot", leaders=False)
    battle.play("board a c").walk("c", "12,11").play("off a 13,11")
    assert battle.decision == "Board", "the Movement Phase has begun"
    battle.play("done")
    battle.expect_refusal("move a", "CH-R32")
    again = world(units, FAR_UNIT, "chariot", leaders=False)
    again.play("board a c").walk("c", "12,11").play("off a 13,11", "board a c").walk("c", "14,11")
    assert again.at("a") == "14,11"


@clause("CH-1.4", "CH-1.02")
def test_one_allowance_is_shared_by_both_phases() -> None:
    battle = world({"c": "CH 10,11", "b": "AX 20,11"}, FAR_UNIT, "chariot", leaders=False)
    battle.walk("c", "16,11")
    battle.play("move c")
    assert battle.points_left("c") == 3
    assert battle.is_legal("go 19,11")
    battle.expect_refusal("go 20,12", "CH-S5.27")


@clause("CH-V.5.2-3", "CH-1.4")
def test_babylonian_chariots_have_six_points() -> None:
    battle = world({"c": "CH 10,11"}, FAR_UNIT, "chariot", leaders=False, chariots=(6, 10))
    battle.play("move c")
    assert battle.is_legal("go 16,11")
    battle.expect_refusal("go 17,11", "CH-S5.27")


@clause("CH-1.5a")
def test_a_zone_stops_a_chariot_for_that_phase_only() -> None:
    battle = world({"c": "CH 10,11"}, {"x": "SK 13,11 fired 2"}, "chariot", leaders=False)
    battle.play("move c", "go 12,11")
    assert battle.decision == "Move", "the Movement Phase has begun"
    battle.play("move c", "go 11,11")
    assert battle.at("c") == "11,11"


@clause("CH-1.5b")
def test_a_stream_stops_a_chariot_for_the_whole_player_turn() -> None:
    battle = world({"c": "CH 14,25", "b": "AX 20,11"}, FAR_UNIT, "chariot", leaders=False)
    battle.play("move c", "go 14,23")
    assert battle.at("c") == "14,23"
    assert battle.decision == "Move"
    battle.expect_refusal("move c", "CH-1.5b")


@clause("CH-1.1", "CH-1.3", "CH-R21")
def test_riders_fight_from_the_chariot_in_the_proper_phase() -> None:
    battle = world(
        {"c": "CH 8,11", "a": "SK 8,11 aboard c"}, {"x": "MI 12,11"}, "chariot", leaders=False, dice="1"
    )  # fmt: skip
    battle.walk("c", "11,11").play("done", "aim 12,11", "all", "loose")
    battle.walk("c", "10,11")
    assert battle.at("a") == "10,11"
    other = world({"c": "CH 8,11", "a": "SK 8,11 aboard c"}, {"x": "MI 12,11"}, "chariot", leaders=False, dice="6")
    other.walk("c", "9,11").play("done").walk("c", "11,11").play("done")
    assert other.decision == "Melee"
    other.play("attack 12,11", "all", "strike")
    assert other.is_disrupted("x")


@clause("CH-1.1")
def test_a_chariot_alone_does_not_fight() -> None:
    battle = world({"c": "CH 11,11"}, {"x": "MI 12,11"}, "melee", leaders=False)
    assert battle.decision != "Melee"


@clause("CH-1.7", "CH-S8.23")
def test_chariots_recover_like_others() -> None:
    battle = world({"c": "CH 11,11 disrupted"}, FAR_UNIT, "recovery", leaders=False)
    assert not battle.is_disrupted("c")


@clause("CH-1.8b", "CH-R5")
def test_a_chariot_and_its_rider_count_as_one_or_with_an_option_as_two() -> None:
    units = {"c": "CH 10,11", "a": "BW 9,11"}
    battle = world(units, FAR_UNIT, "chariot", leaders=False, stacking=(1, 1))
    battle.play("board a c").walk("c", "12,11").play("done")
    assert battle.rider("a") == "c"
    strict = world(units, FAR_UNIT, "chariot", leaders=False, stacking=(1, 1), options="passenger_counts_for_stacking")
    strict.play("board a c").walk("c", "12,11")
    strict.expect_refusal("done", "CH-R48")
    strict.play("off a 13,11")
    assert strict.at("a") == "13,11"


@clause("CH-1.9")
def test_a_chariot_shares_its_hex_only_with_its_rider_and_leaders() -> None:
    units = {"c": "CH 10,11", "d": "CH 12,11", "a": "BW 14,11", "l": "L3 16,11"}
    battle = world(units, FAR_UNIT, "chariot", leaders=False)
    battle.play("move d", "stop", "move c")
    battle.expect_refusal("go 12,11", "CH-1.9")
    battle.expect_refusal("go 14,11", "CH-1.9")
    assert battle.is_legal("go 16,11")


@clause("CH-R33")
def test_units_may_enter_the_map_aboard() -> None:
    battle = world({"c": "CH off", "a": "BW off"}, FAR_UNIT, "chariot", edges='["west"]')
    battle.play("board a c").walk("c", "0,10", "3,10")
    assert (battle.at("a"), battle.rider("a")) == ("3,10", "c")


@clause("CH-R34")
def test_a_leader_in_the_hex_of_a_chariot_is_aboard_or_merely_stacked() -> None:
    units = {"c": "CH 10,11", "l": "L3 10,11"}
    battle = world(units, FAR_UNIT, "chariot")
    battle.play("board l c").walk("c", "12,11")
    assert battle.at("l") == "12,11"
    walking = world(units, FAR_UNIT, "chariot")
    walking.play("done").walk("c", "12,11")
    assert walking.at("l") == "10,11"
    walking.play("move l")


@clause("CH-R15")
def test_control_of_a_chariot_is_measured_twice() -> None:
    units = {"c": "CH 10,11", "l": "L3 10,11", "b": "AX 20,2"}
    battle = world(units, FAR_UNIT, "chariot").play("done").walk("c", "15,11")
    assert battle.points_left("c") == 4, "controlled when its Chariot Phase began"


@clause("CH-R31")
def test_a_chariot_without_points_gets_no_minimum_move() -> None:
    battle = world({"c": "CH 10,11", "b": "AX 20,11"}, FAR_UNIT, "chariot", leaders=False)
    battle.walk("c", "19,11")
    battle.expect_refusal("move c", "CH-S5.14")
    slow = world({"c": "CH 10,12", "b": "AX 20,11"}, FAR_UNIT, "chariot", leaders=False, chariots=(1, 1))
    slow.play("move c", "go 11,12")
    slow.expect_refusal("move c", "CH-S5.14")


@clause("CH-R31", "CH-S5.15")
def test_a_chariot_that_uses_the_minimum_move_is_done_for_both_phases() -> None:
    battle = world({"c": "CH 21,18", "b": "AX 20,2"}, FAR_UNIT, "chariot", chariots=(4, 4))
    assert battle.points_left("c") == 2
    battle.play("move c", "go 22,18")
    battle.expect_refusal("move c", "CH-1.5b")


# -------------------------------------------------------------------- fire at chariots


@clause("CH-R2", "CH-1.06", "CH-R30")
def test_defensive_fire_targets_units_that_came_adjacent_in_the_chariot_phase() -> None:
    units = {"c": "CH 8,11", "a": "BW 8,11 aboard c"}
    battle = world(units, {"x": "SK 12,11"}, "chariot", leaders=False, dice="6")
    battle.walk("c", "10,11").play("off a 11,11")
    assert (battle.decision, battle.seat) == ("DefensiveFire", 1)
    assert battle.legal("aim") == {"11,11"}
    battle.play("aim 11,11", "all", "loose")
    assert battle.is_disrupted("a")
    assert not battle.is_disrupted("c")


@clause("CH-R2")
def test_defensive_fire_in_the_chariot_phase_can_be_switched_off() -> None:
    battle = world(
        {"c": "CH 8,11"}, {"x": "SK 12,11"}, "chariot", leaders=False, options="no_chariot_phase_defensive_fire"
    )  # fmt: skip
    battle.walk("c", "11,11")
    assert battle.decision == "Move"
    assert battle.events(Shot) == []


@clause("CH-R3")
def test_a_unit_fires_only_once_per_player_turn() -> None:
    units = {"c": "CH 8,11", "b": "AX 11,9"}
    battle = world(units, {"x": "SK 12,11"}, "chariot", leaders=False, dice="1")
    battle.walk("c", "11,11").play("aim 11,11", "all", "loose").walk("b", "12,10").play("done")
    assert battle.decision != "DefensiveFire"
