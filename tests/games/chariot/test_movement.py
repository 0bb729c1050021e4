"""Movement: costs, the minimum move, friends and enemies, zones, stacking, control and entry."""

from __future__ import annotations

import pytest

from hippodrome.games.chariot.stacking import may_share_hex
from hippodrome.games.chariot.units import CLASSES
from tests.games.chariot.world import END, the_game, world
from tests.support import clause

FAR_UNIT = {"z": "MI 30,2"}


# -------------------------------------------------------------------- costs


@clause("CH-S5.11", "CH-T.clear", "CH-T.slope", "CH-T.hilltop", "CH-T.woods", "CH-T.village", "CH-T.stream",
        "CH-S5.61", "CH-S5.62")  # fmt: skip
@pytest.mark.parametrize(
    ("start", "end", "cost"),
    [
        ("10,11", "11,11", 1), ("22,6", "23,6", 2), ("23,6", "24,6", 2), ("24,6", "25,6", 1), ("25,6", "26,6", 2),
        ("21,18", "22,18", 3), ("32,22", "33,22", 1), ("14,24", "14,23", 2), ("24,6", "23,6", 2),
    ],
)  # fmt: skip
def test_each_terrain_has_its_movement_cost(start: str, end: str, cost: int) -> None:
    battle = world({"a": f"AX {start}"}, FAR_UNIT, leaders=False)
    battle.play("move a", f"go {end}")
    assert battle.points_left("a") == 4 - cost


@clause("CH-S5.25", "CH-S5.13", "CH-S5.27")
def test_a_unit_takes_any_path_over_mixed_terrain_as_far_as_its_points_last() -> None:
    battle = world({"a": "AX 21,6"}, FAR_UNIT, leaders=False)
    assert battle.play("move a").is_legal("go 23,6")
    battle.expect_refusal("go 24,6", "CH-S5.27")
    battle.play("go 21,5", "go 22,6")
    assert battle.points_left("a") == 2
    battle.play("go 23,6")
    assert battle.at("a") == "23,6"


@clause("CH-S5.12", "CH-S5.14", "CH-S5.24", "CH-S5.21", "CH-R47")
def test_any_all_or_none_of_the_units_move_once_and_the_move_is_final() -> None:
    battle = world({"a": "AX 10,11", "b": "AX 10,13"}, {"z": "MI 30,2"}, leaders=False)
    battle.walk("a", "11,11")
    battle.expect_refusal("move a", "CH-S5.14")
    battle.expect_refusal("move z", "CH-S5.21")
    battle.play("done")
    assert battle.at("b") == "10,13"
    assert battle.decision == END


@clause("CH-S5.24")
def test_a_move_can_be_undone_until_something_else_has_happened() -> None:
    battle = world({"a": "AX 10,11", "b": "AX 10,13"}, FAR_UNIT, leaders=False)
    battle.walk("a", "11,11")
    battle.match.undo()
    battle.match.undo()
    assert battle.at("a") == "10,11"


@clause("CH-S5.15", "CH-S10.24", "CH-S10.23")
def test_the_minimum_move_of_one_hex_is_always_possible_and_ends_the_move() -> None:
    battle = world({"a": "MI 21,18", "b": "MI 10,11"}, FAR_UNIT)
    assert battle.points_left("a") == 1.5
    battle.play("move a", "go 22,18")
    assert battle.decision == "Move"
    assert battle.at("a") == "22,18"
    battle.play("move b", "go 11,11")
    assert battle.points_left("b") == 0.5
    assert battle.at("b") == "11,11"
    assert battle.decision == END, "both have moved, and no decision is left"


@clause("CH-S5.23", "CH-R4")
def test_a_lone_leader_or_chariot_blocks_its_hex() -> None:
    battle = world({"a": "MS 10,11"}, {"x": "L4 11,11", "y": "CH 9,11"}, leaders=False)
    battle.play("move a")
    battle.expect_refusal("go 11,11", "CH-S5.23")
    battle.expect_refusal("go 9,11", "CH-S5.23")
    assert battle.is_legal("go 12,11"), "there is a path around"


@clause("CH-S5.26", "CH-S5.31", "CH-S5.43")
def test_units_pass_through_friends_but_may_not_always_stop_with_them() -> None:
    battle = world({"a": "AX 10,11", "b": "MS 11,11"}, FAR_UNIT, leaders=False)
    battle.play("move b", "stop", "move a")
    battle.expect_refusal("go 11,11", "CH-S5.31")
    battle.play("go 12,11")
    assert battle.points_left("a") == 2


@clause("CH-S5.43")
def test_a_stack_moved_one_by_one_arrives_together() -> None:
    battle = world({"a": "MI 10,11", "b": "MS 10,11", "c": "L2 10,11"}, FAR_UNIT)
    for unit in "abc":
        battle.walk(unit, "13,11")
    assert {battle.at(unit) for unit in "abc"} == {"13,11"}


# -------------------------------------------------------------------- too many


@clause("CH-R48", "CH-S5.4", "CH-R6")
def test_a_unit_may_stop_where_another_can_make_room_which_it_then_must() -> None:
    battle = world({"a": "AX 10,11", "b": "AX 11,11", "c": "AX 14,11"}, FAR_UNIT, leaders=False, stacking=(1, 1))
    battle.walk("a", "11,11")
    battle.expect_refusal("done", "CH-R48")
    battle.play("move b")
    battle.expect_refusal("stop", "CH-S5.11")
    battle.play("go 12,11", "stop", "done")
    assert [battle.at(unit) for unit in "abc"] == ["11,11", "12,11", "14,11"]


@clause("CH-R48")
def test_units_in_an_overcrowded_hex_that_cannot_be_put_right_are_lost_by_choice() -> None:
    battle = world(
        {"a": "MI off", "b": "MI 0,0", "c": "MI 1,0"}, {"x": "SK 0,1"},
        leaders=False, stacking=(1, 1), edges='["north"]',
    )  # fmt: skip
    battle.play("move c", "stop", "move a", "go 0,0")
    assert battle.decision == "Move"
    battle.play("done")
    assert battle.decision == "Crowd"
    assert battle.legal("lose") == {"a", "b"}
    battle.play("lose b")
    assert (battle.at("a"), battle.at("b")) == ("0,0", "lost")


@clause("CH-S5.31", "CH-S5.32", "CH-S5.33", "CH-S5.34", "CH-S5.35", "CH-S5.36", "CH-S5.37", "CH-S5.38")
@pytest.mark.parametrize(
    ("types", "may"),
    [
        ("MI MS", True), ("AX SD", True), ("MC MC", True), ("MI AX", False), ("MS MC", False), ("SD MC", False),
        ("BW SK IB", True), ("HB HB", True), ("BW HB", False), ("MI BW", True), ("AX SK", True), ("MC BW", False),
        ("MC HB", True), ("MI HB", False), ("SD HB", False), ("MI AX BW", False), ("MI L1 L5", True),
        ("HB L2 MC", True), ("CH L1 L2", True), ("CH CH", False), ("CH MI", False),
    ],
)  # fmt: skip
def test_only_compatible_classes_share_a_hex(types: str, may: bool) -> None:
    units = dict(zip("abc", [f"{key} 10,11" for key in types.split()], strict=False))
    battle = world(units, FAR_UNIT)
    assert may_share_hex(battle.state, list(battle.ids.values())[: len(units)]) == may
    assert len(CLASSES) == 7


@clause("CH-S5.4", "CH-S5.42", "CH-R6")
def test_stacking_counts_units_and_not_leaders() -> None:
    battle = world({"a": "AX 10,11", "b": "AX 11,11", "c": "AX 11,11", "d": "L2 10,11"}, FAR_UNIT, stacking=(2, 2))
    for unit in "bc":
        battle.play(f"move {unit}", "stop")
    battle.play("move a")
    battle.expect_refusal("go 11,11", "CH-S5.4")
    battle.play("stop", "move d", "go 11,11", "stop")
    assert battle.at("d") == "11,11"


# -------------------------------------------------------------------- zones


@clause("CH-S6.41a", "CH-S6.41b", "CH-S6.44")
@pytest.mark.parametrize("words", ["", " fired 2"])
def test_a_zone_stops_whether_or_not_its_unit_can_fire(words: str) -> None:
    battle = world({"a": "MC 9,11"}, {"x": f"SK 12,11{words}"}, leaders=False)
    battle.play("move a", "go 11,11")
    assert battle.decision != "Go"
    assert battle.at("a") == "11,11"


@clause("CH-S6.41a", "CH-S8.2b")
@pytest.mark.parametrize("enemy", ["SK 12,11 disrupted", "AX 12,11"])
def test_disrupted_units_and_melee_units_have_no_zone(enemy: str) -> None:
    battle = world({"a": "MC 9,11"}, {"x": enemy}, leaders=False)
    battle.play("move a", "go 11,11", "go 11,10")
    assert battle.decision == "Go"


@clause("CH-S6.41c")
def test_a_unit_that_starts_in_a_zone_may_leave_but_is_stopped_by_the_next_zone_hex() -> None:
    battle = world({"a": "MC 11,11", "b": "MC 11,11"}, {"x": "SK 12,11"}, leaders=False)
    battle.play("move a", "go 10,11", "go 8,11", "stop")
    battle.play("move b", "go 12,10")
    assert battle.decision != "Go"


@clause("CH-R7")
def test_a_riding_fire_unit_has_a_zone_and_leaders_are_stopped() -> None:
    battle = world({"a": "L1 9,11"}, {"x": "CH 12,11", "y": "BW 12,11 aboard x"})
    battle.play("move a", "go 11,11")
    assert battle.decision != "Go"


# -------------------------------------------------------------------- control


@clause("CH-S10.21", "CH-R15")
@pytest.mark.parametrize(
    ("leader", "distance", "allowance"),
    [("L1", 2, 4), ("L2", 2, 4), ("L1", 3, 2), ("L3", 1, 4), ("L3", 2, 2), ("L4", 0, 4), ("L4", 1, 2), ("L5", 2, 4),
     ("L6", 1, 4), ("L6", 2, 2)],
)  # fmt: skip
def test_units_within_a_leaders_radius_have_their_full_allowance(leader: str, distance: int, allowance: int) -> None:
    battle = world({"a": f"AX {10 + distance},11", "b": f"{leader} 10,11"}, FAR_UNIT)
    assert battle.points_left("a") == allowance
    assert battle.points_left("b") == (9 if int(leader[1]) < 5 else 4)


@clause("CH-S10.21")
def test_an_enemy_leader_gives_no_control() -> None:
    assert world({"a": "AX 10,11"}, {"x": "L1 11,11"}).points_left("a") == 2


@clause("CH-S10.0b", "CH-S10.22", "CH-V.0-1", "CH-S10.23")
def test_mounted_units_need_control_too() -> None:
    battle = world({"a": "MC 10,11", "b": "HB 12,11", "c": "CH 14,11"}, FAR_UNIT)
    assert [battle.points_left(unit) for unit in "abc"] == [4.5, 4.5, 4.5]


@clause("CH-V.4.0-3")
def test_at_rome_every_unit_counts_as_controlled() -> None:
    assert the_game().orders["rome"].has_leaders is False
    assert world({"a": "AX 10,11"}, FAR_UNIT, leaders=False).points_left("a") == 4


# -------------------------------------------------------------------- entering


@clause("CH-R17", "CH-V.5.4-3", "CH-R36", "CH-S10.21")
def test_units_enter_under_control_and_pay_for_the_entry_hex() -> None:
    battle = world({"a": "AX off", "b": "AX off"}, FAR_UNIT, edges='["west", "north", "east"]', number=5)
    battle.play("move a")
    assert len(battle.legal("go")) == 105
    battle.play("go 0,10")
    assert battle.points_left("a") == 3
    battle.play("go 3,10")
    assert battle.at("a") == "3,10"
    battle.play("done")
    assert battle.at("b") == "off", "a unit that stays away is not lost"


@clause("CH-R36", "CH-V.5.7-2", "CH-V.5.8-2")
def test_a_unit_that_must_enter_now_and_does_not_is_lost() -> None:
    battle = world({"a": "AX off", "b": "AX off"}, FAR_UNIT, edges='["south"]', at_once=True, number=1)
    battle.walk("a", "5,34")
    battle.play("done")
    assert (battle.at("a"), battle.at("b")) == ("5,34", "lost")


@clause("CH-R36")
def test_units_that_must_enter_on_the_first_turn_may_not_enter_later() -> None:
    battle = world({"a": "AX off", "b": "AX 10,11"}, FAR_UNIT, edges='["south"]', at_once=True, number=3)
    battle.expect_refusal("move a", "CH-S5.12")


@clause("CH-V.5.7-2", "CH-V.5.8-2", "CH-V.5.4-3")
def test_armies_enter_from_the_printed_edges() -> None:
    orders = the_game().orders
    entries = {key: (army.edges, army.at_once) for key, order in orders.items() for army in order.armies if army.edges}
    assert entries == {
        "kadesh": (["west", "north", "east"], False), "tabal": (["south"], True), "charchemish": (["east"], True),
    }  # fmt: skip
