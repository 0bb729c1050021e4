"""Fire combat, line of sight and Defensive Fire."""

from __future__ import annotations

import pytest

from hippodrome.games.chariot.events import Shot
from hippodrome.games.chariot.sight import has_line_of_sight
from tests.games.chariot.world import END, World, hex_at, world
from tests.support import clause


def columns(battle: World) -> list[str]:
    """Return the odds columns of all volleys."""
    return [battle.state.rules.table.columns[event.column] for event in battle.events(Shot)]


def volley(firers: str, target: str, die: str, options: str = "", distance: int = 1) -> World:
    """Let some units fire at a unit in a hex, from next to it or from further away."""
    places = {"10,11": "11,11", "32,22": "33,22", "21,18": "22,18", "14,24": "14,23"}
    [start] = [start for start, end in places.items() if end == target]
    column, row = start.split(",")
    units = {
        letter: f"{key} {int(column) + 1 - distance},{row}" for letter, key in zip("abcd", firers.split(), strict=False)
    }
    battle = world(units, {"x": f"AX {target}"}, "fire", leaders=False, stacking=(4, 4), dice=die, options=options)
    return battle.play(f"aim {target}", "all", "loose")


# -------------------------------------------------------------------- strength and protection


@clause("CH-S6.21", "CH-S6.22", "CH-T.clear", "CH-T.woods", "CH-T.village", "CH-T.stream", "CH-S8.1b")
@pytest.mark.parametrize(
    ("firers", "target", "column"),
    [
        ("BW", "11,11", "1-2"), ("BW BW BW", "11,11", "2-1"), ("BW BW BW", "22,18", "1-1"), ("SK", "14,23", "2-1"),
        ("HB", "14,23", "1-1"), ("HB HB", "11,11", "1-2"), ("BW IB SK BW", "33,22", "1-1"), ("IB IB", "11,11", "1-1"),
        ("BW SK SK SK", "14,23", "8-1"),
    ],
)  # fmt: skip
def test_fire_strength_against_fire_protection(firers: str, target: str, column: str) -> None:
    assert columns(volley(firers, target, "1")) == [column]


@clause("CH-S8.1a", "CH-S6.22")
def test_a_lone_unit_of_horse_bowmen_cannot_fire_at_clear_ground() -> None:
    battle = world({"a": "HB 10,11"}, {"x": "AX 11,11"}, "fire", leaders=False)
    assert battle.decision == "Move", "there is nothing to fire at"
    two = world({"a": "HB 10,11", "b": "HB 10,11"}, {"x": "AX 11,11"}, "fire", leaders=False)
    two.play("aim 11,11", "add a")
    two.expect_refusal("loose", "CH-S8.1a")
    assert two.play("add b").is_legal("loose")


@clause("CH-T.slope", "CH-T.hilltop")
def test_slopes_and_hilltops_protect_like_clear_ground() -> None:
    for place, firer in (("23,6", "22,6"), ("24,6", "23,6")):
        battle = world({"a": f"BW {firer}"}, {"x": f"AX {place}"}, "fire", leaders=False, dice="1")
        assert columns(battle.play(f"aim {place}", "all", "loose")) == ["1-2"]


@clause("CH-S6.23", "CH-S8.1c")
def test_the_result_applies_to_every_unit_in_the_hex_and_to_no_other() -> None:
    battle = world({"a": "BW 10,11"}, {"x": "AX 11,11", "y": "BW 11,11", "z": "AX 12,11"}, "fire",
                   leaders=False, dice="6")  # fmt: skip
    battle.play("aim 11,11", "all", "loose")
    assert [battle.is_disrupted(unit) for unit in "axyz"] == [False, True, True, False]


@clause("CH-S6.0", "CH-S6.13", "CH-S3.35a")
@pytest.mark.parametrize(("key", "reach"), [("SK", 1), ("BW", 2), ("IB", 3)])
def test_targets_are_within_range_not_counting_the_firers_hex(key: str, reach: int) -> None:
    enemies = {"w": "AX 11,11", "x": "AX 12,13", "y": "AX 13,9", "z": "AX 14,11"}
    battle = world({"a": f"{key} 10,11"}, enemies, "fire", leaders=False)
    distances = {"11,11": 1, "12,13": 3, "13,9": 4, "14,11": 4}
    assert battle.legal("aim") == {place for place, distance in distances.items() if distance <= reach}
    battle.expect_refusal("aim 14,11", "CH-S6.13")
    battle.expect_refusal("aim 20,11", "CH-S6.0")


@clause("CH-S6.14", "CH-S6.15a", "CH-S6.15b", "CH-S6.16", "CH-S6.31")
def test_a_stack_may_divide_its_fire_but_each_unit_and_target_has_one_attack() -> None:
    battle = world({"a": "BW 10,11", "b": "BW 10,11"}, {"x": "AX 11,11", "y": "AX 9,11"}, "fire",
                   leaders=False, dice="1 1")  # fmt: skip
    battle.play("aim 11,11", "add a", "loose")
    battle.expect_refusal("aim 11,11", "CH-S6.15b")
    battle.play("aim 9,11")
    battle.expect_refusal("add a", "CH-S6.12")
    battle.play("add b", "loose")
    assert [(list(shot.units), shot.hex) for shot in battle.events(Shot)] == [
        ([battle.ids["a"]], hex_at("11,11")), ([battle.ids["b"]], hex_at("9,11")),
    ]  # fmt: skip


@clause("CH-S6.11", "CH-S6.51")
def test_a_unit_that_fired_in_its_own_player_turn_moves_but_does_not_attack_in_melee() -> None:
    battle = world({"a": "SK 10,11", "b": "AX 10,11"}, {"x": "MI 11,11"}, "fire", leaders=False, dice="1")
    battle.play("aim 11,11", "all", "loose")
    assert battle.is_legal("move a")
    battle.play("done", "attack 11,11")
    battle.expect_refusal("add a", "CH-S6.11")
    assert battle.is_legal("add b")


@clause("CH-S6.12", "CH-S6.43", "CH-S6.52")
@pytest.mark.parametrize(("last", "may"), [(0, True), (1, True), (2, False)])
def test_a_unit_may_not_fire_in_two_player_turns_in_a_row(last: int, may: bool) -> None:
    words = f" fired {last}" if last else ""
    battle = world({"a": f"SK 10,11{words}"}, {"x": "AX 11,11"}, "fire", leaders=False)
    assert (battle.decision == "Fire") == may
    melee = world({"a": f"SK 10,11{words}"}, {"x": "MI 11,11"}, "melee", leaders=False)
    assert melee.decision == "Melee", "Defensive Fire, then melee in the own Player-Turn"


@clause("CH-S6.33")
def test_only_mounted_fire_units_fire_out_of_a_stream() -> None:
    for key, words, may in (("BW", "", False), ("BW", " aboard c", False), ("HB", "", True)):
        units = {"c": "CH 14,23", "a": f"{key} 14,23{words}", "b": f"{key} 15,23"}
        battle = world(units, {"x": "AX 14,24"}, "fire", leaders=False)
        assert (battle.decision == "Fire") == may, key


@clause("CH-S6.32")
def test_units_do_not_fire_through_woods_or_a_village() -> None:
    battle = world({"a": "IB 20,19"}, {"x": "AX 22,19", "y": "AX 21,19"}, "fire", leaders=False)
    assert battle.legal("aim") == {"21,19"}
    out = world({"a": "IB 21,19"}, {"x": "AX 20,19"}, "fire", leaders=False)
    assert out.legal("aim") == {"20,19"}
    village = world({"a": "IB 32,22"}, {"x": "AX 34,22"}, "fire", leaders=False)
    assert village.decision == "Move"


@clause("CH-R46", "CH-S10.31")
def test_leaders_alone_cannot_be_fired_at() -> None:
    battle = world({"a": "BW 10,11"}, {"x": "L4 11,11", "y": "AX 9,11"}, "fire")
    assert battle.legal("aim") == {"9,11"}
    battle.expect_refusal("aim 11,11", "CH-R46")


@clause("CH-S7.56")
def test_fire_has_no_flank_bonus() -> None:
    battle = world({"a": "BW 10,11", "b": "BW 12,11"}, {"x": "AX 11,11"}, "fire", leaders=False, dice="1")
    battle.play("aim 11,11", "all", "loose")
    assert columns(battle) == ["1-1"]


# -------------------------------------------------------------------- sight


def open_line(firer: str, target: str, units: dict[str, str] | None = None) -> bool:
    """Return whether one hex can be seen from another with these units on the map."""
    battle = world(units or {"q": "MI 36,34"}, {"z": "MI 30,2"})
    return has_line_of_sight(battle.state, hex_at(firer), hex_at(target))


@clause("CH-S6.34", "CH-R44")
def test_adjacent_hexes_always_see_each_other_and_the_ends_do_not_block() -> None:
    assert open_line("21,19", "22,19")
    assert open_line("10,11", "12,11", {"a": "MI 10,11", "b": "MI 12,11"})


@clause("CH-S6.37a", "CH-R8")
@pytest.mark.parametrize("unit", ["MI", "L4", "CH"])
def test_from_the_ground_every_unit_between_blocks(unit: str) -> None:
    assert not open_line("10,11", "12,11", {"a": f"{unit} 11,11"})
    assert not open_line("10,11", "13,11", {"a": f"{unit} 12,11"})
    assert open_line("10,11", "13,11")


@clause("CH-S6.38")
def test_along_a_hexside_one_open_side_is_enough() -> None:
    assert open_line("10,10", "10,12")
    assert open_line("10,10", "10,12", {"a": "MI 9,11"})
    assert open_line("10,10", "10,12", {"a": "MI 10,11"})
    assert not open_line("10,10", "10,12", {"a": "MI 9,11", "b": "MI 10,11"})


@clause("CH-S6.38")
def test_two_sides_may_be_blocked_for_different_reasons() -> None:
    assert open_line("21,18", "21,20"), "woods on one side"
    assert not open_line("21,18", "21,20", {"a": "MI 20,19"}), "woods on one side, a unit on the other"


@clause("CH-S6.36", "CH-S6.37a")
def test_a_slope_blocks_unless_overlooked() -> None:
    assert open_line("22,6", "24,6"), "the target stands on the hilltop next to it"
    assert not open_line("22,6", "24,6", {"a": "MI 23,6"}), "but a unit on the slope blocks the line from the ground"
    assert open_line("24,6", "22,6")
    assert not open_line("22,6", "25,6"), "not next to the hilltop of the target"


@clause("CH-S6.35")
def test_from_a_slope_a_hilltop_hides_the_hexes_behind_it() -> None:
    assert open_line("23,6", "24,6")
    assert not open_line("23,6", "25,6")
    assert open_line("25,6", "23,6")


@clause("CH-S6.37b")
def test_from_a_slope_units_on_the_ground_do_not_block() -> None:
    assert open_line("23,6", "21,6", {"a": "MI 22,6"})
    assert not open_line("21,6", "23,6", {"a": "MI 22,6"})


@clause("CH-S6.37b")
def test_from_a_slope_units_on_slopes_block() -> None:
    assert open_line("5,17", "7,17"), "from slope over slope to the hilltop next to it"
    assert not open_line("5,17", "7,17", {"a": "MI 6,17"})


@clause("CH-S6.37c")
def test_from_a_hilltop_no_unit_blocks_the_line_down_the_adjacent_slope() -> None:
    assert open_line("24,6", "22,6", {"a": "MI 23,6"})
    assert open_line("24,6", "21,6", {"a": "MI 23,6", "b": "MI 22,6"})
    assert not open_line("25,6", "23,6", {"a": "MI 24,6"}), "the line does not begin with a slope"


# -------------------------------------------------------------------- Defensive Fire


@clause("CH-S6.42", "CH-R30", "CH-S5.22")
def test_defensive_fire_targets_adjacent_hexes_that_were_entered() -> None:
    units = {"a": "AX 9,11", "b": "AX 13,11", "c": "MC 12,9"}
    battle = world(units, {"x": "BW 11,11", "y": "IB 14,9"}, leaders=False, dice="6")
    battle.walk("a", "10,11").walk("b").play("done")
    assert (battle.decision, battle.seat) == ("DefensiveFire", 1)
    assert battle.legal("aim") == {"10,11"}, "c has not moved, and y is too far from it"
    battle.play("aim 10,11")
    assert battle.legal("add") == {"x"}
    battle.play("add x", "loose")
    assert battle.is_disrupted("a")


@clause("CH-R30")
def test_a_hex_that_was_only_passed_is_not_a_target_of_defensive_fire() -> None:
    battle = world({"a": "MC 10,9"}, {"x": "BW 11,11 disrupted", "y": "BW 14,11"}, leaders=False)
    battle.walk("a", "10,11", "10,13")
    assert battle.decision == END


@clause("CH-R30")
def test_a_unit_that_shares_the_hex_with_one_that_entered_is_hit_too() -> None:
    battle = world({"a": "AX 9,11", "b": "AX 10,11"}, {"x": "BW 11,11"}, leaders=False, dice="6")
    battle.walk("a", "10,11").play("done", "aim 10,11", "all", "loose")
    assert battle.is_disrupted("a")
    assert battle.is_disrupted("b")


@clause("CH-S6.45", "CH-S6.43")
def test_stacked_units_may_choose_different_hexes_and_a_hex_suffers_once() -> None:
    units = {"a": "AX 9,11", "b": "AX 13,11"}
    enemies = {"x": "BW 11,11", "y": "BW 11,11", "w": "BW 11,11 disrupted", "v": "SK 11,11 fired 2"}
    battle = world(units, enemies, leaders=False, stacking=(4, 4), dice="1 1")
    battle.walk("a", "10,11").walk("b", "12,11")
    battle.play("aim 10,11")
    assert battle.legal("add") == {"x", "y"}
    battle.play("add x", "loose")
    battle.expect_refusal("aim 10,11", "CH-S6.15b")
    battle.play("aim 12,11", "add y", "loose")
    assert battle.decision == "Melee"


@clause("CH-S7.15", "CH-S8.21")
def test_a_unit_disrupted_by_defensive_fire_misses_the_melee() -> None:
    battle = world({"a": "AX 9,11"}, {"x": "SK 11,11"}, leaders=False, dice="6")
    battle.walk("a", "10,11").play("aim 10,11", "all", "loose")
    assert battle.decision == END


@clause("CH-S6.42")
def test_defensive_fire_is_optional() -> None:
    battle = world({"a": "AX 9,11"}, {"x": "SK 11,11"}, leaders=False)
    battle.walk("a", "10,11").play("done")
    assert battle.decision == "Melee"


# -------------------------------------------------------------------- range effects


@clause("CH-3.1")
@pytest.mark.parametrize(
    ("firers", "distance", "column"),
    [
        ("BW BW BW", 1, "2-1"), ("BW BW BW", 2, "1-1"), ("IB IB IB", 2, "2-1"), ("IB IB IB", 3, "1-1"),
        ("SK SK SK", 1, "2-1"), ("HB HB HB", 1, "1-1"), ("HB HB HB", 2, "1-2"),
    ],
)  # fmt: skip
def test_fire_strength_falls_with_distance(firers: str, distance: int, column: str) -> None:
    assert columns(volley(firers, "11,11", "1", "range_effects", distance)) == [column]
