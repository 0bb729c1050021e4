"""Worked examples of difficult cases, and a table of melee odds."""

from __future__ import annotations

import pytest

from hippodrome.games.chariot.events import Charged, Shot
from tests.games.chariot.world import END, World, world
from tests.support import clause


def column(battle: World, kind: type[Shot] | type[Charged]) -> str:
    """Return the odds column of the last attack."""
    return battle.state.rules.table.columns[battle.events(kind)[-1].column]


@clause("CH-S10.31", "CH-S8.1d")
def test_fire_at_a_hex_with_a_leader_spares_the_leader() -> None:
    four = dict.fromkeys("abcd", "IB 21,18")
    theirs = {"x": "BW 22,18", "l": "L2 22,18"}
    battle = world(four, theirs, "fire", dice="6", stacking=(6, 6)).play("aim 22,18", "all", "loose")
    assert column(battle, Shot) == "2-1"
    assert not battle.is_disrupted("x")
    assert battle.level("l") == 2
    six = dict.fromkeys("abcdef", "IB 21,18")
    other = world(six, theirs, "fire", dice="5", stacking=(6, 6)).play("aim 22,18", "all", "loose")
    assert column(other, Shot) == "3-1"
    assert (other.at("x"), other.level("l")) == ("lost", 2)
    assert other.decision == "Move", "fire leads to no advance"


@clause("CH-S8.22", "CH-S8.2a")
def test_a_second_disruption_eliminates_only_the_disrupted_unit() -> None:
    firers = dict.fromkeys("abc", "BW 10,11")
    theirs = {"x": "AX 11,11 disrupted", "y": "AX 11,11"}
    battle = world(firers, theirs, "fire", dice="3", leaders=False).play("aim 11,11", "all", "loose")
    assert column(battle, Shot) == "2-1"
    assert (battle.at("x"), battle.at("y"), battle.is_disrupted("y")) == ("lost", "11,11", True)
    other = world(firers, theirs, "fire", dice="6", leaders=False).play("aim 11,11", "all", "loose")
    assert (other.at("x"), other.at("y")) == ("lost", "lost")


@clause("CH-S8.22", "CH-S8.1d")
def test_a_disrupted_survivor_of_half_eliminated_is_eliminated() -> None:
    firers = {letter: f"SK {place}" for letter, place in zip("abcde", ["10,11"] * 3 + ["12,11"] * 2, strict=True)}
    theirs = {"x": "AX 11,11 disrupted", "y": "AX 11,11", "z": "BW 11,11"}
    for losses, left in ((("x", "y"), "z"), (("y", "z"), "")):
        battle = world(firers, theirs, "fire", dice="4", leaders=False).play("aim 11,11", "all", "loose")
        assert column(battle, Shot) == "3-1"
        assert (battle.decision, battle.seat) == ("Halving", 1)
        battle.play(*[f"lose {unit}" for unit in losses])
        assert [unit for unit in "xyz" if battle.at(unit) != "lost"] == list(left)


@clause("CH-R2", "CH-R3", "CH-S6.12", "CH-1.3")
def test_defensive_fire_can_stop_a_chariot_before_its_rider_fires() -> None:
    ours = {"c": "CH 8,11", "a": "BW 8,11 aboard c", "b": "AX 30,30"}

    def approach(die: str) -> World:
        battle = world(ours, {"x": "SK 11,11"}, "chariot", dice=die, leaders=False, continues=True)
        battle.walk("c", "10,11").play("done")
        return battle.play("aim 10,11", "all", "loose")

    hit = approach("6")
    assert column(hit, Shot) == "1-2"
    assert hit.is_disrupted("c")
    assert hit.is_disrupted("a")
    assert hit.decision == "Move", "the disrupted bowmen do not fire"
    hit.expect_refusal("move c", "CH-S8.2b")
    hit.play("done")
    assert hit.state.side == 1, "no Defensive Fire after Movement, and no fire in its own Player-Turn"
    assert hit.decision == "Move"
    hit.play("done")
    assert hit.decision == "Melee", "but it may attack"
    missed = approach("5 1")
    assert missed.decision == "Fire"
    missed.play("aim 11,11", "all", "loose")
    assert column(missed, Shot) == "1-2"


@clause("CH-1.4", "CH-1.5b", "CH-S6.33")
def test_a_chariot_spends_one_allowance_over_both_phases_and_stops_in_a_stream() -> None:
    battle = world({"c": "CH 10,11", "b": "AX 30,30"}, {"z": "MI 30,2"}, "chariot", leaders=False)
    battle.walk("c", "16,11")
    assert battle.points_left("c") == 3
    wet = world(
        {"c": "CH 14,28", "a": "BW 14,28 aboard c", "b": "AX 30,30"}, {"x": "AX 13,22"}, "chariot", leaders=False
    )  # fmt: skip
    wet.play("move c", "go 14,24", "go 14,23")
    assert wet.points_left("c") == 3
    assert wet.decision == "GetOff"
    wet.play("done")
    assert wet.decision == "Move", "no fire out of the stream"
    wet.expect_refusal("move c", "CH-1.5b")
    wet.expect_refusal("move a", "CH-R32")
    wet.play("done")
    assert wet.decision == "GetOff"


@clause("CH-R15", "CH-R31")
def test_control_of_a_chariot_is_measured_again_when_movement_starts() -> None:
    ours = {"c": "CH 10,11", "d": "CH 2,2", "l": "L3 2,3", "b": "AX 30,30"}
    near = world({**ours, "m": "L4 14,11"}, {"z": "MI 30,2"}, "chariot")
    near.play("done").walk("c", "14,11")
    near.play("done")
    assert near.decision in ("Board", "Move")
    assert near.points_left("c") == 5
    far = world(ours, {"z": "MI 30,2"}, "chariot")
    far.play("done").walk("c", "14,11").play("done")
    assert far.points_left("c") == 0.5
    if far.decision == "Board":
        far.play("done")
    far.expect_refusal("move c", "CH-S5.14")


@clause("CH-S10.14", "CH-R40")
def test_a_leaders_bonus_counts_in_separate_attacks() -> None:
    ours = {"a": "SD 10,11", "b": "SD 10,11", "l": "L1 10,11"}
    theirs = {"x": "MS 11,11", "y": "MI 9,11"}
    battle = world(ours, theirs, "melee", dice="4 4")
    battle.play("attack 11,11", "add a", "strike")
    assert column(battle, Charged) == "2-1"
    assert battle.is_disrupted("x")
    battle.play("attack 9,11", "add b", "strike")
    assert column(battle, Charged) == "4-1"
    assert battle.at("y") == "lost"
    both = world(ours, theirs, "melee", dice="4").play("attack 11,11", "all", "strike")
    assert column(both, Charged) == "5-1"
    assert both.at("x") == "lost"


@clause("CH-S7.52", "CH-R14")
def test_the_stream_halves_before_the_bonus_and_the_flank_doubles_last() -> None:
    ours = {"a": "SD 14,23", "l": "L3 14,23", "b": "AX 13,25"}
    battle = world(ours, {"x": "MS 14,24"}, "melee", dice="4")
    assert battle.attack("ab", "14,24") == 14
    battle.play("attack 14,24", "all", "strike")
    assert column(battle, Charged) == "4-1"
    assert battle.at("x") == "lost"
    assert battle.legal("advance") == {"a", "b", "l"}
    alone = world(ours, {"x": "MS 14,24"}, "melee", dice="4").play("attack 14,24", "add a", "strike")
    assert column(alone, Charged) == "1-1"
    assert alone.is_disrupted("x")


@clause("CH-S7.54", "CH-R10")
def test_a_flank_attack_at_the_edge_must_cover_hexes_beyond_the_map() -> None:
    flanked = world({"a": "MC 9,0", "b": "MC 11,0"}, {"x": "SD 10,0"}, "melee", dice="3")
    flanked.play("attack 10,0", "all", "strike")
    assert column(flanked, Charged) == "3-1"
    assert flanked.is_disrupted("x")
    uncovered = world({"a": "MC 9,0", "b": "MC 10,1"}, {"x": "SD 10,0"}, "melee", dice="3")
    uncovered.play("attack 10,0", "all", "strike")
    assert column(uncovered, Charged) == "1-1"
    assert not uncovered.is_disrupted("x")


@clause("CH-S8.24", "CH-R11")
def test_an_attack_on_two_hexes_has_a_result_for_each() -> None:
    ours = {"a": "SD 10,10", "b": "SD 10,10", "c": "SD 11,10"}
    battle = world(ours, {"x": "MS 10,9 disrupted", "y": "MS 10,11"}, "melee", dice="6")
    battle.play("attack 10,9", "also 10,11", "all", "strike")
    assert column(battle, Charged) == "2-1"
    assert battle.at("x") == "lost"
    assert battle.is_disrupted("y")
    axes = {letter: f"AX {10 if letter in 'abc' else 11},10" for letter in "abcdef"}
    other = world(axes, {"x": "MI 10,9", "y": "MI 10,11"}, "melee", dice="4")
    other.play("attack 10,9", "also 10,11", "all", "strike")
    assert column(other, Charged) == "4-1"
    assert (other.decision, other.legal("lose")) == ("Halving", {"x", "y"})
    other.play("lose y")
    assert other.is_disrupted("x")


@clause("CH-S10.32", "CH-R18", "CH-R16")
@pytest.mark.parametrize(("die", "question"), [("3", END), ("5", "Halving")])
def test_a_leader_protects_a_chariot_and_its_rider_in_melee(die: str, question: str) -> None:
    theirs = {"c": "CH 11,11", "x": "SK 11,11 aboard c", "l": "L4 11,11"}
    battle = world({"a": "AX 10,11", "b": "AX 10,11"}, theirs, "melee", dice=die)
    assert battle.defence("11,11", "ab") == 2
    battle.play("attack 11,11", "all", "strike")
    assert column(battle, Charged) == "3-1"
    assert battle.level("l") == 0
    assert battle.decision == question
    if question == "Halving":
        battle.play("lose c")
    assert not battle.is_disrupted("x")
    bowmen = {"c": "CH 11,11", "x": "BW 11,11 aboard c", "l": "L4 11,11"}
    other = world({"a": "AX 10,11", "b": "AX 10,11"}, bowmen, "melee", dice="4")
    assert other.defence("11,11", "ab") == 5
    other.play("attack 11,11", "all", "strike")
    assert column(other, Charged) == "1-1"
    assert (other.level("l"), other.is_disrupted("x")) == (0, False)


# -------------------------------------------------------------------- odds


@clause("CH-S7.32", "CH-S3.37", "CH-S7.51", "CH-T.stream", "CH-T.woods")
@pytest.mark.parametrize(
    ("attackers", "start", "defender", "end", "odds"),
    [
        ("SD SD", "10,11", "MS", "11,11", "2-1"), ("SD SD", "21,18", "MS", "22,18", "1-1"),
        ("SD", "14,23", "MS", "14,24", "1-2"), ("SD SD", "14,23", "MS", "14,24", "1-1"),
        ("SD", "10,11", "MC", "11,11", "2-1"), ("MC", "10,11", "SD", "11,11", "1-2"),
        ("MI L1", "10,11", "MS", "11,11", "1-1"),
    ],
)  # fmt: skip
def test_melee_odds_of_some_pairings(attackers: str, start: str, defender: str, end: str, odds: str) -> None:
    ours = {letter: f"{key} {start}" for letter, key in zip("ab", attackers.split(), strict=False)}
    battle = world(ours, {"x": f"{defender} {end}"}, "melee")
    units = "".join([letter for letter, text in ours.items() if not text.startswith("L")])
    assert battle.odds(units, end) == odds


@clause("CH-S10.11")
def test_militia_with_a_level_1_leader_attacks_with_4() -> None:
    assert world({"a": "MI 10,11", "l": "L1 10,11"}, {"x": "MI 11,11"}, "melee").attack("a", "11,11") == 4
