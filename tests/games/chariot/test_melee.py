"""Melee: strengths, odds, flank attacks, results, disruption, leaders and advances."""

from __future__ import annotations

import pytest

from hippodrome.games.chariot.events import Charged, Flanked
from hippodrome.games.chariot.strength import odds_column
from tests.games.chariot.world import END, World, world
from tests.support import clause


def clash(ours: dict[str, str], theirs: dict[str, str], die: str) -> World:
    """Let all units attack the hex 11,11."""
    battle = world(ours, theirs, "melee", dice=die, stacking=(4, 4))
    return battle.play("attack 11,11", "all", "strike")


# -------------------------------------------------------------------- strengths


@clause("CH-S3.36a", "CH-S7.0")
def test_units_with_a_dot_do_not_attack() -> None:
    battle = world({"a": "BW 10,11", "b": "AX 10,11", "c": "HB 12,11", "d": "L1 10,11"}, {"x": "MI 11,11"}, "melee")
    battle.play("attack 11,11")
    assert battle.legal("add") == {"b"}
    battle.expect_refusal("add a", "CH-S3.36a")


@clause("CH-S3.36b", "CH-R1", "CH-R18", "CH-S10.12", "CH-S10.13")
@pytest.mark.parametrize(
    ("types", "strength"),
    [
        ("BW", 1), ("BW MS", 3), ("CH BW", 2), ("BW L4", 3), ("CH", 1), ("CH SK", 1), ("L4", 1), ("L4 L4", 2),
        ("HB HB", 2), ("MC HB", 1.5), ("MC", 1.5), ("SK", 1), ("L1 MI", 4), ("L5 BW", 2), ("CH SK L4", 2),
        ("CH BW L4", 5),
    ],
)  # fmt: skip
def test_dots_and_brackets_in_defence(types: str, strength: float) -> None:
    theirs = {letter: f"{key} 11,11" for letter, key in zip("wxyz", types.split(), strict=False)}
    battle = world({"a": "SD 10,11"}, theirs, "melee", stacking=(4, 4))
    assert battle.defence("11,11", "a") == strength


@clause("CH-S7.6", "CH-T.stream", "CH-R14", "CH-T.woods", "CH-T.village", "CH-S7.12", "CH-S5.41")
def test_terrain_changes_strengths() -> None:
    assert world({"a": "SD 14,23"}, {"x": "MS 14,24"}, "melee").attack("a", "14,24") == 2
    assert world({"a": "SD 14,24"}, {"x": "MS 14,23"}, "melee").defence("14,23", "a") == 3
    assert world({"a": "SD 21,18"}, {"x": "MS 22,18", "y": "BW 22,18"}, "melee").defence("22,18", "a") == 6
    assert world({"a": "SD 32,22"}, {"x": "BW 33,22"}, "melee").defence("33,22", "a") == 2
    assert world({"a": "SD 23,6"}, {"x": "MS 24,6"}, "melee").defence("24,6", "a") == 3


@clause("CH-S7.32", "CH-S8.1a", "CH-S8.1b")
@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [(26, 9, 2), (8, 3, 2), (4, 3, 1), (3, 3, 1), (2, 3, 0), (3, 6, 0), (2, 5, -1), (24, 3, 8), (99, 3, 8), (7, 1, 7)],
)
def test_odds_are_rounded_in_favour_of_the_defender(attack: int, defence: int, column: int) -> None:
    assert odds_column(attack * 16, defence * 16) == column


@clause("CH-S10.11", "CH-R40", "CH-S10.14", "CH-S10.13")
def test_a_leader_can_double_each_attack_from_its_hex() -> None:
    ours = {"a": "MI 10,11", "b": "MI 10,11", "l": "L1 10,11"}
    battle = world(ours, {"x": "MI 11,11", "y": "MI 9,11"}, "melee", dice="1 1")
    assert battle.attack("a", "11,11") == 4
    assert battle.attack("ab", "11,11") == 8
    battle.play("attack 11,11", "add a", "strike", "attack 9,11", "add b", "strike")
    columns = [event.column for event in battle.events(Charged)]
    assert columns == [2, 2]


@clause("CH-S10.11", "CH-S10.12")
def test_bonuses_add_up_and_do_not_apply_to_leaders() -> None:
    battle = world({"a": "SD 10,11", "k": "L3 10,11", "l": "L4 10,11"}, {"x": "MI 11,11"}, "melee")
    assert battle.attack("a", "11,11") == 8, "4 plus a bonus of 6 limited to 4"
    assert world({"a": "SD 10,11"}, {"x": "L1 11,11"}, "melee").defence("11,11", "a") == 1


# -------------------------------------------------------------------- attacks


@clause("CH-S7.11", "CH-S7.13", "CH-S7.14", "CH-S7.31", "CH-S7.4")
def test_units_of_a_stack_attack_different_hexes_once_each() -> None:
    battle = world({"a": "AX 10,11", "b": "AX 10,11"}, {"x": "MI 11,11", "y": "MI 9,11"}, "melee", dice="1 1")
    battle.play("attack 11,11", "add a", "strike")
    battle.expect_refusal("attack 11,11", "CH-S7.13")
    battle.play("attack 9,11")
    battle.expect_refusal("add a", "CH-S7.14")
    battle.play("add b", "strike")
    assert battle.decision == END


@clause("CH-S7.0")
def test_attacking_in_melee_is_optional() -> None:
    battle = world({"a": "AX 10,11"}, {"x": "MI 11,11"}, "melee")
    battle.expect_refusal("attack 13,11", "CH-S7.0")
    assert battle.play("done").decision == END


@clause("CH-S7.21", "CH-S7.22", "CH-S7.23", "CH-S8.1a")
def test_several_hexes_are_attacked_together_by_units_next_to_all_of_them() -> None:
    ours = {"a": "SD 10,10", "b": "MC 11,10", "c": "AX 11,9"}
    battle = world(ours, {"x": "MS 10,9", "y": "MS 10,11"}, "melee", dice="1")
    battle.play("attack 10,9")
    assert battle.legal("also") == {"10,11"}
    battle.play("also 10,11")
    assert battle.legal("add") == {"a", "b"}
    battle.expect_refusal("add c", "CH-S7.23")
    battle.play("all", "strike")
    assert battle.events(Charged)[0].column == 1, "7 to 6"


@clause("CH-S8.1a")
def test_an_attack_below_one_to_two_is_not_allowed() -> None:
    battle = world({"a": "MI 10,11"}, {"x": "SD 11,11", "y": "SD 11,11"}, "melee")
    assert battle.decision == END
    both = world({"a": "MI 10,11", "b": "AX 12,9", "c": "AX 12,10"}, {"x": "SD 11,11", "y": "SD 11,11"}, "melee")
    both.play("attack 11,11", "add a")
    both.expect_refusal("strike", "CH-S8.1a")


# -------------------------------------------------------------------- flank attacks


@clause("CH-S7.51", "CH-S7.52")
def test_two_attackers_on_opposite_sides_make_a_flank_attack_that_is_doubled_last() -> None:
    battle = world({"a": "MC 10,11", "b": "MC 12,11"}, {"x": "SD 11,11"}, "melee", dice="1")
    assert battle.attack("ab", "11,11") == 12
    assert battle.odds("ab", "11,11") == "3-1"
    battle.play("attack 11,11", "all", "strike")
    assert len(battle.events(Flanked)) == 1


@clause("CH-S7.53", "CH-S7.55")
def test_only_units_that_take_part_count_for_a_flank_attack_and_enemies_do_not_prevent_it() -> None:
    ours = {"a": "MC 10,11", "b": "MC 12,11", "c": "BW 12,12"}
    battle = world(ours, {"x": "SD 11,11", "y": "MI 11,10", "z": "MI 12,10"}, "melee")
    assert battle.attack("a", "11,11") == 3
    assert battle.attack("ab", "11,11") == 12


@clause("CH-S7.54", "CH-R10")
def test_the_edge_of_the_map_is_not_covered() -> None:
    battle = world({"a": "MC 9,0", "b": "MC 11,0", "c": "MC 10,1"}, {"x": "SD 10,0"}, "melee")
    assert battle.odds("ab", "10,0") == "3-1"
    assert battle.odds("ac", "10,0") == "1-1"


@clause("CH-R9")
def test_every_hex_of_an_attack_must_be_flanked() -> None:
    battle = world({"a": "SD 10,10", "b": "SD 11,10"}, {"x": "MS 10,9", "y": "MS 10,11"}, "melee")
    assert battle.attack("ab", "10,9", "10,11") == 8


# -------------------------------------------------------------------- results


@clause("CH-S8.1d", "CH-S8.22", "CH-R20")
def test_half_the_units_rounded_up_are_lost_by_choice_and_the_rest_are_disrupted() -> None:
    ours = dict.fromkeys("abcd", "SD 10,11")
    battle = clash(ours, {"x": "MI 11,11", "y": "MI 11,11", "z": "BW 11,11"}, "4")
    assert (battle.decision, battle.seat) == ("Halving", 1)
    battle.expect_refusal("lose a", "CH-S8.1d")
    battle.play("lose x", "lose z")
    assert [battle.at(unit) for unit in "xyz"] == ["lost", "11,11", "lost"]
    assert battle.is_disrupted("y")


@clause("CH-S8.1d", "CH-S8.4")
def test_a_unit_alone_is_eliminated_by_half_eliminated() -> None:
    battle = clash({"a": "SD 10,11", "b": "SD 10,11"}, {"x": "MI 11,11"}, "4")
    assert battle.at("x") == "lost"
    assert battle.decision == "Advance"


@clause("CH-R20")
def test_halving_a_chariot_with_a_rider_leaves_the_rider_on_foot() -> None:
    ours = dict.fromkeys("ab", "SD 10,11")
    battle = world(ours, {"x": "CH 11,11", "y": "BW 11,11 aboard x"}, "melee", dice="4", stacking=(4, 4))
    battle.play("attack 11,11", "all", "strike")
    assert battle.legal("lose") == {"x", "y"}
    battle.play("lose x")
    assert (battle.at("y"), battle.rider("y"), battle.is_disrupted("y")) == ("11,11", "", True)


@clause("CH-S8.1e", "CH-S10.3c")
def test_eliminated_removes_leaders_too_in_melee() -> None:
    ours = dict.fromkeys("abcd", "SD 10,11")
    battle = clash(ours, {"x": "MI 11,11", "l": "L1 11,11"}, "6")
    assert (battle.at("x"), battle.at("l")) == ("lost", "lost")


@clause("CH-S8.3", "CH-S8.1c")
def test_combat_forces_no_retreat_and_does_not_hurt_the_attacker() -> None:
    battle = clash({"a": "AX 10,11"}, {"x": "MS 11,11"}, "4")
    assert (battle.at("a"), battle.at("x")) == ("10,11", "11,11")
    assert battle.is_disrupted("x")
    assert not battle.is_disrupted("a")


@clause("CH-S8.2a", "CH-S8.22", "CH-S8.2b")
def test_disrupted_units_defend_at_full_strength_add_one_to_the_die_and_are_eliminated_the_second_time() -> None:
    battle = world({"a": "AX 10,11"}, {"x": "MS 11,11 disrupted"}, "melee", dice="3")
    assert battle.defence("11,11", "a") == 3
    battle.play("attack 11,11", "all", "strike")
    assert battle.at("x") == "lost"


# -------------------------------------------------------------------- disruption


@clause("CH-S8.2b")
def test_a_disrupted_unit_does_not_move_fire_or_attack() -> None:
    battle = world({"a": "SK 10,11 disrupted", "b": "AX 20,11"}, {"x": "MI 11,11"}, "fire", leaders=False)
    assert battle.decision == "Move"
    battle.expect_refusal("move a", "CH-S8.2b")
    battle.play("done")
    assert battle.decision == END


@clause("CH-S4.2d", "CH-S8.23", "CH-S4.1", "CH-S4.2")
def test_both_sides_recover_except_units_disrupted_in_this_player_turn() -> None:
    battle = world(
        {"a": "BW 10,11", "c": "AX 20,11 disrupted"}, {"x": "AX 11,11", "y": "AX 25,11 disrupted"}, "fire",
        leaders=False, dice="6", continues=True,
    )  # fmt: skip
    battle.play("aim 11,11", "all", "loose", "done")
    assert battle.state.side == 1
    assert [battle.is_disrupted(unit) for unit in "cxy"] == [False, True, False]
    battle.expect_refusal("move x", "CH-S8.2b")  # it misses the whole of its own Player-Turn
    battle.play("done")
    assert battle.state.number == 5
    assert not battle.is_disrupted("x")


# -------------------------------------------------------------------- leaders


@clause("CH-S10.0a", "CH-S10.32", "CH-S8.2c", "CH-S10.3d", "CH-2.2")
@pytest.mark.parametrize(("level", "lower"), [(1, 2), (2, 3), (3, 4), (4, 0), (5, 6), (6, 0)])
def test_disrupted_in_melee_reduces_the_leader_and_spares_the_units(level: int, lower: int) -> None:
    battle = world(
        dict.fromkeys("abc", "SD 10,11"), {"x": "MS 11,11", "l": f"L{level} 11,11"}, "melee",
        dice="4" if level in (1, 2) else "3", stacking=(4, 4),
    )  # fmt: skip
    battle.play("attack 11,11", "all", "strike")
    assert not battle.is_disrupted("x")
    assert battle.level("l") == lower
    assert battle.state.losses(1) == (1 if lower == 0 else 0)


@clause("CH-S10.31")
def test_disrupted_by_fire_has_no_effect_on_a_hex_with_a_leader() -> None:
    battle = world({"a": "BW 10,11"}, {"x": "MS 11,11", "l": "L4 11,11"}, "fire", dice="6")
    battle.play("aim 11,11", "all", "loose")
    assert not battle.is_disrupted("x")
    assert battle.level("l") == 4


@clause("CH-S10.33", "CH-R16")
def test_half_eliminated_in_melee_reduces_every_leader_and_survivors_are_not_disrupted() -> None:
    ours = dict.fromkeys("abcd", "SD 10,11") | {"e": "SD 12,11"}
    theirs = {"x": "MI 11,11", "y": "MI 11,11 disrupted", "k": "L3 11,11", "l": "L4 11,11"}
    battle = world(ours, theirs, "melee", dice="3", stacking=(4, 4))
    assert battle.odds("abcde", "11,11") == "5-1"
    battle.play("attack 11,11", "all", "strike")
    assert battle.decision == "Halving"
    battle.play("lose x")
    assert [battle.at(unit) for unit in "xy"] == ["lost", "11,11"]
    assert "Disrupted" not in battle.event_names()
    assert (battle.level("k"), battle.level("l")) == (4, 0)


@clause("CH-R13")
def test_a_leader_does_not_cure_disrupted_units_but_keeps_them_from_elimination() -> None:
    battle = world({"a": "BW 10,11"}, {"x": "MS 11,11 disrupted", "l": "L4 11,11"}, "fire", dice="5")
    battle.play("aim 11,11", "all", "loose")
    assert (battle.at("x"), battle.is_disrupted("x")) == ("11,11", True)
    assert "Steadied" in battle.event_names(), "the 5 counts as a 6"


@clause("CH-R46")
def test_leaders_alone_can_be_attacked_in_melee() -> None:
    battle = clash({"a": "MI 10,11"}, {"l": "L1 11,11"}, "3")
    assert battle.level("l") == 2
    assert battle.decision == END


# -------------------------------------------------------------------- advances


@clause("CH-S8.4", "CH-R12", "CH-R35")
def test_attackers_and_leaders_of_their_hexes_advance_at_once_within_stacking() -> None:
    ours = {"a": "SD 10,11", "b": "AX 10,11", "c": "MI 12,11", "l": "L3 10,11", "e": "SD 11,12"}
    victory = 'rule = "hold"\nhexes = ["1212"]'
    battle = world(ours, {"x": "MI 11,11"}, "melee", dice="6", stacking=(2, 2), victory=victory)
    battle.play("attack 11,11", "add a", "add b", "strike")
    assert battle.decision == "Advance"
    assert battle.legal("advance") == {"a", "b", "l"}
    battle.play("advance a 11,11", "advance l 11,11", "advance b 11,11")
    assert [battle.at(unit) for unit in "abl"] == ["11,11"] * 3
    assert battle.state.owners[0] == 1
    assert battle.decision == END


@clause("CH-R12")
def test_fire_never_leads_to_an_advance() -> None:
    ours = dict.fromkeys("abcd", "SK 10,11")
    battle = world(ours, {"x": "MI 11,11 disrupted"}, "fire", leaders=False, dice="6", stacking=(4, 4))
    battle.play("aim 11,11", "all", "loose")
    assert battle.at("x") == "lost"
    assert battle.decision == "Move"


@clause("CH-R21")
def test_a_rider_advances_with_its_chariot_or_stays() -> None:
    ours = {"c": "CH 10,11", "a": "SK 10,11 aboard c", "b": "SD 12,11"}
    battle = world(ours, {"x": "MI 11,11"}, "melee", dice="6")
    battle.play("attack 11,11", "all", "strike")
    assert battle.legal("advance") == {"b", "c"}
    battle.play("advance c 11,11")
    assert (battle.at("a"), battle.at("c")) == ("11,11", "11,11")
    assert battle.decision == END, "no other unit may share the hex of a chariot"
