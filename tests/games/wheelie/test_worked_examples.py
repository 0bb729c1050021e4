"""Worked examples of the rules, each with its scripted dice."""

from __future__ import annotations

import pytest

from hippodrome.games.wheelie import arcs
from hippodrome.games.wheelie.chariots import FRONT, OTHER_FORWARD, OTHER_REAR, OWN_FORWARD, OWN_REAR, REAR
from hippodrome.games.wheelie.events import Attacked, Collided, Destroyed, Dispersed, MoraleHeld, Swerved, TurnBegan
from hippodrome.games.wheelie.state import (
    BROKEN,
    DESTROYED,
    DISPERSED,
    EXPERT_DRIVER,
    FIGHTING,
    LOST,
    NO_ID,
    RETURNING,
    STRONG_ARM,
    WITHDRAWN,
)
from tests.games.wheelie.world import World, is_close, world
from tests.support import clause


def dice_of(battle: World, shooter: str, target: str) -> int:
    """Return the dice of a shot; 0 for none."""
    return int(arcs.shot(battle.state, battle.unit(shooter), battle.unit(target)).dice)


# -------------------------------------------------------------------- worked example


@clause("WW-M1", "WW-M2", "WW-M3", "WW-M4", "WW-M5", "WW-M6", "WW-Q3", "WW-B17", "WW-Q63")
def test_the_worked_example_step_by_step() -> None:
    # The target stands to the right of the attacker's final position, wholly in its forward side arc.
    battle = world(
        A="mycenaean 0 0 0 unloaded",
        B="egyptian 8.5 2 0",
        spread="1 3 5 4 4 6",
        dice="6 6 | 6 5 5 2 1 1 | 6 6 5 3 3 1 | 4 | 1 1 1 1 1 1 | 3 3 | 1 2 3 4 5 6",
        order="AB",
    )
    battle.play("reload 5")
    assert battle.unit("A").loaded
    battle.play("advance 1").leg(6, 2, 45, 3).play("stop")
    assert is_close(battle.at("A"), (3.828, 4.243, 45))
    assert dice_of(battle, "A", "B") == 6
    battle.play("aim 3 1")
    assert battle.aim("A") == "B"
    battle.play("shoot 4")
    target = battle.unit("B")
    assert (target.permanent, target.temporary) == (0, 0)
    swerved = battle.events(Swerved)
    assert [event.amount for event in swerved] == [450]
    assert arcs.arcs_containing(battle.state, target, battle.state.box(battle.unit("A"))) == [OTHER_REAR]
    assert dice_of(battle, "B", "A") == 0
    assert not battle.unit("A").loaded
    assert battle.aim("A") == ""
    battle.expect_refusal("shoot 4", "WW-B15")
    second = battle.fork()
    second.play("reload 6")
    second.expect_refusal("shoot 4", "WW-N3")
    battle.play("bank 6")
    assert battle.unit("A").banked == 1
    assert list(battle.state.act.dice) == [4]
    battle.play("end", "end")
    assert [event.order for event in battle.events(TurnBegan)] == [(0, 1)]


@clause("WW-M4", "WW-Q4", "WW-B11", "WW-B18")
def test_a_second_shot_at_a_target_that_has_not_moved_needs_no_new_aim() -> None:
    battle = world(
        A="egyptian 0 0 0", B="egyptian 0 7 0", spread="3 4 5 4",
        dice="1 1 1 1 1 1 1 1 | 1 1 1 1 1 1 | 1 1 1 1 1 1 1 1 | 2 2 2 2 2 2",
    )  # fmt: skip
    battle.play("aim 3 1", "shoot 4")
    battle.expect_refusal("shoot 4", "WW-B15")
    battle.play("reload 5", "shoot 4")
    assert len(battle.events(Attacked)) == 2


@clause("WW-M6", "WW-D2")
def test_turning_a_target_can_make_it_harmless() -> None:
    battle = world(A="mycenaean -6 -3 0", B="egyptian 0 0 0")
    assert dice_of(battle, "B", "A") == 0


# -------------------------------------------------------------------- legs and edges


@clause("WW-Q15", "WW-Q55", "WW-B4", "WW-B5", "WW-B6")
def test_a_leg_ends_in_the_expected_position() -> None:
    battle = world(A="egyptian 0 0 0", B="egyptian 30 30 0", spread="1", dice="6 2")
    battle.play("advance 1").leg(6, 2, 45, 3)
    assert is_close(battle.at("A"), (3.828, 4.243, 45))


@clause("WW-B9", "WW-B10", "WW-G3")
@pytest.mark.parametrize(("words", "keep", "end"), [("", 0, (3, 4, 90)), (" expert 1", 2, (3, 1, 90))])
def test_a_turn_ends_in_the_expected_position(words: str, keep: int, end: tuple[float, float, float]) -> None:
    battle = world(A=f"egyptian 0 0 0{words}", B="egyptian 30 30 0", spread="2", dice="2 5")
    battle.play("turn 2")
    if keep:
        assert battle.unit("A").expert == EXPERT_DRIVER
        battle.play(f"keep {keep}")
    battle.play(battle.options[0], "wheel 900")
    assert is_close(battle.at("A"), end)


@clause("WW-Q15", "WW-B7")
def test_a_wheel_needs_no_drive() -> None:
    battle = world(A="egyptian 0 0 0", B="egyptian 30 30 0", spread="1", dice="6 2")
    battle.play("advance 1", "leg 6", "drive 0", "wheel 450")
    assert battle.decision == "SecondDrive"
    battle.expect_refusal("drive 6001", "WW-Q15")
    battle.play("drive 0", "leg 2", "drive 0", "wheel 450", "drive 0")
    assert is_close(battle.at("A"), (3, -1, 90))


@clause("WW-Q54", "WW-Q15", "WW-Q19", "WW-Q57")
def test_a_chariot_with_its_nose_to_the_edge_can_wheel_away() -> None:
    battle = world(
        A="egyptian 18 34 0 driver 1", B="egyptian 4 4 0", size=(36, 36), corner=True, spread="1 2", dice="3 4"
    )
    battle.expect_refusal("turn 2", "WW-Q57")
    battle.play("advance 1", "leg 3")
    battle.expect_refusal("drive 1", "WW-B2")
    battle.play("drive 0", "wheel 450")
    assert is_close(battle.at("A"), (19.707, 33.649, 45), 0.003)
    if battle.decision == "SecondDrive":
        battle.play("drive 0")
    assert battle.decision == "NextLeg"


# -------------------------------------------------------------------- arcs and dice


@clause("WW-Q27", "WW-C1", "WW-C2", "WW-C3", "WW-C4")
@pytest.mark.parametrize(
    ("x", "y", "arc", "mirrored"),
    [
        (1.5, 2.5, FRONT, FRONT),
        (1.6, 2.5, OWN_FORWARD, OTHER_FORWARD),
        (5, -1, OWN_FORWARD, OTHER_FORWARD),
        (5, -1.1, OWN_REAR, OTHER_REAR),
        (-1.2, -2.1, OTHER_REAR, OWN_REAR),
        (1.1, -2.1, REAR, REAR),
    ],
)
def test_points_lie_in_the_expected_arcs(x: float, y: float, arc: int, mirrored: int) -> None:
    battle = world(A="egyptian 0 0 0", B="egyptian 30 30 0")
    where = (battle.origin[0] + round(x * 1000), battle.origin[1] - round(y * 1000))
    unit = battle.unit("A")
    assert arcs.arc_at(battle.state, unit, *where) == arc
    unit.mirrored = True
    assert arcs.arc_at(battle.state, unit, *where) == mirrored


@clause("WW-Q29", "WW-H2", "WW-H3", "WW-H4", "WW-Q34", "WW-I9")
def test_an_egyptian_has_half_the_dice_against_a_target_partly_out_of_arc() -> None:
    # 5 inches away, partly ahead and partly on the driver's side.
    battle = world(A="egyptian 0 0 0", B="egyptian -5.3 7.3 135")
    assert 4500 < arcs.shot(battle.state, battle.unit("A"), battle.unit("B")).distance < 5500
    target_arcs = arcs.arcs_containing(battle.state, battle.unit("A"), battle.state.box(battle.unit("B")))
    assert sorted(target_arcs) == [FRONT, OTHER_FORWARD]
    assert dice_of(battle, "A", "B") == 3
    battle.unit("A").warrior = 1
    assert dice_of(battle, "A", "B") == 2
    battle.unit("B").turn = (battle.unit("B").turn + 1800) % 3600
    assert arcs.shot(battle.state, battle.unit("A"), battle.unit("B")).rear == 2
    assert dice_of(battle, "A", "B") == 4


@clause("WW-Q29", "WW-J4", "WW-H2")
def test_an_assyrian_has_the_lowest_dice_against_a_target_in_two_arcs() -> None:
    battle = world(A="assyrian 0 0 0", B="egyptian 10.9 11.5 90")
    target_arcs = arcs.arcs_containing(battle.state, battle.unit("A"), battle.state.box(battle.unit("B")))
    assert sorted(target_arcs) == [FRONT, OWN_FORWARD]
    assert 6000 < arcs.shot(battle.state, battle.unit("A"), battle.unit("B")).distance <= 12000
    assert dice_of(battle, "A", "B") == 4


@clause("WW-Q30", "WW-G5", "WW-J6", "WW-Q31", "WW-J10")
def test_an_expert_indian_adds_bow_javelins_and_one_die() -> None:
    battle = world(A="indian 0 0 0 expert 2", B="egyptian 0 9 90")
    assert dice_of(battle, "A", "B") == 13
    battle.unit("B").y -= 100
    assert dice_of(battle, "A", "B") == 6


# -------------------------------------------------------------------- lance


@clause("WW-Q32", "WW-E4", "WW-E2", "WW-E3", "WW-J7")
@pytest.mark.parametrize(
    ("place", "dice"),
    [
        ("2.5 0 180", 8),
        ("3 0 180", 3),
        ("2.5 -3.2 180", 0),
        ("-2.5 0 180", 0),
        ("3.5 0 150", 3),
    ],
)
def test_the_lance_counts_only_beside_a_parallel_chariot(place: str, dice: int) -> None:
    battle = world(A="mycenaean 0 0 0", B=f"egyptian {place}")
    shot = arcs.shot(battle.state, battle.unit("A"), battle.unit("B"))
    assert shot.dice == dice
    assert (shot.lance > 0) == (dice == 8)


@clause("WW-E4", "WW-Q32", "WW-E5", "WW-S4")
def test_the_lance_needs_a_chariot_a_gap_and_no_runners() -> None:
    battle = world(A="mycenaean 0 0 0 expert 2", B="egyptian 2.5 0 0", C="runners 0 -4 0 side 1")
    assert dice_of(battle, "A", "B") == 9
    battle.unit("A").warrior = 2
    assert dice_of(battle, "A", "B") == 7
    battle.unit("B").x -= 500
    assert arcs.shot(battle.state, battle.unit("A"), battle.unit("B")).lance == 0
    battle.unit("C").put(battle.unit("A").x + 2500, battle.unit("A").y, battle.unit("A").turn)
    assert arcs.shot(battle.state, battle.unit("A"), battle.unit("C")).lance == 0


# -------------------------------------------------------------------- hits and damage


@clause("WW-Q35", "WW-Q36", "WW-Q39", "WW-Q45", "WW-Q18", "WW-I3", "WW-I6", "WW-I9", "WW-L1", "WW-L2", "WW-Q43")
def test_fives_do_not_stop_sixes() -> None:
    battle = world(A="egyptian 0 0 0", B="hittite 0 8 180", spread="3 4", dice="6 6 5 1 1 1 | 5 5 5 2 2 2 | 1 5 | 3 5")
    battle.play("aim 3 1", "shoot 4")
    target = battle.unit("B")
    assert (target.permanent, target.temporary) == (2, 0)
    assert (target.team, target.driver, target.warrior) == (1, 1, 0)
    assert battle.state.movement_penalty(target) == 1
    assert not battle.state.can_turn(target)
    assert target.status == BROKEN
    assert len(battle.events(MoraleHeld)) == 1
    assert battle.match.result is not None
    assert battle.match.result.reason == "victory"
    assert battle.match.result.winners == (0,)


@clause("WW-Q36", "WW-I1", "WW-I4", "WW-Q37")
@pytest.mark.parametrize(
    "dice", ["5 4 3 2 1 1 | 5 6 1 1 1 1", "1 2 3 4 1 2 | 4 4 4 4 4 4", "1 1 1 1 1 1 | 5 5 6 6 1 1"]
)
def test_too_many_saves_and_misses_do_nothing(dice: str) -> None:
    battle = world(A="egyptian 0 0 0", B="hittite 0 8 180", spread="3 4 5", dice=dice)
    battle.play("aim 3 1", "shoot 4")
    target = battle.unit("B")
    assert (target.permanent, target.temporary, battle.aim("A")) == (0, 0, "B")


@clause("WW-I8", "WW-Q38", "WW-Q39", "WW-Q26")
def test_the_third_critical_of_a_turn_destroys_a_chariot() -> None:
    battle = world(
        A="egyptian 0 0 0 side 0", B="hittite 0 8 180 criticals 2", spread="3 4", dice="6 5 5 1 1 1 | 1 1 1 1 1 1"
    )
    battle.play("aim 3 1", "shoot 4")
    assert battle.unit("B").status == DESTROYED
    assert (battle.unit("B").temporary, battle.unit("A").kills) == (0, 1)
    assert [event.rule for event in battle.events(Destroyed)] == ["WW-I8"]


@clause("WW-Q38", "WW-K7", "WW-Q40")
def test_a_critical_ignored_by_a_shield_still_counts() -> None:
    battle = world(
        A="egyptian 0 0 0", B="hittite 0 8 180 seven 2", spread="3 4 5 4",
        dice="6 6 1 1 1 1 | 1 1 1 1 1 1 | 3 6 | 1 1 | 6 1 1 1 1 1 | 1 1 1 1 1 1",
    )  # fmt: skip
    battle.play("aim 3 1", "shoot 4")
    assert battle.unit("B").permanent == 1
    assert battle.unit("B").criticals == 2
    battle.play("reload 5", "shoot 4")
    assert battle.unit("B").status == DESTROYED


@clause("WW-I8", "WW-Q38")
def test_the_count_of_criticals_is_cleared_at_the_end_of_a_turn() -> None:
    battle = world(
        A="egyptian 0 0 0",
        B="hittite 0 8 180 criticals 2",
        spread="3",
        order="AB",
        dice="1 1 1 1 1 1 | 3 4 | 1 1 1 1 1 1",
    )
    battle.play("end", "end")
    assert battle.unit("B").criticals == 0


@clause("WW-Q13", "WW-I12", "WW-I2")
def test_a_chariot_is_lost_the_moment_it_has_no_dice() -> None:
    battle = world(
        A="egyptian 0 0 0", B="hittite 0 8 180 team 2 temporary 3", spread="3 4", dice="5 1 1 1 1 1 | 1 1 1 1 1 1"
    )
    battle.play("aim 3 1", "shoot 4")
    assert battle.unit("B").status == LOST
    assert battle.unit("A").kills == 1


@clause("WW-Q11", "WW-Q12", "WW-I10", "WW-B1", "WW-B16", "WW-I11", "WW-Q60")
def test_healing_gives_no_die_back_until_the_next_spread() -> None:
    battle = world(
        A="egyptian 0 0 0 temporary 1",
        B="hittite 0 20 180",
        order="AB",
        dice="6 1 2 3 4 | 1 2 3 4 5 6 | 4 2 | 1 1 1 1 1 1",
    )
    assert list(battle.state.act.dice) == [6, 1, 2, 3, 4]
    battle.play("heal 6")
    assert battle.unit("A").temporary == 0
    assert list(battle.state.act.dice) == [1, 2, 3, 4]
    battle.expect_refusal("heal 6", "WW-A2")
    battle.play("end", "end")
    assert len(battle.state.act.dice) == 6
    battle.unit("A").permanent = battle.unit("A").team = 1
    battle.expect_refusal("heal 1", "WW-Q60")


# -------------------------------------------------------------------- conversions


@clause("WW-Q7", "WW-J8", "WW-J3")
def test_an_aggressive_chariot_converts_one_die() -> None:
    miss = "1 1 1 1 1 1 1 1 | 1 1 1 1 1 1"
    battle = world(A="hittite 0 0 0", B="egyptian 0 8 180", spread="1 1 2 3 5 5", dice=miss)
    battle.play("aim 3 1", "shoot 1", "reload 5")
    battle.expect_refusal("shoot 1", "WW-Q7")
    free = world(A="hittite 0 0 0", B="egyptian 0 8 180", spread="1 1 2 3 5 5", dice=f"{miss} {miss}", aggressive=True)
    free.play("aim 3 1", "shoot 1", "reload 5", "shoot 1")


@clause("WW-Q1", "WW-B13")
def test_spare_aims_may_be_spent_on_shots() -> None:
    miss = "1 1 1 1 1 1 | 1 1 1 1 1 1"
    battle = world(A="egyptian 0 0 0", B="egyptian 0 8 180", spread="3 3 3 5 1 2", dice=f"{miss} {miss}")
    battle.play("aim 3 1", "shoot 3", "reload 5", "shoot 3")
    assert len(battle.events(Attacked)) == 2
    swerve = "5 1 1 1 1 1 | 5 1 1 1 1 1 | 3 | 6"
    other = world(A="egyptian 0 0 0", B="egyptian 0 8 180", spread="3 3 3 5 1 2", dice=swerve)
    other.play("aim 3 1", "shoot 3", "reload 5")
    other.expect_refusal("shoot 3", "WW-N3")


@clause("WW-Q1")
def test_the_first_aim_is_not_spare() -> None:
    battle = world(A="egyptian 0 0 0", B="egyptian 0 8 180", spread="3 6")
    battle.play("aim 6 1")
    battle.expect_refusal("shoot 3", "WW-Q1")


# -------------------------------------------------------------------- collisions and wild teams


@clause("WW-Q24", "WW-CC1", "WW-CC2", "WW-Q26")
def test_a_mover_that_saves_itself_backs_off() -> None:
    battle = world(A="egyptian 0 0 0", B="egyptian 0 8 90", C="egyptian -20 0 0", D="egyptian 20 20 0",
                   spread="1 2", dice="6 6 | 3 3 | 2 5")  # fmt: skip
    battle.play("advance 1", "leg 6", "drive 6000")
    assert battle.unit("B").status == DESTROYED
    assert is_close(battle.at("A"), (0, 4.5, 0))
    assert battle.unit("A").kills == 1
    assert battle.decision == "SpendDie"
    assert battle.state.act.move == b""


@clause("WW-Q24", "WW-Q26", "WW-CC2")
def test_a_mover_without_a_double_is_destroyed_and_the_other_stays() -> None:
    battle = world(A="egyptian 0 0 0", B="egyptian 0 8 90", spread="1", dice="6 6 | 1 2 | 4 4")
    battle.play("advance 1", "leg 6", "drive 6000")
    assert battle.unit("A").status == DESTROYED
    assert battle.unit("B").kills == 1
    assert is_close(battle.at("B"), (0, 8, 90))
    assert battle.match.result is not None


@clause("WW-Q24")
def test_a_collision_happens_exactly_at_contact() -> None:
    battle = world(A="egyptian 0 0 0", B="egyptian 0 8 90", spread="1", dice="6 6")
    battle.play("advance 1", "leg 6", "drive 4999")
    assert not battle.events(Collided)
    fork = world(A="egyptian 0 0 0", B="egyptian 0 8 90", spread="1", dice="6 6 | 1 2 | 1 2")
    fork.play("advance 1", "leg 6", "drive 5000")
    assert len(fork.events(Collided)) == 1


@clause("WW-Q21", "WW-K6", "WW-J5")
def test_a_wild_team_runs_straight_first() -> None:
    battle = world(A="sumerian 0 0 0", B="egyptian 20 20 90", spread="1", dice="2 5")
    battle.play("advance 1")
    assert battle.options == ["leg 5"]
    battle.expect_refusal("stop", "WW-K6")
    battle.play("leg 5")
    battle.expect_refusal("drive 3000", "WW-K6")
    battle.play("drive 5000")
    assert battle.decision == "NextLeg"
    battle.leg(2, 1, -45, 1)
    assert battle.at("A")[2] == 315


@clause("WW-Q21", "WW-Q24")
def test_a_wild_team_collides_with_a_friend_in_its_way() -> None:
    battle = world(A="sumerian 0 0 0", B="egyptian 20 20 90", C="egyptian 0 8 0", spread="1", dice="2 5 | 1 2 | 1 3")
    battle.play("advance 1", "leg 5", "drive 5000")
    assert battle.unit("A").status == DESTROYED
    assert battle.unit("C").status == DESTROYED
    assert battle.unit("C").kills == 0


# -------------------------------------------------------------------- Runners


@clause("WW-S6", "WW-Q51")
def test_runners_are_dispersed_by_an_enemy_that_drives_right_through_them() -> None:
    battle = world(A="egyptian 0 0 0", B="egyptian 20 20 0", C="egyptian -20 0 0", D="runners 0 6 180",
                   spread="1", dice="6 6")  # fmt: skip
    battle.play("advance 1", "leg 6", "drive 6000")
    assert battle.unit("D").status == DISPERSED
    assert battle.unit("A").kills == 1
    assert len(battle.events(Dispersed)) == 1


@clause("WW-S6", "WW-Q51", "WW-Q4")
def test_runners_dodge_an_enemy_that_does_not_drive_right_through_them() -> None:
    battle = world(A="egyptian 0 0 0", B="egyptian 20 20 0", C="egyptian -20 0 0 aim 3", D="runners 0 6 180 aim 2",
                   spread="1", dice="6 6")  # fmt: skip
    battle.play("advance 1", "leg 6", "drive 4000")
    assert battle.at("D") == (0, 6, 180)
    battle.play("wheel 0", "stop")
    assert is_close(battle.at("D"), (0, 6.75, 180))
    assert (battle.aim("C"), battle.aim("D")) == ("", "")


@clause("WW-Q51")
def test_runners_make_way_for_a_friend_with_the_option() -> None:
    battle = world(
        A="egyptian 0 0 0", B="egyptian 20 20 0", C="runners 0 6 180", spread="1", dice="6 6", friends_disperse="no"
    )
    battle.play("advance 1", "leg 6", "drive 6000", "wheel 0", "stop")
    runners = battle.unit("C")
    assert runners.status == FIGHTING
    assert abs(battle.at("C")[0]) == pytest.approx(2.25, abs=0.002)
    assert battle.at("C")[1] == 6


# -------------------------------------------------------------------- returns, swerves, ties and reach


@clause("WW-L4", "WW-Q46", "WW-Q44")
def test_a_withdrawn_chariot_returns_after_rolling_a_six() -> None:
    spreads = " | ".join(["1 1 1 1 1 1"] * 1)
    # C is broken in turn 3; its friend A and its enemy B act once in every turn.
    two = f"6 1 | {spreads} | {spreads}"
    three = "6 5 1"
    battle = world(
        A="egyptian 0 0 0", B="egyptian 20 20 0", C="hittite 0 -30 0 broken team 1", turn=2, order="AB",
        dice=f"1 1 1 1 1 1 | 1 1 1 1 1 1 | {two} | 2 | {two} | 6 | {two} | {three} | 1 1 1 1 1 1",
    )  # fmt: skip
    battle.state.turn = 3
    battle.play("end", "end")
    assert (battle.unit("C").status, battle.unit("C").left) == (WITHDRAWN, 3)
    assert battle.roll_purposes().count("morale") == 0
    battle.play("end", "end")
    assert battle.unit("C").status == WITHDRAWN
    battle.play("end", "end")
    assert (battle.unit("C").status, battle.unit("C").back) == (RETURNING, 6)
    battle.play("end", "end")
    assert battle.decision == "Deploy"
    assert battle.state.turn == 6
    battle.play(battle.options[0])
    unit = battle.unit("C")
    assert (unit.status, unit.loaded, unit.aim, unit.permanent) == (FIGHTING, True, NO_ID, 1)
    assert battle.state.turn == 7
    assert 2 in battle.state.order


@clause("WW-Q23", "WW-I4", "WW-I5", "WW-Q55", "WW-M3", "WW-I7")
@pytest.mark.parametrize(
    ("shooter", "dice", "end"),
    [
        ("10 20 90", "3", (21.707, 20.121, 45.0)),
        ("20 32 180", "3 2", (18.293, 20.121, 315.0)),
        ("20 32 180", "3 4", (21.707, 20.121, 45.0)),
        ("30 20 270", "2", (18.293, 20.121, 315.0)),
        ("10 20 90", "1", (20.0, 20.0, 0.0)),
        ("10 20 90", "6", (20.0, 20.0, 0.0)),
    ],
)
def test_a_target_swerves_away_from_the_shooter(shooter: str, dice: str, end: tuple[float, float, float]) -> None:
    battle = world(
        A=f"egyptian {shooter}", B="hittite 20 20 0", size=(48, 48), corner=True,
        spread="3 4", dice=f"5 1 1 1 | 5 1 1 1 1 1 | {dice}",
    )  # fmt: skip
    battle.play("aim 3 1", "shoot 4")
    assert is_close(battle.at("B"), end)
    assert battle.unit("B").temporary == (1 if dice == "6" else 0)
    assert battle.aim("A") == ("B" if dice in ("1", "6") else "")


@clause("WW-Q14", "WW-A1", "WW-Q9", "WW-Q63")
def test_initiative_ties_are_rolled_again_with_banked_dice() -> None:
    battle = world(A="egyptian 0 0 0 banked 1", B="egyptian 20 20 0", dice="4 5 | 2 3 | 1 1 | 1 1 1 1 1 1")
    assert battle.state.order == (0, 1)
    assert battle.unit("A").banked == 0


@clause("WW-K11", "WW-Q62")
def test_a_strong_arm_reaches_farther_with_both_weapons() -> None:
    battle = world(A="hittite 0 0 0", B="egyptian 0 11.5 0")
    assert dice_of(battle, "A", "B") == 6  # 4, and 2 from behind
    battle.unit("A").trait = STRONG_ARM
    assert dice_of(battle, "A", "B") == 10
