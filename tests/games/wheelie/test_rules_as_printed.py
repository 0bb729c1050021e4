"""Readings of version 2 of the rules, each in a situation where version 1 did something else."""

from __future__ import annotations

import pytest

from hippodrome.games.wheelie import arcs
from hippodrome.games.wheelie.events import BonusAdded, Dispersed, Dodged
from hippodrome.games.wheelie.shot_explanations import dice_breakdown
from hippodrome.games.wheelie.state import DISPERSED, FIGHTING, WITHDRAWN
from tests.games.wheelie.world import World, is_close, world
from tests.support import clause

FAR_UNIT = "egyptian 30 30 0"


def possible_shot(battle: World) -> arcs.PossibleShot:
    return arcs.shot(battle.state, battle.unit("A"), battle.unit("B"))


# -------------------------------------------------------------------- Runners


def advance_through(friend: bool, legs: str, **options: str) -> World:
    """Advance over Runners in two straight legs, and stop."""
    side = "side 0" if friend else "side 1"
    first, second = legs.split()
    battle = world(A="egyptian 0 0 0", B=FAR_UNIT, C="egyptian -20 0 0", D=f"runners 0 3.75 0 {side}",
                   spread="1 1", dice=legs, **options)  # type: ignore[arg-type]  # fmt: skip
    battle.play("advance 1", f"leg {first}", f"drive {first}000", "wheel 0")
    return battle.play(f"leg {second}", f"drive {second}000", "wheel 0")


@clause("WW-S6", "WW-Q51")
def test_both_legs_of_an_advance_disperse_runners_together() -> None:
    battle = advance_through(False, "2 1")  # the far side is 2.5 inches ahead of the front edge
    assert battle.unit("D").status == DISPERSED
    assert battle.unit("A").kills == 1
    assert advance_through(False, "1 1").unit("D").status == FIGHTING


@clause("WW-Q51", "WW-B18")
def test_runners_dodge_only_at_the_end_of_the_advance() -> None:
    battle = world(A="egyptian 0 0 0", B=FAR_UNIT, C="egyptian -20 0 0", D="runners 0 3.75 0",
                   spread="1", dice="1 2")  # fmt: skip
    battle.play("advance 1", "leg 2", "drive 2000", "wheel 0")
    assert battle.at("D") == (0, 3.75, 0)
    assert battle.match.game.analysis.invariants(battle.state) == []
    battle.play("stop")
    assert len(battle.events(Dodged)) == 1
    assert is_close(battle.at("D"), (0, 4.75, 0))
    assert battle.match.game.analysis.invariants(battle.state) == []


@clause("WW-S6", "WW-Q51")
def test_an_advance_that_only_clips_runners_after_a_wheel_does_not_disperse_them() -> None:
    # The Wheel swings the flank over them; the front edge never meets them from outside.
    battle = world(A="egyptian 0 0 0", B=FAR_UNIT, C="egyptian -20 0 0", D="runners 3.2 1.2 0",
                   spread="1", dice="6 6")  # fmt: skip
    battle.play("advance 1", "leg 6", "drive 0", "wheel 450", "drive 2000", "stop")
    assert battle.unit("D").status == FIGHTING
    assert len(battle.events(Dodged)) == 1


@clause("WW-Q51", "WW-Q26")
def test_a_friend_disperses_runners_without_a_kill() -> None:
    battle = advance_through(True, "3 1")
    assert battle.unit("D").status == DISPERSED
    assert len(battle.events(Dispersed)) == 1
    assert battle.unit("A").kills == 0
    assert advance_through(True, "3 1", friends_disperse="no").unit("D").status == FIGHTING


@clause("WW-S3", "WW-S4", "WW-Q50")
@pytest.mark.parametrize(
    ("place", "grapple"),
    [
        ("1.75 -2 90", False),  # flat against the right side, half of it behind the rear corner
        ("-1.75 -2 90", False),
        ("1.75 -2.5 90", False),
        ("2.25 -2.75 0", False),  # only corners touch
        ("2.15 -2.75 0", True),  # a tenth of an inch of the rear edge
        ("0 -2.75 0", True),
    ],
)
def test_a_grapple_needs_more_of_the_rear_edge_than_its_end(place: str, grapple: bool) -> None:
    battle = world(A=f"runners {place}", B="egyptian 0 0 0")
    assert (possible_shot(battle).grapple > 0) == grapple


@clause("WW-Q50", "WW-Q34")
def test_a_grapple_off_the_axis_has_the_bonus_for_the_rear() -> None:
    battle = world(A="runners -2 -2.75 0", B="egyptian 0 0 0")
    shot = possible_shot(battle)
    assert not arcs.is_behind(battle.state, battle.unit("A"), battle.unit("B"))
    assert (shot.rear, shot.grapple, shot.dice) == (2, 2, 12)


# -------------------------------------------------------------------- initiative


@clause("WW-Q9")
def test_banked_dice_are_gone_when_a_chariot_leaves_the_table() -> None:
    battle = world(
        A="egyptian 0 0 0", B=FAR_UNIT, C="hittite 0 -30 0 broken team 1 banked 2", order="AB",
        dice="1 1 1 1 1 1 | 1 1 1 1 1 1 | 6 1 | 1 1 1 1 1 1",
    )  # fmt: skip
    battle.play("end", "end")
    assert battle.unit("C").status == WITHDRAWN
    assert battle.unit("C").banked == 0


@clause("WW-Q9", "WW-Q14")
def test_the_log_shows_the_bonus_of_banked_dice() -> None:
    battle = world(A="egyptian 0 0 0 banked 1", B="egyptian 20 20 0", dice="1 1 | 1 1 1 1 1 1")
    assert battle.state.order == (0, 1)
    assert [(int(event.number), int(event.total)) for event in battle.events(BonusAdded)] == [(1, 2)]
    lines = [line for line in battle.match.log_lines() if "banked" in line.text]
    assert [line.text for line in lines] == ["Red's Egyptian adds 1 for banked dice: 2 for initiative."]
    assert lines[0].rule == "WW-Q9"


# -------------------------------------------------------------------- dice of a shot


@clause("WW-Q29", "WW-J3", "WW-J10")
def test_bow_and_javelin_of_a_hittite_are_judged_separately() -> None:
    battle = world(A="hittite 0 0 0", B="egyptian -3.8 5.5 90")
    shot = possible_shot(battle)
    assert len(shot.arcs) == 2
    assert shot.dice == 5
    parts = dice_breakdown(battle.state, battle.unit("A"), shot)
    assert "bow partly out of arc: half of 6 is 3" in parts
    assert not any("javelins partly" in part for part in parts)


@clause("WW-Q29", "WW-Q30", "WW-J3")
def test_an_experts_die_counts_with_one_weapon() -> None:
    battle = world(A="hittite 0 0 0 expert 2", B="egyptian -3.8 5.5 90")
    assert possible_shot(battle).dice == 6  # half of 7, rounded up, and 2


@clause("WW-Q29", "WW-H4", "WW-I9")
def test_the_bonus_for_the_rear_outlasts_warrior_hits() -> None:
    battle = world(A="egyptian 0 0 0 warrior 2", B="egyptian 0 18 0", spread="3 4",
                   dice="1 1 | 1 1 1 1 1 1")  # fmt: skip
    shot = possible_shot(battle)
    assert (shot.base, shot.warrior_hits, shot.rear, shot.dice) == (2, 2, 2, 2)
    battle.play("aim 3 1", "shoot 4")
    assert [len(dice) for dice in battle.rolls("attack")] == [2]
    assert possible_shot(world(A="egyptian 0 0 0 warrior 2", B="egyptian 0 18 180")).dice == 0


@clause("WW-Q32", "WW-E4", "WW-Q27")
@pytest.mark.parametrize(("y", "lance"), [("0", True), ("2.4", True), ("2.7", False), ("4", False)])
def test_the_lance_needs_a_side_in_the_wedge_of_the_warrior(y: str, lance: bool) -> None:
    # The nearer side is 1.5 inches aside, where the wedge ends half an inch ahead of the centre.
    battle = world(A="mycenaean 0 0 0", B=f"egyptian 2.5 {y} 0")
    assert (possible_shot(battle).lance > 0) == lance


# -------------------------------------------------------------------- moving


@clause("WW-Q15")
def test_a_wheel_towards_the_edge_needs_no_room_to_drive() -> None:
    battle = world(A="egyptian 2 6 0", B="egyptian 30 4 0", size=(36, 12), corner=True, spread="1", dice="6 6")
    battle.play("advance 1", "leg 6", "drive 0")
    assert battle.match.check("wheel -450") is None


@clause("WW-Q20", "WW-F1")
def test_a_six_with_scrub_after_four_inches_moves_five() -> None:
    battle = world(A="egyptian 0 0 0", B=FAR_UNIT, spread="1", dice="6 1", terrain=["scrub 0 7"])
    battle.play("advance 1", "leg 6")
    battle.expect_refusal("drive 5001", "WW-B2")
    battle.play("drive 5000")
    assert battle.at("A") == (0, 5, 0)


# -------------------------------------------------------------------- options of the rules


@clause("WW-Q12", "WW-I10")
@pytest.mark.parametrize(("option", "dice"), [("now", 4), ("next", 6)])
def test_damage_before_acting_costs_dice_now_or_next_turn(option: str, dice: int) -> None:
    now = "" if option == "now" else " 1 1"
    battle = world(
        A="egyptian 0 0 0", B="hittite 0 8 180", spread="3 4", order="AB", hit_before_acting=option,
        dice=f"5 5 1 1 1 1 | 1 1 1 1 1 1 | 1 1 1 1{now} | 6 1 | 1 1 1 1 1 1 | 1 1 1 1",
    )  # fmt: skip
    battle.play("aim 3 1", "shoot 4")
    assert battle.unit("B").temporary == 2
    assert len(battle.state.act.dice) == dice
    battle.play("end", "end")
    assert len(battle.state.act.dice) == 4


@clause("WW-Q1", "WW-B13")
def test_a_spare_aim_may_be_limited_to_a_second_shot() -> None:
    battle = world(A="egyptian 0 0 0", B="hittite 0 8 180", spread="3 3 4 5", spare_aim="second",
                   dice="1 1 1 1 1 1 | 1 1 1 1 1 1 | 1 1 1 1 1 1 | 1 1 1 1 1 1")  # fmt: skip
    battle.play("aim 3 1")
    battle.expect_refusal("shoot 3", "WW-Q1", "second shot")
    battle.play("shoot 4", "reload 5", "shoot 3")
    assert len(battle.rolls("attack")) == 2
    free = world(A="egyptian 0 0 0", B="hittite 0 8 180", spread="3 3")
    free.play("aim 3 1")
    assert free.is_legal("shoot 3")
