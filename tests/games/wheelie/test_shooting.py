"""Shooting: weapons, ranges, sight, dice, damage, characteristics, morale."""

from __future__ import annotations

import pytest

from hippodrome.games.wheelie import arcs
from hippodrome.games.wheelie.events import CabHeld, HeldCourse, HitIgnored, KitFailed, Swerved
from hippodrome.games.wheelie.state import BROKEN, FIGHTING, LOST
from tests.games.wheelie.world import World, is_close, world
from tests.support import clause


def dice_of(battle: World, shooter: str = "A", target: str = "B") -> int:
    return int(arcs.shot(battle.state, battle.unit(shooter), battle.unit(target)).dice)


# -------------------------------------------------------------------- weapons and ranges


@clause("WW-D1", "WW-D2", "WW-J1", "WW-H1")
@pytest.mark.parametrize(
    ("place", "dice"),
    [
        ("0 7 90", 6),
        ("0 -7 90", 6),
        ("6 2 0", 6),
        ("6 -4 0", 6),
        ("-6 2 0", 0),
        ("-6.5 -3.5 0", 0),
        ("0 12 90", 4),
        ("0 18 90", 2),
    ],
)
def test_a_bow_shoots_everywhere_but_to_the_drivers_side(place: str, dice: int) -> None:
    assert dice_of(world(A="egyptian 0 0 0", B=f"egyptian {place}")) == dice
    x, rest = place.split(" ", 1)
    mirrored = world(A="egyptian 0 0 0 mirrored", B=f"egyptian {-float(x)} {rest}")
    assert dice_of(mirrored) == dice


@clause("WW-E1", "WW-E2", "WW-E3", "WW-J2", "WW-J5", "WW-J7", "WW-Q31")
@pytest.mark.parametrize(
    ("place", "javelin", "celtic"),
    [("0 7 90", 6, 6), ("6 2 0", 6, 6), ("-6 2 0", 0, 6), ("6 -4 0", 0, 0), ("0 -7 90", 0, 0), ("0 12 90", 0, 0)],
)
def test_javelins_go_forward_and_to_the_warriors_forward_side(place: str, javelin: int, celtic: int) -> None:
    assert dice_of(world(A="mycenaean 0 0 0", B=f"egyptian {place}")) == javelin
    assert dice_of(world(A="sumerian 0 0 0", B=f"egyptian {place}")) == javelin
    assert dice_of(world(A="celtic 0 0 0", B=f"egyptian {place}")) == celtic


@clause("WW-J3", "WW-Q28", "WW-J10", "WW-Q62")
@pytest.mark.parametrize(
    ("place", "dice"), [("0 7 90", 8), ("0 12 90", 4), ("6 2 0", 6), ("-6 2 0", 2), ("-9 2 0", 0), ("-6.5 -3.5 0", 0)]
)
def test_a_hittite_has_an_archer_and_a_javelin(place: str, dice: int) -> None:
    assert dice_of(world(A="hittite 0 0 0", B=f"egyptian {place}")) == dice


@clause("WW-J4", "WW-J6", "WW-J10")
@pytest.mark.parametrize(
    ("place", "assyrian", "indian"), [("0 7 90", 8, 12), ("0 -7 90", 8, 7), ("6 2 0", 6, 7), ("-6 -4 0", 6, 5)]
)
def test_big_chariots_shoot_all_round(place: str, assyrian: int, indian: int) -> None:
    assert dice_of(world(A="assyrian 0 0 0", B=f"egyptian {place}")) == assyrian
    assert dice_of(world(A="indian 0 0 0", B=f"egyptian {place}")) == indian


@clause("WW-K12", "WW-K11", "WW-K10", "WW-K3", "WW-Q62", "WW-Q31")
@pytest.mark.parametrize(
    ("trait", "bands"),
    [(0, (6, 12, 18)), (12, (8, 16, 24)), (11, (8, 12, 18)), (10, (6, 18, 18)), (3, (4, 12, 18))],
)
def test_characteristics_change_the_bands_of_a_bow(trait: int, bands: tuple[int, int, int]) -> None:
    battle = world(A=f"egyptian 0 0 0 trait {trait}", B="egyptian 30 30 0")
    unit = battle.unit("A")
    kind = battle.state.kind(unit)
    for band, dice, farther in zip(bands, (6, 4, 2), (4, 2, 0), strict=True):
        assert arcs.dice_of(kind, unit, 0, band * 1000) == dice or band == bands[1] == bands[2]
        if band != bands[2]:
            assert arcs.dice_of(kind, unit, 0, band * 1000 + 1) == farther
    assert arcs.dice_of(kind, unit, 0, bands[2] * 1000 + 1) == 0


@clause("WW-K12", "WW-K11", "WW-K3", "WW-Q62")
@pytest.mark.parametrize(("trait", "reach"), [(0, 6), (12, 6), (11, 8), (10, 6), (3, 4)])
def test_characteristics_change_the_reach_of_a_javelin(trait: int, reach: int) -> None:
    battle = world(A=f"celtic 0 0 0 trait {trait}", B="egyptian 30 30 0")
    assert arcs.javelin_reach(battle.unit("A")) == reach * 1000


@clause("WW-G5", "WW-Q30")
def test_an_expert_warrior_gains_no_dice_beyond_the_weapons_range() -> None:
    battle = world(A="mycenaean 0 0 0 expert 2", B="egyptian 0 7 90")
    assert dice_of(battle) == 7
    battle.unit("B").y -= 3000
    assert dice_of(battle) == 0


@clause("WW-H4", "WW-Q34")
def test_a_shot_from_behind_has_two_more_dice_except_against_runners() -> None:
    assert dice_of(world(A="egyptian 0 0 0", B="egyptian 0 8 0")) == 8
    assert dice_of(world(A="egyptian 0 0 0", B="egyptian 0 8 180")) == 6
    assert dice_of(world(A="egyptian 0 0 0", B="runners 0 8 0")) == 6


@clause("WW-Q29", "WW-I9")
def test_warrior_hits_can_end_all_shooting() -> None:
    battle = world(A="egyptian 0 0 0 warrior 2 aim 1", B="egyptian 0 19 180", spread="4 3")
    assert dice_of(battle) == 0
    battle.expect_refusal("shoot 4", "WW-Q29")
    battle.expect_refusal("aim 3 1", "WW-Q60")


# -------------------------------------------------------------------- sight


@clause("WW-Q33", "WW-B12")
@pytest.mark.parametrize(
    ("piece", "seen"),
    [
        ("scrub", True),
        ("rise", False),
        ("grove", False),
        ("rocks", False),
        ("dune", True),
        ("pool", True),
        ("ruin", False),
    ],
)
def test_terrain_between_two_chariots_may_block_sight(piece: str, seen: bool) -> None:
    battle = world(A="egyptian 0 0 0", B="egyptian 0 14 180", spread="3", terrain=[f"{piece} 0 7"])
    assert ("aim 3 1" in battle.options) == seen
    if not seen:
        battle.expect_refusal("aim 3 1", "WW-Q33")


@clause("WW-Q33")
@pytest.mark.parametrize(
    ("piece", "away", "seen"), [("grove", 9, True), ("grove", 11, False), ("rise", 11, True), ("rise", 9, True)]
)
def test_a_target_on_a_rise_is_visible_and_among_trees_only_within_6_inches(piece: str, away: int, seen: bool) -> None:
    there = world(A="egyptian 0 0 0", B=f"egyptian 0 {away} 180", spread="3", terrain=[f"{piece} 0 {away}"])
    assert ("aim 3 1" in there.options) == seen
    here = world(A="egyptian 0 0 0", B=f"egyptian 0 {away} 180", spread="3", terrain=[f"{piece} 0 -1"])
    assert ("aim 3 1" in here.options) == seen


@clause("WW-Q33")
def test_other_chariots_block_the_line_and_runners_do_not() -> None:
    hidden = world(A="egyptian 0 0 0", B="egyptian 0 14 180", C="egyptian 0 7 90", spread="3")
    assert "aim 3 1" not in hidden.options
    seen = world(A="egyptian 0 0 0", B="egyptian 0 14 180", C="runners 0 7 90", spread="3")
    assert "aim 3 1" in seen.options


# -------------------------------------------------------------------- damage


def shoot(dice: str, target: str = "hittite 0 8 180", shooter: str = "egyptian 0 0 0", morale: bool = True) -> World:
    """Play one shot of six dice at a target, with friends of both far away."""
    friends = ("egyptian -30 -30 0", "egyptian 30 30 0")
    battle = world(A=shooter, B=target, C=friends[0], D=friends[1], spread="3 4", dice=dice, morale=morale)
    return battle.play("aim 3 1", "shoot 4")


@clause("WW-I6", "WW-I7", "WW-B14")
def test_each_unsaved_five_is_a_temporary_damage() -> None:
    battle = shoot("5 5 5 1 1 1 | 5 1 1 1 1 1")
    assert battle.unit("B").temporary == 2
    assert not battle.events(Swerved)


@clause("WW-I9", "WW-L3", "WW-L1")
@pytest.mark.parametrize(
    ("die", "fields"), [(1, (1, 0, 0)), (2, (1, 0, 0)), (3, (0, 1, 0)), (4, (0, 1, 0)), (5, (0, 0, 1)), (6, (0, 0, 1))]
)
def test_a_die_decides_the_location_of_a_permanent_damage(die: int, fields: tuple[int, int, int]) -> None:
    battle = shoot(f"6 1 1 1 1 1 | 1 1 1 1 1 1 | {die} 5", "hittite 0 8 180 temporary 2")
    unit = battle.unit("B")
    assert (int(unit.team), int(unit.driver), int(unit.warrior)) == fields
    assert unit.permanent == battle.unit("A").inflicted == 1
    assert unit.is_on_table()


@clause("WW-L1", "WW-L2", "WW-Q44")
def test_a_six_breaks_a_fresh_chariot_which_acts_no_more() -> None:
    battle = shoot("6 1 1 1 1 1 | 1 1 1 1 1 1 | 1 6")
    assert battle.unit("B").status == BROKEN
    assert battle.unit("B").is_on_table()


@clause("WW-Q43")
def test_without_the_morale_option_no_unit_tests() -> None:
    battle = shoot("6 1 1 1 1 1 | 1 1 1 1 1 1 | 1", morale=False)
    assert battle.unit("B").status == FIGHTING


@clause("WW-Q39", "WW-Q45")
def test_a_broken_chariot_takes_the_remaining_damage_without_more_tests() -> None:
    battle = shoot("6 6 1 1 1 1 | 1 1 1 1 1 1 | 1 6 | 5")
    unit = battle.unit("B")
    assert (unit.permanent, unit.status) == (2, BROKEN)


@clause("WW-Q39", "WW-Q13")
def test_a_chariot_lost_midway_takes_no_further_damage() -> None:
    battle = shoot("6 6 1 1 1 1 | 1 1 1 1 1 1 | 1", "hittite 0 8 180 team 2 temporary 3")
    assert battle.unit("B").status == LOST
    assert battle.unit("B").permanent == 3


@clause("WW-K7", "WW-Q40")
@pytest.mark.parametrize(("words", "die"), [("seven 1", 5), ("seven 2", 3), ("shield", 4)])
@pytest.mark.parametrize("save", [5, 6])
def test_armour_and_shield_ignore_a_hit_entirely_on_a_six(words: str, die: int, save: int) -> None:
    after = "" if save == 6 else " | 1"
    battle = shoot(f"6 1 1 1 1 1 | 1 1 1 1 1 1 | {die} {save}{after}", f"hittite 0 8 180 {words}")
    assert battle.unit("B").permanent == (0 if save == 6 else 1)
    assert len(battle.events(HitIgnored)) == (1 if save == 6 else 0)
    assert battle.unit("B").pool() == (6 if save == 6 else 5)


@clause("WW-K7")
def test_armour_does_not_help_the_driver() -> None:
    battle = shoot("6 1 1 1 1 1 | 1 1 1 1 1 1 | 3 1", "hittite 0 8 180 seven 1")
    assert battle.unit("B").driver == 1


@clause("WW-K7", "WW-Q40")
def test_a_sturdy_cab_removes_one_temporary_damage_in_each_attack() -> None:
    battle = shoot("5 5 1 1 1 1 | 1 1 1 1 1 1 | 6", "hittite 0 8 180 seven 3")
    assert battle.unit("B").temporary == 1
    assert len(battle.events(CabHeld)) == 1
    even = shoot("5 1 1 1 1 1 | 5 1 1 1 1 1 | 6 | 6", "hittite 0 8 180 seven 3")
    assert even.unit("B").temporary == 0


@clause("WW-K2", "WW-Q42", "WW-Q38")
def test_bad_kit_loses_criticals_before_the_defence() -> None:
    battle = shoot("6 6 1 1 1 1 | 2 3 | 6 1 1 1 1 1 | 1", shooter="egyptian 0 0 0 trait 2")
    assert battle.unit("B").criticals == 0
    assert [int(event.number) for event in battle.events(KitFailed)] == [1]


@clause("WW-J11", "WW-J5")
def test_a_sumerian_has_seven_defence_dice() -> None:
    battle = shoot("5 1 1 1 1 1 | 1 1 1 1 1 1 5 | 1", "sumerian 0 8 180")
    assert battle.unit("B").temporary == 0


# -------------------------------------------------------------------- swerves


@clause("WW-Q23")
def test_a_swerve_is_cut_in_steps_of_five_degrees_and_never_collides() -> None:
    battle = world(
        A="egyptian -10 0 90", B="hittite 0 0 0", C="egyptian -30 -30 0", D="egyptian 2.6 2.5 0",
        spread="3 4", dice="5 1 1 1 | 5 1 1 1 1 1 | 3",
    )  # fmt: skip
    battle.play("aim 3 1", "shoot 4")
    turned = battle.at("B")[2]
    assert 0 < turned < 45
    assert turned % 5 == 0
    assert battle.aim("A") == ""


@clause("WW-Q23", "WW-Q60")
def test_a_swerve_without_room_is_no_move_and_keeps_the_aim() -> None:
    battle = world(
        A="egyptian -10 0 90", B="hittite 0 0 0", C="egyptian -30 -30 0", D="egyptian 2.05 1 0",
        spread="3 4", dice="5 1 1 1 | 5 1 1 1 1 1 | 3",
    )  # fmt: skip
    battle.play("aim 3 1", "shoot 4")
    assert is_close(battle.at("B"), (0, 0, 0))
    assert len(battle.events(HeldCourse)) == 1
    assert battle.aim("A") == "B"
