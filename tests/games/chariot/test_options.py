"""Options: capability, panic, elevation, concession, facing, retreat before combat and contact."""

from __future__ import annotations

import pytest

from hippodrome.games.chariot.facing import is_front
from hippodrome.games.chariot.panic import panicking_side
from hippodrome.games.chariot.state import ELIMINATED
from hippodrome.games.chariot.victory import victory_level
from hippodrome.kit.actions import Action
from tests.games.chariot.world import END, hex_at, the_game, world
from tests.support import clause

FAR_UNIT = {"z": "MI 30,2"}


# -------------------------------------------------------------------- capability


@clause("CH-3.2", "CH-S5.39", "CH-R41")
@pytest.mark.parametrize(
    ("attackers", "defender", "strength"),
    [
        ("MS", "MS", 3), ("MI", "MI", 2), ("AX", "MS", 1.5), ("SD", "MI", 1), ("MC", "MS", 6), ("AX", "AX", 3),
        ("SD", "SD", 4), ("MC", "AX", 1.5), ("MC", "SD", 2), ("MI", "AX", 3), ("SK", "MS", 3), ("AX", "SK", 1),
        ("AX SK", "MS", 1.5), ("MC SK", "MS", 3), ("MC AX", "MS", 1.5), ("MC MI", "SD", 2),
    ],
)  # fmt: skip
def test_capability_depends_on_attacking_and_defending_types(attackers: str, defender: str, strength: float) -> None:
    ours = {letter: f"{key} 10,11" for letter, key in zip("ab", attackers.split(), strict=False)}
    battle = world(ours, {"x": f"{defender} 11,11"}, "melee", options="capability_chart", stacking=(4, 4))
    assert battle.defence("11,11", "".join(ours)) == strength
    plain = world(ours, {"x": f"{defender} 11,11"}, "melee", stacking=(4, 4))
    assert plain.defence("11,11", "".join(ours)) in (2, 3, 4, 1)


# -------------------------------------------------------------------- panic


@clause("CH-S13.0a", "CH-S13.11", "CH-2.3a", "CH-R26")
def test_the_army_panics_at_the_moment_its_losses_reach_the_level() -> None:
    theirs = {
        "x": "MI 11,11", "l": "L1 20,11", "t": "MI 21,11", "m": "L5 25,11", "u": "MI 25,11", "v": "MI 26,11",
        "w": "MI 22,11",
    }  # fmt: skip
    battle = world(
        {"a": "SD 10,11", "b": "SD 12,11"}, theirs, "melee", dice="6", options="panic", panic_levels=(0, 1)
    )  # fmt: skip
    battle.play("attack 11,11", "all", "strike")
    assert battle.decision == "Advance", "in the middle of the phase"
    panicked = {unit for unit in theirs if battle.state.panicked[battle.ids[unit]]}
    assert panicked == {"v", "w"}, "not leaders, nor units near the level 1 or with the level 5 leader"


@clause("CH-S13.0a")
def test_below_the_level_or_without_the_option_no_unit_panics() -> None:
    for options, level in (("panic", 2), ("", 1)):
        battle = world(
            {"a": "SD 10,11", "b": "SD 12,11"}, {"x": "MI 11,11", "v": "MI 26,11"}, "melee", dice="6",
            options=options, panic_levels=(0, level),
        )  # fmt: skip
        battle.play("attack 11,11", "all", "strike")
        assert not any(battle.state.panicked)


@clause("CH-S13.0b")
def test_panicked_units_do_not_attack_defend_at_half_and_are_eliminated_by_disrupted() -> None:
    battle = world({"a": "AX 10,11 panicked", "b": "SK 10,11 panicked"}, {"x": "MI 11,11"}, "melee")
    assert battle.decision == END, "no unit attacks"
    hit = world({"a": "BW 10,11"}, {"x": "MS 11,11 panicked"}, "fire", leaders=False, dice="6")
    assert hit.defence("11,11", "a") == 1.5
    hit.play("aim 11,11", "all", "loose")
    assert hit.at("x") == "lost"
    saved = world({"a": "BW 10,11"}, {"x": "MS 11,11 panicked", "l": "L4 11,11"}, "fire", dice="6")
    saved.play("aim 11,11", "all", "loose")
    assert saved.at("x") == "11,11"


@clause("CH-R26", "CH-S13.0b")
def test_panicked_fire_units_keep_their_zone_but_do_not_fire() -> None:
    battle = world({"a": "MC 9,11"}, {"x": "BW 12,11 panicked"}, leaders=False)
    battle.play("move a", "go 11,11")
    assert battle.decision == "Melee", "it was stopped but not fired at"


@clause("CH-S13.0c", "CH-R26")
def test_a_panicked_unit_flees_as_far_from_the_nearest_enemy_as_it_can() -> None:
    battle = world({"a": "AX 10,11 panicked", "b": "AX 30,30"}, {"x": "MI 11,11"}, leaders=False)
    assert battle.decision == "Flee"
    hexes = battle.state.rules.ground.hexes
    ends = battle.legal("flee")
    assert all(hexes.distance(hex_at(end), hex_at("11,11")) == 5 for end in ends)
    battle.play("flee " + sorted(ends)[0])
    assert battle.at("a") == sorted(ends)[0]
    battle.expect_refusal("move a", "CH-S13.0c")


@clause("CH-S13.0c")
def test_a_panicked_unit_that_can_leave_the_map_does_so_and_is_lost() -> None:
    battle = world({"a": "AX 1,10 panicked", "b": "AX 30,30"}, {"x": "MI 2,10"}, leaders=False)
    assert battle.at("a") == "lost"


@clause("CH-S13.0c")
def test_a_panicked_unit_never_flees_next_to_enemy_fire_units_and_may_be_cornered() -> None:
    enemies = {"x": "BW 12,11", "y": "BW 8,11", "w": "MI 10,9", "v": "MI 10,13"}
    battle = world({"a": "AX 10,11 panicked", "b": "AX 30,30"}, enemies, leaders=False)
    assert battle.at("a") == "10,11"
    assert "Cornered" in battle.event_names()


@clause("CH-R39", "CH-1.05")
def test_a_panicked_chariot_flees_with_its_rider_and_not_in_the_chariot_phase() -> None:
    ours = {"c": "CH 20,11 panicked", "a": "BW 20,11 panicked aboard c", "b": "AX 30,30", "d": "SK 21,11 panicked"}
    battle = world(ours, {"x": "MI 24,11"}, "chariot", leaders=False)
    assert battle.at("c") == "20,11"
    assert battle.decision == "Flee", "no unit has moved before the Movement Phase"
    battle.play("flee " + sorted(battle.legal("flee"))[0])
    assert battle.at("a") == battle.at("c") != "20,11"


@clause("CH-S13.12", "CH-S13.13")
def test_if_both_sides_reach_their_level_the_one_further_beyond_panics_or_the_defender() -> None:
    ours, theirs = {"a": "MI 10,11", "b": "MI 12,11"}, {"x": "MI 20,11", "y": "MI 22,11"}
    battle = world(ours, theirs, panic_levels=(1, 1))
    for letter in "ax":
        battle.state.set_hex(battle.ids[letter], ELIMINATED)
    assert panicking_side(battle.state) == 1, "the defender"
    battle.state.set_hex(battle.ids["b"], ELIMINATED)
    assert panicking_side(battle.state) == 0, "further beyond"


@clause("CH-S13.21")
def test_after_one_panic_no_army_panics_again() -> None:
    battle = world(
        {"a": "SD 10,11", "b": "SD 12,11", "c": "MI 30,30 panicked", "l": "L4 30,30"},
        {"x": "MI 11,11", "v": "MI 26,11"},
        "melee", dice="6", options="panic", panic_levels=(9, 1),
    )  # fmt: skip
    battle.play("attack 11,11", "all", "strike")
    assert "ArmyPanicked" not in battle.event_names()


@clause("CH-S13.22")
def test_units_rally_with_a_leader_at_the_end_of_their_movement() -> None:
    ours = {"a": "MI 30,30 panicked", "l": "L4 30,31", "b": "MI 20,30 panicked", "m": "L2 20,29"}
    battle = world(ours, {"x": "MI 2,2"})
    assert battle.decision == "Flee"
    while battle.decision == "Flee":
        battle.play("flee " + sorted(battle.legal("flee"))[0])
    assert battle.at("a") != "30,30"
    if battle.at("a") != battle.at("l"):
        battle.play("move l", f"go {battle.at('a')}", "stop")
    battle.play("done")
    assert not battle.state.panicked[battle.ids["a"]]


# -------------------------------------------------------------------- elevation


@clause("CH-S14.11", "CH-S14.21", "CH-S14.23", "CH-S14.12", "CH-S14.22", "CH-S14.14")
@pytest.mark.parametrize(
    ("unit", "start", "end", "strength"),
    [
        ("AX", "22,6", "23,6", 1.5), ("MS", "23,6", "24,6", 1.5), ("SD", "23,8", "24,8", 2), ("AX", "24,6", "23,6", 3),
        ("AX", "24,6", "25,6", 3), ("MC", "22,6", "23,6", 3), ("SK", "22,6", "23,6", 2), ("MI", "8,28", "7,28", 1),
        ("AX", "10,11", "11,11", 3),
    ],
)  # fmt: skip
def test_infantry_attacks_uphill_and_along_slopes_at_half(unit: str, start: str, end: str, strength: float) -> None:
    battle = world({"a": f"{unit} {start}"}, {"x": f"MI {end}"}, "melee", options="elevation")
    assert battle.attack("a", end) == strength
    assert world({"a": f"{unit} {start}"}, {"x": f"MI {end}"}, "melee").attack("a", end) >= strength


@clause("CH-S14.13", "CH-S14.14")
def test_halving_uphill_comes_before_the_bonus_and_ignores_other_classes() -> None:
    ours = {"a": "AX 22,6", "b": "MC 22,6", "l": "L1 22,6"}
    battle = world(ours, {"x": "MI 23,6"}, "melee", options="elevation", stacking=(4, 4))
    assert battle.attack("ab", "23,6") == 9, "1.5 and 3, doubled by the bonus"


@clause("CH-S14.31", "CH-S14.32")
def test_infantry_on_a_slope_ignores_disrupted_results() -> None:
    battle = world(
        {"a": "BW 22,6"}, {"x": "AX 23,6", "y": "BW 23,6"}, "fire", leaders=False, dice="6", options="elevation"
    )  # fmt: skip
    battle.play("aim 23,6", "all", "loose")
    assert (battle.is_disrupted("x"), battle.is_disrupted("y")) == (False, True)
    led = world(
        {"a": "SD 24,6", "b": "SD 24,6"}, {"x": "AX 23,6", "l": "L2 23,6"}, "melee", dice="4", options="elevation"
    )  # fmt: skip
    led.play("attack 23,6", "all", "strike")
    assert led.level("l") == 3, "leaders do not ignore it"


# -------------------------------------------------------------------- concession


@clause("CH-S15.0", "CH-S15.1", "CH-S15.2", "CH-S15.3", "CH-S15.4", "CH-R27")
def test_a_side_that_concedes_loses_at_once_at_least_substantively() -> None:
    battle = world({"a": "AX 10,11"}, FAR_UNIT, leaders=False, options="concession panic", panic_levels=(1, 1))
    assert "lose" in battle.match.game.presentation.warning(battle.state, 0, Action("leave"))
    assert battle.match.game.presentation.warning(battle.state, 0, Action("done")) == ""
    battle.play("leave")
    assert battle.decision == ""
    assert (battle.state.winner, battle.state.reason) == (1, "concession")
    assert victory_level(battle.state) == 2
    world({"a": "AX 10,11"}, FAR_UNIT, leaders=False).expect_refusal("leave", "CH-S15.0")


@clause("CH-S15.0")
def test_a_side_that_concedes_while_moving_may_leave_an_overcrowded_hex() -> None:
    crowd = {"a": "AX 10,11", "b": "AX 10,12", "c": "AX 10,12", "d": "AX 10,12"}
    battle = world(crowd, FAR_UNIT, leaders=False, options="concession panic", panic_levels=(1, 1))
    battle.play("move a", "go 10,12", "stop", "leave")
    assert battle.state.over
    assert the_game().analysis.invariants(battle.state) == []


# -------------------------------------------------------------------- facing


@clause("CH-S16.0", "CH-S16.11", "CH-R53")
def test_a_unit_moves_through_its_front_and_turning_costs_a_point() -> None:
    battle = world({"a": "AX 10,11 facing 0", "b": "AX 30,30"}, FAR_UNIT, leaders=False, options="facing")
    battle.play("move a", "go 11,11")
    assert battle.points_left("a") == 3
    battle.play("turn 3")
    assert battle.points_left("a") == 2
    battle.play("go 10,11")
    assert battle.points_left("a") == 1
    other = world({"a": "AX 10,11 facing 0", "b": "AX 30,30"}, FAR_UNIT, leaders=False, options="facing")
    other.play("move a", "go 9,11")
    assert other.points_left("a") == 2, "it had to turn first"


@clause("CH-S16.11", "CH-R56")
def test_a_unit_turns_freely_towards_the_hex_it_enters() -> None:
    battle = world({"a": "AX 10,11 facing 0", "b": "AX 30,30"}, FAR_UNIT, leaders=False, options="facing")
    battle.play("move a", "go 10,13")
    assert battle.points_left("a") == 2, "south-east, then south-west, without a turn"
    assert battle.state.facing[battle.ids["a"]] == 2
    battle.play("go 9,13")
    assert battle.points_left("a") == 1, "west lies in front of a unit that faces south-west"


@clause("CH-S5.15", "CH-S16.11", "CH-R56")
def test_the_minimum_move_turns_a_unit_towards_its_hex_too() -> None:
    battle = world({"a": "MI 21,18 facing 1"}, FAR_UNIT, options="facing")
    battle.play("move a", "go 22,18")
    assert battle.state.facing[battle.ids["a"]] == 0


@clause("CH-S16.0", "CH-S16.12", "CH-S16.13", "CH-R53")
def test_the_front_covers_three_sides_and_the_hexes_beyond() -> None:
    battle = world({"a": "IB 10,11 facing 0", "b": "IB 10,11 facing 3"}, FAR_UNIT, options="facing")
    front = {place: is_front(battle.state, battle.ids["a"], hex_at(place)) for place in
             ("11,11", "11,10", "11,12", "10,10", "10,12", "9,11", "12,11", "11,9", "10,9")}  # fmt: skip
    assert [place for place, before in front.items() if before] == ["11,11", "11,10", "11,12", "12,11", "11,9", "10,9"]
    assert is_front(battle.state, battle.ids["b"], hex_at("9,11")), "each has its own facing"


@clause("CH-S16.0", "CH-S16.31", "CH-S16.33")
def test_units_fire_only_through_their_front_and_facing_does_not_protect() -> None:
    theirs = {"x": "AX 11,11 facing 0", "y": "AX 9,11 facing 0"}
    battle = world({"a": "BW 10,11 facing 0"}, theirs, "fire", leaders=False, options="facing", dice="6")
    assert battle.legal("aim") == {"11,11"}
    battle.play("aim 11,11", "all", "loose")
    assert battle.is_disrupted("x")
    away = world({"a": "AX 9,11 facing 0"}, {"x": "SK 11,11 facing 0"}, leaders=False, options="facing")
    away.walk("a", "10,11")
    assert away.decision != "DefensiveFire"


@clause("CH-S16.32")
def test_there_is_no_zone_through_the_flank() -> None:
    battle = world({"a": "MC 9,11 facing 0"}, {"x": "SK 12,11 facing 0"}, leaders=False, options="facing")
    battle.play("move a", "go 11,11")
    assert battle.decision == "Go"


@clause("CH-S16.21", "CH-S16.22", "CH-S16.23", "CH-S16.25", "CH-S16.24")
def test_a_unit_hit_in_the_flank_defends_at_half_strength() -> None:
    theirs = {"x": "MS 11,11 facing 0", "y": "MS 11,11 facing 3"}
    battle = world({"a": "SD 10,11 facing 0"}, theirs, "melee", options="facing")
    assert battle.defence("11,11", "a") == 4.5, "1.5 in the flank and 3 in front"
    bracket = world({"a": "SD 10,11 facing 0"}, {"x": "MC 11,11 facing 0"}, "melee", options="facing")
    assert bracket.defence("11,11", "a") == 0.75
    both = world(
        {"a": "MC 10,11 facing 0", "b": "MC 12,11 facing 3"}, {"x": "SD 11,11 facing 0"}, "melee", options="facing"
    )
    assert both.attack("ab", "11,11") == 6, "nothing is doubled"
    assert both.defence("11,11", "ab") == 2


@clause("CH-S16.0")
def test_units_attack_only_through_their_front() -> None:
    battle = world({"a": "SD 10,11 facing 3"}, {"x": "MI 11,11"}, "melee", options="facing")
    assert battle.decision == END


@clause("CH-R51", "CH-S16.0")
def test_a_unit_that_enters_faces_away_from_the_edge() -> None:
    for edge, place, facing in (("west", "0,10", 0), ("east", "36,10", 3), ("north", "10,0", 1), ("south", "10,34", 4)):
        battle = world({"a": "AX off"}, FAR_UNIT, edges=f'["{edge}"]', options="facing")
        battle.play("move a", f"go {place}")
        assert battle.state.facing[battle.ids["a"]] == facing


@clause("CH-R52")
def test_facing_does_not_restrict_flight_or_retreat() -> None:
    battle = world(
        {"a": "AX 10,11 panicked facing 0", "b": "AX 30,30"}, {"x": "MI 11,11"}, leaders=False, options="facing"
    )
    assert battle.decision == "Flee"
    back = world(
        {"a": "AX 10,11 facing 0"}, {"x": "MC 11,11 facing 3"}, "melee", options="facing retreat_before_combat"
    ).play("attack 11,11", "all", "strike")  # fmt: skip
    assert back.is_legal("withdraw x 12,11")


# -------------------------------------------------------------------- retreat before combat


@clause("CH-S17.0", "CH-S17.5", "CH-R43")
@pytest.mark.parametrize(
    ("attacker", "defender", "may"),
    [("AX", "MC", True), ("MI", "SK", False), ("MC", "MC", False), ("MI", "HB", True), ("SD", "BW", False)],
)
def test_units_faster_by_three_may_step_back(attacker: str, defender: str, may: bool) -> None:
    battle = world(
        {"a": f"{attacker} 10,11"},
        {"x": f"{defender} 11,11"},
        "melee",
        options="retreat_before_combat",
        dice="" if may else "1",
    )
    battle.play("attack 11,11", "all", "strike")
    assert (battle.decision == "Withdrawal") == may


@clause("CH-S17.5", "CH-S17.2", "CH-S17.4", "CH-R55")
def test_when_all_defenders_retreat_the_attackers_advance_and_do_not_attack_again() -> None:
    ours = {"a": "AX 10,11", "b": "AX 10,11"}
    battle = world(ours, {"x": "MC 11,11", "y": "MI 9,11"}, "melee", options="retreat_before_combat")
    battle.play("attack 11,11", "all", "strike")
    assert (battle.decision, battle.seat) == ("Withdrawal", 1)
    battle.expect_refusal("withdraw x 10,11", "CH-S17.0")
    battle.play("withdraw x 12,11")
    assert battle.decision == "Advance"
    battle.play("advance a 11,11", "done")
    assert battle.decision == "Melee", "b has not attacked"
    battle.play("attack 9,11")
    battle.expect_refusal("add a", "CH-S7.14")
    assert battle.is_legal("add b")


@clause("CH-S17.1", "CH-R43")
def test_blocked_or_disrupted_units_stay() -> None:
    around = {
        letter: f"AX {place}"
        for letter, place in zip("bcdef", ("12,11", "11,10", "12,10", "11,12", "12,12"), strict=True)
    }
    battle = world({"a": "AX 10,11", **around}, {"x": "MC 11,11"}, "melee", options="retreat_before_combat", dice="1")
    battle.play("attack 11,11", "add a", "add b", "strike")
    assert battle.decision != "Withdrawal"
    shaken = world({"a": "AX 10,11"}, {"x": "MC 11,11 disrupted"}, "melee", options="retreat_before_combat", dice="1")
    shaken.play("attack 11,11", "all", "strike")
    assert shaken.decision != "Withdrawal"


@clause("CH-S17.3")
def test_a_unit_does_not_retreat_twice_nor_do_units_in_the_hex_it_joins() -> None:
    ours = {"a": "AX 10,11", "b": "AX 13,11"}
    battle = world(ours, {"x": "MC 11,11", "y": "MC 12,11"}, "melee", options="retreat_before_combat", dice="1")
    battle.play("attack 11,11", "all", "strike", "withdraw x 12,11", "done")
    battle.play("attack 12,11", "all", "strike")
    assert battle.decision != "Withdrawal"


@clause("CH-R43")
def test_riders_retreat_with_the_allowance_of_their_chariot() -> None:
    battle = world(
        {"a": "AX 10,11"}, {"c": "CH 11,11", "x": "BW 11,11 aboard c"}, "melee", options="retreat_before_combat"
    )
    battle.play("attack 11,11", "all", "strike", "withdraw c 12,11")
    assert battle.at("x") == "12,11"


@clause("CH-R55", "CH-S17.0")
def test_a_unit_that_stands_is_attacked() -> None:
    battle = world({"a": "AX 10,11"}, {"x": "MC 11,11"}, "melee", options="retreat_before_combat", dice="6")
    battle.play("attack 11,11", "all", "strike", "stand")
    assert battle.is_disrupted("x")


# -------------------------------------------------------------------- contact


@clause("CH-S18.1", "CH-S18.2", "CH-S18.4", "CH-R54")
def test_a_melee_without_effect_holds_both_sides() -> None:
    battle = world(
        {"a": "AX 10,11", "b": "AX 30,30"}, {"x": "MS 11,11", "l": "L4 11,11", "y": "MS 30,11"}, "melee", dice="1",
        options="contact", continues=True,
    )  # fmt: skip
    battle.play("attack 11,11", "all", "strike")
    assert battle.state.contact[battle.ids["a"]] == battle.state.contact[battle.ids["x"]] == 1
    assert battle.state.contact[battle.ids["l"]] == 0
    assert battle.state.side == 1
    battle.expect_refusal("move x", "CH-S18.2")
    assert battle.is_legal("move l")


@clause("CH-S18.2")
def test_without_the_option_no_unit_is_held() -> None:
    battle = world({"a": "AX 10,11"}, {"x": "MS 11,11"}, "melee", dice="1")
    battle.play("attack 11,11", "all", "strike")
    assert not any(battle.state.contact)


@clause("CH-S18.3", "CH-S18.5")
def test_newcomers_are_held_too_and_any_result_frees_all_of_them() -> None:
    ours = {"a": "AX 10,11", "b": "AX 12,10", "c": "BW 30,30"}
    battle = world(ours, {"x": "MS 11,11", "y": "MS 30,11"}, "melee", dice="1 1 6", options="contact", continues=True)
    battle.play("attack 11,11", "add a", "strike", "done")
    while battle.state.side == 1:
        battle.play("done")
    battle.play("done", "attack 11,11", "add a", "add b", "strike")
    assert len({battle.state.contact[battle.ids[unit]] for unit in "abx"}) == 1
    while battle.state.number < 7:
        battle.play("done")
    battle.play("done", "attack 11,11", "add a", "strike")
    assert battle.is_disrupted("x")
    assert not any(battle.state.contact)
